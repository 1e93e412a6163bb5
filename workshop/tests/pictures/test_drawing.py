"""Pictures drawn for real: one of every scene."""

import re
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from drawn import SVG, assert_self_contained, darkness, elements, parsed

from deckname.cards.pictures import catalogue
from workshop.pictures import gallery
from workshop.pictures.drawing import draw_picture
from workshop.pictures.icons import IconSet

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("scene", sorted(catalogue.scenes()))
def test_a_picture_of_every_scene(scene: str, icons: IconSet, one_per_scene: dict[str, catalogue.Picture]):
    svg = draw_picture(one_per_scene[scene], icons)
    root = parsed(svg)
    assert root.attrib == {"viewBox": "0 0 2000 2000"}
    assert elements(root) == {"svg", "path"}
    assert_self_contained(svg)
    paper, ink = root.findall(f"{SVG}path")
    assert paper.get("d") == "M0 0h2000v2000H0z"
    assert ink.get("fill-rule") == "evenodd"
    assert re.fullmatch(r"(M\d+ \d+l[-\d ]+z)+", ink.get("d", "")), "whole numbers only"
    assert ink.get("d", "").count("M") > 40, "an engraving has many lines"
    dark = darkness(svg, 2000)
    assert 0.1 < dark.mean() < 0.9, "neither empty nor a blot"
    quarters = [dark[y : y + 100, x : x + 100].mean() for y in (0, 100) for x in (0, 100)]
    assert min(quarters) > 0.06, "every quarter has something in it"
    assert dark.std() > 0.15, "light and dark stand apart"


def _draw(face: str, folder: Path) -> bytes:
    return gallery.draw_face(face, folder)


def test_the_same_bytes_in_every_process(icon_folder: Path, icons: IconSet):
    faces = ["picture:mirror-sheep-wolf", "treasure:apple"]
    here = [gallery.draw_face(face, icon_folder) for face in faces]
    with get_context("spawn").Pool(1) as pool:
        there = pool.starmap(_draw, [(face, icon_folder) for face in faces])
    assert here == there
    assert here == [gallery.draw_face(face, icon_folder) for face in faces]


def test_different_concepts_make_different_pictures(icons: IconSet):
    one, other = (
        draw_picture(catalogue.pictures()[id_], icons) for id_ in ("scales-feather-anchor", "scales-books-bomb")
    )
    assert np.abs(darkness(one, 2000) - darkness(other, 2000)).mean() > 0.02
