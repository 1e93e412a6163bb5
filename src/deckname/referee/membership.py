"""Is it a word of this language (K6), a name (K9), or nothing anybody knows?"""

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from deckname.referee.descent import Kind
from deckname.referee.family import Families
from deckname.referee.languages.base import Language, Trust
from deckname.referee.lexicon import NEIGHBOURS, Flag, Lexicon, Word
from deckname.referee.text import fold, key, words_of

_COMMON = 300  # a foreign word people recognise as such
_COMMON_NEIGHBOUR = 380
_MOSTLY_FOREIGN = 150  # how much more frequent it must be abroad to be called foreign though listed here
_OVERWHELMING = 250
_HARDLY_HERE = 200  # and how much more, to be the translation that no list of loanwords redeems
_INTERNATIONAL = 100  # a word as frequent here as where dictionaries list it is in use here, too
_USUAL = 400  # so frequent here that it is a word of its own (*house*, the music), whatever it means abroad
_KNOWN_NAME = 230
_WELL_KNOWN = ("en", "fr", "de", "es", "it")
_LONGEST_TYPO = 24
EVERYDAY = 330  # what somebody meant whose finger slipped, rather than a rare word of their own making
_DEFINED = Flag.PRIME | Flag.HEADWORD
_LISTED = Flag.PRIME | Flag.HEADWORD | Flag.NAME | Flag.ACRONYM


class Belonging(StrEnum):
    """What a written form is, seen from one language."""

    NATIVE = "native"
    NAME = "name"
    FOREIGN = "foreign"
    DOUBTFUL = "doubtful"  # a rare word here, an everyday word elsewhere
    DERIVED = "derived"  # made of a word by the rules of the language, though nobody lists it
    INVENTED = "invented"  # made of words, but itself no word that anybody uses
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Membership:
    """The finding, and the language a foreign word is taken from."""

    belonging: Belonging
    language: str = ""


def membership(clue: str, lexicon: Lexicon, families: Families) -> Membership:
    """Where a single word belongs."""
    word, loans = lexicon.word(clue), families.language.loans
    usual = word is not None and word.flags & _DEFINED == _DEFINED and word.zipf >= _USUAL
    if key(clue) in loans.abroad and not usual:
        at_home = (language for language, other in lexicon.foreign(clue) if _everyday(language, other))
        return Membership(Belonging.FOREIGN, next(at_home, ""))
    if key(clue) in loans.at_home:
        return Membership(Belonging.NATIVE)
    if word is not None and word.flags & Flag.PRIME:
        return _listed(clue, word, lexicon)
    abroad = _abroad(clue, word, lexicon)
    if abroad is not None:
        return Membership(Belonging.FOREIGN, abroad)
    if word is not None and (word.flags & _LISTED or word.zipf >= _KNOWN_NAME):
        native = word.flags & Flag.HEADWORD
        return Membership(Belonging.NATIVE if native else Belonging.NAME)
    if any(other.flags & Flag.NAME for _, other in lexicon.foreign(clue)):
        return Membership(Belonging.NAME)
    kinds = {way.kind for way in families.roots(key(clue)).values() if way.trust >= Trust.LIKELY}
    if kinds & {Kind.FORM, Kind.DERIVED}:
        return Membership(Belonging.DERIVED)
    return Membership(Belonging.INVENTED if Kind.MEMBER in kinds else Belonging.UNKNOWN)


def invented_with_hyphen(clue: str, lexicon: Lexicon, families: Families) -> bool:
    """Whether nouns were joined that no dictionary joins: *moon-sandwich*, and not *merry-go-round* or *anti-hero*."""
    parts = words_of(clue)
    whole = lexicon.word(clue)
    if len(parts) < 2 or not lexicon.complete or (whole is not None and (whole.flags & _LISTED or whole.zipf)):
        return False
    if any(part == prefix.text for prefix in families.language.prefixes for part in parts):
        return False
    return all(len(part) > 2 and (word := lexicon.word(part)) and word.flags & Flag.NOUN for part in parts)


def _listed(clue: str, word: Word, lexicon: Lexicon) -> Membership:
    """A listed word belongs, unless hardly anybody would read it so: *gracias* is a form of a French verb, too."""
    for language, other in lexicon.foreign(clue):
        if (
            language in _WELL_KNOWN
            and _everyday(language, other)
            and other.zipf - word.zipf >= _OVERWHELMING
            and word.zipf < _COMMON + 30
        ):
            mere_form = not word.flags & (Flag.HEADWORD | Flag.LEMMA)
            return Membership(Belonging.FOREIGN if mere_form else Belonging.DOUBTFUL, language)
    return Membership(Belonging.NATIVE)


def _abroad(clue: str, word: Word | None, lexicon: Lexicon) -> str | None:
    """The language in which this is an everyday word, if it is clearly more at home there."""
    here = word.zipf if word else 0
    others = lexicon.foreign(clue)
    at_home = [(language, other) for language, other in others if _everyday(language, other)]
    in_dictionaries = [other for _, other in others if other.flags & Flag.PRIME]
    if len(in_dictionaries) > 1 and max(other.zipf for other in in_dictionaries) - here <= _INTERNATIONAL:
        return None  # *Sonar*, *weekend*: in use everywhere, listed or not
    named = any(other.flags & Flag.NAME for _, other in others) or (word and word.flags & Flag.NAME)
    for language, other in at_home:
        margin = 0
        if word is not None and word.flags & (Flag.HEADWORD | Flag.NAME):
            margin = _MOSTLY_FOREIGN // 2 if clue[:1].islower() and language not in NEIGHBOURS else _MOSTLY_FOREIGN
        elif language in NEIGHBOURS:
            margin = _MOSTLY_FOREIGN if named else _MOSTLY_FOREIGN // 3
        if other.zipf - here > margin:
            return language
    return None


def _everyday(language: str, word: Word) -> bool:
    """Whether a word is an everyday word of its language, and not just a name."""
    if language in NEIGHBOURS:
        return word.zipf >= _COMMON_NEIGHBOUR
    name_alone = word.flags & Flag.NAME and not word.flags & Flag.HEADWORD
    return bool(word.flags & Flag.PRIME) and not name_alone and word.zipf >= _COMMON


def translation(clue: str, card: str, lexicon: Lexicon, spoken: Language) -> tuple[str, bool] | None:
    """(language, sure) if the clue is the card's word in another language.

    It is sure where the clue is much more at home in that language: *casa* is a form of a French verb, too, but
    nobody would think of it.
    """
    ours = {key(clue), fold(clue), key(clue).replace("-", "")}
    if key(card) in ours:
        return None
    found: dict[str, bool] = {}
    word = lexicon.word(clue)
    bare = not spoken.accented or word is None or not word.in_dictionary  # *Etoile*; but *Pate* is no *pâté*
    for language, foreign, listed in lexicon.translations(card):
        if foreign in ours or foreign.replace("-", "") in ours or (bare and fold(foreign) in ours):
            found[language] = listed and not _at_home(clue, language, lexicon, spoken)
    return max(found.items(), key=lambda pair: pair[1], default=None)


def _at_home(clue: str, abroad: str, lexicon: Lexicon, spoken: Language) -> bool:
    """Whether a word of another language is one of this language, too."""
    if key(clue) in spoken.loans.abroad or key(clue) in spoken.loans.at_home:
        return key(clue) in spoken.loans.at_home
    word = lexicon.word(clue)
    defined = word is not None and word.flags & _DEFINED == _DEFINED
    if defined and spoken.borrows_freely:
        return True
    here = word.zipf if word and word.flags & Flag.PRIME else 0
    there = next((w.zipf for other, w in lexicon.foreign(clue) if other == abroad), 0)
    return there - here < (_HARDLY_HERE if defined else _MOSTLY_FOREIGN)


def did_you_mean(clue: str, lexicon: Lexicon, least: int = 0) -> str | None:
    """The most frequent word one slip of the finger away, if its Zipf value is at least this."""
    typed = key(clue)
    if not lexicon.complete or not 3 < len(typed) <= _LONGEST_TYPO or not typed.isalpha():
        return None
    alphabet = sorted(set("abcdefghijklmnopqrstuvwxyz") | ({*"éèêàçùôî"} if lexicon.language == "fr" else {*"äöü"}))
    cuts = [(typed[:i], typed[i:]) for i in range(len(typed) + 1)]
    slips = chain(
        (a + b[1:] for a, b in cuts if b),
        (a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1),
        (a + c + b for a, b in cuts for c in alphabet),
        (a + c + b[1:] for a, b in cuts if b for c in alphabet),
    )
    found = lexicon.most_frequent(sorted(set(slips)))
    return found.form if found and found.zipf >= least else None
