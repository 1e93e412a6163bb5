"""What a table on one terminal may agree upon, by key presses: clocks, the question, decks, other faces, clues."""

import pytest
from textual.widgets import Checkbox, Select

from deckname.engine.model import ClueStatus, Mode, Phase
from deckname.language import LANGUAGES
from deckname.tables.table_settings import ClockSettings
from deckname.terminal.clock_line import ClockLine
from deckname.terminal.pass_screen import PassScreen
from deckname.terminal.table_screen import TableScreen
from tests.terminal.test_game import give_clue, start, take_device, text_on  # noqa: F401 - a fixture


class Time:
    """A clock that goes on when we say so."""

    now = 1000.0

    def __call__(self):
        return self.now

    def passes(self, app, seconds):
        self.now += seconds
        app.screen.query_one(ClockLine).look()


def with_clock(start, **limits):  # noqa: F811
    app, time = start("classic"), Time()
    app.plan = app.plan.__class__(**{**vars(app.plan), "clock": ClockSettings(**limits)})
    app.now = time
    return app, time


@pytest.mark.rule("T19")
async def test_guessing_time_is_up(start):  # noqa: F811
    app, time = with_clock(start, clue=60, guess=30)
    async with app.run_test(size=(110, 40)) as pilot:
        await take_device(pilot)
        assert "1:00, then the others may end the turn" in text_on(app.screen)
        await give_clue(app, pilot, "tree 2")
        time.now += 500  # while the device changes hands, nobody's time runs
        await take_device(pilot)
        assert "0:30, then the turn ends" in text_on(app.screen)
        side = app.game.table.turn
        time.passes(app, 29)
        await pilot.pause()
        assert app.game.table.turn == side and "0:01" in text_on(app.screen)
        time.passes(app, 1)
        await pilot.pause()
        assert app.game.table.turn != side
        assert isinstance(app.screen, PassScreen)
        assert app.game.record.moves[-1].seat.side == "clock"


@pytest.mark.rule("T19")
@pytest.mark.parametrize("by_itself", [True, False])
async def test_time_for_a_clue_is_up(start, by_itself):  # noqa: F811
    app, time = with_clock(start, clue=15, ends_itself=by_itself)
    async with app.run_test(size=(110, 40)) as pilot:
        await take_device(pilot)
        side = app.game.table.turn
        await pilot.press("f4")  # not yet
        assert app.game.table.turn == side
        time.passes(app, 15)
        await pilot.pause()
        if not by_itself:
            assert app.game.table.turn == side and "Time is up" in text_on(app.screen)
            await pilot.press("f4")
            await pilot.pause()
        assert app.game.table.turn != side and app.game.table.phase is Phase.CLUE


@pytest.mark.rule("T17")
@pytest.mark.parametrize("answer", ["y", "n"])
async def test_the_other_spymaster_is_asked(start, answer):  # noqa: F811
    app = start("classic")
    async with app.run_test(size=(110, 40)) as pilot:
        await take_device(pilot)
        asking = app.game.seat
        app.screen.query_one("#clue").value = "tree 2"
        await pilot.pause()
        await pilot.press("f2")
        await pilot.pause()
        assert isinstance(app.screen, PassScreen) and "tree" not in text_on(app.screen)
        await take_device(pilot)
        other = app.game.seat
        assert other.role == asking.role and other.side != asking.side
        assert "tree 2" in text_on(app.screen) and not app.screen.query_one("#clue").display
        await pilot.press(answer)
        await pilot.pause()
        assert isinstance(app.screen, PassScreen)
        await take_device(pilot)
        assert app.game.seat == asking and app.screen.query_one("#clue").value == "tree 2"
        await pilot.press("enter")
        if app.screen.doubted if isinstance(app.screen, TableScreen) else None:
            await pilot.press("enter")
        await pilot.pause()
        assert (app.game.table.log[0].status is ClueStatus.UPHELD) is (answer == "y")
        assert bool(app.game.challengers) is (answer == "n")


@pytest.mark.rule("T17", "V1", "D1")
@pytest.mark.parametrize(("edition", "mode"), [("duet", Mode.TEAMS), ("classic", Mode.COOP)])
async def test_where_there_is_no_other_spymaster_nobody_is_asked(start, edition, mode):  # noqa: F811
    app = start(edition, mode)
    async with app.run_test(size=(110, 40)) as pilot:
        await take_device(pilot)
        assert not app.screen.query_one("#ask").display


@pytest.mark.rule("P8", "G10")
async def test_the_same_cards_turned_over(start):  # noqa: F811
    app = start("classic")
    async with app.run_test(size=(110, 40)) as pilot:
        await take_device(pilot)
        await give_clue(app, pilot, "oops 1")
        await take_device(pilot)
        shoe = app.game.shoe
        app.screen.query_one(f"#card-{app.game.key.layers[0].index('assassin')}").focus()
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert app.game.table.phase is Phase.OVER
        await pilot.press("o")
        await pilot.pause()
        cards = {face for number in shoe.table for face in (shoe.cards[number].front, shoe.cards[number].back)}
        assert set(app.game.table.setup.cards) == cards - set(shoe.board)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_everything_is_chosen_on_the_first_screen(start, language):  # noqa: F811
    app = start(language=language)
    async with app.run_test(size=(110, 60)) as pilot:
        await pilot.press("down")
        await pilot.pause()  # Pictures: gentle as its book, and compounds can be agreed upon
        screen = app.screen
        assert screen.query_one("#gentle", Checkbox).value and not screen.query_one("#allow_sounds").display
        for id in ("deck-classic", "allow_hyphen", "ends-itself"):
            screen.query_one(f"#{id}", Checkbox).focus()
            await pilot.press("space")
        screen.query_one("#clock_clue", Select).value = "15"
        await pilot.click("#play")
        await pilot.pause()
        plan = app.game.plan
        assert (plan.edition.id, set(plan.decks), plan.clue_options) == (
            "pictures",
            {"classic", "pictures"},
            ("allow_hyphen",),
        )
        assert plan.options.gentle and plan.clock == ClockSettings(clue=15, ends_itself=True)


@pytest.mark.rule("K12", "K17")
async def test_what_was_agreed_upon_counts(start):  # noqa: F811
    for agreed in ((), ("allow_hyphen",)):
        app = start("pictures", language="fr")
        app.plan = app.plan.__class__(**{**vars(app.plan), "clue_options": agreed})
        async with app.run_test(size=(110, 40)) as pilot:
            await take_device(pilot)
            assert (app.game.verdict("chemin de fer", 1).verdict == "valid") is bool(agreed)
