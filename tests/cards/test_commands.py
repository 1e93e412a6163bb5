"""`deckname decks`, and the sentences for every refusal of a deck."""

import ast
import inspect
import re
from argparse import ArgumentParser
from importlib import resources

import pytest

from deckname.cards import commands, decks
from deckname.language import LANGUAGES, catalogue, say

every_language = pytest.mark.parametrize("language", LANGUAGES)


def run(*arguments):
    parser = ArgumentParser()
    commands.add_commands(parser.add_subparsers())
    args = parser.parse_args(["decks", *map(str, arguments)])
    return args.run(args)


@every_language
def test_the_built_in_decks_are_listed(language, capsys):
    assert run("--language", language) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert all("200" in line for line in lines)
    assert "Klassisch" in lines[0]


@every_language
def test_a_deck_file_is_checked(language, capsys, tmp_path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_bytes(resources.files("deckname.cards").joinpath("words", "fr", "duet.txt").read_bytes())
    assert run("--language", language, "check", good) == 0
    assert "Duo" in capsys.readouterr().out
    bad.write_text("name: Ours\nlanguage: en\n\nSTAR / STAR\n")
    assert run("--language", language, "check", bad) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err == f"{bad}: {say(language, 'deck_error.duplicate_word', line=4, word='STAR')}\n"


def test_the_answer_is_in_the_language_of_the_system(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("DECKNAME_LANGUAGE", "de")
    assert run("check", tmp_path / "nowhere.txt") == 2
    assert capsys.readouterr().err == f"{tmp_path / 'nowhere.txt'}: Datei nicht gefunden\n"


def test_folders_and_huge_files_are_refused(capsys, tmp_path):
    assert run("--language", "en", "check", tmp_path) == 2
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(10**9)  # takes no space on the disk
    assert run("--language", "en", "check", huge) == 1
    assert capsys.readouterr().err.count("\n") == 2


def refusals():
    """Every code that `decks.py` raises, with the names of its details."""
    return {
        call.args[0].value: {keyword.arg for keyword in call.keywords}
        for call in ast.walk(ast.parse(inspect.getsource(decks)))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "DeckError"
    }


@every_language
def test_every_refusal_has_a_sentence_with_its_details(language):
    assert len(refusals()) == 16
    sentences = {name: text for name, text in catalogue(language).items() if name.startswith("deck_error.")}
    assert sentences.keys() == {f"deck_error.{code}" for code in refusals()}
    for code, details in refusals().items():
        assert set(re.findall(r"{(\w+)}", sentences[f"deck_error.{code}"])) == details, code
        assert "{" not in say(language, f"deck_error.{code}", **dict.fromkeys(details, 7))
