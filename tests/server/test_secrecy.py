"""The first promise, on the wire: what reaches a reader doesn't depend on anything that this reader may not know.

Whatever is hidden from somebody is redrawn: the same table, people, moves and talk with another key, and with bots that
thought otherwise because of it. Every message that they got, and every answer to what a bot thought, must be the same
to the byte. Here with tables in memory, over many random evenings; with a real server in test_secrecy_sockets.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckname import protocol as wire
from deckname.engine.course import Course
from deckname.engine.deal import draw_key
from deckname.engine.errors import Refused
from deckname.engine.model import CardCovered, CardTouched, GameEnded, Key, Mode
from deckname.engine.rules import legal_moves
from deckname.engine.view import view
from deckname.protocol import game_projection, projection
from deckname.tables import events, explaining
from deckname.tables.commands import AnyCommand
from deckname.tables.decisions import Circumstances, decide
from deckname.tables.events import TableEvent
from deckname.tables.explaining import explain
from deckname.tables.game import GameState
from deckname.tables.history import NotedThought
from deckname.tables.live import Before, LiveTable
from deckname.tables.places import layers_seen
from deckname.tables.snapshot import restore, snapshot_of
from deckname.tables.state import TableState
from deckname.tables.stored import decode_snapshot, encode_key, encode_snapshot
from tests.engine.random_play import WORDS, variants
from tests.engine.test_secrecy import redraw
from tests.more_editions import EVERY_EDITION, added

VARIANTS = [(edition.id, mode.value) for edition in EVERY_EDITION.values() for mode in edition.modes]
HOST, STRANGER = "host", "stranger"
Outcome = tuple[TableEvent, ...] | bytes
"""Events, or a refusal as it is sent."""


@pytest.fixture(scope="module", autouse=True)
def more_editions() -> Iterator[None]:
    with added():
        yield


# ---------------------------------------------------------------------------------------------------------------------
# Tables in memory


class Evening:
    """A table on which all sorts of things happen, with what each reader was told."""

    def __init__(self, rng: Random, wanted: wire.SettingsForm) -> None:
        self.rng = rng
        self.now = 1_000.0
        self.events: list[TableEvent] = []
        self.steps: list[tuple[float, str, wire.AnyRequest, Outcome]] = []
        """When somebody wanted what, and what came of it."""
        self.state = TableState("table")
        self.key = Key(())
        self._happen(events.TableOpened(self.now, HOST, wanted.settings))
        crowd = [HOST, *(f"p{number}" for number in range(len(self.state.places) + 3))]
        bots = rng.random() * wanted.practice
        for person, place in zip(crowd, [*self.state.places, *self.state.places], strict=False):
            bot: Any = "balanced" if person != HOST and rng.random() < bots else None
            self._happen(events.PersonJoined(person, person, bot))
            if not bot:
                self._happen(events.PersonConnected(person, "A"))
            if person != crowd[-1] and not (self.state.is_single(place) and self.state.at_place(place)):
                self._happen(events.PersonSeated(person, place))
        self.readers = (*crowd, STRANGER)
        self._begin()

    def _begin(self) -> None:
        edition, mode = self.state.edition, self.state.settings.mode
        self.key, starts = draw_key(edition, self.rng)
        while mode is Mode.COOP and starts != edition.sides[0].id:
            self.key, starts = draw_key(edition, self.rng)
        self.state.learn({"key:1": encode_key(self.key)})
        cards = tuple(self.rng.sample(WORDS, edition.size))
        self._happen(events.GameBegan(self.now, 1, cards, starts))
        self.layout = tuple(self.events)

    def _happen(self, *happened: TableEvent) -> None:
        self.events += happened
        for event in happened:
            self.state.apply(event)

    def go_on(self, steps: int, skill: float) -> None:
        """So many wishes, sensible ones and others; the game doesn't end, unless that can be taken back."""
        for _ in range(steps):
            self.now += self.rng.uniform(0.0, 20.0)
            person = self.rng.choice(self.readers)
            who, wish = self._move(skill) if self.rng.random() < 0.5 else (person, self._any_wish())
            outcome = _outcome(self.state, who, wish, self.now)
            if not isinstance(outcome, bytes):
                if any(map(_ends, outcome)):
                    continue
                self._happen(*outcome)
            self.steps.append((self.now, who, wish, outcome))

    def _move(self, skill: float) -> tuple[str, wire.AnyRequest]:
        """What somebody may do now, if anybody may."""
        game = self.state.game
        assert game
        able = [
            (member.id, seat, moves)
            for seat in game.table.setup.seats
            if (moves := legal_moves(game.table, game.key, seat))
            for member in self.state.holders(seat)
        ]
        if not able and game.held:
            answer = wire.AnswerTakeBack(agree=self.rng.random() < 0.8, ply=game.ply)
            return self.rng.choice(self.readers), self.rng.choice((wire.AskTakeBack(ply=game.ply), answer))
        if not able:
            return HOST, wire.Resume()
        person, seat, moves = self.rng.choice(able)
        if moves.clue:
            ask = wire.AskAboutClue if self.rng.random() < 0.3 else wire.ClueMove
            return person, ask(word=f"clue{game.ply}", number=self.rng.choice(moves.clue), ply=game.ply)
        if moves.cover:
            return person, wire.CoverMove(card=self.rng.choice(moves.cover), ply=game.ply)
        if moves.guess:
            spec = self.state.edition.side[seat.side]
            right = [card for card in moves.guess if game.key.layers[spec.judged_by][card] == spec.agent]
            card = self.rng.choice(right if right and self.rng.random() < skill else moves.guess)
            return person, wire.GuessMove(card=card, ply=game.ply)
        return person, wire.ChallengeMove(ply=game.ply)

    def _any_wish(self) -> wire.AnyRequest:
        rng, state = self.rng, self.state
        ply = state.game.ply if state.game and rng.random() < 0.8 else rng.randrange(40)
        card, place, person = rng.randrange(25), rng.choice([*state.places]), rng.choice(self.readers)
        return rng.choice([
            wire.PencilCard(card=card, on=rng.random() < 0.8),
            wire.PencilCard(card=card),
            wire.Say(text=f"let's try {card}"),
            wire.Say(text="hello"),
            wire.Emote(emote="hmm"),
            wire.Nudge(),
            wire.Nod(ply=ply),
            wire.AskTakeBack(ply=ply),
            wire.AnswerTakeBack(agree=rng.random() < 0.8, ply=ply),
            wire.AnswerTakeBack(agree=rng.random() < 0.8, ply=ply),
            wire.WithdrawTakeBack(ply=ply),
            wire.ShowKey(ply=ply),
            wire.AnswerObjection(valid=rng.random() < 0.5, ply=ply),
            wire.AnswerObjection(valid=rng.random() < 0.5, ply=ply),
            wire.WithdrawObjection(ply=ply),
            wire.AnswerQuestion(agree=rng.random() < 0.5, ply=ply),
            wire.CallTime(ply=ply),
            wire.GuessMove(card=card, ply=ply),
            wire.CoverMove(card=card, ply=ply),
            wire.StopMove(ply=ply),
            wire.WaiveMove(ply=ply),
            wire.ChallengeMove(ply=ply),
            wire.ClueMove(word="", number=rng.randrange(26), ply=ply),
            wire.Sit(place=place),
            wire.Stand(),
            wire.RequestPlace(place=place),
            wire.WithdrawRequest(),
            self._any_answer(),
            self._any_answer(),
            wire.Join(name=f"{person}!"),
            wire.Rename(name=f"{person}?"),
            wire.Ready(),
            wire.Pause(),
            wire.Resume(),
            wire.Lock(place=place, locked=rng.random() < 0.5),
            wire.MovePerson(person=person, place=place),
            wire.HandOver(person=HOST),
        ])  # fmt: skip

    def _any_answer(self) -> wire.AnyRequest:
        """To somebody who asks for a place, if anybody does."""
        requests = self.state.running.requests if self.state.running else {}
        person, request = self.rng.choice([*requests.items()]) if requests else (HOST, None)
        place = request.place if request else self.rng.choice([*self.state.places])
        return wire.AnswerRequest(person=person, place=place, agree=self.rng.random() < 0.8)

    def may_know(self, person: str) -> set[tuple[int, int]]:
        """(face, card): what was shown to all, and what they saw from places that they ever had."""
        edition, known, sat = self.state.edition, set[tuple[int, int]](), set[str]()
        for event in self.events:
            if isinstance(event, events.PersonSeated) and event.person == person and event.place:
                sat.add(event.place)
            for move in event.events if isinstance(event, events.MovePlayed) else ():
                if isinstance(move, CardTouched):
                    known.add((edition.side[move.side].judged_by, move.card))
                if isinstance(move, CardCovered):
                    known.add((0, move.card))
        seats = [seat for place in sat for seat in self.state.places[place]]
        return known | {(face, card) for face in layers_seen(edition, seats) for card in range(edition.size)}

    def told(self, person: str, key: Key) -> list[bytes] | None:
        """Everything that reached them, had this been the key; None if a guess would have had other consequences."""
        state = TableState("table")
        live = LiveTable(state, thoughts=self._thoughts(key))
        state.learn({"key:1": encode_key(key)})
        said = _tell(state, person, self.layout, 0.0)
        for now, who, wish, outcome in self.steps:
            found = _outcome(state, who, wish, now)
            if isinstance(outcome, bytes):
                if who == person:
                    assert found == outcome, wish
            elif found != outcome:
                assert isinstance(wish, wire.GuessMove), wish
                return None
            else:
                said += _tell(state, person, outcome, now)
                if state.seq % 10 == 0:  # as after a new connection, at a node that had put everything aside
                    live.state = state = _put_aside(state, key)
                    said += [projection.complete(state, person, now), *_explained(live, person)]
        return [*said, projection.complete(state, person, self.now), *_explained(live, person)]

    def _thoughts(self, key: Key) -> dict[tuple[int, int], bytes]:
        """What was thought in every move, had this been the key: by all that the seat sees. Which of the cards that
        were touched for a clue it had meant is all that may be told, so only that stays the same.
        """
        game = self.state.game
        assert game
        course, found = Course(game.course.start), {}
        played = [event for event in self.events if isinstance(event, events.MovePlayed)]
        for ply, event in enumerate(played):
            if event.move.seat.side in self.state.edition.side:
                head = Random(repr(view(course.table, key, event.move.seat)))
                cards = head.sample(range(self.state.edition.size), self.state.edition.size)
                touched = game.touched_for(ply)
                meant = tuple(
                    [card for card in cards if ((card + ply) % 2 if card in touched else head.random() < 0.3)]
                )
                chances, by = tuple([head.random() for _ in cards]), head.choice(["bureau", "simple"])
                thought = NotedThought(ply, event.by or "", meant, chances, head.random(), by)
                found[1, ply] = msgspec.json.encode(thought)
            course.play(event.events)
        return found


def _put_aside(state: TableState, key: Key) -> TableState:
    """The table as it is read from a snapshot."""
    read = TableState(state.id)
    read.learn({"key:1": encode_key(key)})
    restore(read, decode_snapshot(encode_snapshot(snapshot_of(state))))
    return read


def _explained(live: LiveTable, person: str) -> list[bytes]:
    """The answers to what was thought in every move."""
    said = []
    assert live.state.game
    for ply in range(live.state.game.ply + 1):
        try:
            said.append(msgspec.json.encode(explain(live, person, ply)))
        except Refused as refused:
            said.append(refused.code.encode())
    return said


def _ends(event: TableEvent) -> bool:
    if isinstance(event, events.MovePlayed):
        return not event.held and any(isinstance(move, GameEnded) for move in event.events)
    return isinstance(event, events.GameAbandoned | events.KeyShown)


def _outcome(state: TableState, person: str, wish: wire.AnyRequest, now: float) -> Outcome:
    command: AnyCommand = wish.command if isinstance(wish, wire.OwnForm) else wish
    try:
        return decide(state, person, command, Circumstances(now, Random(1), take_back_seconds=15)).events
    except Refused as refused:
        return wire.encode(wire.RefusedMessage(id=1, code=refused.code, details=wire.details_of(refused)))


def _tell(state: TableState, person: str, happened: tuple[TableEvent, ...], now: float) -> list[bytes]:
    """What they tell a reader."""
    if not happened:
        return []
    before = Before.of(state)
    for event in happened:
        state.apply(event)
    return projection.news(state, before, happened, [person], now)[person]


def check_evening(seed: int, wanted: wire.SettingsForm) -> Counter[str]:
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
def wanted_tables(draw: st.DrawFn) -> wire.SettingsForm:
    edition, mode, options = draw(variants())
    chosen: Any = {name: getattr(options, name) for name in wire.OptionsForm.__struct_fields__}
    times = st.none() | st.integers(15, 60)
    clock = draw(st.none() | st.builds(wire.ClockForm, times, times, times, st.booleans()))
    named: Any = mode.value
    rules = wire.OptionsForm(**chosen)
    return wire.SettingsForm(edition=edition.id, mode=named, options=rules, clock=clock, practice=draw(st.booleans()))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), wanted_tables())
def test_no_message_depends_on_what_its_reader_may_not_know(seed: int, wanted: wire.SettingsForm) -> None:
    check_evening(seed, wanted)


@pytest.mark.parametrize(("edition", "mode"), VARIANTS)
def test_every_edition_and_mode_is_really_put_to_the_test(edition: str, mode: Any) -> None:
    tested: Counter[str] = Counter()
    for seed in range(4):
        tested += check_evening(seed, wire.SettingsForm(edition=edition, mode=mode, practice=seed % 2 == 0))
    assert tested[STRANGER] >= 4
    assert len(tested) >= 3


def test_the_check_finds_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guessers who were told the question of a spymaster are no leak of the key; a count of what is covered is."""
    plain = game_projection.situation

    def leaky(game: Any) -> wire.Situation:
        return msgspec.structs.replace(plain(game), guesses=game.key.layers[0].index("assassin"))

    monkeypatch.setattr(game_projection, "situation", leaky)
    with pytest.raises(AssertionError):
        for seed in range(10):
            check_evening(seed, wire.SettingsForm())


def test_the_check_finds_a_key_that_is_shown_while_the_end_may_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "view", lambda table, key, seat, **_: view(table, key, seat))
    with pytest.raises(AssertionError):
        for seed in range(40):
            check_evening(seed, wire.SettingsForm())


def _unread(thought: NotedThought) -> NotedThought:
    """As practice games told it at first: all the cards that a clue was meant for."""
    chances = tuple([chance * (card in thought.meant) for card, chance in enumerate(thought.chances)])
    return msgspec.structs.replace(thought, chances=chances)


@pytest.mark.parametrize(
    "leaky",
    [
        pytest.param(lambda game, thought: _unread(thought), id="every card that was meant"),
        pytest.param(
            lambda game, thought: NotedThought(thought.ply, "", tuple(range(len(thought.meant))), (), 0.0, ""),
            id="how many were meant",
        ),
        pytest.param(
            lambda game, thought: msgspec.structs.replace(
                thought,
                meant=tuple([card for card in thought.meant if card in game.touched_for(thought.ply)]),
                chances=(),
                stop=0.0,
                by="",
            ),
            id="in which order",
        ),
    ],
)
def test_the_check_finds_what_a_bot_gives_away(
    monkeypatch: pytest.MonkeyPatch, leaky: Callable[[GameState, NotedThought], NotedThought]
) -> None:
    monkeypatch.setattr(explaining, "_of_what_is_over", leaky)
    with pytest.raises(AssertionError):
        for seed in range(20):
            check_evening(seed, wire.SettingsForm(practice=True))


def test_the_check_finds_out_if_it_shows_by_which_moves_can_be_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(game: GameState, ply: int) -> bool:
        return ply < len(game.moves) and game.key.layers[0][ply % 25] == "red"

    monkeypatch.setattr(GameState, "may_be_explained", leaky)
    with pytest.raises(AssertionError):
        for seed in range(20):
            check_evening(seed, wire.SettingsForm(practice=True))


def test_those_who_never_joined_are_told_nothing_of_what_bots_think() -> None:
    told = {HOST: 0, STRANGER: 0}
    for seed in range(6):
        evening = Evening(Random(seed), wire.SettingsForm(practice=True))
        evening.go_on(100, skill=0.9)
        live = LiveTable(evening.state, thoughts=evening._thoughts(evening.key))
        for reader in told.keys() - (evening.state.members.keys() - {HOST}):
            told[reader] += sum(answer != b"not_now" for answer in _explained(live, reader))
    assert told[HOST] > 10
    assert told[STRANGER] == 0
