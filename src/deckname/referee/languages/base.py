"""What a language must tell the referee, and the reviewed families that come with it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property

from deckname.referee.text import key
from deckname.words import entries


class Trust(IntEnum):
    """How far a look-alike may be believed to be a relative."""

    HINT = 1  # believed only if a dictionary says so
    LIKELY = 2  # enough to ask
    SURE = 3  # enough to forbid


@dataclass(frozen=True, slots=True)
class Affix:
    """An ending (or beginning) and what may have stood in its place: *-ier* for nothing or for *-e*."""

    text: str
    bases: tuple[str, ...]
    trust: Trust
    most: Trust = Trust.SURE  # the most it proves by itself, even where a dictionary confirms it
    changes: bool = True  # whether the stem before it may change


def affixes(trust: Trust, table: str, most: Trust = Trust.SURE, changes: bool = True) -> tuple[Affix, ...]:
    """Affixes from words like `ier:,e`: the affix, then what its base has instead."""
    found = []
    for word in table.split():
        text, _, bases = word.partition(":")
        found.append(Affix(text, tuple(bases.split(",")), trust, most, changes))
    return tuple(found)


@dataclass(frozen=True)
class ReviewedFamilies:
    """What a reviewer said of words that their looks misrepresent."""

    same: dict[str, set[str]] = field(default_factory=dict)
    members: dict[str, set[str]] = field(default_factory=dict)
    distant: dict[str, set[str]] = field(default_factory=dict)
    strangers: dict[str, set[str]] = field(default_factory=dict)


def read_families(code: str) -> ReviewedFamilies:
    """Read the list `families` of a language.

    `=` one family, `+` compounds of the first word, `~` its distant relatives, `!` no relatives of it.
    """
    tables: dict[str, dict[str, set[str]]] = {"=": {}, "+": {}, "~": {}, "!": {}}
    for line in entries(code, "families"):
        mark, first, *others = map(key, line.split())
        pairs = [(a, b) for a in (first, *others) for b in others] if mark == "=" else [(first, b) for b in others]
        for a, b in pairs:
            tables[mark].setdefault(b, set()).add(a)
            if mark != "+":
                tables[mark].setdefault(a, set()).add(b)
    return ReviewedFamilies(tables["="], tables["+"], tables["~"], tables["!"])


@dataclass(frozen=True)
class Loans:
    """What a reviewer said of words that two languages use."""

    at_home: frozenset[str] = frozenset()
    abroad: frozenset[str] = frozenset()


def read_loans(code: str) -> Loans:
    """Read the list `loans` of a language.

    `+` words in everyday use here, `-` words that stay foreign though some list has them.
    """
    found: dict[str, set[str]] = {"+": set(), "-": set()}
    for line in entries(code, "loans"):
        mark, *several = line.split()
        found[mark].update(map(key, several))
    return Loans(frozenset(found["+"]), frozenset(found["-"]))


@dataclass(frozen=True)
class Language:
    """One language of the game."""

    code: str
    suffixes: tuple[Affix, ...]
    prefixes: tuple[Affix, ...]
    alternations: tuple[tuple[str, str], ...]  # how a stem may change before an ending (pattern, replacement)
    verb_endings: tuple[str, ...]  # a base that an affix gives such an ending must be a verb
    weak_endings: tuple[str, ...]  # a defined word that differs from its "lemma" by these alone stands for itself
    transparent: frozenset[str]  # likely suffixes that are believed without a dictionary on a base long enough
    must_be_heard: bool  # whether a base that can't be heard in the word is none
    links: tuple[str, ...]  # what may join the members of a compound
    clipped: tuple[str, ...]  # endings that the first member of a compound may have lost
    bound: frozenset[str]  # syllables that are words, too, but never the members of a compound
    compounds: bool  # whether words are freely compounded
    siblings_clash: bool  # whether sharing a member is as bad as containing one (strawberry, blueberry)
    loose_members: frozenset[str]  # so common as members that sharing one is worth but a question (-man)
    vowels: frozenset[str]
    close_sounds: frozenset[frozenset[str]]  # sounds that differ by voice or length alone
    faint_sounds: frozenset[str]  # sounds that may be missing at the beginning of a word
    same_sounds: dict[str, str]  # sounds not told apart
    near_vowels: frozenset[frozenset[str]]  # vowels worth a question where one letter is all the difference
    numbers: dict[str, int]
    positions: frozenset[str]
    greys: frozenset[str]
    shapes: frozenset[str]
    spelling_words: frozenset[str]  # words for what words are written with
    small_words: frozenset[str]  # articles and the like: never a card's meaning
    acronyms: frozenset[str]  # abbreviations that look like words
    loose_sounds: tuple[tuple[str, str], ...] = ()  # sounds that many speakers do not tell apart (pattern, sound)
    double_sounds: dict[str, str] = field(default_factory=dict)  # single signs for two sounds
    faint_endings: frozenset[str] = frozenset()  # last two sounds of which the second is hardly heard
    joined_to_forms: frozenset[str] = frozenset()  # affixes that are put to inflected forms, too
    nouns_like_verb_forms: bool = False  # whether many a noun is written like a form of some verb
    mute_endings: bool = (
        False  # a sound more at the end: confusing if it hardly shows (*port*, *porte*), else if it does
    )
    verb_makers: frozenset[str] = frozenset()  # prefixes that make a verb of a noun (*ver-kabel-n*)
    loose_verb_makers: frozenset[str] = frozenset()  # those that also go before verbs (*über-brück-en*, *über-gehen*)
    verbs_of_nouns: frozenset[str] = (
        frozenset()
    )  # weak prefixes worth a question on a noun inside a verb (*dé-trôn-er*)
    makes_adjectives: frozenset[str] = frozenset()  # endings believed on short nouns, too (*foolish*)
    makes_doers: frozenset[str] = frozenset()  # endings believed on short verbs, too (*leader*)
    nouns_in_capitals: bool = False  # whether only what is no noun begins with a small letter
    rhymes_count: bool = True  # whether nouns one consonant apart at the front are taken for alike
    phrases: bool = False  # whether the dictionary lists terms of several words
    accented: bool = True  # whether it writes accents, also on words it has borrowed
    borrows_freely: bool = False  # whether a foreign word that its dictionaries list is at home for that alone
    plural: Callable[[str], str] = lambda noun: ""  # the regular one, of which tables leave some out (*hipsters*)
    strong_plurals: Callable[[str], Iterator[str]] = lambda noun: iter(())  # where these are, weak endings make none
    adjective_ending: str = ""  # taken by adjectives alone
    plural_proofs: dict[str, tuple[str, ...]] = field(default_factory=dict)  # endings that go with a plural's ending
    respell: Callable[[str], Iterator[str]] = lambda word: iter(())

    @cached_property
    def families(self) -> ReviewedFamilies:
        """The reviewed families."""
        return read_families(self.code)

    @cached_property
    def loans(self) -> Loans:
        """The reviewed loanwords."""
        return read_loans(self.code)

    @cached_property
    def patterns(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """The alternations, compiled."""
        return tuple((re.compile(pattern), replacement) for pattern, replacement in self.alternations)


def words(text: str) -> frozenset[str]:
    """A set of keys from words in a string."""
    return frozenset(key(word) for word in text.split())


def numbered(text: str) -> dict[str, int]:
    """Number words from `one:1 two:2`."""
    return {key(word): int(value) for word, value in (item.split(":") for item in text.split())}


def sound_pairs(text: str) -> frozenset[frozenset[str]]:
    """Pairs of sounds from `pb td`."""
    return frozenset(frozenset(pair) for pair in text.split())
