"""What each reader is shown of a table, as messages of the protocol. The key comes in here through `engine.view` only.

`complete` tells a reader everything; `tidings` tells what a list of facts has changed, as cheaply as possible: a move
is the same for everybody except for what the reader may do next, so it is written once per kind of reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET, Raw, Struct, UnsetType

from deckname import protocol as wire
from deckname.cards.faces import describe, is_drawn
from deckname.engine.model import Clue, Phase, Seat, Table
from deckname.engine.record import Record, positions
from deckname.engine.rules import LegalMoves, legal_moves
from deckname.engine.table import agents_left, covering_side, guesses_left, to_move
from deckname.engine.view import View, score, view, winning_seats
from deckname.tables import facts
from deckname.tables.decisions import open_places
from deckname.tables.facts import AnyFact
from deckname.tables.manners import Audience, manners_of, sees_marks_of, talk_group
from deckname.tables.room import BETWEEN_SPYMASTERS, EVERYBODY, GameState, Member, Room

EVERYTHING = frozenset({"you", "table", "people", "places", "game", "may", "clock", "question", "pencil", "talk"})


def complete(room: Room, person: str, now: float) -> bytes:
    """Everything this reader may know."""
    return _Moment(room, now).state(person, EVERYTHING)


class _Moment:
    """A room as it is now, for several readers: what they share is found and written once."""

    def __init__(self, room: Room, now: float) -> None:
        self.room = room
        self.now = now
        self.manners = manners_of(room)
        self._written: dict[object, Raw] = {}
        self._for_all: dict[frozenset[str], bytes] = {}

    def state(self, person: str, parts: frozenset[str]) -> bytes:
        """The parts that all readers see alike are written once, as the beginning of everybody's message."""
        beginning = self._for_all.get(parts)
        if beginning is None:
            alike: Any = {part: _PARTS[part][0](self, person) for part in parts if part not in _OWN}
            beginning = self._for_all[parts] = wire.encode(wire.State(seq=self.room.told, **alike))
        own = {part: self._part(part, person) for part in _OWN if part in parts}
        return beginning[:-1] + b"," + wire.encode(own)[1:] if own else beginning

    def _part(self, part: str, person: str) -> Raw:
        show, audience = _PARTS[part]
        key = part, audience(self, person)
        if key not in self._written:
            self._written[key] = Raw(wire.encode(show(self, person)))
        return self._written[key]


# ---------------------------------------------------------------------------------------------------------------------
# The parts of a state


def _you(moment: _Moment, person: str) -> wire.You:
    room = moment.room
    member = room.members.get(person)
    return wire.You(
        person=person,
        joined=member is not None,
        host=person == room.host,
        place=member.place if member else None,
        open_places=open_places(room, person) if member else (),
    )


def _table(moment: _Moment, _person: str) -> wire.TableInfo:
    room = moment.room
    return wire.TableInfo(room.id, room.settings, room.stage, room.games)


def _people(moment: _Moment, _person: str) -> tuple[wire.Person, ...]:
    room = moment.room
    return tuple(_member(room, member) for member in sorted(room.members.values(), key=lambda m: m.seated))


def _member(room: Room, member: Member) -> wire.Person:
    bot: Any = member.bot
    return wire.Person(member.id, member.name, member.place, member.online, member.ready, member.id == room.host, bot)


def _places(moment: _Moment, _person: str) -> tuple[wire.Place, ...]:
    room = moment.room
    return tuple(
        wire.Place(place, tuple(map(str, seats)), place in room.locked, room.is_single(place))
        for place, seats in room.places.items()
    )


def _may(moment: _Moment, person: str) -> tuple[wire.Signal, ...]:
    return moment.manners.signals(person)


def _clock(moment: _Moment, _person: str) -> wire.Clock | None:
    room, now = moment.room, moment.now
    game, settings = room.running, room.settings.clock
    if game is None or settings is None:
        return None
    deadline = room.clock.deadline(settings, game.table)
    left = {}
    if settings.budget:
        for side in game.table.setup.sides:
            spent = room.clock.spent_by(side, game.table, now)
            left[side] = max(0, round((settings.budget - spent) * 1000))
    paused = room.clock.pause is not None
    return wire.Clock(None if deadline is None else round(deadline * 1000), paused, left, round(now * 1000))


def _question(moment: _Moment, person: str) -> wire.QuestionLine | None:
    """Only spymasters see it: its word tells as much as a clue."""
    room = moment.room
    asked = room.question
    if asked is None or not room.gives(person):
        return None
    number: Any = asked.number
    return wire.QuestionLine(str(asked.by), asked.word, number, asked.answer)


def _pencil(moment: _Moment, person: str) -> tuple[wire.PencilMark, ...]:
    return _marks(moment.room, moment.room.pencil, person)


def _marks(room: Room, pencil: Iterable[tuple[int, str]], reader: str) -> tuple[wire.PencilMark, ...]:
    return tuple(wire.PencilMark(card, by) for card, by in pencil if sees_marks_of(room, reader, by))


def _talk(moment: _Moment, person: str) -> tuple[wire.Said, ...]:
    heard = {EVERYBODY, talk_group(moment.room, person)}
    return tuple(said for said in moment.room.talk if said.group in heard)


def _game(moment: _Moment, person: str) -> wire.Game | None:
    room, game = moment.room, moment.room.game
    if game is None:
        return None
    table = game.table._replace(phase=Phase.OVER) if game.abandoned else game.table
    seats: tuple[Seat | None, ...] = room.seats_of(person) or (None,)
    return _laid_out(game, [view(table, game.key, seat) for seat in seats])


def _laid_out(game: GameState, views: Sequence[View]) -> wire.Game:
    first = views[0]
    mode: Any = first.mode.value
    return wire.Game(
        number=game.number,
        edition=first.edition,
        mode=mode,
        columns=first.columns,
        rows=first.rows,
        starts=first.starts,
        cards=_cards(game, views),
        log=tuple(map(_line, first.log)),
        pairings=tuple(wire.PairingLine(pairing.identities, pairing.count) for pairing in first.pairings),
        situation=_situation(game),
        legal={str(shown.seat): _legal(shown.legal) for shown in views if shown.seat and shown.legal},
    )


def _cards(game: GameState, views: Sequence[View]) -> tuple[wire.CardFace, ...]:
    """Whoever has several seats knows of a card what any of them may know."""
    known: Iterable[tuple[str | None, ...]] = [card.known for card in views[0].cards]
    for other in views[1:]:
        pairs = zip(known, (card.known for card in other.cards), strict=True)
        known = [tuple(mine or theirs for mine, theirs in zip(*pair, strict=True)) for pair in pairs]
    return tuple(
        [
            wire.CardFace(face, describe(face, game.language) if is_drawn(face) else None, cover, marks, told)
            for (face, cover, marks, _), told in zip(views[0].cards, known, strict=True)
        ]
    )


def _line(clue: Clue) -> wire.ClueLine:
    touched = tuple([wire.TouchLine(card, identity) for card, identity in clue.touched])
    status: Any = clue.status
    return wire.ClueLine(clue.side, clue.word, clue.number, status, touched)


def _legal(moves: LegalMoves) -> wire.Legal:
    return wire.Legal(*moves)


def _situation(game: GameState) -> wire.Situation:
    table = game.table
    in_cover = table.phase is Phase.COVER
    phase: Any = table.phase
    tokens = table.tokens
    return wire.Situation(
        ply=game.ply,
        phase="over" if game.abandoned else phase,
        turn=table.turn,
        to_move=() if game.abandoned else tuple([str(seat) for seat in to_move(table)]),
        guesses=table.guesses,
        guesses_left=guesses_left(table),
        left=agents_left(table),
        challenged=in_cover and table.turn != table.setup.imaginary,
        covering=covering_side(table) if in_cover else None,
        tokens=wire.TokenCount(tokens.bystander, tokens.closed, tokens.taken) if tokens else None,
        completed=table.completed,
        last_stretch=table.last_stretch,
        sudden_death=table.sudden_death,
        end=_end(game),
    )


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
    )


def _all(_moment: _Moment, _person: str) -> None:
    """All readers see the same."""


def _place(moment: _Moment, person: str) -> str | None:
    """Whoever has the same place sees the same."""
    member = moment.room.members.get(person)
    return member.place if member else None


def _place_in_game(moment: _Moment, person: str) -> str | None:
    """The same, while a game runs; after it nothing is hidden from anybody."""
    return _place(moment, person) if moment.room.running else None


def _group(moment: _Moment, person: str) -> str | None:
    return talk_group(moment.room, person)


def _person(_moment: _Moment, person: str) -> str:
    return person


_Show = Callable[[_Moment, str], object]
_PARTS: Mapping[str, tuple[_Show, _Show]] = {
    "you": (_you, _person),
    "table": (_table, _all),
    "people": (_people, _all),
    "places": (_places, _all),
    "game": (_game, _place_in_game),
    "may": (_may, _person),
    "clock": (_clock, _all),
    "question": (_question, _place),
    "pencil": (_pencil, _group),
    "talk": (_talk, _group),
}
"""Each part of a state: how it is shown to a reader, and by what readers differ for whom it does."""
_OWN = [part for part, (_, audience) in _PARTS.items() if audience is not _all]


# ---------------------------------------------------------------------------------------------------------------------
# What has changed


_PEOPLE = frozenset({"people", "you", "may"})
_CHANGES: dict[type, frozenset[str]] = {
    facts.Opened: EVERYTHING,
    facts.Joined: _PEOPLE | {"talk"},
    facts.Renamed: frozenset({"people"}),
    facts.Gone: _PEOPLE | {"pencil", "game", "talk", "question"},
    facts.Came: frozenset({"people"}),
    facts.Went: frozenset({"people"}),
    facts.Seated: _PEOPLE | {"pencil", "game", "talk", "question"},
    facts.Readied: frozenset({"people", "may"}),
    facts.Hosted: _PEOPLE,
    facts.Locked: frozenset({"places", "you"}),
    facts.Configured: EVERYTHING,
    facts.Began: EVERYTHING,
    facts.Played: EVERYTHING - {"places", "talk"},
    facts.Asked: frozenset({"question", "may"}),
    facts.Answered: frozenset({"question", "may"}),
    facts.Abandoned: EVERYTHING,
    facts.Paused: frozenset({"clock"}),
    facts.Resumed: frozenset({"clock"}),
    facts.Pencilled: frozenset({"pencil"}),
}


class Before(NamedTuple):
    """What a room was before some facts, as far as it matters for telling the difference."""

    table: Table | None
    pencil: tuple[tuple[int, str], ...]
    asked: bool

    @classmethod
    def of(cls, room: Room) -> Before:
        return cls(room.game.table if room.game else None, tuple(room.pencil), room.question is not None)


def tidings(
    room: Room, before: Before, happened: Sequence[AnyFact], readers: Iterable[str], now: float
) -> dict[str, list[bytes]]:
    """What to send to whom because of these facts, which the room has applied already."""
    told: dict[str, list[bytes]] = {reader: [] for reader in readers}
    moment, fact = _Moment(room, now), happened[-1]
    if len(happened) == 1 and isinstance(fact, facts.Played) and before.table:
        _tell_move(moment, before, fact, told)
        if room.running:
            return told
    changes = frozenset[str]().union(*(_CHANGES.get(type(fact), frozenset()) for fact in happened))
    if changes:
        for reader, messages in told.items():
            if any(_may_notice(room, fact, reader) for fact in happened):
                messages.append(moment.state(reader, changes))
    for fact in happened:
        _tell_gesture(room, fact, told)
    return told


def _may_notice(room: Room, fact: AnyFact, reader: str) -> bool:
    """Whether somebody may know that this happened at all."""
    if type(fact) in BETWEEN_SPYMASTERS:
        return room.gives(reader)
    return not isinstance(fact, facts.Pencilled) or sees_marks_of(room, reader, fact.person)


def _tell_gesture(room: Room, fact: AnyFact, told: dict[str, list[bytes]]) -> None:
    message: wire.AnyMessage
    match fact:
        case facts.Spoke(at=at, person=person, group=group, text=text):
            message = wire.SaidNow(seq=room.told, said=wire.Said(int(at * 1000), person, group, text))
            hearers = [reader for reader in told if group in (EVERYBODY, talk_group(room, reader))]
        case facts.Gestured(person=person, emote=emote):
            message, hearers = wire.Emoted(seq=room.told, person=person, emote=emote), list(told)
        case facts.Nudged(person=person):
            message, hearers = wire.Nudged(seq=room.told, person=person), list(told)
        case _:
            return
    data = wire.encode(message)
    for hearer in hearers:
        told[hearer].append(data)


class _Own(Struct, frozen=True):
    """What differs between those who are told of a move."""

    legal: dict[str, wire.Legal]
    may: tuple[wire.Signal, ...]
    question: UnsetType | None = UNSET
    pencil: tuple[wire.PencilMark, ...] | UnsetType = UNSET


_NOBODYS = wire.encode(_Own({}, ()))[1:]
"""How a move ends that is told to nobody in particular."""


def _tell_move(moment: _Moment, before: Before, fact: facts.Played, told: dict[str, list[bytes]]) -> None:
    room, game = moment.room, moment.room.game
    assert game and before.table
    clock = _clock(moment, "") if room.settings.clock else UNSET
    moved = _moved(game, before.table, fact.events, seq=room.told, by=fact.by, clock=clock)
    shared = wire.encode(moved).removesuffix(_NOBODYS)
    written: dict[Audience, bytes] = {}
    for reader, messages in told.items():
        audience = moment.manners.audience(reader)
        message = written.get(audience)
        if message is None:
            message = written[audience] = shared + wire.encode(_own(moment, before, audience, reader))[1:]
        messages.append(message)


def _own(moment: _Moment, before: Before, audience: Audience, reader: str) -> _Own:
    room, game = moment.room, moment.room.game
    assert game
    settled = before.asked and room.question is None and room.gives(reader)
    marks: tuple[wire.PencilMark, ...] | UnsetType = UNSET
    if before.pencil and (now := _pencil(moment, reader)) != _marks(room, before.pencil, reader):
        marks = now
    return _Own(_legal_now(moment, game, audience), audience.may, None if settled else UNSET, marks)


def _moved(game: GameState, old: Table, events: tuple[wire.Happened, ...], **others: Any) -> wire.Moved:
    """A move that has been made, as everybody may know it. A card changes by an event only."""
    table = game.table
    touched = dict.fromkeys(event.card for event in events if event.card is not None)
    return wire.Moved(
        events=events,
        cards=tuple([wire.CardChange(card, table.covers[card], table.marks[card]) for card in touched]),
        line=_line(table.log[-1]) if table.log and table.log is not old.log else None,
        lines=len(table.log),
        situation=_situation(game),
        legal={},
        may=(),
        **others,
    )


def _legal_now(moment: _Moment, game: GameState, audience: Audience) -> dict[str, wire.Legal]:
    """Most seats have nothing to do, and needn't be asked: it isn't their turn, and there is nothing to challenge."""
    table, due = game.table, moment.manners.due
    fresh = table.phase is Phase.GUESS and not table.guesses
    asked = [seat for seat in audience.seats if fresh or seat in due]
    if not asked:
        return {}
    found = ((str(seat), legal_moves(table, game.key, seat)) for seat in asked)
    return {seat: _legal(moves) for seat, moves in found if moves}


# ---------------------------------------------------------------------------------------------------------------------
# Games that are over


def replay(record: Record, number: int) -> wire.Replay:
    """A finished game from the beginning, told as it was told when it was played, except that nothing is secret."""
    game = GameState(number, record.table, record.table, record.key, record.language, began=0.0)
    start = _laid_out(game, [view(record.table._replace(phase=Phase.OVER), record.key, None)])
    moves = []
    for position in positions(record):
        old, game.table = game.table, position.table
        game.moves.append(position.move)
        events = tuple(map(facts.note_event, position.events))
        moves.append(_moved(game, old, events, seq=game.ply, by=None))
    return wire.Replay(start, tuple(moves))
