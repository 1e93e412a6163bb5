"""What the engine says, in sentences: seats, events, outcomes and scores in the user's language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deckname.cards.faces import concepts, is_drawn
from deckname.engine.model import (
    CLOCK,
    UNLIMITED,
    CardCovered,
    CardTouched,
    ChallengeWaived,
    Clue,
    ClueChallenged,
    ClueGiven,
    Edition,
    Event,
    GameEnded,
    Identity,
    LastStretchBegan,
    Mode,
    MoveTakenBack,
    Number,
    Reason,
    Role,
    Seat,
    SideCompleted,
    SideOut,
    SuddenDeathBegan,
    Table,
    TokenSpent,
    TurnEnded,
)
from deckname.engine.next_time import advice
from deckname.engine.view import score, winning_seats
from deckname.language import catalogue, say
from deckname.lettering import without_bidi_controls

_SENTENCES: Mapping[type[Event], str] = {
    ClueChallenged: "event.clue_challenged",
    ChallengeWaived: "event.challenge_waived",
    SideCompleted: "event.side_completed",
    SideOut: "event.side_out",
    TurnEnded: "event.turn_ended",
    SuddenDeathBegan: "event.sudden_death_began",
    GameEnded: "event.game_ended",
    MoveTakenBack: "event.move_taken_back",
}
"""Of events that say nothing but that they happened, and to whom."""
_CLUE = re.compile(r"(?P<word>.*\S)\s*[\s:,]\s*(?P<number>-?\d{1,9}|∞|\w+)\s*")


@dataclass(frozen=True)
class Wording:
    """Sentences about one game. `names` go with the setup's places, in their order."""

    language: str
    names: tuple[str, ...] = ()

    def say(self, message: str, **details: object) -> str:
        """A sentence whose order no name, clue or card can turn."""
        return without_bidi_controls(say(self.language, message, **details))

    def _known(self, message: str) -> bool:
        return message in catalogue(self.language)

    def edition(self, edition: Edition) -> str:
        """By its word in this language, or else by the name it brings."""
        name = f"edition.{edition.id}"
        return self.say(name) if self._known(name) else edition.title

    def about(self, edition: Edition) -> str:
        name = f"about.{edition.id}"
        if self._known(name):
            return self.say(name)
        return self.say("about.any", sides=len(edition.sides), columns=edition.columns, rows=edition.rows)

    def side(self, side: str) -> str:
        name = f"side.{side}"
        return self.say(name) if self._known(name) else side.capitalize()

    def face(self, face: str) -> str:
        """A card as text: the word, or the things that a picture shows."""
        try:
            return " + ".join(concepts(face, self.language)).upper() if is_drawn(face) else without_bidi_controls(face)
        except KeyError:  # a picture of somebody else's deck
            return without_bidi_controls(face)

    def identity(self, table: Table, identity: Identity) -> str:
        if identity in table.setup.edition.owner and not self._known(f"identity.{identity}"):
            return self.say("identity.any", side=self.side(table.setup.edition.owner[identity]))
        return self._in_edition(table, "identity", identity)

    def _in_edition(self, table: Table, section: str, name: str, **details: object) -> str:
        return self.in_terms(table.setup.edition, section, name, **details)

    def in_terms(self, edition: Edition, section: str, name: str, **details: object) -> str:
        """A message in the terms of an edition, where it has its own: an assassin is a curse there (F2)."""
        own = f"{section}.{edition.terms}_{name}"
        return self.say(own if self._known(own) else f"{section}.{name}", **details)

    def place(self, table: Table, place: Sequence[Seat]) -> str:
        """Who holds these seats: by name where there is one, else by role."""
        places = table.setup.places
        if (index := places.index(tuple(place))) < len(self.names):
            return f"{without_bidi_controls(self.names[index])} ({self._role(table, place[0])})"
        return self._role(table, place[0])

    def seat(self, table: Table, seat: Seat) -> str:
        if seat == CLOCK:
            return self.say("seat.clock")
        return self.place(table, next(place for place in table.setup.places if seat in place))

    def _role(self, table: Table, seat: Seat) -> str:
        if table.setup.edition.together:
            return self.say("seat.duet", side=self.side(seat.side))
        if table.setup.mode is Mode.TRIO and seat.role is Role.GUESSER:
            return self._in_edition(table, "seat", "trio_guesser")
        if not self._known(f"seat.{seat.side}_{seat.role}"):
            return self.say(f"seat.any_{seat.role}", side=self.side(seat.side))
        return self._in_edition(table, "seat", f"{seat.side}_{seat.role}")

    def number(self, number: Number) -> str:
        return self.say("terminal.unlimited_number") if number == UNLIMITED else str(number)

    def clue(self, clue: Clue) -> str:
        number = self.number(clue.number)
        return self.say("event.clue_given", side=self.side(clue.side), word=clue.word, number=number)

    def event(self, table: Table, event: Event) -> str:
        """One event as a sentence."""
        match event:
            case ClueGiven(side, word, number):
                return self.clue(Clue(side, word, number))
            case CardTouched(side, card, identity):
                identity = self.identity(table, identity)
                face = self.face(table.setup.cards[card])
                return self.say("event.card_touched", side=self.side(side), card=face, identity=identity)
            case CardCovered(_, card, identity):
                identity = self.identity(table, identity)
                return self.say("event.card_covered", card=self.face(table.setup.cards[card]), identity=identity)
            case ClueChallenged(side) | ChallengeWaived(side) | SideCompleted(side) | SideOut(side):
                return self.say(_SENTENCES[type(event)], side=self.side(side))
            case LastStretchBegan(side):
                return self._in_edition(table, "event", "last_stretch_began", side=self.side(side))
            case TokenSpent(_, use):
                return self.say(f"event.token_spent_{use}")
            case TurnEnded() | SuddenDeathBegan() | GameEnded() | MoveTakenBack():
                return self.say(_SENTENCES[type(event)])

    def happened(self, table: Table, events: Sequence[Event]) -> str:
        return ". ".join(self.event(table, event) for event in events)

    def outcome(self, table: Table) -> list[str]:
        """How the game ended, and the score in words where there is one."""
        assert table.outcome
        winners, reason = table.outcome.winners, table.outcome.reason
        against = len(table.setup.sides) > 1 and not table.setup.edition.together
        alone = reason in (Reason.OUT_OF_TOKENS, Reason.SUDDEN_DEATH_MISS, Reason.IMAGINARY_TEAM_DONE)
        name = f"{reason}" if against or alone else f"{reason}_together"
        why = self._in_edition(table, "reason", name, winners=" & ".join(map(self.side, winners)))
        lines = [why if against or winners else f"{why} {self._in_edition(table, 'reason', 'lost_together')}"]
        if table.setup.mode is Mode.TRIO and not any(seat.role is Role.GUESSER for seat in winning_seats(table)):
            lines.append(self._in_edition(table, "reason", "trio_operative_lost"))
        if (points := score(table)) is not None:
            name = f"score.{table.setup.edition.id}_{points.step}"
            words = self.say(name) if self._known(name) else ""
            lines.append(self.say("score.line", points=points.points, words=words).strip())
        if hint := advice(table):
            lines.append(self.say(f"advice.{hint}"))
        return lines

    def parse_clue(self, text: str) -> tuple[str, Number] | None:
        """A clue as people type it: `tree 2`, `tree: 2`, `tree ∞`, `tree unlimited`. None if it is not of that form."""
        match = _CLUE.fullmatch(text)
        if not match:
            return None
        word, number = match["word"].strip().rstrip(" :,"), match["number"]
        if number.lower() in self.say("terminal.unlimited_words").split():
            return word, UNLIMITED
        return (word, int(number)) if number.lstrip("-").isdecimal() else None
