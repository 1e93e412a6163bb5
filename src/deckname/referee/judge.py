"""The judge: puts every check to a clue and answers with the gravest finding.

It decides nothing about turns or penalties (people do), never sees a key, and needs no data file to answer:
without one it goes by looks and says so.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from deckname.engine.clues import WORDS, ClueRules
from deckname.referee import letters, sounds
from deckname.referee.descent import Kind
from deckname.referee.family import Families, Relation, TooIntricate
from deckname.referee.languages import LANGUAGES
from deckname.referee.languages.base import Trust
from deckname.referee.lexicon import Flag, Lexicon
from deckname.referee.membership import (
    EVERYDAY,
    Belonging,
    did_you_mean,
    invented_with_hyphen,
    membership,
    translation,
)
from deckname.referee.messages import language_name, sentence
from deckname.referee.profile import Profile, profile
from deckname.referee.text import clean, fold, key, words_of
from deckname.referee.text import letters as letters_of
from deckname.referee.verdict import Ruling, Verdict

LONGEST_CLUE = 80


@dataclass(frozen=True, slots=True)
class Finding:
    """Something against a clue."""

    ruling: Ruling
    rule: str
    reason: str
    card: str | None = None
    root: str = ""
    other: str = ""


class Referee:
    """Judges clues with one data file, or with none yet."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._benches = {code: _Bench(code, path) for code in LANGUAGES}

    @property
    def complete(self) -> bool:
        """Whether the data file is there."""
        return self.path is not None

    def judge(  # noqa: PLR0917
        self,
        clue: str,
        number: int | None,
        board: Iterable[str],
        language: str,
        book: ClueRules = WORDS,
        options: Iterable[str] = (),
    ) -> Verdict:
        """Is this clue allowed, with these words uncovered? `number` is None for unlimited; `book` is an edition's.

        Raises ValueError for a language or option that does not exist; any clue gets a verdict.
        """
        if language not in self._benches:
            raise ValueError(f"unknown language {language!r}: choose one of {', '.join(self._benches)}")
        chosen = frozenset(options)
        rules = profile(book, chosen)
        if "off" in chosen:
            return Verdict(Ruling.VALID, None, None, sentence(language, "off"), self.complete)
        shown = clean(clue[: 4 * LONGEST_CLUE])
        cards = tuple(name for card in board if (name := clean(card)))
        findings = self._benches[language].findings(shown, len(clue), number, cards, rules)
        worst = max(findings, key=lambda finding: finding.ruling.severity, default=None)
        if worst is None:
            return Verdict(Ruling.VALID, None, None, sentence(language, "ok", clue=shown), self.complete)
        reason = sentence(
            language,
            worst.reason,
            clue=shown[:LONGEST_CLUE],
            card=worst.card or "",
            root=worst.root,
            other=language_name(language, worst.other) if worst.other in LANGUAGES_NAMED else worst.other,
        )
        return Verdict(worst.ruling, worst.rule, worst.card, reason, self.complete)

    def no_verdict(self, clue: str, language: str) -> Verdict:
        """For whoever can't wait for a verdict: it is left to people."""
        shown = clean(clue[: 4 * LONGEST_CLUE])[:LONGEST_CLUE]
        return Verdict(Ruling.ASK, None, None, sentence(language, "too_busy", clue=shown), self.complete)


LANGUAGES_NAMED = frozenset(("en", "fr", "de", "es", "it", "nl", "pt"))


class _Bench:
    """The checks for one language."""

    def __init__(self, code: str, path: Path | None) -> None:
        self.language = LANGUAGES[code]
        self.lexicon = Lexicon(path, code)
        self.families = Families(self.language, self.lexicon)

    def findings(
        self, clue: str, length: int, number: int | None, board: tuple[str, ...], rules: Profile
    ) -> Iterator[Finding]:
        """Everything that speaks against a clue, in the order in which equals are named."""
        unreadable = self._unreadable(clue, length)
        if unreadable:
            yield unreadable
            return
        cards = board if rules.book.words_on_board else ()
        yield from self._form(clue, rules)
        yield from self._visible(clue, cards)
        yield from self._table_talk(clue, number, cards, rules)
        clue = self._as_meant(clue)
        yield from self._relatives(clue, cards, rules)
        if rules.sounds_count:
            yield from self._sounds(clue, cards, rules)
        if len(words_of(clue)) == 1 and not (clue.isupper() and self._acronym(clue)):
            yield from self._foreign(clue, cards, rules)

    def _unreadable(self, clue: str, length: int) -> Finding | None:
        if not clue:
            return Finding(Ruling.INVALID, "G5", "empty")
        if length > LONGEST_CLUE:
            return Finding(Ruling.INVALID, "G5", "too_long")
        if not any(c.isalnum() for c in clue):
            return Finding(Ruling.INVALID, "G5", "no_word")
        if any(c.isalpha() and not unicodedata.name(c, "").startswith("LATIN") for c in clue):
            return Finding(Ruling.INVALID, "K6", "other_script")
        if any(not (c.isalnum() or c in " -'’‐‑&." or unicodedata.combining(c)) for c in clue):
            return Finding(Ruling.ASK, "G5", "odd_characters")
        return None

    def _form(self, clue: str, rules: Profile) -> Iterator[Finding]:
        """Several words, hyphens, abbreviations (K9-K14)."""
        if " " in clue:
            yield from self._several_words(clue, rules)
        elif "-" in clue.strip("-"):
            if not rules.hyphen_allowed:
                yield Finding(Ruling.INVALID, "K12", "hyphen")
            elif invented_with_hyphen(clue, self.lexicon, self.families):
                if rules.book.invented_compounds:
                    yield Finding(Ruling.ASK, "K11", "invented")
                else:
                    yield Finding(Ruling.INVALID, "K12", "invented")
            elif rules.book.hyphens_agreed and not rules.compounds_allowed:
                yield Finding(Ruling.ASK, "K12", "hyphen_agreed")
        if not rules.acronyms_allowed and self._acronym(clue):
            yield Finding(Ruling.ASK, "K10" if rules.book.invented_compounds else "K14", "acronym")

    def _several_words(self, clue: str, rules: Profile) -> Iterator[Finding]:
        """Names, titles and terms (K9, K11, K13), or compounds that are written apart (K12)."""
        strict = not rules.book.invented_compounds
        rule = "K12" if strict else "K11"
        listed = self.lexicon.word(clue) is not None
        named = clue[:1].isupper() and not self.language.nouns_in_capitals
        if not rules.multiword_allowed and (not rules.compounds_allowed or (named and not listed)):
            yield Finding(Ruling.INVALID, rule, "multiword")
        elif not listed and not rules.multiword_allowed:
            yield Finding(Ruling.INVALID if strict and self.language.phrases else Ruling.ASK, rule, "invented")
        elif not listed and strict and (ruling := self._invented(clue)):
            yield Finding(ruling, rule, "invented")

    def _invented(self, clue: str) -> Ruling | None:
        """What becomes of words that no list joins: (*haarige Wolke*) they are no title and no name.

        Names and titles may be typed in small letters, too (*new york*). Where nouns have none, nobody can tell.
        """
        if not self.language.phrases and not self.language.nouns_in_capitals:
            return None
        if not clue.islower():
            return Ruling.INVALID if self.language.nouns_in_capitals and clue[:1].islower() else None
        words = words_of(clue)
        if words[0] in self.language.small_words or self.lexicon.word("-".join(words)) or any(map(self._name, words)):
            return None
        perhaps = self.language.nouns_in_capitals or all(
            (known := self.lexicon.word(word)) and known.flags & Flag.NAME for word in words
        )
        return Ruling.ASK if perhaps else Ruling.INVALID

    def _name(self, small: str) -> bool:
        """Whether a word in small letters is rather somebody's name, or a word of a foreign title (*star wars*)."""
        word, abroad = self.lexicon.word(small), self.lexicon.foreign(small)
        if word is None or (not word.in_dictionary and (word.flags & Flag.NAME or abroad)):
            return True
        return any(other.zipf >= word.zipf for _, other in abroad)

    def _written(self, form: str | None) -> str | None:
        """A form of the lexicon as people write it: a German noun with its capital."""
        word = self.lexicon.word(form) if form and self.language.nouns_in_capitals else None
        return form.capitalize() if form and word and word.flags & Flag.NOUN else form

    def _acronym(self, clue: str) -> bool:
        bare = clue.replace(".", "")
        if not 2 <= len(bare) <= 6 or not bare.isalpha():
            return False
        if key(bare) in self.language.acronyms:
            return True
        word = self.lexicon.word(bare)
        if word is None:
            return clue.isupper()
        if word.flags & Flag.PRIME and (word.flags & Flag.HEADWORD or not clue.isupper()):
            return False
        return bool(word.flags & Flag.ACRONYM) and (clue.isupper() or not word.flags & (Flag.HEADWORD | Flag.NAME))

    def _visible(self, clue: str, cards: tuple[str, ...]) -> Iterator[Finding]:
        """A word on the board (K1), whatever its capitals, accents, hyphens or side of the ocean."""
        spellings = {letters_of(clue), *(letters_of(s) for s in self.language.respell(fold(clue)))}
        for card in cards:
            if letters_of(card) in spellings:
                accents_alone = key(clue) != key(card) and self._two_words(clue, card)
                if not accents_alone:
                    yield Finding(Ruling.INVALID, "K1", "visible", card)

    def _as_meant(self, clue: str) -> str:
        """The clue, or what a keyboard without umlauts, or the other side of the ocean, has made of it."""
        if self.lexicon.word(clue) is not None:
            return clue
        meant = next((other for other in self.language.respell(key(clue)) if self.lexicon.exists(other)), None)
        return clue if meant is None else meant.capitalize() if clue[:1].isupper() else meant

    def _two_words(self, clue: str, card: str) -> bool:
        """Spelled alike but for accents, and both are words: *Bar* and BÄR, *jeûne* and JEUNE."""
        if fold(clue) == key(clue) and clue.isupper():
            return False
        one, other = self.lexicon.word(clue), self.lexicon.word(card)
        exact = one is not None and one.form == key(clue) and other is not None and other.form == key(card)
        return exact and one is not None and bool(one.flags & Flag.PRIME) and one.form != key(card)

    def _table_talk(self, clue: str, number: int | None, cards: tuple[str, ...], rules: Profile) -> Iterator[Finding]:
        """Letters, numbers and places (K5), greys (P5), shapes (P6)."""
        meant = max(number or 1, 1)
        same_letter = letters.cards_by_letter(clue, cards)
        if len(same_letter) >= meant:
            yield Finding(Ruling.INVALID, "K5", "letter", same_letter[0])
        if cards and letters.is_about_spelling(clue, self.language):
            yield Finding(Ruling.ASK, "K5", "spelling")
        same_length = letters.cards_by_length(clue, cards, self.language)
        if len(same_length) >= meant:
            yield Finding(Ruling.ASK, "K5", "length", same_length[0])
        if letters.is_place(clue, self.language):
            yield Finding(Ruling.ASK, "P5" if rules.book.greys else "K5", "place")
        if rules.book.greys and letters.is_grey(clue, self.language):
            yield Finding(Ruling.ASK, "P5", "grey")
        if rules.shapes_forbidden and letters.is_shape(clue, self.language):
            yield Finding(Ruling.INVALID, "P6", "shape")

    def _relatives(self, clue: str, cards: tuple[str, ...], rules: Profile) -> Iterator[Finding]:
        """Families and parts (K2, K3)."""
        for card in cards:
            try:
                relation = self.families.relation(clue, card)
            except TooIntricate as found:
                yield _too_intricate(found)
                continue
            if relation:
                related = _related(relation, clue, card)
                yield replace(related, root=self._written(related.root) or "")
            elif rules.hidden_parts_count and _hidden(clue, card):
                yield Finding(Ruling.ASK, "K3", "hidden_part", card)

    def _sounds(self, clue: str, cards: tuple[str, ...], rules: Profile) -> Iterator[Finding]:
        for card in cards:
            if letters_of(card) == letters_of(clue) and key(card) == key(clue):
                continue
            near = sounds.likeness(clue, card, self.language, self.lexicon)
            if near is sounds.Likeness.SAME:
                yield Finding(Ruling.INVALID, "K4", "homophone", card)
            elif near is not None:
                forbidden = rules.book.near_sounds_forbidden and near is sounds.Likeness.CLOSE
                yield Finding(Ruling.INVALID if forbidden else Ruling.ASK, "K4", "close_sound", card)

    def _foreign(self, clue: str, cards: tuple[str, ...], rules: Profile) -> Iterator[Finding]:
        """Translations, words of other languages, words of none (K6, K9)."""
        if len(letters_of(clue)) < 2 or letters_of(clue).isdecimal() or not self.lexicon.complete:
            return
        for card in cards:
            translated = translation(clue, card, self.lexicon, self.language)
            if translated:
                language, sure = translated
                yield Finding(Ruling.INVALID if sure else Ruling.ASK, "K6", "translation", card, other=language)
        try:
            belongs = membership(clue, self.lexicon, self.families)
        except TooIntricate as found:
            yield _too_intricate(found)
            return
        if belongs.belonging is Belonging.FOREIGN:
            reason = "foreign" if belongs.language else "foreign_far"
            yield Finding(Ruling.INVALID, "K6", reason, other=belongs.language)
        elif belongs.belonging is Belonging.DOUBTFUL:
            yield Finding(Ruling.ASK, "K6", "foreign_perhaps", other=belongs.language)
        elif belongs.belonging is Belonging.DERIVED:  # *giraffee* is none, though *employee* is
            meant = self._written(did_you_mean(clue, self.lexicon, EVERYDAY))
            if meant:
                yield Finding(Ruling.ASK, "K6", "did_you_mean", other=meant)
        elif belongs.belonging in (Belonging.UNKNOWN, Belonging.INVENTED) and not self._acronym(clue):
            meant = self._written(did_you_mean(clue, self.lexicon))
            if meant or belongs.belonging is Belonging.UNKNOWN:
                yield Finding(Ruling.ASK, "K6", "did_you_mean" if meant else "unknown", other=meant or "")
            else:
                yield Finding(Ruling.ASK, "K11" if rules.book.invented_compounds else "K12", "invented")


def _hidden(clue: str, card: str) -> bool:
    short, long = sorted((letters_of(clue), letters_of(card)), key=len)
    return len(short) >= 2 and short in long


def _too_intricate(found: TooIntricate) -> Finding:
    """Nobody has shown that the clue is right or wrong: people have to say."""
    return Finding(Ruling.ASK, "K2", "too_intricate", root=found.word)


def _related(relation: Relation, clue: str, card: str) -> Finding:
    """The sentence that fits the way in which two words are related."""
    ruling = Ruling.INVALID if relation.trust is Trust.SURE else Ruling.ASK
    clue_is_root = relation.clue in (Kind.ITSELF, Kind.FORM)
    card_is_root = relation.card in (Kind.ITSELF, Kind.FORM)
    if relation.by_spelling and ruling is Ruling.INVALID:
        return Finding(ruling, "K2", "spelled_alike", card)
    if clue_is_root and card_is_root:
        rule, reason = "K2", "same_word"
    elif clue_is_root:
        rule = "K3"
        reason = "part_of_card" if relation.card is Kind.MEMBER else "base_of_card"
    elif card_is_root:
        rule = "K3" if relation.clue is Kind.MEMBER else "K2"
        reason = "contains_card" if relation.clue is Kind.MEMBER else "from_card"
    else:
        rule, reason = "K2", "shared_root"
    if ruling is Ruling.ASK:
        reason += "_perhaps"
    return Finding(ruling, rule, reason, card, root=relation.root)
