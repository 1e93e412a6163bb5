"""What every drawn card must be, checked by structure and never pixel by pixel."""

import gzip
import re
from xml.etree import ElementTree

import cv2
import numpy as np

from workshop.pictures.raster import png

LARGEST, LARGEST_COMPRESSED = 60_000, 20_000
SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: bytes) -> ElementTree.Element:
    assert len(svg) <= LARGEST
    assert len(gzip.compress(svg, 9)) <= LARGEST_COMPRESSED
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert "width" not in root.attrib, "a card takes the size it is given"
    return root


def elements(root: ElementTree.Element) -> set[str]:
    return {element.tag.removeprefix(SVG) for element in root.iter()}


def assert_self_contained(svg: bytes) -> None:
    assert not re.search(rb"<script|<image|<style|<foreignObject|\son\w+=|(?:href|src)=\"(?!#)|url\((?!#)", svg)


def darkness(svg: bytes, side: float, pixels: int = 200) -> np.ndarray:
    sized = svg.decode().replace("<svg ", f'<svg width="{side}" height="{side}" ', 1)
    decoded = cv2.imdecode(np.frombuffer(png(sized, pixels, side), np.uint8), cv2.IMREAD_GRAYSCALE)
    return 1 - decoded.astype(np.float64) / 255
