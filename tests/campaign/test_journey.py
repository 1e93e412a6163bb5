"""How a team gets on across a map, whatever kept it."""

import pytest

from deckname.campaign.journey import Journey, MissionResult
from deckname.engine.missions import MAP


def won(city: str, with_bots: bool = False) -> MissionResult:
    return MissionResult(city, won=True, with_bots=with_bots)


def lost(city: str) -> MissionResult:
    return MissionResult(city, won=False)


@pytest.mark.rule("M7")
def test_a_won_mission_ticks_its_city_and_opens_its_links() -> None:
    journey = Journey()
    assert journey.open_cities == ("prague",)
    journey = journey.played(lost("prague"))
    assert journey.open_cities == ("prague",)
    journey = journey.played(won("prague"))
    assert journey.open_cities == ("prague", "berlin", "cairo", "moscow")
    assert journey.ticked == ("prague",)
    journey = journey.played(won("berlin"))
    assert set(journey.open_cities) == {"prague", "berlin", "cairo", "moscow", "paris", "london"}
    assert (journey.state("berlin"), journey.state("paris"), journey.state("tokyo")) == ("ticked", "open", "locked")


@pytest.mark.rule("M8")
def test_wins_and_losses_are_kept_and_missions_replayed() -> None:
    journey = Journey.of(MAP, [lost("prague"), won("prague"), lost("prague"), won("prague")])
    assert (journey.tally("prague").won, journey.tally("prague").lost) == (2, 2)
    assert (journey.tally("cairo").won, journey.tally("cairo").lost) == (0, 0)
    assert journey.state("prague") == "ticked"


def test_the_order_of_results_makes_no_difference() -> None:
    results = [won("prague"), lost("cairo"), won("cairo", with_bots=True), won("istanbul")]
    assert Journey.of(MAP, results).tallies == Journey.of(MAP, results[::-1]).tallies


def test_a_win_with_a_bot_ticks_and_is_told_apart() -> None:
    journey = Journey().played(won("prague", with_bots=True))
    assert journey.state("prague") == "ticked"
    assert journey.tally("prague").won_by_people == 0
    assert journey.played(won("prague")).tally("prague").won_by_people == 1


def test_a_city_that_is_not_on_the_map_counts_for_nothing() -> None:
    assert Journey().played(won("atlantis")) == Journey()
