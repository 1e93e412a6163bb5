"""Decks of double-faced cards: the built-in ones, the host's own, and the shoe they are dealt from.

A deck knows nothing of editions: an edition asks a `Shoe` for as many faces as its grid has places, and any
mix of decks will do. A face is a string: a word as it is read, or `picture:` and the id of a picture, which
this module never looks at. Nothing here draws, translates or stores: refusals are codes, randomness is passed in.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from random import Random
from typing import Literal

Faces = Literal["front", "back", "mixed"]

MIN_CARDS, MAX_CARDS = 25, 2_000
MAX_WORD, MAX_NAME = 40, 60
MAX_TEXT = 400_000
"""Far more characters than the longest deck needs; whatever is longer is no deck and is not read."""

PICTURE = "picture:"
OWN = "own"

_HEADERS = ("id", "name", "language")
_BETWEEN_FACES = " / "
_BETWEEN_WORDS = re.compile(r"[\n,;\t，、،；]| / ")
_LINE_ENDS = re.compile(r"\r\n?|[\v\f\x85\u2028\u2029]")
_JOINERS = "\u200c\u200d"  # invisible, but Persian and the scripts of India spell with them
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


class DeckError(Exception):
    """A deck that can't be used: a stable code, and the details a translated sentence needs."""

    def __init__(self, code: str, **details: str | int) -> None:
        super().__init__(f"{code} {details}" if details else code)
        self.code = code
        self.details = details


@dataclass(frozen=True)
class Card:
    """A card with two faces; a card without a back shows its front whichever way it lies."""

    front: str
    back: str = ""

    def face(self, turned: bool) -> str:
        return self.back if turned and self.back else self.front


@dataclass(frozen=True)
class Deck:
    id: str
    name: str
    language: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Report:
    """What was left out of a host's own words."""

    duplicates: tuple[str, ...]
    blanks: int


# Reading and writing decks


def decode(data: bytes) -> str:
    """The text of an uploaded file: UTF-8, or UTF-16 with its mark, as Windows writes it."""
    if len(data) > 4 * MAX_TEXT:
        raise DeckError("text_too_long", maximum=MAX_TEXT)
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return data.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError:
        raise DeckError("not_text") from None


def parse_deck(text: str) -> Deck:
    """The deck of a deck file: headers, a blank line, then a card a line, `FRONT / BACK` or a single word."""
    lines = _lines(text)
    blank = next((n for n, line in enumerate(lines) if not line.strip()), len(lines))
    headers = _headers(lines[:blank])
    cards: list[Card] = []
    seen: set[str] = set()
    for number, line in enumerate(lines[blank:], blank + 1):
        if not line.strip():
            continue
        words = [_clean(face) for face in line.split(_BETWEEN_FACES)]
        if len(words) > 2 or not all(words):
            raise DeckError("bad_card", line=number)
        for word in words:
            _check_length(word)
            if same(word) in seen:
                raise DeckError("duplicate_word", word=word, line=number)
            seen.add(same(word))
        cards.append(Card(*words))
    return _deck(headers.get("id", OWN), headers["name"], headers["language"], cards)


def format_deck(deck: Deck) -> str:
    """The deck as the text of a deck file; `parse_deck` reads it back."""
    headers = (f"{header}: {getattr(deck, header)}\n" for header in _HEADERS)
    cards = (f"{card.front}{_BETWEEN_FACES}{card.back}\n" if card.back else f"{card.front}\n" for card in deck.cards)
    return "".join((*headers, "\n", *cards))


def parse_words(text: str, name: str, language: str) -> tuple[Deck, Report]:
    """A host's own words, one per line or separated by commas, as one-faced cards; and what was left out."""
    words: dict[str, str] = {}
    duplicates: list[str] = []
    blanks = 0
    pieces = _BETWEEN_WORDS.split("\n".join(_lines(text)).strip())
    for word in map(_clean, pieces):
        if not word:
            blanks += 1
            continue
        _check_length(word)
        if is_picture(word):
            raise DeckError("picture_among_words", word=word)
        if same(word) in words:
            duplicates.append(word)
        else:
            words[same(word)] = word
    deck = _deck(OWN, name, language, [Card(word) for word in words.values()])
    return deck, Report(tuple(duplicates), blanks)


def _lines(text: str) -> list[str]:
    """The lines of a text that is short enough and is text; a first mark of byte order is dropped."""
    if len(text) > MAX_TEXT:
        raise DeckError("text_too_long", maximum=MAX_TEXT)
    lines = _LINE_ENDS.sub("\n", text.removeprefix("\ufeff")).split("\n")
    for number, line in enumerate(lines, 1):
        if any(unicodedata.category(char) in ("Cc", "Cs") or char == "\ufffd" for char in line.replace("\t", " ")):
            raise DeckError("strange_character", line=number)
    return lines


def _headers(lines: Iterable[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        key, colon, value = line.partition(":")
        key = key.strip().lower()
        if not colon or key not in _HEADERS or key in headers:
            raise DeckError("bad_header", line=number)
        headers[key] = value.strip()
    for header in ("name", "language"):
        if header not in headers:
            raise DeckError("missing_header", header=header)
    return headers


def _deck(id: str, name: str, language: str, cards: Sequence[Card]) -> Deck:
    """The deck, if its names and its size are fit for a table."""
    name = _clean(name)
    if not 0 < len(name) <= MAX_NAME:
        raise DeckError("bad_name", maximum=MAX_NAME)
    if not _ID.fullmatch(id):
        raise DeckError("bad_id")
    if not _LANGUAGE.fullmatch(language):
        raise DeckError("bad_language")
    if len(cards) < MIN_CARDS:
        raise DeckError("too_few_cards", count=len(cards), minimum=MIN_CARDS)
    if len(cards) > MAX_CARDS:
        raise DeckError("too_many_cards", count=len(cards), maximum=MAX_CARDS)
    return Deck(id, name, language, tuple(cards))


def _clean(word: str) -> str:
    """The word with composed letters, single spaces, no invisible marks; empty if nothing is left to read."""
    visible = "".join(c for c in word if c in _JOINERS or unicodedata.category(c) != "Cf")
    word = " ".join(unicodedata.normalize("NFC", visible).split()).strip(_JOINERS + " ")
    return word if any(c.isalnum() or unicodedata.category(c) == "So" for c in word) else ""


def _check_length(word: str) -> None:
    if len(word) > MAX_WORD:
        raise DeckError("word_too_long", word=word[:MAX_WORD] + "…", maximum=MAX_WORD)


def same(word: str) -> str:
    """What two spellings of one word have in common, however they are cased and encoded."""
    folded = unicodedata.normalize("NFKC", word).casefold()
    return unicodedata.normalize("NFKC", "".join(c for c in folded if c not in _JOINERS))


def is_picture(face: str) -> bool:
    return face.startswith(PICTURE)


# The built-in decks


def built_in_ids() -> tuple[tuple[str, str], ...]:
    """Language and id of every built-in deck."""
    folders = (files(__package__) / "words").iterdir()
    found = ((folder.name, file.name) for folder in folders if folder.is_dir() for file in folder.iterdir())
    return tuple(sorted((language, name.removesuffix(".txt")) for language, name in found if name.endswith(".txt")))


@cache
def built_in(language: str, id: str) -> Deck:
    if (language, id) not in built_in_ids():
        raise DeckError("unknown_deck", language=language, id=id)
    return parse_deck((files(__package__) / "words" / language / f"{id}.txt").read_text(encoding="utf-8"))


# Dealing


@dataclass(frozen=True)
class Shoe:
    """The shuffled cards of a table's decks, and those on the table; cards are named by their number.

    Nothing is dealt twice before everything was dealt once. When the stock is used up, the cards that lie aside
    are shuffled again, and where fronts and backs are mixed each of them comes back with its other face.
    """

    cards: tuple[Card, ...]
    faces: Faces
    stock: tuple[int, ...]
    table: tuple[int, ...] = ()
    turned: frozenset[int] = frozenset()

    @property
    def board(self) -> tuple[str, ...]:
        """The faces on the table, place by place."""
        return tuple(self._face(number) for number in self.table)

    def deal(self, count: int, random: Random) -> "Shoe":
        """Clear the table and lay out the next `count` cards, no two of them alike."""
        return replace(self, table=())._fill(count, random)

    def turn_over(self, random: Random) -> "Shoe":
        """Show the other faces of the cards on the table; new cards replace those that have none."""
        over = replace(self, turned=self.turned ^ frozenset(self.table))
        shown: dict[str, int] = {}
        for number in self.table:
            if self.cards[number].back:
                shown.setdefault(same(over._face(number)), number)
        return replace(over, table=tuple(shown.values()))._fill(len(self.table), random)

    def _fill(self, count: int, random: Random) -> "Shoe":
        """Add cards from the stock, then from those that lie aside, until `count` are on the table."""
        shoe = self._add(count)
        if len(shoe.table) < count:
            shoe = shoe._restocked(random)._add(count)
        if len(shoe.table) < count:
            raise DeckError("not_enough_cards", needed=count, available=len(shoe.table))
        return shoe

    def _add(self, count: int) -> "Shoe":
        """Add cards from the top of the stock; one that looks like a card on the table waits in the stock."""
        table = {same(face): number for face, number in zip(self.board, self.table, strict=True)}
        stock = []
        for number in self.stock:
            face = same(self._face(number))
            if len(table) < count and face not in table:
                table[face] = number
            else:
                stock.append(number)
        return replace(self, stock=tuple(stock), table=tuple(table.values()))

    def _restocked(self, random: Random) -> "Shoe":
        """Shuffle what lies aside under the stock."""
        busy = {*self.stock, *self.table}
        aside = [number for number in range(len(self.cards)) if number not in busy]
        random.shuffle(aside)
        turned = {
            "front": self.turned.difference,
            "back": self.turned.union,
            "mixed": self.turned.symmetric_difference,
        }
        return replace(self, stock=(*self.stock, *aside), turned=turned[self.faces](aside))

    def _face(self, number: int) -> str:
        return self.cards[number].face(number in self.turned)


def open_shoe(decks: Iterable[Deck], faces: Faces, random: Random) -> Shoe:
    """The shuffled cards of all these decks: fronts, backs, or for each card one of both by chance."""
    cards = tuple(card for deck in decks for card in deck.cards)
    stock = random.sample(range(len(cards)), len(cards))
    chance = {"front": 0.0, "back": 1.0, "mixed": 0.5}[faces]
    turned = frozenset(number for number in range(len(cards)) if random.random() < chance)
    return Shoe(cards, faces, tuple(stock), turned=turned)
