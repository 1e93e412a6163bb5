"""What holds in every game, whatever is played."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from deckname.engine import decide, legal_moves, view
from deckname.engine.course import Course
from deckname.engine.errors import Refused
from deckname.engine.model import (
    CLOCK,
    UNLIMITED,
    Challenge,
    Command,
    Cover,
    GiveClue,
    Guess,
    Phase,
    Seat,
    Stop,
    Table,
    Waive,
)
from deckname.engine.record import final_table, format_record, parse_record
from deckname.engine.rules import LegalMoves
from deckname.engine.table import agents_left
from tests.engine.random_play import random_game, variants
from tests.more_editions import EVERY_EDITION

seeds = st.integers(0, 2**32)


@settings(max_examples=300, deadline=None)
@given(seeds, variants())
def test_a_game_ends_with_an_outcome_that_fits_its_table(seed, variant):
    played = random_game(Random(seed), *variant)
    table = played.tables[-1]
    assert table.outcome is not None
    assert set(table.outcome.winners) <= set(table.setup.sides)
    if table.outcome.reason == "all_found":
        assert table.outcome.winners
        agents = {table.setup.edition.side[side].agent for side in table.outcome.winners}
        assert any(agents_left(table)[agent] == 0 for agent in agents)
    assert all(left >= 0 for left in agents_left(table).values())
    assert table.tokens is None or min(table.tokens.bystander, table.tokens.closed) >= 0


@settings(max_examples=150, deadline=None)
@given(seeds, variants())
def test_a_record_of_the_game_replays_to_the_same_table(seed, variant):
    played = random_game(Random(seed), *variant)
    text = format_record(played.record)
    record = parse_record(text, EVERY_EDITION)
    assert record == played.record
    assert format_record(record) == text
    assert final_table(record) == played.tables[-1]


def every_command(table: Table) -> list[Command]:
    cards = range(-1, table.setup.edition.size + 1)
    numbers = (-1, *range(table.setup.edition.size + 2), UNLIMITED)
    return [
        *(GiveClue("word", number) for number in numbers),
        *(Guess(card) for card in cards),
        *(Cover(card) for card in cards),
        Stop(),
        Challenge(),
        Waive(),
    ]


def is_offered(moves: LegalMoves, command: Command) -> bool:
    match command:
        case GiveClue(number=number):
            return number in moves.clue
        case Guess(card):
            return card in moves.guess
        case Cover(card):
            return card in moves.cover
        case Stop():
            return moves.stop
        case Challenge():
            return moves.challenge
        case Waive():
            return moves.waive


@settings(max_examples=40, deadline=None)
@given(seeds, variants())
def test_what_is_offered_is_exactly_what_is_taken(seed, variant):
    """At every point of a game, for every seat and command; whatever is refused changes nothing."""
    rng = Random(seed)
    played = random_game(rng, *variant)
    for table in rng.sample(played.tables, min(8, len(played.tables))):
        for seat in table.setup.seats:
            moves = view(table, played.key, seat).legal
            assert moves == legal_moves(table, played.key, seat)
            for command in every_command(table):
                before = hash(table.covers), table
                try:
                    events = decide(table, played.key, seat, command)
                except Refused:
                    assert not is_offered(moves, command)
                    assert before == (hash(table.covers), table)
                else:
                    assert is_offered(moves, command)
                    assert events


@settings(max_examples=60, deadline=None)
@given(seeds, variants(), st.sampled_from(["spectator", "stranger", "clock"]))
def test_who_has_no_seat_may_do_nothing(seed, variant, who):
    rng = Random(seed)
    played = random_game(rng, *variant)
    table = rng.choice(played.tables)
    seat = {"spectator": None, "stranger": Seat("green", None), "clock": CLOCK}[who]
    assert not view(table, played.key, seat).legal


@settings(max_examples=60, deadline=None)
@given(seeds, variants())
def test_the_game_always_waits_for_somebody_until_it_is_over(seed, variant):
    played = random_game(Random(seed), *variant)
    for table in played.tables:
        waiting = view(table, played.key, None).to_move
        assert bool(waiting) == (table.phase is not Phase.OVER)
        for seat in waiting:
            assert legal_moves(table, played.key, seat)


@settings(max_examples=60, deadline=None)
@given(seeds, variants())
def test_the_events_alone_make_the_table(seed, variant):
    """The log can be handed to anyone who has never seen the key, and gives them the same table."""
    played = random_game(Random(seed), *variant)
    course = Course(played.tables[0])
    for events, after in zip(played.events, played.tables[1:], strict=True):
        assert course.play(events) == after
