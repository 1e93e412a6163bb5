"""A mind at a real table: the referee, a spymaster and an operative, asked over HTTP by people with a box."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from deckname import protocol as wire
from deckname.cards.library import deck
from deckname.engine.editions import EDITIONS
from deckname.referee import judge
from tests.hostile import HARDEST, KNOWN, ODD, hostile_words
from tests.server.serving import Node, serving
from tests.servers import PATIENCE

CLUE = {"side": "red", "word": "orchestra", "number": 2}
LANGUAGE_OF = {"classic": "en", "duet": "de", "pictures": "fr", "family-easy": "de", "family-advanced": "fr"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server whose bots think."""
    with thinking(tmp_path_factory.mktemp("house")) as running:
        yield running
        assert running.complaints() == []


@contextmanager
def thinking(folder: Path) -> Iterator[Node]:
    """A server whose bots have come to work: before, the simple one stands in."""
    with serving(folder, bots=1) as node:
        end = time.monotonic() + PATIENCE
        while ask(node, "operative", **table(), log=[CLUE], starts="red")[1].get("by") != "bureau":
            assert time.monotonic() < end
            time.sleep(0.1)
        yield node


def table(edition: str = "classic", seed: int = 1, **more: object) -> dict[str, Any]:
    """The first words of a deck, as they lie there."""
    rules, language = EDITIONS[edition], LANGUAGE_OF[edition]
    cards = Random(seed).sample([card.front for card in deck(language, rules.deck).cards], rules.size)
    return {"edition": edition, "language": language, "cards": cards, **more}


def key_of(edition: str, layer: int = 0, seed: int = 1) -> list[str]:
    deal = next(iter(EDITIONS[edition].deals.values()))
    key = [layers[layer] for layers, count in deal.items() for _ in range(count)]
    Random(seed).shuffle(key)
    return key


def first_side(edition: str) -> str:
    return EDITIONS[edition].sides[0].id


def ask(node: Node, whom: str, **question: object) -> tuple[int, Any]:
    return node.ask("POST", f"/api/ask/{whom}", question)[:2]


# ---------------------------------------------------------------------------------------------------------------------
# The referee


def test_the_referee_names_the_card_and_the_reason(house: Node) -> None:
    cards = ["APPLE", "PIANO", *table()["cards"][2:]]
    status, said = ask(house, "referee", **table() | {"cards": cards}, word="apples", number=2)
    assert status == 200
    assert (said["verdict"], said["card"]) == ("invalid", "APPLE")
    assert said["reason"] == judge("apples", 2, cards, "en").reason


def test_what_is_covered_forbids_nothing(house: Node) -> None:
    cards = ["APPLE", *table()["cards"][1:]]
    covers = ["red", *[None] * 24]
    _, said = ask(house, "referee", **table() | {"cards": cards}, covers=covers, word="apples", number=2)
    assert said["verdict"] == "valid"


def test_each_edition_has_its_own_rules_for_clues(house: Node) -> None:
    """Pictures forbid no word that they show."""
    asked = table("pictures")
    _, said = ask(house, "referee", **asked, word="éléphant", number=2)
    assert said["verdict"] == "valid"


# ---------------------------------------------------------------------------------------------------------------------
# A spymaster


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_missing_spymaster_gives_a_clue_and_nothing_more(house: Node, edition: str) -> None:
    asked = table(edition)
    status, said = ask(house, "spymaster", **asked, side=first_side(edition), key=key_of(edition))
    assert status == 200
    assert set(said) == {"word", "number", "by"}  # not what it meant: those who guess look at this screen
    assert said["by"] == "bureau" and said["number"] >= 1
    words = [card for card in asked["cards"] if ":" not in card]
    assert judge(said["word"], said["number"], words, asked["language"], EDITIONS[edition].clues).verdict == "valid"


@pytest.mark.parametrize("mode", ["coop", "trio"])
def test_two_and_three_players_have_a_spymaster_too(house: Node, mode: str) -> None:
    key = key_of("classic")
    status, said = ask(house, "spymaster", **table(mode=mode), side="red", key=key)
    assert status == 200 and said["by"] == "bureau"


def test_nobody_speaks_for_an_imaginary_team(house: Node) -> None:
    status, problem = ask(house, "spymaster", **table(mode="coop"), side="blue", key=key_of("classic"))
    assert (status, problem["code"], problem["details"]["reason"]) == (400, "bad_board", "no_giver")


def test_a_clue_is_not_given_twice(house: Node) -> None:
    asked = {**table(), "side": "red", "key": key_of("classic")}
    _, first = ask(house, "spymaster", **asked)
    said = {"side": "red", "word": first["word"], "number": first["number"], "touched": []}
    _, second = ask(house, "spymaster", **asked, log=[said])
    assert second["word"].lower() != first["word"].lower()


def test_covers_of_another_key_are_noticed(house: Node) -> None:
    key = key_of("classic")
    covers = [None if of != "red" else "blue" for of in key]
    status, problem = ask(house, "spymaster", **table(), side="red", key=key, covers=covers)
    assert (status, problem["code"]) == (400, "other_key")
    duet = key_of("duet")
    covers = ["green" if of == "bystander" else None for of in duet]
    assert ask(house, "spymaster", **table("duet"), side="a", key=duet, covers=covers)[1]["code"] == "other_key"


def test_who_has_found_all_is_told_so(house: Node) -> None:
    key = key_of("classic")
    covers = [of if of == "red" else None for of in key]
    asked = {**table(), "side": "red", "key": key, "covers": covers}
    assert ask(house, "spymaster", **asked)[1]["code"] == "nothing_left_to_guess"


# ---------------------------------------------------------------------------------------------------------------------
# An operative


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_missing_operative_touches_one_card_after_the_other_and_stops(house: Node, edition: str) -> None:
    """Every card that it names turns out to be right here: it stops of its own will, or when its guesses are over."""
    rules, asked, key = EDITIONS[edition], table(edition), key_of(edition)
    side = first_side(edition)
    _, clue = ask(house, "spymaster", **asked, side=side, key=key)
    agent = rules.side[rules.side[side].clues_to].agent
    line: dict[str, Any] = {"side": side, "word": clue["word"], "number": clue["number"], "touched": []}
    asked |= {"starts": next(iter(rules.deals)), "covers": [None] * rules.size}
    for _ in range(clue["number"] + 2):
        status, said = ask(house, "operative", **asked, log=[line])
        assert status == 200
        if said["card"] is None:
            break
        assert asked["covers"][said["card"]] is None
        assert 0 < said["sure"] <= 1 and said["by"] == "bureau"
        asked["covers"][said["card"]] = agent
        line["touched"].append({"card": said["card"], "identity": agent})
    assert said["card"] is None
    assert line["touched"]


def test_an_operative_follows_the_clue(house: Node) -> None:
    cards = ["PIANO", "GUITAR", "DRUM", *[f"{word}" for word in ("BANK", "WOLF", "SHIP", "TREE", "KNIFE", "MOON")]]
    cards += [card for card in table()["cards"] if card not in cards][: 25 - len(cards)]
    asked = {**table(), "cards": cards, "starts": "red"}
    clue = {"side": "red", "word": "orchestra", "number": 3}
    assert ask(house, "operative", **asked, log=[clue])[1]["card"] in (0, 1, 2)
    covers = ["red", "red", "red", *[None] * 22]
    earlier = {"side": "red", "word": "forest", "number": 2}
    touched = [{"card": card, "identity": "red"} for card in range(3)]
    _, more = ask(house, "operative", **asked, covers=covers, log=[earlier, {**clue, "touched": touched}])
    assert more["card"] in (None, cards.index("WOLF"), cards.index("TREE"))  # what an earlier clue still promises


def holds_a_key(kind: Any) -> bool:
    if isinstance(kind, msgspec.inspect.StructType):
        return any("key" in field.name or holds_a_key(field.type) for field in kind.fields)
    return any(map(holds_a_key, [getattr(kind, "item_type", None), *getattr(kind, "types", ())])) if kind else False


def test_only_the_spymasters_question_has_a_field_for_a_key(house: Node) -> None:
    assert holds_a_key(msgspec.inspect.type_info(wire.SpymasterQuestion))
    for kind in (wire.OperativeQuestion, wire.RefereeQuestion):
        assert not holds_a_key(msgspec.inspect.type_info(kind))
    clue = {"side": "red", "word": "orchestra", "number": 3}
    for whom, more in (("operative", {"log": [clue], "starts": "red"}), ("referee", {"word": "moment", "number": 1})):
        status, problem = ask(house, whom, **table(), **more, key=key_of("classic"))
        assert (status, problem["code"]) == (400, "bad_message")
        assert "key" in problem["details"]["reason"]


# ---------------------------------------------------------------------------------------------------------------------
# Those who mean no good


@pytest.mark.parametrize(
    "whom, wrong, code",
    [
        ("operative", {"edition": "nowhere"}, "unknown_edition"),
        ("operative", {"cards": ["ONE"] * 25}, "bad_board"),
        ("operative", {"cards": ["ONE"]}, "bad_board"),
        ("operative", {"cards": []}, "bad_message"),
        ("operative", {"cards": ["\x00"] * 25}, "bad_board"),
        ("operative", {"cards": ["x" * 101, *"abcdefghijklmnopqrstuvwx"]}, "bad_message"),
        ("operative", {"covers": ["red"]}, "bad_board"),
        ("operative", {"covers": ["green"] * 25}, "bad_board"),
        ("operative", {"covers": ["red"] * 25}, "bad_board"),
        ("operative", {"marks": [["a"]] * 25, "covers": ["red"] * 2}, "bad_board"),
        ("operative", {"marks": [["nobody"]] * 25}, "bad_board"),
        ("operative", {"log": []}, "bad_board"),
        ("operative", {"log": [{**CLUE, "side": "green"}]}, "bad_board"),
        ("operative", {"log": [{**CLUE, "word": " "}]}, "bad_board"),
        ("operative", {"log": [{**CLUE, "word": "\x1b[2J"}]}, "bad_board"),
        ("operative", {"log": [{**CLUE, "number": -1}]}, "bad_message"),
        ("operative", {"log": [{**CLUE, "touched": [{"card": 25, "identity": "red"}]}]}, "bad_board"),
        ("operative", {"log": [{**CLUE, "touched": [{"card": 2, "identity": "gold"}]}]}, "bad_board"),
        ("operative", {"log": [CLUE] * 1000}, "bad_message"),
        ("operative", {"starts": "green"}, "bad_board"),
        ("operative", {"mode": "alone"}, "bad_message"),
        ("operative", {"tokens": 3}, "bad_board"),
        ("operative", {"language": "xx"}, "bad_message"),
        ("spymaster", {"key": ["red"] * 25}, "other_key"),
        ("spymaster", {"key": ["gold"] * 25}, "bad_board"),
        ("spymaster", {"key": []}, "bad_board"),
        ("spymaster", {"side": "nobody"}, "bad_board"),
        ("spymaster", {"covers": [None] * 24 + ["gold"]}, "other_key"),
        ("spymaster", {"covers": [None] * 26}, "bad_board"),
        ("spymaster", {"marks": [["red"]] * 25}, "bad_board"),
        ("spymaster", {"log": [{**CLUE, "side": "x"}]}, "bad_board"),
        ("referee", {"covers": ["red"]}, "bad_board"),
        ("referee", {"marks": [["red"]]}, "bad_board"),
        ("referee", {"cards": ["ONE", "TWO"]}, "bad_board"),
        ("referee", {"word": "x" * 1000}, "bad_message"),
    ],
)
def test_what_can_be_no_table_is_refused(house: Node, whom: str, wrong: dict[str, Any], code: str) -> None:
    more: dict[str, dict[str, Any]] = {
        "operative": {"log": [CLUE], "starts": "red"},
        "spymaster": {"side": "red", "key": key_of("classic")},
        "referee": {"word": "orchestra", "number": 1},
    }
    status, problem = ask(house, whom, **{**table(), **more[whom], **wrong})
    assert (status, problem["code"]) == (400, code)


def test_hostile_words_are_answered_like_any(house: Node) -> None:
    words = [*dict.fromkeys((*KNOWN, HARDEST, *hostile_words("de", 80), *ODD))]
    readable = [word for word in words if word.isprintable() and word.strip() and len(word) <= 80]
    asked = {**table("duet"), "language": "de", "cards": readable[:25]}
    for word in readable[25:45]:
        line = {"side": "a", "word": word, "number": 2}
        assert ask(house, "referee", **asked, word=word, number=2)[0] == 200
        assert ask(house, "operative", **asked, log=[line])[0] == 200
    assert ask(house, "spymaster", **asked, side="a", key=key_of("duet"))[0] == 200


def test_a_household_asks_only_so_often(tmp_path: Path) -> None:
    with serving(tmp_path, bots=0, new_per_minute=5) as node:
        asked = {**table(), "word": "moment", "number": 1}
        answers = [ask(node, "referee", **asked) for _ in range(8)]
        assert [status for status, _ in answers] == [200] * 5 + [429] * 3
        assert answers[-1][1]["code"] == "too_fast"


def test_a_flood_is_turned_away_and_some_are_answered(house: Node) -> None:
    asked = {**table(), "side": "red", "key": key_of("classic")}
    with ThreadPoolExecutor(16) as crowd:
        answers = list(crowd.map(lambda _: ask(house, "spymaster", **asked), range(16)))
    assert {status for status, _ in answers} == {200, 503}
    assert {said["code"] for status, said in answers if status == 503} == {"busy"}


def test_a_house_without_bots_still_has_a_referee(node: Node) -> None:
    assert ask(node, "referee", **table(), word="moment", number=1)[0] == 200
    assert ask(node, "operative", **table(), log=[CLUE], starts="red")[1]["code"] == "no_bots"
    assert ask(node, "spymaster", **table(), side="red", key=key_of("classic"))[1]["code"] == "no_bots"


def test_nothing_of_a_question_is_kept_or_logged(tmp_path: Path) -> None:
    with thinking(tmp_path) as node:
        cards = ["ZEBRAFINKQ", *table()["cards"][1:]]
        asked = {**table(), "cards": cards, "side": "red", "key": key_of("classic")}
        assert ask(node, "spymaster", **asked)[0] == 200
        assert ask(node, "spymaster", **{**asked, "key": []})[0] == 400
        assert ask(node, "referee", **table() | {"cards": cards}, word="quorlix", number=1)[0] == 200
        line = {"side": "red", "word": "quorlix", "number": 1}
        assert ask(node, "operative", **table() | {"cards": cards}, log=[line], starts="red")[0] == 200
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"node.started" in kept  # the log is among them
    assert b"ZEBRAFINKQ" not in kept and b"quorlix" not in kept


def test_any_node_answers_alike(house: Node, tmp_path: Path) -> None:
    """Nothing is remembered, so it is all the same which node is asked, and in which order."""
    asked = {**table("duet"), "side": "a", "key": key_of("duet")}
    line = {"side": "a", "word": "Wasser", "number": 2}
    with thinking(tmp_path) as other:
        for whom, more in (("spymaster", asked), ("operative", {**table("duet"), "log": [line]})):
            first, second = ask(house, whom, **more), ask(other, whom, **more)
            assert first[0] == second[0] == 200
            told = [{name: value for name, value in said.items() if name != "sure"} for _, said in (first, second)]
            assert told[0] == told[1]


# ---------------------------------------------------------------------------------------------------------------------
# Decks


def test_every_deck_can_be_read_card_by_card(node: Node) -> None:
    catalogue = node.ask("GET", "/api/catalogue")[1]
    assert len(catalogue["decks"]) >= 9
    for info in catalogue["decks"]:
        status, found, _ = node.ask("GET", f"/api/decks/{info['language']}/{info['id']}")
        assert status == 200
        assert (found["name"], len(found["cards"])) == (info["name"], info["cards"])
        drawn = {face for card in found["cards"] for face in card if ":" in face}
        assert set(found["alt"]) == drawn
        assert bool(drawn) == info["drawn"]


@pytest.mark.parametrize("path", ["en/nowhere", "xx/classic", "en/..%2F..%2Fpyproject"])
def test_there_is_no_other_deck(node: Node, path: str) -> None:
    status, problem, _ = node.ask("GET", f"/api/decks/{path}")
    assert status == 404 and problem["code"] in ("no_such_deck", "not_found")
