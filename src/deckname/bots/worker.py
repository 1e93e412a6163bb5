"""A bot in a process of its own: reads questions from standard input, writes answers to standard output.

Messages are pickles with their length before them; both ends are ours, and `crew` starts the process. It ends with its
parent, even in the middle of a thought: the end of its input is watched by a thread.
"""

from __future__ import annotations

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
    """What went wrong, as a traceback."""

    text: str


LENGTH = struct.Struct("!I")


def packed(message: object) -> bytes:
    body = pickle.dumps(message)
    return LENGTH.pack(len(body)) + body


def main() -> None:
    """Make a bot, and answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C in the parent's terminal is the parent's to handle
    outbox = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints must not get among the messages
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, inbox), daemon=True).start()

    def send(message: object) -> None:
        outbox.write(packed(message))
        outbox.flush()

    try:
        bot = inbox.get().make(lambda done, doing: send(Progress(done, doing)))
    except Exception:
        send(Trouble(traceback.format_exc()))
        return
    send(Ready())
    while True:
        call: Call = inbox.get()
        try:
            message: object = Result(getattr(bot, call.method)(*call.arguments))
        except Exception:
            message = Trouble(traceback.format_exc())
        send(message)


def _receive(stream: IO[bytes], inbox: queue.SimpleQueue[Any]) -> None:
    try:
        while head := stream.read(LENGTH.size):
            inbox.put(pickle.loads(stream.read(LENGTH.unpack(head)[0])))
    finally:
        os._exit(0)  # nobody is there to answer to, and the bot may think for long
