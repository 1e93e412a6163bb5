"""`deckname-record/1`: reading, writing, and refusing what is no record."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckname.engine import EDITIONS
from deckname.engine.model import Mode, Options
from deckname.engine.record import (
    LARGEST,
    IllegalMove,
    RecordError,
    final_table,
    format_record,
    parse_record,
    summary,
)
from tests.engine.random_play import random_game
from tests.playing import Game


def document(edition="classic", moves=(), **fields):
    game = Game(edition)
    faces = game.key.layers
    data = {
        "format": "deckname-record/1",
        "edition": edition,
        "players": "teams",
        "language": "fr",
        "options": {"zero": True},
        "cards": list(game.table.setup.cards),
        "key": list(faces[0]) if len(faces) == 1 else [list(pair) for pair in zip(*faces, strict=True)],
        "starts": "red",
        "moves": list(moves),
    }
    if edition == "duet":
        del data["starts"]
    return data | fields


def parse(data):
    return parse_record(json.dumps(data))


MOVES = [
    {"seat": "red.giver", "do": "clue", "word": "arbre", "number": 2},
    {"seat": "red.guesser", "do": "guess", "card": 7},
    {"seat": "red.guesser", "do": "stop"},
    {"seat": "blue.giver", "do": "clue", "word": "mer", "number": 0},
    {"seat": "red.giver", "do": "challenge"},
    {"seat": "red.giver", "do": "waive"},
    {"seat": "blue.guesser", "do": "guess", "card": 9},
    {"seat": "clock", "do": "stop"},
    {"seat": "red.giver", "do": "clue", "word": "ciel", "number": 1},
    {"seat": "blue.guesser", "do": "challenge"},
    {"seat": "blue.giver", "do": "cover", "card": 10},
]


def test_a_record_is_read_replayed_and_written_again():
    record = parse(document(moves=MOVES))
    assert json.loads(format_record(record)) == document(moves=MOVES)
    assert summary(final_table(record), len(record.moves)) == {
        "phase": "clue",
        "winners": None,
        "reason": None,
        "to_move": ["blue.giver"],
        "left": {"red": 8, "blue": 6},
        "tokens": None,
        "score": None,
        "moves": 11,
    }


def test_fields_with_defaults_may_be_left_out():
    data = document()
    for name in ("players", "options", "language"):
        del data[name]
    record = parse(data)
    assert record.table.setup.mode is Mode.TEAMS
    assert record.table.setup.options == Options()
    assert record.language == "und"


def test_clue_policy_and_approval_are_kept():
    moves = [MOVES[0] | {"approved": True}]
    data = document(moves=moves, clues={"allow_multiword": True, "sound": "ask"})
    assert json.loads(format_record(parse(data))) == data


def test_a_duet_record():
    moves = [
        {"seat": "b.giver", "do": "clue", "word": "mer", "number": 2},
        {"seat": "a.guesser", "do": "guess", "card": 12},
        {"seat": "a.guesser", "do": "guess", "card": 18},
    ]
    record = parse(document("duet", moves=moves, options={"mission": "cairo"}))
    assert summary(final_table(record), 3) == {
        "phase": "clue",
        "winners": None,
        "reason": None,
        "to_move": ["a.giver"],
        "left": {"green": 14},
        "tokens": {"bystander": 4, "closed": 4},
        "score": None,
        "moves": 3,
    }


def test_a_finished_game():
    played = random_game(Random(1), EDITIONS["pictures"], Mode.COOP, Options(), skill=1.0)
    final = summary(final_table(played.record), len(played.moves))
    assert (final["phase"], final["to_move"]) == ("over", [])
    assert final["reason"] == "all_found"
    assert final["score"] == min(final["left"][side] for side in ("red", "blue") if final["left"][side])


def test_the_first_illegal_move_is_named():
    with pytest.raises(IllegalMove) as illegal:
        final_table(parse(document(moves=[MOVES[0], MOVES[1], MOVES[1]])))
    assert (illegal.value.index, illegal.value.code) == (2, "card_covered")


def without(name):
    data = document()
    del data[name]
    return data


def key_with(change, edition="classic"):
    data = document(edition)
    change(data["key"])
    return data


def move(**fields):
    return document(moves=[{key: value for key, value in (MOVES[0] | fields).items() if value is not ...}])


BAD = {
    "not_object": [[], "text", 7, None, document(options=[]), document(moves=[3]), document(clues=7)],
    "unknown_field": [document(extra=1), document(options={"speed": True}), move(card=3), move(extra=1)],
    "missing_field": [
        *map(without, ("format", "edition", "cards", "key", "moves", "starts")),
        move(word=...),
        move(number=...),
        document(moves=[{"seat": "red.guesser", "do": "guess"}]),
        document(moves=[{"do": "stop"}]),
    ],
    "unknown_format": [document(format="deckname-record/2"), document(format=1)],
    "unknown_edition": [document() | {"edition": e} for e in ("chess", 3, None)],
    "unknown_players": [document(players="solo")],
    "unknown_language": [document(language="F R"), document(language="")],
    "not_str": [
        document(players=3),
        document(language=None),
        document(cards=[1] * 25),
        document(starts=1),
        move(word=3),
    ],
    "not_list": [
        document(cards="POMME"),
        document(key={}),
        document() | {"moves": {}},
        document("duet", key=["green"] * 25),
    ],
    "not_int": [
        *(move(number=number) for number in ("2", 2.0, True, None, [2], "two")),
        document("duet", options={"tokens": "9"}),
        document("duet", options={"mistakes": True}),
        document(moves=[MOVES[0], {"seat": "red.guesser", "do": "guess", "card": "7"}]),
    ],
    "not_bool": [document(options={"zero": 1}), move(approved="yes")],
    "unknown_move": [move(do="resign"), move(do=None), move(do=...), move(do=[])],
    "unknown_seat": [move(seat="red"), move(seat="red.king"), move(seat=".giver"), move(seat=3), move(seat="")],
    "bad_start": [document(starts="green"), document("duet", starts="a")],
    "bad_mode": [document("duet", players="coop")],
    "bad_option": [
        document(options={"tokens": 9}),
        document("duet", options={"unlimited": True}),
        document("family-easy", options={"assassin_last": True}),
    ],
    "no_such_mission": [document("duet", options={"mission": "atlantis"})],
    "bad_tokens": [document("duet", options={"tokens": 0}), document("duet", options={"tokens": 10**6})],
    "bad_mistakes": [document("duet", options={"mistakes": 10})],
    "wrong_card_count": [document(cards=["A", "B"]), document(cards=[])],
    "card_twice": [document(cards=["A"] * 25)],
    "unreadable_card": [document(cards=["", *(str(n) for n in range(24))])],
    "unreadable_text": [
        document(cards=["\ud800", *(str(n) for n in range(24))]),
        move(word="a\nb"),
        document("duet", options={"mission": "a\nb"}),
    ],
    "wrong_key_length": [
        key_with(lambda key: key.pop()),
        key_with(lambda key: key.clear()),
        key_with(lambda key: key.clear(), "duet"),
        key_with(lambda key: key[0].append("green"), "duet"),
    ],
    "key_does_not_fit": [
        document(starts="blue"),
        key_with(lambda key: key.__setitem__(0, "blue")),
        key_with(lambda key: key.__setitem__(0, "green")),
        key_with(lambda key: key.__setitem__(0, ["green", "green"]) or key.__setitem__(20, ["green", "green"]), "duet"),
    ],
}


@pytest.mark.parametrize(("code", "data"), [(code, data) for code, cases in BAD.items() for data in cases])
def test_what_is_no_record_is_refused_with_a_reason(code, data):
    with pytest.raises(RecordError) as error:
        parse(data)
    assert error.value.code == code


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not_json"),
        (b"\x00\x01\x02", "not_json"),
        (b"\xff\xfe\x00", "not_text"),
        (b"{" * 100_000, "not_json"),
        (b"[" * 100_000, "not_json"),
        (b"9" * 100_000, "not_json"),
        (b'{"format": NaN}', "not_a_number"),
        (b'{"format": -Infinity}', "not_a_number"),
        (b'{"a": 1, "a": 2}', "field_twice"),
        (b"{" + b",".join(b'"%06d": 1' % n for n in range(60_000)) + b', "x": 1, "x": 2}', "field_twice"),
        (b" " * (LARGEST + 1), "too_large"),
    ],
)
def test_what_is_no_json_is_refused(data, code):
    with pytest.raises(RecordError) as error:
        parse_record(data)
    assert error.value.code == code


@pytest.mark.parametrize("depth", [200, 900, 950, 980, 988, 995])
def test_deeply_nested_values_get_a_reason(depth):
    text = json.dumps(move(number="HERE")).replace('"HERE"', "[" * depth + "]" * depth)
    with pytest.raises(RecordError):
        parse_record(text)


def test_a_byte_order_mark_does_no_harm():
    assert parse_record(b"\xef\xbb\xbf" + json.dumps(document()).encode()).language == "fr"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(document(moves=MOVES))), JSON, st.integers(0, 10))
def test_damaged_records_never_crash(field, value, index):
    """Whatever one field or one move is replaced by: a record, or a RecordError."""
    damaged = document(moves=MOVES) | {field: value}
    for data in (damaged, document(moves=[*MOVES[:index], value, *MOVES[index:]])):
        try:
            record = parse(data)
            final_table(record)
        except (RecordError, IllegalMove) as error:
            assert error.code


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200))
def test_noise_is_refused(data):
    with pytest.raises(RecordError):
        parse_record(data)
