"""The terminal's teams, which go by names, and the file in which earlier versions kept them."""

import json
from pathlib import Path

import pytest

from deckname.campaign.at_home import CampaignsAtHome
from deckname.campaign.team_book import TeamBook
from deckname.campaign.teams import TeamMember
from deckname.store.store import open_store


@pytest.mark.rule("M7", "M8")
async def test_a_team_goes_by_its_names_whatever_their_order(tmp_path: Path) -> None:
    campaigns = CampaignsAtHome(tmp_path)
    await campaigns.played(["Ada", "Ben"], "prague", won=True)
    journey = await campaigns.played([" ben", "ADA"], "berlin", won=False)
    assert (journey.tally("prague").won, journey.tally("berlin").lost) == (1, 1)
    await campaigns.close()
    again = CampaignsAtHome(tmp_path)
    assert (await again.journey(["Ben", "Ada"])).ticked == ("prague",)
    assert (await again.journey(["Ada"])).ticked == ()
    await again.close()


async def test_a_team_of_the_browser_travels_on_in_the_terminal(tmp_path: Path) -> None:
    store = await open_store(None, tmp_path)
    book = TeamBook(store, lambda: 1_000_000.0)
    team = await book.found("", [TeamMember("Ada", "person-a"), TeamMember("Ben", "person-b")])
    campaigns = CampaignsAtHome(tmp_path)
    await campaigns.played(["ada", "ben"], "prague", won=True)
    found = await book.team(team.id)
    assert found
    assert found.sheet.journey.ticked == ("prague",)
    await campaigns.close()
    await store.close()


@pytest.mark.rule("M8")
async def test_the_file_of_earlier_versions_is_taken_over_once(tmp_path: Path) -> None:
    teams = {"ada, ben": {"prague": {"won": 2, "lost": 1}, "cairo": {"won": 0, "lost": 3}}, "cleo": {}}
    (tmp_path / "campaigns.json").write_text(json.dumps(teams))
    for _ in range(2):
        campaigns = CampaignsAtHome(tmp_path)
        journey = await campaigns.journey(["Ada", "Ben"])
        assert (journey.tally("prague").won, journey.tally("prague").lost) == (2, 1)
        assert journey.tally("cairo").lost == 3
        await campaigns.close()
    assert json.loads((tmp_path / "campaigns.taken-over").read_text("utf-8")) == teams
    assert not (tmp_path / "campaigns.json").exists()


async def test_taking_over_goes_on_where_it_was_cut_short(tmp_path: Path) -> None:
    text = json.dumps({"ada, ben": {"prague": {"won": 1, "lost": 1}}})
    for _ in range(2):  # as if the house had stopped before the file was renamed
        (tmp_path / "campaigns.json").write_text(text)
        campaigns = CampaignsAtHome(tmp_path)
        journey = await campaigns.journey(["Ada", "Ben"])
        assert (journey.tally("prague").won, journey.tally("prague").lost) == (1, 1)
        await campaigns.close()


@pytest.mark.parametrize(
    "content", ["{broken", '{"ada": 5}', "[]", '{"ada": {"prague": 3}}', '{"ada": {"prague": {"won": "x"}}}']
)
async def test_a_file_that_is_no_campaign_is_kept_aside(tmp_path: Path, content: str) -> None:
    (tmp_path / "campaigns.json").write_text(content)
    campaigns = CampaignsAtHome(tmp_path)
    assert (await campaigns.journey(["Ada"])).open_cities == ("prague",)
    assert (tmp_path / "campaigns.unreadable").read_text("utf-8") == content
    await campaigns.played(["Ada"], "prague", won=True)
    assert (await campaigns.journey(["Ada"])).ticked == ("prague",)
    await campaigns.close()
