"""Words for people, in every language: one catalogue per language, in `languages/*.toml`.

The program speaks in codes; this turns them into sentences. A message with a number in it has a form per plural.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import ClassVar

from deckname.engine.errors import CodedError

LANGUAGES = ("en", "fr", "de")

Catalogue = Mapping[str, str | Mapping[str, str]]

_PLURAL: Mapping[str, Callable[[int], str]] = {
    "en": lambda count: "one" if count == 1 else "other",
    "fr": lambda count: "one" if count in (0, 1) else "other",
    "de": lambda count: "one" if count == 1 else "other",
}


@cache
def catalogue(language: str) -> Catalogue:
    """All messages of a language by their dotted names, such as `refusal.card_covered`."""
    text = resources.files(__package__).joinpath("languages", f"{language}.toml").read_text("utf-8")
    return {
        f"{section}.{name}": message
        for section, messages in tomllib.loads(text).items()
        for name, message in messages.items()
    }


def say(language: str, message: str, /, **details: object) -> str:
    """A message with its details filled in. One with plural forms chooses by the detail `count`."""
    form = catalogue(language)[message]
    if not isinstance(form, str):
        form = form[_PLURAL[language](int(str(details["count"])))]
    return form.format(**details)


class SpokenError(CodedError):
    """An error that has a sentence in every language: its code in a section of the catalogues."""

    sentences: ClassVar[str]
    """The section."""

    def sentence(self, language: str) -> str:
        return say(language, f"{self.sentences}.{self.code}", **self.details)

    def __str__(self) -> str:
        return self.sentence(LANGUAGES[0])


def user_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language the user asked for, or the one of their system; English where it is none of ours."""
    for variable in ("DECKNAME_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable):
            return value[:2].lower() if value[:2].lower() in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]
