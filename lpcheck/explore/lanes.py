"""Questions to worker processes: one at a time in each lane, and the newest wins."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

Answer = dict[str, Any]

GRACE = 0.25
"""Seconds that a question may still take once a newer one waits."""

_LONGEST_LINE = 2**26

# Threads of a BLAS would only wait for each other, on problems of this size.
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

SUPERSEDED: Answer = {"superseded": True}


class Worker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def started(cls, offered: Sequence[str] = ()) -> Worker:
        """A new one; a session of its own keeps Ctrl-C from it."""
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "lpcheck.explore.worker", *offered,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                limit=_LONGEST_LINE, start_new_session=True, env=_ONE_THREAD | os.environ,
            )
        )  # fmt: skip

    async def ask(self, kind: str, query: str) -> Answer | None:
        """The answer; None where the process ended before it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write((json.dumps([kind, query]) + "\n").encode())
            await self._process.stdin.drain()
        line = await self._process.stdout.readline()
        found: Answer | None = json.loads(line) if line.endswith(b"\n") else None
        return found

    def end(self) -> None:
        """At once."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> None:
        """End, and wait for it."""
        self.end()
        await self._process.wait()


class Pool:
    """Workers for lanes, one of them ready before it is needed."""

    def __init__(self, offered: Sequence[str] = ()) -> None:
        self._offered = offered
        self._spare: asyncio.Task[Worker] | None = None
        self._all: list[Worker] = []

    def prepare(self) -> None:
        """Have a worker ready, if there is none yet."""
        self._spare = self._spare or self._start()

    async def take(self) -> Worker:
        """The spare one, and another is started."""
        self.prepare()
        spare, self._spare = self._spare, None
        self.prepare()
        assert spare is not None
        return await spare

    def _start(self) -> asyncio.Task[Worker]:
        async def start() -> Worker:
            worker = await Worker.started(self._offered)
            self._all.append(worker)
            return worker

        return asyncio.create_task(start())

    async def close(self) -> None:
        """End every worker."""
        if self._spare is not None:
            await self._spare
        await asyncio.gather(*(worker.ended() for worker in self._all))


class Lane:
    """One question at a time; one that waits behind a newer one is given up.

    Args:
        take: gives a worker, when the lane has none.
    """

    def __init__(self, take: Callable[[], Awaitable[Worker]]) -> None:
        self._take = take
        self._worker: Worker | None = None
        self._lock = asyncio.Lock()
        self._newest = 0
        self._running = 0

    async def ask(self, kind: str, query: str, budget: float) -> Answer:
        """The answer, or why there is none: superseded, or the budget (in seconds) is spent."""
        self._newest += 1
        turn = self._newest
        if self._running:
            asyncio.get_running_loop().call_later(GRACE, self._abandon, self._running)
        async with self._lock:
            if turn != self._newest:
                return SUPERSEDED
            if self._worker is None:
                self._worker = await self._take()
                if turn != self._newest:
                    return SUPERSEDED
            self._running = turn
            try:
                async with asyncio.timeout(budget):
                    found = await self._worker.ask(kind, query)
            except TimeoutError:
                self._worker.end()
                self._worker = None
                text = f"stopped after {budget:g} seconds: ask the command line, or for less"
                return {"error": {"field": "", "text": text}, "slow": True}
            finally:
                self._running = 0
            if found is None:
                self._worker = None
                return SUPERSEDED if turn != self._newest else _ENDED
            return found

    def _abandon(self, turn: int) -> None:
        """End what still runs for a question that nobody waits for."""
        if self._running == turn and self._worker is not None:
            self._worker.end()


_ENDED: Answer = {"error": {"field": "", "text": "the computation ended by itself; try again"}}
