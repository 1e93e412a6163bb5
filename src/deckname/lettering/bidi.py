"""Characters that turn the direction of what stands around them: embeddings, overrides and isolates (UAX 9).

Hebrew and Arabic need none of them: their letters know which way they run. In a text of somebody else's they could turn
the words beside it. Whoever shows a text keeps it apart from its neighbours; these are taken away before.
"""

from __future__ import annotations

import re

_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_CONTROLS_IN_UTF8 = re.compile(b"\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")


def has_bidi_controls(text: str) -> bool:
    return _CONTROLS.search(text) is not None


def without_bidi_controls(text: str) -> str:
    return _CONTROLS.sub("", text)


def without_bidi_controls_in(stored: bytes) -> bytes:
    """The same for JSON in UTF-8 that was written down before anybody took care of them."""
    return _CONTROLS_IN_UTF8.sub(b"", stored)
