"""Bots at the tables: whenever the game waits for seats that only bots hold, one of them moves.

They come in by `TableService.submit` like everybody else, and think elsewhere (`bots.workers`), so nobody waits for
them but those at their table. Two nodes may both let a bot think; the store takes the first of their moves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import Any, Protocol

import msgspec

from deckname.bots.player import Answer, Level, Manner, Question, Thought, introduce
from deckname.bots.simple import Simple
from deckname.bots.view_reading import first_to_touch, without_known_misses
from deckname.engine.errors import Refused
from deckname.engine.model import ClueStatus, GiveClue, Mode, Number, Phase, Role, Seat
from deckname.engine.rules import legal_moves
from deckname.engine.table import to_move
from deckname.engine.view import view
from deckname.tables.commands import AnswerQuestion, Object, Play
from deckname.tables.events import PersonNudged, TableEvent
from deckname.tables.game import GameState, Member
from deckname.tables.history import NotedThought
from deckname.tables.live import Before, LiveTable
from deckname.tables.objections import allowed, objectors
from deckname.tables.permissions import other_giver
from deckname.tables.service import TableService
from deckname.tables.state import TableState
from deckname.tables.taking_back import still_to_agree

PATIENCE = 8.0
"""Seconds after which a simpler bot answers in place of one that still thinks."""
COURTESY = 180.0
"""Seconds without any sign of life that a bot waits where people may move as well, at any pace: they go first."""
OBJECTING = 7.0
"""Seconds that people have to object to a clue before a bot guesses, where it takes its time."""
_WAITING, _THINKING = 0.2, 0.5
"""What a bot takes at most of the time that the table's clock leaves: there may be more cards to guess."""
_AT_WORK = 12.0
"""Seconds after the last sign for which somebody is at work, even if the table's clock soon runs out."""
_LOOK_AGAIN = 0.2
_RISKY, _HESITATION = 0.6, 1.7
"""A touch that seems right no likelier than this takes so many times as long."""


class Thinkers(Protocol):
    """Who thinks for the bots: a `bots.workers.WorkerPool`, or something simpler."""

    async def answer(self, question: Question, patience: float) -> Answer: ...

    async def approves(self, question: Question, word: str, number: Number, patience: float) -> bool: ...

    async def challenges(self, question: Question) -> bool: ...


def bot_names(manner: str, language: str) -> tuple[str, ...]:
    return introduce(Manner(manner), language).names


class BotPlayers:
    def __init__(
        self,
        tables: TableService,
        thinkers: Thinkers,
        pace: float,
        *,
        courtesy: float = COURTESY,
        objecting: float = OBJECTING,
        moved: Callable[[str], None] = lambda by: None,
    ) -> None:
        """`pace`: seconds that a bot takes at least for a guess, and twice for a clue, where the table wants it.

        `moved` is told of every move who thought of it.
        """
        self._tables, self._thinkers, self._moved = tables, thinkers, moved
        self._pace, self._courtesy, self._objecting = pace, courtesy, objecting
        self._busy: set[tuple[object, ...]] = set()
        tables.registry.listeners.append(self._follow)

    def _follow(self, live: LiveTable, _before: Before, happened: Sequence[TableEvent]) -> None:
        state, game = live.state, live.state.running
        if game is None or state.clock.pause is not None:
            return
        if game.is_opening(self._tables.clock()):  # nobody is to be overtaken before they know where they sit
            self._wait_for_eyes(live, game)
            return
        due = to_move(game.table)
        bots = [seat for seat in due if state.bot_at(seat)]
        if bots and game.objection is None and not still_to_agree(state):
            seat = first_to_touch(game.table, bots)
            nudged = any(isinstance(event, PersonNudged) for event in happened)
            self._begin(live, seat, ("move", nudged), self._move(live, seat, hurried=nudged))
        if state.question and state.question.answer is None:
            asked = other_giver(state, state.question.by)
            if state.bot_at(asked):
                self._begin(live, asked, ("answer", state.question.word), self._answer(live, asked))
        if _can_be_challenged(state, game):
            for seat in game.table.setup.seats:
                if state.bot_at(seat) and allowed(game, legal_moves(game.table, game.key, seat)).challenge:
                    self._begin(live, seat, ("challenge",), self._challenge(live, seat))

    def _wait_for_eyes(self, live: LiveTable, game: GameState) -> None:
        key = live.state.id, game.number
        if key not in self._busy:
            self._busy.add(key)
            delay = game.opens - self._tables.clock() + 0.01
            self._tables.background.later(delay, self._wake, live, key)

    def _wake(self, live: LiveTable, key: tuple[object, ...]) -> None:
        self._busy.discard(key)
        if self._tables.registry.holds(live):
            self._follow(live, Before.of(live.state), ())

    def _begin(self, live: LiveTable, seat: Seat, what: tuple[object, ...], work: Coroutine[Any, Any, None]) -> None:
        """Once for each situation: other facts come in while a bot thinks."""
        game = live.state.running
        assert game
        key = (live.state.id, game.number, game.ply, seat, *what)
        if key in self._busy:
            work.close()
            return
        self._busy.add(key)
        self._tables.background.spawn(self._finish(key, work))

    async def _finish(self, key: tuple[object, ...], work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Refused:  # the game has gone on in the meantime
            pass
        finally:
            self._busy.discard(key)

    # --- what a bot does

    async def _move(self, live: LiveTable, seat: Seat, hurried: bool) -> None:
        state, game, bot = live.state, live.state.running, live.state.bot_at(seat)
        assert game and bot
        ply, began = game.ply, _now()
        question = _question(state, game, seat, bot)
        if not hurried and not await self._leaves_it_to_people(live, game, ply):
            return
        pace = self._in_time(state, game, self._pace_of(state, game), _WAITING)
        answer = await self._thinkers.answer(question, self._in_time(state, game, PATIENCE, _THINKING))
        pace *= _hesitation(game, seat, answer.thought)
        await asyncio.sleep(began + min(pace, self._in_time(state, game, pace, _WAITING)) - _now())
        await self._hears_objections(live, game, ply, began)
        try:
            await self._submit(live, game, bot, ply, answer)
        except Refused as refused:
            if refused.code != "clue_invalid":
                raise
            simpler = await asyncio.to_thread(Simple().answer, question)
            await self._submit(live, game, bot, ply, simpler)

    async def _leaves_it_to_people(self, live: LiveTable, game: GameState, ply: int) -> bool:
        """Where people may move as well they go first, until they have shown no sign of life for long; whether it is
        this bot's move after that. Who waits is the node where they are connected: it alone sees them at work.
        """
        began = _now()
        while _still(live, game, ply):
            people = _people_due(live.state, game)
            nodes = {member.node for member in people} - {None}
            if nodes and self._tables.node not in nodes:
                return False
            seen = max((live.at_work.get(member.id, began) for member in people), default=began)
            left = self._courtesy_left(live.state, game, max(seen, began), at_work=seen > began) if people else 0.0
            if left <= 0:
                return True
            await asyncio.sleep(min(left, _AT_WORK))
        return False

    def _courtesy_left(self, state: TableState, game: GameState, seen: float, at_work: bool) -> float:
        """Seconds that are still left to people; before the table's clock runs out, unless somebody is just at it."""
        left = seen + self._courtesy - _now()
        end = state.clock.deadline(state.settings.clock, game.table)
        if end is None:
            return left
        now = self._tables.clock()
        in_time = end - _WAITING * (end - state.clock.step) - now
        return max(min(left, in_time), seen + _AT_WORK - _now() if at_work else 0.0)

    async def _hears_objections(self, live: LiveTable, game: GameState, ply: int, began: float) -> None:
        """Before the first touch for a clue, the others have the time to say that it is against the rules (T16).

        While somebody asks to take a move back, no other is made.
        """
        while _still(live, game, ply) and still_to_agree(live.state):
            await asyncio.sleep(_LOOK_AGAIN)
        if live.state.settings.pace == "quick":
            return
        until = began + self._in_time(live.state, game, self._objecting, _WAITING)
        while _now() < until and _still(live, game, ply) and _listens(live.state):
            await asyncio.sleep(_LOOK_AGAIN)

    async def _submit(self, live: LiveTable, game: GameState, bot: Member, ply: int, answer: Answer) -> None:
        thought = answer.thought or Thought()
        chances = tuple(round(chance, 4) for chance in thought.chances)
        clue = isinstance(answer.command, GiveClue)
        noted = NotedThought(ply, bot.id, thought.meant, chances, round(thought.stop, 4), thought.by, clue)
        secrets = {f"thought:{game.number}:{ply}": msgspec.json.encode(noted)}
        await self._tables.submit(live.state.id, bot.id, Play(answer.command, ply), secrets)
        self._moved(thought.by)

    async def _answer(self, live: LiveTable, seat: Seat) -> None:
        state, game, bot = live.state, live.state.running, live.state.bot_at(seat)
        assert game and bot and state.question
        word, number = state.question.word, state.question.number
        agree = await self._thinkers.approves(_question(state, game, seat, bot), word, number, PATIENCE)
        await self._tables.submit(state.id, bot.id, AnswerQuestion(agree=agree, ply=game.ply))

    async def _challenge(self, live: LiveTable, seat: Seat) -> None:
        state, game, bot = live.state, live.state.running, live.state.bot_at(seat)
        assert game and bot
        ply = game.ply
        if await self._thinkers.challenges(_question(state, game, seat, bot)):
            await self._tables.submit(state.id, bot.id, Object(ply))

    def _in_time(self, state: TableState, game: GameState, seconds: float, share: float) -> float:
        """So many seconds, or no more than a share of what the clock leaves."""
        end = state.clock.deadline(state.settings.clock, game.table)
        return seconds if end is None else min(seconds, share * max(0.0, end - self._tables.clock()))

    def _pace_of(self, state: TableState, game: GameState) -> float:
        if state.settings.pace == "quick":
            return 0.0
        return self._pace * (2.0 if game.table.phase is Phase.CLUE else 1.0) * _dice.uniform(0.7, 1.6)


_dice = Random()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _hesitation(game: GameState, seat: Seat, thought: Thought | None) -> float:
    """How much longer somebody thinks who is not sure: only where that tells nothing of the key (D22)."""
    if thought is None or thought.sure is None or game.table.setup.edition.side[seat.side].guesser_sees:
        return 1.0
    return _HESITATION if seat.role is Role.GUESSER and thought.sure < _RISKY else 1.0


def _people_due(state: TableState, game: GameState) -> list[Member]:
    """The people who may move now."""
    return [member for seat in to_move(game.table) for member in state.holders(seat) if not member.bot]


def _listens(state: TableState) -> bool:
    """Whether somebody who is there may still object."""
    return any(state.members[person].online for person in objectors(state))


def _can_be_challenged(state: TableState, game: GameState) -> bool:
    """A strict referee has seen to it already."""
    table = game.table
    fresh = table.phase is Phase.GUESS and not table.guesses and table.log[-1].status is ClueStatus.GIVEN
    return fresh and state.settings.referee != "strict"


def _question(state: TableState, game: GameState, seat: Seat, bot: Member) -> Question:
    setup = game.table.setup
    against_others = setup.mode is not Mode.COOP and not setup.edition.together
    return Question(
        without_known_misses(view(game.table, game.key, seat)),
        state.settings.language,
        Manner(bot.bot or ""),
        state.settings.clue_options,
        among_bots=all(state.bot_at(other) for other in setup.seats),
        opponent=against_others and all(state.bot_at(other) for other in setup.seats if other.side == seat.side),
        level=Level(state.settings.level),
    )


def _still(live: LiveTable, game: GameState, ply: int) -> bool:
    return live.state.running is game and game.ply == ply
