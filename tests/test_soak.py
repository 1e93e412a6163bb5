"""The soak itself: its report says what it found, its list names every attack, and one of them runs to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.__main__ import ATTACKS, besiege
from tests.soak.report import POINTS, Finding, page
from tests.soak.site import Site


def test_the_report_tells_what_held_from_what_did_not() -> None:
    report = page(
        [
            Finding(7, "A full disk is seen", "no right to mount", None),
            Finding(2, "Pings are closed", "12 ms", held=True),
            Finding(1, "Clues are answered", "after 60 s", held=False),
        ],
        "Today.",
    )
    assert "What held: Pings are closed (12 ms).\n" in report
    assert "What did not: Clues are answered (after 60 s).\n" in report
    assert "Not judged: A full disk is seen (no right to mount).\n" in report
    assert "- **Not held.** Clues are answered: after 60 s\n" in report
    assert report.index("## 1.") < report.index("## 2.") < report.index("## 7.")


def test_every_attack_is_on_the_list() -> None:
    modules = {path.stem for path in (Path(__file__).parent / "soak" / "attacks").glob("[!_]*.py")}
    assert modules == {*ATTACKS} and {*ATTACKS.values()} <= {*POINTS}


async def test_an_attack_says_what_it_found() -> None:
    site = await besiege(["second_server"], minutes=1)
    assert [(finding.point, finding.held) for finding in site.findings] == [(8, True), (8, True)]


async def test_an_attack_that_comes_to_grief_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(_site: Site, _name: str, **_settings: object) -> None:
        raise OSError("no port")

    monkeypatch.setattr(Site, "serving", nowhere)
    site = await besiege(["second_server"], minutes=1)
    (finding,) = site.findings
    assert (finding.held, finding.figures) == (False, "OSError: no port")
