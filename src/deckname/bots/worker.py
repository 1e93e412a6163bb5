"""A bot in a process of its own: reads questions from standard input, writes answers to standard output.

Messages are pickles with their length before them; both ends are ours, and `crew` starts the process. It ends with its
parent, even in the middle of a thought: the end of its input is watched by a thread. What our code logs goes to the
parent's log; what libraries print or warn of goes nowhere, and only their errors to standard error.
"""

from __future__ import annotations

import logging
import os
import pickle
import queue
import signal
import struct
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from logging.handlers import QueueHandler
from pathlib import Path
from typing import IO, Any, TypeAlias

from .player import Bot

Report: TypeAlias = Callable[[float, str], None]
"""How far a bot is with getting ready, from 0 to 1, and at what."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to make a bot: `package.module:callable`, which is called with a `Report` and the arguments."""

    factory: str
    arguments: Mapping[str, Any]

    def make(self, report: Report) -> Bot:
        module, _, name = self.factory.partition(":")
        bot: Bot = getattr(import_module(module), name)(report, **self.arguments)
        return bot


@dataclass(frozen=True, slots=True)
class Call:
    method: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    done: float
    doing: str


@dataclass(frozen=True, slots=True)
class Ready:
    pass


@dataclass(frozen=True, slots=True)
class Result:
    value: Any


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong: the kind of error and its place. Its words may quote a card or a clue, and stay here."""

    text: str

    @classmethod
    def of(cls, error: Exception) -> Trouble:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return cls(f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}:{place.name}")


LENGTH = struct.Struct("!I")


def packed(message: object) -> bytes:
    body = pickle.dumps(message)
    return LENGTH.pack(len(body)) + body


class _ToParent(QueueHandler):
    """Sends what is logged as a message of its own."""

    def __init__(self, send: Callable[[object], None]) -> None:
        super().__init__(None)  # type: ignore[arg-type]  # nothing is queued
        self._send = send

    def enqueue(self, record: logging.LogRecord) -> None:
        self._send(record)


def main() -> None:
    """Make a bot, and answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C in the parent's terminal is the parent's to handle
    send = _outbox()
    _be_quiet(send)
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, inbox), daemon=True).start()
    try:
        bot = inbox.get().make(lambda done, doing: send(Progress(done, doing)))
    except Exception as error:
        send(Trouble.of(error))
        return
    send(Ready())
    while True:
        call: Call = inbox.get()
        try:
            message: object = Result(getattr(bot, call.method)(*call.arguments))
        except Exception as error:
            message = Trouble.of(error)
        send(message)


def _outbox() -> Callable[[object], None]:
    """Standard output for messages alone: what a library prints must not get among them."""
    outbox = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)

    def send(message: object) -> None:
        outbox.write(packed(message))
        outbox.flush()

    return send


def _be_quiet(send: Callable[[object], None]) -> None:
    ours = logging.getLogger(__name__.partition(".")[0])
    ours.setLevel(logging.DEBUG)  # the parent knows what it wants of it
    ours.addHandler(_ToParent(send))
    ours.propagate = False
    logging.captureWarnings(True)
    logging.basicConfig(level=logging.ERROR)


def _receive(stream: IO[bytes], inbox: queue.SimpleQueue[Any]) -> None:
    try:
        while head := stream.read(LENGTH.size):
            inbox.put(pickle.loads(stream.read(LENGTH.unpack(head)[0])))
    finally:
        os._exit(0)  # nobody is there to answer to, and the bot may think for long
