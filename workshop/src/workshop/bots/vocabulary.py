"""Which words a bot may say: known, polite, and in their dictionary form. Read from the referee's data, once. And which
words it finds on cards.

Nothing here knows what words mean, or which of them are allowed on a given board: that is the referee's to say.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from deckname.bots.view_reading import shown
from deckname.cards.library import deck, deck_ids
from deckname.referee import lexicon
from deckname.referee.lexicon import Flag
from deckname.referee.text import fold, key
from deckname.words import entries

MOST_WORDS = 10_000
_KNOWN = 300  # a hundred times the Zipf frequency: once per million words
_KNOWN_IF_PLAIN = 330  # a word that is neither noun nor verb has to be more common
_KNOWN_IF_NAME = 380
_USUAL = 3  # what comes to mind with so many words is what people say, whatever it is
_FAMILIAR = 150  # what comes to mind more seldom has to be known, if less than a word that never does
_FAMILIAR_NAME = 300
_SAYS_LITTLE = 570  # a clue this frequent names nothing in particular
EMPTY = 620  # a word this frequent says nothing, wherever it stands
_ADVERB = {"en": "ly", "fr": "ment", "de": "weise"}


class Known(NamedTuple):
    zipf: int
    flags: int
    lemmas: tuple[str, ...]


Words = Mapping[str, Known]


def card_words(language: str) -> list[str]:
    """Every word that a built-in card says or shows, one spelling of each."""
    decks = [deck(code, id) for code, id in deck_ids() if code == language]
    faces = sorted({face for one in decks for card in one.cards for face in (card.front, card.back) if face})
    found = {key(word): word for face in faces for word in shown(face, language)}
    return sorted(found.values())


def read_words(path: Path, language: str) -> dict[str, Known]:
    """Every word of a language that the referee knows, by its key."""
    with sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True) as database:
        words = sorted(lexicon.read_words(database, language), key=lambda word: word.form)
    database.close()
    return {word.form: Known(word.zipf, word.flags, word.lemmas) for word in words}


def clue_words(words: Words, heads: Mapping[str, str], language: str, familiar: Mapping[str, int]) -> list[str]:
    """The words to choose clues from: those that come to people's mind, then others, the most frequent first.

    `heads` tells how a word is written, by its key, `familiar` how often it comes to mind.
    """

    def frequency(form: str) -> int:
        return words[form].zipf if form in words else 0

    unkind = unkind_words(language)
    first: dict[str, str] = {}
    for word, times in familiar.items():
        usual = times >= _USUAL or _is_familiar(word, words.get(key(word)), language)
        if usual and word.isalpha() and fold(word) not in unkind:
            first.setdefault(key(word), word)  # as it is written most often
    found = [
        (known.zipf, form)
        for form, known in words.items()
        if form in heads
        and form not in first
        and _may_be_said(form, known, language, frequency)
        and fold(form) not in unkind
    ]
    return [*first.values(), *(heads[form] for _, form in sorted(found, reverse=True))][:MOST_WORDS]


def _is_familiar(word: str, known: Known | None, language: str) -> bool:
    """Whether a word that comes to mind now and then may be said: it has to be known, and no acronym, and in its
    dictionary form. *Lunettes* and *NASA* may, too, but for coming to mind more often.
    """
    if known is None or word.isupper() or (known.lemmas and not known.flags & Flag.LEMMA):
        return False
    name = bool(known.flags & Flag.NAME) if language == "de" else word[0].isupper()
    return known.zipf >= (_FAMILIAR_NAME if name else _FAMILIAR)


def _may_be_said(form: str, known: Known, language: str, frequency: Callable[[str], int]) -> bool:
    zipf, flags, lemmas = known
    if len(form) < 3 or not form.isalpha() or not _KNOWN <= zipf <= _SAYS_LITTLE:
        return False
    if not (flags & Flag.LEMMA and flags & Flag.PRIME) or flags & Flag.ACRONYM:
        return False
    if lemmas and max(map(frequency, lemmas)) >= zipf:
        return False  # an inflected form
    if flags & Flag.NAME and (language == "de" or zipf < _KNOWN_IF_NAME or not flags & Flag.HEADWORD):
        return False
    plain = not flags & (Flag.NOUN | Flag.VERB)
    return not (plain and (zipf < _KNOWN_IF_PLAIN or form.endswith(_ADVERB[language])))


def unkind_words(language: str) -> frozenset[str]:
    """What a bot never says, folded: slurs, swear words, and what spoils an evening."""
    said = (line.removeprefix("bots:") for line in entries(language, "unkind") if not line.startswith("cards:"))
    return frozenset(fold(word) for line in said for word in line.split())
