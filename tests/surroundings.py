"""Surroundings that are the same on every machine, for the tests of what runs and for the workshop's."""

import os

from hypothesis import HealthCheck, settings


def settle() -> None:
    """What whoever runs the tests has set for themselves is not for those who are tested: their language, the width of
    their terminal, settings of a server of theirs. Nor does any proxy lead to this machine. What is made ahead is
    there, and no server under test makes any of it.
    """
    for name in [*os.environ]:
        if name.startswith(("DECKNAME_", "LC_")) and name != "DECKNAME_CACHE":
            del os.environ[name]
    for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        os.environ.pop(name, None)
    past_proxies = os.environ.get("no_proxy") or os.environ.get("NO_PROXY") or ""
    os.environ |= {"LANG": "C.UTF-8", "TERM": "xterm-256color", "DECKNAME_WORKSHOP": "off"}
    os.environ["no_proxy"] = os.environ["NO_PROXY"] = f"{past_proxies},127.0.0.1,localhost".lstrip(",")
    settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("any machine")
