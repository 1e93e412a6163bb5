"""The command line."""

import argparse
import json
import shlex
import sys
from pathlib import Path

import pytest

from deckname.referee import Referee, judge
from deckname.referee import referee as referee_at_hand
from deckname.referee.cli import add_commands

pytestmark = pytest.mark.usefixtures("referee")


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers(required=True))
    args = parser.parse_args(words)
    code: int = args.run(args)
    return code


def test_one_clue_is_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    words = "judge --language fr --edition duet --number 1 --board ROUAGE,CHIEN ROUE"
    assert run(*words.split()) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["verdict"] == "invalid"
    assert answer["rule"] == "K3"
    assert answer["card"] == "ROUAGE"
    assert "ROUAGE" in answer["reason"]


def test_options_and_unlimited(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--number", "unlimited", "--options", "allow_multiword,allow_sounds")
    assert run("judge", "--language", "en", "--board", "APPLE", *options, "New York") == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "valid"


def test_a_table_is_scored(capsys: pytest.CaptureFixture[str]) -> None:
    table = Path(__file__).parent / "cases" / "fr_tuned.tsv"
    assert run("judge", "--cases", str(table)) == 0
    report = capsys.readouterr().out
    assert "exact" in report
    assert "precision" in report
    assert "family" in report


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["judge", "--language", "fr"], "name a clue"),
        (["judge", "moon"], "--language"),
        (["judge", "--language", "en", "--number", "x", "moon"], "--number should be a whole number from 0 to 999"),
        (["judge", "--language", "en", "--options", "magic", "moon"], "magic"),
        (["judge", "--cases", "nowhere_fr.tsv"], "nowhere_fr.tsv"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert complaint in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["judge", "--language", "fr"], "indiquez un indice"),
        (["judge", "lune"], "indiquez la langue avec --language"),
        (["judge", "--language", "fr", "--number", "1000", "lune"], "--number doit être un nombre entier de 0 à 999"),
        (["judge", "--language", "fr", "--options", "magie", "lune"], "pas d’option « magie »"),
    ],
)
def test_bad_input_is_told_in_the_users_language(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKNAME_LANGUAGE", "fr")
    assert run(*words) == 2
    assert complaint in capsys.readouterr().err


def test_without_its_file_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DECKNAME_ASSETS", str(tmp_path))
    assert not referee_at_hand().complete
    assert not judge("moon", 1, ["SUN"], "en").complete
    assert run("judge", "--no-build", "--language", "en", "--board", "SUN", "sun") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], answer["complete"]) == ("invalid", False)


def test_where_nobody_can_make_the_file_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DECKNAME_ASSETS", str(tmp_path))
    monkeypatch.setenv("DECKNAME_WORKSHOP", "off")
    assert run("judge", "--language", "en", "--board", "SUN", "sun") == 2
    assert "not made ahead" in capsys.readouterr().err


def test_where_a_workshop_is_at_hand_the_file_is_made_first(
    tmp_path: Path, referee: Referee, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert referee.path
    made = tmp_path / referee.path.name
    monkeypatch.setenv("DECKNAME_ASSETS", str(tmp_path))
    make = f"import os, sys; assert sys.argv[1:] == ['referee']; os.symlink({str(referee.path)!r}, {str(made)!r})"
    monkeypatch.setenv("DECKNAME_WORKSHOP", shlex.join([sys.executable, "-c", make]))
    assert run("judge", "--language", "en", "--board", "SUN", "sunny") == 0
    assert json.loads(capsys.readouterr().out)["complete"]
