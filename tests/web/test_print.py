"""A box of paper: what the browser makes of it, read from the PDF itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2 as pdfium
import pytest
from PIL import Image
from playwright.async_api import expect
from pypdfium2 import raw

from deckname.cards.library import deck
from deckname.engine.editions import EDITIONS
from deckname.gadget.keys import ALPHABET, read_code
from tests.web.guests import Guests
from tests.web.player import Player

POINT = 25.4 / 72
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
WORD, SQUARE = (62.0, 42.0), (62.0, 62.0)
WHITE = 245
PARTS = ("keys", "cards", "covers", "tokens")


async def open_print(player: Player, edition: str, *parts: str, paper: str = "a4", two_sided: bool = True) -> None:
    """The page, with these parts chosen and nothing else."""
    await player.go(f"/print?edition={edition}")
    await expect(player.page.get_by_role("radio", name=player.t(f"edition.{edition}"), exact=True)).to_be_checked()
    for part in PARTS:
        switch = player.page.get_by_role("switch", name=player.t(f"print.{part}"), exact=True)
        if await switch.count():
            await switch.set_checked(part in parts)
    await player.page.get_by_role("switch", name=player.t("print.two_sided")).set_checked(two_sided)
    await player.radio(f"print.{paper}").check()
    await expect(player.button("print.print")).to_be_enabled()


class Printout:
    """A PDF, page by page, with places counted as they are cut: in millimetres from the upper left corner."""

    def __init__(self, data: bytes, paper: str) -> None:
        self.size = len(data)
        self._document = pdfium.PdfDocument(data)
        self._width, self._height = PAPERS[paper]
        for page in self._document:
            width, height = page.get_size()
            assert abs(width * POINT - self._width) < 0.3 and abs(height * POINT - self._height) < 0.3

    def __len__(self) -> int:
        return len(self._document)

    def close(self) -> None:
        self._document.close()

    def grid(self, card: tuple[float, float]) -> tuple[int, int]:
        return int((self._width - 20) // card[0]), int((self._height - 20) // card[1])

    def box(self, card: tuple[float, float], row: int, column: int) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of a place."""
        columns, rows = self.grid(card)
        left = (self._width - columns * card[0]) / 2 + column * card[0]
        top = (self._height - rows * card[1]) / 2 + row * card[1]
        return left, top, left + card[0], top + card[1]

    def text(self, page: int, card: tuple[float, float], row: int, column: int) -> str:
        left, top, right, bottom = (side / POINT for side in self.box(card, row, column))
        height = self._height / POINT
        found = self._document[page].get_textpage().get_text_bounded(left, height - bottom, right, height - top)
        return re.sub(r"\s+", "", str(found))

    def texts(self, page: int, card: tuple[float, float]) -> list[list[str]]:
        columns, rows = self.grid(card)
        return [[self.text(page, card, row, column) for column in range(columns)] for row in range(rows)]

    def picture(self, page: int) -> Image.Image:
        """Four pixels a millimetre."""
        image: Image.Image = self._document[page].render(scale=4 * POINT).to_pil().convert("L")
        return image

    def fonts(self) -> set[bool]:
        """Whether those that are used are embedded."""
        found = set()
        for page in self._document:
            for part in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=15):
                found.add(bool(raw.FPDFFont_GetIsEmbedded(raw.FPDFTextObj_GetFont(part.raw))))
        return found


@contextmanager
def read(data: bytes, paper: str = "a4") -> Iterator[Printout]:
    printout = Printout(data, paper)
    try:
        yield printout
    finally:
        printout.close()


async def printed(player: Player) -> bytes:
    """As somebody gets it who changes nothing in the browser's dialog."""
    return await player.page.pdf(prefer_css_page_size=True, print_background=False)


def plain(word: str) -> str:
    return re.sub(r"\s+", "", word)


@pytest.mark.parametrize("language, paper", [("en", "a4"), ("fr", "letter"), ("de", "a4")])
async def test_words_lie_back_to_back(guest: Guests, language: str, paper: str) -> None:
    """Every card has its second word where the paper, turned over its long edge, has it behind the first."""
    ada = await guest(language=language)
    await open_print(ada, "classic", "cards", paper=paper)
    cards = deck(language, "classic").cards
    with read(await printed(ada), paper) as paper_box:
        columns, rows = paper_box.grid(WORD)
        assert (columns, rows) == (3, 6)
        assert len(paper_box) == 2 * -(-len(cards) // 18) == 24
        assert paper_box.fonts() == {True}
        for sheet in (0, 5, 11):
            front, back = paper_box.texts(2 * sheet, WORD), paper_box.texts(2 * sheet + 1, WORD)
            for place, card in enumerate(cards[18 * sheet : 18 * sheet + 18]):
                row, column = divmod(place, columns)
                assert Counter(front[row][column]) == Counter(2 * plain(card.front))  # once for each side of the table
                assert Counter(back[row][columns - 1 - column]) == Counter(2 * plain(card.back))


async def test_a_printer_with_one_side_makes_a_card_of_every_word(guest: Guests) -> None:
    ada = await guest(language="fr", phone=True)
    await open_print(ada, "classic", "cards", two_sided=False)
    cards = deck("fr", "classic").cards
    with read(await printed(ada)) as box:
        assert len(box) == -(-2 * len(cards) // 18)
        first = [text for row in box.texts(0, WORD) for text in row][:2]
        assert [Counter(text) for text in first] == [
            Counter(2 * plain(face)) for face in (cards[0].front, cards[0].back)
        ]


@pytest.mark.parametrize("edition, language", [("classic", "de"), ("pictures", "en"), ("family-easy", "fr")])
async def test_every_key_card_names_the_code_that_shows_it(guest: Guests, edition: str, language: str) -> None:
    """What is printed is what a phone makes of the code, cell by cell."""
    ada = await guest(language=language)
    await open_print(ada, edition, "keys")
    with read(await printed(ada)) as box:
        assert len(box) == 4
        codes = codes_on(box, 0) + codes_on(box, 2)
        assert len(set(codes)) == 24
        picture = box.picture(0)
        rules = EDITIONS[edition]
        for place, code in enumerate(codes[:12]):
            key = read_code(code)
            assert key.edition.id == edition
            blacks = black_cells(picture, box.box(SQUARE, *divmod(place, 3)), rules.columns, rules.rows)
            assert blacks == {at for at, of in enumerate(key.shown) if of == "assassin"}


async def test_both_faces_of_a_duet_key_lie_back_to_back(guest: Guests) -> None:
    """The second face is behind the first, is that of the partner's code, and is drawn for who sits opposite."""
    ada = await guest(language="de", phone=True)
    await open_print(ada, "duet", "keys")
    with read(await printed(ada)) as box:
        assert len(box) == 4
        front, back = box.picture(0), box.picture(1)
        fronts, backs = codes_on(box, 0), codes_on(box, 1)
        for row in range(4):
            for column in range(3):
                one, other = read_code(fronts[3 * row + column]), read_code(backs[3 * row + 2 - column])
                assert (one.face, other.face) == (0, 1)
                assert one.key == other.key
                place, behind = box.box(SQUARE, row, column), box.box(SQUARE, row, 2 - column)
                assert place[0] == pytest.approx(PAPERS["a4"][0] - behind[2])
                fatal = {at for at, of in enumerate(one.key.layers[0]) if of == "assassin"}
                assert black_cells(front, place, 5, 5) == fatal
                fatal = {24 - at for at, of in enumerate(one.key.layers[1]) if of == "assassin"}
                assert black_cells(back, behind, 5, 5) == fatal


async def test_a_printer_with_one_side_folds_duets_keys_and_tokens(guest: Guests) -> None:
    ada = await guest(language="en")
    await open_print(ada, "duet", "keys", "tokens", two_sided=False, paper="letter")
    with read(await printed(ada), "letter") as box:
        assert len(box) == 5  # 24 keys, six on a sheet, and the tokens
        columns, rows = box.grid((62.0, 124.0))
        for row in range(rows):
            for column in range(columns):
                upper, lower = box.text(0, SQUARE, 2 * row, column), box.text(0, SQUARE, 2 * row + 1, column)
                one, other = code_in(lower), code_in(upper, turned=True)
                assert read_code(one).key == read_code(other).key
                assert (read_code(one).face, read_code(other).face) == (0, 1)


async def test_all_engravings_are_printed_and_stay_small(guest: Guests) -> None:
    ada = await guest(language="fr")
    await open_print(ada, "pictures", "cards")
    with read(await printed(ada)) as box:
        assert len(box) == 24  # 140 cards, twelve on a sheet, both sides
        assert box.size < 40_000_000
        for page in (0, 1, 22):
            picture = box.picture(page)
            for place in range(12 if page < 22 else 8):
                darkest, lightest = inside(picture, box.box(SQUARE, *divmod(place, 3))).getextrema()
                assert darkest < 90 and lightest > 200, (page, place)  # ink on every card


async def test_treasures_have_their_name_behind_the_picture(guest: Guests) -> None:
    ada = await guest(language="de")
    await open_print(ada, "family-easy", "cards")
    cards = deck("de", "family").cards
    with read(await printed(ada)) as box:
        assert len(box) == 2 * -(-len(cards) // 12)
        names = box.texts(1, SQUARE)
        for place, card in enumerate(cards[:12]):
            row, column = divmod(place, 3)
            assert Counter(names[row][2 - column]) == Counter(2 * plain(card.back))
            assert inside(box.picture(0), box.box(SQUARE, row, column)).getextrema()[0] < 160


@pytest.mark.parametrize("edition, count", [("classic", 25), ("pictures", 20), ("family-advanced", 25), ("duet", 16)])
async def test_there_is_a_cover_for_every_card(guest: Guests, edition: str, count: int) -> None:
    """Who starts has one agent more: one cover is red on one side and blue on the other."""
    ada = await guest(language="en")
    await open_print(ada, edition, "covers")
    size = SQUARE if edition in ("pictures", "family-advanced") else WORD
    with read(await printed(ada)) as box:
        named: Counter[str] = Counter()
        double = []
        for page in range(0, len(box), 2):
            front, back = box.texts(page, size), [row[::-1] for row in box.texts(page + 1, size)]
            pairs = [pair for one, other in zip(front, back, strict=True) for pair in zip(one, other, strict=True)]
            named.update(one for one, _ in pairs if one)
            double += [pair for pair in pairs if pair[0] != pair[1]]
    assert named.total() == count
    whose = "treasure" if edition.startswith("family") else "agent"
    assert double == ([] if edition == "duet" else [(f"red{whose}", f"blue{whose}")])


async def test_cut_marks_stand_around_the_cards_and_not_on_them(guest: Guests) -> None:
    ada = await guest(language="en")
    await open_print(ada, "classic", "cards")
    with read(await printed(ada)) as box:
        picture = box.picture(0)
        left, top, _, _ = box.box(WORD, 0, 0)
        for column in range(4):
            x = left + column * WORD[0]
            assert darkest(picture, x - 0.5, top - 5, x + 0.5, top - 2) < 150
            assert darkest(picture, x - 0.5, top + 2, x + 0.5, top + 40) > WHITE
        back = box.picture(1)
        assert darkest(back, 0, 0, 210, top - 1) > WHITE  # who cuts looks at the front


def codes_on(box: Printout, page: int) -> list[str]:
    return [code_in(text) for row in box.texts(page, SQUARE) for text in row if text]


def code_in(text: str, turned: bool = False) -> str:
    """A key card's code stands behind the edition's name; on a half that is turned, letters come from the end."""
    letters = text[::-1] if turned else text
    found = re.search(f"[{ALPHABET}]{{6}}", letters)
    assert found, text
    return found[0]


def inside(picture: Image.Image, box: tuple[float, float, float, float]) -> Image.Image:
    left, top, right, bottom = (round(4 * side) for side in box)
    return picture.crop((left + 8, top + 8, right - 8, bottom - 8))


def darkest(picture: Image.Image, *box: float) -> int:
    extrema: Any = picture.crop(tuple(round(4 * side) for side in box)).getextrema()
    return int(extrema[0])


def black_cells(picture: Image.Image, box: tuple[float, float, float, float], columns: int, rows: int) -> set[int]:
    """The cells of a key card whose corners are as black as an assassin's."""
    left, top, _, _ = box
    found = set()
    for at in range(columns * rows):
        row, column = divmod(at, columns)
        x = left + (62 - columns * 9.1) / 2 + column * 9.1 + 1
        y = top + (62 - rows * 9.1) / 2 + row * 9.1 + 1
        brightest: Any = picture.crop(tuple(round(4 * side) for side in (x, y, x + 1, y + 1))).getextrema()
        if brightest[1] < 50:
            found.add(at)
    return found
