"""Practice games in which bots explain themselves: nothing about a card that still lies open, nothing to strangers."""

from __future__ import annotations

import asyncio
import time
from random import Random

from deckname import protocol as wire
from deckname.client import Refused, TableClient, connect
from tests.server.serving import AT_ONCE, Node, Party
from tests.soak.site import Site


async def attack(site: Site) -> None:
    told = strangers = asked = marks = 0
    with site.serving("practice", bots=1, bot_pace=0, **AT_ONCE) as node:
        for number in range(site.many(6)):
            found = await _game(node, number)
            told, strangers = told + found.told, strangers + found.strangers
            asked, marks = asked + found.asked, marks + found.marks
    site.find(
        3,
        "No card that lies open is told",
        f"{asked:,} questions, {told} such cards told",
        not told,
    )
    site.find(3, "Strangers are told nothing", f"{strangers} answers", not strangers)
    site.find(3, "Which moves can be explained is the same for everybody", f"{marks} differences", not marks)


class _Found:
    told = strangers = asked = marks = 0


async def _game(node: Node, seed: int) -> _Found:
    """Somebody guesses with bots and asks about every move after every move; so does a socket that never joined."""
    mode, place = (("coop", "red.guesser"), ("teams", "red.guesser"), ("trio", "guesser"))[seed % 3]
    party = await Party.gather(node.address, mode=mode, practice=True, places=(place,))
    stranger = await connect(node.address, party.table)
    found, rng, ends = _Found(), Random(seed), time.monotonic() + 20
    try:
        await party.host.start(bots=True)
        while party.host.state.running and time.monotonic() < ends:
            await party.host.until(lambda state: state.my_turn or not state.running)
            if not party.host.state.running:
                break
            await _ask_all(party.host, stranger, found)
            status, _, _ = await asyncio.to_thread(node.ask, "GET", f"/api/tables/{party.table}/games/1/thoughts")
            found.strangers += status < 400
            legal = party.host.state.legal("guess")
            if not legal or (party.host.state.legal("stop") and rng.random() < 0.5):
                await party.host.stop()
            else:
                await party.host.guess(rng.choice(legal))
    except Refused:
        pass  # the game went on meanwhile, or is over
    finally:
        await party.close()
        await stranger.close()
    return found


async def _ask_all(seat: TableClient, stranger: TableClient, found: _Found) -> None:
    game = seat.state.game
    assert game
    for ply in range(game.situation.ply):
        found.asked += 1
        thought = await _explained(seat, ply)
        if thought:
            covered = {card for card, face in enumerate(game.cards) if face.cover}
            found.told += len([card for card in thought.meant if card not in covered])
        found.strangers += await _explained(stranger, ply) is not None
    if stranger.state.game and stranger.state.game.situation.ply == game.situation.ply:
        found.marks += bool(set(stranger.state.game.situation.explicable) - set(game.situation.explicable))


async def _explained(seat: TableClient, ply: int) -> wire.BotThought | None:
    try:
        answer = await seat.send(wire.ExplainMove(ply=ply))
    except Refused:
        return None
    return getattr(answer, "thought", None)
