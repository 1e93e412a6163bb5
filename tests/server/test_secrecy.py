"""The first promise, on the wire: what reaches a reader doesn't depend on anything that this reader may not know.

Whatever is hidden from somebody is redrawn: the same table, people, moves and talk with another key. Every message that
they got must be the same to the byte. Here with rooms in memory, over many random evenings; with a real server in
test_secrecy_sockets.py.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckname import protocol as wire
from deckname.engine.deal import draw_key
from deckname.engine.editions import EDITIONS
from deckname.engine.model import Key, Mode
from deckname.engine.rules import legal_moves
from deckname.tables import facts, sight
from deckname.tables.decisions import Circumstances, Refused, decide
from deckname.tables.facts import AnyFact, encode_key
from deckname.tables.room import Room, faces_seen
from tests.engine.random_play import WORDS, variants
from tests.engine.test_secrecy import redraw

VARIANTS = [(edition.id, mode.value) for edition in EDITIONS.values() for mode in edition.modes]
HOST, STRANGER = "host", "stranger"
Outcome = tuple[AnyFact, ...] | bytes
"""Facts, or a refusal as it is sent."""

# ---------------------------------------------------------------------------------------------------------------------
# Rooms in memory


class Evening:
    """A table on which all sorts of things happen, with what each reader was told."""

    def __init__(self, rng: Random, wanted: wire.TableSettings) -> None:
        self.rng = rng
        self.now = 1_000.0
        self.facts: list[AnyFact] = []
        self.steps: list[tuple[float, str, wire.AnyCommand, Outcome]] = []
        """When somebody wanted what, and what came of it."""
        self.room = Room("table")
        self.key = Key(())
        self._happen(facts.Opened(self.now, HOST, wanted))
        crowd = [HOST, *(f"p{number}" for number in range(len(self.room.places) + 3))]
        for person, place in zip(crowd, [*self.room.places, *self.room.places], strict=False):
            self._happen(facts.Joined(person, person))
            if person != crowd[-1] and not (self.room.is_single(place) and self.room.at_place(place)):
                self._happen(facts.Seated(person, place))
        self.readers = (*crowd, STRANGER)
        self._begin()

    def _begin(self) -> None:
        edition, mode = self.room.edition, Mode(self.room.settings.mode)
        self.key, starts = draw_key(edition, self.rng)
        while mode is Mode.COOP and starts != edition.sides[0].id:
            self.key, starts = draw_key(edition, self.rng)
        self.room.learn({"key:1": encode_key(self.key)})
        cards = tuple(self.rng.sample(WORDS, edition.size))
        self._happen(facts.Began(self.now, 1, cards, starts))
        self.layout = tuple(self.facts)

    def _happen(self, *happened: AnyFact) -> None:
        self.facts += happened
        for fact in happened:
            self.room.apply(fact)

    def go_on(self, steps: int, skill: float) -> None:
        """So many wishes, sensible ones and others; the game doesn't end."""
        for _ in range(steps):
            self.now += self.rng.uniform(0.0, 20.0)
            person = self.rng.choice(self.readers)
            who, wish = self._move(skill) if self.rng.random() < 0.5 else (person, self._any_wish())
            outcome = _outcome(self.room, who, wish, self.now)
            if not isinstance(outcome, bytes):
                if any(map(_ends, outcome)):
                    continue
                self._happen(*outcome)
            self.steps.append((self.now, who, wish, outcome))

    def _move(self, skill: float) -> tuple[str, wire.AnyCommand]:
        """What somebody may do now, if anybody may."""
        game = self.room.game
        assert game
        able = [
            (member.id, seat, moves)
            for seat in game.table.setup.seats
            if (moves := legal_moves(game.table, game.key, seat))
            for member in self.room.holders(seat)
        ]
        if not able:
            return HOST, wire.Resume()
        person, seat, moves = self.rng.choice(able)
        if moves.clue:
            ask = wire.Ask if self.rng.random() < 0.3 else wire.GiveClue
            return person, ask(word=f"clue{game.ply}", number=self.rng.choice(moves.clue), ply=game.ply)
        if moves.cover:
            return person, wire.Cover(card=self.rng.choice(moves.cover), ply=game.ply)
        if moves.guess:
            spec = self.room.edition.side[seat.side]
            right = [card for card in moves.guess if game.key.faces[spec.judged_by][card] == spec.agent]
            card = self.rng.choice(right if right and self.rng.random() < skill else moves.guess)
            return person, wire.Guess(card=card, ply=game.ply)
        return person, wire.Challenge(ply=game.ply)

    def _any_wish(self) -> wire.AnyCommand:
        rng, room = self.rng, self.room
        ply = room.game.ply if room.game and rng.random() < 0.8 else rng.randrange(40)
        card, place, person = rng.randrange(25), rng.choice([*room.places]), rng.choice(self.readers)
        return rng.choice([
            wire.Pencil(card=card, on=rng.random() < 0.8),
            wire.Pencil(card=card),
            wire.Say(text=f"let's try {card}"),
            wire.Say(text="hello"),
            wire.Emote(emote="hmm"),
            wire.Nudge(),
            wire.AnswerQuestion(agree=rng.random() < 0.5, ply=ply),
            wire.CallTime(ply=ply),
            wire.Guess(card=card, ply=ply),
            wire.Cover(card=card, ply=ply),
            wire.Stop(ply=ply),
            wire.Waive(ply=ply),
            wire.Challenge(ply=ply),
            wire.GiveClue(word="", number=rng.randrange(26), ply=ply),
            wire.Sit(place=place),
            wire.Stand(),
            wire.Join(name=f"{person}!"),
            wire.Rename(name=f"{person}?"),
            wire.Ready(),
            wire.Pause(),
            wire.Resume(),
            wire.Lock(place=place, locked=rng.random() < 0.5),
            wire.MovePerson(person=person, place=place),
            wire.HandOver(person=HOST),
        ])  # fmt: skip

    def may_know(self, person: str) -> set[tuple[int, int]]:
        """(face, card): what was shown to all, and what they saw from places that they ever had."""
        edition, known, sat = self.room.edition, set[tuple[int, int]](), set[str]()
        for fact in self.facts:
            if isinstance(fact, facts.Seated) and fact.person == person and fact.place:
                sat.add(fact.place)
            for event in fact.events if isinstance(fact, facts.Played) else ():
                if event.event == "CardTouched" and event.side:
                    known.add((edition.side[event.side].judged_by, event.card or 0))
                if event.event == "CardCovered":
                    known.add((0, event.card or 0))
        seats = [seat for place in sat for seat in self.room.places[place]]
        return known | {(face, card) for face in faces_seen(edition, seats) for card in range(edition.size)}

    def told(self, person: str, key: Key) -> list[bytes] | None:
        """Everything that reached them, had this been the key; None if a guess would have had other consequences."""
        room = Room("table")
        room.learn({"key:1": encode_key(key)})
        said = _tell(room, person, self.layout, 0.0)
        for now, who, wish, outcome in self.steps:
            found = _outcome(room, who, wish, now)
            if isinstance(outcome, bytes):
                if who == person:
                    assert found == outcome, wish
            elif found != outcome:
                assert isinstance(wish, wire.Guess), wish
                return None
            else:
                said += _tell(room, person, outcome, now)
                if room.seq % 10 == 0:  # as after a new connection
                    said.append(sight.complete(room, person, now))
        return [*said, sight.complete(room, person, self.now)]


def _ends(fact: AnyFact) -> bool:
    return isinstance(fact, facts.Abandoned) or (
        isinstance(fact, facts.Played) and any(event.event == "GameEnded" for event in fact.events)
    )


def _outcome(room: Room, person: str, wish: wire.AnyCommand, now: float) -> Outcome:
    try:
        return decide(room, person, wish, Circumstances(now, Random(1))).facts
    except Refused as refused:
        return wire.encode(wire.Refused(id=1, code=refused.code, details=refused.details))


def _tell(room: Room, person: str, happened: tuple[AnyFact, ...], now: float) -> list[bytes]:
    """What they tell a reader."""
    if not happened:
        return []
    before = sight.Before.of(room)
    for fact in happened:
        room.apply(fact)
    return sight.tidings(room, before, happened, [person], now)[person]


def check_evening(seed: int, wanted: wire.TableSettings) -> Counter[str]:
    """How often a reader with something to hide from was put to the test."""
    rng = Random(seed)
    evening = Evening(rng, wanted)
    evening.go_on(rng.randrange(10, 120), skill=0.9)
    tested: Counter[str] = Counter()
    for reader in (*rng.sample(evening.readers[:-1], 3), STRANGER):
        known, plain = evening.may_know(reader), evening.told(reader, evening.key)
        for _ in range(2):
            key = redraw(rng, evening.key, known)
            if key != evening.key and (said := evening.told(reader, key)) is not None:
                tested[reader] += 1
                assert said == plain
    return tested


@st.composite
def wanted_tables(draw: st.DrawFn) -> wire.TableSettings:
    edition, mode, options = draw(variants())
    chosen: Any = {name: getattr(options, name) for name in wire.GameOptions.__struct_fields__}
    times = st.none() | st.integers(5, 60)
    clock = draw(st.none() | st.builds(wire.ClockSettings, times, times, times, st.booleans()))
    named: Any = mode.value
    return wire.TableSettings(edition=edition.id, mode=named, options=wire.GameOptions(**chosen), clock=clock)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), wanted_tables())
def test_no_message_depends_on_what_its_reader_may_not_know(seed: int, wanted: wire.TableSettings) -> None:
    check_evening(seed, wanted)


@pytest.mark.parametrize(("edition", "mode"), VARIANTS)
def test_every_edition_and_mode_is_really_put_to_the_test(edition: str, mode: Any) -> None:
    tested: Counter[str] = Counter()
    for seed in range(4):
        tested += check_evening(seed, wire.TableSettings(edition=edition, mode=mode))
    assert tested[STRANGER] >= 4
    assert len(tested) >= 3


def test_the_check_finds_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guessers who were told the question of a spymaster are no leak of the key; a count of what is covered is."""
    plain = sight._situation

    def leaky(game: Any) -> wire.Situation:
        return msgspec.structs.replace(plain(game), guesses=game.key.faces[0].index("assassin"))

    monkeypatch.setattr(sight, "_situation", leaky)
    with pytest.raises(AssertionError):
        for seed in range(10):
            check_evening(seed, wire.TableSettings())
