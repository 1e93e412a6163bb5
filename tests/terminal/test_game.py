"""The terminal game, played with real keys on a screen without a glass."""

import asyncio
import re
from random import Random

import pytest

from deckname.campaign.at_home import CampaignsAtHome
from deckname.engine import EDITIONS
from deckname.engine.model import Mode, Options, Phase
from deckname.engine.record import final_table, parse_record
from deckname.terminal.app import DecknameApp
from deckname.terminal.board import CardWidget
from deckname.terminal.home_screen import HomeScreen
from deckname.terminal.hotseat import Plan
from deckname.terminal.look import MARKS, PAINTS, colours
from deckname.terminal.pass_screen import PassScreen
from deckname.terminal.table_screen import TableScreen
from tests.more_editions import EVERY_EDITION

WHOLE_GAMES = [
    ("classic", Mode.TEAMS, "en"),
    ("duet", Mode.TEAMS, "fr"),
    ("pictures", Mode.TRIO, "de"),
    ("family-easy", Mode.COOP, "de"),
    ("three-teams", Mode.TEAMS, "en"),
]
"""One of every kind; the rest is played without screens in test_hotseat.py."""


@pytest.fixture
def start(tmp_path, monkeypatch):
    """An app with the game already chosen, or with the first screen if none is given."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(PassScreen, "GRACE", 0)
    monkeypatch.setattr(TableScreen, "GRACE", 0)
    monkeypatch.setattr("textual.app.wait_for_idle", at_rest)
    monkeypatch.setattr("textual.pilot.wait_for_idle", at_rest)

    def app(edition=None, mode=Mode.TEAMS, language="en", seed=5, names=(), **options):
        plan = Plan(EVERY_EDITION[edition], mode, Options(**options), language, names) if edition else None
        return DecknameApp(language, Random(seed), plan, CampaignsAtHome(tmp_path))

    return app


REFRESH = 1 / 50
"""Seconds: a little more than there are between two looks at what is to be drawn anew."""
STEPS = 300
"""More than any key has consequences, one after the other."""


async def at_rest(*_least_and_most):
    """Whatever a key leads to has happened. Textual takes whoever gets no time for somebody with nothing to do."""
    await asyncio.sleep(REFRESH)
    for _ in range(STEPS):
        await asyncio.sleep(0)


async def give_clue(app, pilot, text):
    """Type a clue and give it, whatever the referee may say."""
    screen = app.screen
    screen.query_one("#clue").value = text
    await pilot.pause()
    await pilot.press("enter")
    if screen.doubted:
        await pilot.press("enter")


async def take_device(pilot):
    await pilot.press("enter")


def text_on(screen) -> str:
    """Everything that the screen shows, as plain text with the colours of the cards."""
    said = [str(widget.render()) for widget in screen.query("Static, Button, Input")]
    return "\n".join(said)


def grounds_on(screen) -> set[str]:
    return {widget.ground for widget in screen.query(CardWidget)}


ENOUGH = 7
"""Moves after which a game is brought to its end, since drawing screens takes its time."""


def ending_cards(game):
    """Cards that bring the end nearer: the assassin, or where there is none the guesser's agents."""
    spec = game.table.setup.edition.side[game.seat.side]
    face, open_cards = game.key.layers[spec.judged_by], game.view.legal.guess
    assassins = [card for card in open_cards if face[card] == "assassin"]
    return assassins or [card for card in open_cards if face[card] == spec.agent]


async def play_one_move(app, pilot, rng):
    game, seen = app.game, app.game.view
    late = len(game.moves) > ENOUGH
    if seen.legal.clue:
        await give_clue(app, pilot, f"word {9 if late else rng.choice([1, 2, 3])}")
        return
    if seen.legal.stop and rng.random() < 0.3 and not late:
        await pilot.press("s")
    elif game.challengers and rng.random() < 0.1:
        await pilot.press(rng.choice("cvb"[: len(game.challengers)]))
    elif seen.legal.waive and rng.random() < 0.3:
        await pilot.press("w")
    else:
        card = rng.choice(seen.legal.cover or (ending_cards(game) if late else seen.legal.guess))
        app.screen.query_one(f"#card-{card}", CardWidget).focus()
        await pilot.press("enter", "enter")


def check_screen(app):
    """The key is on the screen only while a seat that may see it has taken the device."""
    game = app.game
    if game.holder is None:
        assert isinstance(app.screen, PassScreen)
        assert not app.screen.query(CardWidget)
        shown = text_on(app.screen)
        untouched = [card.face for card in game.view.cards if not card.cover and not card.marks]
        assert not any(word in shown.split() for word in untouched)
        return
    assert isinstance(app.screen, TableScreen)
    seen = game.view
    hidden = [index for index, card in enumerate(seen.cards) if not card.cover and not any(card.known)]
    tints = {paint.tint for paint in PAINTS.values()}
    for widget in app.screen.query(CardWidget):
        assert widget.ground == colours(seen.cards[widget.index], seen.edition)[1]
        if widget.index in hidden:
            assert widget.ground not in tints
            assert not any(mark in str(widget.render()) for mark in MARKS.values())


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "mode", "language"), WHOLE_GAMES)
async def test_a_whole_game(start, edition, mode, language):
    app, rng = start(edition, mode, language), Random(edition)
    async with app.run_test(size=(90, 30)) as pilot:
        for _ in range(300):
            if app.game.table.phase is Phase.OVER:
                break
            check_screen(app)
            if app.game.holder is None:
                await take_device(pilot)
            else:
                await play_one_move(app, pilot, rng)
        assert app.game.table.outcome
        shown = text_on(app.screen)
        for line in app.wording.outcome(app.game.table):
            assert line in shown
        assert len(grounds_on(app.screen)) > 2
        assert final_table(app.game.record) == app.game.table


async def test_the_first_screen_plays_with_one_key(start):
    app = start()
    async with app.run_test(size=(90, 30)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert app.game.plan.edition.id == "pictures"
        assert isinstance(app.screen, PassScreen)


async def test_choosing_language_mode_and_variants(start):
    app = start()
    async with app.run_test(size=(110, 40)) as pilot:
        await pilot.pause()
        app.screen.query_one("#language").value = "de"
        await pilot.pause()
        assert "Was soll es sein?" in text_on(app.screen)
        app.screen.query_one("#mode").value = "coop"
        app.screen.query_one("#zero").value = True
        app.screen.query_one("#names").value = "Ada, Ben"
        await pilot.pause()  # rows come and go with the mode: the button finds its place first
        await pilot.click("#play")
        await pilot.pause()
        plan = app.game.plan
        assert (plan.language, plan.mode, plan.options.zero, plan.names) == ("de", Mode.COOP, True, ("Ada", "Ben"))
        assert "Ada (" in text_on(app.screen)


async def test_only_what_an_edition_knows_is_offered(start):
    app = start()
    async with app.run_test(size=(110, 40)) as pilot:
        for steps, id in enumerate(EDITIONS):
            if steps:
                await pilot.press("down")
            await pilot.pause()
            for name in ("zero", "unlimited", "assassin_last", "several_clues", "gentle"):
                assert app.screen.query_one(f"#{name}").display == (name in EDITIONS[id].options)
            assert app.screen.query_one("#mission-row").display == (id == "duet")


async def test_a_bad_clue_is_explained_and_nothing_is_lost(start):
    app = start("classic", language="fr")
    async with app.run_test(size=(90, 30)) as pilot:
        await take_device(pilot)
        before = app.game.table
        for text, answer in (
            ("arbre", "Écrivez un mot et un chiffre"),
            ("arbre 99", "compris entre 1 et"),
            ("arbre 0", "Les indices à 0"),
        ):
            await give_clue(app, pilot, text)
            assert answer in text_on(app.screen)
            assert app.screen.query_one("#clue").value == text
        assert app.game.table == before


async def test_one_press_does_not_touch_a_card(start):
    app = start("classic")
    async with app.run_test(size=(90, 30)) as pilot:
        await take_device(pilot)
        await give_clue(app, pilot, "tree 2")
        await take_device(pilot)
        await pilot.press("enter")
        await pilot.press("right")
        await pilot.press("enter")
        assert app.game.table.guesses == 0
        assert f"Touch {app.game.table.setup.cards[1]}?" in text_on(app.screen)
        await pilot.click("#card-1")
        await pilot.pause()
        assert app.game.table.covers[1] is not None


@pytest.mark.rule("P7")
async def test_ending_the_turn_in_the_last_stretch_asks_first(start):
    app = start("classic", assassin_last=True)
    async with app.run_test(size=(90, 40)) as pilot:
        await take_device(pilot)
        await give_clue(app, pilot, "tree 2")
        await take_device(pilot)
        assassin = app.game.key.layers[0].index("assassin")
        app.screen.query_one(f"#card-{assassin}").focus()
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert app.game.table.last_stretch
        app.screen.query_one("#stop").press()
        await pilot.pause()
        assert app.game.table.outcome is None
        app.screen.query_one("#stop").press()
        await pilot.pause()
        assert app.game.table.outcome is not None


async def test_hiding_the_key_in_a_hurry(start):
    app = start("classic")
    async with app.run_test(size=(90, 30)) as pilot:
        await take_device(pilot)
        assert len(grounds_on(app.screen)) == 4
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, PassScreen)
        await take_device(pilot)
        assert isinstance(app.screen, TableScreen)


async def test_either_side_may_take_the_device_first(start):
    app = start("duet", names=("Ada", "Ben"))
    async with app.run_test(size=(90, 30)) as pilot:
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        assert str(app.game.seat) == "b.giver"


@pytest.mark.slow
async def test_the_end_offers_again_a_record_and_another_game(start, tmp_path):
    app = start("classic")
    async with app.run_test(size=(90, 30)) as pilot:
        await take_device(pilot)
        first = app.game.table.setup.cards
        await give_clue(app, pilot, "oops 1")
        await take_device(pilot)
        assassin = app.game.key.layers[0].index("assassin")
        app.screen.query_one(f"#card-{assassin}").focus()
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert app.screen.has_class("over")
        await pilot.press("r")
        await pilot.pause()
        (file,) = tmp_path.glob("deckname-*.json")
        assert re.fullmatch(r"deckname-\d{8}-\d{6}\.json", file.name)
        assert final_table(parse_record(file.read_bytes())) == app.game.table
        await pilot.press("a")
        await pilot.pause()
        assert not set(first) & set(app.game.table.setup.cards)
        await take_device(pilot)
        await pilot.press("escape")
        app.go_home()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_a_small_terminal_shows_every_card_with_its_mark(start):
    app = start("classic")
    async with app.run_test(size=(80, 24)) as pilot:
        await take_device(pilot)
        for widget in app.screen.query(CardWidget):
            assert widget.region.height >= 2
            assert widget.region.bottom <= 24
        await give_clue(app, pilot, "tree 2")


@pytest.mark.rule("K1", "T17")
async def test_the_referee_warns_and_the_spymaster_decides(start):
    app = start("classic", language="fr")
    async with app.run_test(size=(90, 30)) as pilot:
        await take_device(pilot)
        word = app.game.table.setup.cards[3].lower()
        app.screen.query_one("#clue").value = f"{word} 2"
        await pilot.pause()
        assert app.game.table.setup.cards[3] in str(app.screen.query_one("#hint").render())
        await pilot.press("enter")
        assert not app.game.table.log
        assert "quand même" in str(app.screen.query_one("#hint").render())
        await pilot.press("enter")
        assert app.game.table.log[0].word == word


async def test_a_key_held_down_opens_no_secret(start, monkeypatch):
    app = start("classic")
    async with app.run_test(size=(90, 30)) as pilot:
        await take_device(pilot)
        await give_clue(app, pilot, "tree 1")
        await take_device(pilot)
        monkeypatch.setattr(PassScreen, "GRACE", 600)
        wrong = app.game.key.layers[0].index("bystander")
        app.screen.query_one(f"#card-{wrong}").focus()
        await pilot.press("enter", "enter", "enter", "enter")
        assert app.game.holder is None
        assert isinstance(app.screen, PassScreen)
        monkeypatch.setattr(PassScreen, "GRACE", 0)
        monkeypatch.setattr(TableScreen, "GRACE", 600)
        while app.screen.query_one("#take-0").has_class("-active"):  # a button takes a moment to come up again
            await pilot.pause(0.1)
        await take_device(pilot)
        await give_clue(app, pilot, "sea 1")
        await take_device(pilot)
        await pilot.press("enter", "enter", "enter")
        assert app.game.table.guesses == 0


async def test_every_arrow_press_counts_and_finds_the_next_card(start):
    app = start("classic")
    async with app.run_test(size=(90, 30)) as pilot:
        await take_device(pilot)
        await give_clue(app, pilot, "tree 1")
        await take_device(pilot)
        await pilot.press("down", "down", "right", "right", "right", "up")
        assert app.screen.focused.index == 5 + 3
        for card in app.screen.query(CardWidget):
            card.can_focus = card.index in (0, 6)
        app.screen.set_focus(app.screen.query_one("#card-0"))
        await pilot.pause()
        await pilot.press("right")
        assert app.screen.focused.index == 6


async def test_the_whole_board_stays_in_sight_when_the_clue_box_comes(start):
    app = start("duet")
    async with app.run_test(size=(120, 40)) as pilot:
        await take_device(pilot)
        await give_clue(app, pilot, "tree 1")
        await take_device(pilot)
        green = app.game.key.layers[0].index("green")
        app.screen.query_one(f"#card-{green}").focus()
        await pilot.press("enter", "enter", "s")
        await pilot.pause()
        assert app.screen.query_one("#clue").display
        board = app.screen.query_one("#board").region
        assert all(card.region.bottom <= board.bottom for card in app.screen.query(CardWidget))


@pytest.mark.rule("F2")
async def test_the_family_game_has_a_curse(start):
    app = start("family-advanced", language="fr")
    async with app.run_test(size=(120, 40)) as pilot:
        await take_device(pilot)
        assert "malédiction" in text_on(app.screen)
        await give_clue(app, pilot, "arbre 1")
        await take_device(pilot)
        app.screen.query_one(f"#card-{app.game.key.layers[0].index('assassin')}").focus()
        await pilot.press("enter", "enter")
        assert "La malédiction a été touchée" in text_on(app.screen)


async def test_what_costs_dearly_is_asked_first(start):
    app = start("duet")
    async with app.run_test(size=(90, 30)) as pilot:
        await take_device(pilot)
        await give_clue(app, pilot, "tree 1")
        await take_device(pilot)
        await pilot.press("c")
        assert app.game.table.tokens.left == 9
        await pilot.press("c")
        assert app.game.table.tokens.left == 8
        await pilot.press("h")
        assert app.game
        await pilot.press("h")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.rule("D3")
async def test_an_easier_duet_from_the_first_screen(start):
    app = start()
    async with app.run_test(size=(110, 40)) as pilot:
        await pilot.press("down", "down", "down", "down")
        await pilot.pause()
        assert "9 tokens" in str(app.screen.query_one("#mission SelectCurrent Static").render())
        app.screen.query_one("#mission").value = "tokens-11"
        await pilot.pause()
        await pilot.click("#play")
        await pilot.pause()
        assert app.game.table.tokens.left == 11


async def test_a_map_that_cannot_be_kept_does_not_end_the_game(start, tmp_path):
    app = start("duet", names=("Ada",), mission="prague")
    (tmp_path / "file").write_text("")
    app.campaigns = CampaignsAtHome(tmp_path / "file")
    async with app.run_test(size=(90, 30)) as pilot:
        await take_device(pilot)
        await give_clue(app, pilot, "tree 1")
        await take_device(pilot)
        app.screen.query_one(f"#card-{app.game.key.layers[0].index('assassin')}").focus()
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert app.game.table.outcome
        assert app.screen.has_class("over")


@pytest.mark.slow
@pytest.mark.rule("M7", "M8")
async def test_a_team_keeps_its_map(start, tmp_path):
    app = start("duet", names=("Ada", "Ben"), mission="prague")
    async with app.run_test(size=(90, 30)) as pilot:
        while not app.game.table.outcome:
            await pilot.pause()
            if app.game.holder is None:
                await take_device(pilot)
            elif app.game.view.legal.clue:
                await give_clue(app, pilot, "all 9")
            else:
                face = app.game.key.layers[1 - ("ab".index(app.game.seat.side))]
                card = next(card for card in app.game.view.legal.guess if face[card] == "green")
                app.screen.query_one(f"#card-{card}").focus()
                await pilot.press("enter", "enter")
    campaigns = CampaignsAtHome(tmp_path)
    journey = await campaigns.journey(["ben", "ADA "])
    assert journey.tally("prague").won == 1
    assert "cairo" in journey.open_cities
    assert (await campaigns.journey(["Cleo"])).open_cities == ("prague",)
    await campaigns.close()
