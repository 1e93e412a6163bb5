"""`deckname decks`, and the sentences for every refusal of a deck."""

import ast
import inspect
import re

import pytest

from deckname import words
from deckname.cards import decks
from deckname.cli import main
from deckname.language import LANGUAGES, catalogue, say


@pytest.fixture(params=LANGUAGES)
def language(request, monkeypatch):
    monkeypatch.setenv("DECKNAME_LANGUAGE", request.param)
    return request.param


def run(*arguments):
    with pytest.raises(SystemExit) as ended:
        main(["decks", *map(str, arguments)])
    return ended.value.code


def test_the_built_in_decks_are_listed(language, capsys):
    assert run() == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 12
    assert all(("140" if "pictures" in line else "200") in line for line in lines)
    assert "Klassisch" in lines[0]


def test_a_deck_file_is_checked(language, capsys, tmp_path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_bytes(words.text("fr", "decks/duet").encode())
    assert run("check", good) == 0
    assert "Duo" in capsys.readouterr().out
    bad.write_text("name: Ours\nlanguage: en\n\nSTAR / STAR\n")
    assert run("check", bad) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err == f"deckname: {bad}: {say(language, 'deck_error.duplicate_word', line=4, word='STAR')}\n"


def test_what_cannot_be_read_is_said_in_one_line(language, capsys, tmp_path):
    assert run("check", tmp_path / "nowhere.txt") == 2
    assert run("check", tmp_path) == 2
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(10**9)  # takes no space on the disk
    assert run("check", huge) == 1
    lines = capsys.readouterr().err.splitlines()
    assert [line.startswith(f"deckname: {tmp_path}") for line in lines] == [True] * 3
    assert lines[0].endswith(say(language, "error.no_such_file"))


def refusals():
    """Every code that `decks.py` raises, with the names of its details."""
    return {
        call.args[0].value: {keyword.arg for keyword in call.keywords}
        for call in ast.walk(ast.parse(inspect.getsource(decks)))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "DeckError"
    }


def test_every_refusal_has_a_sentence_with_its_details(language):
    assert len(refusals()) == 16
    sentences = {name: text for name, text in catalogue(language).items() if name.startswith("deck_error.")}
    assert sentences.keys() == {f"deck_error.{code}" for code in refusals()}
    for code, details in refusals().items():
        assert set(re.findall(r"{(\w+)}", sentences[f"deck_error.{code}"])) == details, code
        assert "{" not in say(language, f"deck_error.{code}", **dict.fromkeys(details, 7))
