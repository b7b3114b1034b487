"""The newest question wins, and none takes longer than it may; with workers that only pretend."""

from __future__ import annotations

import asyncio

import pytest

from lpcheck.explore.lanes import GRACE, SUPERSEDED, Lane


class Pretended:
    """A worker that answers when it is told to, and not any more once it was ended."""

    made = 0

    def __init__(self) -> None:
        type(self).made += 1
        self.asked: list[str] = []
        self.released = asyncio.Event()
        self.over = asyncio.Event()

    async def ask(self, kind, query):
        self.asked.append(query)
        waits = [asyncio.ensure_future(e.wait()) for e in (self.released, self.over)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()
        return None if self.over.is_set() else {"answers": query}

    def end(self) -> None:
        self.over.set()


@pytest.fixture
def workers():
    return []


@pytest.fixture
def lane(workers):
    async def take():
        workers.append(Pretended())
        return workers[-1]

    return Lane(take)


def test_one_question_after_another_in_one_worker(lane, workers):
    async def story():
        for query in "ab":
            asked = asyncio.ensure_future(lane.ask("answer", query, 60))
            await asyncio.sleep(0)
            while not workers:
                await asyncio.sleep(0)
            workers[0].released.set()
            assert await asked == {"answers": query}
        assert len(workers) == 1

    asyncio.run(story())


def test_of_those_that_wait_only_the_newest_is_asked(lane, workers):
    async def story():
        first, second, third = (
            asyncio.ensure_future(lane.ask("answer", query, 60)) for query in "abc"
        )
        await asyncio.sleep(0.01)
        workers[0].released.set()
        assert [await first, await second, await third] == [
            {"answers": "a"}, SUPERSEDED, {"answers": "c"},
        ]  # fmt: skip
        assert workers[0].asked == ["a", "c"]

    asyncio.run(story())


def test_what_runs_on_beside_a_newer_question_is_ended(lane, workers):
    async def story():
        first = asyncio.ensure_future(lane.ask("answer", "a", 60))
        await asyncio.sleep(0.01)
        second = asyncio.ensure_future(lane.ask("answer", "b", 60))
        assert await first == SUPERSEDED
        assert workers[0].over.is_set()
        await asyncio.sleep(0.01)
        workers[1].released.set()
        assert await second == {"answers": "b"}

    asyncio.run(story())


def test_what_ends_within_the_grace_keeps_its_worker(lane, workers):
    async def story():
        first = asyncio.ensure_future(lane.ask("answer", "a", 60))
        await asyncio.sleep(0.01)
        second = asyncio.ensure_future(lane.ask("answer", "b", 60))
        await asyncio.sleep(0.01)
        workers[0].released.set()
        assert await first == {"answers": "a"}
        assert await second == {"answers": "b"}
        await asyncio.sleep(1.5 * GRACE)
        assert not workers[0].over.is_set()

    asyncio.run(story())


def test_what_takes_too_long_is_ended_and_told(lane, workers):
    async def story():
        found = await lane.ask("answer", "a", 0.02)
        assert "stopped after 0.02 seconds" in found["error"]["text"]
        assert workers[0].over.is_set()
        asked = asyncio.ensure_future(lane.ask("answer", "b", 60))
        await asyncio.sleep(0.01)
        workers[1].released.set()
        assert await asked == {"answers": "b"}

    asyncio.run(story())


def test_a_worker_that_died_is_told_and_replaced(lane, workers):
    async def story():
        asked = asyncio.ensure_future(lane.ask("answer", "a", 60))
        await asyncio.sleep(0.01)
        workers[0].end()
        assert "ended by itself" in (await asked)["error"]["text"]
        asked = asyncio.ensure_future(lane.ask("answer", "b", 60))
        await asyncio.sleep(0.01)
        workers[1].released.set()
        assert await asked == {"answers": "b"}

    asyncio.run(story())
