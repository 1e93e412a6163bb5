"""Bots for worker processes: a sound one, and all kinds of bad ones. Each is made by its name here."""

import logging
import os
import time
import warnings
from dataclasses import replace
from pathlib import Path

from deckname.bots.player import Answer
from deckname.bots.simple import Simple
from deckname.engine.model import GiveClue, Guess

AGES = 600


class Steady(Simple):
    def __init__(self, report):
        pass

    def answer(self, question):
        answer = super().answer(question)
        return replace(answer, thought=replace(answer.thought, by="steady"))


class Stalling(Steady):
    def answer(self, question):
        time.sleep(AGES)


class StallingOnce(Steady):
    """Each process leaves its id in a folder; the first of them stalls."""

    def __init__(self, report, folder):
        mine = Path(folder) / str(os.getpid())
        self.stalls = not any(Path(folder).iterdir())
        mine.touch()

    def answer(self, question):
        if self.stalls:
            time.sleep(AGES)
        return super().answer(question)


class DyingOnce(StallingOnce):
    def answer(self, question):
        if self.stalls:
            os._exit(3)
        return super().answer(question)


class Raising(Steady):
    def answer(self, question):
        raise RuntimeError("no idea")

    def approves(self, question, word, number):
        raise RuntimeError("no idea")


class Cheating(Steady):
    def answer(self, question):
        return Answer(Guess(999))

    def approves(self, question, word, number):
        return "certainly"


class Wordless(Steady):
    def answer(self, question):
        return Answer(GiveClue(7, 1))


class Thoughtless(Steady):
    def answer(self, question):
        return replace(super().answer(question), thought="none")


class Counting(Steady):
    """Goes on to tell how far it is when it is ready."""

    def __init__(self, report):
        self.report = report

    def answer(self, question):
        self.report(0.5, "thinking")
        return super().answer(question)


class Unpicklable(Steady):
    def answer(self, question):
        return lambda: None


class Chatty(Steady):
    def answer(self, question):
        print("Let me see …", flush=True)
        os.write(1, b"what a fine board")
        warnings.warn("this is getting long", stacklevel=1)
        logging.getLogger("some.library").warning("so is this")
        logging.getLogger("deckname.bots.chatty").warning("model.unusable", extra={"reason": "the answer is no JSON"})
        return super().answer(question)


class WaitingForWord(Steady):
    """Gets half ready, and wholly once there is a file `go`; counts in files who had to build."""

    def __init__(self, report, folder):
        cache = Path(folder) / "cache"
        if not cache.exists():
            (Path(folder) / f"built by {os.getpid()}").touch()
            report(0.5, "half way")
            while not (Path(folder) / "go").exists():
                time.sleep(0.01)
            cache.touch()


class SlowUntilTold(Steady):
    """Answers once there is a file `go`; there is a file `asked` as soon as it was asked."""

    def __init__(self, report, folder):
        self.go, self.asked = Path(folder) / "go", Path(folder) / "asked"

    def answer(self, question):
        self.asked.touch()
        while not self.go.exists():
            time.sleep(0.01)
        return super().answer(question)


def unmakeable(report, folder):
    (Path(folder) / str(time.monotonic_ns())).touch()
    raise RuntimeError("no bot today")


class Moody(Steady):
    """Sound, illegal, raising, dead or silent, by the course of the game."""

    @staticmethod
    def mood(question):
        at_first, later = {1: "illegal", 4: "raising"}, {7: "dead", 10: "silent"}
        moods = at_first | later if question.view.guesses else at_first
        return moods.get((3 * len(question.view.log) + question.view.guesses) % 11, "sound")

    def answer(self, question):
        match self.mood(question):
            case "illegal":
                return Answer(Guess(-1))
            case "raising":
                raise RuntimeError("not in the mood")
            case "dead":
                os._exit(1)
            case "silent":
                time.sleep(AGES)
        return super().answer(question)
