"""Logs: one line for each event, with fields, as text for people or JSON for programs. No secret gets out.

Our own code logs an event's name and fields: `log.info("table.opened", extra={"table": id, "seats": 4})`. Only fields
that are known to be harmless are written; links, devices and visitors become short hashes; any other field is hidden,
so that a clue, a key or a token can't slip in under a new name. An exception is told by its type and place and never by
its message, which may quote anything. Other people's libraries are heard from warnings on, one cleaned line each.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import blake2s
from typing import IO

OURS = "deckname"
HASHED = frozenset({"table", "device", "person", "log"})
HASHED_HERE = frozenset({"client"})  # so few are possible that a plain hash could be undone
PLAIN = frozenset({
    "attempts", "bots", "bytes", "capacity", "code", "command", "count", "database", "edition", "error", "errors",
    "games", "host", "kind", "language", "left", "level", "limit", "listeners", "method", "mode", "node", "outcome",
    "outbox", "part", "pending", "people", "pid", "port", "reason", "route", "seats", "seconds", "seq", "seqs",
    "settings", "signal", "sockets", "state", "status", "tables", "version", "was_connected", "workers",
})  # fmt: skip
HIDDEN = "[hidden]"
LONGEST = 300
LONGEST_PLACE = 8  # calls of a traceback

_BUILT_IN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
_EVENT = re.compile(r"[a-z_]+(\.[a-z_]+)*")
_SPLIT = re.compile(r"[A-Za-z0-9_\-]{16,}={0,2}")  # as long as a token is, or longer
_WORDS = re.compile(r"[a-z_\-]+|_*(?:[A-Z]{1,5}[a-z]{2,})+")  # plain_words, or ClassNames
_CREDENTIALS = re.compile(r"//[^/@\s]*@")
_HEADERS = re.compile(r"(?i)(authorization|cookie|token|password|secret|key)\b.*")
_SIMPLE = re.compile(r"[\w.:/+\-]+")
_NO_TEXT = "Invalid UTF-8 sequence received from client."  # as uvicorn words it, with a traceback

_salt = secrets.token_bytes(16)


def short(secret: str) -> str:
    """By which a table or device can be followed through the logs of all nodes, and not be found."""
    return blake2s(secret.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()


def configure(level: str, form: str, stream: IO[str] | None = None) -> None:
    """Send everything that is logged in this process through here, to standard error if nowhere else."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger(OURS).setLevel(level.upper())
    for name in (
        "uvicorn",
        "uvicorn.error",
        "uvicorn.access",
        "uvicorn.asgi",
    ):  # they bring their own; paths are secrets
        theirs = logging.getLogger(name)
        theirs.handlers.clear()
        theirs.propagate = True
        theirs.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_not_the_clients)
    logging.captureWarnings(True)


def _is_not_the_clients(record: logging.LogRecord) -> bool:
    """A client that sends a text which is none is told so and cut off; it is no error of the server's."""
    return record.msg != _NO_TEXT


def clean(text: str) -> str:
    """The first line of a text of somebody else's, without what looks like a secret."""
    line = _HEADERS.sub(r"\1 " + HIDDEN, _CREDENTIALS.sub("//", text.split("\n", 1)[0][:LONGEST]))
    return _SPLIT.sub(lambda found: found[0] if _WORDS.fullmatch(found[0]) else HIDDEN, line)


def fields(record: logging.LogRecord) -> Iterator[tuple[str, object]]:
    """What of a record may be written."""
    yield "at", datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    yield "level", record.levelname.lower()
    if record.name.split(".")[0] == OURS and isinstance(record.msg, str) and _EVENT.fullmatch(record.msg):
        yield "event", record.msg
    elif record.name.split(".")[0] == OURS:
        yield "event", HIDDEN
    else:
        yield "event", record.name
        yield "text", clean(_message(record))
    for name, value in vars(record).items():
        if name not in _BUILT_IN:
            yield name, _value(name, value)
    if record.exc_info and record.exc_info[1]:
        yield "exception", " < ".join(_chain(record.exc_info[1]))


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except Exception:  # arguments that don't fit their message
        return str(record.msg)


def _value(name: str, value: object) -> object:
    if name in HASHED:
        return short(str(value))
    if name in HASHED_HERE:
        return blake2s(str(value).encode("utf-8", "surrogatepass"), key=_salt, digest_size=4).hexdigest()
    if name not in PLAIN:
        return HIDDEN
    if isinstance(value, float):
        return round(value, 6)
    if value is None or isinstance(value, (bool, int)):
        return value
    return clean(str(value))


def _chain(error: BaseException) -> Iterator[str]:
    """An exception and what caused it: types and places."""
    seen: set[int] = set()
    following: BaseException | None = error
    while following is not None and id(following) not in seen:
        seen.add(id(following))
        calls = traceback.extract_tb(following.__traceback__)[-LONGEST_PLACE:]
        places = [
            f"{call.filename.replace(chr(92), '/').rpartition('/')[2]}:{call.lineno}:{call.name}" for call in calls
        ]
        yield f"{type(following).__name__} at {' > '.join(places) or 'an unknown place'}"
        if isinstance(following, BaseExceptionGroup):
            yield from (part for inner in following.exceptions for part in _chain(inner))
        following = following.__cause__ or following.__context__


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(dict(fields(record)))


class TextLines(logging.Formatter):
    """`2026-01-31 20:15:00.123 INFO    table.opened table=1f3a9c40 seats=4`"""

    def format(self, record: logging.LogRecord) -> str:
        (_, at), (_, level), (_, event), *others = fields(record)
        line = f"{str(at)[:23].replace('T', ' ')} {str(level).upper():7} {event}"
        return " ".join([line, *(f"{name}={_quoted(value)}" for name, value in others)])


def _quoted(value: object) -> str:
    text = str(value)
    return text if _SIMPLE.fullmatch(text) else json.dumps(text)
