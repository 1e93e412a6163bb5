"""Words that take long to judge: they hold up neither other tables, nor bots, nor the end of the house."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from contextlib import AsyncExitStack

from deckname import protocol as wire
from deckname.client import Refused, TableClient
from deckname.engine.model import is_readable
from deckname.language import LANGUAGES
from tests.hostile import HARDEST, KNOWN, ODD, hostile_words
from tests.server.serving import AT_ONCE, Node, Party, gathered
from tests.soak.site import Site, ends_within

OTHERS_WAIT = 2.5
"""Seconds: the judges' deadline, and a little for a busy machine."""
ENDS_IN = 5.0


def giver_of(party: Party) -> TableClient:
    return next(seat for seat in party.seats.values() if seat.state.legal("clue"))


def words(language: str, count: int) -> list[str]:
    return [*KNOWN, HARDEST, *ODD, *hostile_words(language, count)]


async def attack(site: Site) -> None:
    with site.serving("words", **AT_ONCE) as node:
        async with AsyncExitStack() as stack:
            victims = [
                await stack.enter_async_context(gathered(node.address, language=language, referee="strict"))
                for language in LANGUAGES
            ]
            hostile = {
                language: await stack.enter_async_context(gathered(node.address, language=language))
                for language in LANGUAGES
            }
            for party in (*victims, *hostile.values()):
                await party.start()
            async with site.probing(node) as probe:
                await _judge_beside_clues(site, victims, hostile)
            site.find_time(1, "Commands of others while judges are busy", f"{probe}", probe.percentile(0.99) < 0.25)
            await _end_while_judging(site, node, hostile["de"])
    await _clues_for_bots(site)


async def _judge_beside_clues(site: Site, victims: list[Party], hostile: dict[str, Party]) -> None:
    asked = [
        asyncio.create_task(_outcome(giver_of(party).send(wire.JudgeClue(word=word, number=1))))
        for language, party in hostile.items()
        for word in words(language, site.many(60))
    ]
    typed = [f"moment{'s' * number}" for number in range(site.many(10))]
    waits = [
        await _time_of(giver_of(party).send(wire.JudgeClue(word=word, number=1))) for word in typed for party in victims
    ]
    waits += [await _time_of(giver_of(party).clue("moment", 1)) for party in victims]
    answers = await asyncio.gather(*asked)
    codes = sorted({answer for answer in answers if answer not in ("verdict", "too_long", "no_clue")})
    longest = max(waits)
    site.find(
        1, f"Clues of others are answered within {OTHERS_WAIT:.1f} s", f"{longest:.2f} s at most", longest < OTHERS_WAIT
    )
    site.find(1, "Every hostile word is answered", f"{len(answers):,} words, odd answers: {codes or 'none'}", not codes)


async def _time_of(asked: Awaitable[object]) -> float:
    began = time.monotonic()
    await asked
    return time.monotonic() - began


async def _outcome(asked: Awaitable[object]) -> str:
    try:
        answer = await asked
    except Refused as refused:
        return refused.code
    return "verdict" if isinstance(answer, wire.VerdictMessage) else type(answer).__name__


async def _end_while_judging(site: Site, node: Node, party: Party) -> None:
    asked = [
        asyncio.create_task(giver_of(party).send(wire.JudgeClue(word=word, number=1)))
        for word in hostile_words("de", site.many(200), seed=9)
    ]
    await asyncio.sleep(0.05)
    took = await asyncio.to_thread(ends_within, node)
    await asyncio.gather(*asked, return_exceptions=True)
    site.find(1, f"SIGTERM while all judges are busy ends within {ENDS_IN:.0f} s", f"{took:.1f} s", took < ENDS_IN)


async def _clues_for_bots(site: Site) -> None:
    """With the referee off nobody stops such a clue: whichever bot has to guess by it answers."""
    with site.serving("words-for-bots", bots=1, bot_pace=0, **AT_ONCE) as node:
        waits = [
            await _time_of_a_guess(node, language, word)
            for language in LANGUAGES
            for word in [word for word in words(language, 3) if is_readable(word)][: site.many(8)]
        ]
    late = sum(wait is None for wait in waits)
    longest = max((wait for wait in waits if wait is not None), default=0.0)
    site.find(
        1,
        "Bots answer hostile clues where the referee is off",
        f"{longest:.1f} s at most, {late} of {len(waits)} unanswered",
        not late,
    )


async def _time_of_a_guess(node: Node, language: str, word: str) -> float | None:
    """How long bots take to move on after a clue; None if they don't."""
    party = await Party.gather(node.address, mode="coop", language=language, places=("red.giver",))
    try:
        await party.host.start(bots=True)
        await party.host.until(lambda state: bool(state.legal("clue")))
        began, ply = time.monotonic(), party.host.state.ply
        await party.host.clue(word, 1)
        await party.host.until(lambda state: state.ply > ply + 1, 30)
    except TimeoutError:
        return None
    finally:
        await party.close()
    return time.monotonic() - began
