"""Word families (K2, K3): which roots a word goes back to, and how surely.

Every word is traced to its roots: by inflection, by the affixes of its language, by the members of a compound,
and by what dictionaries say. Two words are related if they share a root; how surely is the weaker of the two
traces. A look-alike that nothing confirms counts for little: CAR is no relative of *carpet*.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Literal

from deckname.referee.languages.base import Affix, Language, Trust
from deckname.referee.lexicon import Flag, Lexicon, Word
from deckname.referee.text import common_prefix, fold, kindred, without_final_vowel, words_of

_DEPTH = 2
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


_ORDER = list(Kind)


@dataclass(frozen=True, slots=True)
class Trace:
    """The way from a word to one of its roots."""

    trust: Trust
    kind: Kind
    depth: int = 0
    last: bool = False  # reached by review: its own relatives are no business of the word's


@dataclass(frozen=True, slots=True)
class Relation:
    """What ties a clue to a card: the shared root, how surely, and how each goes back to it."""

    root: str
    trust: Trust
    clue: Kind
    card: Kind
    by_spelling: bool = False  # the letters alone: the two may be strangers


class Families:
    """Traces words of one language to their roots."""

    def __init__(self, language: Language, lexicon: Lexicon) -> None:
        self.language = language
        self.lexicon = lexicon
        self.roots = lru_cache(maxsize=2_048)(self._roots)

    def relation(self, clue: str, card: str) -> Relation | None:
        """The strongest tie between two words (or any words of theirs), if any."""
        best: Relation | None = None
        ours, theirs = words_of(clue), words_of(card)
        for one in ours:
            for other in theirs:
                found = self._tie(one, other, clue)
                if found and (best is None or found.trust > best.trust):
                    best = found
        if best is None:
            return None
        return replace(
            best,
            clue=Kind.MEMBER if len(ours) > 1 else best.clue,
            card=Kind.MEMBER if len(theirs) > 1 else best.card,
            by_spelling=best.by_spelling and len(ours) == len(theirs) == 1,
        )

    def _tie(self, one: str, other: str, written: str) -> Relation | None:
        if {one, other} & self.language.small_words:
            return None
        alike = self._spelled_alike(one, other)
        if self._reviewed("strangers", one, other):
            # Strangers may still be spelled alike; where nouns have capitals, one of these says which is meant.
            noun = self.language.nouns_in_capitals and not written[:1].islower()
            return alike if alike and noun and alike.trust is Trust.SURE else None
        kin = self._kinship(one, other)
        found = max((tie for tie in (kin, alike) if tie), key=lambda tie: tie.trust, default=None)
        if found and self._reviewed("distant", one, other):
            return replace(found, trust=min(found.trust, Trust.LIKELY))
        return found

    def _kinship(self, one: str, other: str) -> Relation | None:
        """The strongest tie by a root that both go back to."""
        mine, theirs = self.roots(one), self.roots(other)
        shared = [r for r in sorted(mine.keys() & theirs.keys()) if self._tells(mine[r], theirs[r])]
        if not shared:
            return None

        def telling(root: str) -> tuple[int, ...]:
            ways = (mine[root], theirs[root])
            return (
                self._weight(root, *ways),
                -sum(way.last for way in ways),
                -sum(_ORDER.index(way.kind) for way in ways),
                -len(root),
            )

        root = max(shared, key=telling)
        return Relation(root, self._weight(root, mine[root], theirs[root]), mine[root].kind, theirs[root].kind)

    def _spelled_alike(self, one: str, other: str) -> Relation | None:
        """One is written like a form of the other, whatever else it may mean (K8): *Herde*, HERD.

        This holds of the two alone: what is made of either (*Herdplatte*, HERDE) belongs to the word that it means.
        """
        if trust := self._as_form(one, other):
            return Relation(other, trust, Kind.FORM, Kind.ITSELF, by_spelling=True)
        if trust := self._as_form(other, one):
            return Relation(one, trust, Kind.ITSELF, Kind.FORM, by_spelling=True)
        return None

    def _as_form(self, form: str, lemma: str) -> Trust | None:
        """How surely a word is written like a form, still in use, of another."""
        if form == lemma or not form.startswith(lemma) or not self._root_worthy(lemma):
            return None
        word = self.lexicon.word(form)
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

    def _forms(self, word: str) -> frozenset[str]:
        """A word, and its lemmas if it is no lemma itself: what holds of *arriver* holds of *arriva*."""
        known = self.lexicon.word(word)
        return frozenset((word, *(known.lemmas if known and not known.flags & Flag.LEMMA else ())))

    def _reviewed(self, kind: Literal["strangers", "distant"], one: str, other: str) -> bool:
        table: dict[str, set[str]] = getattr(self.language.families, kind)
        ours, theirs = self._forms(one), self._forms(other)
        if ours & theirs and other not in table.get(one, set()):
            return False
        return any(table.get(form, set()) & theirs for form in ours)

    def _weight(self, root: str, mine: Trace, theirs: Trace) -> Trust:
        """The weaker trust; words that merely share a member are no close relatives in most languages."""
        kinds = (mine.kind, theirs.kind)
        siblings = Kind.MEMBER in kinds and Kind.ITSELF not in kinds and Kind.FORM not in kinds
        clash = self.language.siblings_clash and root not in self.language.loose_members
        most = Trust.LIKELY if siblings and not clash else Trust.SURE
        return min(mine.trust, theirs.trust, most)

    @staticmethod
    def _tells(mine: Trace, theirs: Trace) -> bool:
        """Two maybes make no relation, nor does a maybe at the end of a long way."""
        trusts = (mine.trust, theirs.trust)
        return min(trusts) is Trust.SURE or (Trust.SURE in trusts and mine.depth + theirs.depth <= _DEPTH)

    def _roots(self, word: str) -> dict[str, Trace]:
        """Every root of a word with the surest way to it."""
        forms, reviewed = self._forms(word), self.language.families
        strangers = {other for form in forms for other in reviewed.strangers.get(form, ())} - forms
        distant = {other for form in forms for other in reviewed.distant.get(form, ())} - forms
        found = {word: Trace(Trust.SURE, Kind.ITSELF)}
        frontier = [word]
        while frontier:
            here = found[form := frontier.pop()]
            for root, trust, kind, last in () if here.last else self._steps(form):
                short = len(root) < _SHORTEST_ROOT and not last
                far = kind is not Kind.FORM and (here.depth >= _DEPTH or short)
                doubtful = max(here.trust, trust) is Trust.LIKELY  # two maybes in a row
                if far or doubtful or root in strangers:
                    continue
                way = Trace(
                    min(here.trust, trust, Trust.LIKELY if root in distant else Trust.SURE),
                    max(here.kind, kind, key=_ORDER.index),
                    here.depth + (kind is not Kind.FORM),
                    last,
                )
                known = found.get(root)
                if known is None or (way.trust, -way.depth) > (known.trust, -known.depth):
                    found[root] = way
                    frontier.append(root)
        return found

    def _steps(self, form: str) -> Iterator[tuple[str, Trust, Kind, bool]]:
        """One step back from a form: (root, trust, kind, whether to stop there)."""
        reviewed = self.language.families
        yield from ((other, Trust.SURE, Kind.DERIVED, True) for other in reviewed.same.get(form, ()) if other != form)
        yield from ((other, Trust.LIKELY, Kind.DERIVED, True) for other in reviewed.distant.get(form, ()))
        yield from ((other, Trust.SURE, Kind.MEMBER, True) for other in reviewed.members.get(form, ()))
        word = self.lexicon.word(form)
        if word is not None:
            for lemma in word.lemmas:
                if not self._stands_for_itself(word, lemma):
                    yield lemma, self._form_trust(word, lemma), Kind.FORM, False
            yield from ((*named, False) for named in self._named(word))
        yield from ((base, trust, Kind.DERIVED, False) for base, trust in self._bases(form))
        yield from ((*member, False) for member in self._members(form))

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
            word = self.lexicon.word(a)
            if word and (b in word.mentions or any(self._is_form(m, b) for m in word.mentions)):
                return True
        return False

    def _is_form(self, form: str, of: str) -> bool:
        word = self.lexicon.word(form)
        return word is not None and word.form == form and of in word.lemmas

    def _root_worthy(self, form: str) -> bool:
        word = self.lexicon.word(form)
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
        word = self.lexicon.word(form)
        return word.zipf if word else 0

    def _is(self, form: str, flag: Flag) -> bool:
        word = self.lexicon.word(form)
        return word is not None and bool(word.flags & flag)

    def _heard(self, form: str, base: str, whole: bool = False) -> bool:
        """Whether the base can be heard in the word, its last sound apart unless it must be `whole`."""
        word, part = self.lexicon.word(form), self.lexicon.word(base)
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

    def _members(self, form: str) -> Iterator[tuple[str, Trust, Kind]]:
        """The members of a compound, where sounds, definitions or sheer frequency speak for one."""
        if len(form) < 2 * _SHORTEST_ROOT:
            return
        for cut in range(_SHORTEST_ROOT, len(form) - _SHORTEST_ROOT + 1):
            first, second = form[:cut], form[cut:].lstrip("-")
            if second in self.language.bound or not self._member_worthy(second):
                continue
            for part in self._two_members(form, first, second) or self._three_members(form, first, second):
                yield part, Trust.SURE, Kind.MEMBER

    def _two_members(self, form: str, first: str, second: str) -> tuple[str, ...]:
        return tuple(
            part for member in self._first_members(first, second) for part in self._credible(form, member, second)
        )

    def _three_members(self, form: str, first: str, second: str) -> tuple[str, ...]:
        """Of a compound that nobody lists, such as *Mondkäseturm*, whose first part is one that nobody lists either."""
        tail = self.lexicon.word(second)
        if not self.language.clipped or self.lexicon.word(form) or self.lexicon.word(first):
            return ()
        if tail is None or tail.zipf < _FREQUENT_MEMBER or not tail.flags & Flag.NOUN:
            return ()
        bare = (first.removesuffix(link) for link in self.language.links)
        inner = next((parts for one in bare if (parts := tuple(part for part, _, _ in self._members(one)))), ())
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
        known = [self.lexicon.word(member) for member in (first, second)]
        word = self.lexicon.word(form)
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
        start, whole, tail = (self.lexicon.word(member) for member in (first, form, second))
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
        whole, one, two = (self.lexicon.word(member) for member in (form, first, second))
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
