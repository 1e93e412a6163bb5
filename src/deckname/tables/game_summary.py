"""A finished game in a few words: as it stands on the list of everybody who played it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

from deckname.engine.editions import tokens_for
from deckname.engine.model import Mode, Options
from deckname.engine.view import score, winning_seats
from deckname.tables.commands import MannerId
from deckname.tables.game import GameState
from deckname.tables.places import places_of
from deckname.tables.table_settings import CampaignStep


class Player(Struct, frozen=True, omit_defaults=True):
    name: str
    place: str
    bot: MannerId | None = None


class GameSummary(Struct, frozen=True, omit_defaults=True):
    """A finished game, as somebody's list of games has it."""

    table: str
    number: int
    edition: str
    mode: Mode
    language: str
    place: str
    won: bool
    score: int | None
    at: int
    """When it began, in milliseconds."""
    reason: str = ""
    mission: str | None = None
    clues: Mapping[str, int] = {}
    """How many clues each side gave."""
    players: tuple[Player, ...] = ()
    visitors: tuple[str, ...] = ()
    """People who had a place in it for a while, and none at its end."""
    standard: bool = False
    """It was laid out as the edition has it (M1)."""
    campaign: CampaignStep | None = None


def summaries(table: str, game: GameState) -> Iterator[tuple[str, GameSummary]]:
    """For everybody who played it to its end: that they did, and how it ended."""
    outcome = game.table.outcome
    if outcome is None:
        return
    setup, winners, points = game.table.setup, set(winning_seats(game.table)), score(game.table)
    places = places_of(setup.edition.id, setup.mode)
    players = tuple(Player(member.name, member.place, member.bot) for member in game.players if member.place)
    for member in game.players:
        if member.bot or not member.place:
            continue
        yield (
            member.id,
            GameSummary(
                table=table,
                number=game.number,
                edition=setup.edition.id,
                mode=setup.mode,
                language=game.language,
                place=member.place,
                won=not winners.isdisjoint(places[member.place]),
                score=points.points if points else None,
                at=round(game.began * 1000),
                reason=outcome.reason.value,
                mission=setup.options.mission,
                clues=Counter(clue.side for clue in game.table.log),
                players=players,
                visitors=tuple(sorted(game.sat.keys() - {member.id for member in game.players if member.place})),
                standard=setup.tokens is not None and setup.tokens == tokens_for(setup.edition, Options()),
                campaign=game.campaign,
            ),
        )
