"""A fresh device in a running game: it gets no seat, and no key, without the word of those who play."""

from __future__ import annotations

import contextlib

from deckname import protocol as wire
from deckname.client import Refused, TableClient
from tests.server.serving import AT_ONCE, Node, Party, gathered
from tests.soak.site import Site


async def attack(site: Site) -> None:
    seats = faces = tries = 0
    with site.serving("cookies", **AT_ONCE) as node:
        for edition, mode in (("duet", "teams"), ("classic", "teams"), ("classic", "coop"), ("classic", "trio")):
            for leaver in (False, True):
                tried, got, seen = await _intrude(node, edition, mode, leaver)
                tries, seats, faces = tries + tried, seats + got, faces + seen
        moved = await _host_moves_a_friend(node)
        spoken = await _second_tab(node)
    site.find(4, "A second cookie gets no seat in a running game", f"{seats} seats of {tries:,} tries", not seats)
    site.find(4, "It is shown no face of the key", f"{faces} faces", not faces)
    site.find(4, "A host who guesses moves nobody in as a spymaster", f"{moved} moved", not moved)
    site.find(
        4, "A second tab of one person shows what the first may see, and no more", f"{spoken} differences", not spoken
    )


async def _intrude(node: Node, edition: str, mode: str, leaver: bool) -> tuple[int, int, int]:
    """Tries at every place, seats got, and identities seen; where `leaver`, the first place is left before."""
    async with gathered(node.address, edition=edition, mode=mode, listed=True) as party:
        await party.start()
        if leaver:
            await party.host.stand()
        intruder = await party.join("Intruder")
        tries = 0
        try:
            for place in [*party.seats]:
                for wish in _wishes(place, intruder):
                    tries += 1
                    with contextlib.suppress(Refused):
                        await intruder.send(wish)
            return tries, int(intruder.state.you.place is not None), _identities(intruder)
        finally:
            await intruder.close()


def _wishes(place: str, intruder: TableClient) -> tuple[wire.AnyRequest, ...]:
    me = intruder.state.you.person
    return (
        wire.Sit(place=place),
        wire.RequestPlace(place=place),
        wire.AnswerRequest(person=me, place=place, agree=True),
        wire.MovePerson(person=me, place=place),
        wire.Deal(),
        wire.Start(),
    )


def _identities(seat: TableClient) -> int:
    """What a seat sees of the key beside what lies open."""
    cards = seat.state.game.cards if seat.state.game else ()
    return sum(known is not None for card in cards if card.cover is None and not card.marks for known in card.known)


async def _host_moves_a_friend(node: Node) -> int:
    async with gathered(node.address, places=("red.guesser", "red.giver", "blue.giver", "blue.guesser")) as party:
        await party.start()
        friend = await party.join("Friend")
        await party.seats["blue.giver"].stand()
        me = friend.state.you.person
        for wish in (
            wire.MovePerson(person=me, place="blue.giver"),
            wire.AnswerRequest(person=me, place="blue.giver", agree=True),
        ):
            with contextlib.suppress(Refused):
                await party.host.send(wish)
        await friend.send(wire.RequestPlace(place="red.guesser"))
        moved = int(friend.state.you.place is not None) + _identities(friend)
        await friend.close()
        return moved


async def _second_tab(node: Node) -> int:
    """Two sockets of one person tell the same, and what one of them does the other cannot do twice."""
    async with gathered(node.address) as party:
        await party.start()
        differences = 0
        for seat in [*party.seats.values()]:
            tab = await party.join(None, token=seat.token)
            await tab.until(lambda state, seq=seat.state.seq: state.seq >= seq)
            assert tab.state.game and seat.state.game
            differences += tab.state.game.cards != seat.state.game.cards
            await tab.close()
        differences += await _twice(party)
        return differences


async def _twice(party: Party) -> int:
    """The same move from two tabs at once: one of them is stale."""
    giver = next(seat for seat in party.seats.values() if seat.state.legal("clue"))
    tab = await party.join(None, token=giver.token)
    done = 0
    for one in (giver, tab):
        with contextlib.suppress(Refused):
            await one.send(wire.ClueMove(word="zebra", number=1, ply=0))
            done += 1
    await tab.close()
    return int(done != 1)
