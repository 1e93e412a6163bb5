"""The referee's sentences, in every language of the game."""

import tomllib
from functools import cache
from importlib.resources import files


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of a language by name."""
    text = files("deckname.referee.messages").joinpath(f"{language}.toml").read_text("utf-8")
    return {name: str(value) for name, value in tomllib.loads(text)["sentences"].items()}


@cache
def _names(language: str) -> dict[str, str]:
    text = files("deckname.referee.messages").joinpath(f"{language}.toml").read_text("utf-8")
    return {name: str(value) for name, value in tomllib.loads(text)["languages"].items()}


def sentence(language: str, name: str, **words: str) -> str:
    """A sentence with its words filled in."""
    text = catalogue(language)[name]
    for slot, word in words.items():
        text = text.replace("{" + slot + "}", word)
    return text


def language_name(language: str, code: str) -> str:
    """The name of a language in another."""
    return _names(language)[code]
