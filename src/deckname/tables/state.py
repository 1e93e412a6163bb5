"""Where a table stands: who is there, who sits where, and the game. `TableState.apply` is all that changes it.

It is made by applying the events of the table's log in order, on every node alike; `snapshot` makes it of a snapshot.
Keys come to it apart (`TableState.learn`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal

from deckname.engine.editions import EDITIONS, new_table
from deckname.engine.model import Edition, Key, Phase, Role, Seat, Table, parse_seat
from deckname.engine.table import guessing_side
from deckname.tables import events
from deckname.tables.bounds import DEVICES_KEPT, REMOVED_KEPT, TALK_KEPT
from deckname.tables.clock import ClockState
from deckname.tables.events import PersonSpoke, Removal, TableEvent
from deckname.tables.game import ClueQuestion, GameState, Member, Objection, PlaceRequest, TakeBack
from deckname.tables.places import layers_seen, places_of
from deckname.tables.stored import decode_key
from deckname.tables.table_settings import TableSettings

EVERYBODY = "all"
"""The group of those who talk between games."""
Stage = Literal["lobby", "game", "over"]


class TableState:
    def __init__(self, id: str) -> None:
        self.id = id
        self.seq = 0
        self.told = 0
        """How many events so far everybody may know of: a number that everybody may see."""
        self.opened = 0.0
        self.set_up(TableSettings())
        self.host: str | None = None
        self.members: dict[str, Member] = {}
        self.removed: dict[str, Removal] = {}
        """Those who were sent away, the last ones last."""
        self.locked: set[str] = set()
        self.rotate = True
        """Whether roles go round from game to game."""
        self.games = 0
        self.game: GameState | None = None
        self.running: GameState | None = None
        """The game, while it runs."""
        self.question: ClueQuestion | None = None
        self.pencil: dict[tuple[int, str], None] = {}
        self.talk: deque[PersonSpoke] = deque(maxlen=TALK_KEPT)
        self.clock = ClockState()
        self.remembered: dict[object, Any] = {}
        """What was worked out from who sits where and has seen what; forgotten as soon as any of it changes."""
        self.keys: dict[int, Key] = {}
        """By the number of the game."""

    def set_up(self, settings: TableSettings) -> None:
        self.settings = settings
        self.edition: Edition = EDITIONS[settings.edition]
        self.places: Mapping[str, tuple[Seat, ...]] = places_of(settings.edition, settings.mode)
        self._single = frozenset(
            place for place, seats in self.places.items() if all(seat.role is Role.GIVER for seat in seats)
        )

    # --- reading

    @property
    def stage(self) -> Stage:
        if self.game is None:
            return "lobby"
        return "game" if self.game.running else "over"

    @property
    def is_awaited(self) -> bool:
        """Whether somebody belongs to the table, or nobody has come yet."""
        return self.seq == 1 or any(not member.bot for member in self.members.values())

    def at_place(self, place: str) -> list[Member]:
        return sorted((m for m in self.members.values() if m.place == place), key=lambda member: member.seated)

    def seats_of(self, person: str | None) -> tuple[Seat, ...]:
        member = self.members.get(person or "")
        return self.places[member.place] if member and member.place else ()

    def holders(self, seat: Seat) -> list[Member]:
        return [member for place, seats in self.places.items() if seat in seats for member in self.at_place(place)]

    def is_bot(self, person: str) -> bool:
        member = self.members.get(person)
        return member is not None and member.bot is not None

    def bot_at(self, seat: Seat) -> Member | None:
        """The bot that acts from a seat: none where a person sits there too."""
        holders = self.holders(seat)
        return holders[0] if holders and all(member.bot for member in holders) else None

    def gives(self, person: str) -> bool:
        """Whether they are a spymaster."""
        return any(seat.role is Role.GIVER for seat in self.seats_of(person))

    def is_single(self, place: str) -> bool:
        """A place that only gives clues has one person: a team has one spymaster."""
        return place in self._single

    def seen(self, person: str) -> frozenset[int]:
        return self.running.seen.get(person, frozenset()) if self.running else frozenset()

    def knows_too_much(self, person: str, place: str) -> bool:
        """Whether they have seen of the key what a guesser there must not know (G3)."""
        seen = self.seen(person)
        if not seen:
            return False
        specs = [self.edition.side[seat.side] for seat in self.places[place] if seat.role is Role.GUESSER]
        return any(not seen.issubset(spec.guesser_sees) for spec in specs)

    # --- writing

    def learn(self, secrets: Mapping[str, bytes]) -> None:
        """Take the keys among a log's secrets: needed before the event that a game began."""
        for name, body in secrets.items():
            kind, _, number = name.partition(":")
            if kind == "key":
                self.keys[int(number)] = decode_key(body)

    def apply(self, event: TableEvent) -> None:
        self.seq += 1
        kind = type(event)
        _APPLY[kind](self, event)
        self.told += self._is_for_all(event)
        if kind not in _OF_THE_MOMENT:
            self.remembered.clear()
        self._note_running()

    def _is_for_all(self, event: TableEvent) -> bool:
        """Whether everybody may know that this happened: a gap in the numbers would tell as much."""
        match event:
            case events.CardPencilled(person=person):
                return not self.seen(person)
            case events.PersonSpoke(group=group):
                return group == EVERYBODY
            case _:
                return type(event) not in BETWEEN_SPYMASTERS

    def _note_running(self) -> None:
        self.running = self.game if self.game and self.game.running else None
        if game := self.game:
            if not game.ended:
                game.players = ()
            elif not game.players:
                game.players = tuple(replace(member) for member in self.members.values())

    def _look(self, member: Member) -> None:
        """Remember where they sit now, and what of the key they see from there."""
        if self.running:
            layers = layers_seen(self.edition, self.seats_of(member.id))
            self.running.note_seat(member, layers, alone=member.place in self._single)


def _opened(state: TableState, event: events.TableOpened) -> None:
    state.opened = event.at
    state.set_up(event.settings)
    state.host = event.host


def _joined(state: TableState, event: events.PersonJoined) -> None:
    state.members[event.person] = Member(event.person, event.name, event.bot, ready=event.bot is not None)
    state.removed.pop(event.person, None)  # their time is over


def _renamed(state: TableState, event: events.PersonRenamed) -> None:
    state.members[event.person].name = event.name


def _gone(state: TableState, event: events.PersonLeft) -> None:
    member = state.members.pop(event.person, None)
    if member and state.running:
        state.running.note_left(member)
    state.pencil = {mark: None for mark in state.pencil if mark[1] != event.person}
    if state.host == event.person:  # who is next, another event tells; without one, whoever joins first
        state.host = None
    if event.removed and member:
        state.removed[member.id] = Removal(member.id, member.name, event.until, event.imprints)
        if len(state.removed) > REMOVED_KEPT:
            del state.removed[next(iter(state.removed))]


def _let_in(state: TableState, event: events.PersonLetIn) -> None:
    state.removed.pop(event.person, None)


def _came(state: TableState, event: events.PersonConnected) -> None:
    if member := state.members.get(event.person):
        member.node, member.away = event.node, None
        if event.device and event.device not in member.devices:
            member.devices = (*member.devices, event.device)[-DEVICES_KEPT:]


def _went(state: TableState, event: events.PersonDisconnected) -> None:
    if (member := state.members.get(event.person)) and member.node == event.node:
        member.node, member.away = None, event.at


def _seated(state: TableState, event: events.PersonSeated) -> None:
    member = state.members[event.person]
    member.place = event.place
    member.watching = event.place is None and not event.replaced
    member.seated = state.seq
    state.pencil = {mark: None for mark in state.pencil if mark[1] != event.person}
    state._look(member)


def _requested(state: TableState, event: events.PlaceRequested) -> None:
    if state.running:
        state.running.requests[event.person] = PlaceRequest(event.place)


def _request_answered(state: TableState, event: events.RequestAnswered) -> None:
    if state.running:
        state.running.note_answer(event.person, event.by, event.agree)


def _request_withdrawn(state: TableState, event: events.RequestWithdrawn) -> None:
    if state.running:
        state.running.requests.pop(event.person, None)


def _readied(state: TableState, event: events.ReadinessChanged) -> None:
    state.members[event.person].ready = event.ready


def _hosted(state: TableState, event: events.HostChanged) -> None:
    state.host = event.person


def _locked(state: TableState, event: events.PlaceLocked) -> None:
    (state.locked.add if event.locked else state.locked.discard)(event.place)


def _configured(state: TableState, event: events.SettingsChanged) -> None:
    state.set_up(event.settings)
    state.game = None
    state.locked &= set(state.places)
    for member in state.members.values():
        if member.place not in state.places:
            member.place = None


def _turned(state: TableState, event: events.RotationChosen) -> None:
    state.rotate = event.rotate


def _began(state: TableState, event: events.GameBegan) -> None:
    settings = state.settings
    table = new_table(state.edition, event.cards, event.starts, settings.mode, settings.options)
    state.games = event.number
    key = state.keys[event.number]
    state.game = GameState(event.number, table, key, settings.language, event.at, settings.practice, settings.campaign)
    state.question = None
    state.pencil = {}
    state.talk.clear()
    state.clock = ClockState.started(event.at if event.opens is None else event.opens)
    state.game.unseen, state.game.opens = frozenset(event.unseen), event.opens or event.at
    state._note_running()
    for member in state.members.values():
        member.ready = member.bot is not None
        state._look(member)
    state.game.first = frozenset(state.game.sat)


def _saw(state: TableState, event: events.PlaceSeen) -> None:
    if not state.running:
        return
    state.running.unseen -= {event.person}
    if not state.running.unseen and not state.running.moves:
        state.clock = state.clock.opened(event.at)


def _played(state: TableState, event: events.MovePlayed) -> None:
    game = state.game
    assert game
    before = game.table
    if not game.moves:
        state.clock = state.clock.opened(event.at)
    if event.by in state.members and state.members[event.by].bot:
        game.by_bots[game.ply] = event.by
    game.play(event)
    if state.settings.clock:
        state.clock = state.clock.release(event.at).moved(before, game.table, event.at)
    if (before.phase, before.turn) != (game.table.phase, game.table.turn):
        state.question = None
    if state.pencil:
        state.pencil = {mark: None for mark in state.pencil if _still_meant(state, before, *mark)}


def _still_meant(state: TableState, before: Table, card: int, person: str) -> bool:
    """A pencil mark goes when its card is covered, or when the turn of whoever made it has ended."""
    assert state.game
    now = state.game.table
    if now.covers[card] is not None:
        return False
    ended = before.phase is Phase.GUESS and now.phase is not Phase.GUESS
    return not (ended and before.turn and any(seat.side == guessing_side(before) for seat in state.seats_of(person)))


def _asked(state: TableState, event: events.QuestionAsked) -> None:
    state.question = ClueQuestion(parse_seat(event.seat), event.word, event.number)


def _answered(state: TableState, event: events.QuestionAnswered) -> None:
    if state.question:
        state.question.answer = event.agree


def _abandoned(state: TableState, event: events.GameAbandoned) -> None:
    assert state.game
    state.game.abandoned = True
    state.question = None
    state.pencil = {}


def _paused(state: TableState, event: events.GamePaused) -> None:
    assert state.game
    state.clock = state.clock.paused(state.game.table, event.at)


def _resumed(state: TableState, event: events.GameResumed) -> None:
    state.clock = state.clock.resumed(event.at)


def _pencilled(state: TableState, event: events.CardPencilled) -> None:
    if event.on:
        state.pencil[event.card, event.person] = None
    else:
        state.pencil.pop((event.card, event.person), None)


def _spoke(state: TableState, event: events.PersonSpoke) -> None:
    state.talk.append(event)


def _nodded(state: TableState, event: events.PersonNodded) -> None:
    if state.running:
        state.running.nodded |= {event.person}


def _objected(state: TableState, event: events.ObjectionRaised) -> None:
    if game := state.running:
        words = {event.person: False}
        game.objection = Objection(event.person, parse_seat(event.seat), event.at, event.referee, words)
        state.clock = state.clock.hold(game.table, event.at)


def _objection_answered(state: TableState, event: events.ObjectionAnswered) -> None:
    if state.running and state.running.objection:
        objection = state.running.objection
        words = {**objection.words, event.person: event.valid}
        state.running.objection = replace(objection, since=event.since, words=words)


def _objection_settled(state: TableState, event: events.ObjectionSettled) -> None:
    if game := state.running:
        game.objection = None
        game.upheld = game.clue_being_answered if event.valid else None
        state.clock = state.clock.release(event.at)


def _take_back_asked(state: TableState, event: events.TakeBackAsked) -> None:
    if game := state.running:
        game.take_back = TakeBack(event.person)
        state.clock = state.clock.hold(game.table, event.at)


def _take_back_answered(state: TableState, event: events.TakeBackAnswered) -> None:
    if (game := state.running) and (asked := game.take_back):
        if event.agree:
            game.take_back = replace(asked, agreed=asked.agreed | {event.person})
        else:
            game.take_back = replace(asked, declined=True)
            state.clock = state.clock.release(event.at)


def _take_back_withdrawn(state: TableState, event: events.TakeBackWithdrawn) -> None:
    if game := state.running:
        game.take_back = None
        state.clock = state.clock.release(event.at)


def _key_shown(state: TableState, event: events.KeyShown) -> None:
    if game := state.running:
        game.held, game.take_back = False, None
        state.clock = state.clock.release(event.at)


def _passes(_room: TableState, _fact: TableEvent) -> None:
    """Gestures and nudges leave nothing behind."""


_APPLY: Mapping[type, Callable[[TableState, Any], None]] = {
    events.TableOpened: _opened,
    events.PersonJoined: _joined,
    events.PersonRenamed: _renamed,
    events.PersonLeft: _gone,
    events.PersonLetIn: _let_in,
    events.PersonConnected: _came,
    events.PersonDisconnected: _went,
    events.PersonSeated: _seated,
    events.PlaceRequested: _requested,
    events.RequestAnswered: _request_answered,
    events.RequestWithdrawn: _request_withdrawn,
    events.ReadinessChanged: _readied,
    events.HostChanged: _hosted,
    events.PlaceLocked: _locked,
    events.SettingsChanged: _configured,
    events.RotationChosen: _turned,
    events.GameBegan: _began,
    events.PlaceSeen: _saw,
    events.MovePlayed: _played,
    events.QuestionAsked: _asked,
    events.QuestionAnswered: _answered,
    events.GameAbandoned: _abandoned,
    events.GamePaused: _paused,
    events.GameResumed: _resumed,
    events.CardPencilled: _pencilled,
    events.PersonSpoke: _spoke,
    events.PersonEmoted: _passes,
    events.PersonNudged: _passes,
    events.PersonNodded: _nodded,
    events.ObjectionRaised: _objected,
    events.ObjectionAnswered: _objection_answered,
    events.ObjectionSettled: _objection_settled,
    events.TakeBackAsked: _take_back_asked,
    events.TakeBackAnswered: _take_back_answered,
    events.TakeBackWithdrawn: _take_back_withdrawn,
    events.KeyShown: _key_shown,
}

_OF_THE_MOMENT = frozenset(
    {
        events.MovePlayed,
        events.PlaceSeen,
        events.QuestionAsked,
        events.QuestionAnswered,
        events.PersonConnected,
        events.PersonDisconnected,
        events.CardPencilled,
        events.PersonSpoke,
        events.PersonEmoted,
    }
    | {events.TakeBackAsked, events.TakeBackAnswered, events.TakeBackWithdrawn}
    | {events.ObjectionRaised, events.ObjectionAnswered, events.ObjectionSettled}
    | {events.PersonNudged, events.PersonNodded, events.GamePaused, events.GameResumed}
)
"""Events that leave everybody where they are, knowing what they know of the key."""

BETWEEN_SPYMASTERS = frozenset({events.QuestionAsked, events.QuestionAnswered})
"""Events of which nobody else may know that they happened (T17)."""
