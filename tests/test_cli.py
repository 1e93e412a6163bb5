"""The `deckname` command as its user meets it: real processes, their output and their exit codes."""

import argparse
import contextlib
import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from deckname.cli import build_parser, main
from deckname.engine import EDITIONS
from deckname.engine.model import Mode, Options
from deckname.engine.record import format_record
from tests.engine.random_play import random_game
from tests.engine.test_record import MOVES, document


def deckname(*arguments, language="en", stdin=b""):
    environment = {**os.environ, "DECKNAME_LANGUAGE": language, "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "deckname", *map(str, arguments)]
    result = subprocess.run(command, input=stdin, capture_output=True, env=environment, timeout=60, check=False)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


@pytest.fixture
def record(tmp_path):
    def write(data):
        file = tmp_path / "game.json"
        file.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
        return file

    return write


def test_replay_prints_where_the_game_stands(record):
    code, out, err = deckname("replay", record(document(moves=MOVES)))
    assert (code, err) == (0, "")
    assert json.loads(out)["to_move"] == ["blue.giver"]
    assert out.count("\n") == 1


def test_replay_reads_standard_input():
    code, out, _ = deckname("replay", "-", stdin=json.dumps(document()).encode())
    assert (code, json.loads(out)["moves"]) == (0, 0)


def test_an_illegal_move_is_named_on_the_same_stream(record):
    code, out, err = deckname("replay", record(document(moves=[MOVES[1]])))
    assert (code, json.loads(out), err) == (1, {"error": "not_your_turn", "move": 0}, "")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("data", ["", "[]", "{" * 50_000, json.dumps(document(extra=1)), "x" * 1_000_001])
def test_what_is_no_record_gets_one_clear_line(record, data, language):
    code, out, err = deckname("replay", record(data), language=language)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_files_that_cannot_be_read(tmp_path):
    for name, message in (
        (tmp_path, "cannot be read"),
        (tmp_path / "nothing", "no such file"),
        ("/dev/zero", "larger"),
    ):
        code, out, err = deckname("replay", name)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert message in err


def test_errors_come_in_the_users_language(tmp_path):
    assert "fichier introuvable" in deckname("replay", tmp_path / "x", language="fr")[2]
    assert "Datei nicht gefunden" in deckname("replay", tmp_path / "x", language="de")[2]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_show_plays_a_record_move_by_move(record, edition, language):
    played = random_game(Random(9), EDITIONS[edition], Mode.TEAMS, Options())
    code, out, err = deckname("replay", "--show", record(format_record(played.record)), language=language)
    assert (code, err) == (0, "")
    total = len(played.moves)
    assert all(str(number) in out for number in (1, total))
    assert out.count("──") >= total


def test_show_stops_at_an_illegal_move(record):
    code, out, _ = deckname("replay", "--show", record(document(moves=[MOVES[0], MOVES[2]])))
    assert code == 1
    assert "Move 2 is not legal: At least one guess before you stop." in out


def test_words_are_data_wherever_they_are_shown(record):
    """Markup in a clue, pictures of an unknown deck, a terminal without accents: shown as well as can be."""
    moves = [{"seat": "red.giver", "do": "clue", "word": "[/x][red]été[/red]", "number": 2}]
    cards = [f"picture:{n}" for n in range(25)]
    file = record(document(moves=moves, cards=cards))
    code, out, err = deckname("replay", "--show", file)
    assert (code, err) == (0, "")
    assert "[/x][red]été[/red]" in out
    command = [sys.executable, "-m", "deckname", "replay", "--show", str(file)]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "DECKNAME_LANGUAGE": "fr"}
    assert subprocess.run(command, capture_output=True, env=environment, timeout=60, check=False).returncode == 0


def test_output_that_cannot_be_written_is_no_traceback(record):
    command = [sys.executable, "-m", "deckname", "replay", str(record(document()))]
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert result.returncode == 1
    assert b"Traceback" not in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["replay"],
        ["replay", "--loud", "x"],
        ["terminal", "--edition", "chess"],
        ["terminal", "--seed", "soon"],
        ["terminal", "--zero"],
        ["terminal", "--edition", "duet", "--players", "coop"],
        ["terminal", "--edition", "classic", "--tokens", "9"],
        ["terminal", "--edition", "duet", "--tokens", "0"],
    ],
)
def test_unknown_input_gets_one_clear_line(arguments):
    code, out, err = deckname(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("deckname")


WRONG_USAGE = {
    "no command": ([], "missing: COMMAND", "il manque : COMMAND", "es fehlt: COMMAND"),
    "command": (["dance"], "not “dance”", "pas « dance »", "nicht „dance“"),
    "sub-command": (["bots", "dance"], "COMMAND should be", "COMMAND doit être", "COMMAND muss"),
    "argument": (["clue"], "missing: --cards, --key, --seat", "il manque : --cards", "es fehlt: --cards"),
    "option": (["replay", "x", "--loud"], "unknown: --loud", "inconnu : --loud", "unbekannt: --loud"),
    "choice": (
        ["clue", "--language", "xx"],
        "--language should be one of en, fr, de, not “xx”",
        "--language doit être l’un de en, fr, de, pas « xx »",
        "--language muss eines von en, fr, de sein, nicht „xx“",
    ),
    "int": (["terminal", "--seed", "it's"], "whole number, not “it's”", "nombre entier", "ganze Zahl"),
    "no value": (["terminal", "--seed"], "--seed needs", "--seed demande une valeur", "--seed braucht einen Wert"),
    "a value": (["replay", "--show=x", "y"], "--show takes no", "--show ne prend pas", "--show nimmt keinen"),
    "two options": (["terminal", "--mis"], "--mistakes, --mission", "peut désigner", "könnte"),
    "count": (["clue", "--top", "0"], "whole number from 1, not", "à partir de 1", "ganze Zahl ab 1"),
    "clue's number": (
        ["guess", "--number", "100"],
        "--number should be a whole number from 0 to 99, or “unlimited”, not “100”",
        "--number doit être un nombre entier de 0 à 99, ou « unlimited », pas « 100 »",
        "--number muss eine ganze Zahl von 0 bis 99 sein, oder „unlimited“, nicht „100“",
    ),
}


@pytest.mark.parametrize("wrong", WRONG_USAGE.values(), ids=WRONG_USAGE)
def test_what_the_command_line_cannot_read_is_told_in_the_users_language(capsys, monkeypatch, wrong):
    arguments, *sentences = wrong
    for language, words, see in zip(("en", "fr", "de"), sentences, ("see", "voir", "siehe"), strict=True):
        monkeypatch.setenv("DECKNAME_LANGUAGE", language)
        code, err = refused(capsys, arguments)
        assert code == 2
        assert words in err
        assert f"({see} deckname" in err and err.count("\n") == 1


@pytest.mark.parametrize("value", ["%s", "100 %", "%(value)s", "{value}", "it's", "” (choose from x)"])
def test_what_was_typed_is_told_as_it_was_typed(capsys, value):
    assert f"not “{value}”" in refused(capsys, ["terminal", "--seed", value])[1]
    assert f"not “{value}”" in refused(capsys, [value])[1]
    assert (
        f"unknown: {value}" in refused(capsys, ["decks", value])[1] or "not “" in refused(capsys, ["decks", value])[1]
    )


def test_whatever_else_uses_argparse_keeps_its_words(capsys):
    refused(capsys, ["replay"])
    with pytest.raises(SystemExit):
        argparse.ArgumentParser(prog="another").parse_args(["--loud"])
    assert "unrecognized arguments: --loud" in capsys.readouterr().err


def refused(capsys, arguments):
    """In this process, since there are many."""
    with pytest.raises(SystemExit) as exit:
        main(arguments)
    return exit.value.code, capsys.readouterr().err


def commands(parser, *names):
    """All commands, each with its parser."""
    yield [*names], parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield from commands(below, *names, name)


def test_nothing_that_a_command_refuses_is_left_in_english(capsys, monkeypatch):
    """Every command with an unknown option, every option with a value that is none, or with one too many or too few."""
    monkeypatch.setenv("DECKNAME_LANGUAGE", "fr")
    wrong = []
    for names, parser in commands(build_parser()):
        wrong.append([*names, "--no-such-option", "x"])
        for action in parser._actions:
            option = action.option_strings[-1] if action.option_strings else "help"
            if action.nargs == 0 and option not in ("--help", "--version"):
                wrong.append([*names, f"{option}=x"])
            elif action.nargs is None and action.option_strings:
                wrong.append([*names, option])
            if action.option_strings and (action.choices or action.type not in (None, Path)):
                wrong.append([*names, option, "none"])
    assert len(wrong) > 80
    for arguments in wrong:
        code, err = refused(capsys, arguments)
        words = r"il manque|inconnu|doit être|demande une valeur|ne prend pas de valeur|peut désigner"
        assert code == 2 and re.match(rf"deckname[a-z ]*: .*({words}).* \(voir deckname", err), (arguments, err)


def test_the_terminal_game_needs_a_terminal():
    code, _, err = deckname("terminal")
    assert (code, err) == (2, "deckname: this needs a terminal with a screen and a keyboard\n")


def test_help_reads_well():
    code, out, _ = deckname("--help")
    assert code == 0
    assert all(word in out for word in ("terminal", "replay", "start here"))
    assert max(map(len, out.splitlines())) <= 120
    code, out, _ = deckname("terminal", "--help")
    assert "--mission CITY" in out
    assert deckname("--version")[1].startswith("deckname ")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "database of another program"), ("fr", "d’un autre programme"), ("de", "eines anderen Programms")],
)
def test_a_server_that_cannot_use_its_file_says_so(tmp_path, language, words):
    with contextlib.closing(sqlite3.connect(tmp_path / "deckname.sqlite")) as recipes:
        recipes.execute("create table recipes (name)")
    code, out, err = deckname("serve", "--port=0", f"--data={tmp_path}", language=language)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
