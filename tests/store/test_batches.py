"""Group commit by itself: what waits together goes together, everyone is answered, nobody waits without bounds."""

from __future__ import annotations

import asyncio

import pytest

from deckname.store import StoreUnavailable
from deckname.store.batches import LARGEST_BATCH, MOST_PENDING, Batches


class Disk:
    """Commits when told to."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.may_commit = asyncio.Event()
        self.broken = False

    async def commit(self, batch: list[int]) -> list[object]:
        self.batches.append(batch)
        await self.may_commit.wait()
        if self.broken:
            raise OSError("no space left")
        return [ValueError(work) if work < 0 else work * 10 for work in batch]


async def test_what_comes_during_a_commit_goes_into_the_next() -> None:
    disk = Disk()
    batches = Batches(disk.commit)
    first = asyncio.create_task(batches.submit(1))
    await asyncio.sleep(0.001)
    others = [asyncio.create_task(batches.submit(work)) for work in range(2, 10)]
    await asyncio.sleep(0.001)
    assert disk.batches == [[1]]
    disk.may_commit.set()
    assert await first == 10
    assert await asyncio.gather(*others) == [work * 10 for work in range(2, 10)]
    assert disk.batches == [[1], [*range(2, 10)]]


async def test_nobody_is_answered_before_the_commit_and_each_gets_its_own_answer() -> None:
    disk = Disk()
    batches = Batches(disk.commit)
    tasks = [asyncio.create_task(batches.submit(work)) for work in (1, -2, 3)]
    await asyncio.sleep(0.001)
    assert not any(task.done() for task in tasks)
    disk.may_commit.set()
    one, two, three = await asyncio.gather(*tasks, return_exceptions=True)
    assert (one, three) == (10, 30)
    assert isinstance(two, ValueError)


async def test_a_failed_commit_reaches_all_of_its_callers_and_the_next_one_works() -> None:
    disk = Disk()
    disk.may_commit.set()
    disk.broken = True
    batches = Batches(disk.commit)
    outcomes = await asyncio.gather(*(batches.submit(work) for work in range(3)), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [StoreUnavailable] * 3
    assert len({id(outcome) for outcome in outcomes}) == 3
    assert all("no space" in str(outcome) for outcome in outcomes)
    disk.broken = False
    assert await batches.submit(4) == 40


async def test_who_comes_when_too_many_wait_waits_outside() -> None:
    disk = Disk()
    batches = Batches(disk.commit)
    works = range(LARGEST_BATCH + MOST_PENDING + 100)
    tasks = [asyncio.create_task(batches.submit(work)) for work in works]
    await asyncio.sleep(0.01)
    assert len(batches._waiting) == MOST_PENDING
    disk.may_commit.set()
    await batches.close()
    assert await asyncio.gather(*tasks) == [work * 10 for work in works]
    assert {len(batch) for batch in disk.batches[:-1]} == {LARGEST_BATCH}
    assert [work for batch in disk.batches for work in batch] == [*works]


async def test_closing_waits_for_work_whose_caller_went_away() -> None:
    disk = Disk()
    batches = Batches(disk.commit)
    task = asyncio.create_task(batches.submit(1))
    await asyncio.sleep(0.001)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    closing = asyncio.create_task(batches.close())
    await asyncio.sleep(0.001)
    assert not closing.done()
    disk.may_commit.set()
    await closing
    with pytest.raises(StoreUnavailable):
        await batches.submit(2)
