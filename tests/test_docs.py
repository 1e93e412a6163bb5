"""The pages that can run, run."""

import doctest
import re
from pathlib import Path

from deckname import __version__
from deckname.engine.editions import team_edition
from deckname.engine.model import Edition

ROOT = Path(__file__).parents[1]


def test_the_readmes_example_runs():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 6
    assert result.failed == 0


def test_links_between_the_pages_lead_somewhere():
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} → {target}"


def test_the_readme_names_the_two_commands():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "make play" in readme
    assert "make test" in readme


def test_the_edition_of_the_page_holds_together():
    page = (ROOT / "docs" / "adding-an-edition.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.+?)```", page, re.DOTALL)
    made: dict[str, Edition] = {}
    exec(example, {"team_edition": team_edition}, made)
    assert made["GRAND"].size == 36
    assert len(made["GRAND"].sides) == 3


def test_the_changelog_begins_with_this_version_and_older_ones_have_their_day():
    heads = re.findall(r"^## (\S+) - (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert heads[0][0] == __version__
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", day) for _, day in heads[1:])
