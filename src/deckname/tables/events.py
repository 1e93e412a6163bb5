"""What has happened at a table. Its log is a list of these, and applying them in order makes its state again.

They hold the engine's own moves and events, and no key: keys, the order of undealt cards and the bots' thoughts are
secrets of the log. How they are written down is said in `stored`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, Union

from msgspec import Struct

from deckname.engine.model import Event, Number
from deckname.engine.record import Move
from deckname.tables.commands import EmoteId, MannerId
from deckname.tables.table_settings import TableSettings


class Happening(Struct, frozen=True, omit_defaults=True, tag_field="event"):
    pass


class TableOpened(Happening, frozen=True, tag="table_opened"):
    at: float
    host: str
    settings: TableSettings


class PersonJoined(Happening, frozen=True, tag="person_joined"):
    person: str
    name: str
    bot: MannerId | None = None


class PersonRenamed(Happening, frozen=True, tag="person_renamed"):
    person: str
    name: str


class PersonLeft(Happening, frozen=True, tag="person_left"):
    person: str
    removed: bool = False
    until: float | None = None
    """When somebody who was removed may come back; None: never."""
    imprints: tuple[str, ...] = ()
    """What newcomers must not look like until then."""


class PersonLetIn(Happening, frozen=True, tag="person_let_in"):
    """Somebody who was removed may come back, and whoever looks like them."""

    person: str


class PersonConnected(Happening, frozen=True, tag="person_connected"):
    """Somebody of the table is connected, at this node."""

    person: str
    node: str
    device: str | None = None
    """An imprint of what their device looks like."""


class PersonDisconnected(Happening, frozen=True, tag="person_disconnected"):
    person: str
    node: str
    at: float | None = None
    """The first versions did not write it down."""


class PersonSeated(Happening, frozen=True, tag="person_seated"):
    person: str
    place: str | None = None
    replaced: bool = False
    """They did not leave their place to watch: somebody else has it."""


class PlaceRequested(Happening, frozen=True, tag="place_requested"):
    """Somebody would like a place in the running game; the others are to say yes or no."""

    person: str
    place: str


class RequestAnswered(Happening, frozen=True, tag="request_answered"):
    person: str
    """Who had asked for a place."""
    by: str
    agree: bool


class RequestWithdrawn(Happening, frozen=True, tag="request_withdrawn"):
    person: str


class ReadinessChanged(Happening, frozen=True, tag="readiness_changed"):
    person: str
    ready: bool


class HostChanged(Happening, frozen=True, tag="host_changed"):
    person: str


class PlaceLocked(Happening, frozen=True, tag="place_locked"):
    place: str
    locked: bool


class SettingsChanged(Happening, frozen=True, tag="settings_changed"):
    settings: TableSettings


class RotationChosen(Happening, frozen=True, tag="rotation_chosen"):
    rotate: bool


class GameBegan(Happening, frozen=True, tag="game_began"):
    """A game was laid out. Its key is the secret `key:<number>`."""

    at: float
    number: int
    cards: tuple[str, ...]
    starts: str | None
    opens: float | None = None
    """When the clocks start at the latest, where they wait until all of `unseen` have seen their places."""
    unseen: tuple[str, ...] = ()


class PlaceSeen(Happening, frozen=True, tag="place_seen"):
    """Somebody has seen where they sit."""

    at: float
    person: str


class RefereeWord(Struct, frozen=True, omit_defaults=True):
    """What the referee says of a clue, as all at the table are told."""

    verdict: str
    reason: str = ""
    rule: str | None = None
    card: str | None = None


class MovePlayed(Struct, frozen=True):
    at: float
    by: str | None
    """None: the clock."""
    move: Move
    events: tuple[Event, ...]
    overruled: RefereeWord | None = None
    """What the referee held against a clue that its giver insisted on."""
    held: bool = False
    """It has ended the game, and could still be taken back: the key is not shown yet."""


class QuestionAsked(Happening, frozen=True, tag="question_asked"):
    seat: str
    word: str
    number: Number


class QuestionAnswered(Happening, frozen=True, tag="question_answered"):
    agree: bool


class GameAbandoned(Happening, frozen=True, tag="game_abandoned"):
    at: float


class GamePaused(Happening, frozen=True, tag="game_paused"):
    at: float


class GameResumed(Happening, frozen=True, tag="game_resumed"):
    at: float


class CardPencilled(Happening, frozen=True, tag="card_pencilled"):
    person: str
    card: int
    on: bool


class PersonSpoke(Happening, frozen=True, tag="person_spoke"):
    at: float
    person: str
    group: str
    text: str


class PersonEmoted(Happening, frozen=True, tag="person_emoted"):
    person: str
    emote: EmoteId


class PersonNudged(Happening, frozen=True, tag="person_nudged"):
    person: str


class PersonNodded(Happening, frozen=True, tag="person_nodded"):
    """They won't object to the clue on the table."""

    person: str


class ObjectionRaised(Happening, frozen=True, tag="objection_raised"):
    """Somebody calls the clue on the table invalid. The referee's word on it is said at once."""

    at: float
    person: str
    seat: str
    referee: RefereeWord


class ObjectionAnswered(Happening, frozen=True, tag="objection_answered"):
    person: str
    valid: bool
    since: float
    """Since when those are waited for who are to answer now."""


class ObjectionSettled(Happening, frozen=True, tag="objection_settled"):
    """The clue stands; or it doesn't, and the challenge is the next move."""

    at: float
    valid: bool
    how: Literal["accepted", "spymasters", "table", "referee", "withdrawn"]


class TakeBackAsked(Happening, frozen=True, tag="take_back_asked"):
    """Somebody would like to take the last move back (G14)."""

    at: float
    person: str


class TakeBackAnswered(Happening, frozen=True, tag="take_back_answered"):
    at: float
    person: str
    agree: bool


class TakeBackWithdrawn(Happening, frozen=True, tag="take_back_withdrawn"):
    at: float


class KeyShown(Happening, frozen=True, tag="key_shown"):
    """A game that a touch has ended is over for good (G14)."""

    at: float


class Removal(Struct, frozen=True, omit_defaults=True):
    """Somebody who was sent away."""

    person: str
    name: str = ""
    until: float | None = None
    imprints: tuple[str, ...] = ()


WrittenAsItIs: TypeAlias = Union[  # noqa: UP007 - one line each
    TableOpened,
    PersonJoined,
    PersonRenamed,
    PersonLeft,
    PersonLetIn,
    PersonConnected,
    PersonDisconnected,
    PersonSeated,
    PlaceRequested,
    RequestAnswered,
    RequestWithdrawn,
    ReadinessChanged,
    HostChanged,
    PlaceLocked,
    SettingsChanged,
    RotationChosen,
    GameBegan,
    PlaceSeen,
    QuestionAsked,
    QuestionAnswered,
    GameAbandoned,
    GamePaused,
    GameResumed,
    CardPencilled,
    PersonSpoke,
    PersonEmoted,
    PersonNudged,
    PersonNodded,
    ObjectionRaised,
    ObjectionAnswered,
    ObjectionSettled,
    TakeBackAsked,
    TakeBackAnswered,
    TakeBackWithdrawn,
    KeyShown,
]
TableEvent: TypeAlias = Union[WrittenAsItIs, MovePlayed]  # noqa: UP007
MAY_END = (MovePlayed, GameAbandoned, KeyShown)
"""With one of these a game ends."""
