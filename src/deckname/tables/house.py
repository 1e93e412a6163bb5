"""All tables of a house, on a store: they are loaded, played, kept in time, and swept when nobody comes any more.

`House.submit` is the one way to change anything. Whatever it returns from has been stored; the primary key of the store
decides between nodes, and whoever comes second reads on and decides anew. `House.enter` lets somebody watch and play.
"""

from __future__ import annotations

import asyncio
import secrets as tokens
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random, SystemRandom
from typing import Any, Protocol, TypeVar
from weakref import WeakValueDictionary

import msgspec

from deckname import protocol as wire
from deckname.cards.faces import is_drawn
from deckname.engine.model import UNLIMITED, GiveClue
from deckname.engine.record import parse_record
from deckname.engine.table import to_move
from deckname.referee import Referee, Verdict, referee
from deckname.store.store import Stale, Store, StoreError, StoreUnavailable
from deckname.tables import facts, sight
from deckname.tables.archive import Archive
from deckname.tables.decisions import (
    AnyWish,
    Circumstances,
    Decision,
    HostAway,
    Presence,
    Refused,
    TimeUp,
    automatic_end,
    check_settings,
    decide,
)
from deckname.tables.facts import AnyFact, decode_fact, encode_fact
from deckname.tables.people import People
from deckname.tables.room import GameState, Room

TABLE_BYTES = 16
JOIN_SECONDS = 900
_JOIN_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_LINGER = 60.0
"""Seconds that a table stays in memory after the last reader has left."""
_ABSENCE = 4.0
"""Seconds after which somebody whose connection broke counts as gone: a reload is quicker."""
_HOST_AWAY = 120.0
"""Seconds after which a host who is not connected is relieved."""
LIFE = 15.0
"""Seconds after its last sign of life that a node counts as gone, and with it whoever was connected there."""
_ATTEMPTS = 16
_KEEP_AGAIN = (1.0, 10.0, 60.0)
"""Seconds after which keeping the record of a game is tried again."""
_LISTED_SECONDS = 86_400
_VERDICT_AFTER = 0.05
"""Seconds that the referee's answer takes at least: what the partner has asked of already would come back at once."""

_T = TypeVar("_T")


class Reader(Protocol):
    """A connection to a table."""

    @property
    def person(self) -> str: ...

    def tell(self, data: bytes) -> None:
        """Send soon; never waits."""

    def dismiss(self, bye: wire.Bye) -> None:
        """Say goodbye and close."""


@dataclass
class Limits:
    people_per_table: int = 64
    tables_per_person: int = 20
    sweep_after: float = 14 * 86_400.0


@dataclass(eq=False)
class LiveTable:
    """A table in memory, with those who are connected to it here."""

    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    readers: dict[Reader, None] = field(default_factory=dict)
    shoe: bytes | None = None
    thoughts: dict[tuple[int, int], bytes] = field(default_factory=dict)
    doubtful: bool = False
    """An append was begun and its end is not known: read before deciding."""
    timer: asyncio.TimerHandle | None = None
    relief: asyncio.TimerHandle | None = None
    """Runs while the host is away."""
    listed: wire.ListedTable | None = None
    """What the public list says of it."""

    def people(self) -> set[str]:
        return {reader.person for reader in self.readers}


class House:
    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float],
        limits: Limits | None = None,
        rng: Random | None = None,
        poke: Callable[[str, int], None] = lambda _table, _seq: None,
        alone: bool = True,
        bots: bool = True,
        bot_name: Callable[[str, str], str] = lambda manner, _language: manner.capitalize(),
    ) -> None:
        self.store = store
        self.clock = clock
        self.limits = limits or Limits()
        self.people = People(store, clock)
        self.archive = Archive(store)
        self.node = tokens.token_hex(4)
        self.followers: list[Callable[[LiveTable, Sequence[AnyFact]], None]] = []
        """Told of everything that happens at any table in memory, after its readers."""
        self._rng = rng or SystemRandom()
        self._poke = poke
        self._alone = alone
        self._bots = bots
        self._bot_name = bot_name
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Future[Any]] = set()
        self._judge = ThreadPoolExecutor(1, "referee")

    # --- opening and finding tables

    async def open_table(self, host: str, settings: wire.TableSettings) -> str:
        check_settings(settings)
        async with self._opening.setdefault(host, asyncio.Lock()):  # or they could open many at the same moment
            mine = await self._stored(self.store.keys("opened", f"{host}/"))
            if len(mine) >= self.limits.tables_per_person:
                mine = await self._stored(self._in_use(mine))
            if len(mine) >= self.limits.tables_per_person:
                raise Refused("too_many_tables", most=self.limits.tables_per_person)
            id = tokens.token_urlsafe(TABLE_BYTES)
            await self._stored(self.store.append(id, 1, [encode_fact(facts.Opened(self.clock(), host, settings))]))
            await self._stored(self.store.put("opened", f"{host}/{id}", b""))
            return id

    async def _in_use(self, keys: Sequence[str]) -> list[str]:
        """Which of these tables have not been left by everybody who ever came; those are closed."""
        ids = {key: key.rpartition("/")[2] for key in keys}
        last = await self.store.last_seqs([*ids.values()])
        used = []
        for key, id in ids.items():
            live = await self.table(id) if last[id] else None
            if live and (live.readers or live.room.is_awaited):
                used.append(key)
                continue
            if live:
                await self._close(id)
            await self.store.delete("opened", key)
        return used

    async def table(self, id: str) -> LiveTable:
        """The table with this id, from memory or from the store; Refused if there is none."""
        if live := self._tables.get(id):
            return live
        if id in self._loading:
            return await asyncio.shield(self._loading[id])
        future = asyncio.ensure_future(self._load(id))
        self._loading[id] = future
        try:
            return await asyncio.shield(future)
        finally:
            self._loading.pop(id, None)

    async def _load(self, id: str) -> LiveTable:
        live, ended = await self._read(id)
        await self._keep_missing(live, ended)
        if self._alone:  # whoever was connected before we started is not connected now
            for member in live.room.members.values():
                member.node = None
        self._tables[id] = live
        self._wind_timer(live)
        self._later(_LINGER, self._forget, live)
        for follower in self.followers:
            follower(live, ())
        return live

    async def _read(self, id: str) -> tuple[LiveTable, list[GameState]]:
        """A table made anew of its log, and the games that have ended there; Refused if there is none."""
        try:
            entries = await self._stored(self.store.read(id))
            hidden = await self._stored(self.store.secrets(id))
        except ValueError:  # no name that a table could have
            entries = []
        if not entries:
            raise Refused("no_such_table")
        live, ended = LiveTable(Room(id)), dict[int, GameState]()
        self._learn(live, hidden)
        for entry in entries:
            live.room.apply(decode_fact(entry.body))
            if (game := live.room.game) and not game.running:
                ended[game.number] = game
        return live, [*ended.values()]

    def _learn(self, live: LiveTable, hidden: Mapping[str, bytes]) -> None:
        live.room.learn(hidden)
        live.shoe = hidden.get("shoe", live.shoe)
        for name, body in hidden.items():
            if name.startswith("thought:"):
                _, game, ply = name.split(":")
                live.thoughts[int(game), int(ply)] = body

    def _forget(self, live: LiveTable) -> None:
        if not live.readers and not live.lock.locked() and self._tables.get(live.room.id) is live:
            if live.timer:
                live.timer.cancel()
            del self._tables[live.room.id]

    # --- coming and going

    async def enter(self, id: str, reader: Reader) -> LiveTable:
        """From now on the reader is told what happens; first of all, everything."""
        live = await self.table(id)
        async with live.lock:
            if reader.person in live.room.removed:
                raise Refused("removed")
            here = live.people() | live.room.members.keys()
            if reader.person not in here and len(here) >= self.limits.people_per_table:
                raise Refused("table_full", most=self.limits.people_per_table)
            live.readers[reader] = None
            reader.tell(sight.complete(live.room, reader.person, self.clock()))
        self._note_presence(live, reader.person)
        return live

    def exit(self, live: LiveTable, reader: Reader) -> None:
        live.readers.pop(reader, None)
        self._later(_ABSENCE, self._note_presence, live, reader.person)
        if not live.readers:
            self._later(_LINGER, self._forget, live)

    def _note_presence(self, live: LiveTable, person: str) -> None:
        member, here = live.room.members.get(person), person in live.people()
        if member and (member.node == self.node) != here:
            self.spawn(self._submit_quietly(live.room.id, person, Presence(self.node, here)))

    # --- changing things

    async def submit(self, id: str, person: str, wish: AnyWish, secrets: Mapping[str, bytes] | None = None) -> int:
        """Do what somebody wants, durably, and tell everybody; the number of the last entry. Refused says why not."""
        live = self._tables.get(id) or await self.table(id)
        async with live.lock:
            for _ in range(_ATTEMPTS):
                if live.doubtful:
                    await self._catch_up(live)
                verdict = await self._ruling(live.room, person, wish)
                try:
                    decision = decide(live.room, person, wish, self._circumstances(live, verdict))
                except Refused:
                    if not await self._was_behind(live):
                        raise
                    continue
                if not decision.facts or await self._done(live, decision, secrets):
                    return live.room.told
            raise Refused("busy")

    async def _done(self, live: LiveTable, decision: Decision, secrets: Mapping[str, bytes] | None) -> bool:
        """Write it down and tell everybody; False if another node has been quicker."""
        hidden = {**decision.secrets, **secrets} if secrets else decision.secrets
        bodies = [encode_fact(fact) for fact in decision.facts]
        live.doubtful = True
        try:
            await self.store.append(live.room.id, live.room.seq + 1, bodies, hidden)
        except Stale:
            return False
        except StoreUnavailable:
            raise Refused("unavailable") from None
        live.doubtful = False
        if hidden:
            self._learn(live, hidden)
        self._apply(live, decision.facts)
        return True

    async def _was_behind(self, live: LiveTable) -> bool:
        """Whether another node has gone on with a table: nobody is refused for what has changed since."""
        before = live.room.seq
        if not self._alone:
            await self._catch_up(live)
        return live.room.seq > before

    async def _ruling(self, room: Room, person: str, wish: AnyWish) -> Verdict | None:
        """What the referee says of a clue, where the table asks and whoever gives it could."""
        if type(wish) is not wire.GiveClue or room.settings.referee != "strict" or room.running is None:
            return None
        due = to_move(room.running.table)
        if wish.ply != room.running.ply or not any(seat in due for seat in room.seats_of(person)):
            return None
        return await self.verdict(room, wish.word, wish.number)

    def _circumstances(self, live: LiveTable, verdict: Verdict | None) -> Circumstances:
        most = self.limits.people_per_table
        return Circumstances(self.clock(), self._rng, most, verdict, live.shoe, self._bots, self._bot_name)

    async def catch_up(self, id: str, seq: int) -> None:
        """Another node says that a table has come this far: read what is new, if we have it in memory."""
        live = self._tables.get(id)
        if live and live.room.seq < seq:
            async with live.lock:
                if live.room.seq < seq:
                    await self._catch_up(live)

    async def heal(self) -> None:
        """Read whatever was missed because a poke got lost."""
        ids = [id for id, live in self._tables.items() if live.readers]
        for id, seq in (await self.store.last_seqs(ids)).items():
            if seq:
                await self.catch_up(id, seq)
            elif live := self._tables.get(id):
                self._dissolve(live)

    async def show_life(self) -> None:
        """Tell other nodes that this one is there, and note who was connected to those that no longer are."""
        await self.store.put("node", self.node, b"", self.clock() + LIFE)
        alive = {self.node, *await self.store.keys("node")}
        for live in [live for live in self._tables.values() if live.readers]:
            for member in [*live.room.members.values()]:
                if member.node and member.node not in alive:
                    await self._submit_quietly(live.room.id, member.id, Presence(member.node, here=False))

    async def _catch_up(self, live: LiveTable) -> None:
        entries = await self._stored(self.store.read(live.room.id, live.room.seq))
        if not entries and not await self._stored(self.store.last_seq(live.room.id)):
            self._dissolve(live)
            raise Refused("no_such_table")
        news = [decode_fact(entry.body) for entry in entries]
        if any(isinstance(fact, facts.Began | facts.Played) for fact in news):
            self._learn(live, await self._stored(self.store.secrets(live.room.id)))
        live.doubtful = False
        for fact in news:
            self._apply(live, (fact,), own=False)

    async def _stored(self, work: Awaitable[_T]) -> _T:
        try:
            return await work
        except StoreUnavailable:
            raise Refused("unavailable") from None

    def _apply(self, live: LiveTable, happened: Sequence[AnyFact], own: bool = True) -> None:
        room, before = live.room, sight.Before.of(live.room)
        try:
            for fact in happened:
                room.apply(fact)
        except BaseException:  # never go on with a room that is half changed
            self._tables.pop(room.id, None)
            raise
        if own:
            self._poke(room.id, room.seq)
        told = sight.tidings(room, before, happened, [reader.person for reader in live.readers], self.clock())
        for reader in tuple(live.readers):
            for data in told[reader.person]:
                reader.tell(data)
        self._follow(live, happened)

    def _follow(self, live: LiveTable, happened: Sequence[AnyFact]) -> None:
        """What comes of it besides telling people."""
        room = live.room
        for fact in happened:
            match fact:
                case facts.Gone(person=person, removed=removed):
                    for reader in [reader for reader in live.readers if removed and reader.person == person]:
                        reader.dismiss(wire.Bye(reason="removed", retry=False))
                case facts.Joined(person=person, bot=None):
                    self.spawn(self.people.came_to(person, room.id))
                    self._note_presence(live, person)
                case facts.Came() | facts.Went():
                    self._watch_host(live)
                case facts.Played() | facts.Abandoned() if room.game and not room.running:
                    self.spawn(self._keep_patiently(live, room.game))
        self._wind_timer(live)
        self._list(live)
        for follower in self.followers:
            follower(live, happened)

    def _watch_host(self, live: LiveTable) -> None:
        """A host who stays away hands over to somebody who is there, or everybody would be stuck."""
        host = live.room.members.get(live.room.host or "")
        away = host is not None and not host.online
        if away and live.relief is None:
            live.relief = self._later(_HOST_AWAY, self._relieve, live)
        elif not away and live.relief:
            live.relief.cancel()
            live.relief = None

    def _relieve(self, live: LiveTable) -> None:
        live.relief = None
        if self._tables.get(live.room.id) is live:
            self.spawn(self._submit_quietly(live.room.id, "", HostAway()))

    # --- the clock

    def _wind_timer(self, live: LiveTable) -> None:
        if live.timer:
            live.timer.cancel()
            live.timer = None
        end = automatic_end(live.room) if live.room.settings.clock else None
        if end is not None and live.room.running:
            wish = TimeUp(live.room.running.ply)
            live.timer = self._later(max(0.0, end - self.clock()) + 0.01, self._ring, live, wish)

    def _ring(self, live: LiveTable, wish: TimeUp) -> None:
        self.spawn(self._submit_quietly(live.room.id, "", wish))

    async def _submit_quietly(self, id: str, person: str, wish: AnyWish) -> None:
        """For what the house does by itself: if it can't be now, somebody else was quicker or it comes again."""
        try:
            await self.submit(id, person, wish)
        except Refused as refused:
            if refused.code in ("unavailable", "busy", "not_now") and isinstance(wish, TimeUp):
                live = self._tables.get(id)
                if live:
                    live.timer = self._later(1.0, self._wind_timer, live)

    def _later(self, delay: float, call: Callable[..., None], *arguments: object) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(delay, call, *arguments)

    def spawn(self, work: Awaitable[None]) -> None:
        """Do something in the background, until it is done or the house closes."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Future[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, StoreError | Refused):
            raise error

    # --- the referee

    async def verdict(self, room: Room, word: str, number: int | str) -> Verdict:
        """What the referee says of a clue for the cards that lie open."""
        game, settings = room.running, room.settings
        if game is None:
            raise Refused("no_game" if room.game is None else "game_over")
        table = game.table
        board = tuple(
            face
            for face, cover, marks in zip(table.setup.cards, table.covers, table.marks, strict=True)
            if cover is None and len(marks) < len(room.edition.sides) and not is_drawn(face)
        )
        count = None if number == UNLIMITED else int(number)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._judge,
            _judged,
            referee(),
            word,
            count,
            board,
            settings.language,
            settings.edition,
            settings.clue_options,
        )

    async def judge_for(self, id: str, person: str, word: str, number: int | str) -> Verdict:
        """The same for somebody who thinks about a clue: only those who could give it may ask."""
        room = (await self.table(id)).room
        if room.running is None or not room.gives(person):
            raise Refused("not_now")
        said, _ = await asyncio.gather(self.verdict(room, word, number), asyncio.sleep(_VERDICT_AFTER))
        return said

    # --- records, listings, codes

    async def _keep(self, live: LiveTable, game: GameState) -> None:
        """Once a game is over its record and the bots' thoughts outlive the table."""
        mine = [body for (number, _), body in sorted(live.thoughts.items()) if number == game.number]
        await self.archive.keep(live.room.id, game, mine)

    async def _keep_patiently(self, live: LiveTable, game: GameState) -> None:
        """A store that doesn't answer now may in a moment; if not, the record is made when somebody asks for it."""
        for pause in _KEEP_AGAIN:
            try:
                await self._keep(live, game)
                return
            except StoreUnavailable:
                await asyncio.sleep(pause)

    async def _keep_missing(self, live: LiveTable, ended: Sequence[GameState]) -> None:
        """Make the records of games that ended when none could be kept."""
        kept = await self._stored(self.archive.numbers(live.room.id)) if ended else ()
        for game in ended:
            if game.number not in kept:
                await self._stored(self._keep(live, game))

    async def my_games(self, person: str, limit: int = 100) -> list[wire.PlayedGame]:
        """The games that somebody has played, the newest first."""
        return await self._stored(self.archive.games_of(person, limit))

    async def record(self, id: str, number: int) -> bytes:
        """The record of a finished game; Refused while it runs or if there was none."""
        return await self._document("record", id, number)

    async def replay(self, id: str, number: int) -> wire.Replay:
        """A finished game, to be watched move by move; Refused as `record` is."""
        return sight.replay(parse_record(await self.record(id, number)), number)

    async def thoughts(self, id: str, number: int) -> bytes:
        return await self._document("thoughts", id, number)

    async def _document(self, kind: str, id: str, number: int) -> bytes:
        try:
            found = await self._stored(self.archive.document(kind, id, number))
        except ValueError:
            raise Refused("no_such_game") from None
        if found is None:
            room = (await self.table(id)).room
            if room.running and room.games == number:
                raise Refused("game_running")
            if number <= room.games:  # it may have ended this very moment, or when the store didn't answer
                await self._keep_missing(*await self._read(id))
                found = await self._stored(self.archive.document(kind, id, number))
        if found is None:
            raise Refused("no_such_game")
        return found

    async def explain(self, id: str, person: str, ply: int) -> wire.Thought | None:
        """What a bot thought in a move: after the game, or in practice games once it gives nothing of the key away that
        this person may not see. Of a clue that is when its turn is over, and only the cards it meant; of a guess at
        once, but in Duet not before the end.
        """
        live = await self.table(id)
        game = live.room.game
        if game is None or not (live.room.settings.practice or live.room.stage == "over"):
            raise Refused("not_now")
        if not game.given_away(ply) <= live.room.seen(person):
            raise Refused("not_now")
        body = live.thoughts.get((game.number, ply))
        if body is None or ply >= len(game.moves):
            return None
        thought = msgspec.json.decode(body, type=wire.Thought)
        if game.running and isinstance(game.moves[ply].command, GiveClue):
            # A card that is likelier than a meant one, and not meant, would be known for another side's.
            chances = tuple(chance * (card in thought.meant) for card, chance in enumerate(thought.chances))
            thought = msgspec.structs.replace(thought, chances=chances)
        return thought

    def summary(self, live: LiveTable) -> wire.ListedTable:
        room, settings = live.room, live.room.settings
        people = sum(member.online and not member.bot for member in room.members.values())
        return wire.ListedTable(
            room.id, settings.title, settings.edition, settings.mode, settings.language, people, room.stage
        )

    def _list(self, live: LiveTable) -> None:
        """Keep the public list true."""
        if not live.room.settings.listed and live.listed is None:
            return
        wanted = self.summary(live) if live.room.settings.listed else None
        if wanted and not wanted.people:
            wanted = None
        if wanted == live.listed:
            return
        live.listed = wanted
        if wanted is None:
            self.spawn(self.store.delete("listed", live.room.id))
        else:
            until = self.clock() + _LISTED_SECONDS
            self.spawn(self.store.put("listed", live.room.id, wire.encode(wanted), until))

    async def listed(self, limit: int = 100) -> list[wire.ListedTable]:
        keys = await self._stored(self.store.keys("listed", limit=limit))
        bodies = [await self._stored(self.store.get("listed", key)) for key in keys]
        return [msgspec.json.decode(body, type=wire.ListedTable) for body in bodies if body]

    async def my_tables(self, person: str) -> list[wire.MyTable]:
        found = []
        for note in await self.people.tables_of(person):
            try:
                room = (await self.table(note.table)).room
            except Refused as refused:
                if refused.code == "no_such_table":
                    await self.people.forget_table(person, note.table)
                continue
            if person in room.members:
                settings = room.settings
                found.append(wire.MyTable(room.id, settings.title, settings.edition, room.stage, round(note.at * 1000)))
        return found

    async def join_code(self, id: str, person: str) -> str:
        """A few letters that lead to a table for a quarter of an hour."""
        if person not in (await self.table(id)).room.members:
            raise Refused("not_joined")
        code = "".join(tokens.choice(_JOIN_LETTERS) for _ in range(6))
        await self._stored(self.store.put("join", code, id.encode(), self.clock() + JOIN_SECONDS))
        return code

    async def table_for_code(self, code: str) -> str:
        found = None
        if set(code.upper()) <= set(_JOIN_LETTERS):
            found = await self._stored(self.store.get("join", code.upper()))
        if found is None:
            raise Refused("no_such_code")
        return found.decode()

    # --- keeping house

    async def sweep(self) -> int:
        """Forget tables that nobody has touched for long; their records stay."""
        gone = 0
        for id in await self.store.idle_logs(self.clock() - self.limits.sweep_after):
            live = self._tables.get(id)
            if live and live.readers:
                continue
            await self._close(id)
            gone += 1
        return gone

    async def _close(self, id: str) -> None:
        """Forget a table; the records of its games stay."""
        await self._keep_missing(*await self._read(id))
        await self.store.drop_log(id)
        await self.store.delete("listed", id)
        if live := self._tables.get(id):
            self._dissolve(live)

    def _dissolve(self, live: LiveTable) -> None:
        """The table is no longer there: whoever still looks at it is told."""
        self._tables.pop(live.room.id, None)
        if live.timer:
            live.timer.cancel()
        for reader in tuple(live.readers):
            reader.dismiss(wire.Bye(reason="table_closed", retry=False))

    def dismiss_all(self) -> None:
        """Tell everybody to come back soon."""
        for live in self._tables.values():
            for reader in tuple(live.readers):
                reader.dismiss(wire.Bye(reason="restarting", retry=True))

    async def close(self) -> None:
        """Finish what is under way."""
        for live in self._tables.values():
            if live.timer:
                live.timer.cancel()
        if self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=5)
        self._judge.shutdown(wait=False)

    @property
    def tables_in_memory(self) -> int:
        return len(self._tables)

    @property
    def readers(self) -> int:
        return sum(len(live.readers) for live in self._tables.values())


@lru_cache(4096)
def _judged(  # noqa: PLR0917
    referee: Referee,
    word: str,
    count: int | None,
    board: tuple[str, ...],
    language: str,
    edition: str,
    options: tuple[str, ...],
) -> Verdict:
    """Remembered, since a clue is judged while it is typed and once more when it is given."""
    return referee.judge(word, count, board, language, edition, options)
