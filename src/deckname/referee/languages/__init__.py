"""What is particular to each language: affixes, words for places, numbers, greys and shapes, close sounds."""

from deckname.referee.languages.base import Language
from deckname.referee.languages.de import GERMAN
from deckname.referee.languages.en import ENGLISH
from deckname.referee.languages.fr import FRENCH

LANGUAGES: dict[str, Language] = {language.code: language for language in (ENGLISH, FRENCH, GERMAN)}

__all__ = ["LANGUAGES", "Language"]
