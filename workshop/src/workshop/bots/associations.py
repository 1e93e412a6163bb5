"""What comes to people's mind with a word: our own dictionaries of associations, and what follows from them.

The list `associations` has a line for each word: what people think of, the strongest first, for all its meanings.
`clues` goes the other way: a line for each of many good clues, with all the cards of our decks that answer to it, and
those that somebody might touch for it where nothing better lies, its byways. Ties go both ways; words that make people
think of the same things are tied, too, more loosely.
Used only while the bots' data is built.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import numpy as np
from scipy import sparse

from deckname.referee.lexicon import Flag
from deckname.referee.text import key
from deckname.words import entries

from .corpus import strongest
from .vocabulary import Words

MOST_TIES = 400  # per word: what follows are words that share a single thought
_FADING = 0.12  # how much each thought is weaker than the one before
_BACKWARDS = 0.8  # a word that makes people think of the card comes to mind less easily
_CONNECTED = 0.9  # a card that was found for a clue, against a first thought of the card
_FADING_CARDS = 0.02
_BY_THE_WAY = 0.25  # a card that somebody might touch
_LOOSE = 0.25  # words with all thoughts in common, against a first thought
_INHERITED = 0.6  # what comes to mind with *run*, for *running*


def read(language: str) -> dict[str, list[str]]:
    """By the word, what comes to mind."""
    pairs = (line.partition(":") for line in entries(language, "associations"))
    return {word: _listed(thoughts) for word, _, thoughts in pairs}


def answers(language: str) -> dict[str, list[str]]:
    """By the clue, the cards that answer to it."""
    return {clue: cards for clue, cards, _ in _clues(language) if cards}


def byways(language: str) -> dict[str, list[str]]:
    """By the clue, the cards that somebody might touch for it as well."""
    return {clue: cards for clue, _, cards in _clues(language) if cards}


def _clues(language: str) -> Iterator[tuple[str, list[str], list[str]]]:
    for line in entries(language, "clues"):
        clue, _, cards = line.partition(":")
        answering, _, by_the_way = cards.partition("|")
        yield clue, _listed(answering), _listed(by_the_way)


def _listed(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def thoughts(language: str) -> dict[str, int]:
    """Every word that comes to mind with another, and how often; what comes up most often first."""
    counted = Counter(word for found in read(language).values() for word in found)
    counted.update({clue: len(cards) for clue, cards in answers(language).items()})
    return dict(counted.most_common())


def ties(language: str, words: Words, base: Mapping[str, str]) -> tuple[list[str], sparse.csr_matrix]:
    """All words that are thought of, and how strongly each is tied to each.

    A form goes with its base, as *dogs* with *dog*, unless it is a word of its own: a *saw* is nothing one has seen.
    Such a word that has no line of its own, as *running*, makes people think of what its base does, too.
    """
    listed = {key(word) for word in (*read(language), *answers(language))}
    rows: dict[str, int] = {}

    def row(word: str) -> int:
        form = key(word)
        own = form in listed or (form in words and words[form].flags & Flag.LEMMA)
        return rows.setdefault(form if own else base[word], len(rows))

    strengths: dict[tuple[int, int], float] = {}
    for word, thought, strength in (*_thought_of(language), *_connected(language)):
        pair = row(word), row(thought)
        strengths[pair] = max(strengths.get(pair, 0.0), strength)
    bases = {rows[form]: rows.get(base[form]) for form in rows if form not in listed}
    size = len(rows)
    one, other = np.array(list(strengths)).T
    forward = sparse.coo_matrix((list(strengths.values()), (one, other)), (size, size)).tocsr()
    both_ways = forward.maximum(_BACKWARDS * forward.T)
    inherited = _INHERITED * _heirs(bases, size) @ both_ways
    direct = both_ways.maximum(inherited).maximum(inherited.T).tolil()
    direct.setdiag(0)
    tied = direct.tocsr().maximum(_LOOSE * _alike(direct.tocsr()))
    tied.setdiag(1)  # whatever is defined by a word, or shows it, makes people think of it
    return list(rows), strongest(tied, MOST_TIES)


def _heirs(bases: Mapping[int, int | None], size: int) -> sparse.csr_matrix:
    """Which word's thoughts are another's as well."""
    pairs = [(heir, word) for heir, word in bases.items() if word not in (None, heir)]
    heirs, words = np.array(pairs, int).reshape(-1, 2).T
    return sparse.coo_matrix((np.ones(len(pairs)), (heirs, words)), (size, size)).tocsr()


def _thought_of(language: str) -> Iterator[tuple[str, str, float]]:
    for word, found in read(language).items():
        yield from ((word, thought, 1 / (1 + _FADING * place)) for place, thought in enumerate(found))


def _connected(language: str) -> Iterator[tuple[str, str, float]]:
    for led_to, strength in ((answers(language), _CONNECTED), (byways(language), _BY_THE_WAY)):
        for clue, cards in led_to.items():
            yield from ((card, clue, strength / (1 + _FADING_CARDS * place)) for place, card in enumerate(cards))


def _alike(direct: sparse.csr_matrix) -> sparse.csr_matrix:
    """How much of their thoughts two words share; thoughts that come up everywhere count little."""
    common = np.asarray((direct > 0).sum(axis=0)).ravel()
    weighted = direct @ sparse.diags(np.log(direct.shape[0] / np.maximum(common, 1)))
    lengths = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
    unit = sparse.diags(1 / np.maximum(lengths, 1e-9)) @ weighted
    found = (unit @ unit.T).tolil()
    found.setdiag(0)
    return found.tocsr()
