"""Bots at a table: they move when only they can, wait where people may, and tell their thoughts when it is time."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from deckname import protocol as wire
from deckname.bots import fair
from deckname.bots.player import Answer, Question
from deckname.bots.simple import Simple
from deckname.tables.botseats import BotSeats, bot_name
from deckname.tables.decisions import Refused
from tests.tables.gathering import Gathering
from tests.tables.test_play import classic


class Thinkers:
    """The simple bot, thinking right here."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.patience: list[float] = []

    async def answer(self, question: Question, patience: float) -> Answer:
        self.asked.append(question)
        self.patience.append(patience)
        return Simple().answer(question)

    async def approves(self, question: Question, word: str, number: Any, patience: float) -> bool:
        return fair.approves(question, word, number)

    async def challenges(self, question: Question) -> bool:
        return fair.challenges(question)


@pytest_asyncio.fixture
async def thinkers(gathering: Gathering) -> AsyncIterator[Thinkers]:
    made = Thinkers()
    gathering.house._bot_name = bot_name
    BotSeats(gathering.house, made, pace=0.0, courtesy=0.0)
    yield made


@pytest_asyncio.fixture
async def courteous(gathering: Gathering) -> AsyncIterator[Thinkers]:
    """Bots that would wait for people longer than any test."""
    made = Thinkers()
    gathering.house._bot_name = bot_name
    BotSeats(gathering.house, made, pace=0.0, courtesy=3600.0)
    yield made


async def over(gathering: Gathering) -> None:
    async with asyncio.timeout(60):
        while gathering.room.stage != "over":
            await asyncio.sleep(0.005)
    await gathering.settled()


@pytest.mark.parametrize(
    ("edition", "mode"),
    [("classic", "teams"), ("classic", "coop"), ("pictures", "trio"), ("family-easy", "teams"), ("duet", "teams")],
)
async def test_bots_play_a_whole_game_among_themselves(
    gathering: Gathering, thinkers: Thinkers, edition: str, mode: str
) -> None:
    await gathering.open("Ada", edition=edition, mode=mode, pace="quick", referee="strict", language="fr")
    await gathering.do("Ada", wire.Stand())
    await gathering.do("Ada", wire.Start(bots=True))
    await over(gathering)
    thoughts = await gathering.house.thoughts(gathering.table, 1)
    assert thoughts.count(b'"ply"') == gathering.ply
    assert all(question.view.seat in question.view.to_move for question in thinkers.asked)
    assert all(question.among_bots for question in thinkers.asked)


async def test_a_bot_that_guesses_is_asked_without_the_key(gathering: Gathering, thinkers: Thinkers) -> None:
    await gathering.open("Ada", pace="quick")
    await gathering.do("Ada", wire.Stand())
    await gathering.do("Ada", wire.Start(bots=True))
    await over(gathering)
    guessers = [question for question in thinkers.asked if str(question.view.seat).endswith("guesser")]
    assert guessers
    assert all(card.known == (None,) for question in guessers for card in question.view.cards)


async def test_a_bot_leaves_the_move_to_people_who_sit_with_it(gathering: Gathering, thinkers: Thinkers) -> None:
    await gathering.open("Ada", "Bob", mode="coop")
    await gathering.do("Ada", wire.Sit(place="red.giver"))
    await gathering.do("Ada", wire.AddBot(place="red.guesser"))
    await gathering.do("Bob", wire.Sit(place="red.guesser"))
    await gathering.do("Ada", wire.Start())
    await gathering.clue()
    await gathering.settled()
    assert thinkers.asked == []
    await gathering.do("Bob", wire.Stand())
    await gathering.settled()
    assert thinkers.asked
    assert not any(question.among_bots for question in thinkers.asked), "people play, too"


async def until_asked(thinkers: Thinkers) -> None:
    async with asyncio.timeout(60):
        while not thinkers.asked:
            await asyncio.sleep(0.005)


async def test_people_go_first_at_any_pace_where_they_may_move_too(gathering: Gathering, courteous: Thinkers) -> None:
    await gathering.open("Ada", "Bob", edition="duet", pace="quick")
    await gathering.do("Ada", wire.Sit(place="a"))
    await gathering.do("Bob", wire.Stand())
    await gathering.do("Ada", wire.AddBot(place="b"))
    await gathering.do("Ada", wire.Start())
    for _ in range(50):  # time enough for a bot that does not wait
        await asyncio.sleep(0)
    assert courteous.asked == []
    await gathering.do("Bob", wire.Nudge())
    await until_asked(courteous)


async def test_bots_alone_wait_for_nobody(gathering: Gathering, courteous: Thinkers) -> None:
    await gathering.open("Ada", edition="duet", pace="quick")
    await gathering.do("Ada", wire.Stand())
    await gathering.do("Ada", wire.Start(bots=True))
    await until_asked(courteous)


async def test_the_clock_goes_before_the_pace(gathering: Gathering) -> None:
    made = Thinkers()
    gathering.house._bot_name = bot_name
    BotSeats(gathering.house, made, pace=3600.0)
    await gathering.open("Ada", clock=wire.ClockSettings(clue=5, guess=5))
    await gathering.do("Ada", wire.Stand())
    await gathering.do("Ada", wire.Start(bots=True))
    async with asyncio.timeout(60):
        while not gathering.ply:
            await asyncio.sleep(0.005)
    assert made.patience[0] == 2.5


async def test_a_bot_spymaster_answers_the_question_of_the_other(gathering: Gathering, thinkers: Thinkers) -> None:
    await gathering.open("Ada", referee="strict", pace="quick")
    while True:  # until our side begins
        await gathering.do("Ada", wire.Sit(place="red.giver"))
        await gathering.do("Ada", wire.Start(bots=True))
        await gathering.settled()
        if gathering.side_to_move() == "red":
            break
        await gathering.do("Ada", wire.Abandon())
    card, ply = (
        next(c for i, c in enumerate(gathering.game.table.setup.cards) if not gathering.game.table.covers[i]),
        gathering.ply,
    )
    await gathering.do("Ada", wire.Ask(word=card, number=1, ply=ply))
    await gathering.settled()
    assert gathering.room.question and gathering.room.question.answer is False
    await gathering.do("Ada", wire.Ask(word="xylophone", number=1, ply=ply))
    await gathering.settled()
    assert gathering.room.question.answer is True


async def test_a_bot_objects_to_a_clue_against_the_rules(gathering: Gathering, thinkers: Thinkers) -> None:
    await gathering.open("Ada", "Bob", edition="duet", referee="advise", pace="quick")
    await gathering.do("Ada", wire.Sit(place="a"))
    await gathering.do("Bob", wire.Stand())
    await gathering.do("Ada", wire.AddBot(place="b"))
    await gathering.do("Ada", wire.Start())
    if not gathering.game.table.log:
        await gathering.do("Ada", wire.GiveClue(word=gathering.game.table.setup.cards[0], number=1, ply=0))
        await gathering.settled()
        assert gathering.game.table.log[0].status == "invalid"


async def practising(gathering: Gathering, place: str, **settings: Any) -> str:
    """Ada in a practice game, with bots everywhere else that have made their first moves."""
    await gathering.open("Ada", practice=True, pace="quick", **settings)
    await gathering.do("Ada", wire.Sit(place=place))
    await gathering.do("Ada", wire.Start(bots=True))
    await gathering.settled()
    return gathering.persons["Ada"]


async def test_practice_explains_once_the_turn_is_over(gathering: Gathering, thinkers: Thinkers) -> None:
    ada = await practising(gathering, "red.guesser", mode="coop")
    with pytest.raises(Refused, match="not_now"):
        await gathering.house.explain(gathering.table, ada, 0)
    await gathering.guess("bystander")
    thought = await gathering.house.explain(gathering.table, ada, 0)
    assert thought and thought.meant and len(thought.chances) == 25
    assert [card for card, chance in enumerate(thought.chances) if chance] == sorted(thought.meant)
    assert await gathering.house.explain(gathering.table, ada, 1) is None


async def test_practice_tells_no_answer_in_duet_where_all_have_seen_a_face(
    gathering: Gathering, thinkers: Thinkers
) -> None:
    ada = await practising(gathering, "a", edition="duet")
    assert [clue.side for clue in gathering.game.table.log] == ["b"]
    with pytest.raises(Refused, match="not_now"):
        await gathering.house.explain(gathering.table, ada, 0)


async def test_practice_in_duet_keeps_guesses_to_itself_for_they_go_by_the_bots_own_face(
    gathering: Gathering, thinkers: Thinkers
) -> None:
    """D22: what is likely by the bot's face would tell Ada all of that face."""
    ada = await practising(gathering, "a", edition="duet")
    bystander = gathering.game.key.faces[1].index("bystander")
    await gathering.do("Ada", wire.Guess(card=bystander, ply=gathering.ply))
    before = len(gathering.game.moves)
    await gathering.do("Ada", wire.GiveClue(word="qualm", number=1, ply=gathering.ply))
    await gathering.settled()
    assert gathering.game.moves[before + 1].seat.side == "b"
    with pytest.raises(Refused, match="not_now"):
        await gathering.house.explain(gathering.table, ada, before + 1)
    assert await gathering.house.explain(gathering.table, ada, 0)


async def test_practice_tells_of_no_clue_in_sudden_death(gathering: Gathering, thinkers: Thinkers) -> None:
    """D15: there clues are all one has to go by. A challenge may take the last token before anybody guesses (D16)."""
    one_token = wire.GameOptions(tokens=1, mistakes=1)
    ada = await practising(gathering, "a", edition="duet", options=one_token)
    assert [clue.side for clue in gathering.game.table.log] == ["b"]
    await gathering.do("Ada", wire.Challenge(ply=gathering.ply))
    assert gathering.game.table.sudden_death
    with pytest.raises(Refused, match="not_now"):
        await gathering.house.explain(gathering.table, ada, 0)


async def test_practice_tells_nothing_of_a_move_that_is_not_known_here_yet(
    gathering: Gathering, thinkers: Thinkers
) -> None:
    """What was thought may come from another node before the move does."""
    ada = await practising(gathering, "red.guesser", mode="coop")
    with pytest.raises(Refused, match="not_now"):
        await gathering.house.explain(gathering.table, ada, len(gathering.game.moves))


async def test_practice_tells_no_answer_while_a_challenge_may_be_waived(gathering: Gathering) -> None:
    await classic(gathering, practice=True)
    side = gathering.side_to_move()
    other = "blue" if side == "red" else "red"
    await gathering.clue()
    await gathering.do(gathering.giver(other), wire.Challenge(ply=gathering.ply))
    with pytest.raises(Refused, match="not_now"):
        await gathering.house.explain(gathering.table, gathering.persons[gathering.guesser(side)], 0)
    assert await gathering.house.explain(gathering.table, gathering.persons[gathering.giver(side)], 0) is None


async def test_without_practice_thoughts_wait_for_the_end(gathering: Gathering, thinkers: Thinkers) -> None:
    await gathering.open("Ada", mode="coop", pace="quick")
    await gathering.do("Ada", wire.Sit(place="red.guesser"))
    await gathering.do("Ada", wire.Start(bots=True))
    await gathering.settled()
    await gathering.guess("bystander")
    with pytest.raises(Refused, match="not_now"):
        await gathering.house.explain(gathering.table, gathering.persons["Ada"], 0)
