"""What a client may send on a socket: requests that are told apart by `do`.

Most of them are the table's own commands. Those whose meaning differs from their form are turned into commands here.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeAlias, Union

import msgspec

from deckname.engine import model
from deckname.protocol.common import CardIndex, ClueNumber, ClueWord
from deckname.protocol.table_settings import SettingsForm
from deckname.tables import commands
from deckname.tables.commands import Command, Ply


class OwnForm(Command, frozen=True):
    """A command that looks otherwise on the wire."""

    @property
    @abstractmethod
    def command(self) -> commands.AnyCommand: ...


class ClueMove(OwnForm, frozen=True, tag="clue"):
    word: ClueWord
    number: ClueNumber
    ply: Ply
    insist: bool = False
    """Although the referee refuses it, while `may` says `insist`: the others are told what it holds against it."""

    @property
    def command(self) -> commands.AnyCommand:
        return commands.Play(model.GiveClue(self.word, self.number), self.ply, self.insist)


class GuessMove(OwnForm, frozen=True, tag="guess"):
    card: CardIndex
    ply: Ply

    @property
    def command(self) -> commands.AnyCommand:
        return commands.Play(model.Guess(self.card), self.ply)


class CoverMove(OwnForm, frozen=True, tag="cover"):
    card: CardIndex
    ply: Ply

    @property
    def command(self) -> commands.AnyCommand:
        return commands.Play(model.Cover(self.card), self.ply)


class StopMove(OwnForm, frozen=True, tag="stop"):
    ply: Ply

    @property
    def command(self) -> commands.AnyCommand:
        return commands.Play(model.Stop(), self.ply)


class ChallengeMove(OwnForm, frozen=True, tag="challenge"):
    """Call the clue invalid. Where there are opponents that is an objection first, and the table talks about it."""

    ply: Ply

    @property
    def command(self) -> commands.AnyCommand:
        return commands.Object(self.ply)


class WaiveMove(OwnForm, frozen=True, tag="waive"):
    ply: Ply

    @property
    def command(self) -> commands.AnyCommand:
        return commands.Play(model.Waive(), self.ply)


class AskAboutClue(OwnForm, frozen=True, tag="ask"):
    """Ask the other spymaster beforehand whether a clue would be fine (T17). Guessers never see it."""

    word: ClueWord
    number: ClueNumber
    ply: Ply

    @property
    def command(self) -> commands.AnyCommand:
        return commands.Ask(self.word, self.number, self.ply)


class PencilCard(OwnForm, frozen=True, tag="pencil"):
    card: CardIndex
    on: bool = True

    @property
    def command(self) -> commands.AnyCommand:
        return commands.Pencil(self.card, self.on)


class ConfigureTable(OwnForm, frozen=True, tag="configure"):
    """Host, between games."""

    settings: SettingsForm

    @property
    def command(self) -> commands.AnyCommand:
        return commands.Configure(self.settings.settings)


class JudgeClue(Command, frozen=True, tag="judge"):
    """What would the referee say? Only whoever could give the clue may ask; nobody else learns of it."""

    word: ClueWord
    number: ClueNumber = 1


class ExplainMove(Command, frozen=True, tag="explain"):
    """What did the bot think in this move? In practice games also before the end: see `situation.explicable`."""

    ply: Ply


class AtWork(Command, frozen=True, tag="at_work"):
    """I am at it: writing a clue, picking a card. A bot that could move as well leaves it to me, and nobody is told.

    To be sent now and then while it is so.
    """


AnyOwnForm: TypeAlias = Union[  # noqa: UP007 - one line each
    ConfigureTable,
    ClueMove,
    GuessMove,
    CoverMove,
    StopMove,
    ChallengeMove,
    WaiveMove,
    AskAboutClue,
    PencilCard,
]
AnyRequest: TypeAlias = Union[commands.SentAsItIs, AnyOwnForm, JudgeClue, ExplainMove, AtWork]  # noqa: UP007

decode_request = msgspec.json.Decoder(AnyRequest).decode


def command_of(request: commands.SentAsItIs | OwnForm) -> commands.AnyCommand:
    """What a table is asked to do."""
    return request.command if isinstance(request, OwnForm) else request
