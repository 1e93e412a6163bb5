"""Decks of double-faced cards: the built-in ones, the host's own, and the shoe they are dealt from.

A deck knows nothing of editions: an edition asks a `Shoe` for as many faces as its grid has places, and any
mix of decks will do. A face is a string: a word as it is read, or `picture:` and the id of a picture, which
this module never looks at. Nothing here draws, translates or stores: refusals are codes, and randomness is
passed in. The format of a deck file: docs/adding-a-deck.md.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby
from random import Random

from deckname import words as lists
from deckname.cards.twins import motifs
from deckname.engine.errors import CodedError
from deckname.engine.model import is_readable
from deckname.engine.setup import Faces

MIN_CARDS, MAX_CARDS = 25, 2_000
MAX_WORD, MAX_NAME = 40, 60
MAX_MARKS = 8  # on one letter; no language needs as many
MAX_TEXT = 400_000  # far more characters than the longest deck needs; what is longer is not even looked at
OWN = "own"
PICTURES = ("picture:", "treasure:", "pack:")

_HEADERS = ("id", "name", "language")
_BETWEEN_FACES = re.compile(r"(?<!\S)/(?!\S)")  # a slash that stands alone: AC/DC is one word
_BETWEEN_WORDS = re.compile(r"[\n\t,;，；、،؛]")
_LINE_ENDS = re.compile(r"\r\n?|[\v\f\x85\u2028\u2029]")
_JOINERS = "\u200c\u200d"  # invisible, but Persian and the scripts of India spell with them
_FILLERS = "\u034f\u115f\u1160\u2800\u3164\uffa0"  # letters and marks to Unicode, nothing to the eye
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


class DeckError(CodedError):
    """A deck that can't be used."""


@dataclass(frozen=True)
class Card:
    """A card with two faces; one without a back shows its front whichever way it lies."""

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


# --- reading and writing decks


def decode(data: bytes) -> str:
    """The text of an uploaded file: UTF-8, or UTF-16 with its mark, as some Windows programs write it."""
    if len(data) > 4 * MAX_TEXT:
        raise DeckError("text_too_long", maximum=MAX_TEXT)
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return data.decode("utf-16" if marked else "utf-8")
    except UnicodeDecodeError:
        raise DeckError("not_text") from None


def parse_deck(text: str) -> Deck:
    """The deck of a deck file: headers, a blank line, then a card a line, `FRONT / BACK` or a single word.

    Among the headers, lines that begin with `#` are notes; below, `#` may be part of a word.
    """
    lines = _lines(text)
    blank = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    headers = _headers(lines[:blank])
    cards: list[Card] = []
    seen: set[str] = set()
    for number, line in enumerate(lines[blank:], blank + 1):
        if not line.strip():
            continue
        words = _words(line)
        if len(words) > 2 or not all(words):
            raise DeckError("bad_card", line=number)
        for word in words:
            if same(word) in seen:
                raise DeckError("duplicate_word", word=word, line=number)
            seen.add(same(word))
        cards.append(Card(*words))
    return _deck(headers.get("id", OWN), headers["name"], headers["language"], cards)


def format_deck(deck: Deck) -> str:
    """The deck as the text of a deck file; `parse_deck` reads it back."""
    headers = (f"{header}: {getattr(deck, header)}" for header in _HEADERS)
    cards = (" / ".join(filter(None, (card.front, card.back))) for card in deck.cards)
    return "\n".join((*headers, "", *cards, ""))


def parse_words(text: str, name: str, language: str) -> tuple[Deck, Report]:
    """A host's own words, one per line or separated by commas, as one-faced cards; and what was left out."""
    words: dict[str, str] = {}
    duplicates: list[str] = []
    blanks = 0
    pieces = _BETWEEN_WORDS.split("\n".join(_lines(text)).strip())
    for word in (word for piece in pieces for word in _words(piece)):
        if not word:
            blanks += 1
        elif is_picture(word):
            raise DeckError("picture_among_words", word=word)
        elif same(word) in words:
            duplicates.append(word)
        else:
            words[same(word)] = word
    deck = _deck(OWN, name, language, [Card(word) for word in words.values()])
    return deck, Report(tuple(duplicates), blanks)


@lru_cache(8192)
def same(word: str) -> str:
    """What all spellings of one word have in common, however they are cased and encoded."""
    folded = unicodedata.normalize("NFKC", word).casefold()
    return unicodedata.normalize("NFKC", "".join(char for char in folded if char not in _JOINERS))


def is_picture(face: str) -> bool:
    return face.startswith(PICTURES)


def _lines(text: str) -> list[str]:
    """The lines of a text that is short enough and is text, with composed letters and without invisible marks."""
    if len(text) > MAX_TEXT:
        raise DeckError("text_too_long", maximum=MAX_TEXT)
    lines = "".join(filter(_is_visible, _LINE_ENDS.sub("\n", text))).split("\n")
    for number, line in enumerate(lines, 1):
        if not _is_text(line):
            raise DeckError("strange_character", line=number)
    return [unicodedata.normalize("NFC", line) for line in lines]


def _is_visible(char: str) -> bool:
    return char in _JOINERS or (unicodedata.category(char) != "Cf" and char not in _FILLERS)


def _is_text(line: str) -> bool:
    """Whether a line can be written down; towers of accents can't (and take ages to bring in order)."""
    runs = groupby(line, key=lambda char: unicodedata.combining(char) > 0)
    towers = any(stacked and len(list(marks)) > MAX_MARKS for stacked, marks in runs)
    return is_readable(line.replace("\t", "")) and "\N{REPLACEMENT CHARACTER}" not in line and not towers


def _words(text: str) -> list[str]:
    """The words that slashes keep apart in a piece of text, with single spaces; empty where nothing can be read."""
    tokens = (token.strip(_JOINERS) for token in text.split())
    return [_checked(word.strip()) for word in _BETWEEN_FACES.split(" ".join(filter(None, tokens)))]


def _checked(word: str) -> str:
    if len(word) > MAX_WORD:
        raise DeckError("word_too_long", word=word[:MAX_WORD] + "…", maximum=MAX_WORD)
    return word if any(char.isalnum() or unicodedata.category(char) == "So" for char in word) else ""


def _headers(lines: Iterable[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            continue
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
    name = " ".join(" ".join(_lines(name)).split())
    if not 0 < len(name) <= MAX_NAME:
        raise DeckError("bad_name", maximum=MAX_NAME)
    if not _ID.fullmatch(id):
        raise DeckError("bad_id", id=id)
    if not _LANGUAGE.fullmatch(language):
        raise DeckError("bad_language", language=language)
    if len(cards) < MIN_CARDS:
        raise DeckError("too_few_cards", count=len(cards), minimum=MIN_CARDS)
    if len(cards) > MAX_CARDS:
        raise DeckError("too_many_cards", count=len(cards), maximum=MAX_CARDS)
    return Deck(id, name, language, tuple(cards))


# --- the built-in decks


@cache
def built_in_ids() -> tuple[tuple[str, str], ...]:
    """Language and id of every built-in deck."""
    return tuple(lists.deck_ids())


@cache
def built_in(language: str, id: str) -> Deck:
    if (language, id) not in built_in_ids():
        raise DeckError("unknown_deck", language=language, id=id)
    return parse_deck(lists.text(language, f"decks/{id}"))


# --- dealing


NOT_AT_ALL, SHOWN, ON_BOTH_SIDES = range(3)
"""How far twins are kept apart: cards that would be called by the same scene, or by the same thing."""


class _Laid:
    """A board that is being laid, and what is to be seen on its two sides."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._shown: set[str] = set()
        self._hidden: set[str] = set()

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(self._numbers.values())

    def has_room(self, shown: str, hidden: str, apart: int) -> bool:
        """Whether nothing like this lies there yet."""
        return (
            same(shown) not in self._numbers
            and (apart < SHOWN or self._shown.isdisjoint(motifs(shown)))
            and (apart < ON_BOTH_SIDES or self._hidden.isdisjoint(motifs(hidden)))
        )

    def add(self, number: int, shown: str, hidden: str) -> None:
        self._numbers[same(shown)] = number
        self._shown |= motifs(shown)
        self._hidden |= motifs(hidden)


@dataclass(frozen=True)
class Shoe:
    """The shuffled cards of a table's decks, and those on the table; cards are named by their number.

    Nothing is dealt again before everything was dealt. When the stock is used up, all cards are shuffled anew;
    where fronts and backs are mixed, each comes back with the face that did not show. Of pictures that look alike, a
    board has one: the others wait in the stock.
    """

    cards: tuple[Card, ...]
    faces: Faces
    stock: tuple[int, ...]
    table: tuple[int, ...]
    turned: frozenset[int]  # the cards that lie, or last lay, with their backs up

    @property
    def board(self) -> tuple[str, ...]:
        """The faces on the table, place by place."""
        return tuple(self.cards[number].face(number in self.turned) for number in self.table)

    def deal(self, count: int, rng: Random) -> Shoe:
        """Clear the table and lay out the next `count` cards, no two of them alike (G1)."""
        return replace(self, table=())._filled(count, rng, cleared=self.table)

    def turn_over(self, rng: Random) -> Shoe:
        """Show the other faces of the cards on the table (P8); new cards replace those that have none, and twins."""
        over = replace(self, turned=self.turned.symmetric_difference(self.table))
        laid = _Laid()
        for number, face in zip(over.table, over.board, strict=True):
            if self.cards[number].back and laid.has_room(face, "", apart=SHOWN):
                laid.add(number, face, "")
        return replace(over, table=laid.numbers)._filled(len(self.table), rng, cleared=self.table)

    def _filled(self, count: int, rng: Random, cleared: Sequence[int]) -> Shoe:
        """With `count` cards on the table, shuffling anew where the stock has too few that go together.

        Twins lie side by side only where a board can't be filled without. Which sides will be turned over is looked at
        as well, as long as the stock allows it.
        """
        shoe = self._apart(count)
        if len(shoe.table) < count:
            shoe = shoe._restocked(rng, cleared)._apart(count)
        if len(shoe.table) < count:
            shoe = shoe._drawn(count, NOT_AT_ALL)
        if len(shoe.table) == count:
            return shoe
        raise DeckError("not_enough_cards", needed=count, available=len(shoe.table))

    def _apart(self, count: int) -> Shoe:
        """With up to `count` cards on the table and no twins, if there are enough such: on neither side of it."""
        shoe = self._drawn(count, ON_BOTH_SIDES)
        return shoe if len(shoe.table) == count else self._drawn(count, SHOWN)

    def _drawn(self, count: int, apart: int) -> Shoe:
        """With up to `count` cards on the table; one that looks like another there waits in the stock."""
        laid, turned = _Laid(), set(self.turned)
        for number in self.table:
            laid.add(number, *self._faces(number, number in turned))
        waiting: list[int] = []
        for place, number in enumerate(self.stock):
            if len(laid.numbers) == count:
                waiting += self.stock[place:]
                break
            back_up = number not in turned if self.faces == "mixed" else self.faces == "back"
            shown, hidden = self._faces(number, back_up)
            if number in laid.numbers or not laid.has_room(shown, hidden, apart):
                waiting.append(number)
                continue
            laid.add(number, shown, hidden)
            (turned.add if back_up else turned.discard)(number)
        return replace(self, stock=tuple(waiting), table=laid.numbers, turned=frozenset(turned))

    def _faces(self, number: int, back_up: bool) -> tuple[str, str]:
        """What a card shows, and what it hides."""
        card = self.cards[number]
        return card.face(back_up), card.face(not back_up)

    def _restocked(self, rng: Random, cleared: Sequence[int]) -> Shoe:
        """With all cards in the stock again; those just cleared come late, those on the table last of all."""
        used = [number for number in range(len(self.cards)) if number not in self.stock]
        rng.shuffle(used)
        used.sort(key=lambda number: (number in self.table, number in cleared))
        return replace(self, stock=(*self.stock, *used))


def open_shoe(decks: Iterable[Deck], faces: Faces, rng: Random) -> Shoe:
    """The shuffled cards of all these decks (F6): fronts, backs, or for each card one of both by chance (F4)."""
    cards = tuple(card for deck in decks for card in deck.cards)
    stock = rng.sample(range(len(cards)), len(cards))
    turned = frozenset(number for number in stock if rng.random() < 0.5)
    return Shoe(cards, faces, tuple(stock), table=(), turned=turned)
