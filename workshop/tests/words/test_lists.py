"""The lists of words and their papers, and the tool that checks them: every kind of mistake is found and named."""

import pytest

from deckname import words
from tools.words import Permissions, Speller, complaints, swear_words

PAPERS = {
    "what": "A list made up for a test.",
    "used": "by this test",
    "form": "as it should be",
    "written": "by us, today",
    "reviewed": "by nobody",
    "licence": "MIT",
}


def with_papers(text, **papers):
    head = [f"# {name}: {value}" for name, value in (PAPERS | papers).items() if value]
    return "\n".join((*head, text))


def found(folder, name, text):
    """What the tool says of one made-up list, and of the line after its papers."""
    file = folder / f"{name}.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return [f"{complaint.line - len(PAPERS)}: {complaint.words}" for complaint in complaints(folder)]


# --- papers


def test_papers_are_the_first_comments_of_a_list_and_may_go_on_in_the_next_line():
    text = with_papers("# a heading\nword: thought\n", form="word: thoughts\n#     between commas").replace(
        "# a heading", "\n# a heading"
    )
    assert words.papers(text) == PAPERS | {"form": "word: thoughts\nbetween commas"}
    assert [line for _, line in words.numbered_entries(text)] == ["word: thought"]


@pytest.mark.parametrize("name", words.PAPERS)
def test_no_paper_may_be_missing(name, tmp_path):
    with pytest.raises(words.PapersError, match=name):
        words.papers(with_papers("tree: leaf\n", **{name: ""}))
    assert f"lack {name}" in found(tmp_path, "en/associations", with_papers("tree: leaf\n", **{name: ""}))[0]


@pytest.mark.parametrize("line", ["# colour: green", "# no paper at all", "# licence: MIT"])
def test_papers_have_names_that_are_known_and_come_once(line):
    with pytest.raises(words.PapersError, match="should be one of"):
        words.papers(with_papers(line))


# --- mistakes


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("en/associations", "tree leaf, wood\n", "1: here should be ':' between"),
        ("en/associations", "tree:\n", "1: here should be ':' between"),
        ("en/associations", "tree: leaf,, wood\n", "1: nothing between two separators"),
        ("en/associations", "tree: leaf,wood\n", "1: should be written “…tree: leaf, wood…”"),
        ("en/associations", "tree: leaf,  wood\n", "1: should be written"),
        ("en/associations", "tree: leaf \n", "1: ends in a blank"),
        ("en/associations", "tree: cafe\u0301\n", "1: an accent stands apart from its letter"),
        ("en/associations", "tree: leaf", "1: the last line does not end"),
        ("en/clues", "tree: |\n", "1: here should be ':' between"),
        ("en/clues", "tree: leaf|wood\n", "1: should be written “…tree: leaf | wood…”"),
        ("en/themes", "trees | oak\n", "1: 1 parts: should be 2"),
        ("en/themes", "trees | | oak\n", "1: nothing between two separators"),
        ("en/families", "* tree trees\n", "1: begins with '*': should be one of = ~ + !"),
        ("en/decks/small", "id: small\nname: Small\nlanguage: en\n\nTREE /LEAF\n", "5: should be written"),
        ("shared/translations", "en\tfr\tde\tes\tit\ntree\tarbre \tBaum\t\t\n", "2: should be written"),
        ("en/nonsense", "tree\n", "-5: no list has this name"),
    ],
)
def test_what_is_not_in_form_is_found(name, text, complaint, tmp_path):
    (first, *_) = found(tmp_path, name, with_papers(text))
    assert first.startswith(complaint)


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("en/associations", "tree: leaf\nTree: wood\n", "2: 'Tree' stands in line 7 already"),
        ("en/associations", "tree: leaf, wood, Leaf\n", "1: 'leaf' comes twice"),
        ("en/associations", "bar: cafe, café\n", "1: 'cafe' comes twice"),
        ("en/associations", "tree: leaf, Tree\n", "1: 'tree' leads to itself"),
        ("en/clues", "tree: leaf | wood, leaf\n", "1: 'leaf' comes twice"),
        ("en/decks/small", "id: small\n\nTREE / LEAF\nWOOD / TREE\n", "4: 'TREE' stands in line 9 already"),
        ("shared/treasures", "apple pear\nplum apple\n", "2: 'apple' stands in line 7 already"),
    ],
)
def test_repetitions_are_found(name, text, complaint, tmp_path):
    (only,) = found(tmp_path, name, with_papers(text))
    assert only.startswith(complaint)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("fr/associations", "fruit: mur, mûr\n"),
        ("de/families", "= graben Graben\n"),
        ("en/themes", "trees | forest, palm | palm, oak\n"),
        ("shared/combinations", "mirror: pig pig; cat dog\n"),
        ("en/clues", "tree: | wood\n"),
    ],
)
def test_words_that_only_look_alike_are_no_repetition(name, text, tmp_path):
    assert found(tmp_path, name, with_papers(text)) == []


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        ("en/associations", "lightenning: storm\n", "lightenning"),
        ("en/associations", "storm: lightenning\n", "lightenning"),
        ("en/associations", "river: egypt\n", "egypt"),
        ("en/clues", "storm: lightenning\n", "lightenning"),
        ("en/themes", "weather | lightenning | storm\n", "lightenning"),
        ("en/families", "= storm stormyness\n", "stormyness"),
        ("en/decks/small", "id: small\n\nHARBOUR / LEAF\n", "HARBOUR"),
        ("shared/translations", "en\tfr\tde\tes\tit\ntree\tarbre\tBaun\t\t\n", "Baun"),
        ("shared/concepts", "forest | - | forest | f forét | m Wald, Wälder\n", "forét"),
    ],
)
def test_misspelled_words_are_found(name, text, word, tmp_path):
    (only,) = found(tmp_path, name, with_papers(text))
    assert f"'{word}' is in no dictionary: mend it" in only


@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        ("de", "BREZL MEISSEL MUEHLE KONFETI"),
        ("en", "HARBOUR LIGHTENNING NEIGHBOUR"),
        ("fr", "CHOEUR ECLAIR FORÉT HOTEL"),
    ],
)
def test_a_card_is_spelled_as_every_dictionary_spells_it(language, wrong):
    """Missing accents, wrong letters, and what is right on one side of the Atlantic only."""
    assert [word for word in wrong.split() if Speller(language).knows_everywhere(word)] == []


@pytest.mark.parametrize(
    ("language", "right", "wrong"),
    [
        ("de", "Straßenbahn Masse ging Karl-Marx-Stadt", "Strassenbahn Floss Standart straße"),
        ("en", "harbour color mice Pac-Man Egypt", "definately egypt"),
        ("fr", "œil chevaux Saint-Malo Astérix", "oeuil astérix"),
    ],
)
def test_words_in_texts_are_known_with_their_forms_and_capitals(language, right, wrong):
    speller = Speller(language)
    assert [word for word in right.split() if not speller.knows(word)] == []
    assert [word for word in wrong.split() if speller.knows(word)] == []


def test_what_was_accepted_is_known_and_what_need_not_be_is_found(tmp_path):
    accepted = tmp_path / "en" / "accepted.txt"
    accepted.parent.mkdir()
    accepted.write_text(with_papers("zzyzx leaf xyzzy\n"), "utf-8")
    left = found(tmp_path, "en/associations", with_papers("tree: zzyzx, leaf\n"))
    assert left == ["1: 'xyzzy' need not be accepted any more: take it out"]


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        ("en/decks/small", "id: small\n\nTREE / COFFIN\nBOMB / LEAF\n", "COFFIN BOMB"),
        ("en/themes", "end | coffin, bomb | tree\n", "coffin"),
        ("shared/concepts", "box | - | coffin | m cercueil | m Sarg, Särge\n", "coffin"),
    ],
)
def test_people_meet_nothing_unkind(name, text, word, tmp_path):
    unkind = tmp_path / "en" / "unkind.txt"
    unkind.parent.mkdir()
    unkind.write_text(with_papers("coffin\nbots: terminal\ncards: bomb\n"), "utf-8")
    said = found(tmp_path, name, with_papers(text))
    assert len(said) == len(word.split())
    assert all(f"'{one}' is unkind" in complaint for one, complaint in zip(word.split(), said, strict=True))


def test_a_swear_word_among_thoughts_has_to_be_one_that_bots_never_say(tmp_path):
    (only,) = found(tmp_path, "en/associations", with_papers("anger: shit\ndeath: coffin\n"))
    assert only.startswith("1: 'shit' is a swear word that a bot would say")
    (tmp_path / "en" / "unkind.txt").write_text(with_papers("shit\n"), "utf-8")
    assert complaints(tmp_path) == []


# --- our own


@pytest.mark.parametrize(("language", "unkind"), [("en", "bomb cigarette spinster"), ("fr", "bombe"), ("de", "Mohr")])
def test_some_words_are_on_no_card_of_ours(language, unkind):
    lines = [line.partition(":") for line in words.entries(language, "unkind")]
    cards = " ".join(rest or first for first, _, rest in lines if first != "bots")
    assert {*unkind.lower().split()} <= {*cards.split()}
    assert len(swear_words(language)) > 50
    assert Permissions(language).on_no_card == swear_words(language)
