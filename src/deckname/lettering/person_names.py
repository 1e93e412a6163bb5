"""A name as it is shown: one line in which every character can be seen. Which script it is in doesn't matter.

Unicode has some 4,000 characters that nobody sees (`Default_Ignorable_Code_Point`) and a few more that are blank. In a
name they would only serve to look like somebody else, so a name with one is refused, and not mended silently. Where
they are needed to write a name they stay: within emoji, between letters of Persian, behind an Indian virama, in
Mongolian, and behind a Chinese or Japanese character that has several forms.
"""

from __future__ import annotations

import re
import unicodedata

from deckname.engine.errors import Refused

LONGEST_NAME = 30
_MOST_MARKS = 5
"""On one letter: Myanmar and Tibetan need as many."""
_MOST_ACCENTS = 2
"""Of those that go with any letter; those that belong to it are part of it by then (NFC)."""

UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Unicode's default ignorables, as part of a regular expression."""
_BLANK = "\u2800\ufffc\U0001d159"  # a cell of Braille without dots, an object that is elsewhere, a note without a head
_EMOJI = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_VIRAMAS = (
    "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0f84\u1039\u103a\u17d2\u1a60\u1b44"
    "\ua8c4\ua9c0\U00011046\U000110b9\U00011133\U000111c0\U00011235\U0001134d\U00011442\U000114c2\U000115bf"
)
_ARABIC = "\u0610-\u06ff\u0710-\u077f\u0860-\u08ff"
_HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_NEEDED = re.compile(
    f"(?<=[{_EMOJI}])[\ufe0e\ufe0f]"
    f"|(?<=[{_EMOJI}\ufe0f])\u200d(?=[{_EMOJI}])"
    "|(?<=[0-9#*])\ufe0f(?=\u20e3)"
    "|(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
    f"|(?<=[{_ARABIC}])[\u200c\u200d](?=[{_ARABIC}])"
    f"|(?<=[{_VIRAMAS}])[\u200c\u200d]"
    f"|(?<=[\u0900-\u0dff])[\u200c\u200d](?=[{_VIRAMAS}])"
    "|(?<=[\u1820-\u18aa])[\u180b-\u180f]"
    f"|(?<=[{_HAN}])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
_UNSEEN_OR_BLANK = re.compile(f"[{UNSEEN}{_BLANK}]")
_ACCENTS = re.compile(f"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{{{_MOST_ACCENTS + 1}}}")
_EMOJI_ONLY = re.compile(f"[{_EMOJI}]")


def clean_name(text: str) -> str:
    """A name as it is shown; Refused if it can't be, or if there is something in it that nobody would see."""
    one_line = " ".join(unicodedata.normalize("NFC", text).split())
    name = one_line[:LONGEST_NAME].rstrip()
    visible = _NEEDED.sub("", name)
    if _UNSEEN_OR_BLANK.search(visible):
        raise Refused("invisible_name")
    kinds = "".join(map(_kind, visible))
    towers = "M" * (_MOST_MARKS + 1) in kinds or _ACCENTS.search(visible)
    if not kinds or "C" in kinds or kinds.startswith("M") or towers:
        raise Refused("bad_name")
    return name


def _kind(character: str) -> str:
    """The first letter of its category. An emoji may be newer than what Python knows of Unicode."""
    return "S" if _EMOJI_ONLY.match(character) else unicodedata.category(character)[0]
