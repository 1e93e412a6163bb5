"""A game as messages: laid out for a reader, move by move, as a replay. The key comes in by `engine.view` only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Any, Literal, TypeVar, get_args

from msgspec import UNSET, UnsetType

from deckname import protocol as wire
from deckname.cards.faces import describe, is_drawn
from deckname.engine import model
from deckname.engine.model import (
    CLOCK,
    CardCovered,
    CardTouched,
    Clue,
    Edition,
    MoveTakenBack,
    Phase,
    Table,
    TakenBack,
    Touch,
)
from deckname.engine.next_time import advice
from deckname.engine.record import Record, positions
from deckname.engine.rules import LegalMoves
from deckname.engine.table import agents_left, covering_side, guesses_left, to_move
from deckname.engine.view import View, score, view, winning_seats
from deckname.tables.events import MovePlayed, RefereeWord
from deckname.tables.game import GameState, TimeUpNote
from deckname.tables.objections import allowed

Shown = TypeVar("Shown")
Line = TypeVar("Line")


def edition_brief(edition: Edition) -> wire.EditionBrief:
    return wire.EditionBrief(
        id=edition.id,
        name=edition.title,
        terms=edition.terms,
        together=edition.together,
        agents={spec.id: spec.agent for spec in edition.sides},
        looks={identity: wire.IdentityLook(*look) for identity, look in edition.looks.items()},
    )


def laid_out(game: GameState, views: Sequence[View]) -> wire.Game:
    first = views[0]
    return wire.Game(
        number=game.number,
        edition=first.edition.id,
        brief=edition_brief(first.edition),
        mode=first.mode.value,
        columns=first.columns,
        rows=first.rows,
        starts=first.starts,
        cards=_cards(game, views),
        log=tuple(map(clue_line, first.log)),
        last_touches=tuple(map(touch_line, first.last_touches)),
        taken_back=tuple(map(taken_back_line, first.taken_back)),
        time_ups=tuple(map(time_up_line, game.time_ups)),
        pairings=tuple(wire.PairingLine(pairing.identities, pairing.count) for pairing in first.pairings),
        situation=situation(game),
        legal={
            str(shown.seat): legal(moves) for shown in views if shown.seat and (moves := allowed(game, shown.legal))
        },
    )


def _cards(game: GameState, views: Sequence[View]) -> tuple[wire.CardFace, ...]:
    """Whoever has several seats knows of a card what any of them may know."""
    known: Iterable[tuple[str | None, ...]] = [card.known for card in views[0].cards]
    for other in views[1:]:
        pairs = zip(known, (card.known for card in other.cards), strict=True)
        known = [tuple(mine or theirs for mine, theirs in zip(*pair, strict=True)) for pair in pairs]
    return tuple(
        [
            wire.CardFace(face, describe(face, game.language) if is_drawn(face) else None, cover, marks, told, by)
            for (face, cover, by, marks, _), told in zip(views[0].cards, known, strict=True)
        ]
    )


def clue_line(clue: Clue) -> wire.ClueLine:
    return wire.ClueLine(clue.side, clue.word, clue.number, clue.status.value, tuple(map(touch_line, clue.touched)))


def touch_line(touch: Touch) -> wire.TouchLine:
    return wire.TouchLine(*touch)


def taken_back_line(seen: TakenBack) -> wire.TakenBackLine:
    clue, touch = seen.clue and clue_line(seen.clue), seen.touch and touch_line(seen.touch)
    return wire.TakenBackLine(seen.line, clue, touch)


def time_up_line(note: TimeUpNote) -> wire.TimeUpLine:
    phase: Literal["clue", "guess"] = "clue" if note.phase is Phase.CLUE else "guess"
    return wire.TimeUpLine(note.clues, phase, note.side, note.by)


def legal(moves: LegalMoves) -> wire.Legal:
    return wire.Legal(*moves)


def situation(game: GameState) -> wire.Situation:
    table = game.table
    in_cover = table.phase is Phase.COVER
    tokens = table.tokens
    return wire.Situation(
        ply=game.ply,
        phase="over" if game.abandoned else table.phase.value,
        turn=table.turn,
        to_move=() if game.abandoned else tuple([str(seat) for seat in to_move(table)]),
        guesses=table.guesses,
        guesses_left=guesses_left(table),
        left=agents_left(table),
        challenged=in_cover and table.turn != table.setup.imaginary,
        covering=covering_side(table) if in_cover else None,
        tokens=wire.TokenCount(tokens.bystander, tokens.closed, tokens.taken) if tokens else None,
        completed=table.completed,
        out=table.out,
        last_stretch=table.last_stretch,
        sudden_death=table.sudden_death,
        end=_end(game),
        overruled=referee_line(game.overruled) if game.overruled else None,
        explicable=tuple([wire.ExplicableMove(ply, bot) for ply, bot in game.explicable.items()]),
    )


def referee_line(word: RefereeWord) -> wire.RefereeLine:
    return wire.RefereeLine(word.verdict, word.reason, word.rule, word.card)  # type: ignore[arg-type]


def _end(game: GameState) -> wire.End | None:
    outcome = game.table.outcome
    if outcome is None:
        return wire.End((), (), "abandoned", None, None) if game.abandoned else None
    reached = score(game.table)
    return wire.End(
        outcome.winners,
        tuple(map(str, winning_seats(game.table))),
        outcome.reason.value,
        reached.points if reached else None,
        reached.step if reached else None,
        advice(game.table),
    )


# ---------------------------------------------------------------------------------------------------------------------
# Moves


def moved(game: GameState, old: Table, happened: tuple[model.Event, ...], **others: Any) -> wire.Moved:
    """A move that has been made, as everybody may know it. A card changes by an event only."""
    table = game.table
    told = tuple([_happened(event) for event in happened])
    return wire.Moved(
        events=told,
        cards=tuple([_card_change(table, card) for card in _changed(old, table, happened)]),
        line=clue_line(table.log[-1]) if table.log and table.log is not old.log else None,
        lines=len(table.log),
        last_touches=_if_new(table.last_touches, old.last_touches, touch_line),
        taken_back=_if_new(table.taken_back, old.taken_back, taken_back_line),
        time_ups=tuple(map(time_up_line, game.time_ups)) if isinstance(happened[0], MoveTakenBack) else UNSET,
        situation=situation(game),
        time_up=time_up_line(game.time_ups[-1]) if game.moves[-1].seat == CLOCK else UNSET,
        legal={},
        may=(),
        **others,
    )


def _card_change(table: Table, card: int) -> wire.CardChange:
    return wire.CardChange(card, table.covers[card], table.covered_by[card], table.marks[card])


def _changed(old: Table, table: Table, happened: tuple[model.Event, ...]) -> Iterable[int]:
    """The cards on which something else lies now. A card changes by an event only, or by going back before one."""
    if isinstance(happened[0], MoveTakenBack):
        before, now = zip(old.covers, old.marks, strict=True), zip(table.covers, table.marks, strict=True)
        return [card for card, (then, lies) in enumerate(zip(before, now, strict=True)) if then != lies]
    return dict.fromkeys(event.card for event in happened if isinstance(event, CardTouched | CardCovered))


def _if_new(
    now: tuple[Shown, ...], old: tuple[Shown, ...], line: Callable[[Shown], Line]
) -> tuple[Line, ...] | UnsetType:
    """All of them where there is a change: what seldom changes needn't be in every message."""
    return UNSET if now == old else tuple(map(line, now))


_FIELDS = {kind: tuple(field.name for field in fields(kind)) for kind in get_args(model.Event)}


def _happened(event: model.Event) -> wire.Happened:
    kind = type(event)
    return wire.Happened(kind.__name__, **{name: getattr(event, name) for name in _FIELDS[kind]})


# ---------------------------------------------------------------------------------------------------------------------
# Games that are over


def replay(record: Record, number: int) -> wire.Replay:
    """A finished game from the beginning, told as it was told when it was played, except that nothing is secret."""
    game = GameState(number, record.table, record.key, record.language, began=0.0)
    start = laid_out(game, [view(record.table._replace(phase=Phase.OVER), record.key, None)])
    moves = []
    for position in positions(record):
        old = game.table
        game.play(MovePlayed(0.0, None, position.move, position.events))
        moves.append(moved(game, old, position.events, seq=game.ply, by=None))
    return wire.Replay(start, tuple(moves))
