"""What there is to choose from, the pictures, and what a new server is still making."""

from __future__ import annotations

from functools import cache, cached_property
from typing import get_args

import msgspec

from deckname import protocol as wire
from deckname.cards.faces import describe, drawn_faces, is_drawn
from deckname.cards.library import DRAWN, deck, deck_ids
from deckname.engine.editions import EDITIONS
from deckname.engine.errors import Refused
from deckname.engine.missions import MAP
from deckname.engine.model import Edition
from deckname.protocol.endpoints import ApiCall, endpoint
from deckname.protocol.game_projection import edition_brief
from deckname.server.asset_builder import AssetBuilder, address


class ChoicesApi:
    def __init__(self, assets: AssetBuilder) -> None:
        self._assets = assets

    @endpoint("GET", "/api/catalogue", "What there is to choose from", answer=wire.Catalogue)
    async def get_catalogue(self, _call: ApiCall) -> bytes:
        return self._catalogue

    @endpoint(
        "GET",
        "/api/decks/{language}/{deck}",
        "All cards of a deck, as they are played in a language",
        answer=wire.DeckCards,
        refusals=("no_such_deck",),
    )
    async def cards(self, call: ApiCall) -> bytes:
        language, id = call.path["language"], call.path["deck"]
        if (language, id) not in deck_ids():
            raise Refused("no_such_deck")
        return _cards(language, id)

    @endpoint("GET", "/api/pictures", "The addresses of all drawn cards, by their faces", answer=dict[str, str])
    async def pictures(self, _call: ApiCall) -> dict[str, str]:
        return self._assets.pictures

    @endpoint("GET", "/api/workshop", "What the server is still making", answer=wire.WorkshopReport)
    async def workshop(self, _call: ApiCall) -> wire.WorkshopReport:
        return self._assets.state

    @endpoint(
        "GET",
        "/api/faces/{face}.svg",
        "The way to a drawn card",
        answer="image/svg+xml",
        status=307,
        refusals=("no_such_face", "not_drawn_yet"),
    )
    async def face(self, call: ApiCall) -> bytes:
        face = call.path["face"]
        if face not in drawn_faces():
            raise Refused("no_such_face")
        path = self._assets.picture(face)
        if path is None:
            raise Refused("not_drawn_yet")
        call.headers |= {"location": address(path), "cache-control": "no-cache"}
        return b""

    @cached_property
    def _catalogue(self) -> bytes:
        return wire.encode(
            wire.Catalogue(
                editions=tuple(map(_edition, EDITIONS.values())),
                decks=tuple(_deck(language, id) for language in get_args(wire.LanguageId) for id in _ids(language)),
                missions=tuple(
                    wire.MissionInfo(city.id, city.turns, city.mistakes, city.links) for city in MAP.cities.values()
                ),
                manners=get_args(wire.MannerId),
                languages=get_args(wire.LanguageId),
            )
        )


@cache
def _cards(language: str, id: str) -> bytes:
    found = deck(language, id)
    faces = [face for card in found.cards for face in (card.front, card.back) if is_drawn(face)]
    cards = tuple((card.front, card.back) if card.back else (card.front,) for card in found.cards)
    return wire.encode(wire.DeckCards(found.name, cards, {face: describe(face, language) for face in faces}))


def _edition(edition: Edition) -> wire.EditionInfo:
    return wire.EditionInfo(
        **msgspec.structs.asdict(edition_brief(edition)),
        columns=edition.columns,
        rows=edition.rows,
        modes=tuple(mode.value for mode in edition.modes),
        options=tuple(sorted(edition.options)),
        tokens=edition.tokens,
        deck=edition.deck,
        faces=edition.faces,
        clue_options=edition.clues.options,
        gentle=edition.gentle,
        drawn=edition.deck in DRAWN,
        level=edition.level,
    )


def _ids(language: str) -> list[str]:
    return [id for of, id in deck_ids() if of == language]


def _deck(language: wire.LanguageId, id: str) -> wire.DeckInfo:
    found = deck(language, id)
    return wire.DeckInfo(language, id, found.name, len(found.cards), id in DRAWN)
