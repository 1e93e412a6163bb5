"""Which browser, on which system: so much of a `User-Agent` as somebody needs to know their own devices again.

Only words of ours come out, however the header was made up, and no version: it changes every month and says nothing.
"""

from __future__ import annotations

from deckname.people import DeviceLook

_BROWSERS = {
    "SamsungBrowser/": "Samsung Internet",
    "EdgA/": "Edge",
    "EdgiOS/": "Edge",
    "Edg/": "Edge",
    "OPR/": "Opera",
    "OPT/": "Opera",
    "Vivaldi/": "Vivaldi",
    "DuckDuckGo/": "DuckDuckGo",
    "FxiOS/": "Firefox",
    "Firefox/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Chromium/": "Chromium",
    "Safari/": "Safari",
}
"""The first that is found counts: most pretend to be those below them as well."""
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Tizen": "Tizen",
    "Web0S": "webOS",
    "Macintosh": "macOS",
    "Linux": "Linux",
}


def device_look(user_agent: str) -> DeviceLook:
    return DeviceLook(_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))


def _first(names: dict[str, str], user_agent: str) -> str:
    return next((name for sign, name in names.items() if sign in user_agent), "")
