"""Maps of one's own, as text."""

import pytest

from deckname.campaign.maps import LONGEST_MAP, MapProblem, map_text, parse_map_text
from deckname.engine.missions import MAP
from deckname.language import LANGUAGES

DANUBE = """
# Down the river
Prague 9-9: Vienna
Vienna 11-2: Budapest, Bratislava
Budapest 10-0
Bratislava 8/3   # a short way
"""


@pytest.mark.rule("M9")
def test_a_map_is_read_line_by_line_and_ways_lead_back() -> None:
    made = parse_map_text(DANUBE)
    assert made.start == "prague"
    assert [(city.name, city.turns, city.mistakes) for city in made.cities.values()] == [
        ("Prague", 9, 9),
        ("Vienna", 11, 2),
        ("Budapest", 10, 0),
        ("Bratislava", 8, 3),
    ]
    assert made.cities["vienna"].links == ("prague", "budapest", "bratislava")
    assert made.cities["budapest"].links == ("vienna",)


@pytest.mark.rule("M9")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_houses_map_can_be_written_down_in_any_language_and_is_read_again(language: str) -> None:
    text = map_text(MAP, language)
    again = parse_map_text(text)
    assert {id: (city.turns, city.mistakes, set(city.links)) for id, city in again.cities.items()} == {
        id: (city.turns, city.mistakes, set(city.links)) for id, city in MAP.cities.items()
    }
    assert map_text(again, language) == text


def test_cities_of_ours_go_by_their_names_in_any_language() -> None:
    mixed = parse_map_text("Prag 9-9: Le Caire\nKairo 9-5: Moscou\nMoskau 8-6")
    assert set(mixed.cities) == {"prague", "cairo", "moscow"}


def test_a_city_in_another_script_keeps_its_letters() -> None:
    assert parse_map_text("Prague 9-9: 東京\n東京 7-5").cities["東京"].name == "東京"


@pytest.mark.rule("M9")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "map_no_start"),
        ("# nothing", "map_no_start"),
        ("Vienna 9-9", "map_no_start"),
        ("Prague 8-8", "map_start_is_standard"),
        ("Prague", "map_bad_line"),
        ("Prague 9 9", "map_bad_line"),
        ("9-9", "map_bad_line"),
        ("Prague 9-9\nVienna 30-0: Prague", "map_bad_turns"),
        ("Prague 9-9\nVienna 0-0: Prague", "map_bad_turns"),
        ("Prague 9-9\nVienna 3-4: Prague", "map_bad_mistakes"),
        ("Prague 9-9\nPrague 9-9", "map_city_twice"),
        ("Prague 9-9\nPrag 9-9", "map_city_twice"),
        ("Prague 9-9: Atlantis", "map_unknown_link"),
        ("Prague 9-9\nVienna 9-9", "map_unreached"),
        ("Prague 9-9: Prague\nVienna 9-9: Vienna", "map_unreached"),
        ("Prague 9-9\n" + "x" * 41 + " 9-9: Prague", "map_bad_name"),
        ("Prague 9-9\n!!! 9-9: Prague", "map_bad_name"),
        ("Prague 9-9\na\0b 9-9: Prague", "map_bad_name"),
        ("Prague 9-9\n" + "\n".join(f"City{n} 9-9: Prague" for n in range(60)), "map_too_many_cities"),
        ("x" * (LONGEST_MAP + 1), "map_too_long"),
    ],
)
def test_what_is_wrong_with_a_map_is_said(text: str, code: str) -> None:
    with pytest.raises(MapProblem) as problem:
        parse_map_text(text)
    assert problem.value.code == code
