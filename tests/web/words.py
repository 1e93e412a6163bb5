"""What the web app says, from the same catalogues: tests find buttons by their names in every language."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "fr", "de")


class Words:
    """One language's sentences."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._messages: dict[str, str | dict[str, str]] = {}
        for path in (f"src/deckname/languages/{language}.toml", f"web/messages/{language}.toml"):
            for section, messages in tomllib.loads((ROOT / path).read_text("utf-8")).items():
                self._messages |= {f"{section}.{name}": text for name, text in messages.items()}

    def __call__(self, name: str, /, **details: object) -> str:
        """The sentence of a name, with these details; one of its plural forms where `count` is given."""
        message = self._messages[name]
        if isinstance(message, dict):
            message = message["one" if details.get("count") == 1 and "one" in message else "other"]
        return re.sub(r"\{(\w+)\}", lambda found: str(details[found[1]]), message)

    def like(self, name: str) -> re.Pattern[str]:
        """Matches the sentence with whatever details, in any of its forms."""
        message = self._messages[name]
        forms = message.values() if isinstance(message, dict) else (message,)
        return re.compile("|".join(f"^\\s*{_blank(form)}\\s*$" for form in forms))

    def beginning(self, name: str) -> re.Pattern[str]:
        """Matches what begins with the sentence: a hint may follow."""
        return re.compile("^\\s*" + _blank(self(name)))


def _blank(form: str) -> str:
    """As a browser reads it: any white space is a space."""
    parts = re.split(r"\{\w+\}", form)
    return ".+".join(re.sub(r"(\\?\s)+", r"\\s+", re.escape(part)) for part in parts)


@cache
def words(language: str) -> Words:
    return Words(language)
