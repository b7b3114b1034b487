"""A sweep on the workers of a Dask scheduler."""

from __future__ import annotations

import itertools
import logging
import socket
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from formulations.errors import InputError
from lpcheck import __version__
from lpcheck.sweep.chunk import run_chunk

_AHEAD = 4
"""Chunks in the scheduler's hands for each thread of its workers."""

_RETRIES = 5


def on_cluster(
    chunks: Iterator[Any], address: str, work: Callable[[Any], Any] = run_chunk
) -> Generator[Any, None, None]:
    """The rows of chunks, each once. Dask computes again what a dead worker held.

    Args:
        chunks: what each task is.
        address: of the scheduler.
        work: what a worker does with one; the rows of a sweep's points by default.

    Raises:
        InputError: Dask is not installed, no scheduler answers, it has no workers, they have
            another version of lpcheck or cannot import a mechanism, a chunk kills every worker that
            takes it, or the scheduler goes away.
    """
    client = _connect(address)
    from concurrent.futures import CancelledError  # noqa: PLC0415

    from distributed import KilledWorker, as_completed  # noqa: PLC0415

    with _quiet(), client:
        try:
            _same_version(client, address)
            threads = sum(client.nthreads().values())

            def submit(chunk: Any) -> Any:
                return client.submit(work, chunk, pure=False, retries=_RETRIES)

            first = [submit(chunk) for chunk in itertools.islice(chunks, _AHEAD * threads)]
            running = as_completed(first, loop=client.loop)
            for future in running:
                yield future.result()
                for chunk in itertools.islice(chunks, 1):
                    running.add(submit(chunk))
        except KilledWorker as error:
            what = f"a chunk of points killed {error.allowed_failures + 1} workers"
            remedy = "the rest is kept; give the workers more memory and run again"
            raise InputError("scheduler", what, remedy) from None
        except (CancelledError, OSError):  # the connection's own errors among them
            remedy = "the rest is kept; run again when it is back"
            raise InputError("scheduler", f"'{address}' went away", remedy) from None


@contextmanager
def _quiet() -> Iterator[None]:
    """What Dask logs of a lost connection is said in one line, by us."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def _connect(address: str) -> Any:
    try:
        from distributed import Client  # noqa: PLC0415
    except ImportError:
        remedy = "pip install 'lpcheck[cluster]'"
        raise InputError("scheduler", "needs Dask, which is not installed", remedy) from None
    refusal = InputError(
        "scheduler", f"nothing answers at '{address}'", "give its address, tcp://host:8786"
    )
    try:  # a client that never connects complains in a traceback when it is collected
        place = urlsplit(address if "://" in address else f"tcp://{address}")
        socket.create_connection((place.hostname, place.port or 8786), timeout=5).close()
    except (OSError, ValueError):
        raise refusal from None
    try:
        return Client(address, timeout="30s", set_as_default=False)
    except (OSError, ValueError):
        raise refusal from None


def _same_version(client: Any, address: str) -> None:
    answers: dict[str, object] = client.run(_version, on_error="return")
    # One that has died meanwhile needs no version.
    versions = {w: a for w, a in answers.items() if not isinstance(a, OSError)}
    if not versions:
        what = f"the scheduler at '{address}' has no workers"
        raise InputError("scheduler", what, "start some: dask worker tcp://host:8786")
    for worker, found in versions.items():
        if found != __version__:
            had = "none" if isinstance(found, ImportError) else found
            what = f"{worker} has lpcheck {had}, not {__version__}"
            raise InputError("scheduler", what, "install the same version everywhere")


def _version() -> str:
    import lpcheck  # noqa: PLC0415  that of the worker

    return lpcheck.__version__
