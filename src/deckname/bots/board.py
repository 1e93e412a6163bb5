"""A board from outside a game that somebody wants clues for: what its giver sees, or what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from deckname.engine import EDITIONS, new_table, view
from deckname.engine.editions import SetupError, check_cards
from deckname.engine.model import ASSASSIN, BYSTANDER, Edition, Identity, Key, Options, Role, Seat, Side, SideSpec
from deckname.engine.view import View

from .asking import AskedWrongly


@dataclass(frozen=True)
class Board:
    """As it is asked for. In Duet the key is the seat's own face; the other one stays unknown."""

    edition: str
    cards: Sequence[str]
    key: Sequence[Identity]
    seat: Seat
    covered: frozenset[int] = frozenset()
    """In Duet the agents that either side has found, whatever they are on the seat's own face."""
    marks: Mapping[int, Sequence[Side]] = field(default_factory=dict)
    """In Duet the sides that have touched a card in vain, and left a token on it."""
    tokens: int | None = None
    """In Duet those that are left; None: as many as at the start."""

    def seen(self) -> View:
        """What the giver sees; AskedWrongly or SetupError for what can be no board of the edition."""
        self._check_seat()
        starts = self._check_key()
        table = new_table(self._rules, self.cards, starts, options=Options(tokens=self.tokens))
        self._check_cards_named()
        if self._rules.together:
            self._check_found()
            self._check_marks()
        elif self.marks:
            raise SetupError("bad_option", option="marks", edition=self.edition)
        faces = [(BYSTANDER,) * len(self.cards)] * self._rules.faces
        faces[self._face] = tuple(self.key)
        marks = tuple(tuple(self.marks.get(card, ())) for card in range(len(self.cards)))
        table = table._replace(turn=self.seat.side, covers=self._covers(), marks=marks)
        return view(table, Key(tuple(faces)), self.seat)

    @property
    def _rules(self) -> Edition:
        return EDITIONS[self.edition]

    @property
    def _side(self) -> SideSpec:
        return self._rules.side[self.seat.side]

    @property
    def _face(self) -> int:
        return self._side.giver_sees[0]

    def _covers(self) -> tuple[Identity | None, ...]:
        """In Duet nothing but agents is ever covered (D6)."""
        covers = [self._side.agent if self._rules.together else identity for identity in self.key]
        return tuple(cover if card in self.covered else None for card, cover in enumerate(covers))

    def _check_seat(self) -> None:
        if self.seat.side not in self._rules.side or self.seat.role is not Role.GIVER:
            givers = ", ".join(str(Seat(side, Role.GIVER)) for side in self._rules.side)
            raise AskedWrongly("no_giver", edition=self.edition, seat=self.seat, known=givers)

    def _check_key(self) -> Side | None:
        """Who starts with such a key."""
        check_cards(self._rules, self.cards)
        if len(self.key) != len(self.cards):
            raise AskedWrongly("other_count", cards=len(self.cards), identities=len(self.key))
        allowed = {spec.agent for spec in self._rules.sides} | {BYSTANDER, ASSASSIN}
        if strange := sorted(set(self.key) - allowed):
            known = ", ".join(sorted(allowed))
            raise AskedWrongly("unknown_identity", edition=self.edition, identity=strange[0], known=known)
        dealt = {starts: self._dealt(starts) for starts in self._rules.deals}
        for starts, counts in dealt.items():
            if counts == Counter(self.key):
                return starts
        known = " / ".join(map(_in_words, dealt.values()))
        raise AskedWrongly("no_such_key", edition=self.edition, counts=_in_words(Counter(self.key)), known=known)

    def _dealt(self, starts: Side | None, holding: Identity | None = None) -> Counter[Identity]:
        """What the cards are on the seat's own face, counted; only those that are `holding` on any face, if named."""
        counts: Counter[Identity] = Counter()
        for faces, count in self._rules.deals[starts].items():
            if holding is None or holding in faces:
                counts[faces[self._face]] += count
        return counts

    def _check_cards_named(self) -> None:
        last = len(self.cards) - 1
        if strange := [card for card in (*self.covered, *self.marks) if not 0 <= card <= last]:
            raise AskedWrongly("no_card", card=strange[0], last=last)
        ours = self._rules.side[self._side.clues_to].agent
        if ours not in (identity for card, identity in enumerate(self.key) if card not in self.covered):
            raise AskedWrongly("nothing_to_find", seat=self.seat)

    def _check_found(self) -> None:
        """Of the cards that are no agents on one's own face only so many are on the partner's (D2)."""
        most = self._dealt(None, holding=self._side.agent)
        for identity, count in Counter(self.key[card] for card in self.covered).items():
            if count > most[identity]:
                raise AskedWrongly(
                    "too_many_found", count=count, identity=identity, seat=self.seat, most=most[identity]
                )

    def _check_marks(self) -> None:
        """A partner's touch is judged by one's own face (D5): their token lies on a bystander."""
        partner = self._side.clues_to
        for card, sides in self.marks.items():
            if strange := [side for side in sides if side not in self._rules.side]:
                raise AskedWrongly("bad_marks", value=f"{card}{strange[0]}")
            if partner in sides and self.key[card] != BYSTANDER:
                raise AskedWrongly("not_missed", card=card, identity=self.key[card], seat=self.seat, side=partner)


def _in_words(counts: Counter[Identity]) -> str:
    return ", ".join(f"{count} {identity}" for identity, count in counts.items())
