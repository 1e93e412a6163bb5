"""The web app as it is built into the package: small enough, and without anything that the server's policy forbids."""

import gzip
import json
import re

import pytest
from PIL import Image

from deckname import assets

BUDGET = 250_000
"""Bytes of compressed script and style: all rooms together, in three languages. test_budgets has what a page loads."""


@pytest.fixture(scope="module")
def built():
    assert (assets.web() / "index.html").exists(), "run `make` so that the web app is built"
    return assets.web()


def test_all_script_and_style_is_within_the_budget(built):
    files = [path for path in built.rglob("*") if path.suffix in (".js", ".css")]
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) <= BUDGET


def test_every_text_has_its_packed_neighbours(built):
    for path in built.rglob("*"):
        if path.suffix in (".js", ".css", ".html", ".svg"):
            assert path.with_name(path.name + ".br").exists(), path.name
            assert gzip.decompress(path.with_name(path.name + ".gz").read_bytes()) == path.read_bytes()


def test_the_page_has_nothing_inline(built):
    page = (built / "index.html").read_text("utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))


def test_nothing_is_fetched_from_elsewhere(built):
    harmless = ("http://www.w3.org/", "https://svelte.dev/")  # names of things, not addresses that are fetched
    for path in built.rglob("*"):
        if path.suffix in (".js", ".css", ".html", ".webmanifest"):
            found = re.findall(r"https?://[\w.-]+/", path.read_text("utf-8"))
            assert [address for address in found if not address.startswith(harmless)] == [], path.name


def test_home_screens_find_an_icon_in_pixels(built):
    manifest = json.loads((built / "manifest.webmanifest").read_text("utf-8"))
    drawn = {icon["src"]: icon for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert {(icon["sizes"], icon["purpose"]) for icon in drawn.values()} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    apple = re.search(r'rel="apple-touch-icon"[^>]*href="([^"]+)"', (built / "index.html").read_text("utf-8"))
    assert apple
    for address, sizes in [(apple[1], "180x180"), *((address, icon["sizes"]) for address, icon in drawn.items())]:
        with Image.open(built / address.lstrip("/")) as picture:
            assert (picture.format, f"{picture.width}x{picture.height}") == ("PNG", sizes)
            corner = picture.convert("RGBA").getpixel((0, 0))
            masked = "apple" in address or drawn[address]["purpose"] == "maskable"
            assert (corner[3] == 255) == masked, address  # whoever cuts the corners themselves gets them whole


def test_the_manifest_says_how_the_app_opens(built):
    manifest = json.loads((built / "manifest.webmanifest").read_text("utf-8"))
    assert (manifest["name"], manifest["start_url"], manifest["scope"]) == ("Deckname", "/", "/")
    assert manifest["display"] == "standalone"
    page = (built / "index.html").read_text("utf-8")
    assert f'<meta name="theme-color" content="{manifest["theme_color"]}"' in page
    assert "viewport-fit=cover" in page  # the table reaches under notches, its parts keep clear of them


def test_developers_pages_are_left_out(built):
    assert not any("allery" in path.name for path in built.rglob("*"))
