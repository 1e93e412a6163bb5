"""The catalogue: which pictures there are, what they show, and how to say so in each language.

Everything here is read from `scenes.toml` beside this module and from the lists `concepts` and `combinations` of
`words/shared/`. Not here: drawing (scenes, engraver) and files of drawn pictures (gallery).
"""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypedDict, cast

from deckname.cards.pictures.grammar import LANGUAGES, Noun, capitalised, join_french, parse_noun
from deckname.words import SHARED, entries

Facing = Literal["left", "right"]
_FACES: dict[str, Facing | None] = {"<": "left", ">": "right", "-": None}
PREFIX = "picture:"


@dataclass(frozen=True, slots=True)
class Concept:
    id: str
    icon: str
    faces: Facing | None
    nouns: dict[str, Noun]

    def name(self, language: str) -> str:
        return self.nouns[language].word


@dataclass(frozen=True, slots=True)
class Picture:
    scene: str
    concepts: tuple[Concept, ...]

    @property
    def id(self) -> str:
        return "-".join([self.scene, *(concept.id for concept in self.concepts)])

    @property
    def face(self) -> str:
        return PREFIX + self.id

    @property
    def names(self) -> tuple[str, ...]:
        """The English names: a pig and a pig's head are one concept."""
        return tuple(concept.name("en") for concept in self.concepts)

    def parts(self) -> dict[str, Concept]:
        return dict(zip(scenes()[self.scene]["parts"], self.concepts, strict=True))


@cache
def concepts() -> dict[str, Concept]:
    """Every concept by its id."""
    found = {}
    for line in entries(SHARED, "concepts"):
        name, faces, *nouns = (part.strip() for part in line.split("|"))
        id_, _, icon = name.partition("=")
        words = {lang: parse_noun(noun, lang) for lang, noun in zip(LANGUAGES, nouns, strict=True)}
        found[id_] = Concept(id_, icon or id_, _FACES[faces], words)
    return found


@cache
def pictures() -> dict[str, Picture]:
    """Every picture by its id, in the order of the data file."""
    known = concepts()
    found = {}
    for line in entries(SHARED, "combinations"):
        scene, _, combinations = line.partition(":")
        for combination in combinations.split(";"):
            picture = Picture(scene, tuple(known[id_] for id_ in combination.split()))
            found[picture.id] = picture
    return found


def _alike(one: Picture, other: Picture) -> bool:
    return one.scene == other.scene or bool({*one.names} & {*other.names})


@cache
def cards() -> tuple[tuple[str, str], ...]:
    """The faces of every card, front and back; the two share neither the scene nor a concept."""
    shuffled = list(pictures().values())
    random.Random("deckname pictures").shuffle(shuffled)
    fronts, backs = shuffled[::2], shuffled[1::2]
    for k, front in enumerate(fronts):
        if _alike(front, backs[k]):
            other = next(j for j, back in enumerate(backs) if not (_alike(front, back) or _alike(fronts[j], backs[k])))
            backs[k], backs[other] = backs[other], backs[k]
    return tuple((front.face, back.face) for front, back in zip(fronts, backs, strict=True))


class _Scene(TypedDict):
    parts: list[str]
    en: str
    fr: str
    de: str


@cache
def scenes() -> dict[str, _Scene]:
    """The parts of every scene, in the order in which combinations list them, and what it shows."""
    text = files(__package__).joinpath("scenes.toml").read_text("utf-8")
    return cast("dict[str, _Scene]", tomllib.loads(text))


def picture(face: str) -> Picture:
    """The picture of a face such as `picture:halves-fox-robot`; KeyError if there is none."""
    return pictures()[face.removeprefix(PREFIX)]


def describe(face: str, language: str) -> str:
    """What the picture shows, as a sentence without a full stop."""
    shown = picture(face)
    scene = scenes()[shown.scene]
    roles = {part: concept.nouns[language] for part, concept in shown.parts().items()}
    sentence = {"en": scene["en"], "fr": scene["fr"], "de": scene["de"]}[language].format(**roles)
    return capitalised(join_french(sentence) if language == "fr" else sentence)


def concept_names(face: str, language: str) -> tuple[str, ...]:
    return tuple(concept.name(language) for concept in picture(face).concepts)
