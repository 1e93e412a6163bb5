"""Evenings on which anything may happen: people, bots and the clock ask for all sorts of things, sensible or not."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from deckname import protocol as wire
from deckname.engine.errors import Refused
from deckname.engine.rules import legal_moves
from deckname.tables import commands, events
from deckname.tables.commands import AnyCommand
from deckname.tables.decisions import Circumstances, decide
from deckname.tables.events import TableEvent
from deckname.tables.objections import waits_for
from deckname.tables.state import TableState
from deckname.tables.taking_back import still_to_agree

HOST = "p0"
CROWD = (HOST, *(f"p{number}" for number in range(1, 9)))
EMOTES = ("bravo", "oops", "hmm")
FORMS: tuple[dict[str, Any], ...] = (
    {},
    {"edition": "duet", "mode": "teams"},
    {"mode": "coop", "practice": True},
    {"mode": "trio", "clock": wire.ClockForm(clue=30, guess=40, budget=300)},
    {"edition": "pictures", "clock": wire.ClockForm(clue=15, ends_itself=True)},
)


class Evening:
    """A table in memory. `step` lets something happen, and gives what did."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.now = 1_000.0
        self.shoe: bytes | None = None
        self.state = TableState("table")
        self.secrets: dict[str, bytes] = {}
        self.happened: list[TableEvent] = []
        self._happen(events.TableOpened(self.now, HOST, self._form().settings))
        for person in CROWD[:6]:
            self._submit(person, commands.Join(name=person))
            self._submit(person, commands.Presence("A", here=True))
        self._submit(HOST, commands.Start(bots=True))

    def step(self) -> tuple[TableEvent, ...]:
        self.now += self.rng.uniform(0.0, 12.0)
        if self.rng.random() < 0.4 and (move := self._move()):
            return self._submit(*move)
        return self._submit(self._somebody(), self._wish()) or self._submit(self._asking(), commands.WithdrawRequest())

    def _submit(self, person: str, command: AnyCommand) -> tuple[TableEvent, ...]:
        try:
            decision = decide(self.state, person, command, self._circumstances())
        except Refused:
            return ()
        self._learn(decision.secrets)
        self._happen(*decision.events)
        return decision.events

    def _circumstances(self) -> Circumstances:
        return Circumstances(self.now, self.rng, 24, shoe=self.shoe, take_back_seconds=10)

    def _learn(self, secrets: Mapping[str, bytes]) -> None:
        self.state.learn(secrets)
        self.secrets.update(secrets)
        self.shoe = secrets.get("shoe", self.shoe)

    def _happen(self, *happened: TableEvent) -> None:
        self.happened += happened
        for event in happened:
            self.state.apply(event)

    def _somebody(self) -> str:
        """More often than not the host, for most of what changes a table is theirs to ask for."""
        return self.state.host if self.state.host and self.rng.random() < 0.4 else self.rng.choice(CROWD)

    def _asking(self) -> str:
        """Now and then, whoever asks for a place."""
        asking = [*self.state.running.requests] if self.state.running and self.rng.random() < 0.1 else []
        return self.rng.choice(asking) if asking else HOST

    def _form(self) -> wire.SettingsForm:
        return wire.SettingsForm(**{"referee": "off", **self.rng.choice(FORMS)})

    def _move(self) -> tuple[str, AnyCommand] | None:
        """What somebody may do in the game, if there is one."""
        game, rng = self.state.running, self.rng
        able = [
            (member.id, moves)
            for seat in (game.table.setup.seats if game else ())
            if game and (moves := legal_moves(game.table, game.key, seat))
            for member in self.state.holders(seat)
        ]
        if game and (asked := sorted(waits_for(self.state))):
            return rng.choice(asked), commands.AnswerObjection(valid=rng.random() < 0.6, ply=game.ply)
        if game and (asked := sorted(still_to_agree(self.state))) and rng.random() < 0.7:
            return rng.choice(asked), commands.AnswerTakeBack(agree=rng.random() < 0.6, ply=game.ply)
        if game and game.held:
            ending = (commands.ShowKey(ply=game.ply), commands.KeyDue(game.ply), commands.AskTakeBack(ply=game.ply))
            return self._somebody(), rng.choice(ending)
        if not able or not game:
            return None
        person, moves = rng.choice(able)
        wish: wire.OwnForm
        if moves.clue:
            ask = wire.AskAboutClue if rng.random() < 0.3 else wire.ClueMove
            wish = ask(word=f"clue{game.ply}", number=rng.choice(moves.clue), ply=game.ply)
        elif moves.cover:
            wish = wire.CoverMove(card=rng.choice(moves.cover), ply=game.ply)
        elif moves.stop and rng.random() < 0.3:
            wish = wire.StopMove(ply=game.ply)
        elif moves.guess:
            wish = wire.GuessMove(card=rng.choice(moves.guess), ply=game.ply)
        else:
            wish = wire.ChallengeMove(ply=game.ply)
        return person, wish.command

    def _wish(self) -> AnyCommand:
        rng, state = self.rng, self.state
        ply = state.game.ply if state.game else 0
        place, person, node = rng.choice([*state.places]), rng.choice([*CROWD, *state.members]), rng.choice("AB")
        asking = [*state.running.requests.items()] if state.running else []
        asked, wanted = rng.choice(asking) if asking else (person, None)
        answer = commands.AnswerRequest(person=asked, place=wanted.place if wanted else place, agree=rng.random() < 0.6)
        card, on = rng.randrange(16), rng.random() < 0.6
        emote: Any = rng.choice(EMOTES)
        between = () if state.running and rng.random() < 0.8 else (
            commands.Configure(self._form().settings), commands.Abandon(), commands.Start(bots=True),
            commands.Again(bots=on, rotate=card % 2 == 0),
        )  # fmt: skip
        return rng.choice([
            *between, answer, answer,
            commands.Pencil(card, on), commands.Pencil(card, on), commands.Say(text=f"what about {card}"),
            commands.Emote(emote=emote), commands.Nudge(),
            commands.Join(name=f"{person}!"), commands.Rename(name=f"{person}?"), commands.Leave(),
            commands.Remove(person=person, keep_out=rng.choice((None, "hour", "always"))), commands.Ready(ready=on),
            commands.LetIn(person=person), commands.HandOver(person=person),
            commands.Sit(place=place), commands.Stand(), commands.MovePerson(person=person, place=place),
            commands.Replace(person=person, by=rng.choice((None, *CROWD))), commands.TakeOver(),
            commands.Seen(), commands.Rotate(on=on),
            commands.MovePerson(person=person), commands.Lock(place=place, locked=on), commands.AddBot(place=place),
            commands.Deal(), commands.RequestPlace(place=place), commands.WithdrawRequest(),
            commands.Presence(node, here=on, device=f"d{card}"), commands.HostAway(),
            commands.Pause(), commands.Resume(), commands.CallTime(ply=ply), commands.TimeUp(ply),
            commands.AskTakeBack(ply=ply), commands.AskTakeBack(ply=ply), commands.WithdrawTakeBack(ply=ply),
            commands.AnswerObjection(valid=on, ply=ply), commands.AnswerObjection(valid=not on, ply=ply),
            commands.WithdrawObjection(ply=ply), commands.ObjectionOverdue(ply), commands.Nod(ply=ply),
            commands.AnswerQuestion(agree=on, ply=ply), wire.WaiveMove(ply=ply).command,
        ])  # fmt: skip
