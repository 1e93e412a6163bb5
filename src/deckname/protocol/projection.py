"""What each reader is shown of a table, as messages. The key comes in here through `engine.view` only.

`complete` tells a reader everything; `news` tells what some events have changed, as cheaply as possible: a move is the
same for everybody except for what the reader may do next, so it is written once per kind of reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from msgspec import UNSET, Raw, Struct, UnsetType

from deckname import protocol as wire
from deckname.engine.model import Phase, Seat
from deckname.engine.rules import legal_moves
from deckname.engine.view import view
from deckname.protocol.campaign import mission_brief
from deckname.protocol.game_projection import edition_brief, laid_out, legal, moved, referee_line
from deckname.tables import events
from deckname.tables.consent import asked_of, looks_like, waits_for
from deckname.tables.decisions import askable_places, automatic_end, next_seating, open_places, relief
from deckname.tables.events import TableEvent
from deckname.tables.game import GameState, Member
from deckname.tables.imprints import of_address
from deckname.tables.live import Before
from deckname.tables.objections import PATIENCE as OBJECTION_PATIENCE
from deckname.tables.objections import allowed
from deckname.tables.objections import waits_for as objection_waits_for
from deckname.tables.permissions import Audience, permissions_of, sees_marks_of, talk_group
from deckname.tables.removals import in_force
from deckname.tables.state import BETWEEN_SPYMASTERS, EVERYBODY, TableState
from deckname.tables.taking_back import still_to_agree

EVERYTHING = frozenset(
    {
        "you",
        "table",
        "people",
        "places",
        "game",
        "may",
        "next",
        "opening",
        "clock",
        "question",
        "objection",
        "take_back",
        "requests",
        "removals",
        "pencil",
        "talk",
    }
)


def complete(state: TableState, person: str, now: float) -> bytes:
    """Everything this reader may know."""
    return _Moment(state, now).write(person, EVERYTHING)


class _Moment:
    """A table as it is now, for several readers: what they share is found and written once."""

    def __init__(self, state: TableState, now: float) -> None:
        self.state = state
        self.now = now
        self.permissions = permissions_of(state)
        self._written: dict[object, Raw] = {}
        self._for_all: dict[frozenset[str], bytes] = {}

    def write(self, person: str, parts: frozenset[str]) -> bytes:
        """The parts that all readers see alike are written once, as the beginning of everybody's message."""
        beginning = self._for_all.get(parts)
        if beginning is None:
            alike: Any = {part: _PARTS[part][0](self, person) for part in parts if part not in _OWN}
            beginning = self._for_all[parts] = wire.encode(wire.StateMessage(seq=self.state.told, **alike))
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
    state = moment.state
    member = state.members.get(person)
    return wire.You(
        person=person,
        joined=member is not None,
        host=person == state.host,
        place=member.place if member else None,
        open_places=open_places(state, person) if member else (),
        askable_places=askable_places(state, person) if member else (),
    )


def _table(moment: _Moment, _person: str) -> wire.TableInfo:
    state = moment.state
    brief, form = edition_brief(state.edition), _form(state.settings)
    return wire.TableInfo(state.id, brief, form, state.stage, state.games, mission_brief(state.settings))


_form = lru_cache(1024)(wire.SettingsForm.of)


def _people(moment: _Moment, _person: str) -> tuple[wire.Person, ...]:
    state = moment.state
    return tuple(_member(state, member) for member in sorted(state.members.values(), key=lambda m: m.seated))


def _member(state: TableState, member: Member) -> wire.Person:
    host = member.id == state.host
    start = relief(state) if host else None
    since = None if start is None else round(start * 1000)
    return wire.Person(member.id, member.name, member.place, member.online, member.ready, host, member.bot, since)


def _places(moment: _Moment, _person: str) -> tuple[wire.Place, ...]:
    state = moment.state
    return tuple(
        wire.Place(place, tuple(map(str, seats)), place in state.locked, state.is_single(place))
        for place, seats in state.places.items()
    )


def _may(moment: _Moment, person: str) -> tuple[wire.Signal, ...]:
    return moment.permissions.signals(person)


def _next(moment: _Moment, _person: str) -> wire.NextGame | None:
    state = moment.state
    if state.game is None or state.running:
        return None
    turned, stay = next_seating(state, rotate=True), next_seating(state, rotate=False)
    places = {place: tuple(ids) for place, ids in (turned if state.rotate else stay).items()}
    return wire.NextGame(places, None if turned == stay else state.rotate)


def _opening(moment: _Moment, _person: str) -> wire.Opening | None:
    game = moment.state.running
    if game is None or not game.unseen:
        return None
    return wire.Opening(tuple(sorted(game.unseen)), round(game.opens * 1000))


def _clock(moment: _Moment, _person: str) -> wire.Clock | None:
    state, now = moment.state, moment.now
    game, settings = state.running, state.settings.clock
    if game is None or settings is None:
        return None
    deadline = None if game.outlasts_clocks else state.clock.deadline(settings, game.table)
    left = {}
    if settings.budget:
        for side in game.table.setup.sides:
            spent = state.clock.spent_by(side, game.table, now)
            left[side] = max(0, round((settings.budget - spent) * 1000))
    paused = state.clock.pause is not None and not state.clock.held
    ends_itself = deadline is not None and deadline == automatic_end(state)
    return wire.Clock(
        None if deadline is None else round(deadline * 1000), ends_itself, paused, left, round(now * 1000)
    )


def _question(moment: _Moment, person: str) -> wire.QuestionLine | None:
    """Only spymasters see it: its word tells as much as a clue."""
    state = moment.state
    asked = state.question
    if asked is None or not state.gives(person):
        return None
    return wire.QuestionLine(str(asked.by), asked.word, asked.number, asked.answer)


def _objection(moment: _Moment, _person: str) -> wire.ObjectionLine | None:
    game = moment.state.running
    if game is None or game.objection is None:
        return None
    open, missing = game.objection, tuple(sorted(objection_waits_for(moment.state)))
    until = round((open.since + OBJECTION_PATIENCE) * 1000)
    return wire.ObjectionLine(open.by, open.seat.side, referee_line(open.referee), dict(open.words), missing, until)


def _take_back(moment: _Moment, _person: str) -> wire.TakeBackLine | None:
    asked = moment.state.running.take_back if moment.state.running else None
    if asked is None:
        return None
    return wire.TakeBackLine(asked.by, tuple(sorted(still_to_agree(moment.state))), asked.declined)


def _requests(moment: _Moment, person: str) -> tuple[wire.PlaceRequestLine, ...]:
    """One's own, and those in which one has a say."""
    state = moment.state
    requests = state.running.requests if state.running else {}
    lines = []
    for asking, request in requests.items():
        if asking == person or person in asked_of(state, asking):
            others = () if asking == person else looks_like(state, asking)
            missing = tuple(sorted(waits_for(state, asking)))
            lines.append(wire.PlaceRequestLine(asking, request.place, missing, others))
    return tuple(lines)


def _removals(moment: _Moment, person: str) -> tuple[wire.RemovalLine, ...]:
    """For the host, who may let them in again."""
    if person != moment.state.host:
        return ()
    return tuple(map(_removal, in_force(moment.state, moment.now)))


def _removal(removal: events.Removal) -> wire.RemovalLine:
    until = None if removal.until is None else round(removal.until * 1000)
    whole = all(imprint == of_address(imprint) for imprint in removal.imprints)
    by: Literal["address", "device"] = "address" if whole else "device"
    return wire.RemovalLine(removal.person, removal.name, until, by if removal.imprints else None)


def _pencil(moment: _Moment, person: str) -> tuple[wire.PencilMark, ...]:
    return _marks(moment.state, moment.state.pencil, person)


def _marks(state: TableState, pencil: Iterable[tuple[int, str]], reader: str) -> tuple[wire.PencilMark, ...]:
    return tuple(wire.PencilMark(card, by) for card, by in pencil if sees_marks_of(state, reader, by))


def _talk(moment: _Moment, person: str) -> tuple[wire.Said, ...]:
    heard = {EVERYBODY, talk_group(moment.state, person)}
    return tuple(_said(spoken) for spoken in moment.state.talk if spoken.group in heard)


def _said(spoken: events.PersonSpoke) -> wire.Said:
    return wire.Said(int(spoken.at * 1000), spoken.person, spoken.group, spoken.text)


def _game(moment: _Moment, person: str) -> wire.Game | None:
    state, game = moment.state, moment.state.game
    if game is None:
        return None
    table = game.table._replace(phase=Phase.OVER) if game.abandoned else game.table
    seats: tuple[Seat | None, ...] = state.seats_of(person) or (None,)
    return laid_out(game, [view(table, game.key, seat, key_shown=not game.held) for seat in seats])


def _all(_moment: _Moment, _person: str) -> None:
    """All readers see the same."""


def _place(moment: _Moment, person: str) -> str | None:
    """Whoever has the same place sees the same."""
    member = moment.state.members.get(person)
    return member.place if member else None


def _place_in_game(moment: _Moment, person: str) -> str | None:
    """The same, while a game runs; after it nothing is hidden from anybody."""
    return _place(moment, person) if moment.state.running else None


def _group(moment: _Moment, person: str) -> str | None:
    return talk_group(moment.state, person)


def _is_host(moment: _Moment, person: str) -> bool:
    return person == moment.state.host


def _person(_moment: _Moment, person: str) -> str:
    return person


_Show: TypeAlias = Callable[[_Moment, str], object]
_PARTS: Mapping[str, tuple[_Show, _Show]] = {
    "you": (_you, _person),
    "table": (_table, _all),
    "people": (_people, _all),
    "places": (_places, _all),
    "game": (_game, _place_in_game),
    "may": (_may, _person),
    "next": (_next, _all),
    "opening": (_opening, _all),
    "clock": (_clock, _all),
    "question": (_question, _place),
    "objection": (_objection, _all),
    "take_back": (_take_back, _all),
    "requests": (_requests, _person),
    "removals": (_removals, _is_host),
    "pencil": (_pencil, _group),
    "talk": (_talk, _group),
}
"""Each part of a state: how it is shown to a reader, and by what readers differ for whom it does."""
_OWN = [part for part, (_, audience) in _PARTS.items() if audience is not _all]


# ---------------------------------------------------------------------------------------------------------------------
# What has changed


_PEOPLE = frozenset({"people", "you", "may", "requests", "next"})
_REQUESTS = frozenset({"requests", "may"})
_TAKE_BACK = frozenset({"take_back", "may", "clock"})
_OBJECTION = frozenset({"objection", "may", "clock", "game"})
_CHANGES: dict[type, frozenset[str]] = {
    events.TableOpened: EVERYTHING,
    events.PersonJoined: _PEOPLE | {"talk"},
    events.PersonRenamed: frozenset({"people"}),
    events.PersonLeft: _PEOPLE | {"pencil", "game", "talk", "question", "removals"},
    events.PersonLetIn: frozenset({"removals"}),
    events.PersonConnected: frozenset({"people", "next"}),
    events.PersonDisconnected: frozenset({"people", "next"}),
    events.PersonSeated: _PEOPLE | {"pencil", "game", "talk", "question"},
    events.PlaceRequested: _REQUESTS,
    events.RequestAnswered: _REQUESTS,
    events.RequestWithdrawn: _REQUESTS,
    events.ReadinessChanged: frozenset({"people", "may"}),
    events.HostChanged: _PEOPLE | {"removals"},
    events.PlaceLocked: frozenset({"places", "you", "next"}),
    events.SettingsChanged: EVERYTHING,
    events.GameBegan: EVERYTHING,
    events.MovePlayed: EVERYTHING - {"places", "talk"},
    events.QuestionAsked: frozenset({"question", "may"}),
    events.QuestionAnswered: frozenset({"question", "may"}),
    events.GameAbandoned: EVERYTHING,
    events.KeyShown: EVERYTHING,
    events.RotationChosen: frozenset({"next"}),
    events.PlaceSeen: frozenset({"opening", "clock"}),
    events.GamePaused: frozenset({"clock"}),
    events.GameResumed: frozenset({"clock"}),
    events.CardPencilled: frozenset({"pencil"}),
    events.PersonNodded: frozenset({"may"}),
    events.ObjectionRaised: _OBJECTION,
    events.TakeBackAsked: _TAKE_BACK,
    events.TakeBackAnswered: _TAKE_BACK,
    events.TakeBackWithdrawn: _TAKE_BACK,
    events.ObjectionAnswered: frozenset({"objection", "may"}),
    events.ObjectionSettled: _OBJECTION,
}


def news(
    state: TableState, before: Before, happened: Sequence[TableEvent], readers: Iterable[str], now: float
) -> dict[str, list[bytes]]:
    """What to send to whom because of these events, which the state has applied already."""
    told: dict[str, list[bytes]] = {reader: [] for reader in readers}
    moment, event = _Moment(state, now), happened[-1]
    if len(happened) == 1 and isinstance(event, events.MovePlayed) and before.table:
        _tell_move(moment, before, event, told)
        if state.running:
            return told
    changes = frozenset[str]().union(*(_CHANGES.get(type(event), frozenset()) for event in happened))
    if changes:
        for reader, messages in told.items():
            if any(_may_notice(state, event, reader) for event in happened):
                messages.append(moment.write(reader, changes))
    for event in happened:
        _tell_gesture(state, event, told)
    return told


def _may_notice(state: TableState, event: TableEvent, reader: str) -> bool:
    """Whether somebody may know that this happened at all."""
    if type(event) in BETWEEN_SPYMASTERS:
        return state.gives(reader)
    return not isinstance(event, events.CardPencilled) or sees_marks_of(state, reader, event.person)


def _tell_gesture(state: TableState, event: TableEvent, told: dict[str, list[bytes]]) -> None:
    message: wire.AnyMessage
    match event:
        case events.PersonSpoke(group=group):
            message = wire.SaidNow(seq=state.told, said=_said(event))
            hearers = [reader for reader in told if group in (EVERYBODY, talk_group(state, reader))]
        case events.PersonEmoted(person=person, emote=emote):
            message, hearers = wire.Emoted(seq=state.told, person=person, emote=emote), list(told)
        case events.PersonNudged(person=person):
            message, hearers = wire.Nudged(seq=state.told, person=person), list(told)
        case events.ObjectionSettled(valid=valid, how=how):
            message, hearers = wire.Settled(seq=state.told, valid=valid, how=how), list(told)
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


def _tell_move(moment: _Moment, before: Before, event: events.MovePlayed, told: dict[str, list[bytes]]) -> None:
    state, game = moment.state, moment.state.game
    assert game and before.table
    clock = _clock(moment, "") if state.settings.clock else UNSET
    told_to_all = moved(game, before.table, event.events, seq=state.told, by=event.by, clock=clock)
    shared = wire.encode(told_to_all).removesuffix(_NOBODYS)
    written: dict[Audience, bytes] = {}
    for reader, messages in told.items():
        audience = moment.permissions.audience(reader)
        message = written.get(audience)
        if message is None:
            message = written[audience] = shared + wire.encode(_own(moment, before, audience, reader))[1:]
        messages.append(message)


def _own(moment: _Moment, before: Before, audience: Audience, reader: str) -> _Own:
    state, game = moment.state, moment.state.game
    assert game
    settled = before.asked and state.question is None and state.gives(reader)
    marks: tuple[wire.PencilMark, ...] | UnsetType = UNSET
    if before.pencil and (now := _pencil(moment, reader)) != _marks(state, before.pencil, reader):
        marks = now
    return _Own(_legal_now(moment, game, audience), audience.may, None if settled else UNSET, marks)


def _legal_now(moment: _Moment, game: GameState, audience: Audience) -> dict[str, wire.Legal]:
    """Most seats have nothing to do, and needn't be asked: it isn't their turn, and there is nothing to challenge."""
    table, due = game.table, moment.permissions.due
    fresh = table.phase is Phase.GUESS and not table.guesses
    asked = [seat for seat in audience.seats if fresh or seat in due]
    if not asked:
        return {}
    found = ((str(seat), allowed(game, legal_moves(table, game.key, seat))) for seat in asked)
    return {seat: legal(moves) for seat, moves in found if moves}
