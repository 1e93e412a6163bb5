"""Sounds (K4): homophones, and words that differ by a single sound."""

import re
from enum import StrEnum

from deckname.referee.languages.base import Language
from deckname.referee.lexicon import Flag, Lexicon
from deckname.referee.text import letters

_STRESS = str.maketrans("", "", "ˈˌ")
_LONG = 4
"""Sounds from which on a vowel that is nearly the same is missed however the words are spelled; of consonants more."""


class Likeness(StrEnum):
    """How alike two words sound."""

    SAME = "same"
    CLOSE = "close"  # one sound exchanged
    RELATED = "related"  # one sound more or less


def likeness(clue: str, card: str, language: Language, lexicon: Lexicon) -> Likeness | None:
    """How alike a clue and a card sound, if they do."""
    ours, theirs = (_spoken(word, language, lexicon) for word in (clue, card))
    if {_run_together(one, language) for one in ours} & {_run_together(other, language) for other in theirs}:
        return Likeness.SAME
    ours, theirs = ({_loosely(sound, language) for sound in spoken} for spoken in (ours, theirs))
    found = {near for one in ours for other in theirs if (near := _near(one, other, clue, card, language))}
    if not found and _rhyme(ours, theirs, language) and _are_nouns(clue, card, language, lexicon):
        return Likeness.RELATED
    return min(found, default=None)


def _rhyme(ours: set[str], theirs: set[str], language: Language) -> bool:
    """Whether one is the other with a consonant before its vowel: *Pinsel*, INSEL."""
    starts = language.vowels if language.rhymes_count else frozenset()
    both = (*((one, other) for one in ours for other in theirs), *((other, one) for one in ours for other in theirs))
    return any(long[1:] == short and short[:1] in starts and long[0] not in starts for long, short in both)


def _are_nouns(clue: str, card: str, language: Language, lexicon: Lexicon) -> bool:
    if language.nouns_in_capitals and clue[:1].islower():
        return False
    return all(word and Flag.NOUN | Flag.LEMMA in word.flags for word in map(lexicon.word, (clue, card)))


def _spoken(word: str, language: Language, lexicon: Lexicon) -> set[str]:
    known = lexicon.word(word)
    if known is None:
        return set()
    table = str.maketrans({**language.same_sounds})
    return {sound.translate(_STRESS).translate(table) for sound in known.sounds} - {""}


def _run_together(spoken: str, language: Language) -> str:
    """Double sounds as the two that they are heard as: *lädst* and *letzt*."""
    for sign, sounds in language.double_sounds.items():
        spoken = spoken.replace(sign, sounds)
    return spoken


def _loosely(spoken: str, language: Language) -> str:
    for pattern, sound in language.loose_sounds:
        spoken = re.sub(pattern, sound, spoken)
    return spoken


def _near(one: str, other: str, clue: str, card: str, language: Language) -> Likeness | None:
    """One consonant apart and spelled much alike, a sound more at the end, or apart by voice alone."""
    if abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < 2:
        return None
    vowels = language.vowels
    if sum(s in vowels for s in one) != sum(s in vowels for s in other):
        return None
    if len(one) == len(other):
        changed = [place for place in range(len(one)) if one[place] != other[place]]
        if len(changed) != 1:
            return None
        pair = frozenset((one[changed[0]], other[changed[0]]))
        if pair in language.close_sounds:
            return Likeness.CLOSE
        if pair in language.near_vowels:
            alike = len(one) >= _LONG or distance(letters(clue), letters(card), 1) == 1
            return Likeness.RELATED if alike else None
        if pair & vowels:
            return None
        inside = len(one) > 3 and changed[0] < len(one) - 1
        if distance(_graphemes(clue), _graphemes(card), 1) > 1:
            return Likeness.RELATED if inside and len(one) > _LONG else None
        if changed[0] == 0 or inside:
            return Likeness.CLOSE
        return Likeness.RELATED if len(one) >= (3 if language.mute_endings else _LONG) else None
    short, long = sorted((one, other), key=len)
    if long[:-1] == short and long[-2:] in language.faint_endings:
        return Likeness.RELATED
    if len(short) < 3 or distance(letters(clue), letters(card), 2) > 2:
        return None
    brief, full = sorted((letters(clue), letters(card)), key=len)
    if full.startswith(brief) != language.mute_endings:
        return None
    faint = long[1:] == short and long[0] in language.faint_sounds
    return Likeness.RELATED if faint or long[:-1] == short else None


_SPELLED = (("sch", "ʃ"), ("ch", "ʃ"), ("sh", "ʃ"), ("ck", "k"), ("th", "t"), ("ph", "f"), ("ss", "s"))


def _graphemes(word: str) -> str:
    """The letters of a word, those that make one sound together as one: *Tasse* and *Tasche* differ by one."""
    written = letters(word)
    for several, one in _SPELLED:
        written = written.replace(several, one)
    return written


def distance(one: str, other: str, limit: int) -> int:
    """The edit distance, or `limit + 1` where it is larger than that."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        above, row = row, [i]
        for j, b in enumerate(other, 1):
            row.append(min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b)))
        if min(row) > limit:
            return limit + 1
    return row[-1]
