"""The device going round the table, without screens: every edition and mode."""

from random import Random

import pytest

from deckname.cards.decks import built_in, open_shoe
from deckname.engine import EDITIONS
from deckname.engine.model import CLOCK, Mode, Options, Phase
from deckname.engine.record import final_table
from deckname.language import LANGUAGES
from deckname.terminal.hotseat import HotSeat, Plan
from deckname.terminal.wording import Wording
from tests.engine.random_play import random_move
from tests.more_editions import EVERY_EDITION

EVERY_GAME = [(edition, mode) for edition in EVERY_EDITION.values() for mode in edition.modes]


def new_game(edition, mode=Mode.TEAMS, seed=1, **options):
    rng = Random(seed)
    shoe = open_shoe([built_in("en", "classic")], "mixed", rng)
    return HotSeat(Plan(edition, mode, Options(**options), "en"), shoe, rng)


@pytest.mark.parametrize(("edition", "mode"), EVERY_GAME, ids=lambda value: getattr(value, "id", value))
def test_the_device_is_always_in_the_right_hands(edition, mode):
    for seed in range(8):
        game, rng = new_game(edition, mode, seed), Random(seed)
        while game.table.phase is not Phase.OVER:
            if game.must_change_hands:
                assert game.holder is None
                assert not any(any(card.known) for card in game.view.cards)
                game.take(rng.choice(game.waiting))
            assert game.holder in game.waiting
            own = {face for seat in game.holder for face in faces_of(edition, seat)}
            for card in game.view.cards:
                assert all(identity is None or face in own for face, identity in enumerate(card.known))
            seat, command = random_move(rng, game.table, game.key, 0.7)
            if seat == game.seat or seat in (*game.challengers, CLOCK):
                game.submit(seat, command)
                for language in LANGUAGES:
                    assert Wording(language).happened(game.table, game.happened)
        for language in LANGUAGES:
            assert all(Wording(language).outcome(game.table))
        assert final_table(game.record) == game.table


def faces_of(edition, seat):
    spec = edition.side[seat.side]
    return spec.giver_sees if seat.role == "giver" else spec.guesser_sees


@pytest.mark.rule("G10")
def test_again_means_new_cards_and_a_new_key():
    game = new_game(EDITIONS["classic"])
    cards, key = game.table.setup.cards, game.key
    game.deal()
    assert not set(cards) & set(game.table.setup.cards)
    assert key != game.key
    assert game.moves == []
