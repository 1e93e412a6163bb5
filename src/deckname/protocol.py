"""The language that clients and the server speak: every message as a type, JSON on the wire.

A client sends commands, told apart by `do`; the server sends messages, told apart by `type`. docs/protocol.md tells how
they follow each other. JSON Schema and the web app's TypeScript are generated from this module, so what is written here
is all there is. No rule and no secret lives here: which fields a reader gets is decided in `tables.sight`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, Union

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

VERSION = 1

Name = Annotated[str, Meta(min_length=1, max_length=30, description="How others see somebody")]
PersonId = Annotated[str, Meta(min_length=1, max_length=24)]
PlaceId = Annotated[str, Meta(min_length=1, max_length=24, description="`red.giver`, Duet's `a`, a trio's `guesser` …")]
SeatId = Annotated[str, Meta(min_length=1, max_length=24, description="`red.giver`, `a.guesser` …")]
ClueWord = Annotated[str, Meta(max_length=100)]
ClueNumber = Annotated[int, Meta(ge=0, le=25)] | Literal["unlimited"]
CardIndex = Annotated[int, Meta(ge=0, le=24)]
Ply = Annotated[
    int, Meta(ge=0, description="How many moves the game had when this was decided; refused if it has more")
]
Seconds = Annotated[int, Meta(ge=5, le=86_400)]
Milliseconds = Annotated[int, Meta(description="Since 1970, by the server's clock")]

ModeId = Literal["teams", "coop", "trio"]
LanguageId = Literal["en", "fr", "de"]
MannerId = Literal["cautious", "balanced", "bold"]
EmoteId = Literal["bravo", "oops", "hmm", "laugh", "wow", "sweat", "heart", "coffee"]
RefereeId = Literal["strict", "advise", "off"]
Signal = Literal["pencil", "talk", "emote", "nudge", "ask", "answer", "call_time"]


# ---------------------------------------------------------------------------------------------------------------------
# How a table is set up


class GameOptions(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The variants of the rulebooks; which an edition knows is told by /api/catalogue."""

    zero: bool = False
    unlimited: bool = False
    assassin_last: bool = False
    several_clues: bool = False
    tokens: Annotated[int, Meta(ge=1, le=25)] | None = None
    mistakes: Annotated[int, Meta(ge=0, le=25)] | None = None
    mission: Annotated[str, Meta(max_length=40)] | None = None


class ClockSettings(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Optional clocks (T19). Time for each clue, for each turn of guessing, and for all turns of a side together."""

    clue: Seconds | None = None
    guess: Seconds | None = None
    budget: Seconds | None = None
    ends_itself: bool = False
    """Clue time up: the turn ends by itself. If not, the others may call time, or wait."""


class TableSettings(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    edition: Annotated[str, Meta(max_length=40)] = "classic"
    mode: ModeId = "teams"
    language: LanguageId = "en"
    options: GameOptions = GameOptions()
    decks: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=12)] = ()
    """Ids of decks; none means the edition's usual one."""
    faces: Literal["front", "back", "mixed"] = "mixed"
    referee: RefereeId = "strict"
    """`strict` refuses clues that break a rule, `advise` only tells the spymaster, `off` is silent."""
    clue_options: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=12)] = ()
    clock: ClockSettings | None = None
    listed: bool = False
    """Anybody may find the table, not only those with its link."""
    title: Annotated[str, Meta(max_length=60)] = ""
    practice: bool = False
    """Bots tell what they thought when asked, not only after the game."""
    pace: Literal["human", "quick"] = "human"
    """Bots take about the time that people would, or none."""


# ---------------------------------------------------------------------------------------------------------------------
# Commands: client to server


class Command(Struct, frozen=True, tag_field="do", kw_only=True, forbid_unknown_fields=True):
    """What a client wants. The answer carries the same `id`."""

    id: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None


class Join(Command, frozen=True, tag="join"):
    """Come to the table under a name; until then one only watches."""

    name: Name


class Rename(Command, frozen=True, tag="rename"):
    name: Name


class Sit(Command, frozen=True, tag="sit"):
    place: PlaceId


class Stand(Command, frozen=True, tag="stand"):
    """Leave one's place, not the table."""


class Leave(Command, frozen=True, tag="leave"):
    pass


class Ready(Command, frozen=True, tag="ready"):
    ready: bool = True


class Configure(Command, frozen=True, tag="configure"):
    """Host, between games."""

    settings: TableSettings


class Lock(Command, frozen=True, tag="lock"):
    """Host: nobody takes this place by themselves."""

    place: PlaceId
    locked: bool = True


class MovePerson(Command, frozen=True, tag="move"):
    """Host: put somebody into a place, or out of one."""

    person: PersonId
    place: PlaceId | None = None


class Remove(Command, frozen=True, tag="remove"):
    """Host: send somebody away. They can't come back to this table."""

    person: PersonId


class HandOver(Command, frozen=True, tag="hand_over"):
    """Host: make somebody else the host."""

    person: PersonId


class AddBot(Command, frozen=True, tag="add_bot"):
    """Host: a bot takes a place."""

    place: PlaceId
    manner: MannerId = "balanced"


class Deal(Command, frozen=True, tag="deal"):
    """Host: deal sides and roles to everybody by chance."""


class Start(Command, frozen=True, tag="start"):
    """Host: begin. With `bots`, they fill the places that are empty."""

    bots: bool = False


class Again(Command, frozen=True, tag="again"):
    """Host, after a game: the next one, with the same people."""

    cards: Literal["new", "other_faces"] = "new"
    rotate: bool = True


class Pause(Command, frozen=True, tag="pause"):
    """Host: stop the clocks."""


class Resume(Command, frozen=True, tag="resume"):
    pass


class Abandon(Command, frozen=True, tag="abandon"):
    """Host: end a running game without a result. Everything is shown."""


class GiveClue(Command, frozen=True, tag="clue"):
    word: ClueWord
    number: ClueNumber
    ply: Ply


class Guess(Command, frozen=True, tag="guess"):
    card: CardIndex
    ply: Ply


class Stop(Command, frozen=True, tag="stop"):
    ply: Ply


class Challenge(Command, frozen=True, tag="challenge"):
    ply: Ply


class Waive(Command, frozen=True, tag="waive"):
    ply: Ply


class Cover(Command, frozen=True, tag="cover"):
    card: CardIndex
    ply: Ply


class Ask(Command, frozen=True, tag="ask"):
    """Ask the other spymaster beforehand whether a clue would be fine (T17). Guessers never see it."""

    word: ClueWord
    number: ClueNumber
    ply: Ply


class AnswerQuestion(Command, frozen=True, tag="answer"):
    agree: bool
    ply: Ply


class CallTime(Command, frozen=True, tag="call_time"):
    """The clue's time is up, and we don't wait (T19)."""

    ply: Ply


class Judge(Command, frozen=True, tag="judge"):
    """What would the referee say? Only whoever could give the clue may ask; nobody else learns of it."""

    word: ClueWord
    number: ClueNumber = 1


class Pencil(Command, frozen=True, tag="pencil"):
    card: CardIndex
    on: bool = True


class Say(Command, frozen=True, tag="say"):
    """Talk to those one may talk to now."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Nudge(Command, frozen=True, tag="nudge"):
    """We are waiting for you."""


class Emote(Command, frozen=True, tag="emote"):
    emote: EmoteId


class Explain(Command, frozen=True, tag="explain"):
    """Practice games: what did the bot think in this move?"""

    ply: Ply


GameCommand: TypeAlias = GiveClue | Guess | Stop | Challenge | Waive | Cover
AnyCommand: TypeAlias = Union[  # noqa: UP007 - one line each
    Join,
    Rename,
    Sit,
    Stand,
    Leave,
    Ready,
    Configure,
    Lock,
    MovePerson,
    Remove,
    HandOver,
    AddBot,
    Deal,
    Start,
    Again,
    Pause,
    Resume,
    Abandon,
    GiveClue,
    Guess,
    Stop,
    Challenge,
    Waive,
    Cover,
    Ask,
    AnswerQuestion,
    CallTime,
    Judge,
    Pencil,
    Say,
    Nudge,
    Emote,
    Explain,
]


# ---------------------------------------------------------------------------------------------------------------------
# What a reader is shown


class You(Struct, frozen=True):
    """The reader of a message."""

    person: PersonId
    joined: bool
    host: bool
    place: PlaceId | None
    open_places: tuple[PlaceId, ...]
    """The places one could take now; somebody who has seen a key can't become a guesser in that game."""


class TableInfo(Struct, frozen=True):
    id: str
    settings: TableSettings
    stage: Literal["lobby", "game", "over"]
    game: int
    """The number of the game: 0 before the first."""


class Person(Struct, frozen=True):
    id: PersonId
    name: str
    place: PlaceId | None
    online: bool
    ready: bool
    host: bool
    bot: MannerId | None = None


class Place(Struct, frozen=True):
    id: PlaceId
    seats: tuple[SeatId, ...]
    locked: bool
    single: bool
    """One person at most: a spymaster's place."""


class CardFace(Struct, frozen=True):
    face: str
    """A word; or `picture:…` and `treasure:…`, drawn at /api/faces/{face}.svg."""
    alt: str | None
    """What a picture shows, in words."""
    cover: str | None
    marks: tuple[str, ...]
    known: tuple[str | None, ...]
    """Face by face of the key: what the card is, as far as the reader may know."""


class TouchLine(Struct, frozen=True):
    card: int
    identity: str


class ClueLine(Struct, frozen=True):
    side: str
    word: str
    number: int | Literal["unlimited"]
    status: Literal["given", "invalid", "upheld"]
    touched: tuple[TouchLine, ...]


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
    last_stretch: str | None
    sudden_death: bool
    end: End | None


class Game(Struct, frozen=True):
    """The whole of a game as one reader may see it."""

    number: int
    edition: str
    mode: ModeId
    columns: int
    rows: int
    starts: str | None
    cards: tuple[CardFace, ...]
    log: tuple[ClueLine, ...]
    pairings: tuple[PairingLine, ...]
    situation: Situation
    legal: dict[SeatId, Legal]
    """By the reader's seats; seats without a move are left out."""


class Clock(Struct, frozen=True):
    deadline: Milliseconds | None
    """When the time of whoever is to move is up; None: no clock runs."""
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
    face: str | None = None
    use: str | None = None
    next: str | None = None
    winners: tuple[str, ...] = ()
    reason: str | None = None


class Thought(Struct, frozen=True):
    """What a bot thought when it made a move."""

    ply: int
    person: PersonId
    meant: tuple[int, ...]
    chances: tuple[float, ...]
    stop: float
    by: str


# ---------------------------------------------------------------------------------------------------------------------
# Messages: server to client


class Message(Struct, frozen=True, tag_field="type", kw_only=True):
    pass


class Welcome(Message, frozen=True, tag="welcome"):
    """The first message on every socket."""

    protocol: int
    server: str


class State(Message, frozen=True, tag="state"):
    """Where everything stands. The first one is complete; later ones hold only the parts that changed."""

    seq: int
    you: You | UnsetType = UNSET
    table: TableInfo | UnsetType = UNSET
    people: tuple[Person, ...] | UnsetType = UNSET
    places: tuple[Place, ...] | UnsetType = UNSET
    game: Game | UnsetType | None = UNSET
    may: tuple[Signal, ...] | UnsetType = UNSET
    """The signals that the reader may give now."""
    clock: Clock | UnsetType | None = UNSET
    question: QuestionLine | UnsetType | None = UNSET
    pencil: tuple[PencilMark, ...] | UnsetType = UNSET
    talk: tuple[Said, ...] | UnsetType = UNSET


class Moved(Message, frozen=True, tag="moved", kw_only=True):
    """A move of the running game: what happened, and what to replace in what was known."""

    seq: int
    by: PersonId | None
    """None: the clock."""
    events: tuple[Happened, ...]
    cards: tuple[CardChange, ...]
    line: ClueLine | None
    """The newest line of the clue log."""
    lines: int
    """How many lines the log has now."""
    situation: Situation
    clock: Clock | UnsetType | None = UNSET
    # What differs between readers comes last: all before it is written once for all of them.
    legal: dict[SeatId, Legal]
    may: tuple[Signal, ...]
    question: QuestionLine | UnsetType | None = UNSET
    pencil: tuple[PencilMark, ...] | UnsetType = UNSET


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


class Verdict(Message, frozen=True, tag="verdict"):
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
    thought: Thought | None


class Done(Message, frozen=True, tag="done"):
    """The command with this id has taken place, and won't be lost."""

    id: int | None
    seq: int


class Refused(Message, frozen=True, tag="refused"):
    """It has not, and nothing has changed. Codes are stable: docs/protocol.md lists them."""

    id: int | None
    code: str
    details: dict[str, str | int] = {}


class Bye(Message, frozen=True, tag="bye"):
    """The last message before the server closes the socket."""

    reason: Literal["restarting", "removed", "too_slow", "table_closed", "too_many_sockets"]
    retry: bool


AnyMessage: TypeAlias = Union[  # noqa: UP007 - one line each
    Welcome, State, Moved, SaidNow, Emoted, Nudged, Verdict, Explained, Done, Refused, Bye
]


# ---------------------------------------------------------------------------------------------------------------------
# HTTP: what surrounds the socket


class Me(Struct, frozen=True):
    """Who this device is."""

    person: PersonId
    name: str


class NewDevice(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=30)] = ""


class Device(Struct, frozen=True):
    """For programs: send `Authorization: Bearer <token>`. Browsers get a cookie instead. It is not shown again."""

    token: str
    person: PersonId


class LinkCode(Struct, frozen=True, forbid_unknown_fields=True):
    """Used once, within ten minutes, makes another device the same person."""

    code: Annotated[str, Meta(max_length=64)]


class TableLink(Struct, frozen=True):
    id: str
    path: str
    """The address to share, from the server's root: whoever has it may come."""


class JoinCode(Struct, frozen=True, forbid_unknown_fields=True):
    """A few letters to read out in a room; valid for some minutes."""

    code: Annotated[str, Meta(min_length=1, max_length=12)]


class MyTable(Struct, frozen=True):
    id: str
    title: str
    edition: str
    stage: str
    at: Milliseconds


class PlayedGame(Struct, frozen=True):
    """A game that one has played to its end; its record is at /api/tables/{table}/games/{number}."""

    table: str
    number: int
    edition: str
    mode: ModeId
    language: LanguageId
    place: PlaceId
    won: bool
    score: int | None
    at: Milliseconds


class ListedTable(Struct, frozen=True):
    id: str
    title: str
    edition: str
    mode: ModeId
    language: LanguageId
    people: int
    stage: str


class EditionInfo(Struct, frozen=True):
    id: str
    columns: int
    rows: int
    modes: tuple[ModeId, ...]
    options: tuple[str, ...]
    sides: tuple[str, ...]
    together: bool
    tokens: int | None
    deck: str
    """The id of the deck it is usually played with."""
    drawn: bool
    """Its usual cards are pictures."""


class DeckInfo(Struct, frozen=True):
    language: LanguageId
    id: str
    name: str
    cards: int
    drawn: bool


class MissionInfo(Struct, frozen=True):
    id: str
    turns: int
    mistakes: int
    links: tuple[str, ...]


class Catalogue(Struct, frozen=True):
    """Everything one can choose from when setting up a table."""

    editions: tuple[EditionInfo, ...]
    decks: tuple[DeckInfo, ...]
    missions: tuple[MissionInfo, ...]
    clue_options: tuple[str, ...]
    manners: tuple[MannerId, ...]
    languages: tuple[LanguageId, ...]


class Thoughts(Struct, frozen=True):
    """What the bots of a finished game thought, and who sat where."""

    people: dict[PersonId, str]
    thoughts: tuple[Thought, ...]


class Replay(Struct, frozen=True):
    """A finished game from the beginning: the table as it was laid out, all of it known, and every move."""

    game: Game
    moves: tuple[Moved, ...]


class Problem(Struct, frozen=True):
    """Why a request was not taken."""

    code: str
    details: dict[str, str | int] = {}


HTTP_TYPES = (
    Me, NewDevice, Device, LinkCode, TableLink, JoinCode, TableSettings,
    MyTable, PlayedGame, ListedTable, Catalogue, Thoughts, Replay, Problem,
)  # fmt: skip

encode = msgspec.json.Encoder().encode
decode_command = msgspec.json.Decoder(AnyCommand).decode
decode_message = msgspec.json.Decoder(AnyMessage).decode
