"""What the server tells the readers of a table: messages that are told apart by `type`, and the parts they show.

No rule and no secret lives here: which fields a reader gets is decided in `projection`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, Union

import msgspec
from msgspec import UNSET, Struct, UnsetType

from deckname.protocol.campaign import MissionBrief
from deckname.protocol.common import Details, Milliseconds, ModeId, SeatId
from deckname.protocol.table_settings import SettingsForm
from deckname.tables.commands import EmoteId, MannerId, PersonId, PlaceId, Signal


class You(Struct, frozen=True):
    """The reader of a message."""

    person: PersonId
    joined: bool
    host: bool
    place: PlaceId | None
    open_places: tuple[PlaceId, ...]
    """The places one could take now; somebody who has seen a key can't become a guesser in that game."""
    askable_places: tuple[PlaceId, ...]
    """The places of a running game that one could ask for (`request_place`): its seats are closed."""


class IdentityLook(Struct, frozen=True):
    """How an identity looks, by names that every client can draw: engine/looks.py lists them."""

    colour: str
    pattern: str
    emblem: str


class EditionBrief(Struct, frozen=True):
    """What a client needs to show a game of an edition, also of one that it has never heard of."""

    id: str
    name: str
    """What to call it where a language has no word for its id."""
    terms: str
    """What its people and cards are called: a message `section.<terms>_<name>` goes before `section.<name>`."""
    together: bool
    """The sides win and lose together; if not, against each other."""
    agents: dict[str, str]
    """By side, in the order of their turns: the identity that is a right guess for it."""
    looks: dict[str, IdentityLook]
    """By identity."""


class TableInfo(Struct, frozen=True):
    id: str
    brief: EditionBrief
    """Of the edition that the settings name."""
    settings: SettingsForm
    stage: Literal["lobby", "game", "over"]
    game: int
    """The number of the game: 0 before the first."""
    mission: MissionBrief | None = None
    """The mission of a team for which the table is laid."""


class Person(Struct, frozen=True):
    id: PersonId
    name: str
    place: PlaceId | None
    online: bool
    ready: bool
    host: bool
    bot: MannerId | None = None
    relief: Milliseconds | None = None
    """Of a host who is away: from when on others may `take_over`."""


class Place(Struct, frozen=True):
    id: PlaceId
    seats: tuple[SeatId, ...]
    locked: bool
    single: bool
    """One person at most: a spymaster's place."""


class CardFace(Struct, frozen=True, omit_defaults=True):
    face: str
    """A word; or `picture:…` and `treasure:…`, for which /api/pictures has an address."""
    alt: str | None
    """What a picture shows, in words."""
    cover: str | None
    marks: tuple[str, ...]
    """The sides whose tokens lie on it: found cards keep them."""
    known: tuple[str | None, ...]
    """Layer by layer of the key: what the card is, as far as the reader may know."""
    covered_by: str | None = None
    """The side that found it, or covered it by choice."""


class TouchLine(Struct, frozen=True):
    card: int
    identity: str
    side: str
    """Who touched."""


class ClueLine(Struct, frozen=True):
    side: str
    word: str
    number: int | Literal["unlimited"]
    status: Literal["given", "invalid", "upheld"]
    touched: tuple[TouchLine, ...]


class TakenBackLine(Struct, frozen=True, omit_defaults=True):
    """What a move had shown that was taken back: a clue, or what a card is. All have seen it."""

    line: int
    """Of the log, counted from 0: where the clue stood, or to which clue the touch belonged; -1: before the first."""
    clue: ClueLine | None = None
    touch: TouchLine | None = None


class TimeUpLine(Struct, frozen=True):
    """The clock ended a turn (T19): a line between those of the clue log."""

    clues: int
    """How many clues had been given."""
    phase: Literal["clue", "guess"]
    """What was late: that turn's clue, or the guesses for it."""
    side: str | None
    by: PersonId | None
    """Who called time; None: the turn ended by itself."""


class TokenCount(Struct, frozen=True):
    bystander: int
    closed: int
    taken: int


class PairingLine(Struct, frozen=True):
    identities: tuple[str, ...]
    count: int


class Legal(Struct, frozen=True, omit_defaults=True):
    """What one of the reader's seats may do now."""

    clue: tuple[int | Literal["unlimited"], ...] = ()
    guess: tuple[int, ...] = ()
    stop: bool = False
    challenge: bool = False
    waive: bool = False
    cover: tuple[int, ...] = ()


class End(Struct, frozen=True):
    winners: tuple[str, ...]
    """The sides that won."""
    winning_seats: tuple[SeatId, ...]
    reason: str
    """As in records; `abandoned` if the host ended it."""
    score: int | None
    step: int | None
    """How many of the edition's steps the score reached: there are words for each."""
    advice: str | None = None
    """What to try next, in games that have an advice for it (H3): a sentence `advice.<name>`."""


class ExplicableMove(Struct, frozen=True):
    """A move of a bot that it may explain now (`explain`)."""

    ply: int
    person: PersonId


class RefereeLine(Struct, frozen=True):
    """What the referee says of the clue on the table, to all."""

    verdict: Literal["valid", "ask", "invalid"]
    reason: str
    rule: str | None
    card: str | None


class Situation(Struct, frozen=True):
    """Where a game stands, except its cards: small enough to be sent anew with every move."""

    ply: int
    phase: Literal["clue", "guess", "cover", "sudden_death", "over"]
    turn: str | None
    to_move: tuple[SeatId, ...]
    guesses: int
    guesses_left: int | None
    left: dict[str, int]
    challenged: bool
    covering: str | None
    tokens: TokenCount | None
    completed: tuple[str, ...]
    out: tuple[str, ...]
    """The sides that have touched an assassin and play no more, while others do (N3)."""
    last_stretch: str | None
    sudden_death: bool
    end: End | None
    overruled: RefereeLine | None
    """What the referee holds against the clue being answered, on which its giver insisted."""
    explicable: tuple[ExplicableMove, ...]
    """In practice games, and after every game: the moves that may be explained, the newest last."""


class Game(Struct, frozen=True):
    """The whole of a game as one reader may see it."""

    number: int
    edition: str
    brief: EditionBrief
    mode: ModeId
    columns: int
    rows: int
    starts: str | None
    cards: tuple[CardFace, ...]
    log: tuple[ClueLine, ...]
    last_touches: tuple[TouchLine, ...]
    """What was touched in sudden death, for which no clue was given."""
    taken_back: tuple[TakenBackLine, ...]
    time_ups: tuple[TimeUpLine, ...]
    pairings: tuple[PairingLine, ...]
    situation: Situation
    legal: dict[SeatId, Legal]
    """By the reader's seats; seats without a move are left out."""


class Clock(Struct, frozen=True):
    deadline: Milliseconds | None
    """When the time of whoever is to move is up; None: no clock runs."""
    ends_itself: bool
    """Whether the turn ends by itself then. If not, those whose `may` says `call_time` may end it from then on."""
    paused: bool
    left: dict[str, int]
    """With a budget: milliseconds left by side, at the moment of `now`; the side to move goes on losing."""
    now: Milliseconds


class QuestionLine(Struct, frozen=True):
    """Shown to spymasters only."""

    by: SeatId
    word: str
    number: int | Literal["unlimited"]
    answer: bool | None


class ObjectionLine(Struct, frozen=True):
    """Somebody calls the clue on the table invalid. Until that is settled nobody guesses, and the clocks stand."""

    person: PersonId
    side: str
    """Theirs."""
    referee: RefereeLine
    words: dict[PersonId, bool]
    """What was said so far: whether the clue is valid."""
    waits_for: tuple[PersonId, ...]
    """Whose word is missing (`answer_objection`): first of the side that gave the clue, then of all who are there."""
    until: Milliseconds
    """When those who say nothing are no longer waited for."""


class TakeBackLine(Struct, frozen=True):
    """Somebody asks to take the last move back. Told to all; it ends with the next move."""

    person: PersonId
    waits_for: tuple[PersonId, ...]
    """Whose word is missing (`answer_take_back`)."""
    declined: bool


class PlaceRequestLine(Struct, frozen=True):
    """Somebody asks for a place in the running game. Shown to them, and to those who have a say in it."""

    person: PersonId
    place: PlaceId
    waits_for: tuple[PersonId, ...]
    """Whose word is still missing. They give it (`answer_request`) while their `may` says `admit`."""
    looks_like: tuple[str, ...]
    """Told to those who have a say: the names of others whose device has the same address and the same browser."""


class RemovalLine(Struct, frozen=True):
    """Somebody who was sent away. Shown to the host."""

    person: PersonId
    name: str
    """Empty if an older version sent them away."""
    until: Milliseconds | None
    """None: as long as there is the table."""
    keeps_out: Literal["device", "address"] | None
    """Whom besides them: newcomers with a device that looks the same, or all who come from their address."""


class NextGame(Struct, frozen=True):
    """Who will be what if the next game is dealt now (`again`)."""

    places: dict[PlaceId, tuple[PersonId, ...]]
    """Where nobody is, a bot takes the place if it may."""
    rotate: bool | None
    """Whether roles go round; None where that makes no difference."""


class Opening(Struct, frozen=True):
    """A game has been dealt, and not everybody has looked yet where they sit (`seen`)."""

    unseen: tuple[PersonId, ...]
    until: Milliseconds
    """Until then, or until the first move, clocks and bots wait for them."""


class PencilMark(Struct, frozen=True):
    card: int
    person: PersonId


class Said(Struct, frozen=True):
    at: Milliseconds
    person: PersonId
    group: str
    """`all` between games; else a side's guessers, or `spectators`."""
    text: str


class CardChange(Struct, frozen=True):
    card: int
    cover: str | None
    covered_by: str | None
    marks: tuple[str, ...]


class Happened(Struct, frozen=True, omit_defaults=True):
    """An event of the engine, in the open: see the glossary for each `event`."""

    event: str
    side: str | None = None
    card: int | None = None
    identity: str | None = None
    word: str | None = None
    number: int | Literal["unlimited"] | None = None
    approved: bool = False
    token: str | None = None
    use: str | None = None
    next: str | None = None
    winners: tuple[str, ...] = ()
    reason: str | None = None
    ply: int | None = None


class BotThought(Struct, frozen=True):
    """What a bot thought when it made a move."""

    ply: int
    person: PersonId
    meant: tuple[int, ...]
    chances: tuple[float, ...]
    stop: float
    by: str
    clue: bool = True
    """Whether it gave a clue, and meant these cards by it. Else it took somebody's clue for them."""


# ---------------------------------------------------------------------------------------------------------------------
# Messages


class Message(Struct, frozen=True, tag_field="type", kw_only=True):
    pass


class Welcome(Message, frozen=True, tag="welcome"):
    """The first message on every socket."""

    protocol: int
    server: str


class StateMessage(Message, frozen=True, tag="state"):
    """Where everything stands. The first one is complete; later ones hold only the parts that changed."""

    seq: int
    you: You | UnsetType = UNSET
    table: TableInfo | UnsetType = UNSET
    people: tuple[Person, ...] | UnsetType = UNSET
    places: tuple[Place, ...] | UnsetType = UNSET
    game: Game | UnsetType | None = UNSET
    may: tuple[Signal, ...] | UnsetType = UNSET
    """The signals that the reader may give now."""
    next: NextGame | UnsetType | None = UNSET
    opening: Opening | UnsetType | None = UNSET
    clock: Clock | UnsetType | None = UNSET
    question: QuestionLine | UnsetType | None = UNSET
    objection: ObjectionLine | UnsetType | None = UNSET
    take_back: TakeBackLine | UnsetType | None = UNSET
    requests: tuple[PlaceRequestLine, ...] | UnsetType = UNSET
    removals: tuple[RemovalLine, ...] | UnsetType = UNSET
    """Told to the host alone; empty for everybody else."""
    pencil: tuple[PencilMark, ...] | UnsetType = UNSET
    talk: tuple[Said, ...] | UnsetType = UNSET


class Moved(Message, frozen=True, tag="moved", kw_only=True):
    """A move of the running game: what happened, and what to replace in what was known."""

    seq: int
    by: PersonId | None
    """None: the clock, by itself."""
    events: tuple[Happened, ...]
    cards: tuple[CardChange, ...]
    line: ClueLine | None
    """The newest line of the clue log."""
    lines: int
    """How many lines the log has now: fewer than before where a clue was taken back."""
    last_touches: tuple[TouchLine, ...] | UnsetType = UNSET
    taken_back: tuple[TakenBackLine, ...] | UnsetType = UNSET
    """These two only where they have changed."""
    time_ups: tuple[TimeUpLine, ...] | UnsetType = UNSET
    """Where a move was taken back: it may have been the clock's."""
    situation: Situation
    time_up: TimeUpLine | UnsetType = UNSET
    """It was the clock: one more of `game.time_ups`."""
    clock: Clock | UnsetType | None = UNSET
    # What differs between readers comes last: all before it is written once for all of them.
    legal: dict[SeatId, Legal]
    may: tuple[Signal, ...]
    question: QuestionLine | UnsetType | None = UNSET
    pencil: tuple[PencilMark, ...] | UnsetType = UNSET


class Settled(Message, frozen=True, tag="settled"):
    """An objection has been settled. Where the clue is not `valid`, a `state` tells what the challenge has changed."""

    seq: int
    valid: bool
    how: Literal["accepted", "spymasters", "table", "referee", "withdrawn"]
    """The clue's side accepted it; both spymasters, most at the table, or the referee said so; it was withdrawn."""


class SaidNow(Message, frozen=True, tag="said"):
    seq: int
    said: Said


class Emoted(Message, frozen=True, tag="emoted"):
    seq: int
    person: PersonId
    emote: EmoteId


class Nudged(Message, frozen=True, tag="nudged"):
    seq: int
    person: PersonId


class VerdictMessage(Message, frozen=True, tag="verdict"):
    """The answer to `judge`."""

    id: int | None
    verdict: Literal["valid", "ask", "invalid"]
    rule: str | None
    card: str | None
    reason: str
    complete: bool


class Explained(Message, frozen=True, tag="explained"):
    """The answer to `explain`."""

    id: int | None
    thought: BotThought | None


class Done(Message, frozen=True, tag="done"):
    """The command with this id has taken place, and won't be lost."""

    id: int | None
    seq: int


class RefusedMessage(Message, frozen=True, tag="refused"):
    """It has not, and nothing has changed. Codes are stable: docs/protocol.md lists them."""

    id: int | None
    code: str
    details: Details = {}


class Bye(Message, frozen=True, tag="bye"):
    """The last message before the server closes the socket."""

    reason: Literal[
        "restarting", "removed", "kept_out", "forgotten", "too_slow", "too_fast", "table_closed", "too_many_sockets"
    ]
    retry: bool


AnyMessage: TypeAlias = Union[  # noqa: UP007 - one line each
    Welcome, StateMessage, Moved, Settled, SaidNow, Emoted, Nudged, VerdictMessage, Explained, Done, RefusedMessage, Bye
]

decode_message = msgspec.json.Decoder(AnyMessage).decode
