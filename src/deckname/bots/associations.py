"""What comes to people's mind with a word: our own dictionary of associations, and what follows from it.

`associations/*.txt` has a line for each word: what people think of, the strongest first, for all its meanings. Ties go
both ways; and words that make people think of the same things are tied as well, more loosely. Used only while the bots'
data is built.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from importlib.resources import files

import numpy as np
from scipy import sparse

from .corpus import strongest

MOST_TIES = 400  # per word: what follows are words that share a single thought
_FADING = 0.12  # how much each thought is weaker than the one before
_BACKWARDS = 0.8  # a word that makes people think of the card comes to mind less easily
_LOOSE = 0.25  # words with all thoughts in common, against a first thought


def read(language: str) -> dict[str, list[str]]:
    """By the word, what comes to mind."""
    text = files("deckname.bots").joinpath("associations", f"{language}.txt").read_text("utf-8")
    pairs = (line.partition(":") for line in text.splitlines() if line and not line.startswith("#"))
    return {word.strip(): [thought.strip() for thought in thoughts.split(",")] for word, _, thoughts in pairs}


def thoughts(language: str) -> list[str]:
    """Every word that comes to mind with another, what comes up most often first."""
    return [word for word, _ in Counter(word for found in read(language).values() for word in found).most_common()]


def ties(language: str, base: Mapping[str, str]) -> tuple[list[str], sparse.csr_matrix]:
    """The base forms of all words, and how strongly each is tied to each."""
    rows: dict[str, int] = {}
    strengths: dict[tuple[int, int], float] = {}
    for word, found in read(language).items():
        for place, thought in enumerate(found):
            pair = tuple(rows.setdefault(base[one], len(rows)) for one in (word, thought))
            strengths[pair[0], pair[1]] = max(strengths.get((pair[0], pair[1]), 0.0), 1 / (1 + _FADING * place))
    size = len(rows)
    one, other = np.array(list(strengths)).T
    forward = sparse.coo_matrix((list(strengths.values()), (one, other)), (size, size)).tocsr()
    direct = forward.maximum(_BACKWARDS * forward.T).tolil()
    direct.setdiag(0)
    return list(rows), strongest(direct.tocsr().maximum(_LOOSE * _alike(direct.tocsr())), MOST_TIES)


def _alike(direct: sparse.csr_matrix) -> sparse.csr_matrix:
    """How much of their thoughts two words share; thoughts that come up everywhere count little."""
    common = np.asarray((direct > 0).sum(axis=0)).ravel()
    weighted = direct @ sparse.diags(np.log(direct.shape[0] / np.maximum(common, 1)))
    lengths = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
    unit = sparse.diags(1 / np.maximum(lengths, 1e-9)) @ weighted
    found = (unit @ unit.T).tolil()
    found.setdiag(0)
    return found.tocsr()
