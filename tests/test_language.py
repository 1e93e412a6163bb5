"""Every sentence exists in every language, and every code that can reach a user has one."""

import ast
import re
import string
from pathlib import Path

import pytest

import deckname
from deckname.engine import EDITIONS
from deckname.engine.looks import TEAMS
from deckname.engine.missions import MAP
from deckname.engine.model import Mode, Phase, Reason, Refusal, Role
from deckname.engine.next_time import Advice
from deckname.language import LANGUAGES, catalogue, say, user_language

SOURCE = Path(deckname.__file__).parent
BOOKS = ("classic", "pictures", "family-easy", "family-advanced", "duet")
"""Any other edition may be called by the name it brings."""
every_language = pytest.mark.parametrize("language", LANGUAGES)


def placeholders(message):
    forms = [message] if isinstance(message, str) else message.values()
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


@every_language
def test_catalogues_have_the_same_messages_with_the_same_details(language):
    ours, english = catalogue(language), catalogue("en")
    assert list(ours) == list(english)
    for name, message in ours.items():
        assert placeholders(message) == placeholders(english[name]), name
        assert isinstance(message, str) == isinstance(english[name], str), name


@every_language
def test_no_message_is_empty_or_left_in_english(language):
    for name, message in catalogue(language).items():
        assert all(form.strip() for form in ([message] if isinstance(message, str) else message.values())), name
    if language != "en":
        sentences = {n: m for n, m in catalogue(language).items() if isinstance(m, str) and len(m.split()) > 3}
        assert [name for name, message in sentences.items() if message == catalogue("en")[name]] == []


@every_language
def test_every_code_has_a_sentence(language):
    ours = catalogue(language)
    for code in Refusal:
        assert f"refusal.{code}" in ours
    for code in error_codes():
        assert f"error.{code}" in ours
    for edition in map(EDITIONS.__getitem__, BOOKS):
        assert {f"edition.{edition.id}", f"about.{edition.id}"} <= set(ours)
        first = 0 if edition.together else 1
        for step in range(first, len(edition.score_steps) + 1):
            assert f"score.{edition.id}_{step}" in ours
    for side in TEAMS:
        assert {f"side.{side}", f"identity.{side}", *(f"seat.{side}_{role}" for role in Role)} <= set(ours)
    for city in MAP.cities:
        assert f"city.{city}" in ours
    for mode in Mode:
        assert f"mode.{mode}" in ours
    for hint in Advice:
        assert f"advice.{hint}" in ours
    for reason in Reason:
        assert f"reason.{reason}" in ours


def error_codes():
    """The codes of every RecordError and SetupError that the source raises."""
    for file in (SOURCE / "engine").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            raised = isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("RecordError", "SetupError")
            if raised and node.args and isinstance(node.args[0], ast.Constant):
                yield node.args[0].value
    yield from ("not_int", "not_str", "not_bool")


def names_in_terms():
    """An edition may have its own terms for any message: `identity.treasure_assassin` for `identity.assassin`."""
    for name in catalogue("en"):
        section, key = name.split(".")
        yield from (f"{section}.{edition.terms}_{key}" for edition in EDITIONS.values() if edition.terms)


def test_every_message_is_used():
    """A name stands in the source, or is built there by an f-string from a word that stands in the source."""
    rooms = (SOURCE, SOURCE.parents[1] / "workshop" / "src")  # the workshop says its sentences by the same catalogue
    code = "\n".join(file.read_text("utf-8") for room in rooms for file in room.rglob("*.py"))
    built = [re.compile(f"{re.escape(a)}(.+){'' if '{' in b else b}") for a, b in BUILT_NAME.findall(code)]
    sections = re.findall(
        r'_in_edition\(table, "(\w+)"|in_terms\([\w.]+, "(\w+)"|^    sentences = "(\w+)"', code, re.MULTILINE
    )
    built += [re.compile(rf"{section}\.(.+)") for found in sections for section in found if section]
    words = set(re.findall(r"""["']([\w-]+)["']""", code)) | set(MAP.cities) | set(EDITIONS)
    words |= {f"{edition.id}_{step}" for edition in EDITIONS.values() for step in range(len(edition.score_steps) + 1)}
    words |= {f"{reason}_together" for reason in Reason} | {f"{due}_due" for due in (*Phase, "challenged")}
    words |= {f"{side}_{role}" for side in TEAMS for role in Role}
    own = set(names_in_terms())
    for name in catalogue("en"):
        used = f'"{name}"' in code or f"'{name}'" in code or name in own
        assert used or any((m := form.fullmatch(name)) and m[1] in words for form in built), name


BUILT_NAME = re.compile(r"""f["']([a-z_]+\.[a-z_]*)\{[^}]+\}((?:[a-z_]|\{[^}]+\})*)["']""")


def test_plurals_follow_the_language():
    assert say("en", "terminal.guesses_left", count=1) == "1 guess left"
    assert say("en", "terminal.guesses_left", count=0) == "0 guesses left"
    assert say("fr", "terminal.guesses_left", count=0) == "encore 0 proposition"
    assert say("de", "terminal.guesses_left", count=2) == "noch 2 Versuche"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT", "LC_ALL": "fr_CA"}, "fr"),
        ({"LANG": "de_AT", "DECKNAME_LANGUAGE": "en"}, "en"),
        ({"LANG": "de_AT", "LC_ALL": ""}, "de"),
        ({"LANG": "es_ES"}, "en"),
    ],
)
def test_the_users_language(environment, language):
    assert user_language(environment) == language
