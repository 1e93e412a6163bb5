"""Where a table stands: who is there, who sits where, and the game. `Room.apply` is the only thing that changes it.

A room is made by applying the facts of its log in order, on every node alike. Keys come to it apart (`Room.learn`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal

from deckname.engine.editions import EDITIONS, new_table
from deckname.engine.model import Edition, GiveClue, Guess, Key, Mode, Options, Phase, Role, Seat, Setup, Stop, Table
from deckname.engine.record import Move, Record
from deckname.engine.table import evolve
from deckname.protocol import GameOptions, Said, TableSettings
from deckname.tables import facts
from deckname.tables.clock import ClockState
from deckname.tables.facts import AnyFact, decode_key, event_noted, move_noted

TALK_KEPT = 100
EVERYBODY = "all"
"""The group of those who talk between games."""
Stage = Literal["lobby", "game", "over"]


@cache
def places_of(edition: str, mode: str) -> Mapping[str, tuple[Seat, ...]]:
    """The places of a table and the seats that belong to each.

    A cooperative game always plays the first side: which colour is imaginary makes no difference.
    """
    data = EDITIONS[edition]
    starts = None if None in data.deals else data.sides[0].id
    setup = Setup(data, Mode(mode), Options(), (), starts)
    return {_place_id(place): place for place in setup.places}


def _place_id(place: tuple[Seat, ...]) -> str:
    if len(place) == 1:
        return str(place[0])
    sides = {seat.side for seat in place}
    return sides.pop() if len(sides) == 1 else str(place[0].role)


def engine_options(options: GameOptions) -> Options:
    return Options(**{name: getattr(options, name) for name in GameOptions.__struct_fields__})


def faces_seen(edition: Edition, seats: Iterable[Seat]) -> frozenset[int]:
    """The faces of the key that one sees from these seats."""
    specs = [(edition.side[seat.side], seat.role) for seat in seats]
    return frozenset(
        face for spec, role in specs for face in (spec.giver_sees if role is Role.GIVER else spec.guesser_sees)
    )


@dataclass
class Member:
    """Somebody at the table, a person or a bot."""

    id: str
    name: str
    bot: str | None = None
    place: str | None = None
    seated: int = 0
    """The entry that seated them: who sits longer comes first."""
    ready: bool = False
    watching: bool = False
    """They left their place, and won't be dealt one."""
    node: str | None = None
    """Where they are connected."""

    @property
    def online(self) -> bool:
        return self.node is not None or self.bot is not None


@dataclass
class Question:
    """A spymaster asked the other whether a clue would be fine (T17)."""

    by: Seat
    word: str
    number: int | str
    answer: bool | None = None


@dataclass
class GameState:
    number: int
    start: Table
    table: Table
    key: Key
    language: str
    began: float
    moves: list[Move] = field(default_factory=list)
    seen: dict[str, frozenset[int]] = field(default_factory=dict)
    """By person: the faces of the key that they have ever seen in this game."""
    left_as: dict[str, str] = field(default_factory=dict)
    """The names of those who have seen of the key and left the table: under another they could tell of it."""
    abandoned: bool = False
    players: tuple[Member, ...] = ()
    """Who was there when it ended, and where they sat; whatever they do later."""

    @property
    def running(self) -> bool:
        return self.table.phase is not Phase.OVER and not self.abandoned

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def clue_being_answered(self) -> int | None:
        """The move that gave the clue on which somebody guesses, or will again if a challenge to it is waived."""
        table = self.table
        challenged = table.phase is Phase.COVER and table.turn != table.setup.imaginary
        if not self.running or not (table.phase is Phase.GUESS or challenged):
            return None
        return max(index for index, move in enumerate(self.moves) if isinstance(move.command, GiveClue))

    def given_away(self, ply: int) -> frozenset[int]:
        """The faces of the key that what a bot thought in this move would tell of, while the game runs."""
        edition = self.table.setup.edition
        if not self.running:
            return frozenset()
        if not 0 <= ply < len(self.moves):  # another node knows of it already: it may be a clue
            return frozenset(range(edition.faces))
        move = self.moves[ply]
        spec = edition.side.get(move.seat.side)
        if spec is None:  # the clock
            return frozenset()
        if isinstance(move.command, Guess | Stop):  # in Duet it goes by one's own face, too (D22)
            return frozenset(spec.guesser_sees)
        answers = ply == self.clue_being_answered or self.table.sudden_death  # there clues are all one has to go by
        return frozenset({edition.side[spec.clues_to].judged_by} if answers else ())

    @property
    def record(self) -> Record:
        return Record(self.start, self.key, tuple(self.moves), self.language)


class Room:
    def __init__(self, id: str) -> None:
        self.id = id
        self.seq = 0
        self.told = 0
        """How many facts so far everybody may know of: a number that everybody may see."""
        self.opened = 0.0
        self.set_up(TableSettings())
        self.host: str | None = None
        self.members: dict[str, Member] = {}
        self.removed: set[str] = set()
        self.locked: set[str] = set()
        self.games = 0
        self.game: GameState | None = None
        self.running: GameState | None = None
        """The game, while it runs."""
        self.question: Question | None = None
        self.pencil: dict[tuple[int, str], None] = {}
        self.talk: deque[Said] = deque(maxlen=TALK_KEPT)
        self.clock = ClockState()
        self.remembered: dict[object, Any] = {}
        """What was worked out from who sits where and has seen what; forgotten as soon as any of it changes."""
        self._keys: dict[int, Key] = {}

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
        """Take the keys among a log's secrets: needed before the fact that a game began."""
        for name, body in secrets.items():
            kind, _, number = name.partition(":")
            if kind == "key":
                self._keys[int(number)] = decode_key(body)

    def apply(self, fact: AnyFact) -> None:
        self.seq += 1
        kind = type(fact)
        _APPLY[kind](self, fact)
        self.told += self._is_for_all(fact)
        if kind not in _OF_THE_MOMENT:
            self.remembered.clear()
        self._note_running()

    def _is_for_all(self, fact: AnyFact) -> bool:
        """Whether everybody may know that this happened: a gap in the numbers would tell as much."""
        match fact:
            case facts.Pencilled(person=person):
                return not self.seen(person)
            case facts.Spoke(group=group):
                return group == EVERYBODY
            case _:
                return type(fact) not in BETWEEN_SPYMASTERS

    def _note_running(self) -> None:
        self.running = self.game if self.game and self.game.running else None
        if self.game and not self.running and not self.game.players:
            self.game.players = tuple(replace(member) for member in self.members.values())

    def _look(self, member: Member) -> None:
        """Remember what of the key they see from where they sit now."""
        if self.running:
            faces = faces_seen(self.edition, self.seats_of(member.id))
            self.running.seen[member.id] = self.seen(member.id) | faces


def _opened(room: Room, fact: facts.Opened) -> None:
    room.opened = fact.at
    room.set_up(fact.settings)
    room.host = fact.host


def _joined(room: Room, fact: facts.Joined) -> None:
    room.members[fact.person] = Member(fact.person, fact.name, fact.bot, ready=fact.bot is not None)


def _renamed(room: Room, fact: facts.Renamed) -> None:
    room.members[fact.person].name = fact.name


def _gone(room: Room, fact: facts.Gone) -> None:
    member = room.members.pop(fact.person, None)
    if member and room.running and room.seen(fact.person):
        room.running.left_as[fact.person] = member.name
    room.pencil = {mark: None for mark in room.pencil if mark[1] != fact.person}
    if room.host == fact.person:  # who is the next, another fact tells; without one, whoever joins first
        room.host = None
    if fact.removed:
        room.removed.add(fact.person)


def _came(room: Room, fact: facts.Came) -> None:
    if member := room.members.get(fact.person):
        member.node = fact.node


def _went(room: Room, fact: facts.Went) -> None:
    member = room.members.get(fact.person)
    if member and member.node == fact.node:
        member.node = None


def _seated(room: Room, fact: facts.Seated) -> None:
    member = room.members[fact.person]
    member.place = fact.place
    member.watching = fact.place is None
    member.seated = room.seq
    room.pencil = {mark: None for mark in room.pencil if mark[1] != fact.person}
    room._look(member)


def _readied(room: Room, fact: facts.Readied) -> None:
    room.members[fact.person].ready = fact.ready


def _hosted(room: Room, fact: facts.Hosted) -> None:
    room.host = fact.person


def _locked(room: Room, fact: facts.Locked) -> None:
    (room.locked.add if fact.locked else room.locked.discard)(fact.place)


def _configured(room: Room, fact: facts.Configured) -> None:
    room.set_up(fact.settings)
    room.game = None
    room.locked &= set(room.places)
    for member in room.members.values():
        if member.place not in room.places:
            member.place = None


def _began(room: Room, fact: facts.Began) -> None:
    settings = room.settings
    options = engine_options(settings.options)
    table = new_table(room.edition, fact.cards, fact.starts, Mode(settings.mode), options)
    room.games = fact.number
    room.game = GameState(fact.number, table, table, room._keys[fact.number], settings.language, fact.at)
    room.question = None
    room.pencil = {}
    room.talk.clear()
    room.clock = ClockState.started(fact.at)
    room._note_running()
    for member in room.members.values():
        member.ready = member.bot is not None
        room._look(member)


def _played(room: Room, fact: facts.Played) -> None:
    game = room.game
    assert game
    before = game.table
    for noted in fact.events:
        game.table = evolve(game.table, event_noted(noted))
    game.moves.append(move_noted(fact))
    if room.settings.clock:
        room.clock = room.clock.moved(before, game.table, fact.at)
    if (before.phase, before.turn) != (game.table.phase, game.table.turn):
        room.question = None
    if room.pencil:
        room.pencil = {mark: None for mark in room.pencil if _still_meant(room, before, *mark)}


def _still_meant(room: Room, before: Table, card: int, person: str) -> bool:
    """A pencil mark goes when its card is covered, or when the turn of whoever made it has ended."""
    assert room.game
    now = room.game.table
    if now.covers[card] is not None:
        return False
    ended = before.phase is Phase.GUESS and now.phase is not Phase.GUESS
    return not (ended and before.turn and any(seat.side == _guessing(before) for seat in room.seats_of(person)))


def _guessing(table: Table) -> str:
    assert table.turn
    return table.setup.edition.side[table.turn].clues_to


def _asked(room: Room, fact: facts.Asked) -> None:
    side, _, role = fact.seat.partition(".")
    room.question = Question(Seat(side, Role(role)), fact.word, fact.number)


def _answered(room: Room, fact: facts.Answered) -> None:
    if room.question:
        room.question.answer = fact.agree


def _abandoned(room: Room, fact: facts.Abandoned) -> None:
    assert room.game
    room.game.abandoned = True
    room.question = None
    room.pencil = {}


def _paused(room: Room, fact: facts.Paused) -> None:
    assert room.game
    room.clock = room.clock.paused(room.game.table, fact.at)


def _resumed(room: Room, fact: facts.Resumed) -> None:
    room.clock = room.clock.resumed(fact.at)


def _pencilled(room: Room, fact: facts.Pencilled) -> None:
    if fact.on:
        room.pencil[fact.card, fact.person] = None
    else:
        room.pencil.pop((fact.card, fact.person), None)


def _spoke(room: Room, fact: facts.Spoke) -> None:
    room.talk.append(Said(int(fact.at * 1000), fact.person, fact.group, fact.text))


def _passes(_room: Room, _fact: AnyFact) -> None:
    """Gestures and nudges leave nothing behind."""


_APPLY: Mapping[type, Callable[[Room, Any], None]] = {
    facts.Opened: _opened,
    facts.Joined: _joined,
    facts.Renamed: _renamed,
    facts.Gone: _gone,
    facts.Came: _came,
    facts.Went: _went,
    facts.Seated: _seated,
    facts.Readied: _readied,
    facts.Hosted: _hosted,
    facts.Locked: _locked,
    facts.Configured: _configured,
    facts.Began: _began,
    facts.Played: _played,
    facts.Asked: _asked,
    facts.Answered: _answered,
    facts.Abandoned: _abandoned,
    facts.Paused: _paused,
    facts.Resumed: _resumed,
    facts.Pencilled: _pencilled,
    facts.Spoke: _spoke,
    facts.Gestured: _passes,
    facts.Nudged: _passes,
}

_OF_THE_MOMENT = frozenset(
    {facts.Played, facts.Asked, facts.Answered, facts.Came, facts.Went, facts.Pencilled, facts.Spoke, facts.Gestured}
    | {facts.Nudged, facts.Paused, facts.Resumed}
)
"""Facts that leave everybody where they are, knowing what they know of the key."""

BETWEEN_SPYMASTERS = frozenset({facts.Asked, facts.Answered})
"""Facts of which nobody else may know that they happened (T17)."""
