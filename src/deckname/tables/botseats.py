"""Bots at the tables of a house: whenever the game waits for seats that only bots hold, one of them moves.

They come in by `House.submit` like everybody else, and think elsewhere (`bots.crew`), so nobody waits for them but
those at their table. Two nodes may both let a bot think; the store takes the first of their moves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol

from deckname import protocol as wire
from deckname.bots.manners import introduce
from deckname.bots.player import Answer, Manner, Question, Thought
from deckname.bots.sight import first_to_touch
from deckname.bots.simple import Simple
from deckname.engine import model
from deckname.engine.model import ClueStatus, Number, Phase, Seat
from deckname.engine.rules import legal_moves
from deckname.engine.table import to_move
from deckname.engine.view import view
from deckname.tables import facts
from deckname.tables.decisions import Refused
from deckname.tables.facts import AnyFact
from deckname.tables.house import House, LiveTable
from deckname.tables.manners import other_giver
from deckname.tables.room import GameState, Member, Room

PATIENCE = 8.0
"""Seconds after which a simpler bot answers in place of one that still thinks."""
COURTESY = 12.0
"""Seconds that a bot waits where people may move as well, at any pace: they go first."""
_WAITING, _THINKING = 0.2, 0.5
"""What a bot takes at most of the time that the table's clock leaves: there may be more cards to guess."""


class Thinkers(Protocol):
    """Who thinks for the bots: a `bots.crew.Crew`, or something simpler."""

    async def answer(self, question: Question, patience: float) -> Answer: ...

    async def approves(self, question: Question, word: str, number: Number, patience: float) -> bool: ...

    async def challenges(self, question: Question) -> bool: ...


def bot_name(manner: str, language: str) -> str:
    return introduce(Manner(manner), language).name


class BotSeats:
    def __init__(
        self,
        house: House,
        thinkers: Thinkers,
        pace: float,
        *,
        courtesy: float = COURTESY,
        moved: Callable[[str], None] = lambda by: None,
    ) -> None:
        """`pace`: seconds that a bot takes at least for a guess, and twice for a clue, where the table wants it.

        `moved` is told of every move who thought of it.
        """
        self._house, self._thinkers, self._moved = house, thinkers, moved
        self._pace, self._courtesy = pace, courtesy
        self._busy: set[tuple[object, ...]] = set()
        house.followers.append(self._follow)

    def _follow(self, live: LiveTable, happened: Sequence[AnyFact]) -> None:
        room, game = live.room, live.room.running
        if game is None or room.clock.pause is not None:
            return
        due = to_move(game.table)
        if bots := [seat for seat in due if _bot_at(room, seat)]:
            seat = first_to_touch(game.table, bots)
            people_too = any(not member.bot for other in due for member in room.holders(other))
            nudged = any(isinstance(fact, facts.Nudged) for fact in happened)
            self._begin(live, seat, ("move", nudged), self._move(live, seat, people_too and not nudged))
        if room.question and room.question.answer is None:
            asked = other_giver(room, room.question.by)
            if _bot_at(room, asked):
                self._begin(live, asked, ("answer", room.question.word), self._answer(live, asked))
        if _can_be_challenged(room, game):
            for seat in game.table.setup.seats:
                if _bot_at(room, seat) and seat not in due and legal_moves(game.table, game.key, seat).challenge:
                    self._begin(live, seat, ("challenge",), self._challenge(live, seat))

    def _begin(self, live: LiveTable, seat: Seat, what: tuple[object, ...], work: Coroutine[Any, Any, None]) -> None:
        """Once for each situation: other facts come in while a bot thinks."""
        game = live.room.running
        assert game
        key = (live.room.id, game.number, game.ply, seat, *what)
        if key in self._busy:
            work.close()
            return
        self._busy.add(key)
        self._house.spawn(self._finish(key, work))

    async def _finish(self, key: tuple[object, ...], work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Refused:  # the game has gone on in the meantime
            pass
        finally:
            self._busy.discard(key)

    # --- what a bot does

    async def _move(self, live: LiveTable, seat: Seat, courteous: bool) -> None:
        room, game, bot = live.room, live.room.running, _bot_at(live.room, seat)
        assert game and bot
        ply, began = game.ply, asyncio.get_running_loop().time()
        question = _question(room, game, seat, bot)
        if courteous:  # people may move as well: they go first
            await asyncio.sleep(self._in_time(room, game, self._courtesy, _WAITING))
        if not _still(live, game, ply):
            return
        pace = self._in_time(room, game, self._pace_of(room, game), _WAITING)
        answer = await self._thinkers.answer(question, self._in_time(room, game, PATIENCE, _THINKING))
        await asyncio.sleep(began + pace - asyncio.get_running_loop().time())
        try:
            await self._submit(live, game, bot, ply, answer)
        except Refused as refused:
            if refused.code != "clue_invalid":
                raise
            simpler = await asyncio.to_thread(Simple().answer, question)
            await self._submit(live, game, bot, ply, simpler)

    async def _submit(self, live: LiveTable, game: GameState, bot: Member, ply: int, answer: Answer) -> None:
        thought = answer.thought or Thought()
        chances = tuple(round(chance, 4) for chance in thought.chances)
        noted = wire.Thought(ply, bot.id, thought.meant, chances, round(thought.stop, 4), thought.by)
        secrets = {f"thought:{game.number}:{ply}": wire.encode(noted)}
        await self._house.submit(live.room.id, bot.id, wish_for(answer.command, ply), secrets)
        self._moved(thought.by)

    async def _answer(self, live: LiveTable, seat: Seat) -> None:
        room, game, bot = live.room, live.room.running, _bot_at(live.room, seat)
        assert game and bot and room.question
        number: Any = room.question.number
        asked = _question(room, game, seat, bot)
        agree = await self._thinkers.approves(asked, room.question.word, number, PATIENCE)
        await self._house.submit(room.id, bot.id, wire.AnswerQuestion(agree=agree, ply=game.ply))

    async def _challenge(self, live: LiveTable, seat: Seat) -> None:
        room, game, bot = live.room, live.room.running, _bot_at(live.room, seat)
        assert game and bot
        ply = game.ply
        if await self._thinkers.challenges(_question(room, game, seat, bot)):
            await self._house.submit(room.id, bot.id, wire.Challenge(ply=ply))

    def _in_time(self, room: Room, game: GameState, seconds: float, share: float) -> float:
        """So many seconds, or no more than a share of what the clock leaves."""
        end = room.clock.deadline(room.settings.clock, game.table)
        return seconds if end is None else min(seconds, share * max(0.0, end - self._house.clock()))

    def _pace_of(self, room: Room, game: GameState) -> float:
        if room.settings.pace == "quick":
            return 0.0
        return self._pace * (2.0 if game.table.phase is Phase.CLUE else 1.0)


def _bot_at(room: Room, seat: Seat) -> Member | None:
    """The bot that acts from a seat: none where a person sits there too."""
    holders = room.holders(seat)
    return holders[0] if holders and all(member.bot for member in holders) else None


def _can_be_challenged(room: Room, game: GameState) -> bool:
    """A strict referee has seen to it already."""
    table = game.table
    fresh = table.phase is Phase.GUESS and not table.guesses and table.log[-1].status is ClueStatus.GIVEN
    return fresh and room.settings.referee != "strict"


def _question(room: Room, game: GameState, seat: Seat, bot: Member) -> Question:
    return Question(
        view(game.table, game.key, seat),
        room.settings.language,
        Manner(bot.bot or ""),
        room.settings.clue_options,
        among_bots=all(_bot_at(room, other) for other in game.table.setup.seats),
    )


def _still(live: LiveTable, game: GameState, ply: int) -> bool:
    return live.room.running is game and game.ply == ply


def wish_for(command: model.Command, ply: int) -> wire.GameCommand:
    match command:
        case model.GiveClue(word, number):
            return wire.GiveClue(word=word, number=number, ply=ply)
        case model.Guess(card):
            return wire.Guess(card=card, ply=ply)
        case model.Cover(card):
            return wire.Cover(card=card, ply=ply)
        case model.Stop():
            return wire.Stop(ply=ply)
        case model.Challenge():
            return wire.Challenge(ply=ply)
        case model.Waive():
            return wire.Waive(ply=ply)
