"""Bots at a table: they move when only they can, wait where people may, and tell their thoughts when it is time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from deckname import protocol as wire
from deckname.bots import fair_play
from deckname.bots.player import Answer, Level, Manner, Question
from deckname.bots.simple import Simple
from deckname.engine.errors import Refused
from deckname.engine.model import GiveClue
from deckname.engine.rules import legal_moves
from deckname.engine.table import to_move
from deckname.tables.bot_players import BotPlayers, bot_names
from deckname.tables.history import NotedThought
from tests.servers import PATIENCE
from tests.tables.gathering import Gathering, Reader
from tests.tables.test_play import classic

PRACTICE: list[tuple[str, dict[str, Any]]] = [
    ("red.guesser", {"mode": "coop"}),
    ("red.guesser", {}),
    ("red.giver", {}),
    ("a", {"edition": "duet"}),
]
"""Where Ada sits in practice games, and at which tables."""


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
        return fair_play.approves(question, word, number)

    async def challenges(self, question: Question) -> bool:
        return fair_play.challenges(question)


@pytest_asyncio.fixture
async def thinkers(gathering: Gathering) -> AsyncIterator[Thinkers]:
    made = Thinkers()
    BotPlayers(gathering.tables, made, pace=0.0, courtesy=0.0)
    yield made


@pytest_asyncio.fixture
async def courteous(gathering: Gathering) -> AsyncIterator[Thinkers]:
    """Bots that would wait for people longer than any test."""
    made = Thinkers()
    BotPlayers(gathering.tables, made, pace=0.0, courtesy=3600.0)
    yield made


async def over(gathering: Gathering) -> None:
    async with asyncio.timeout(PATIENCE):
        while gathering.state.stage != "over":
            await asyncio.sleep(0.005)
    await gathering.settled()


@pytest.mark.parametrize(("edition", "language"), [("classic", "en"), ("classic", "de"), ("duet", "fr")])
async def test_bots_at_one_table_are_different_characters(
    gathering: Gathering, thinkers: Thinkers, edition: str, language: str
) -> None:
    await gathering.open("Ada", edition=edition, language=language)
    await gathering.do("Ada", wire.Stand())
    await gathering.do("Ada", wire.Start(bots=True))
    bots = [member for member in gathering.state.members.values() if member.bot]
    known = {name for manner in Manner for name in bot_names(manner, language)}
    assert len({bot.name for bot in bots}) == len(bots)
    assert len({bot.bot for bot in bots}) == min(len(bots), len(Manner))
    assert len(known.intersection(bot.name for bot in bots)) == min(len(bots), len(known))
    await over(gathering)


async def test_a_note_tells_whether_a_clue_was_given_or_taken(gathering: Gathering, thinkers: Thinkers) -> None:
    await gathering.open("Ada", pace="quick")
    await gathering.do("Ada", wire.Stand())
    await gathering.do("Ada", wire.Start(bots=True))
    await over(gathering)
    noted = (await gathering.tables.history.thoughts(gathering.table, 1)).thoughts
    gave = [str(question.view.seat).endswith("giver") for question in thinkers.asked]
    assert [thought.clue for thought in noted] == gave


@pytest.mark.parametrize("level", ["easy", "merciless"])
async def test_only_who_has_no_people_at_their_side_is_an_opponent(
    gathering: Gathering, thinkers: Thinkers, level: str
) -> None:
    await gathering.open("Ada", level=level)
    await gathering.do("Ada", wire.Sit(place="red.guesser"))
    await gathering.do("Ada", wire.Start(bots=True))
    await gathering.settled()
    assert thinkers.asked
    assert all(question.level == level for question in thinkers.asked)
    assert all(question.opponent == (question.view.seat.side == "blue") for question in thinkers.asked)


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
    thoughts = await gathering.tables.history.thoughts(gathering.table, 1)
    assert [thought.ply for thought in thoughts.thoughts] == [*range(gathering.ply)]
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


@pytest.mark.parametrize(
    ("settings", "level"),
    [
        ({}, Level.EVEN),
        ({"level": "hard"}, Level.HARD),
        ({"edition": "family-easy"}, Level.EASY),
        ({"edition": "family-easy", "level": "merciless"}, Level.MERCILESS),
    ],
)
async def test_bots_are_told_how_well_to_play_against_people(
    gathering: Gathering, thinkers: Thinkers, settings: dict[str, Any], level: Level
) -> None:
    """As the table was set up, or else as is usual in the edition."""
    await gathering.open("Ada", mode="teams", pace="quick", **settings)
    await gathering.do("Ada", wire.Stand())
    await gathering.do("Ada", wire.Start(bots=True))
    await over(gathering)
    assert {question.level for question in thinkers.asked} == {level}


async def until_asked(thinkers: Thinkers) -> None:
    async with asyncio.timeout(PATIENCE):
        while not thinkers.asked:
            await asyncio.sleep(0.005)


async def duet_with_a_bot(gathering: Gathering, **settings: Any) -> None:
    """Ada and a bot, either of whom may give the first clue; Bob looks on."""
    await gathering.open("Ada", "Bob", edition="duet", **settings)
    await gathering.do("Ada", wire.Sit(place="a"))
    await gathering.do("Bob", wire.Stand())
    await gathering.do("Ada", wire.AddBot(place="b"))
    await gathering.do("Ada", wire.Start())


async def some_time() -> None:
    """Enough for a bot that does not wait."""
    for _ in range(50):
        await asyncio.sleep(0)


@pytest.mark.parametrize("name", ["Ada", "Bob"])
async def test_people_go_first_at_any_pace_where_they_may_move_too(
    gathering: Gathering, courteous: Thinkers, name: str
) -> None:
    """Until somebody says that the bot should: whoever might have moved, or anybody else."""
    await duet_with_a_bot(gathering, pace="quick")
    await some_time()
    assert courteous.asked == []
    assert "nudge" in gathering.readers[name].shown("may")
    await gathering.do(name, wire.Nudge())
    await until_asked(courteous)


async def test_a_bot_takes_no_clue_from_somebody_who_is_at_work(gathering: Gathering) -> None:
    """However long they have thought about it. What shows it says nothing else, and is told to nobody."""
    made = Thinkers()
    BotPlayers(gathering.tables, made, pace=0.0, courtesy=0.05)
    await duet_with_a_bot(gathering, pace="quick")
    live, ada = await gathering.live(), gathering.persons["Ada"]
    before, heard = gathering.state.seq, len(gathering.readers["Bob"].heard)
    began = asyncio.get_running_loop().time()
    live.at_work[ada] = began + 3600.0  # as if she went on for an hour
    await asyncio.sleep(0.15)
    assert made.asked == []
    await gathering.tables.note_work(gathering.table, ada)
    assert (gathering.state.seq, len(gathering.readers["Bob"].heard)) == (before, heard)
    assert live.at_work[ada] < began + 3600.0, "noted anew"
    live.at_work[ada] = began  # she has left it, long ago
    await gathering.do("Ada", wire.ClueMove(word="zebra", number=1, ply=0))


async def test_a_bot_begins_when_nobody_has_shown_any_life_for_long(gathering: Gathering, thinkers: Thinkers) -> None:
    await duet_with_a_bot(gathering, pace="quick")
    await until_asked(thinkers)


async def test_the_node_where_people_are_waits_for_them(gathering: Gathering, courteous: Thinkers) -> None:
    """Another one can't see them at work, and leaves the move alone, however impatient its bots are."""
    await duet_with_a_bot(gathering, pace="quick")
    other, impatient = gathering.another_service(alone=False), Thinkers()
    BotPlayers(other, impatient, pace=0.0, courtesy=0.0)
    await other.table(gathering.table)
    await some_time()
    assert impatient.asked == courteous.asked == []
    await other.submit(gathering.table, gathering.persons["Bob"], wire.Nudge())
    await until_asked(impatient)
    await other.close()


async def test_a_clock_that_runs_out_makes_a_bot_begin_in_time(gathering: Gathering, courteous: Thinkers) -> None:
    await duet_with_a_bot(gathering, pace="quick", clock=wire.ClockForm(clue=60, ends_itself=True))
    await some_time()
    assert courteous.asked == []
    gathering.now += 50
    await gathering.do("Bob", wire.Emote(emote="coffee"))
    players = BotPlayers(gathering.tables, courteous, pace=0.0)
    left = players._courtesy_left
    now = asyncio.get_running_loop().time()
    assert left(gathering.state, gathering.game, now, at_work=False) == 0
    assert left(gathering.state, gathering.game, now, at_work=True) > 0


@pytest.mark.rule("T16")
async def test_people_have_the_time_to_object_before_a_bot_guesses(gathering: Gathering) -> None:
    made = await guessing_bots(gathering, objecting=3600.0)
    assert "nod" in gathering.readers["Bob"].shown("may")
    assert "nod" not in gathering.readers["Ada"].shown("may"), "it is her side's clue"
    await some_time()
    assert gathering.ply == 1
    await gathering.do("Bob", wire.Nod(ply=1))
    assert "nod" not in gathering.readers["Bob"].shown("may")
    async with asyncio.timeout(PATIENCE):
        while gathering.ply == 1:
            await asyncio.sleep(0.005)
    assert made.asked


@pytest.mark.parametrize("why", ["quick", "away"])
async def test_a_bot_waits_for_no_objection_that_nobody_can_make(gathering: Gathering, why: str) -> None:
    await guessing_bots(
        gathering, objecting=3600.0, leave="Bob" if why == "away" else None, pace="quick" if why == "quick" else "human"
    )
    async with asyncio.timeout(PATIENCE):
        while gathering.ply == 1:
            await asyncio.sleep(0.005)


async def guessing_bots(gathering: Gathering, objecting: float, leave: str | None = None, **settings: Any) -> Thinkers:
    """A clue of Ada's before a bot; Bob is the other side's spymaster."""
    made = Thinkers()
    await gathering.open("Ada", "Bob", **settings)
    while True:
        await gathering.do("Ada", wire.Sit(place="red.giver"))
        await gathering.do("Bob", wire.Sit(place="blue.giver"))
        await gathering.do("Ada", wire.Start(bots=True))
        if gathering.side_to_move() == "red":
            break
        await gathering.do("Ada", wire.Abandon())
    BotPlayers(gathering.tables, made, pace=0.0, objecting=objecting)
    if leave:
        await gathering.do(leave, wire.Stand())
    await gathering.clue()
    return made


async def test_bots_alone_wait_for_nobody(gathering: Gathering, courteous: Thinkers) -> None:
    await gathering.open("Ada", edition="duet", pace="quick")
    await gathering.do("Ada", wire.Stand())
    await gathering.do("Ada", wire.Start(bots=True))
    await until_asked(courteous)


async def test_the_clock_goes_before_the_pace(gathering: Gathering) -> None:
    made = Thinkers()
    BotPlayers(gathering.tables, made, pace=3600.0)
    await gathering.open("Ada", clock=wire.ClockForm(clue=15, guess=15))
    await gathering.do("Ada", wire.Stand())
    await gathering.do("Ada", wire.Start(bots=True))
    async with asyncio.timeout(PATIENCE):
        while not gathering.ply:
            await asyncio.sleep(0.005)
    assert made.patience[0] == 7.5


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
    await gathering.do("Ada", wire.AskAboutClue(word=card, number=1, ply=ply))
    await gathering.settled()
    assert gathering.state.question and gathering.state.question.answer is False
    await gathering.do("Ada", wire.AskAboutClue(word="xylophone", number=1, ply=ply))
    await gathering.settled()
    assert gathering.state.question.answer is True


async def test_a_bot_objects_to_a_clue_against_the_rules(gathering: Gathering, thinkers: Thinkers) -> None:
    await gathering.open("Ada", "Bob", edition="duet", referee="advise", pace="quick")
    await gathering.do("Ada", wire.Sit(place="a"))
    await gathering.do("Bob", wire.Stand())
    await gathering.do("Ada", wire.AddBot(place="b"))
    await gathering.do("Ada", wire.Start())
    if not gathering.game.table.log:
        await gathering.do("Ada", wire.ClueMove(word=gathering.game.table.setup.cards[0], number=1, ply=0))
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
        await gathering.tables.explain(gathering.table, ada, 0)
    meant = msgspec.json.decode((await gathering.live()).thoughts[1, 0])["meant"]
    await gathering.do("Ada", wire.GuessMove(card=meant[0], ply=gathering.ply))
    if gathering.state.running and gathering.due == "Ada":
        await gathering.guess("bystander")
    thought = await gathering.tables.explain(gathering.table, ada, 0)
    assert thought and meant[0] in thought.meant
    assert await gathering.tables.explain(gathering.table, ada, 1) is None


async def explanations(gathering: Gathering, person: str) -> dict[int, NotedThought]:
    """Everything that somebody is told by asking of every move, and of some that nobody has made."""
    told = {}
    for ply in range(-1, gathering.ply + 2):
        with suppress(Refused):
            if thought := await gathering.tables.explain(gathering.table, person, ply):
                told[ply] = thought
    return told


@pytest.mark.rule("G3")
@pytest.mark.parametrize(("place", "settings"), PRACTICE)
async def test_practice_names_no_card_that_lies_open_to_anybody(
    gathering: Gathering, thinkers: Thinkers, place: str, settings: dict[str, Any]
) -> None:
    ada = await practising(gathering, place, **settings)
    gathering.persons["Eve"] = (await gathering.people.new_device("Eve"))[1]
    await gathering.do("Eve", wire.Join(name="Eve"))
    told = 0
    while gathering.state.running:
        explained = await explanations(gathering, ada)
        assert await explanations(gathering, gathering.persons["Eve"]) == explained
        for thought in explained.values():
            touched = gathering.game.touched_for(thought.ply)
            assert [*thought.meant] == [card for card in touched if card in thought.meant]
            assert {card for card, chance in enumerate(thought.chances) if chance} <= {*touched}
            if isinstance(gathering.game.moves[thought.ply].command, GiveClue):
                assert (thought.chances, thought.stop, thought.by) == ((), 0.0, "")
        told += len(explained)
        await move_on(gathering)
    assert told
    noted = (await gathering.live()).thoughts.items()
    assert await explanations(gathering, ada) == {
        ply: msgspec.json.decode(b, type=NotedThought) for (_, ply), b in noted
    }


async def move_on(gathering: Gathering) -> None:
    """Whoever is to move does something, and the bots answer."""
    seat = to_move(gathering.game.table)[0]
    moves = legal_moves(gathering.game.table, gathering.game.key, seat)
    if moves.clue:
        await gathering.do("Ada", wire.ClueMove(word=f"word{gathering.ply}", number=1, ply=gathering.ply))
    elif moves.cover:
        await gathering.do("Ada", wire.CoverMove(card=moves.cover[0], ply=gathering.ply))
    elif moves.guess:
        judging = gathering.game.key.layers[gathering.state.edition.side[seat.side].judged_by]
        card = gathering.rng.choice([card for card in moves.guess if judging[card] != "assassin"])
        await gathering.do("Ada", wire.GuessMove(card=card, ply=gathering.ply))
    await gathering.settled()


@pytest.mark.parametrize(("place", "settings"), PRACTICE)
async def test_practice_tells_which_moves_it_explains(
    gathering: Gathering, thinkers: Thinkers, place: str, settings: dict[str, Any]
) -> None:
    ada = await practising(gathering, place, **settings)
    while gathering.state.running:
        late = Reader(ada)
        await gathering.tables.enter(gathering.table, late)
        explicable = late.shown("game").situation.explicable
        assert [move.ply for move in explicable] == [*await explanations(gathering, ada)]
        assert all(gathering.state.members[move.person].bot for move in explicable)
        assert gathering.readers["Ada"].shown_situation().explicable == explicable
        await move_on(gathering)


async def test_practice_tells_nothing_to_those_who_never_joined(gathering: Gathering, thinkers: Thinkers) -> None:
    ada = await practising(gathering, "red.guesser", mode="coop")
    stranger = (await gathering.people.new_device("x"))[1]
    await gathering.guess("bystander")
    assert await explanations(gathering, ada)
    assert not await explanations(gathering, stranger)
    await gathering.do("Ada", wire.Abandon())
    assert await explanations(gathering, stranger)


async def test_practice_tells_no_answer_in_duet_where_all_have_seen_a_face(
    gathering: Gathering, thinkers: Thinkers
) -> None:
    ada = await practising(gathering, "a", edition="duet")
    assert [clue.side for clue in gathering.game.table.log] == ["b"]
    with pytest.raises(Refused, match="not_now"):
        await gathering.tables.explain(gathering.table, ada, 0)


async def test_practice_in_duet_keeps_guesses_to_itself_for_they_go_by_the_bots_own_face(
    gathering: Gathering, thinkers: Thinkers
) -> None:
    """D22: what is likely by the bot's face would tell Ada all of that face."""
    ada = await practising(gathering, "a", edition="duet")
    bystander = gathering.game.key.layers[1].index("bystander")
    await gathering.do("Ada", wire.GuessMove(card=bystander, ply=gathering.ply))
    before = len(gathering.game.moves)
    await gathering.do("Ada", wire.ClueMove(word="qualm", number=1, ply=gathering.ply))
    await gathering.settled()
    assert gathering.game.moves[before + 1].seat.side == "b"
    with pytest.raises(Refused, match="not_now"):
        await gathering.tables.explain(gathering.table, ada, before + 1)
    assert await gathering.tables.explain(gathering.table, ada, 0)


async def test_practice_tells_of_no_clue_in_sudden_death(gathering: Gathering, thinkers: Thinkers) -> None:
    """D15: there clues are all one has to go by. A challenge may take the last token before anybody guesses (D16)."""
    one_token = wire.OptionsForm(tokens=1, mistakes=1)
    ada = await practising(gathering, "a", edition="duet", options=one_token)
    assert [clue.side for clue in gathering.game.table.log] == ["b"]
    await gathering.do("Ada", wire.ChallengeMove(ply=gathering.ply))
    assert gathering.game.table.sudden_death
    with pytest.raises(Refused, match="not_now"):
        await gathering.tables.explain(gathering.table, ada, 0)


async def test_practice_tells_nothing_of_a_move_that_is_not_known_here_yet(
    gathering: Gathering, thinkers: Thinkers
) -> None:
    """What was thought may come from another node before the move does."""
    ada = await practising(gathering, "red.guesser", mode="coop")
    with pytest.raises(Refused, match="not_now"):
        await gathering.tables.explain(gathering.table, ada, len(gathering.game.moves))


async def test_practice_tells_no_answer_while_a_challenge_may_be_waived(gathering: Gathering) -> None:
    await classic(gathering, practice=True)
    side = gathering.side_to_move()
    other = "blue" if side == "red" else "red"
    await gathering.clue()
    await gathering.challenge(gathering.giver(other))
    with pytest.raises(Refused, match="not_now"):
        await gathering.tables.explain(gathering.table, gathering.persons[gathering.guesser(side)], 0)
    with pytest.raises(Refused, match="not_now"):
        await gathering.tables.explain(gathering.table, gathering.persons[gathering.giver(side)], 0)


async def test_without_practice_thoughts_wait_for_the_end(gathering: Gathering, thinkers: Thinkers) -> None:
    await gathering.open("Ada", mode="coop", pace="quick")
    await gathering.do("Ada", wire.Sit(place="red.guesser"))
    await gathering.do("Ada", wire.Start(bots=True))
    await gathering.settled()
    await gathering.guess("bystander")
    with pytest.raises(Refused, match="not_now"):
        await gathering.tables.explain(gathering.table, gathering.persons["Ada"], 0)
