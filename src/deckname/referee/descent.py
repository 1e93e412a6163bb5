"""One step back from a word: what it is a form of, what it is derived from, what it is made up of.

Lemma tables, the definitions of dictionaries, the affixes of the language, and the sounds and frequencies of would-be
members of a compound speak for a step; `family.py` follows the steps to the roots.

All that is known of words comes in by `look_up`, and between two look-ups little is done: whoever counts them knows how
much work a word makes. What a long word begins with is taken apart once, however many of its endings are words.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum

from deckname.referee.languages.base import Affix, Language, Trust
from deckname.referee.lexicon import Flag, Word
from deckname.referee.text import common_prefix, fold, kindred, without_final_vowel

_SHORTEST_ROOT = 3
_LONG_COMPOUND = 7
_LOST = 2  # letters that a base may lose before an ending where a dictionary names it (*skeleton*, *skeletal*)
_UNMISTAKABLE = 6  # shared letters that, with a dictionary's word for it, leave no doubt
_PLAIN_MEMBER = 400  # what is heard without a stress of its own (*snowfall*) must be plainer still
_PARTICIPLES = ("é", "ée", "és", "ées")  # unmistakably forms of a verb, also where they have become nouns (*invité*)
_PLAIN_BASE = 390  # a short base of an ending that no dictionary confirms must be an everyday word
_LONG_MEMBER = 7  # a rarer noun of so many letters is no accident: *Apfelbaum-haus*
_FREQUENT_MEMBER = 330  # a member of an unconfirmed compound must be a word everybody knows


class Kind(StrEnum):
    """How a word goes back to a root."""

    ITSELF = "itself"
    FORM = "form"
    DERIVED = "derived"
    MEMBER = "member"


class Descent:
    """Takes words of one language one step back, and remembers the compounds that it has taken apart."""

    def __init__(self, language: Language, look_up: Callable[[str], Word | None]) -> None:
        self.language = language
        self._word = look_up
        self._taken_apart: dict[str, tuple[str, ...]] = {}

    def steps(self, form: str) -> Iterator[tuple[str, Trust, Kind]]:
        """One step back from a form: (root, trust, kind)."""
        word = self._word(form)
        if word is not None:
            for lemma in word.lemmas:
                if not self._stands_for_itself(word, lemma):
                    yield lemma, self._form_trust(word, lemma), Kind.FORM
            yield from self._named(word)
        yield from ((base, trust, Kind.DERIVED) for base, trust in self._bases(form))
        yield from ((part, Trust.SURE, Kind.MEMBER) for part in self._members(form))

    def as_form(self, form: str, lemma: str) -> Trust | None:
        """How surely a word is written like a form, still in use, of another."""
        if form == lemma or not form.startswith(lemma) or not self._root_worthy(lemma):
            return None
        word = self._word(form)
        if word is None or word.form != form:
            return None
        if self.language.plural(lemma) == form:
            return Trust.SURE if self._is(lemma, Flag.NOUN) and self._is(lemma, Flag.LEMMA) else None
        if lemma in word.lemmas and self._stands_for_itself(word, lemma):
            return self._in_use(form, lemma)
        return None

    def _in_use(self, form: str, lemma: str) -> Trust | None:
        """*Herde* is the plural of *Herd*; *Buche* is no dative of *Buch* to anybody today, as *Bücher* tells."""
        if self._is_form(lemma + self.language.adjective_ending, lemma):
            return Trust.SURE if self._is(lemma, Flag.NOUN) or self._confirmed(form, lemma) else Trust.LIKELY
        if any(other != form and self._is_form(other, lemma) for other in self.language.strong_plurals(lemma)):
            return None
        proofs = self.language.plural_proofs.get(form.removeprefix(lemma))
        proven = proofs is None or any(
            self._is_form(lemma + ending, lemma) and not self._is(lemma + ending, Flag.VERB) for ending in proofs
        )
        return Trust.SURE if proven else Trust.LIKELY

    def _stands_for_itself(self, word: Word, lemma: str) -> bool:
        """*Buche* is a word of its own: what is made of it has nothing to do with *Buch*."""
        ending = word.form.removeprefix(lemma)
        return bool(word.flags & Flag.HEADWORD) and ending in self.language.weak_endings

    def _form_trust(self, word: Word, lemma: str) -> Trust:
        """A noun that happens to be written like a form of a verb (*brise*, *briser*) is worth a question."""
        if not (self.language.nouns_like_verb_forms and word.flags & Flag.NOUN) or word.form.endswith(_PARTICIPLES):
            return Trust.SURE
        chance = lemma.endswith(self.language.verb_endings) and self._is(lemma, Flag.VERB)
        return Trust.LIKELY if chance and not self._confirmed(word.form, lemma) else Trust.SURE

    def _named(self, word: Word) -> Iterator[tuple[str, Trust, Kind]]:
        """Relatives that the definition names and whose stem the word contains."""
        for other in word.mentions:
            a, b = fold(word.form), fold(other)
            stem = without_final_vowel(b)
            if len(stem) >= 4 and (a.startswith(stem) or a.endswith((stem, b))) and self._root_worthy(other):
                member = a.endswith(b) or self._begins_compound(word.form, other)
                yield other, Trust.SURE, Kind.MEMBER if member else Kind.DERIVED
            elif len(b) == _SHORTEST_ROOT and a.startswith(b) and a != b and self._root_worthy(other):
                yield other, Trust.LIKELY, Kind.DERIVED
            elif (
                len(b) <= len(a)
                and self._root_worthy(other)
                and (shared := common_prefix(a, b)) >= max(4, len(b) - _LOST)
            ):
                yield other, Trust.SURE if shared >= _UNMISTAKABLE else Trust.LIKELY, Kind.DERIVED

    def _begins_compound(self, form: str, first: str) -> bool:
        """*Jahr* is a member of *Jahrmarkt*; no ending has made the one of the other."""
        rest = form.removeprefix(first)
        whole_word = len(rest) > 3 and rest not in self.language.bound and self._member_worthy(rest)
        return self.language.compounds and rest != form and whole_word

    def _confirmed(self, one: str, other: str) -> bool:
        """Whether a dictionary names one of the two, or a form of it, in defining the other."""
        for a, b in ((one, other), (other, one)):
            word = self._word(a)
            if word and (b in word.mentions or any(self._is_form(m, b) for m in word.mentions)):
                return True
        return False

    def _is_form(self, form: str, of: str) -> bool:
        word = self._word(form)
        return word is not None and word.form == form and of in word.lemmas

    def _root_worthy(self, form: str) -> bool:
        word = self._word(form)
        return (
            len(form) >= _SHORTEST_ROOT
            and form not in self.language.small_words
            and word is not None
            and word.form == form
            and bool(word.flags & (Flag.PRIME | Flag.NAME) or (word.in_dictionary and word.zipf >= 250))
        )

    def _bases(self, form: str) -> Iterator[tuple[str, Trust]]:
        """What a word may be derived from, by taking off a prefix, a suffix, or both at once."""
        for base, ending, affix in self._stripped(form):
            if base == form or not self._root_worthy(base) or not self._may_be_base(base, affix):
                continue
            if ending in self.language.verb_endings and not self._is(base, Flag.VERB):
                continue
            sure = self._confirmed(form, base) or self._verb_of_noun(form, base, affix)
            trust = Trust.SURE if sure else self._unconfirmed(form, base, affix)
            if trust > Trust.HINT:
                yield base, trust if self._only_of_noun(form, base, affix) else min(trust, affix.most)

    def _may_be_base(self, base: str, affix: Affix) -> bool:
        """Dictionary forms are; others only where the ending is put to forms, too (*un-changed*, *joking-ly*)."""
        return self._is(base, Flag.LEMMA) or (affix.text in self.language.joined_to_forms and len(base) > 4)

    def _verb_of_noun(self, form: str, base: str, affix: Affix) -> bool:
        """*enträtseln* from *Rätsel*; what comes of a verb (*verstehen*) has mostly gone its own way."""
        verb = affix.text in self.language.verb_makers and self._is(form, Flag.VERB)
        noun = len(base) >= 4 and self._is(base, Flag.NOUN) and not self._is(base, Flag.VERB)
        return (verb and noun) or self._only_of_noun(form, base, affix)

    def _only_of_noun(self, form: str, base: str, affix: Affix) -> bool:
        """*überbrücken* can only come of *Brücke*: without its prefix it would be no verb."""
        if affix.text not in self.language.loose_verb_makers or not self._is(form, Flag.VERB):
            return False
        simple = form.removeprefix(affix.text)
        return len(base) >= 4 and self._is(base, Flag.NOUN) and base != simple and not self._is(simple, Flag.PRIME)

    def _unconfirmed(self, form: str, base: str, affix: Affix) -> Trust:
        """What an affix proves where no dictionary helps."""
        if affix.trust is Trust.HINT:
            noun_inside = affix.text in self.language.verbs_of_nouns and len(base) > 4 and self._is(base, Flag.NOUN)
            return Trust.LIKELY if noun_inside and self._is(form, Flag.VERB) else Trust.HINT
        short = len(base) < 4 and base + base[-1] not in form
        if affix.trust is Trust.SURE:
            return Trust.SURE if not short or self.language.must_be_heard else self._on_short_noun(form, base)
        if not self.language.must_be_heard:
            return Trust.HINT if short else self._by_ending(base, affix)
        if not self._heard(form, base):
            return Trust.HINT
        if self._plainly_made(form, base, affix):
            return Trust.SURE if len(base) > 3 or not short else Trust.LIKELY
        return Trust.HINT if short else self._by_ending(base, affix)

    def _by_ending(self, base: str, affix: Affix) -> Trust:
        return Trust.SURE if affix.text in self.language.transparent and len(base) > 4 else Trust.LIKELY

    def _on_short_noun(self, form: str, base: str) -> Trust:
        """*eisig* and *Eis*, *wüten* and *Wut*: three letters will do where a plain noun makes what is none."""
        plain = self._is(base, Flag.NOUN) and self._zipf(base) >= _PLAIN_BASE
        return Trust.LIKELY if plain and not self._is(form, Flag.NOUN) else Trust.HINT

    def _plainly_made(self, form: str, base: str, affix: Affix) -> bool:
        """*foolish*, *leader*: an adjective of a noun or a doer of a verb, said as both, whatever their length."""
        if self._zipf(base) < _PLAIN_BASE or not self._heard(form, base, whole=True):
            return False
        if affix.text in self.language.makes_adjectives:
            return self._is(base, Flag.NOUN) and not self._is(form, Flag.NOUN)
        return affix.text in self.language.makes_doers and self._is(base, Flag.VERB) and self._is(form, Flag.NOUN)

    def _zipf(self, form: str) -> int:
        word = self._word(form)
        return word.zipf if word else 0

    def _is(self, form: str, flag: Flag) -> bool:
        word = self._word(form)
        return word is not None and bool(word.flags & flag)

    def _heard(self, form: str, base: str, whole: bool = False) -> bool:
        """Whether the base can be heard in the word, its last sound apart unless it must be `whole`."""
        word, part = self._word(form), self._word(base)
        if word is None or part is None or not word.sounds or not part.sounds:
            return not whole
        if (
            not whole
            and len(base) > 4
            and any(_bones(w).startswith(_bones(p)) for w in word.sounds for p in part.sounds)
        ):
            return True
        stems = [sound.translate(_FADED) for sound in part.sounds]
        return any(
            (stem if whole or len(stem) < 3 else stem[:-1]) in sound.translate(_FADED)
            for stem in stems
            for sound in word.sounds
        )

    def _stripped(self, form: str) -> Iterator[tuple[str, str, Affix]]:
        """(base, the ending it was given, the weaker of the affixes taken off)."""
        yield from self._without_suffix(form)
        for prefix in self.language.prefixes:
            rest = form.removeprefix(prefix.text).lstrip("-")
            if rest != form and len(rest) >= _SHORTEST_ROOT:
                for stem in self._stems_after(rest):
                    yield stem, "", prefix
                    for base, ending, suffix in self._without_suffix(stem):
                        yield base, ending, min(prefix, suffix, key=lambda affix: affix.trust)

    @staticmethod
    def _stems_after(rest: str) -> Iterator[str]:
        yield rest
        if len(rest) > _SHORTEST_ROOT + 1 and rest[0] == rest[1]:
            yield rest[1:]

    def _without_suffix(self, form: str) -> Iterator[tuple[str, str, Affix]]:
        for suffix in self.language.suffixes:
            stem = form.removesuffix(suffix.text)
            if stem != form and len(stem) >= 2:
                for shape in self._shapes(stem) if suffix.changes else (stem,):
                    for ending in suffix.bases:
                        yield shape + ending, ending, suffix

    def _shapes(self, stem: str) -> Iterator[str]:
        """A stem and what it may have been before the ending changed it."""
        yield stem
        for pattern, replacement in self.language.patterns:
            changed = pattern.sub(replacement, stem)
            if changed != stem:
                yield changed

    def _members(self, form: str) -> tuple[str, ...]:
        """The members of a compound, where sounds, definitions or sheer frequency speak for one; each once."""
        if form not in self._taken_apart:
            self._taken_apart[form] = tuple(dict.fromkeys(self._splits(form)))
        return self._taken_apart[form]

    def _splits(self, form: str) -> Iterator[str]:
        """The members of every credible split."""
        for cut in range(_SHORTEST_ROOT, len(form) - _SHORTEST_ROOT + 1):
            first, second = form[:cut], form[cut:].lstrip("-")
            if second in self.language.bound or not self._member_worthy(second):
                continue
            yield from self._two_members(form, first, second) or self._three_members(form, first, second)

    def _two_members(self, form: str, first: str, second: str) -> tuple[str, ...]:
        return tuple(
            part for member in self._first_members(first, second) for part in self._credible(form, member, second)
        )

    def _three_members(self, form: str, first: str, second: str) -> tuple[str, ...]:
        """Of a compound that nobody lists, such as *Mondkäseturm*, whose first part is one that nobody lists either."""
        tail = self._word(second)
        if not self.language.clipped or self._word(form) or self._word(first):
            return ()
        if tail is None or tail.zipf < _FREQUENT_MEMBER or not tail.flags & Flag.NOUN:
            return ()
        bare = dict.fromkeys(first.removesuffix(link) for link in self.language.links)
        inner = next((parts for one in bare if (parts := self._members(one))), ())
        return (*inner, second) if inner else ()

    def _first_members(self, first: str, second: str) -> Iterator[str]:
        whole_noun = self._is(first, Flag.NOUN) and self._is(first, Flag.LEMMA) and self._member_worthy(first)
        seen = set()
        for link in ("",) if whole_noun else self.language.links:  # *Eisen-bahn* is no *Eis-en-bahn*
            bare = first.removesuffix(link) if link else first
            if len(bare) < _SHORTEST_ROOT or (link and bare == first):
                continue
            if link and not self.language.clipped and self._member_worthy(link + second):
                continue  # *sun-spot* is no *sun-s-pot*
            for candidate in self._full(bare):
                if candidate not in seen and not self._bound_first(bare) and self._member_worthy(candidate):
                    seen.add(candidate)
                    yield candidate

    def _bound_first(self, bare: str) -> bool:
        """Endings that are words, too (*Haft*), never end a compound, but may begin one."""
        return bare in self.language.bound and all(suffix.text != bare for suffix in self.language.suffixes)

    def _full(self, bare: str) -> tuple[str, ...]:
        """A first member, or what it was before it lost its ending (*Schul-*, *Schreib-*)."""
        whole = self._root_worthy(bare)
        if not self.language.clipped or (whole and self._is(bare, Flag.LEMMA)):
            return (bare,)
        return (*((bare,) if whole else ()), *(bare + ending for ending in self.language.clipped))

    def _member_worthy(self, form: str) -> bool:
        """Members are dictionary forms, except where plurals are joined, too (*Bücher-regal*)."""
        return self._root_worthy(form) and (bool(self.language.clipped) or self._is(form, Flag.LEMMA))

    def _credible(self, form: str, first: str, second: str) -> tuple[str, ...]:
        """Which of two would-be members may be believed."""
        named = tuple(member for member in (first, second) if self._confirmed(form, member))
        if not self.language.compounds:
            return named if all(kindred(form, member) for member in (first, second)) else ()
        if named or self._sounds_joined(form, first, second):
            return first, second
        if self.language.clipped and self._noun_by_tail(form, first, second):
            return first, second
        known = [self._word(member) for member in (first, second)]
        word = self._word(form)
        unpronounced = word is None or not word.sounds or not word.in_dictionary
        long = len(first) + len(second) >= _LONG_COMPOUND
        frequent = [bool(member and member.zipf >= _FREQUENT_MEMBER) for member in known]
        if unpronounced and long and all(frequent):
            return first, second
        if self.language.clipped and word is None and frequent[1] and len(first) >= _LONG_MEMBER:
            return (first, second) if all(self._is(member, Flag.NOUN) for member in (first, second)) else ()
        return ()

    def _noun_by_tail(self, form: str, first: str, second: str) -> bool:
        """A noun that ends in a noun, heard as such, and begins with a word: German compounds look like that."""
        if len(second) < 4 or not (self._is(form, Flag.NOUN) and self._is(second, Flag.NOUN)):
            return False
        start, whole, tail = (self._word(member) for member in (first, form, second))
        if len(first) < 4 and not (start and start.flags & Flag.NOUN and start.zipf >= _PLAIN_MEMBER):
            return False
        if len(second) < 5 and not form.startswith(first):
            return False
        if whole is None or tail is None or not whole.sounds:
            return True
        return any(
            sound.translate(_SHORT).endswith(end.translate(_SHORT)) for sound in whole.sounds for end in tail.sounds
        )

    def _sounds_joined(self, form: str, first: str, second: str) -> bool:
        """Whether the word is said as its members are, one after the other, each with a stress of its own."""
        whole, one, two = (self._word(member) for member in (form, first, second))
        if whole is None or one is None or two is None:
            return False
        plain = min(len(first), len(second)) > 3 and min(one.zipf, two.zipf) >= _PLAIN_MEMBER
        return any(
            _joined(sound, head, tail, plain) for sound in whole.sounds for head in one.sounds for tail in two.sounds
        )


_FADED = str.maketrans("ɪ", "ʌ", "ˈˌ")  # vowels without stress sound alike: *person*, *personal*
_ENGLISH_VOWELS = frozenset("aæʌɔWYɛɝeɪioOʊuˈˌ")
_PLAIN = str.maketrans("ɔæ", "aɛ", "ˈˌ")  # English speakers differ in the vowels of *fall* and *scare*
_SHORT = str.maketrans("āēīōūȳǿǣ", "aɛɪɔʊʏœɛ")  # lexicons differ in how long the vowels of *Garten* are


def _bones(sound: str) -> str:
    """The consonants: a stress that moves on changes the vowels (*explore*, *exploration*)."""
    return "".join(c for c in sound.replace("ɝ", "r") if c not in _ENGLISH_VOWELS)


def _joined(sound: str, head: str, tail: str, plain: bool) -> bool:
    """`plain`: both are such common words that they are heard without a stress, too, if no vowel has faded."""
    bare, head, tail = (spoken.translate(_PLAIN) for spoken in (sound, head, tail))
    if head[-1:] == tail[:1] and len(bare) < len(head) + len(tail):
        head = head[:-1]  # *film-maker* is said with one *m*
    link = len(bare) - len(head) - len(tail)
    if len(head) < 2 or len(tail) < 2 or not 0 <= link <= 2:
        return False
    if not (bare.startswith(head) and bare.endswith(tail)):
        return False
    # English writes stress: a member said without any is no longer heard as a word (the *port* of *airport* is).
    return plain or "ˈ" not in sound or "ˌ" in sound or sound.count("ˈ") > 1
