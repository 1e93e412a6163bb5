"""Talk, pencil marks, gestures, the question to the other spymaster: nothing tells what only some may know."""

import asyncio

import pytest

from deckname import protocol as wire
from deckname.tables import adjudication
from tests.tables.gathering import Gathering, Reader
from tests.tables.test_play import FOUR, classic


def heard(reader: Reader) -> list[str]:
    return [message.said.text for message in reader.heard if isinstance(message, wire.SaidNow)]


@pytest.mark.rule("G5")
async def test_spymasters_are_silent_while_a_game_runs(gathering: Gathering) -> None:
    await gathering.open(*FOUR, "Eve")
    await gathering.do("Eve", wire.Sit(place="red.guesser"))
    await gathering.seated(**FOUR)
    assert await gathering.refused("Ada", wire.Say(text="the apple!")) == "be_silent"
    await gathering.do("Bob", wire.Say(text="apple or pear?"))
    assert heard(gathering.readers["Bob"]) == heard(gathering.readers["Eve"]) == ["apple or pear?"]
    for name in ("Ada", "Cleo", "Dan"):
        assert heard(gathering.readers[name]) == []
    await gathering.play_on()
    await gathering.do("Ada", wire.Say(text="it was the apple"))
    assert heard(gathering.readers["Dan"]) == ["it was the apple"]


@pytest.mark.rule("G13")
@pytest.mark.parametrize(("edition", "place"), [("classic", "red.guesser"), ("duet", "a")])
async def test_nobody_talks_whom_nobody_hears(gathering: Gathering, edition: str, place: str) -> None:
    await gathering.open("Ada", "Bob", edition=edition)
    await gathering.do("Ada", wire.Sit(place=place))
    await gathering.do("Bob", wire.Sit(place="blue.guesser" if edition == "classic" else "b"))
    assert "talk" in gathering.readers["Ada"].shown("may")
    await gathering.do("Ada", wire.Start(bots=True))
    assert "talk" not in gathering.readers["Ada"].shown("may")
    assert await gathering.refused("Ada", wire.Say(text="apple or pear?")) == "nobody_hears"
    cleo = gathering.persons["Cleo"] = (await gathering.people.new_device("Cleo"))[1]
    await gathering.do("Cleo", wire.Join(name="Cleo"))
    await gathering.do("Cleo", wire.RequestPlace(place=place))
    for name in ("Ada", "Bob"):
        request = gathering.game.requests.get(cleo)
        if request and "admit" in gathering.readers[name].shown("may"):
            await gathering.do(name, wire.AnswerRequest(person=cleo, place=place, agree=True))
    assert gathering.state.members[cleo].place == place
    assert "talk" in gathering.readers["Ada"].shown("may")
    await gathering.do("Ada", wire.Say(text="apple or pear?"))


@pytest.mark.rule("D19")
async def test_a_duet_group_talks_unheard_by_the_other(gathering: Gathering) -> None:
    await gathering.open("Ada", "Bob", "Cleo", edition="duet")
    await gathering.seated(Ada="a", Bob="b", Cleo="a")
    await gathering.do("Ada", wire.Say(text="what about ROME?"))
    assert heard(gathering.readers["Cleo"]) == ["what about ROME?"]
    assert heard(gathering.readers["Bob"]) == []
    late = Reader(gathering.persons["Bob"])
    await gathering.tables.enter(gathering.table, late)
    assert late.shown("talk") == ()


async def test_whoever_left_a_spymasters_place_stays_silent(gathering: Gathering) -> None:
    await classic(gathering)
    await gathering.do("Ada", wire.Stand())
    assert await gathering.refused("Ada", wire.Say(text="psst")) == "be_silent"
    assert await gathering.refused("Ada", wire.Rename(name="It is ROME")) == "not_now"
    await gathering.clue() if gathering.side_to_move() == "blue" else None
    assert "pencil" not in gathering.readers["Ada"].shown("may")


@pytest.mark.rule("G5")
async def test_no_gestures_from_those_who_know_while_others_guess(gathering: Gathering) -> None:
    await classic(gathering)
    side = gathering.side_to_move()
    await gathering.do(gathering.giver(side), wire.Emote(emote="hmm"))
    await gathering.clue()
    for name in ("Ada", "Cleo"):
        assert await gathering.refused(name, wire.Emote(emote="bravo")) == "be_silent"
        assert await gathering.refused(name, wire.Nudge()) == "be_silent"
        assert set(gathering.readers[name].shown("may")) <= {"take_back"}, "which tells nothing of the key"
    await gathering.do(gathering.guesser(side), wire.Emote(emote="sweat"))
    assert gathering.readers["Ada"].last(wire.Emoted).emote == "sweat"


async def test_pencil_marks_are_the_guessers_and_go_when_the_turn_does(gathering: Gathering) -> None:
    await classic(gathering)
    side = gathering.side_to_move()
    guesser = gathering.guesser(side)
    await gathering.clue()
    assert await gathering.refused(gathering.giver(side), wire.PencilCard(card=3)) == "be_silent"
    key = gathering.game.key.layers[0]
    mine = [card for card in range(25) if key[card] == side]
    await gathering.do(guesser, wire.PencilCard(card=mine[0]))
    await gathering.do(guesser, wire.PencilCard(card=mine[1]))
    await gathering.do(guesser, wire.PencilCard(card=mine[1], on=False))
    await gathering.do(guesser, wire.PencilCard(card=mine[2]))
    marks = gathering.readers["Ada"].shown("pencil")
    assert [(mark.card, mark.person) for mark in marks] == [
        (mine[0], gathering.persons[guesser]),
        (mine[2], gathering.persons[guesser]),
    ]
    await gathering.do(guesser, wire.GuessMove(card=mine[0], ply=gathering.ply))
    assert [mark.card for mark in gathering.readers["Ada"].shown("pencil")] == [mine[2]]
    assert await gathering.refused(guesser, wire.PencilCard(card=mine[0])) == "card_covered"
    await gathering.do(guesser, wire.StopMove(ply=gathering.ply))
    assert gathering.readers["Ada"].shown("pencil") == ()


@pytest.mark.rule("D19")
async def test_pencil_marks_in_duet_stay_within_the_group(gathering: Gathering) -> None:
    """Everybody knows a face of the key there, and could tell the others of it by a mark."""
    await gathering.open("Ada", "Bob", "Cleo", edition="duet")
    await gathering.seated(Ada="a", Bob="b", Cleo="a")
    watcher = Reader((await gathering.people.new_device("Eve"))[1])
    await gathering.tables.enter(gathering.table, watcher)
    before = len(gathering.readers["Bob"].heard), len(watcher.heard)
    number = gathering.state.told
    face = gathering.game.key.layers[0]
    greens = [card for card in range(25) if face[card] == "green"]
    for card in greens[:2]:
        await gathering.do("Ada", wire.PencilCard(card=card))
    assert [mark.card for mark in gathering.readers["Cleo"].shown("pencil")] == greens[:2]
    await gathering.do("Ada", wire.Say(text="these two?"))
    assert (len(gathering.readers["Bob"].heard), len(watcher.heard)) == before
    await gathering.do("Ada", wire.ClueMove(word="zebra", number=2, ply=0))
    assert gathering.readers["Bob"].last(wire.Moved).seq == number + 1  # no gap tells of what was not for him
    await gathering.do("Bob", wire.GuessMove(card=greens[0], ply=1))
    assert [mark.card for mark in gathering.readers["Ada"].shown("pencil")] == greens[1:2]
    late = Reader(gathering.persons["Bob"])
    await gathering.tables.enter(gathering.table, late)
    for reader in (gathering.readers["Bob"], watcher, late):
        assert reader.shown("pencil") == ()


@pytest.mark.rule("G5")
async def test_who_leaves_knowing_the_key_comes_back_under_the_same_name(gathering: Gathering) -> None:
    await classic(gathering)
    await gathering.do("Ada", wire.Leave())
    assert await gathering.refused("Dan", wire.Rename(name="ada")) == "name_taken"
    await gathering.do("Ada", wire.Join(name="NOT CARD 7, TAKE 3"))
    assert gathering.state.members[gathering.persons["Ada"]].name == "Ada"
    await gathering.do("Bob", wire.Leave())
    await gathering.do("Bob", wire.Join(name="Bobby"))
    assert gathering.state.members[gathering.persons["Bob"]].name == "Bobby"


@pytest.mark.rule("T17")
async def test_a_spymaster_asks_the_other_and_only_they_know(gathering: Gathering) -> None:
    await classic(gathering, referee="strict", language="en")
    side = gathering.side_to_move()
    other = "blue" if side == "red" else "red"
    card = gathering.game.table.setup.cards[0].lower()
    asker, answerer = gathering.giver(side), gathering.giver(other)
    assert "ask" in gathering.readers[asker].shown("may")
    assert await gathering.refused(asker, wire.ClueMove(word=card, number=1, ply=0)) == "clue_invalid"
    await gathering.do(asker, wire.AskAboutClue(word=card, number=1, ply=0))
    asked = gathering.readers[answerer].shown("question")
    assert (asked.word, asked.answer) == (card, None)
    assert "answer" in gathering.readers[answerer].shown("may")
    for name in (gathering.guesser(side), gathering.guesser(other)):
        assert gathering.readers[name].shown("question") is None
        assert card not in repr(gathering.readers[name].heard[-1])
    assert await gathering.refused(gathering.guesser(other), wire.AnswerQuestion(agree=True, ply=0)) == (
        "nothing_to_answer"
    )
    await gathering.do(answerer, wire.AnswerQuestion(agree=True, ply=0))
    assert gathering.readers[asker].shown("question").answer is True
    await gathering.do(asker, wire.ClueMove(word=card, number=1, ply=0))
    assert gathering.game.table.log[-1].status == "upheld"
    assert await gathering.refused(answerer, wire.ChallengeMove(ply=1)) == "clue_stands"


@pytest.mark.rule("T17")
async def test_nobody_else_can_tell_that_a_question_was_asked(gathering: Gathering) -> None:
    await classic(gathering)
    side = gathering.side_to_move()
    other = "blue" if side == "red" else "red"
    onlookers = [gathering.readers[gathering.guesser(each)] for each in (side, other)]
    before = [list(reader.heard) for reader in onlookers]
    await gathering.do(gathering.giver(side), wire.AskAboutClue(word="zebra", number=1, ply=0))
    await gathering.do(gathering.giver(other), wire.AnswerQuestion(agree=False, ply=0))
    assert [reader.heard for reader in onlookers] == before
    await gathering.clue("lion", 1)
    for reader in onlookers:
        earlier, moved = reader.heard[-2:]
        assert moved.seq == earlier.seq + 1
        assert moved.question is wire.UNSET


@pytest.mark.rule("T17")
async def test_a_no_leaves_the_clue_to_the_referee(gathering: Gathering) -> None:
    await classic(gathering)
    side = gathering.side_to_move()
    other = "blue" if side == "red" else "red"
    await gathering.do(gathering.giver(side), wire.AskAboutClue(word="zebra", number=1, ply=0))
    await gathering.do(gathering.giver(other), wire.AnswerQuestion(agree=False, ply=0))
    await gathering.clue("zebra", 1)
    assert gathering.game.table.log[-1].status == "given"
    assert gathering.readers[gathering.giver(other)].shown("question") is None


async def test_there_is_nobody_to_ask_where_one_plays_together(gathering: Gathering) -> None:
    await gathering.open(*FOUR, edition="duet")
    await gathering.seated(Ada="a", Bob="b", Cleo="a", Dan="b")
    assert await gathering.refused("Ada", wire.AskAboutClue(word="zebra", number=1, ply=0)) == "not_now"


async def test_the_referee_answers_those_who_could_give_the_clue(gathering: Gathering) -> None:
    await classic(gathering, referee="advise")
    card = gathering.game.table.setup.cards[0]
    verdict = await gathering.tables.judge_for(gathering.table, gathering.persons["Ada"], card, 1)
    assert verdict.verdict == "invalid" and verdict.card == card
    with pytest.raises(Exception, match="not_now"):
        await gathering.tables.judge_for(gathering.table, gathering.persons["Bob"], card, 1)
    await gathering.clue(card, 1)  # only advice


async def test_nobody_can_tell_by_the_time_whether_a_word_was_asked_of_before(
    gathering: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Duet the one would learn of the other's clues that were thought of and dropped."""
    await gathering.open("Ada", "Bob", edition="duet")
    await gathering.seated(Ada="a", Bob="b")
    ada, bob = (gathering.persons[name] for name in ("Ada", "Bob"))
    assert (await gathering.tables.judge_for(gathering.table, ada, "quartz", 1)).verdict
    monkeypatch.setattr(adjudication, "_VERDICT_AFTER", 3600.0)
    asked = asyncio.create_task(gathering.tables.judge_for(gathering.table, bob, "quartz", 1))
    done, _ = await asyncio.wait({asked}, timeout=0.5)
    assert not done
    asked.cancel()


async def test_a_nudge_is_for_those_one_waits_for(gathering: Gathering) -> None:
    await classic(gathering)
    side = gathering.side_to_move()
    assert "nudge" in gathering.readers[gathering.guesser(side)].shown("may")
    assert await gathering.refused(gathering.giver(side), wire.Nudge()) == "not_now"
    await gathering.do(gathering.guesser(side), wire.Nudge())
    assert gathering.readers[gathering.giver(side)].last(wire.Nudged)
