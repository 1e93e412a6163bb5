"""A map of one's own, as owners of the box type theirs: a line per city, its numbers, and where one gets from there.

    Prague 9-9: Berlin, Vienna
    Berlin 11-2
    Vienna 8-4: Budapest
    Budapest 10-0

A way leads back, too, so it is enough to name it once. Cities of ours may be named in any of our languages. What stands
behind a # is passed over.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from deckname.engine.editions import MOST_TOKENS
from deckname.engine.errors import Refused
from deckname.engine.missions import MAP, City, MissionMap
from deckname.engine.model import is_readable
from deckname.language import LANGUAGES, catalogue, say
from deckname.lettering import without_bidi_controls

MOST_CITIES = 60
LONGEST_NAME = 40
LONGEST_MAP = 10_000
"""Characters: sixty cities with long names and many ways need half of it."""

_LINE = re.compile(r"(?P<name>.+?)\s+(?P<turns>\d{1,4})\s*[-–/]\s*(?P<mistakes>\d{1,4})\s*(:(?P<links>.*))?")


class MapProblem(Refused):
    """What is wrong with a map that somebody has typed."""


def parse_map_text(text: str) -> MissionMap:
    """The map that a text describes; MapProblem says what is wrong with it."""
    if len(text) > LONGEST_MAP:
        raise MapProblem("map_too_long", most=LONGEST_MAP)
    cities: dict[str, City] = {}
    wanted: list[tuple[str, str]] = []
    for number, line in enumerate(without_bidi_controls(text).splitlines(), 1):
        if line := line.partition("#")[0].strip():
            city, links = _city(line, number)
            if city.id in cities:
                raise MapProblem("map_city_twice", city=city.name, line=number)
            cities[city.id] = city
            wanted += [(city.id, link) for link in links]
    return _joined(cities, wanted)


def _city(line: str, number: int) -> tuple[City, list[str]]:
    found = _LINE.fullmatch(line)
    if found is None:
        raise MapProblem("map_bad_line", line=number, text=_short(line))
    name, turns, mistakes = found["name"].strip(), int(found["turns"]), int(found["mistakes"])
    id = city_id(name)
    if not id or len(name) > LONGEST_NAME or not is_readable(name):
        raise MapProblem("map_bad_name", line=number, text=_short(name), most=LONGEST_NAME)
    if not 1 <= turns <= MOST_TOKENS:
        raise MapProblem("map_bad_turns", city=name, turns=turns, most=MOST_TOKENS)
    if mistakes > turns:
        raise MapProblem("map_bad_mistakes", city=name, turns=turns, mistakes=mistakes)
    links = [link.strip() for link in re.split("[,;]", found["links"] or "") if link.strip()]
    return City(id, turns, mistakes, (), name), links


def _joined(cities: Mapping[str, City], wanted: list[tuple[str, str]]) -> MissionMap:
    """The cities with the ways between them, both ways."""
    ways: dict[str, dict[str, None]] = {id: {} for id in cities}
    for id, name in wanted:
        other = city_id(name)
        if other not in cities:
            raise MapProblem("map_unknown_link", city=cities[id].name, link=_short(name))
        if other != id:
            ways[id][other] = ways[other][id] = None
    if len(cities) > MOST_CITIES:
        raise MapProblem("map_too_many_cities", most=MOST_CITIES)
    start = MAP.cities[MAP.start]
    if start.id not in cities:
        raise MapProblem("map_no_start", start=start.id)
    if (cities[start.id].turns, cities[start.id].mistakes) != (start.turns, start.mistakes):
        raise MapProblem("map_start_is_standard", city=cities[start.id].name)
    whole = {id: City(id, city.turns, city.mistakes, tuple(ways[id]), city.name) for id, city in cities.items()}
    made = MissionMap(start.id, whole)
    if made.unreached:
        raise MapProblem("map_unreached", cities=", ".join(cities[id].name for id in made.unreached))
    return made


def map_text(mission_map: MissionMap, language: str) -> str:
    """A map as text, in the words of a language; reading it gives the same map. Every way is named once."""
    lines, named = [], set[frozenset[str]]()
    for city in mission_map.cities.values():
        links = [link for link in city.links if frozenset((city.id, link)) not in named]
        named |= {frozenset((city.id, link)) for link in links}
        ways = ": " + ", ".join(city_name(mission_map, link, language) for link in links) if links else ""
        lines.append(f"{city_name(mission_map, city.id, language)} {city.turns}-{city.mistakes}{ways}\n")
    return "".join(lines)


def city_name(mission_map: MissionMap, city: str, language: str) -> str:
    """What a city is called: as its owners typed it, else in our words."""
    return mission_map.cities[city].name or say(language, f"city.{city}")


def city_id(name: str) -> str:
    """The id of a city by its name: ours by their names in any language, others by their letters."""
    plain = _plain(name)
    return _ours().get(plain, plain)


@cache
def _ours() -> Mapping[str, str]:
    return {
        _plain(say(language, message)): message.removeprefix("city.")
        for language in LANGUAGES
        for message in catalogue(language)
        if message.startswith("city.")
    }


def _plain(name: str) -> str:
    """Lower case, without accents, in one piece: `Buenos Aires` is `buenos-aires`."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    kept = "".join(letter if letter.isalnum() else "-" for letter in letters if not unicodedata.combining(letter))
    return re.sub("-+", "-", kept).strip("-")


def _short(text: str) -> str:
    text = "".join(letter if is_readable(letter) else "�" for letter in text)
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"
