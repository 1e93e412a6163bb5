"""What somebody sends to the referee of a real server holds up neither other tables nor the end of the house."""

from __future__ import annotations

import asyncio
from pathlib import Path

from deckname import protocol as wire
from deckname.client import TableClient
from tests.hostile import HARDEST, KNOWN, hostile_words
from tests.server.serving import AT_ONCE, Party, gathered, serving
from tests.servers import PATIENCE


def giver_of(party: Party) -> TableClient:
    return next(seat for seat in party.seats.values() if seat.state.legal("clue"))


async def test_hostile_clues_hold_up_neither_other_tables_nor_the_end(tmp_path: Path) -> None:
    with serving(tmp_path, **AT_ONCE) as node:
        async with gathered(node.address, language="de") as one, gathered(node.address, referee="strict") as other:
            await one.start()
            await other.start()
            hostile = (*KNOWN, HARDEST, *hostile_words("de", 60))
            asked = [asyncio.create_task(giver_of(one).send(wire.JudgeClue(word=word, number=1))) for word in hostile]
            await asyncio.wait_for(giver_of(other).clue("moment", 1), PATIENCE / 4)
            answers = await asyncio.wait_for(asyncio.gather(*asked), PATIENCE / 4)
            assert {type(answer) for answer in answers} == {wire.VerdictMessage}
            more = [
                asyncio.create_task(giver_of(one).send(wire.JudgeClue(word=word, number=1)))
                for word in hostile_words("de", 60, seed=9)
            ]
            await asyncio.wait_for(asyncio.to_thread(node.terminate), PATIENCE / 4)
            await asyncio.gather(*more, return_exceptions=True)
        assert "node.stopped" in node.log()
