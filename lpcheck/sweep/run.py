"""Running a sweep: points in chunks, on this machine's cores or on a Dask cluster."""

from __future__ import annotations

import itertools
import math
import time
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import joblib
from joblib.externals.loky.process_executor import TerminatedWorkerError

from formulations.errors import InputError
from lpcheck.sweep.chunk import Found, Task, run_beside, run_chunk
from lpcheck.sweep.config import Plan
from lpcheck.sweep.store import Store

_CHUNK, _SECONDS = 25, 0.5
_PATIENCE = 3


@dataclass(frozen=True)
class Progress:
    """How far a sweep is; `outcomes` counts verdicts or, without mechanisms, statuses."""

    done: int
    total: int
    resumed: int
    outcomes: dict[str, int]


def sweep(
    plan: Plan,
    out: Path,
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Progress:
    """Solve all points of a plan into one file, going on where an earlier run stopped.

    Args:
        plan: the points.
        out: the SQLite file; what it holds of this plan is kept and not computed again.
        jobs: worker processes on this machine, one a core by default.
        scheduler: the address of a Dask scheduler, to use its workers instead.
        progress: called with the number of points done and of all.

    Raises:
        InputError: the file, the scheduler or a mechanism cannot be used, or workers die again
            and again.
    """
    if jobs is not None and jobs < 1:
        raise InputError("jobs", f"{jobs} is below 1", "give a number of processes")
    store = Store(out, plan)
    try:
        done = store.done()
        resumed = len(done)
        if progress is not None:
            progress(resumed, len(plan))
        if scheduler is None:
            stream = _local(plan, done, jobs or joblib.cpu_count())
        else:
            from lpcheck.sweep.cluster import on_cluster  # noqa: PLC0415  Dask is optional

            stream = on_cluster(_chunks(plan, _open(plan, done), _CHUNK), scheduler)
        with warnings.catch_warnings(), closing(stream):
            # An error or an interrupt leaves tasks behind: joblib warns of them when it is closed.
            warnings.filterwarnings("ignore", "[0-9]+ tasks", UserWarning)
            _store(stream, store, done, lambda: progress and progress(len(done), len(plan)))
        outcomes = store.counts()
        store.finish()
    finally:
        store.close()
    return Progress(len(done), len(plan), resumed, outcomes)


def _open(plan: Plan, done: set[int]) -> list[int]:
    """The points that are not done yet."""
    return [i for i in range(len(plan)) if i not in done]


def _chunks(plan: Plan, points: Iterable[int], size: int) -> Iterator[Task]:
    """Points in pieces."""
    numbered = ((i, plan[i]) for i in points)
    while chunk := list(itertools.islice(numbered, size)):
        yield chunk


def _local(plan: Plan, done: set[int], jobs: int) -> Generator[Found, None, None]:
    """On this machine. When a worker dies, what is missing is begun again, a point at a time."""
    left = _open(plan, done)
    if jobs == 1:
        yield from map(run_chunk, _chunks(plan, left, 1))
        return
    size, deaths = max(1, min(_CHUNK, len(left) // (8 * jobs))), 0
    tried: Counter[int] = Counter()

    def task(chunk: Task) -> Any:
        tried.update(point for point, _ in chunk)
        return joblib.delayed(run_beside)(chunk)

    while left:
        tasks = map(task, _chunks(plan, left, size))
        try:
            # Rows travel in whole chunks, so that none is stored twice.
            yield from joblib.Parallel(n_jobs=jobs, return_as="generator_unordered")(tasks)
        except TerminatedWorkerError:
            before, left = len(left), _open(plan, done)
            deaths = 1 if len(left) < before else deaths + 1
            if deaths >= _PATIENCE:
                remedy = "the rest is kept; go on with fewer --jobs, or with smaller problems"
                what = f"workers died {deaths} times and finished nothing; {_named(left)}"
                raise InputError("jobs", what, remedy) from None
            # Who was at work last comes last, and in another order each time, so that a point
            # that kills its worker keeps no other from being solved.
            left = sorted(left[:: (-1) ** deaths], key=tried.__getitem__)
            size = 1
        else:
            return


def _named(left: list[int]) -> str:
    """How many points are left, and the first of them."""
    few = ", ".join(map(str, sorted(left)[:3])) + ", …" * (len(left) > 3)
    return f"{len(left)} point{'s' * (len(left) > 1)} left: {few}"


def _store(
    stream: Iterable[Found], store: Store, done: set[int], report: Callable[[], object]
) -> None:
    """Store what comes, half a second's worth at a time: transactions are slow, points quick."""
    pending: Found = []
    last = -math.inf  # the first rows at once
    try:
        for found in stream:
            pending += found
            done.update(point for point, _ in found)
            report()
            if time.monotonic() - last > _SECONDS:
                ready, pending = pending, []
                store.add(ready)
                last = time.monotonic()
    finally:
        store.add(pending)  # an interrupt loses nothing that has come
