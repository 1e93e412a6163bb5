"""A bot in a process of its own: reads questions from standard input, writes answers to standard output.

`process` starts it. It ends with its parent, even in the middle of a thought: the end of its input is watched by a
thread. What our code logs goes to the parent's log; what libraries print or warn of goes nowhere, and only their errors
to standard error.
"""

from __future__ import annotations

import logging
import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Callable
from logging.handlers import QueueHandler
from typing import IO, Any

from .calls import LENGTH, Call, Prepared, Progress, Result, Trouble, packed


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
    send(Prepared())
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
