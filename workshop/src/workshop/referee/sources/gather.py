"""What the languages' sources share: entries being filled, definitions read, frequencies."""

import gzip
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log10

import g2p2
import wordfreq
from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

from deckname.referee.languages.base import words
from deckname.referee.lexicon import Flag
from deckname.referee.text import Looks, key

Progress = Callable[[str], None]
RAREST = 200  # frequency lists are followed down to once in ten million words
WORTH_SAYING = 270  # rarer words than this go without a guessed pronunciation: the model takes a millisecond each
FUNCTION_WORD = 600  # a word this frequent in a definition says nothing of descent
FORMULAS = words(
    "action fait état partie personne celui qualité manière sorte relatif propre pièce nom effet art objet"
    " chose être avoir faire voir mettre over part state form act thing person kind something someone used"
    " using made position teil art form sache person etwas sein haben machen ein eine einen zu mit auf aus nach"
)  # what definitions begin with, whatever they define


@dataclass(slots=True)
class WordEntry:
    """A word while it is being gathered. A million of them at once: what is empty is shared."""

    zipf: int = 0
    flags: int = 0
    lemmas: frozenset[str] = frozenset()
    sounds: tuple[str, ...] = ()
    mentions: frozenset[str] = frozenset()


Entries = dict[str, WordEntry]


def entry(entries: Entries, form: str, flag: Flag | int = 0) -> WordEntry:
    """The entry of a form, made if need be, marked with `flag`."""
    found = entries.get(form)
    if found is None:
        found = entries[form] = WordEntry()
    found.flags |= int(flag)
    return found


def lines(package: str, *path: str) -> Iterator[str]:
    """The lines of a text file inside an installed package, packed or not."""
    raw = files(package).joinpath(*path).read_bytes()
    text = gzip.decompress(raw) if path[-1].endswith(".gz") else raw
    yield from text.decode("utf-8").splitlines()


@cache
def frequencies(language: str) -> dict[str, int]:
    """Every form of the frequency list with a hundred times its Zipf value."""
    zipfs: dict[str, int] = {}
    for number, forms in enumerate(wordfreq.get_frequency_list(language, "best")):
        # A bin holds the forms of one frequency; the first bin is 0 centibels.
        zipf = round(100 * (log10(10 ** (-number / 100)) + 9))
        for form in forms:
            zipfs.setdefault(key(form), zipf)
    return zipfs


def add_frequencies(entries: Entries, language: str) -> None:
    """Give every entry its frequency, and take in the frequent forms no dictionary has (mostly names)."""
    for form, zipf in frequencies(language).items():
        known = entries.get(form)
        if known is not None:
            known.zipf = zipf
        elif zipf >= RAREST and form.isalpha():
            entries[form] = WordEntry(zipf=zipf)


def lemma_table(language: str) -> Iterator[tuple[str, str]]:
    """(form, lemma) pairs of simplemma's dictionary."""
    table = DefaultDictionaryFactory(cache_max_size=1).get_dictionary(language)
    for form, lemma in table.items():
        yield (
            form.decode() if isinstance(form, bytes) else form,
            lemma.decode() if isinstance(lemma, bytes) else lemma,
        )


_TOKEN = re.compile(r"[^\W\d_]{2,}")


def add_mentions(entries: Entries, glosses: Iterable[tuple[str, str]]) -> None:
    """Note, for every defined word, the look-alikes its definition speaks of.

    "*Glaçon*: morceau de glace" is how a dictionary says that two words are of one family; a definition that
    happens to contain an unrelated word never looks like the word it defines.
    """
    looks: dict[str, tuple[str, Looks] | None] = {}

    def look(token: str) -> tuple[str, Looks] | None:
        form = key(token)
        other = entries.get(form)
        if other is None or form in FORMULAS or other.zipf >= FUNCTION_WORD:
            return None
        return form, Looks.of(form)

    for head, gloss in glosses:
        known = entries.get(head)
        if known is None:
            continue
        ours = Looks.of(head)
        named: set[str] = set()
        for token in set(_TOKEN.findall(gloss)):
            if token not in looks:
                looks[token] = look(token)
            seen = looks[token]
            if seen and seen[0] != head and ours.kindred(seen[1]):
                named.add(seen[0])
                named |= entries[seen[0]].lemmas - {head}
        known.mentions |= named


def add_guessed_sounds(
    entries: Entries, language: str, convert: Callable[[str], str], names_only: bool = False
) -> None:
    """Let the grapheme-to-phoneme model pronounce the words that no lexicon pronounces.

    `names_only` spares dictionary words: in a language of compounds they are better judged by their members.
    """
    skipped = int(Flag.PRIME | Flag.HEADWORD) if names_only else 0
    mute = [
        form
        for form, known in entries.items()
        if not known.sounds and known.zipf >= WORTH_SAYING and not known.flags & skipped and form.isalpha()
    ]
    for form, ipa in zip(mute, g2p2.phonemize_many(mute, language), strict=True):
        if ipa:
            entries[form].sounds += (convert(ipa),)
