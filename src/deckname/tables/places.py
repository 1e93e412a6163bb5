"""The places of a table: the seats that one hand holds, and what one sees from there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from deckname.engine.editions import EDITIONS
from deckname.engine.model import Edition, Mode, Options, Role, Seat, Setup


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


def layers_seen(edition: Edition, seats: Iterable[Seat]) -> frozenset[int]:
    """The layers of the key that one sees from these seats."""
    specs = [(edition.side[seat.side], seat.role) for seat in seats]
    return frozenset(
        layer for spec, role in specs for layer in (spec.giver_sees if role is Role.GIVER else spec.guesser_sees)
    )
