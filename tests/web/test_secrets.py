"""What a guesser's or a watcher's browser holds: messages, page, storage, memory. The key is in none of them.

Each look is first tried on the spymaster's browser, where it must find the key: so it would find it elsewhere too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.guests import Guests
from tests.web.heap import Heap, take_snapshot
from tests.web.player import Player
from tests.web.test_duet import seat_duet
from tests.web.test_teams import Teams, seat_teams

IDENTITIES = {"red", "blue", "green", "bystander", "assassin"}
Known = set[tuple[str, str]]
"""Which card is what: pairs of a face and an identity."""


def told(player: Player) -> Known:
    """What the messages of the socket say about cards."""
    return {pair for frame in player.heard for pair in pairs(json.loads(frame))}


async def answered(player: Player) -> Known:
    """What HTTP answers say about cards."""
    found: Known = set()
    for answer in player.answers:
        if "json" in answer.headers.get("content-type", ""):
            found |= set(pairs(await answer.json()))
    return found


def pairs(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for identity in value.get("known") or ():
            if identity in IDENTITIES:
                yield value["face"], identity
        yield from (pair for inner in value.values() for pair in pairs(inner))
    if isinstance(value, list):
        yield from (pair for inner in value for pair in pairs(inner))


CARDS = """() => Object.fromEntries(
  [...document.querySelectorAll('[data-card]')].map((card) => [card.dataset.card, card.outerHTML])
)"""


async def shown(player: Player) -> dict[str, str]:
    """Each open card's part of the page, without its word and its measures: alike, where nothing is known."""
    html = await player.page.evaluate(CARDS)
    return {
        face: re.sub(r'style="[^"]*"|tabindex="-?\d"|data-card="\d+"', "", markup.replace(face, "…"))
        for index, markup in html.items()
        if (card := player.game.cards[int(index)]).cover is None
        for face in [card.face]
    }


STORED = """async () => {
  const databases = await indexedDB.databases()
  const cached = []
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) cached.push(request.url)
  return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, cached, document.cookie, history.state])
}"""


def remembered(heap: Heap) -> Known:
    """What objects in memory say about cards."""
    return {
        (face, identity)
        for card in heap.objects_with("face", "known")
        if isinstance(face := card["face"], str)
        for identity in heap.items(card["known"])
        if identity in IDENTITIES
    }


async def innocent(player: Player, faces: set[str]) -> None:
    """Nothing about these open cards is anywhere in this browser."""
    everything = told(player) | await answered(player) | remembered(heap := await take_snapshot(player))
    assert not {face for face, _identity in everything} & faces
    assert len(set((await shown(player)).values())) == 1
    stored = await player.page.evaluate(STORED)
    assert not {face for face in faces if json.dumps(face)[1:-1] in stored}
    for text in heap.texts():  # messages and labels that were kept as text
        if any(identity in text for identity in IDENTITIES) and '"known"' in text:
            assert not {face for face, _ in pairs(json.loads(text))} & faces


async def guilty(player: Player, faces: set[str]) -> None:
    """The same looks find the key where it belongs."""
    assert {face for face, _ in told(player)} >= faces
    assert {face for face, _ in remembered(await take_snapshot(player))} >= faces
    assert len(set((await shown(player)).values())) >= 3


def open_faces(teams: Teams) -> set[str]:
    return {card.face for card in teams["us.giver"].game.cards if card.cover is None}


async def test_no_browser_but_the_spymasters_knows_the_key(guest: Guests) -> None:
    teams = await seat_teams(guest)
    watcher, television = await guest(phone=True), await guest()
    table = teams["us.giver"].state.table.id
    await watcher.go(f"/t/{table}")
    await watcher.button("door.watch").click()
    await television.go(f"/t/{table}/screen")
    giver, guesser = teams["us.giver"], teams["us.guesser"]
    await giver.give(2)
    await guesser.until(lambda state: state.legal("guess"))
    await guesser.touch(guesser.one(teams.us, giver))
    await guesser.touch(guesser.one("bystander", giver))
    for player in (*teams.all, watcher, television):
        await player.until(lambda state: state.ply == guesser.state.ply)
    faces = open_faces(teams)
    assert len(faces) == 23
    await guilty(giver, faces)
    for player in (guesser, teams["them.guesser"], watcher):
        await innocent(player, faces)
    assert not {face for face, _ in told(television) | remembered(await take_snapshot(television))} & faces


async def test_asking_for_the_record_of_a_running_game(guest: Guests) -> None:
    teams = await seat_teams(guest)
    guesser = teams["us.guesser"]
    table = guesser.state.table.id
    for path in ("", "/thoughts", "/replay"):
        answer = await guesser.context.request.get(f"{guesser.address}/api/tables/{table}/games/1{path}")
        assert answer.status in (404, 409), path


@pytest.mark.parametrize("language", ["fr"])
async def test_a_duet_partner_knows_one_face_only(guest: Guests, language: str) -> None:
    ada, bo = await seat_duet(guest, language)
    for me, mine, theirs in ((ada, 0, 1), (bo, 1, 0)):
        assert all(card.known[theirs] is None for card in me.game.cards if len(card.known) == 2)
        heap = await take_snapshot(me)
        for card in heap.objects_with("face", "known"):
            known = heap.items(card["known"])
            assert len(known) != 2 or known[theirs] not in IDENTITIES
        assert any(card.known[mine] for card in me.game.cards)
