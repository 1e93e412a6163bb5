"""The data's small form: what is read again is what was written, as nearly as the form promises."""

import numpy as np
import pytest

from deckname.bots.bureau.packing import (
    EVERY_LEVEL,
    Pieces,
    Vectors,
    full,
    levels,
    pack_ties,
    small,
    to_levels,
    unpack_ties,
    write_pieces,
)

RNG = np.random.default_rng(3)


def unit_vectors(count=20, size=64):
    vectors = RNG.standard_normal((count, size)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_vectors_come_back_within_half_a_step_of_their_row():
    vectors = unit_vectors()
    steps = np.abs(vectors).max(axis=1, keepdims=True) / 127
    assert (np.abs(full(small(vectors)) - vectors) <= 0.51 * steps).all()
    assert small(vectors).nbytes == 20 * (64 + 4)


def test_a_row_of_zeros_stays_one():
    assert not full(small(np.zeros((2, 8), np.float32))).any()


@pytest.mark.parametrize(("form", "digits"), [(small, 0.003), (np.float16, 0.0005)])
def test_a_file_tells_which_form_it_is_in(tmp_path, form, digits):
    vectors = unit_vectors()
    np.save(tmp_path / "some.npy", form(vectors))
    stored = Vectors(tmp_path, "some")
    assert stored[2:5] == pytest.approx(vectors[2:5], abs=digits)
    assert stored[7] == pytest.approx(vectors[7], abs=digits)
    assert stored[np.array([3, -1])] == pytest.approx(vectors[[3, 19]], abs=digits)


@pytest.mark.parametrize(("count", "power", "least"), [(256, 1, 0.01), (1_024, 2, 0.0001)])
def test_a_tie_is_as_strong_as_the_nearest_level(count, power, least):
    strengths = RNG.uniform(least, 9, 500)
    known = levels(strengths, count, power)
    found = known[to_levels(strengths, known)]
    assert len(known) == count
    assert found ** (1 / power) == pytest.approx(strengths ** (1 / power), abs=9 ** (1 / power) / count)
    assert (found > 0).all(), "whoever is tied stays tied"


@pytest.mark.parametrize("columns", [[], [0], [65535], [0, 1, 255, 256, 511, 40_000]])
@pytest.mark.parametrize(
    ("known", "digits"), [(levels(np.array([0.1, 1.0]), 256, 2), 0.005), (EVERY_LEVEL, 0.0005)], ids=["small", "exact"]
)
def test_rows_of_ties_come_back(columns, known, digits):
    strengths = np.linspace(0.1, 1, len(columns))
    packed = pack_ties(np.array(columns, np.int32), to_levels(strengths, known))
    rows, found = unpack_ties(packed, known)
    assert rows.tolist() == columns
    assert found == pytest.approx(strengths, abs=digits)


def test_pieces_are_read_one_by_one(tmp_path):
    pieces = [b"", b"a" * 1000, "Mücke".encode()]
    write_pieces(tmp_path, "some", pieces)
    stored = Pieces(tmp_path, "some")
    assert [stored[place] for place in range(3)] == pieces
    assert (tmp_path / "some.bin").stat().st_size < 100
