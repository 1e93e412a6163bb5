"""How words are written: keys under which spellings of one word meet.

Nothing here knows a language; what a language adds (British and American spelling, say) lives in its module.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "’": "'", "‘": "'", "ʼ": "'", "‐": "-", "‑": "-"})
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}


def clean(text: str) -> str:
    """The clue as people read it: one line, no invisible characters, single spaces."""
    shown = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFC", text))
    shown = "".join(c for c in shown if unicodedata.category(c) not in _INVISIBLE)
    return " ".join(shown.split())


@lru_cache(maxsize=4_096)
def key(text: str) -> str:
    """A word without capitals and ligatures, accents kept; German ß becomes ss."""
    return unicodedata.normalize("NFC", text).casefold().translate(_LIGATURES)


@lru_cache(maxsize=4_096)
def fold(text: str) -> str:
    """A key without accents: how a word looks in capitals to someone who never types accents."""
    decomposed = unicodedata.normalize("NFKD", key(text))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def letters(text: str) -> str:
    """The folded letters and digits alone."""
    return "".join(c for c in fold(text) if c.isalnum())


def words_of(text: str) -> list[str]:
    """The words of a clue or a card, split at spaces, hyphens and apostrophes, as keys."""
    spaced = "".join(c if c.isalnum() or unicodedata.combining(c) else " " for c in key(text))
    return spaced.split()


def common_prefix(one: str, other: str) -> int:
    """How many letters two words share at their beginning."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


_VOWELS = set("aeiouy")


def without_final_vowel(folded: str) -> str:
    """The stem that endings are put to: *terr-* of *terre*."""
    return folded[:-1] if len(folded) > 3 and folded[-1] in _VOWELS else folded


@dataclass(frozen=True, slots=True)
class Looks:
    """What of a word's looks descent leaves alone: its letters, its stem, its consonants (*Flug*, *fliegen*)."""

    letters: str
    stem: str
    bones: str

    @staticmethod
    def of(word: str) -> "Looks":
        """The looks of a word."""
        folded = fold.__wrapped__(word)
        bones = "".join(c for c in folded if c.isalpha() and c not in _VOWELS)
        return Looks(folded, without_final_vowel(folded), bones)

    def kindred(self, other: "Looks") -> bool:
        """Could these two be relatives, by their looks alone? Generous: a filter, not a verdict."""
        short, long = (self, other) if len(self.letters) <= len(other.letters) else (other, self)
        if len(short.letters) < 2:
            return False
        if len(short.stem) >= 3 and short.stem in long.letters:
            return True
        if common_prefix(short.letters, long.letters) >= max(3, len(short.letters) - 3):
            return True
        few, many = sorted((short.bones, long.bones), key=len)
        return len(few) >= 2 and common_prefix(few, many) >= min(len(few), 3)


def kindred(one: str, other: str) -> bool:
    """Whether two words look like relatives."""
    return Looks.of(one).kindred(Looks.of(other))
