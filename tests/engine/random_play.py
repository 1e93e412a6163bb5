"""Random legal games of any edition, mode and options, for the tests that must hold in every game."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from deckname.engine import legal_moves, new_game
from deckname.engine.course import Course
from deckname.engine.missions import MAP
from deckname.engine.model import (
    CLOCK,
    Challenge,
    Command,
    Cover,
    Edition,
    Event,
    GiveClue,
    Guess,
    Key,
    Mode,
    Options,
    Phase,
    Seat,
    Stop,
    Table,
    Undo,
    Waive,
)
from deckname.engine.record import Move, Record, positions
from deckname.engine.rules import LegalMoves
from tests.more_editions import EVERY_EDITION

WORDS = [f"WORD {number}" for number in range(40)]
ENOUGH = 400
"""Moves after which a game counts as endless; the longest possible one is far shorter."""


@dataclass
class Played:
    tables: list[Table]
    """The table before the first move, and after each."""
    key: Key
    moves: list[Move]
    events: list[tuple[Event, ...]]

    @classmethod
    def of(cls, record: Record) -> Played:
        """The same, from a record."""
        played = cls([record.table], record.key, list(record.moves), [])
        for position in positions(record):
            played.events.append(position.events)
            played.tables.append(position.table)
        return played

    @property
    def record(self) -> Record:
        return Record(self.tables[0], self.key, tuple(self.moves), "en")


@st.composite
def variants(draw: st.DrawFn) -> tuple[Edition, Mode, Options]:
    """An edition with a mode and options that fit it."""
    edition = EVERY_EDITION[draw(st.sampled_from(list(EVERY_EDITION)))]
    mode = draw(st.sampled_from(edition.modes))
    chosen: dict[str, object] = {}
    for name in sorted(edition.options - {"tokens", "mistakes", "mission"}):
        chosen[name] = draw(st.booleans())
    if "mission" in edition.options:
        if draw(st.booleans()):
            chosen["mission"] = draw(st.sampled_from(list(MAP.cities)))
        else:
            chosen["tokens"] = draw(st.integers(1, 11))
            chosen["mistakes"] = draw(st.integers(0, int(str(chosen["tokens"]))))
    return edition, mode, Options(**chosen)  # type: ignore[arg-type]


def random_game(
    rng: Random, edition: Edition, mode: Mode, options: Options, *, skill: float = 0.7, regret: float = 0.04
) -> Played:
    """Play to the end. `skill` is how often a guesser is right, so that games get long enough to be interesting;
    `regret` how often a move is taken back, the one that ended the game, too.
    """
    start, key = new_game(edition, WORDS, rng, mode, options)
    course, played = Course(start), Played([start], key, [], [])
    while course.table.phase is not Phase.OVER or rng.random() < regret:
        assert len(played.moves) < ENOUGH, "the game does not end"
        if (course.holding and rng.random() < regret) or course.table.phase is Phase.OVER:
            seat, command = rng.choice(start.setup.seats), Undo()
        else:
            seat, command = random_move(rng, course.table, key, skill)
        events = course.decide(key, seat, command)
        played.moves.append(Move(seat, command))
        played.events.append(events)
        played.tables.append(course.play(events))
    return played


def random_move(rng: Random, table: Table, key: Key, skill: float) -> tuple[Seat, Command]:
    if table.phase in (Phase.CLUE, Phase.GUESS) and rng.random() < 0.02:
        return CLOCK, Stop()
    able = [(seat, moves) for seat in table.setup.seats if (moves := legal_moves(table, key, seat))]
    eager = [(seat, moves) for seat, moves in able if moves != LegalMoves(challenge=True) or rng.random() < 0.1]
    seat, moves = rng.choice(eager or able)
    if moves.clue:
        return seat, GiveClue(f"clue{rng.randrange(100)}", rng.choice(moves.clue), approved=rng.random() < 0.1)
    if moves.waive and rng.random() < 0.3:
        return seat, Waive()
    if moves.cover:
        return seat, Cover(rng.choice(moves.cover))
    if moves.challenge and (not moves.guess or rng.random() < 0.1):
        return seat, Challenge()
    if moves.stop and rng.random() < 0.2:
        return seat, Stop()
    spec = table.setup.edition.side[seat.side]
    right = [card for card in moves.guess if key.layers[spec.judged_by][card] == spec.agent]
    return seat, Guess(rng.choice(right if right and rng.random() < skill else moves.guess))
