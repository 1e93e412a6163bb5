"""Logs tell what happens and never a secret."""

from __future__ import annotations

import io
import json
import logging
import secrets
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckname.server.logs import HIDDEN, PLAIN, clean, configure, short
from deckname.store import Stale

log = logging.getLogger("deckname.server.something")
FORMS = ["text", "json"]


@contextmanager
def captured(form: str, level: str = "debug") -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    stream = io.StringIO()
    configure(level, form, stream)
    try:
        yield stream
    finally:
        root.handlers[:], _ = before
        root.setLevel(before[1])
        logging.getLogger("deckname").setLevel(logging.NOTSET)
        logging.captureWarnings(False)


def logged(form: str, *arguments: object, logger: logging.Logger = log, **fields: object) -> str:
    with captured(form) as stream:
        logger.warning(*arguments, extra=fields)  # type: ignore[arg-type]
    return stream.getvalue()


def test_one_line_for_people() -> None:
    line = logged("text", "table.opened", table="secret-link", seats=4, seconds=0.12345678, reason="two words")
    assert line.count("\n") == 1
    assert line.split(" ", 2)[2] == (
        f'WARNING table.opened table={short("secret-link")} seats=4 seconds=0.123457 reason="two words"\n'
    )


def test_one_line_for_programs() -> None:
    line = json.loads(logged("json", "table.opened", table="secret-link", seats=4, error=None, state=True))
    assert line.pop("at").endswith("+00:00")
    assert line == {
        "level": "warning", "event": "table.opened", "table": short("secret-link"), "seats": 4, "error": None,
        "state": True,
    }  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("level", ["debug", "info", "warning", "error"])
def test_the_level_counts(form: str, level: str) -> None:
    with captured(form, level) as stream:
        for each in ("debug", "info", "warning", "error"):
            getattr(log, each)("something.happened")
    assert len(stream.getvalue().splitlines()) == 4 - ["debug", "info", "warning", "error"].index(level)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "name", ["token", "cookie", "authorization", "word", "clue", "key", "link", "cards", "path", "url"]
)
def test_fields_that_nobody_vouched_for_are_hidden(form: str, name: str) -> None:
    line = logged(form, "table.opened", **{name: "ARBRE"})
    assert "ARBRE" not in line
    assert HIDDEN in line
    assert name not in PLAIN


@pytest.mark.parametrize("form", FORMS)
def test_an_event_has_a_name_and_no_sentence(form: str) -> None:
    for message in ("The clue was ARBRE", f"table.{'ARBRE'}", "%s", 7):
        line = logged(form, message, *(["ARBRE"] if message == "%s" else []))
        assert "ARBRE" not in line
        assert HIDDEN in line


@pytest.mark.parametrize("form", FORMS)
def test_an_exception_is_told_by_type_and_place(form: str) -> None:
    def fail() -> None:
        try:
            raise Stale("the-link", 7)
        except Stale as stale:
            raise ExceptionGroup("ARBRE", [ValueError("ARBRE")]) from stale

    with captured(form) as stream:
        try:
            fail()
        except ExceptionGroup:
            log.exception("table.failed", extra={"table": "the-link"})
    line = stream.getvalue()
    assert line.count("\n") == 1
    assert "the-link" not in line and "ARBRE" not in line
    for part in ("Stale at test_logs.py", "ExceptionGroup at", "ValueError at", ":fail"):
        assert part in line


def test_an_exception_that_caused_itself() -> None:
    error = ValueError()
    error.__cause__ = KeyError()
    error.__cause__.__cause__ = error
    with captured("json") as stream:
        log.error("x", exc_info=error)
    assert json.loads(stream.getvalue())["exception"] == (
        "ValueError at an unknown place < KeyError at an unknown place"
    )


@given(
    st.integers(16, 40), st.sampled_from(FORMS), st.sampled_from(["{}", "/t/{}/x", "GET /api/tables/{}?a=b", "<{}>"])
)
def test_no_token_gets_out(size: int, form: str, around: str) -> None:
    token = secrets.token_urlsafe(size)
    text = around.format(token)
    other = logging.getLogger("uvicorn.error")
    lines = [
        logged(form, text),
        logged(form, text, logger=other),
        logged(form, "%s", text, logger=other),
        logged(form, "%d %d", text, logger=other),
        logged(form, "x", table=token, device=token, client=token, person=token),
        logged(form, "x", **dict.fromkeys(PLAIN, text)),
    ]
    assert all(token not in line for line in lines)


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("connecting to postgresql://me:pass@host/db", "connecting to postgresql://host/db"),
        ("Authorization: Bearer abc", "Authorization [hidden]"),
        ("set-cookie: deckname=abc; Path=/", "set-cookie [hidden]"),
        (
            "ConnectionDoesNotExistError in websockets_sansio_impl",
            "ConnectionDoesNotExistError in websockets_sansio_impl",
        ),
        ("one\ntwo ARBRE", "one"),
        ("a" * 400, "a" * 300),
    ],
)
def test_what_others_say_is_cleaned(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@pytest.mark.parametrize("form", FORMS)
def test_others_are_heard_from_warnings_on(form: str) -> None:
    with captured(form) as stream:
        for name in ("websockets.server", "uvicorn.error", "uvicorn.access", "asyncpg", "starlette"):
            logging.getLogger(name).debug("< TEXT 'ARBRE'")
            logging.getLogger(name).info("< TEXT 'ARBRE'")
    assert stream.getvalue() == ""
    with captured(form) as stream, warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(True)
        warnings.warn("something is old", stacklevel=1)
    assert "something is old" in stream.getvalue()


def test_a_line_cannot_be_forged() -> None:
    line = logged("text", "x", reason='a\n2026-01-01 ERROR "forged\x1b[2J')
    assert line.count("\n") == 1
    assert "\x1b" not in line


def test_visitors_are_hashed_with_salt() -> None:
    line = json.loads(logged("json", "x", client="192.0.2.1", table="192.0.2.1"))
    assert line["client"] != line["table"] == short("192.0.2.1")


def test_bytes_that_our_own_code_can_not_read_are_still_an_error() -> None:
    """Only what a client sends as a text without being one is no error of ours."""
    theirs = logging.getLogger("uvicorn.error")
    with captured("text") as stream:
        try:
            b"\xff".decode()
        except UnicodeDecodeError:
            theirs.exception("Exception in ASGI application\n")
            theirs.exception("Invalid UTF-8 sequence received from client.")
    (line,) = stream.getvalue().splitlines()
    assert " ERROR " in line and "Exception in ASGI application" in line
