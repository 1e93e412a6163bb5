"""Just enough grammar to say what a picture shows: articles, plurals and German cases.

A `Noun` is put into a sentence by a format: `{x}` with its article, `{x:bare}` without, `{x:many}` in the
plural, and for German `{x:object}` (accusative), `{x:with}` (dative) and `{x:withmany}` (dative plural).
English and French nouns take the German forms too and stay as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LANGUAGES = ("en", "fr", "de")

_ARTICLES = {  # (language, gender, number or kind) → nominative, accusative, dative
    ("de", "m", ""): ("ein", "einen", "einem"),
    ("de", "f", ""): ("eine", "eine", "einer"),
    ("de", "n", ""): ("ein", "ein", "einem"),
    ("de", "m", "d"): ("der", "den", "dem"),
    ("de", "f", "d"): ("die", "die", "der"),
    ("de", "n", "d"): ("das", "das", "dem"),
    ("fr", "m", ""): ("un",) * 3,
    ("fr", "f", ""): ("une",) * 3,
    ("fr", "m", "d"): ("le",) * 3,
    ("fr", "f", "d"): ("la",) * 3,
    ("fr", "m", "u"): ("du",) * 3,
    ("fr", "f", "u"): ("de la",) * 3,
    ("fr", "m", "p"): ("des",) * 3,
    ("fr", "f", "p"): ("des",) * 3,
    ("en", "", "d"): ("the",) * 3,
}
_CASES = {"": 0, "object": 1, "with": 2}


@dataclass(frozen=True, slots=True)
class Noun:
    language: str
    gender: str  # m, f or n; nothing in English
    kind: str  # p plural only, u without a number, d definite, or nothing
    word: str
    oblique: str  # the German word in the accusative and the dative
    plural: str

    def __format__(self, form: str) -> str:
        if form == "bare":
            return self.word
        if form == "many":
            return self.plural
        if form == "withmany":
            return _dative_plural(self.plural)
        case = _CASES[form]
        word = self.word if case == 0 else self.oblique
        if case == 2 and self.language == "de" and self.kind == "p":
            word = _dative_plural(word)
        article = self._article(case)
        return f"{article} {word}" if article else word

    def _article(self, case: int) -> str:
        if self.language == "en" and not self.kind:
            return "an" if re.match(r"(?!uni)[aeiou]", self.word, re.IGNORECASE) else "a"
        found = _ARTICLES.get((self.language, self.gender, self.kind))
        return found[case] if found else ""


def _dative_plural(plural: str) -> str:
    return plural if plural.endswith(("n", "s")) else plural + "n"


def parse_noun(text: str, language: str) -> Noun:
    """A noun as the data files write it; see the papers of words/shared/concepts.txt."""
    singular, _, plural = (part.strip() for part in text.partition(","))
    letters, _, rest = singular.partition(" ")
    gender = kind = ""
    if re.fullmatch(r"[pud]" if language == "en" else r"[mfn]?[pud]?", letters) and rest:
        gender = letters[0] if letters[0] in "mfn" else ""
        kind = letters[len(gender) :]
        singular = rest
    word, _, oblique = singular.partition("/")
    if not plural:
        plural = word if kind or language == "de" else word + "s"
    return Noun(language, gender, kind, word, oblique or word, plural)


_MUTE_H = r"h(?:ippo|élico|uîtr|erb|ommes?\b|ôtel|iver)"
_JOINS = [
    (r"\b(de|à) des ", {"de": "de ", "à": "à des "}),
    (r"\b(de|à) le (?![aeiouhéèêâîôûœ])", {"de": "du ", "à": "au "}),
    (r"\b(de) du ", {"de": "de "}),
    (r"\b(de) de la ", {"de": "de "}),
]


def join_french(sentence: str) -> str:
    """Join prepositions with articles (de un → d’un, de le → du), and elide before vowels."""
    for pattern, joined in _JOINS:
        sentence = re.sub(pattern, lambda found, joined=joined: joined[found[1]], sentence)  # type: ignore[misc]
    return re.sub(rf"\b([Dd]|[Qq]u)e (?=[aeiouéèêâîôûœ]|yeux|{_MUTE_H})", r"\1’", sentence)


def capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
