"""Six letters become a key card: the same one on every phone, in TypeScript (web/src/gadget/keys.ts) as in Python.

A code carries everything: the edition, who starts, which face of a two-sided key it shows, which of the thirty-seven
thousand keys it is, and a letter to check the others by. How many cards of which kind a key has, its edition says. What
stands here may never change: codes are written on paper. docs/gadget.md tells it in words, golden.json in examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from deckname.engine import EDITIONS
from deckname.engine.model import Edition, Identity, Key, Side
from deckname.language import SpokenError

ALPHABET = "CFHKMPRSTWXYZ"
"""No two of them look or sound alike in any of our languages, and without vowels no code is a word."""
MISTAKEN = {"B": "P", "D": "T", "N": "M", "V": "W", "G": "C", "5": "S", "2": "Z"}
"""What people hear or read instead, none of which is in the alphabet: taken for what was meant."""
LETTERS = 6
SEPARATORS = re.compile(r"[\s\-–—._:·]+")


class KeyForm(NamedTuple):
    edition: str
    starts: Side | None
    face: int
    """Which layer of the key this phone shows."""


FORMS = (
    KeyForm("classic", "red", 0),
    KeyForm("classic", "blue", 0),
    KeyForm("pictures", "red", 0),
    KeyForm("pictures", "blue", 0),
    KeyForm("family-easy", "red", 0),
    KeyForm("family-easy", "blue", 0),
    KeyForm("family-advanced", "red", 0),
    KeyForm("family-advanced", "blue", 0),
    KeyForm("duet", None, 0),
    KeyForm("duet", None, 1),
)
"""In the order in which codes count them."""
BOXES = tuple(dict.fromkeys(form.edition for form in FORMS))
"""The editions that are sold in a box, by their ids."""

NUMBERS = int(len(ALPHABET) ** (LETTERS - 1))
SEEDS = NUMBERS // len(FORMS)
STIR, UNSTIR = 229471, 231132
"""Each undoes the other modulo NUMBERS: neighbours among the numbers are no neighbours among the codes."""


class KeyCodeError(SpokenError):
    """Letters that are no code of a key."""

    sentences = "key_error"


@dataclass(frozen=True)
class KeyCard:
    code: str
    edition: Edition
    starts: Side | None
    face: int
    key: Key

    @property
    def shown(self) -> tuple[Identity, ...]:
        """What this phone may show, card by card."""
        return self.key.layers[self.face]


def read_code(text: str) -> KeyCard:
    """The key card of a code as people type it; KeyCodeError says what is wrong with it."""
    letters = [_letter(typed) for typed in SEPARATORS.sub("", text)]
    if len(letters) != LETTERS:
        raise KeyCodeError("wrong_length", count=len(letters), needed=LETTERS)
    if sum(weight * letter for weight, letter in zip(range(LETTERS, 0, -1), letters, strict=True)) % len(ALPHABET):
        raise KeyCodeError("wrong_check")
    seed, form = _seed_and_form(letters)
    if seed >= SEEDS:  # the last three numbers, too few for one more key of every form
        raise KeyCodeError("wrong_check")
    return key_card(seed, form)


def key_card(seed: int, form: int) -> KeyCard:
    edition_id, starts, face = FORMS[form]
    edition = EDITIONS[edition_id]
    return KeyCard(_code(seed, form), edition, starts, face, _key(edition, starts, seed))


def new_card(edition: str, chance: Random) -> KeyCard:
    """Any key of this edition, whoever starts; of a two-sided one its first face."""
    forms = [place for place, form in enumerate(FORMS) if form.edition == edition and form.face == 0]
    return key_card(chance.randrange(SEEDS), chance.choice(forms))


def other_face(card: KeyCard) -> KeyCard | None:
    """What the second phone shows, where a key has two faces: it has a code of its own."""
    if card.edition.layers == 1:
        return None
    seed, _ = _seed_and_form([ALPHABET.index(letter) for letter in card.code])
    return key_card(seed, FORMS.index(KeyForm(card.edition.id, card.starts, 1 - card.face)))


def _letter(typed: str) -> int:
    capital = typed.upper()
    place = ALPHABET.find(MISTAKEN.get(capital, capital))
    if len(capital) != 1 or place < 0:
        raise KeyCodeError("wrong_letter", letter=typed)
    return place


def _seed_and_form(letters: Sequence[int]) -> tuple[int, int]:
    stirred = 0
    for letter in letters[:-1]:
        stirred = stirred * len(ALPHABET) + letter
    number = stirred * UNSTIR % NUMBERS
    return number // len(FORMS), number % len(FORMS)


def _code(seed: int, form: int) -> str:
    stirred = (seed * len(FORMS) + form) * STIR % NUMBERS
    letters: list[int] = []
    for _ in range(LETTERS - 1):
        stirred, letter = divmod(stirred, len(ALPHABET))
        letters.insert(0, letter)
    # Weights that all differ: one wrong letter, or two that changed places, never come out even.
    check = -sum(weight * letter for weight, letter in zip(range(LETTERS, 1, -1), letters, strict=True))
    return "".join(ALPHABET[letter] for letter in (*letters, check % len(ALPHABET)))


def _key(edition: Edition, starts: Side | None, seed: int) -> Key:
    """The cards in the order in which the edition names them, shuffled as Fisher and Yates do."""
    cards = [layers for layers, count in edition.deals[starts].items() for _ in range(count)]
    stream = FORMS.index(KeyForm(edition.id, starts, 0))  # both faces of a key are one key
    values = _values(seed, stream)
    for last in range(len(cards) - 1, 0, -1):
        other = _below(last + 1, values)
        cards[last], cards[other] = cards[other], cards[last]
    return Key(tuple(zip(*cards, strict=True)))


def _below(bound: int, values: Iterator[int]) -> int:
    """Every number below `bound` is equally likely: what would favour some is thrown away."""
    fair = 2**32 - 2**32 % bound
    return next(value for value in values if value < fair) % bound


def _values(seed: int, stream: int) -> Iterator[int]:
    """Chris Doty-Humphrey's sfc32: four words of 32 bits, of which the first sixteen values warm it up."""
    word = 2**32 - 1
    a, b, c, counter = 0, seed, stream, 1
    for turn in range(2**32):
        value = (a + b + counter) & word
        counter = (counter + 1) & word
        a = b ^ (b >> 9)
        b = (c + (c << 3)) & word
        c = (((c << 21) | (c >> 11)) + value) & word
        if turn >= 16:
            yield value
