"""The first promise on a real server: its stored keys are exchanged between two starts, and nobody may notice.

A table of every edition and mode is played half-way; then the server's plug is pulled, its data copied, and in the copy
every key is exchanged for another that agrees with all that was shown, and what bots thought for other thoughts. Two
servers go on, one on each. Whoever may not know the key must get the same bytes from both.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import apsw
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket

from deckname import protocol as wire
from deckname.client import TableClient
from deckname.engine.model import Key, Role
from deckname.tables.history import NotedThought
from deckname.tables.places import layers_seen, places_of
from deckname.tables.stored import decode_key, encode_key
from tests.engine.test_secrecy import redraw
from tests.more_editions import EVERY_EDITION, PROGRAM, added
from tests.server.serving import Node, Party, serving

VARIANTS = [
    (edition.id, mode.value, eyes)
    for edition in EVERY_EDITION.values()
    for mode in edition.modes
    for eyes in (("a", "b") if edition.together else ("",))
]
"""In Duet each side knows a half of the key: with whose eyes we look."""
WHISPER, QUESTION = "psst", "askedinsecret"
ODD_WISHES = (
    wire.CoverMove(card=3, ply=0),
    wire.GuessMove(card=24, ply=999),
    wire.ClueMove(word="zebra", number=1, ply=7),
    wire.JudgeClue(word="zebra"),
    wire.ExplainMove(ply=1),
    wire.AnswerQuestion(agree=True, ply=7),
    wire.Sit(place="red.giver.of.another"),
    wire.PencilCard(card=24, on=False),
    wire.Start(),
)


@dataclass
class Evening:
    """A table played half-way, and those there who may not know the whole key."""

    party: Party
    edition: str
    mode: str
    eyes: str
    ignorant: dict[str, TableClient] = field(default_factory=dict)
    heard: dict[str, list[wire.AnyMessage]] = field(default_factory=dict)

    def watch(self, name: str, seat: TableClient) -> None:
        self.ignorant[name] = seat
        self.heard[name] = []
        seat.hear = self.heard[name].append

    def faces_of(self, name: str) -> frozenset[int]:
        return layers_seen(EVERY_EDITION[self.edition], places_of(self.edition, self.mode).get(name, ()))

    def shown(self) -> set[tuple[int, int]]:
        """(face, card) of all that lies open or belongs to those eyes."""
        edition, game = EVERY_EDITION[self.edition], self.party.host.state.game
        assert game
        known = {(face, card) for face in self.faces_of(self.eyes) for card in range(edition.size)}
        for line in game.log:
            face = edition.side[edition.side[line.side].clues_to].judged_by
            known |= {(face, touch.card) for touch in line.touched}
        covered = {(0, card) for card, face in enumerate(game.cards) if face.cover}
        return known if edition.together else known | covered


async def spend_evening(address: str, edition: str, mode: Any, eyes: str) -> Evening:
    party = await Party.gather(address, edition=edition, mode=mode, practice=True)
    evening = Evening(party, edition, mode, eyes)
    places = places_of(edition, mode)
    giving = [place for place, seats in places.items() if all(seat.role is Role.GIVER for seat in seats)]
    if len(giving) == 1:  # two have to agree on who gives clues to them
        party.seats["second"] = await party.join("Second")
        await party.seats["second"].sit(next(place for place in places if place not in giving))
    for name, seat in party.seats.items():
        if name in places and name not in giving and eyes in ("", name):
            evening.watch(name, seat)
    await party.start()
    for name in ("spectator", "stranger"):
        party.seats[name] = await party.join("Spectator" if name == "spectator" else None)
        evening.watch(name, party.seats[name])
    for place in giving[:1]:  # one spymaster leaves the place to another, and sees nothing more
        leaver, heir = party.seats[place], await party.join("Heir")
        await leaver.send(wire.Stand())
        await take_over(party, heir, place)
        party.seats[place], party.seats["leaver"] = heir, leaver
        await leaver.until(lambda state: state.you.place is None)
        evening.watch("leaver", leaver)
    await party.play(Random(edition + mode), skill=1.0, moves=7)
    await _whisper(evening)
    return evening


async def take_over(party: Party, heir: TableClient, place: str) -> None:
    """The others let somebody have a spymaster's place."""
    await heir.until(lambda state: place in state.you.askable_places)
    await heir.send(wire.RequestPlace(place=place))
    me = heir.state.you.person
    for seat in party.seats.values():
        await seat.until(lambda state: state.seq >= heir.state.seq)
        if heir.state.you.place is None and "admit" in seat.state.may:
            await seat.send(wire.AnswerRequest(person=me, place=place, agree=True))
            await heir.until(lambda state, seq=seat.state.seq: state.seq >= seq)
    await heir.until(lambda state: state.you.place == place)


async def _whisper(evening: Evening) -> None:
    """Say and ask what only some may hear."""
    for place, seat in [*evening.party.seats.items()]:
        if "talk" in seat.state.may and place in places_of(evening.edition, evening.mode):
            await seat.send(wire.Say(text=f"{WHISPER}-{place}"))
        if "ask" in seat.state.may:
            await seat.send(wire.AskAboutClue(word=QUESTION, number=1, ply=seat.state.ply))


def exchange_keys(data: Path, evenings: Sequence[Evening]) -> dict[str, tuple[Key, Key]]:
    """Another key for every table of a stopped server, and by table the old and the new one."""
    found = {}
    rng = Random(1)
    database = apsw.Connection(str(data / "deckname.sqlite"))
    for evening in evenings:
        name = (evening.party.table, "key:1")
        (body,) = next(database.execute("select body from secrets where log = ? and name = ?", name))
        old = decode_key(bytes(body))
        new = redraw(rng, old, evening.shown())
        assert new != old
        database.execute("update secrets set body = ? where log = ? and name = ?", (encode_key(new), *name))
        found[evening.party.table] = old, new
    database.close()
    return found


def note_thoughts(data: Path, evenings: Sequence[Evening], keys: Mapping[str, tuple[Key, Key]], heads: Random) -> None:
    """What bots might have thought in every move of a stopped server's games: other bots, other thoughts. Which of the
    cards that are touched for a clue they had meant is all that they may tell, so only that goes by no chance.
    """
    database = apsw.Connection(str(data / "deckname.sqlite"))
    for evening in evenings:
        game = evening.party.host.state.game
        assert game
        touched = {touch.card for line in game.log for touch in line.touched} | {*alike(keys, evening)}
        size = len(game.cards)
        for ply in range(game.situation.ply):
            drawn = {card for card in range(size) if (card % 2 if card in touched else heads.random() < 0.3)}
            meant = tuple(heads.sample(sorted(drawn), len(drawn)))
            chances = tuple([0.25 if card in touched else heads.random() for card in range(size)])
            body = msgspec.json.encode(NotedThought(ply, "somebody", meant, chances, 0.5, "bureau"))
            database.execute(
                "insert into secrets (log, name, body) values (?, ?, ?)",
                (evening.party.table, f"thought:1:{ply}", body),
            )
    database.close()


class Ear:
    """A connection that keeps every byte."""

    def __init__(self, socket: ClientConnection) -> None:
        self.frames: list[str | bytes] = []
        self._socket = socket
        self._asked = 0

    async def next(self) -> wire.AnyMessage:
        self.frames.append(await self._socket.recv())
        return wire.decode_message(self.frames[-1])

    async def until_online(self, joined: bool) -> None:
        while True:
            message = await self.next()
            if not isinstance(message, wire.StateMessage):
                continue
            if isinstance(message.you, wire.You):
                me = message.you.person
            people = message.people if isinstance(message.people, tuple) else ()
            if not joined or any(person.id == me and person.online for person in people):
                return

    async def ask(self, wish: wire.AnyRequest) -> wire.AnyMessage:
        """Everything up to the answer."""
        self._asked += 1
        await self._socket.send(wire.encode(type(wish)(**{**_fields(wish), "id": self._asked})).decode())
        while True:
            message = await self.next()
            if getattr(message, "id", None) == self._asked:
                return message


def _fields(wish: wire.AnyRequest) -> dict[str, Any]:
    return {name: getattr(wish, name) for name in wish.__struct_fields__}


@asynccontextmanager
async def listening(node: Node, evening: Evening) -> AsyncIterator[dict[str, Ear]]:
    """Everybody who is ignorant comes back, one after the other."""
    async with AsyncExitStack() as stack:
        ears = {}
        for name, seat in evening.ignorant.items():
            socket = await stack.enter_async_context(
                open_socket(
                    f"ws://127.0.0.1:{node.port}/api/tables/{seat.table}/socket",
                    additional_headers={"authorization": f"Bearer {seat.token}"},
                )
            )
            ears[name] = Ear(socket)
            await ears[name].until_online(joined=name != "stranger")
        yield ears


async def go_on(node: Node, evening: Evening, common: list[int]) -> dict[str, list[Any]]:
    """All bytes that the ignorant get from a server: at first, for odd wishes, after a guess, and by HTTP."""
    async with listening(node, evening) as ears:
        for ear in ears.values():
            for wish in ODD_WISHES:
                await ear.ask(wish)
        guessers = [seat for name, seat in evening.ignorant.items() if seat.state.legal("guess")]
        for name, seat in evening.ignorant.items():
            alike = [card for card in common if card in seat.state.legal("guess")]
            if alike and seat is guessers[0]:
                await ears[name].ask(wire.GuessMove(card=alike[0], ply=seat.state.ply))
        for name, ear in ears.items():
            for ply in range(evening.party.host.state.ply + 2):
                told = await ear.ask(wire.ExplainMove(ply=ply))
                assert name != "stranger" or isinstance(told, wire.RefusedMessage)
        # Since when a host is away is the clock's, which goes on from one server to the other.
        said: dict[str, list[Any]] = {
            name: [re.sub(r'"relief":\d+', '"relief":0', frame) for frame in ear.frames] for name, ear in ears.items()
        }
    for path in ("", "/games/1", "/games/1/thoughts", "/games/2"):
        answer = node.ask("GET", f"/api/tables/{evening.party.table}{path}")
        said[path] = [str(answer).replace(f":{node.port}", "")]  # headers tell where pages may connect to
    return said


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with added():
        yield tmp_path_factory.mktemp("secrecy")


async def test_nobody_notices_another_key_on_the_real_socket(folder: Path) -> None:
    first = Node(folder / "first", program=PROGRAM)
    with first.running():
        evenings = [await spend_evening(first.address, *variant) for variant in VARIANTS]
        for evening in evenings:
            await evening.party.close()
        first.kill()
    check_nothing_slipped(evenings)
    (folder / "other").mkdir()
    shutil.copytree(first.data, folder / "other" / "data")
    keys = exchange_keys(folder / "other" / "data", evenings)
    for number, data in enumerate((first.data, folder / "other" / "data")):
        note_thoughts(data, evenings, keys, Random(number))
    with first.running(), serving(folder / "other", program=PROGRAM) as other:
        for evening in evenings:
            told = [await go_on(node, evening, alike(keys, evening)) for node in (first, other)]
            for name, said in told[0].items():
                assert said == told[1][name], name
            assert len(told[0]) > 6 and all(told[0].values())
            assert evening.edition == "duet" or any(b'"meant":[' in _bytes(frame) for frame in told[0]["spectator"])
        for node in (first, other):
            check_logs(node, evenings)
        assert _figures(first) == _figures(other)


def _bytes(frame: str | bytes) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame


def alike(keys: Mapping[str, tuple[Key, Key]], evening: Evening) -> list[int]:
    """The cards with which a guess goes on in the same way by both keys."""
    pairs = [
        zip(*layers, strict=True) for layers in zip(*(key.layers for key in keys[evening.party.table]), strict=True)
    ]
    same = [[one == other != "assassin" for one, other in pair] for pair in pairs]
    return [card for card, both in enumerate(zip(*same, strict=True)) if all(both)]


def check_nothing_slipped(evenings: Sequence[Evening]) -> None:
    """What the ignorant heard in the first half: no identity of the key, no whisper of others, no question."""
    for evening in evenings:
        for name, heard in evening.heard.items():
            own = evening.faces_of(name)
            for message in heard:
                if isinstance(message, wire.StateMessage) and isinstance(message.game, wire.Game):
                    shown = [card.known for card in message.game.cards]
                    assert all(known[face] is None for known in shown for face in range(len(known)) if face not in own)
                text = wire.encode(message).decode()
                assert QUESTION not in text
                assert text.count(WHISPER) == text.count(f"{WHISPER}-{name}")


def check_logs(node: Node, evenings: Sequence[Evening]) -> None:
    """No word, name, link or token in the logs at their most talkative, nor in what is shown to those who host."""
    figures = str(node.ask("GET", "/metrics")[1])
    counted = "\n".join(line for line in figures.splitlines() if not line.startswith("# "))  # what the library explains
    texts = node.log() + counted + str(node.ask("GET", "/health")[1])
    assert "node.started" in texts and "deckname_commands_total" in texts
    for evening in evenings:
        seats = evening.party.seats.values()
        state = evening.party.host.state
        assert state.game
        secrets = {evening.party.table, WHISPER, QUESTION, "Heir", "Spectator"} | {seat.token for seat in seats}
        secrets |= {seat.state.you.person for seat in seats} | {card.face for card in state.game.cards}
        secrets |= {line.word for line in state.game.log}
        assert not [secret for secret in secrets if re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", texts)]


def _figures(node: Node) -> list[str]:
    """The figures that count what was done and said: they must not tell two keys apart either."""
    counted = ("deckname_commands_total", "deckname_messages_sent_total", "deckname_sent_bytes_total")
    return [line for line in str(node.ask("GET", "/metrics")[1]).splitlines() if line.startswith(counted)]
