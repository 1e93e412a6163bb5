"""What may be asked for at a table. `TableService.submit` takes these and nothing else.

Most of them are exactly what clients send, so the protocol takes them from here; where the wire has a form of its own,
as for moves and settings, it is turned into these at the edge.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, Union

from msgspec import Meta, Struct

from deckname.engine import model
from deckname.tables.table_settings import TableSettings

PersonName = Annotated[str, Meta(min_length=1, max_length=30, description="How others see somebody")]
PersonId = Annotated[str, Meta(min_length=1, max_length=24)]
PlaceId = Annotated[str, Meta(min_length=1, max_length=24, description="`red.giver`, Duet's `a`, a trio's `guesser` …")]
Ply = Annotated[
    int, Meta(ge=0, description="How many moves the game had when this was decided; refused if it has more")
]
LONGEST_MESSAGE = 300
KeepOut = Annotated[
    Literal["hour", "day", "always"], Meta(description="For how long: `always` is as long as there is the table")
]
MannerId = Literal["cautious", "balanced", "bold"]
EmoteId = Literal["bravo", "oops", "hmm", "laugh", "wow", "sweat", "heart", "coffee"]
Signal = Literal[
    "pencil",
    "talk",
    "emote",
    "nudge",
    "ask",
    "answer",
    "call_time",
    "admit",
    "nod",
    "judge_objection",
    "withdraw_objection",
    "take_back",
    "answer_take_back",
    "withdraw_take_back",
    "show_key",
    "insist",
]


class Command(Struct, frozen=True, tag_field="do", kw_only=True, forbid_unknown_fields=True):
    """What somebody wants. The answer carries the same `id`."""

    id: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None


class Join(Command, frozen=True, tag="join"):
    """Come to the table under a name; until then one only watches."""

    name: PersonName


class Rename(Command, frozen=True, tag="rename"):
    name: PersonName


class Sit(Command, frozen=True, tag="sit"):
    """Take a place. In a running game one asks for it first, unless one had it before."""

    place: PlaceId


class RequestPlace(Command, frozen=True, tag="request_place"):
    """Ask those in the running game for a place there."""

    place: PlaceId


class WithdrawRequest(Command, frozen=True, tag="withdraw_request"):
    """Ask for a place no more."""


class AnswerRequest(Command, frozen=True, tag="answer_request"):
    """Let somebody have the place that they ask for, or not. Where enough have agreed they sit down."""

    person: PersonId
    place: PlaceId
    agree: bool


class Stand(Command, frozen=True, tag="stand"):
    """Leave one's place, not the table, and watch: one is dealt no other."""


class Leave(Command, frozen=True, tag="leave"):
    pass


class Ready(Command, frozen=True, tag="ready"):
    ready: bool = True


class Lock(Command, frozen=True, tag="lock"):
    """Host: nobody takes this place by themselves."""

    place: PlaceId
    locked: bool = True


class MovePerson(Command, frozen=True, tag="move"):
    """Host: put somebody into a place, or out of one. In a running game this asks for the place in their name."""

    person: PersonId
    place: PlaceId | None = None


class Remove(Command, frozen=True, tag="remove"):
    """Host: send somebody away. They can't come back to this table; with `keep_out`, until then only, and neither can
    newcomers with a device that looks the same, or `by` their address alone with any.
    """

    person: PersonId
    keep_out: KeepOut | None = None
    by: Literal["device", "address"] = "device"


class LetIn(Command, frozen=True, tag="let_in"):
    """Host: somebody who was sent away may come back, and whoever was kept out with them."""

    person: PersonId


class HandOver(Command, frozen=True, tag="hand_over"):
    """Host: make somebody else the host."""

    person: PersonId


class AddBot(Command, frozen=True, tag="add_bot"):
    """Host: a bot takes a place."""

    place: PlaceId
    manner: MannerId = "balanced"


class Replace(Command, frozen=True, tag="replace"):
    """Host: somebody gives up their place, in a running game too, to a bot or to `by`. They stay at the table, and may
    return to a place that they had in this game. Where `by` has to ask for the place, this asks in their name.
    """

    person: PersonId
    by: PersonId | None = None
    manner: MannerId = "balanced"


class TakeOver(Command, frozen=True, tag="take_over"):
    """Be the host in place of one who is away: from the moment on that their `relief` tells."""


class Seen(Command, frozen=True, tag="seen"):
    """I have seen where I sit in this game: clocks and bots need not wait for me."""


class Deal(Command, frozen=True, tag="deal"):
    """Host: deal sides and roles to everybody by chance."""


class Start(Command, frozen=True, tag="start"):
    """Host: begin. Whoever has no place and has not left one is dealt one; with `bots`, they fill what stays empty."""

    bots: bool = False


class Rotate(Command, frozen=True, tag="rotate"):
    """Host: whether roles go round from game to game, or everybody stays what they are: see `next`."""

    on: bool


class Again(Command, frozen=True, tag="again"):
    """Host, after a game: the next one, with the same people, as `next` tells; with `bots`, they fill what is empty."""

    cards: Literal["new", "other_faces"] = "new"
    rotate: bool | None = None
    """Other than what `next` told."""
    bots: bool = False


class Pause(Command, frozen=True, tag="pause"):
    """Host: stop the clocks."""


class Resume(Command, frozen=True, tag="resume"):
    pass


class Abandon(Command, frozen=True, tag="abandon"):
    """Host: end a running game without a result. Everything is shown."""


class AnswerQuestion(Command, frozen=True, tag="answer"):
    """The other spymaster on a clue that one was asked about (T17)."""

    agree: bool
    ply: Ply


class CallTime(Command, frozen=True, tag="call_time"):
    """The clue's time is up, and we don't wait (T19)."""

    ply: Ply


class Say(Command, frozen=True, tag="say"):
    """Talk to those one may talk to now."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_MESSAGE)]


class Nudge(Command, frozen=True, tag="nudge"):
    """We are waiting for you."""


class AnswerObjection(Command, frozen=True, tag="answer_objection"):
    """One's word on the clue that somebody objects to. The side that gave it accepts the objection, or stands by it."""

    valid: bool
    ply: Ply


class WithdrawObjection(Command, frozen=True, tag="withdraw_objection"):
    """Let the clue stand to which one has objected."""

    ply: Ply


class AskTakeBack(Command, frozen=True, tag="take_back"):
    """Ask the others to let one's side take the last move back; alone with bots, in practice, that is done at once."""

    ply: Ply


class AnswerTakeBack(Command, frozen=True, tag="answer_take_back"):
    """Let the others take their last move back, or not."""

    agree: bool
    ply: Ply


class WithdrawTakeBack(Command, frozen=True, tag="withdraw_take_back"):
    """Let the move stand after all."""

    ply: Ply


class ShowKey(Command, frozen=True, tag="show_key"):
    """Show the key of a game that a touch has ended: from then on the end can't be taken back (G14)."""

    ply: Ply


class Emote(Command, frozen=True, tag="emote"):
    emote: EmoteId


class Nod(Command, frozen=True, tag="nod"):
    """The clue is fine with us: a bot that guesses need not wait for our objection (T16)."""

    ply: Ply


# ---------------------------------------------------------------------------------------------------------------------
# Those for which the wire has a form of its own


class Configure(Struct, frozen=True):
    """Host, between games."""

    settings: TableSettings


class Play(Struct, frozen=True):
    """A move of the game."""

    move: model.Command
    ply: int
    insist: bool = False
    """Give the clue although a strict referee refuses it: where no other spymaster can be asked (D16)."""


class Object(Struct, frozen=True):
    """Call the clue on the table invalid (T15, D16). Where there are opponents the table talks about it first."""

    ply: int


class Ask(Struct, frozen=True):
    """Ask the other spymaster beforehand whether a clue would be fine (T17). Guessers never see it."""

    word: str
    number: model.Number
    ply: int


class Pencil(Struct, frozen=True):
    card: int
    on: bool = True


# ---------------------------------------------------------------------------------------------------------------------
# Those that no client can send


class TimeUp(Struct, frozen=True):
    """From whoever keeps the clock: the time of the present step is over."""

    ply: int


class ObjectionOverdue(Struct, frozen=True):
    """From whoever keeps the clock: those who have not given their word are no longer waited for."""

    ply: int


class KeyDue(Struct, frozen=True):
    """From whoever keeps the clock: a game that is held has been so for long enough."""

    ply: int


class Presence(Struct, frozen=True):
    """From whoever keeps the sockets: somebody is connected here, or no longer."""

    node: str
    here: bool
    device: str | None = None
    """An imprint of what their device looks like."""


class HostAway(Struct, frozen=True):
    """From whoever keeps the sockets: the host has not been connected for long."""


SentAsItIs: TypeAlias = Union[  # noqa: UP007 - one line each
    Join,
    Rename,
    Sit,
    RequestPlace,
    WithdrawRequest,
    AnswerRequest,
    Stand,
    Leave,
    Ready,
    Lock,
    MovePerson,
    Remove,
    LetIn,
    HandOver,
    AddBot,
    Replace,
    TakeOver,
    Seen,
    Deal,
    Start,
    Rotate,
    Again,
    Pause,
    Resume,
    Abandon,
    AnswerQuestion,
    CallTime,
    Say,
    Nudge,
    Emote,
    Nod,
    AnswerObjection,
    WithdrawObjection,
    AskTakeBack,
    AnswerTakeBack,
    WithdrawTakeBack,
    ShowKey,
]
AnyCommand: TypeAlias = (
    SentAsItIs | Configure | Play | Object | Ask | Pencil | TimeUp | ObjectionOverdue | KeyDue | Presence | HostAway
)
