"""`deckname key`: a key card in the terminal."""

import json

import pytest

from deckname.cli import main
from deckname.engine import EDITIONS
from deckname.engine.record import format_key
from deckname.gadget.keys import BOXES, FORMS, key_card, other_face, read_code
from deckname.language import LANGUAGES, say


@pytest.fixture(params=LANGUAGES)
def language(request, monkeypatch):
    monkeypatch.setenv("DECKNAME_LANGUAGE", request.param)
    return request.param


def run(*arguments):
    with pytest.raises(SystemExit) as ended:
        main(["key", *arguments])
    return ended.value.code


@pytest.mark.parametrize("form", range(len(FORMS)))
def test_a_code_is_a_key_as_a_record_has_it(capsys, form):
    card = key_card(1234, form)
    assert run(card.code.lower(), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["code", "edition", "starts", "key"]
    assert (told["code"], told["edition"], told["starts"]) == (card.code, card.edition.id, card.starts)
    assert told["key"] == json.loads(json.dumps(format_key(card.key)))


@pytest.mark.parametrize("edition", BOXES)
def test_without_a_code_there_is_a_new_one(capsys, edition):
    assert run("--edition", edition, "--json") == run("--edition", edition, "--json") == 0
    one, other = map(json.loads, capsys.readouterr().out.splitlines())
    assert one["edition"] == edition == read_code(one["code"]).edition.id
    assert one["code"] != other["code"] or one == other
    assert len(one["key"]) == EDITIONS[edition].size


def test_a_new_key_is_classic_unless_it_is_said(capsys):
    assert run("--json") == 0
    assert json.loads(capsys.readouterr().out)["edition"] == "classic"


def test_a_key_is_drawn_as_it_lies(language, capsys):
    card = key_card(99, 0)
    assert run(card.code) == 0
    title, _, *rows, _, legend = capsys.readouterr().out.splitlines()
    assert title == say(language, "key.started", code=card.code, edition=say(language, "edition.classic"),
                        side=say(language, "side.red"))  # fmt: skip
    signs = {of: say(language, f"key_sign.{of}") for of in ("red", "blue", "bystander", "assassin")}
    assert " ".join(rows).split() == [signs[of] for of in card.shown]
    assert all(f"{sign} {say(language, f'identity.{of}')}" in legend for of, sign in signs.items())


def test_one_face_of_two_is_drawn_unless_both_are_wanted(capsys):
    card = key_card(99, 9)
    assert run(card.code) == 0
    alone = capsys.readouterr().out.splitlines()
    assert alone[0].endswith(other_face(card).code)
    assert " ".join(alone[2:7]).split() == [say("en", f"key_sign.{of}") for of in card.key.layers[1]]
    assert run(card.code, "--both") == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[2:7]]
    for face, signs in enumerate(([sign for row in rows for sign in row[:5]], [s for row in rows for s in row[5:]])):
        assert signs == [say("en", f"key_sign.{of}") for of in card.key.layers[face]]


def test_the_treasures_have_a_curse(capsys):
    assert run("--edition", "family-advanced") == 0
    assert "X curse" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "code", "details"),
    [
        ("HKM", "wrong_length", {"count": 3, "needed": 6}),
        ("", "wrong_length", {"count": 0, "needed": 6}),
        ("HKMRSÄ", "wrong_letter", {"letter": "Ä"}),
        ("HHHHHH", "wrong_check", {}),
    ],
)
def test_what_is_no_code_is_told_in_one_line(language, capsys, typed, code, details):
    assert run(typed) == 2
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", f"deckname key: {say(language, f'key_error.{code}', **details)}\n")


def test_a_code_of_another_edition_is_told(language, capsys):
    assert run(key_card(5, 8).code, "--edition", "pictures", "--json") == 2
    output = capsys.readouterr()
    names = {"edition": say(language, "edition.duet"), "wanted": say(language, "edition.pictures")}
    assert (output.out, output.err) == ("", f"deckname key: {say(language, 'key_error.other_edition', **names)}\n")


def test_colours_are_for_terminals(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert run("--edition", "pictures") == 0
    assert "\033[97;41m" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    assert run("--edition", "pictures") == 0
    assert "\033" not in capsys.readouterr().out
