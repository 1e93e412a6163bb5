"""A game as text: moves, events, and what every seat sees. The golden files beside this module are made of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from deckname.engine import view
from deckname.engine.model import Command, Event, Key, Seat, Table, Undo
from deckname.engine.record import Move, summary
from deckname.engine.rules import LegalMoves
from deckname.engine.view import View
from tests.engine.random_play import Played

SIGNS = {
    "red": "R", "blue": "B", "amber": "A", "violet": "V", "green": "G", "bystander": "-", "assassin": "X", None: "."
}  # fmt: skip


def as_text(played: Played) -> str:
    return "\n".join(_lines(played)) + "\n"


def _lines(played: Played) -> Iterator[str]:
    first, last = played.tables[0], played.tables[-1]
    setup = first.setup
    options = {name: value for name, value in vars(setup.options).items() if value}
    yield f"edition {setup.edition.id}, players {setup.mode}, options {options or 'none'}, starts {setup.starts}"
    yield f"cards   {', '.join(setup.cards)}"
    for number, face in enumerate(played.key.layers):
        yield f"key {number}   {_rows(''.join(SIGNS[cell] for cell in face), setup.edition.columns)}"
    yield from _views("before the first move", first, played.key)
    for number, (move, events, table) in enumerate(zip(played.moves, played.events, played.tables[1:], strict=True), 1):
        yield ""
        yield f"{number}. {_move(move)}"
        yield from (f"   {_plain(event)}" for event in events)
        yield f"   covers {_rows(''.join(SIGNS[cover] for cover in table.covers), setup.edition.columns)}"
        for seat in setup.seats:
            if moves := view(table, played.key, seat).legal:
                yield f"   {seat} may {_legal(moves)}"
    yield from _views("after the last move", last, played.key)
    yield ""
    yield f"final {summary(last, len(played.moves))}"


def _views(title: str, table: Table, key: Key) -> Iterator[str]:
    yield ""
    yield f"what is seen {title}:"
    seats: tuple[Seat | None, ...] = (*table.setup.seats, None)
    for seat in seats:
        seen = view(table, key, seat)
        faces = zip(*(card.known for card in seen.cards), strict=True)
        known = " | ".join(_rows("".join(SIGNS[cell] for cell in face), seen.columns) for face in faces)
        yield f"   {seat or 'spectator'}: key {known}"
    yield f"   everybody: {_public(seen)}"


def _public(seen: View) -> str:
    tokens = seen.tokens and (seen.tokens.bystander, seen.tokens.closed, seen.tokens.taken)
    outcome = seen.outcome and (seen.outcome.winners, str(seen.outcome.reason))
    back = [
        f"{one.clue.word if one.clue else f'{one.touch.card} {one.touch.identity}'} (line {one.line})"
        for one in seen.taken_back
    ]
    return (
        f"phase {seen.phase}, waiting for {[str(seat) for seat in seen.to_move]}, left {dict(seen.left)}, "
        f"tokens {tokens}, completed {seen.completed}, outcome {outcome}, score {seen.score}"
        + (f", taken back {back}" if back else "")
    )


def _move(move: Move) -> str:
    return f"{move.seat} {_plain(move.command)}"


def _plain(value: Command | Undo | Event) -> str:
    fields = (f"{field.name}={getattr(value, field.name)}" for field in dataclasses.fields(value))
    return " ".join((type(value).__name__, *fields))


def _legal(moves: LegalMoves) -> str:
    parts = []
    if moves.clue:
        parts.append(f"give a clue for {moves.clue[0]}..{moves.clue[-1]}")
    if moves.guess:
        parts.append(f"touch {' '.join(map(str, moves.guess))}")
    if moves.cover:
        parts.append(f"cover {' '.join(map(str, moves.cover))}")
    parts += [name for name in ("stop", "challenge", "waive") if getattr(moves, name)]
    return "; ".join(parts)


def _rows(cells: str, columns: int) -> str:
    return " ".join(cells[start : start + columns] for start in range(0, len(cells), columns))
