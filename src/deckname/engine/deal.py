"""Chance: drawing a key and cards. Randomness comes in as a `random.Random`, so a seed gives a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from .editions import SetupError, new_table
from .model import Edition, Key, Mode, Options, Side, Table


def draw_key(edition: Edition, rng: Random) -> tuple[Key, Side | None]:
    """A key and who starts. Every key that fits the edition is equally likely."""
    starts = rng.choice(tuple(edition.deals))
    cards = [layers for layers, count in edition.deals[starts].items() for _ in range(count)]
    rng.shuffle(cards)
    key = Key(tuple(zip(*cards, strict=True)))
    return turn_key(edition, key, rng.randrange(key_turns(edition))), starts


def key_turns(edition: Edition) -> int:
    """In how many ways the key fits its grid (G2). A two-sided key stands between the players and is not turned."""
    if edition.layers > 1:
        return 1
    return 4 if edition.columns == edition.rows else 2


def turn_key(edition: Edition, key: Key, turns: int) -> Key:
    """The key turned clockwise, by quarters on a square grid and by halves on another."""
    for _ in range(turns):
        key = Key(tuple(_turned(layer, edition) for layer in key.layers))
    return key


def _turned(layer: tuple[str, ...], edition: Edition) -> tuple[str, ...]:
    if edition.columns != edition.rows:
        return layer[::-1]
    rows = [layer[start : start + edition.columns] for start in range(0, edition.size, edition.columns)]
    return tuple(cell for column in zip(*reversed(rows), strict=True) for cell in column)


def check_key(edition: Edition, key: Key, starts: Side | None) -> None:
    """SetupError unless this key could have been drawn for this edition and starter."""
    if any(len(layer) != edition.size for layer in key.layers) or len(key.layers) != edition.layers:
        raise SetupError("wrong_key_length", needed=edition.size, edition=edition.id)
    if Counter(zip(*key.layers, strict=True)) != edition.deals.get(starts):
        raise SetupError("key_does_not_fit", edition=edition.id)


def deal_cards(edition: Edition, deck: Sequence[str], rng: Random) -> tuple[str, ...]:
    """The grid's cards, drawn from a shuffled deck (G1). Any deck will do that has enough of them (P9, F6)."""
    if len(deck) < edition.size:
        raise SetupError("deck_too_small", cards=len(deck), needed=edition.size, edition=edition.id)
    return tuple(rng.sample(deck, edition.size))


def new_game(
    edition: Edition,
    deck: Sequence[str],
    rng: Random,
    mode: Mode = Mode.TEAMS,
    options: Options | None = None,
) -> tuple[Table, Key]:
    """A fresh game: cards from the deck, a new key, whoever the key says to start."""
    key, starts = draw_key(edition, rng)
    return new_table(edition, deal_cards(edition, deck, rng), starts, mode, options), key
