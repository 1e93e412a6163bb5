"""The referee at the tables: which clues it is asked about, and by whom.

A few threads judge for all tables. No thread can be stopped from outside, and none has to be: whatever the word, the
referee gives up after so many steps (`referee.family.MOST_STEPS`), some hundredths of a second. So a judge is never
lost, only busy, and the deadline is for those who wait behind others. What still waits when it is over, or when the
house closes, is never judged at all.

A clue that nobody had the time to judge gets an `ask`, and so it passes even where the referee is strict, which refuses
what is `invalid` alone. Refusing it would be worse: whoever keeps the judges busy could then stop every strict table,
while a bad clue that slips through is read by everybody there, who may challenge it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import NamedTuple

from deckname.cards.faces import words_in_play
from deckname.engine.clues import ClueRules
from deckname.engine.errors import Refused
from deckname.engine.model import UNLIMITED, GiveClue, Number, Phase
from deckname.engine.table import to_move
from deckname.referee import Referee, Verdict, referee
from deckname.seldom import Seldom
from deckname.tables.commands import AnyCommand, Object, Play
from deckname.tables.registry import Registry
from deckname.tables.state import TableState

log = logging.getLogger(__name__)

_JUDGES = 2
"""More would only take the processor from the loop that everybody waits for."""
_DEADLINE = 2.0
"""Seconds after which a clue is left to people."""
_VERDICT_AFTER = 0.05
"""Seconds that the referee's answer takes at least: what the partner has asked of already would come back at once."""


class ClueCase(NamedTuple):
    """All that a verdict rests on: where two are equal, so are their verdicts."""

    referee: Referee
    word: str
    number: int | None
    board: tuple[str, ...]
    language: str
    book: ClueRules
    options: tuple[str, ...]


class Adjudication:
    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._judges = ThreadPoolExecutor(_JUDGES, "referee")
        self._log = Seldom(log)
        self.waiting = 0
        """Clues that are being judged, or wait for it."""
        self.left_to_people: Counter[str] = Counter(too_busy=0, too_long=0)
        """Clues that were not judged in time: no judge was free for them, or one took too long."""

    def case(self, state: TableState, person: str, command: AnyCommand) -> ClueCase | None:
        """What has to be judged before this is done: a clue, where the table asks and whoever gives it could."""
        if type(command) is Object:
            return _case_of_objection(state, command)
        if type(command) is not Play or type(command.move) is not GiveClue:
            return None
        if state.settings.referee != "strict" or state.running is None:
            return None
        due = to_move(state.running.table)
        if command.ply != state.running.ply or not any(seat in due for seat in state.seats_of(person)):
            return None
        return _case(state, command.move.word, command.move.number)

    async def judge_for(self, id: str, person: str, word: str, number: Number) -> Verdict:
        """The same for somebody who thinks about a clue: only those who could give it may ask."""
        state = (await self._registry.table(id)).state
        if state.running is None or not state.gives(person):
            raise Refused("not_now")
        said, _ = await asyncio.gather(self.verdict(_case(state, word, number)), asyncio.sleep(_VERDICT_AFTER))
        return said

    async def verdict(self, case: ClueCase) -> Verdict:
        """What the referee says, in time."""
        judged = self._judges.submit(_judged, case)
        self.waiting += 1
        try:
            return await asyncio.wait_for(asyncio.wrap_future(judged), _DEADLINE)
        except TimeoutError:
            self._give_up("too_busy" if judged.cancel() else "too_long")
            return case.referee.no_verdict(case.word, case.language)
        finally:
            self.waiting -= 1

    def _give_up(self, why: str) -> None:
        self.left_to_people[why] += 1
        self._log.warn("clue.left_to_people", why, self.left_to_people[why])

    def close(self) -> None:
        self._judges.shutdown(wait=False, cancel_futures=True)


def _case_of_objection(state: TableState, command: Object) -> ClueCase | None:
    """The clue to which somebody objects."""
    game = state.running
    if game is None or command.ply != game.ply or game.table.phase is not Phase.GUESS:
        return None
    return _case(state, game.table.log[-1].word, game.table.log[-1].number)


def _case(state: TableState, word: str, number: Number) -> ClueCase:
    """A clue and the words that lie open."""
    game, settings = state.running, state.settings
    assert game
    meant = None if number == UNLIMITED else int(number)
    table = game.table
    board = words_in_play(table.setup.cards, table.covers, table.marks, len(state.edition.sides))
    return ClueCase(referee(), word, meant, board, settings.language, state.edition.clues, settings.clue_options)


@lru_cache(4096)
def _judged(case: ClueCase) -> Verdict:
    """Remembered, since a clue is judged while it is typed and once more when it is given."""
    return case.referee.judge(case.word, case.number, case.board, case.language, case.book, case.options)
