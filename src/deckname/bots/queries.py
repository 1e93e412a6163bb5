"""What bots are asked from outside a game: a clue to understand, a board that wants clues, a clue on a board.

All say what is wrong with them (`BadQuery`). Questions of a game are `player.Question`; what the Bureau makes of these
here is in `bureau.advice`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from deckname.engine import EDITIONS, new_table, view
from deckname.engine.editions import SetupError, check_cards
from deckname.engine.model import (
    ASSASSIN,
    BYSTANDER,
    UNLIMITED,
    Clue,
    Edition,
    Identity,
    Key,
    Mode,
    Number,
    Options,
    Phase,
    Role,
    Seat,
    Side,
    SideSpec,
    is_readable,
)
from deckname.engine.rules import LONGEST_CLUE
from deckname.engine.view import View
from deckname.language import LANGUAGES, SpokenError

LARGEST_NUMBER = 99
MOST_CARDS = 100


class BadQuery(SpokenError):  # noqa: N818 - the mistake is the asker's
    """What can't be answered."""

    sentences = "bots_error"


@dataclass(frozen=True)
class GuessQuery:
    """What does this clue mean?"""

    cards: tuple[str, ...]
    clue: str
    number: Number
    language: str
    top: int | None

    @classmethod
    def read(cls, line: str, language: str, top: int | None) -> GuessQuery:
        """A line of JSON; `language` and `top` are for those that name none."""
        asked = {"language": language, "number": 1, "top": top, **_object(line)}
        match asked.get("cards"):
            case [str(), *_] as cards if all(isinstance(card, str) for card in cards):
                pass
            case _:
                raise BadQuery("bad_cards", most=MOST_CARDS, longest=LONGEST_CLUE)
        if not isinstance(asked.get("clue"), str):
            raise BadQuery("bad_clue", longest=LONGEST_CLUE)
        if asked["number"] != UNLIMITED and not _whole(asked["number"], 0, LARGEST_NUMBER):
            raise BadQuery("bad_number", most=LARGEST_NUMBER)
        if asked["top"] is not None and not _whole(asked["top"], 1):
            raise BadQuery("bad_top")
        if asked["language"] not in LANGUAGES:
            raise BadQuery("bad_language", known=", ".join(LANGUAGES))
        return cls(tuple(cards), asked["clue"], asked["number"], asked["language"], asked["top"])


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line.removeprefix("\ufeff"))  # some systems begin every text with this mark
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadQuery("not_object")
    return found


def _whole(value: object, least: int, most: int | None = None) -> bool:
    """True and false are whole numbers to Python alone."""
    return type(value) is int and least <= value and (most is None or value <= most)


@dataclass(frozen=True)
class ClueQuery:
    """A board, as it is asked for. In Duet the key is the seat's own layer; the other one stays unknown."""

    edition: str
    cards: Sequence[str]
    key: Sequence[Identity]
    seat: Seat
    covered: frozenset[int] = frozenset()
    """In Duet the agents that either side has found, whatever they are on the seat's own layer."""
    marks: Mapping[int, Sequence[Side]] = field(default_factory=dict)
    """In Duet the sides that have touched a card in vain, and left a token on it."""
    tokens: int | None = None
    """In Duet those that are left; None: as many as at the start."""
    log: tuple[Clue, ...] = ()
    """What was said before, and touched for it."""
    mode: Mode = Mode.TEAMS

    def seen(self) -> View:
        """What the giver sees; BadQuery or SetupError for what can be no board of the edition."""
        self._check_seat()
        starts = self._check_key()
        table = new_table(self._rules, self.cards, starts, self.mode, Options(tokens=self.tokens))
        if self.seat not in table.setup.seats:  # nobody speaks for an imaginary team
            raise self._no_giver(table.setup.sides)
        self._check_cards_named()
        _check_log(self._rules, self.log)
        if self._rules.together:
            self._check_found()
            self._check_marks()
        elif self.marks:
            raise SetupError("bad_option", option="marks", edition=self.edition)
        layers = [(BYSTANDER,) * len(self.cards)] * self._rules.layers
        layers[self._layer] = tuple(self.key)
        marks = tuple(tuple(self.marks.get(card, ())) for card in range(len(self.cards)))
        table = table._replace(turn=self.seat.side, covers=self._covers(), marks=marks, log=self.log)
        return view(table, Key(tuple(layers)), self.seat)

    @property
    def _rules(self) -> Edition:
        return EDITIONS[self.edition]

    @property
    def _side(self) -> SideSpec:
        return self._rules.side[self.seat.side]

    @property
    def _layer(self) -> int:
        return self._side.giver_sees[0]

    def _covers(self) -> tuple[Identity | None, ...]:
        """In Duet nothing but agents is ever covered (D6)."""
        covers = [self._side.agent if self._rules.together else identity for identity in self.key]
        return tuple(cover if card in self.covered else None for card, cover in enumerate(covers))

    def _check_seat(self) -> None:
        if self.seat.side not in self._rules.side or self.seat.role is not Role.GIVER:
            raise self._no_giver(self._rules.side)

    def _no_giver(self, sides: Iterable[Side]) -> BadQuery:
        givers = ", ".join(str(Seat(side, Role.GIVER)) for side in sides)
        return BadQuery("no_giver", edition=self.edition, seat=self.seat, known=givers)

    def _check_key(self) -> Side | None:
        """Who starts with such a key."""
        check_cards(self._rules, self.cards)
        if len(self.key) != len(self.cards):
            raise BadQuery("other_count", cards=len(self.cards), identities=len(self.key))
        allowed = {spec.agent for spec in self._rules.sides} | {BYSTANDER, ASSASSIN}
        if strange := sorted(set(self.key) - allowed):
            known = ", ".join(sorted(allowed))
            raise BadQuery("unknown_identity", edition=self.edition, identity=strange[0], known=known)
        dealt = {starts: self._dealt(starts) for starts in self._rules.deals}
        for starts, counts in dealt.items():
            if counts == Counter(self.key):
                return starts
        known = " / ".join(map(_in_words, dealt.values()))
        raise BadQuery("no_such_key", edition=self.edition, counts=_in_words(Counter(self.key)), known=known)

    def _dealt(self, starts: Side | None, holding: Identity | None = None) -> Counter[Identity]:
        """What the cards are on the seat's own layer, counted; only those that are `holding` on any layer, if named."""
        counts: Counter[Identity] = Counter()
        for layers, count in self._rules.deals[starts].items():
            if holding is None or holding in layers:
                counts[layers[self._layer]] += count
        return counts

    def _check_cards_named(self) -> None:
        last = len(self.cards) - 1
        if strange := [card for card in (*self.covered, *self.marks) if not 0 <= card <= last]:
            raise BadQuery("no_card", card=strange[0], last=last)
        ours = self._rules.side[self._side.clues_to].agent
        if ours not in (identity for card, identity in enumerate(self.key) if card not in self.covered):
            raise BadQuery("nothing_to_find", seat=self.seat)

    def _check_found(self) -> None:
        """Of the cards that are no agents on one's own layer only so many are on the partner's (D2)."""
        most = self._dealt(None, holding=self._side.agent)
        for identity, count in Counter(self.key[card] for card in self.covered).items():
            if count > most[identity]:
                raise BadQuery("too_many_found", count=count, identity=identity, seat=self.seat, most=most[identity])

    def _check_marks(self) -> None:
        """A partner's touch is judged by one's own layer (D5): their token lies on a bystander."""
        partner = self._side.clues_to
        for card, sides in self.marks.items():
            if strange := [side for side in sides if side not in self._rules.side]:
                raise BadQuery("bad_marks", value=f"{card}{strange[0]}")
            if partner in sides and self.key[card] != BYSTANDER:
                raise BadQuery("not_missed", card=card, identity=self.key[card], seat=self.seat, side=partner)


@dataclass(frozen=True)
class TouchQuery:
    """A clue on a board, as those see it who have no key at all; in Duet not even the layer of their own."""

    edition: str
    cards: Sequence[str]
    covers: tuple[Identity | None, ...]
    log: tuple[Clue, ...]
    """The last one is being answered: what was touched for it so far was right."""
    starts: Side | None = None
    mode: Mode = Mode.TEAMS
    marks: tuple[tuple[Side, ...], ...] = ()
    """In Duet, per card the sides that have touched it in vain; nothing at all if there are none."""
    tokens: int | None = None

    def seen(self) -> View:
        """What the guesser sees; BadQuery or SetupError for what can be no board of the edition."""
        rules = EDITIONS[self.edition]
        table = new_table(rules, self.cards, self.starts, self.mode, Options(tokens=self.tokens))
        _check_log(rules, self.log)
        self._check_covers(rules)
        clue = self.log[-1]
        seat = Seat(rules.side[clue.side].clues_to, Role.GUESSER)
        if seat not in table.setup.seats:
            raise BadQuery("bad_log", clue=len(self.log) - 1)
        table = table._replace(
            phase=Phase.GUESS,
            turn=clue.side,
            covers=self.covers,
            marks=self.marks or table.marks,
            log=self.log,
            guesses=len(clue.touched),
        )
        seen = view(table, Key(((BYSTANDER,) * rules.size,) * rules.layers), seat)
        if not seen.legal.guess or seen.left[rules.side[seat.side].agent] == 0:
            raise BadQuery("nothing_to_find", seat=seat)
        unknown = (None,) * rules.layers
        return replace(seen, cards=tuple(card._replace(known=unknown) for card in seen.cards))

    def _check_covers(self, rules: Edition) -> None:
        """What lies there is no more than was dealt; in Duet agents alone are covered (D6)."""
        deal = rules.deals[self.starts]
        agents = {spec.agent for spec in rules.sides}
        fits = len(self.covers) == rules.size and len(self.marks) in (0, rules.size)
        for identity, count in Counter(filter(None, self.covers)).items():
            most = sum(cards for layers, cards in deal.items() if identity in layers)
            fits = fits and count <= most and (identity in agents or not rules.together)
        if not fits or not all(side in rules.side for sides in self.marks for side in sides):
            raise BadQuery("bad_covers", edition=self.edition)


def _check_log(rules: Edition, log: Sequence[Clue]) -> None:
    """Every clue is a side's, can be read, and names cards and identities that there are."""
    for number, clue in enumerate(log):
        touched = all(0 <= card < rules.size and of in rules.identities for card, of, _ in clue.touched)
        if clue.side not in rules.side or not clue.word.strip() or not is_readable(clue.word) or not touched:
            raise BadQuery("bad_log", clue=number)


def _in_words(counts: Counter[Identity]) -> str:
    return ", ".join(f"{count} {identity}" for identity, count in counts.items())
