"""The socket of a real server: seats that stay one's own, who may take which, limits, readers that stall, goodbyes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidStatus

from deckname import protocol as wire
from deckname.client import Refused, TableClient, connect, new_device, open_table
from tests.server.serving import AT_ONCE, Node, Party, gathered, serving, stalled
from tests.servers import PATIENCE


@contextlib.asynccontextmanager
async def raw(node: Node, table: str, token: str, **headers: str) -> AsyncIterator[ClientConnection]:
    """A bare socket, past its first two messages."""
    sent = {"authorization": f"Bearer {token}", **headers}
    url = f"ws://127.0.0.1:{node.port}/api/tables/{table}/socket"
    async with open_socket(url, additional_headers=sent, compression=None) as opened:
        assert isinstance(await heard(opened), wire.Welcome)
        yield opened


async def heard(opened: ClientConnection) -> wire.AnyMessage:
    return wire.decode_message(await asyncio.wait_for(opened.recv(), PATIENCE))


async def refusal(seat: TableClient, command: wire.AnyRequest) -> str:
    with pytest.raises(Refused) as refused:
        await seat.send(command)
    return refused.value.code


# ---------------------------------------------------------------------------------------------------------------------
# Whose seat it is


async def test_whoever_comes_back_finds_the_same_seat(node: Node) -> None:
    async with gathered(node.address) as party:
        await party.start()
        await party.play(Random(1), skill=1.0, moves=3)
        guesser = party.seats["red.guesser"]
        before = guesser.state
        await guesser.close()
        async with await connect(node.address, party.table, token=guesser.token) as again:
            assert (again.state.you.place, again.state.you.person) == ("red.guesser", before.you.person)
            assert again.state.game == before.game


async def test_who_asks_again_on_a_broken_connection_waits_for_the_next(node: Node) -> None:
    async with gathered(node.address) as party:
        seat = party.seats["red.guesser"]
        reading, socket = seat._reading, seat._socket
        assert reading
        assert socket
        reading.cancel()  # so that only the one who sends finds out
        await socket.close()
        with pytest.raises(ConnectionError):
            await seat.send(wire.Ready(ready=True))
        again = asyncio.create_task(seat.send(wire.Ready(ready=True)))
        await asyncio.sleep(0.05)
        assert not again.done()
        await seat.open()
        assert isinstance(await again, wire.Done)


async def test_two_tabs_are_one_person(node: Node) -> None:
    async with gathered(node.address) as party:
        await party.start()
        giver = next(seat for seat in party.seats.values() if seat.state.legal("clue"))
        async with await connect(node.address, party.table, token=giver.token) as tab:
            assert tab.state.you == giver.state.you
            await tab.clue("zebra", 1)
            await giver.until(lambda state: state.ply == 1)
            assert await refusal(giver, wire.ClueMove(word="lion", number=1, ply=0)) == "stale"
            people = {person.id for person in tab.state.people}
            assert len(people) == 4
        assert next(person for person in giver.state.people if person.id == giver.state.you.person).online


async def test_a_page_may_open_a_socket_as_somebody_else_than_its_cookie(node: Node) -> None:
    async with gathered(node.address) as party:
        watcher = await new_device(node.address)
        url = f"ws://127.0.0.1:{node.port}/api/tables/{party.table}/socket"
        cookie = {"cookie": f"deckname={party.host.token}"}
        offer: list[Any] = ["deckname", f"bearer.{watcher}"]
        async with open_socket(url, additional_headers=cookie, subprotocols=offer) as opened:
            assert opened.subprotocol == "deckname"
            assert isinstance(await heard(opened), wire.Welcome)
            state = await heard(opened)
            assert isinstance(state, wire.StateMessage) and isinstance(state.you, wire.You)
            assert not state.you.joined and state.you.person != party.host.state.you.person
        with pytest.raises(InvalidStatus, match="401"):
            await open_socket(url, additional_headers=cookie, subprotocols=[*offer[:1], "bearer.made-up"])


async def test_a_seat_is_not_taken_by_name(node: Node) -> None:
    async with gathered(node.address) as party:
        for name in ("P0", "p0", " P0 ", "Р0"):  # the last with a Cyrillic letter
            with pytest.raises(Refused, match="name_taken"):
                await party.join(name)
        async with await party.join("Eve") as eve:
            assert eve.state.you.place is None and not eve.state.you.host
            assert await refusal(eve, wire.Rename(name="P0")) == "name_taken"
            assert await refusal(eve, wire.Sit(place="red.giver")) == "place_taken"


async def test_only_the_host_does_what_hosts_do(node: Node) -> None:
    async with gathered(node.address) as party:
        guest = party.seats["blue.guesser"]
        me, host = guest.state.you.person, party.host.state.you.person
        for command in (
            wire.Start(),
            wire.Deal(),
            wire.Again(),
            wire.Pause(),
            wire.Abandon(),
            wire.ConfigureTable(settings=wire.SettingsForm()),
            wire.Lock(place="red.giver"),
            wire.MovePerson(person=host),
            wire.Remove(person=host),
            wire.HandOver(person=me),
            wire.AddBot(place="red.giver"),
        ):
            assert await refusal(guest, command) == "not_host"
        await party.host.send(wire.HandOver(person=me))
        await guest.until(lambda state: state.you.host)
        await guest.send(wire.Lock(place="red.giver"))


async def test_who_was_sent_away_cannot_come_back(node: Node) -> None:
    async with gathered(node.address) as party:
        eve = await party.join("Eve")
        farewell: list[wire.AnyMessage] = []
        eve.hear = farewell.append
        await party.host.send(wire.Remove(person=eve.state.you.person))
        with pytest.raises(Refused, match="removed"):
            await eve.until(lambda _state: False)
        assert wire.Bye(reason="removed", retry=False) in farewell
        with pytest.raises(Refused, match="removed"):
            await connect(node.address, party.table, token=eve.token, name="Eve")
        await eve.close()


async def test_who_has_seen_the_key_does_not_guess_by_it(node: Node) -> None:
    async with gathered(node.address) as party:
        await party.start()
        giver = party.seats["red.giver"]
        assert "red.guesser" not in giver.state.you.open_places
        for place in ("red.guesser", "blue.guesser"):
            assert await refusal(giver, wire.Sit(place=place)) == "knows_the_key"
        await giver.send(wire.Stand())
        assert await refusal(giver, wire.Sit(place="red.guesser")) == "knows_the_key"
        await giver.send(wire.Leave())
        await giver.join("Somebody else")
        assert await refusal(giver, wire.Sit(place="red.guesser")) == "knows_the_key"
        assert "talk" not in giver.state.may
        await giver.send(wire.Sit(place="red.giver"))


async def test_the_next_game_has_other_cards_and_other_spymasters(node: Node) -> None:
    async with gathered(node.address) as party:
        await party.start()
        first, places = party.host.state.game, {seat.state.you.place for seat in party.seats.values()}
        await party.play(Random(5))
        was = party.seats["red.giver"].state.you.place
        await party.host.send(wire.Again())
        await party.host.until(lambda state: state.running and state.table.game == 2)
        assert first and party.host.state.game
        assert {card.face for card in first.cards}.isdisjoint(card.face for card in party.host.state.game.cards)
        assert party.seats["red.giver"].state.you.place != was
        assert {person.place for person in party.host.state.people} == places


# ---------------------------------------------------------------------------------------------------------------------
# The door


async def test_a_socket_needs_a_token_and_our_own_page(node: Node) -> None:
    async with gathered(node.address) as party:
        for headers, status in (
            ({"authorization": "Bearer wrong"}, 401),
            ({"origin": "https://evil.example"}, 403),
            ({"origin": "null"}, 403),
        ):
            with pytest.raises(InvalidStatus) as refused:
                async with raw(node, party.table, party.host.token, **headers):
                    pass
            assert refused.value.response.status_code == status
        async with raw(node, party.table, party.host.token, origin=node.address) as opened:
            assert isinstance(await heard(opened), wire.StateMessage)


async def test_a_table_that_is_not_there(node: Node) -> None:
    token = await new_device(node.address)
    for table in ("nowhere", "x" * 600, "%00"):
        async with raw(node, table, token) as opened:
            answer = await heard(opened)
            assert isinstance(answer, wire.RefusedMessage) and answer.code == "no_such_table"
            with pytest.raises(ConnectionClosed):
                await heard(opened)
            assert opened.close_code == 4404


async def test_messages_have_a_size(narrow: Node) -> None:
    async with gathered(narrow.address) as party, raw(narrow, party.table, party.host.token) as opened:
        await heard(opened)
        await opened.send("x" * 1025)
        with pytest.raises(ConnectionClosed):
            while True:
                await heard(opened)
        assert opened.close_code in (1009, 1006)  # what wasn't read any more may undo the goodbye
        await party.host.send(wire.Ready())


async def test_fragments_are_counted_together(narrow: Node) -> None:
    async with gathered(narrow.address) as party, raw(narrow, party.table, party.host.token) as opened:
        await heard(opened)
        with pytest.raises(ConnectionClosed):
            await opened.send(["x" * 500] * 10)
            while True:
                await heard(opened)
        assert opened.close_code in (1009, 1006)  # what wasn't read any more may undo the goodbye


async def test_who_is_too_fast_is_told_and_then_cut(narrow: Node) -> None:
    async with gathered(narrow.address) as party, raw(narrow, party.table, await new_device(narrow.address)) as opened:
        await heard(opened)
        codes = []
        with contextlib.suppress(ConnectionClosed):
            for _ in range(100):
                await opened.send(wire.encode(wire.Ready()).decode())
                answer = await heard(opened)
                codes.append(answer.code if isinstance(answer, wire.RefusedMessage) else "")
            while True:
                answer = await heard(opened)
                codes.append(answer.code if isinstance(answer, wire.RefusedMessage) else "")
        assert codes[:9] == ["not_joined"] * 9
        assert "too_fast" in codes
        assert opened.close_code in (4400, 1006)  # what wasn't read any more may undo the goodbye
        await party.host.send(wire.Ready())


@pytest.mark.parametrize(
    ("message", "id"),
    [
        ('{"do": "guess", "id": 7, "card": 99, "ply": 0}', 7),
        ('{"do": "dance", "id": 8}', 8),
        ('{"id": 9}', 9),
        (b'{"do": "sit", "id": 10}', 10),
        ('{"do": "guess", "card": 99, "ply": 0}', None),
        ('{"do": "ready", "id": -1}', None),
        ('{"do": "ready", "id": "11"}', None),
        ('{"do": "ready", "id": 12', None),
        ("[12]", None),
    ],
)
async def test_a_refusal_has_the_id_of_what_cannot_be_read(node: Node, message: str | bytes, id: int | None) -> None:
    token = await new_device(node.address)
    async with raw(node, await open_table(node.address, token), token) as opened:
        await heard(opened)
        await opened.send(message)
        answer = await heard(opened)
        assert isinstance(answer, wire.RefusedMessage) and (answer.code, answer.id) == ("bad_message", id)


async def test_a_refusal_has_the_id_of_what_came_too_fast(narrow: Node) -> None:
    token = await new_device(narrow.address)
    async with await connect(narrow.address, await open_table(narrow.address, token), token=token) as seat:
        answers = await asyncio.gather(*(refusal(seat, wire.Ready()) for _ in range(40)))
    assert {*answers} == {"not_joined", "too_fast"}


async def test_a_client_does_not_repeat_what_was_refused(node: Node) -> None:
    async with gathered(node.address) as party:
        await party.start()
        answers: list[wire.AnyMessage] = []
        party.host.hear = answers.append
        with pytest.raises(Refused, match="bad_message"):
            await party.host.guess(99)
        await party.host.send(wire.Emote(emote="hmm"))
        assert [answer.code for answer in answers if isinstance(answer, wire.RefusedMessage)] == ["bad_message"]


async def test_a_client_that_was_sent_away_asks_for_nothing_more(node: Node) -> None:
    async with gathered(node.address) as party, await party.join("Eve") as eve:
        await party.host.send(wire.Remove(person=eve.state.you.person))
        with pytest.raises(Refused, match="removed"):
            await eve.until(lambda _state: False)
        for attempt in (eve.stop(), eve.send(wire.Ready())):
            with pytest.raises(Refused, match="removed"):
                await attempt


async def test_a_device_has_only_so_many_sockets(narrow: Node) -> None:
    async with gathered(narrow.address) as party:
        token = party.host.token
        async with raw(narrow, party.table, token) as second:
            await heard(second)
            url = f"ws://127.0.0.1:{narrow.port}/api/tables/{party.table}/socket"
            async with open_socket(url, additional_headers={"authorization": f"Bearer {token}"}) as third:
                assert await heard(third) == wire.Bye(reason="too_many_sockets", retry=False)
                with pytest.raises(ConnectionClosed):
                    await heard(third)
                assert third.close_code == 4429
        async with await connect(narrow.address, party.table, token=token) as again:
            assert again.state.you.host


async def test_a_table_holds_only_so_many_people(narrow: Node) -> None:
    async with gathered(narrow.address) as party:
        fifth = await party.join(None)
        with pytest.raises(Refused, match="table_full"):
            await party.join(None)
        await fifth.join("Fifth")
        with pytest.raises(Refused, match="table_full"):
            await party.join("Sixth")
        await fifth.close()


# ---------------------------------------------------------------------------------------------------------------------
# Slow readers, goodbyes


async def test_a_stalled_reader_is_cut_and_holds_nobody_up(tmp_path: Path) -> None:
    with serving(tmp_path, outbox_size=16_384, **AT_ONCE) as node:
        async with gathered(node.address) as party, gathered(node.address) as neighbours:
            stuck = stalled(node.port, party)
            host, other = party.host, party.seats["blue.guesser"]
            cut = "deckname_slow_readers_total 1"
            for _ in range(100):
                await host.send(wire.Say(text="x" * 300))
            for _ in range(1000):  # whoever changes places is told everything that was said
                await host.send(wire.Stand())
                await host.send(wire.Sit(place="red.giver"))
                if cut in node.ask("GET", "/metrics")[1]:
                    break
            assert cut in node.ask("GET", "/metrics")[1]
            assert "socket.too_slow" in node.log()
            await other.until(lambda state: state.seq == host.state.seq)
            await party.start()
            await neighbours.start()
            await asyncio.gather(party.play(Random(1)), neighbours.play(Random(2)))
            with contextlib.suppress(ConnectionResetError):
                while stuck.recv(1 << 16):
                    pass
            stuck.close()


async def test_a_server_that_stops_says_goodbye_and_games_go_on(tmp_path: Path) -> None:
    node = Node(tmp_path)
    with node.running():
        async with gathered(node.address) as party:
            await party.start()
            await party.play(Random(1), skill=1.0, moves=4)
            goodbyes: list[wire.AnyMessage] = []
            for seat in party.seats.values():
                seat.hear = goodbyes.append
            await asyncio.to_thread(node.terminate)
            assert goodbyes.count(wire.Bye(reason="restarting", retry=True)) == 4
            assert "node.stopped" in node.log() and node.complaints() == []
            await asyncio.to_thread(node.start)
            await party.host.until(lambda state: len([p for p in state.people if p.online]) == 4)
            assert party.host.state.ply == 4
            await party.play(Random(1))
            assert party.host.state.table.stage == "over"


async def test_a_host_who_leaves_an_empty_table_does_not_lock_it(node: Node) -> None:
    party = await Party.gather(node.address)
    for seat in reversed(party.seats.values()):
        await seat.send(wire.Leave())
    async with await party.join("Next") as following:
        assert await following.until(lambda state: state.you.host)
    await party.close()
