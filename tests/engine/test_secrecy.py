"""The first promise: what a seat is told does not depend on anything that it may not know.

Everything hidden from a seat is redrawn; wherever the game so far could have gone the same way with the redrawn key,
everything that the seat was told on the way must be the same, to the letter.
"""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckname.engine import EDITIONS, decide, view
from deckname.engine.course import Course
from deckname.engine.errors import Refused
from deckname.engine.model import CardCovered, CardTouched, Key, Mode, Options, Phase, Role, Seat
from tests.engine.random_play import Played, random_game, variants
from tests.engine.test_random_play import every_command
from tests.more_editions import EVERY_EDITION


def known_cells(played: Played, seat: Seat | None) -> set[tuple[int, int]]:
    """(face, card) for every identity that this seat sees or that has been shown to all."""
    setup = played.tables[0].setup
    known: set[tuple[int, int]] = set()
    if seat:
        spec = setup.edition.side[seat.side]
        faces = spec.giver_sees if seat.role is Role.GIVER else spec.guesser_sees
        known |= {(face, card) for face in faces for card in range(setup.edition.size)}
    for events in played.events:
        for event in events:
            if isinstance(event, CardTouched):
                known.add((setup.edition.side[event.side].judged_by, event.card))
            if isinstance(event, CardCovered):
                known.add((0, event.card))
    return known


def redraw(rng: Random, key: Key, known: set[tuple[int, int]]) -> Key:
    """Another key with the same deal that agrees with everything known, by many random exchanges of cells."""
    faces = [list(face) for face in key.layers]
    for _ in range(300):
        one, other = rng.sample(range(len(faces[0])), 2)
        numbers = [number for number in range(len(faces)) if rng.random() < 0.7]
        if any((number, card) in known for number in numbers for card in (one, other)):
            continue
        exchanged = [faces[number] for number in numbers]
        before = sorted(([face[one] for face in faces], [face[other] for face in faces]))
        for face in exchanged:
            face[one], face[other] = face[other], face[one]
        if before != sorted(([face[one] for face in faces], [face[other] for face in faces])):  # another deal: undo
            for face in exchanged:
                face[one], face[other] = face[other], face[one]
    return Key(tuple(tuple(face) for face in faces))


def could_have_been(played: Played, key: Key) -> bool:
    """Whether the same moves would have had the same open consequences with this key."""
    course = Course(played.tables[0])
    for move, events in zip(played.moves, played.events, strict=True):
        try:
            if course.decide(key, move.seat, move.command) != events:
                return False
        except Refused:
            return False
        course.play(events)
    return True


def told(played: Played, key: Key, seat: Seat | None) -> str:
    """Everything that this seat was ever told, as text, and every refusal it could provoke now."""
    said = [repr(view(table, key, seat)) for table in played.tables]
    if seat:
        for command in every_command(played.tables[-1]):
            try:
                decide(played.tables[-1], key, seat, command)
            except Refused as refused:
                said.append(refused.code)
    return "\n".join(said)


def cut_short(rng: Random, played: Played) -> Played:
    """The game up to a random moment before its end, be it one that was taken back: then all has been shown (G10)."""
    over = [number for number, table in enumerate(played.tables) if table.phase is Phase.OVER]
    moment = rng.randrange(over[0])
    return Played(played.tables[: moment + 1], played.key, played.moves[:moment], played.events[:moment])


def check_secrecy(seed: int, variant: tuple) -> Counter[str]:
    rng = Random(seed)
    played = cut_short(rng, random_game(rng, *variant))
    redrawn: Counter[str] = Counter()
    for seat in (*played.tables[0].setup.seats, None):
        known = known_cells(played, seat)
        for _ in range(4):
            key = redraw(rng, played.key, known)
            if key != played.key and could_have_been(played, key):
                redrawn[str(seat)] += 1
                assert told(played, key, seat) == told(played, played.key, seat)
    return redrawn


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), variants())
def test_what_a_seat_is_told_does_not_depend_on_what_it_may_not_know(seed, variant):
    check_secrecy(seed, variant)


@pytest.mark.rule("G3", "D12", "D21")
@pytest.mark.parametrize("edition", EVERY_EDITION.values(), ids=lambda edition: edition.id)
def test_every_seat_that_lacks_a_face_is_really_put_to_the_test(edition):
    """The check above is no empty one: keys do get redrawn for each seat that has something hidden from it."""
    redrawn: Counter[str] = Counter()
    for seed in range(12):
        redrawn += check_secrecy(seed, (edition, Mode.TEAMS, Options()))
    lacking = {"None"} | {
        f"{spec.id}.{role}"
        for spec in edition.sides
        for role, sees in (("giver", spec.giver_sees), ("guesser", spec.guesser_sees))
        if len(sees) < edition.layers
    }
    assert set(redrawn) == lacking
    assert min(redrawn.values()) >= 4


def test_the_check_finds_a_leak(monkeypatch):
    """A view that counted each face's agents, as a first design did, would not pass."""

    def leaky(table, key, seat):
        return [sum(c is None and i == "green" for c, i in zip(table.covers, face, strict=True)) for face in key.layers]

    monkeypatch.setitem(told.__globals__, "view", leaky)
    with pytest.raises(AssertionError):
        for seed in range(40):
            check_secrecy(seed, (EDITIONS["duet"], Mode.TEAMS, Options()))
