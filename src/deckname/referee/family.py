"""Word families (K2, K3): which roots a word goes back to, and how surely.

Every word is traced to its roots, step by step (`descent.py`): by inflection, by the affixes of its language, by the
members of a compound, and by what dictionaries say. Two words are related if they share a root; how surely is the
weaker of the two traces. A look-alike that nothing confirms counts for little: CAR is no relative of *carpet*.

People send whatever they like, so a trace has an end: it is given up when `MOST_STEPS` words have been looked up. How
many it takes is a matter of the word and its language alone, on every machine and however busy that is.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from deckname.referee.descent import Descent, Kind
from deckname.referee.languages.base import Language, Trust
from deckname.referee.lexicon import Flag, Lexicon, Word
from deckname.referee.text import words_of

MOST_STEPS = 6_000
"""For one word. Frequent nouns, also two joined, take 721 at most; the worst 80 letters that we could find 2,834."""
_DEPTH = 2
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


class TooIntricate(Exception):  # noqa: N818 - a word may be as long as it likes
    """A word that takes more than `MOST_STEPS` to trace."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


class Families:
    """Traces words of one language to their roots."""

    def __init__(self, language: Language, lexicon: Lexicon) -> None:
        self.language = language
        self.lexicon = lexicon
        self.descent = Descent(language, lexicon.word)
        self._known = lru_cache(maxsize=2_048)(self._trace)

    def roots(self, word: str) -> dict[str, Trace]:
        """Every root of a word with the surest way to it; raises TooIntricate."""
        found = self._known(word)
        if found is None:
            raise TooIntricate(word)
        return found

    def relation(self, clue: str, card: str) -> Relation | None:
        """The strongest tie between two words (or any words of theirs), if any; raises TooIntricate."""
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
        if trust := self.descent.as_form(one, other):
            return Relation(other, trust, Kind.FORM, Kind.ITSELF, by_spelling=True)
        if trust := self.descent.as_form(other, one):
            return Relation(one, trust, Kind.ITSELF, Kind.FORM, by_spelling=True)
        return None

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

    def _trace(self, word: str) -> dict[str, Trace] | None:
        """The roots of a word; None, which is worth remembering as well, if it is too intricate."""
        try:
            return self._roots(word, Descent(self.language, _Counted(self.lexicon.word, MOST_STEPS)))
        except _NoStepLeft:
            return None

    def _roots(self, word: str, descent: Descent) -> dict[str, Trace]:
        forms, reviewed = self._forms(word), self.language.families
        strangers = {other for form in forms for other in reviewed.strangers.get(form, ())} - forms
        distant = {other for form in forms for other in reviewed.distant.get(form, ())} - forms
        found = {word: Trace(Trust.SURE, Kind.ITSELF)}
        frontier = [word]
        while frontier:
            here = found[form := frontier.pop()]
            for root, trust, kind, last in () if here.last else self._steps(form, descent):
                far = kind is not Kind.FORM and here.depth >= _DEPTH
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

    def _steps(self, form: str, descent: Descent) -> Iterator[tuple[str, Trust, Kind, bool]]:
        """One step back from a form: (root, trust, kind, whether to stop there)."""
        reviewed = self.language.families
        yield from ((other, Trust.SURE, Kind.DERIVED, True) for other in reviewed.same.get(form, ()) if other != form)
        yield from ((other, Trust.LIKELY, Kind.DERIVED, True) for other in reviewed.distant.get(form, ()))
        yield from ((other, Trust.SURE, Kind.MEMBER, True) for other in reviewed.members.get(form, ()))
        yield from ((*step, False) for step in descent.steps(form))


class _NoStepLeft(Exception):  # noqa: N818 - what it means for a word is said by TooIntricate
    """Everything that a trace may look up has been looked up."""


class _Counted:
    """Looks up so many words, and no more."""

    def __init__(self, look_up: Callable[[str], Word | None], most: int) -> None:
        self._look_up, self._left = look_up, most

    def __call__(self, form: str) -> Word | None:
        if self._left == 0:
            raise _NoStepLeft
        self._left -= 1
        return self._look_up(form)
