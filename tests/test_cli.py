"""The `deckname` command as its user meets it: real processes, their output and their exit codes."""

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

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
