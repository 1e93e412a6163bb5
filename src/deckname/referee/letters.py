"""Letters, numbers, places (K5), shades of grey (P5), shape and size (P6): clues about the look of the table."""

from deckname.referee.languages.base import Language
from deckname.referee.text import key, letters


def cards_by_letter(clue: str, board: tuple[str, ...]) -> list[str]:
    """The cards that begin with the single letter that the clue is."""
    letter = letters(clue)
    if len(letter) != 1 or not letter.isalpha():
        return []
    return [card for card in board if letters(card).startswith(letter)]


def cards_by_length(clue: str, board: tuple[str, ...], language: Language) -> list[str]:
    """The cards with as many letters as the number that the clue is."""
    value = number_in(clue, language)
    return [card for card in board if len(letters(card)) == value] if value else []


def number_in(clue: str, language: Language) -> int | None:
    """The number a clue spells out or writes in digits."""
    if clue.isdecimal() and len(clue) <= 4:
        return int(clue)
    return language.numbers.get(key(clue))


def is_place(clue: str, language: Language) -> bool:
    """A word for a place on the grid."""
    return key(clue) in language.positions


def is_about_spelling(clue: str, language: Language) -> bool:
    """A word for what the words on the cards are written with."""
    return key(clue) in language.spelling_words


def is_grey(clue: str, language: Language) -> bool:
    """A word for a shade of grey."""
    return key(clue) in language.greys


def is_shape(clue: str, language: Language) -> bool:
    """A word for a shape or a size."""
    return key(clue) in language.shapes
