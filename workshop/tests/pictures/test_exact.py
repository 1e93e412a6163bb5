"""Arithmetic that is the same on every machine: it must be right as well."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from workshop.pictures.exact import angle_of, blurred, depths, direction, grey, grown, main_axis, moved, spread


@pytest.fixture
def field() -> np.ndarray:
    return np.random.default_rng(3).uniform(-2, 2, (40, 50)).astype(np.float32)


@pytest.mark.parametrize("sigma", [0.8, 1.3, 2.7])
def test_a_blur_is_the_mean_of_what_is_around(field: np.ndarray, sigma: float):
    at = np.arange(-12, 13)
    bell = np.exp(-((at / sigma) ** 2) / 2)
    padded = np.pad(field.astype(np.float64), 12, mode="reflect")
    for axis in (0, 1):
        padded = np.apply_along_axis(np.convolve, axis, padded, bell / bell.sum(), "valid")
    assert blurred(field, sigma, 2) == pytest.approx(padded, abs=0.02)
    assert blurred(np.full_like(field, 1.5), sigma, 2) == pytest.approx(1.5)


def test_the_sums_of_a_blur_are_whole_numbers_that_a_float_holds(field: np.ndarray):
    sums = blurred(field, 1.3, 2).astype(np.float64) * 2**23
    assert np.array_equal(sums, np.rint(sums))
    assert np.abs(blurred(np.full_like(field, 2), 2.7, 2)).max() * 2**23 == 2**24


def test_a_place_between_pixels_has_the_mean_of_those_around():
    plane = np.array([[0, 320], [640, 960]], dtype=np.float32)
    columns, rows = np.array([[0.25, 7]], dtype=np.float32), np.array([[0.5, 0.0101]], dtype=np.float32)
    assert moved(plane, columns, rows).tolist() == [[400, 320]]


def test_depth_is_the_way_out():
    inside = np.zeros((9, 9), dtype=np.bool_)
    inside[2:7, 2:7] = True
    assert depths(inside)[4].tolist() == pytest.approx([0, 0, 1, 2, 3, 2, 1, 0, 0], abs=0.01)


def test_depth_is_measured_in_whole_steps_in_any_thread():
    inside = np.ones((60, 60), dtype=np.bool_)
    inside[7, 40] = False
    with ThreadPoolExecutor(1) as pool:
        steps = pool.submit(depths, inside).result().astype(np.float64) * 2**16
    assert np.array_equal(steps, np.rint(steps))


def test_green_is_lighter_than_blue():
    pixels = np.array([[[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 9]]], dtype=np.uint8)
    assert grey(pixels).tolist() == [[29, 149, 77, 255]]


def test_a_grown_table_keeps_its_values_and_is_smooth_in_between():
    table = np.array([[0, 0, 0], [0, 1, 0], [0, 0, 0]], dtype=np.float32)
    large = grown(table, 27, 20)
    assert large.shape == (20, 20)
    assert large[13, 13] == pytest.approx(1)
    assert large[4, 4] == pytest.approx(0)
    assert 0 < large[13, 10] < large[13, 12] < 1


def test_the_main_axis_of_points():
    sums, together = spread(np.array([[0, 0], [3, 4], [6, 8], [5, 5]], dtype=np.uint8))
    assert sums == [14, 17]
    assert main_axis(together, 100) == pytest.approx([62, 78], abs=2)
    assert main_axis(spread(np.full((5, 3), 7))[1], 100) is None
    assert main_axis(spread(np.empty((0, 3)))[1], 100) is None


def test_directions_are_round():
    assert direction(60)[0] == 0.5
    assert direction(180) == (-1, 0)
    assert angle_of(*direction(-33.5)) == pytest.approx(-33.5)
