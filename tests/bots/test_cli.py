"""deckname clue and guess as people call them."""

import contextlib
import io
import json
import subprocess
import sys

import pytest

from deckname.bots.cli import _clue_query
from deckname.bots.queries import ClueQuery
from deckname.bots.view_reading import judged, targets, words_in_sight
from deckname.cli import build_parser, main
from deckname.engine.model import parse_seat

pytestmark = pytest.mark.usefixtures("bots_data")

CARDS = (
    "APPLE,BANK,PIANO,WOLF,SHIP,QUEEN,TREE,KNIFE,MOON,DOCTOR,ROBOT,CASTLE,RIVER,SUN,SPIDER,TRAIN,CLOCK,FIRE,ICE,GHOST,"
    "HORSE,KEY,LEMON,MASK,NURSE"
)
KEY = ",".join(["red"] * 9 + ["blue"] * 8 + ["bystander"] * 7 + ["assassin"])
FACE = ",".join(["green"] * 9 + ["assassin"] * 3 + ["bystander"] * 13)


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as exit:
        main(arguments)
    out, err = capsys.readouterr()
    return exit.value.code, out, err


def test_clue_as_json(capsys):
    code, out, _ = run(
        capsys,
        "clue",
        "--cards",
        CARDS,
        "--key",
        KEY,
        "--seat",
        "red.giver",
        "--covered",
        "0,24",
        "--top",
        "3",
        "--json",
    )
    found = json.loads(out)
    assert code == 0
    assert len(found["clues"]) == 3
    for clue in found["clues"]:
        assert len(clue["meant"]) == clue["number"]
        assert set(clue["meant"]) <= set(range(1, 9))
        assert {chance["card"] for chance in clue["chances"]} == set(range(1, 24))


@pytest.mark.parametrize("left", [1, 2, 9])
def test_a_clue_has_a_chance_to_win_and_no_more(capsys, left):
    covered = ",".join(str(card) for card in range(9 - left))
    arguments = ["--cards", CARDS, "--key", KEY, "--seat", "red.giver", "--covered", covered]
    _, out, _ = run(capsys, "clue", *arguments, "--top", "20", "--json")
    assert all(0 < clue["worth"] <= 1 for clue in json.loads(out)["clues"])


def test_clue_for_duet_in_words(capsys):
    code, out, _ = run(capsys, "clue", "--edition", "duet", "--cards", CARDS, "--key", FACE, "--seat", "b.giver")
    assert code == 0
    assert "to win" in out


def seen(*arguments):
    """The board that `deckname clue` is asked about, as side a of Duet."""
    asked = ["clue", "--edition", "duet", "--cards", CARDS, "--key", FACE, "--seat", "a.giver", *arguments]
    return _clue_query(build_parser().parse_args(asked)).seen()


def test_in_duet_a_covered_card_is_an_agent_whatever_ones_own_face_says():
    """Cards 0 and 1 are green for a, 9 an assassin, 12 and 13 bystanders: the partner's agents, found by a."""
    board = seen("--covered", "0,1,9,12,13")
    assert {card.cover for card in board.cards} == {None, "green"}
    assert board.left == {"green": 10}
    assert targets(board) == tuple(range(2, 9))
    assert not {"APPLE", "DOCTOR"} & set(words_in_sight(board))


def test_in_duet_tokens_lie_where_somebody_touched_in_vain():
    """What the partner has tried is closed to them; a word with both sides' tokens may be said again."""
    board = seen("--marks", "12b,13a,14ab,15b,15ab,16Bb", "--tokens", "3")
    assert [board.cards[card].marks for card in (12, 13, 14, 15, 16)] == [
        ("b",), ("a",), ("a", "b"), ("b", "a"), ("b",)
    ]  # fmt: skip
    assert set(judged(board)) == set(range(25)) - {12, 14, 15, 16}
    hidden = {"SPIDER", "TRAIN"}
    assert set(words_in_sight(board)) == set(CARDS.split(",")) - hidden
    assert board.tokens.left == 3
    assert seen().tokens.left == 9


def test_a_clue_in_the_middle_of_duet(capsys):
    middle = ["--covered", "0,1,12", "--marks", "13b,14a", "--tokens", "2"]
    code, out, _ = run(
        capsys, "clue", "--edition", "duet", "--cards", CARDS, "--key", FACE, "--seat", "a.giver", *middle, "--json"
    )
    assert code == 0
    for clue in json.loads(out)["clues"]:
        assert {chance["card"] for chance in clue["chances"]} == set(range(25)) - {0, 1, 12, 13}


def key(edition="classic", **counts):
    return ["--edition", edition, "--key", ",".join(of for of, count in counts.items() for _ in range(count))]


IMPOSSIBLE_KEYS = {
    "all red": key(red=25),
    "no blue": key(red=9, bystander=15, assassin=1),
    "no assassin": key(red=9, blue=8, bystander=8),
    "two assassins": key(red=9, blue=8, bystander=6, assassin=2),
    "nobody starts": key(red=8, blue=8, bystander=8, assassin=1),
    "a face of nothing but agents": [*key("duet", green=25), "--seat", "a.giver"],
    "a face with all agents of both": [*key("duet", green=15, assassin=3, bystander=7), "--seat", "a.giver"],
}


@pytest.mark.parametrize("asked", IMPOSSIBLE_KEYS.values(), ids=IMPOSSIBLE_KEYS)
def test_a_key_that_no_deal_gives_is_refused(capsys, asked):
    code, out, err = run(capsys, "clue", "--cards", CARDS, "--seat", "red.giver", *asked)
    assert (code, out) == (2, "")
    deal = "9 green" if "duet" in asked else "9 red, 8 blue, 7 bystander, 1 assassin / 9 blue, 8 red"
    assert f"no key of {asked[1]} has" in err and deal in err


@pytest.mark.parametrize("starts", ["red", "blue"])
def test_either_team_may_have_the_larger_key(starts):
    larger = KEY if starts == "red" else KEY.replace("red", "x").replace("blue", "red").replace("x", "blue")
    board = ClueQuery("classic", CARDS.split(","), larger.split(","), parse_seat("red.giver"), frozenset({0, 10}))
    assert board.seen().starts == starts
    assert board.seen().left == {"red": 8 if starts == "red" else 7, "blue": 7 if starts == "red" else 8}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--covered", "9,10"], "no more than 1"),
        (["--covered", "12,13,14,15,16,17"], "no more than 5"),
        (["--marks", "0b"], "card 0 is green for a.giver: b can’t"),
        (["--marks", "9ab"], "card 9 is assassin for a.giver"),
        (["--marks", "25b"], "no card 25"),
        (["--marks", "12"], "as in 4b,9ab, not “12”"),
        (["--marks", "12c"], "as in 4b,9ab, not “12c”"),
        (["--marks", "b12"], "as in 4b,9ab, not “b12”"),
        (["--tokens", "0"], "0 tokens"),
        (["--covered", "1" * 5000], "should be the numbers of cards"),
        (["--edition", "classic", "--key", KEY, "--seat", "red.giver", "--marks", "3a"], "no option “marks”"),
        (["--edition", "classic", "--key", KEY, "--seat", "red.giver", "--tokens", "3"], "no option “tokens”"),
    ],
)
def test_what_can_not_lie_on_a_board_of_duet_gets_a_clear_line(capsys, arguments, complaint):
    duet = ["--edition", "duet", "--cards", CARDS, "--key", FACE, "--seat", "a.giver"]
    code, out, err = run(capsys, "clue", *duet, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--cards", "A,B", "--key", "red,blue", "--seat", "red.giver"], "classic needs 25 cards, not 2"),
        (["--cards", CARDS, "--key", "red", "--seat", "red.giver"], "1 identities"),
        (["--cards", CARDS, "--key", KEY.replace("blue", "pink"), "--seat", "red.giver"], "pink"),
        (["--cards", CARDS, "--key", KEY, "--seat", "red.guesser"], "nobody gives clues from"),
        (["--cards", CARDS, "--key", KEY, "--seat", "nobody"], "nobody"),
        (["--cards", CARDS, "--key", KEY, "--seat", "red.giver", "--covered", "25"], "no card 25"),
        (["--cards", CARDS, "--key", KEY, "--seat", "red.giver", "--covered", "1,x"], "not “x”"),
        (["--cards", CARDS, "--key", KEY, "--seat", "red.giver", "--covered", "0,1,2,3,4,5,6,7,8"], "no card left"),
        (
            [
                "--cards",
                CARDS,
                "--key",
                FACE,
                "--seat",
                "a.giver",
                "--edition",
                "duet",
                "--covered",
                "0,1,2,3,4,5,6,7,8",
            ],
            "no card left",
        ),
    ],
)
def test_what_is_no_board_gets_a_clear_line(capsys, arguments, complaint):
    code, _, err = run(capsys, "clue", *arguments)
    assert code == 2
    assert complaint in err


@pytest.mark.parametrize(("language", "complaint"), [("fr", "demande 25 cartes"), ("de", "braucht 25 Karten")])
def test_what_is_no_board_is_told_in_the_users_language(capsys, monkeypatch, language, complaint):
    monkeypatch.setenv("DECKNAME_LANGUAGE", language)
    code, _, err = run(capsys, "clue", "--cards", "A,B", "--key", "red,blue", "--seat", "red.giver")
    assert code == 2
    assert complaint in err


def test_guess_as_json(capsys):
    code, out, _ = run(capsys, "guess", "--cards", CARDS, "--clue", "hospital", "--number", "2", "--json", "--top", "4")
    found = json.loads(out)
    assert code == 0
    assert {card["face"] for card in found["cards"][:2]} == {"DOCTOR", "NURSE"}
    assert len(found["cards"]) == 4
    assert found["stop_after"] == 2


def test_guess_in_words(capsys):
    code, out, _ = run(capsys, "guess", "--language", "fr", "--cards", "POMME, LOUP, PIANO", "--clue", "meute")
    assert code == 0
    assert out.splitlines()[0].endswith("LOUP")
    assert "stop" in out


def test_a_guess_for_zero_keeps_clear_of_what_the_word_says(capsys):
    code, out, _ = run(capsys, "guess", "--cards", CARDS, "--clue", "hospital", "--number", "0", "--json")
    found = json.loads(out)
    assert code == 0
    assert {card["face"] for card in found["cards"][-2:]} == {"DOCTOR", "NURSE"}
    assert sum(card["chance"] for card in found["cards"]) == pytest.approx(1, abs=0.01)
    assert found["stop_after"] == 1


WRONG_QUERIES = {
    "nonsense": "JSON",
    "[" * 100_000: "JSON",
    "[]": "JSON",
    json.dumps({"clue": "night"}): "cards should",
    json.dumps({"cards": "MOON", "clue": "night"}): "cards should",
    json.dumps({"cards": [], "clue": "night"}): "cards should",
    json.dumps({"cards": ["MOON", 7], "clue": "night"}): "cards should",
    json.dumps({"cards": ["\ud800"], "clue": "night"}): "cards should",
    json.dumps({"cards": ["MOON", " "], "clue": "night"}): "cards should",
    json.dumps({"cards": ["MOON"] * 1000, "clue": "night"}): "cards should",
    json.dumps({"cards": ["MOON" * 1000], "clue": "night"}): "cards should",
    json.dumps({"cards": ["MOON"], "clue": "night" * 1000}): "clue should",
    json.dumps({"cards": ["MOON"], "clue": " "}): "clue should",
    json.dumps({"cards": ["MOON"], "clue": "\ud800"}): "clue should",
    json.dumps({"cards": ["MOON"], "clue": "night", "number": -1}): "number should",
    json.dumps({"cards": ["MOON"], "clue": "night", "number": True}): "number should",
    json.dumps({"cards": ["MOON"], "clue": "night", "number": [1]}): "number should",
    json.dumps({"cards": ["MOON"], "clue": "night", "top": 0}): "top should",
    json.dumps({"cards": ["MOON"], "clue": "night", "top": -1}): "top should",
    json.dumps({"cards": ["MOON"], "clue": "night", "language": "xx"}): "language should",
    json.dumps({"cards": ["MOON"], "clue": "night", "language": ["en"]}): "language should",
}


def test_many_guesses_by_standard_input(capsys, monkeypatch):
    good = [
        "\ufeff" + json.dumps({"language": "de", "cards": ["WOLKE", "HUND", "AUTO"], "clue": "Himmel", "number": 1}),
        json.dumps({"cards": ["MOON", "SHIP"], "clue": "night"}),
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([good[0], *WRONG_QUERIES, "", good[1]])))
    code, out, _ = run(capsys, "guess", "--stdin")
    first, *wrong, last = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [first["cards"][0]["face"], last["cards"][0]["face"]] == ["WOLKE", "MOON"]
    assert len(wrong) == len(WRONG_QUERIES)
    for answer, complaint in zip(wrong, WRONG_QUERIES.values(), strict=True):
        assert complaint in answer["error"]


def test_without_standard_input_nothing_is_asked(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert run(capsys, "guess", "--stdin") == (0, "", "")


def test_whoever_reads_one_answer_and_leaves_hears_no_complaint():
    query = json.dumps({"cards": ["MOON", "SHIP"], "clue": "night"})
    command = [sys.executable, "-m", "deckname", "guess", "--stdin"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as asked:
        asked.stdin.write(f"{query}\n".encode())
        asked.stdin.flush()
        assert json.loads(asked.stdout.readline())["cards"][0]["face"] == "MOON"
        asked.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            asked.stdin.write(f"{query}\n".encode() * 100)
            asked.stdin.close()
        assert asked.stderr.read() == b""
    assert asked.returncode == 1


def test_guess_needs_a_clue(capsys):
    code, _, err = run(capsys, "guess", "--cards", "MOON")
    assert code == 2
    assert "--clue" in err
