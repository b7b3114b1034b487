"""The exact kernel of a client: one tree an input, and a second look at what was found."""

from __future__ import annotations

import copy
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path as File
from typing import Any

from formulations.errors import InputError
from lpcheck.auditing.errors import CutError, ReturnedError, SpentError, UnsupportedError
from lpcheck.auditing.loops import Closed, closed
from lpcheck.auditing.outputs import Raised, letter
from lpcheck.auditing.patches import Surroundings, enumerated
from lpcheck.auditing.state import state
from lpcheck.auditing.tree import Budget, Leaf, Memory, Path, Watch, leaves

AGAIN = 400
"""Runs that are repeated, to see that the client does the same."""

LONG, MANY = 24, 1_000
"""Draws of a run, and runs, after which it is asked whether the code loops."""

LARGEST_ALPHABET = 5_000
"""Outputs that a kernel is kept for."""

RARE = Fraction(1, 2**40)
"""A client that raises more often than this is broken; a rarer exception is an output."""

_LATER = 77_777.7
"""Seconds by which the clock is ahead when a run is repeated; each time as many again."""

_DRAWS = ("FloatDraw", "IntDraw", "BytesDraw")
"""What C code names when it is handed a draw."""

_OFTEN = 16
"""Times that the likeliest run of an input is repeated."""


@dataclass(frozen=True)
class Law:
    """The law of the output for one input.

    Attributes:
        masses: the probability of each letter.
        unresolved: what was not followed.
        runs: leaves of the tree.
        draws: of the longest run.
        seeded: whether some draw was taken from the seeds only.
        loops: places that the code came back to, whose mass was shared out.
    """

    masses: dict[Any, Fraction]
    unresolved: Fraction
    runs: int
    draws: int
    seeded: bool
    loops: int = 0


@dataclass(frozen=True)
class Replay:
    """The laws for all inputs, and whether compiled code was read as Python."""

    laws: tuple[Law, ...]
    compiled: bool


def replay(
    client: Callable[[Any], Any], inputs: Sequence[Any], budget: Budget, seeds: Sequence[int] | None
) -> Replay:
    """Follow every branch of the client for every input.

    Raises:
        InputError: it draws in a way that cannot be enumerated, does not end, or does not do the
            same when it is given the same draws.
    """
    end = time.monotonic() + budget.seconds
    found: list[tuple[Law, list[Leaf], Memory]] = []
    try:
        with enumerated(client) as here:
            call = here.swap(client)
            for i, x in enumerate(inputs):
                now = time.monotonic()
                deadline = now + (end - now) / (len(inputs) - i)
                with _ended_at(deadline, here):
                    found.append(_follow(call, x, here, budget, deadline, seeds))
            with _ended_at(time.monotonic() + budget.seconds, here):
                for x, (_, walked, memory) in reversed(list(zip(inputs, found, strict=True))):
                    _again(call, x, here, budget, seeds, walked, memory)
    except UnsupportedError as error:
        raise InputError(
            "client",
            f"{error}, which no replay can follow",
            "give draws=100000 for bounds from draws, or mend the client",
        ) from None
    return Replay(tuple(law for law, *_ in found), here.compiled)


def _follow(
    client: Callable[[Any], Any],
    x: Any,
    here: Surroundings,
    budget: Budget,
    deadline: float,
    seeds: Sequence[int] | None,
) -> tuple[Law, list[Leaf], Memory]:
    masses: dict[Any, Fraction] = {}
    walked: list[Leaf] = []
    memory: Memory = {}
    paths: list[Path] = []
    runs = draws = 0

    def run(path: Path) -> Any:
        paths[:] = [path]
        return _output(client, x, here, path)

    seeded = tried = False
    ended = "the budget of runs is spent"
    try:
        for leaf in leaves(run, budget, deadline, seeds, memory):
            runs += 1
            draws = max(draws, len(leaf.choices))
            masses[leaf.output] = masses.get(leaf.output, Fraction(0)) + leaf.probability
            if len(walked) < AGAIN:
                walked.append(leaf)
            seeded = seeded or paths[0].seeded
            if len(masses) > LARGEST_ALPHABET:
                raise SpentError(f"more than {LARGEST_ALPHABET} outputs")
            if (len(leaf.choices) >= LONG or runs == MANY) and not tried:
                tried = True
                if (whole := _to_the_end(run, budget, deadline, seeds)) is not None:
                    draws = max(len(leaf.choices) for leaf in whole.walked)
                    law = Law(
                        whole.masses, Fraction(0), len(whole.walked), draws, False, whole.loops
                    )
                    return law, whole.walked[:AGAIN], whole.memory
    except SpentError as error:
        ended = str(error)
    if not masses:
        raise InputError(
            "client",
            f"did not end for input {x!r}: {ended}",
            "bound its loops, or give more seconds",
        )
    for output, mass in masses.items():
        if isinstance(output, Raised) and mass > RARE:
            what = f"raised {output.kind}{f': {output.text}' if output.text else ''}"
            raise InputError(
                "client", f"{what} for input {x!r}, with probability {float(mass):.3g}", "mend it"
            )
    return Law(masses, 1 - sum(masses.values(), Fraction(0)), runs, draws, seeded), walked, memory


def _to_the_end(
    run: Callable[[Path], Any], budget: Budget, deadline: float, seeds: Sequence[int] | None
) -> Closed | None:
    """The law with its loops closed, where that leaves nothing open."""
    watch = Watch(lambda drawn: state(_output.__code__, drawn))
    found = closed(run, watch, budget, deadline, seeds)
    return found if found is not None and sum(found.masses.values()) == 1 else None


def _again(
    client: Callable[[Any], Any],
    x: Any,
    here: Surroundings,
    budget: Budget,
    seeds: Sequence[int] | None,
    walked: list[Leaf],
    memory: Memory,
) -> None:
    for leaf in [*reversed(walked), *walked[:1] * _OFTEN]:
        here.clock += _LATER
        path = Path(leaf.choices, budget, seeds, memory=memory)
        try:
            output = _output(client, x, here, path)
        except SpentError:
            return
        if path.fault is not None:
            raise path.fault
        if tuple(path.taken) != leaf.choices or path.mass != leaf.probability:
            raise UnsupportedError(_STATE)
        if output != leaf.output:
            raise UnsupportedError(_STATE)


_STATE = (
    "answers differently when it is given the same draws again (it keeps state, reads a clock, or "
    "draws from a source of its own)"
)


def _output(client: Callable[[Any], Any], x: Any, here: Surroundings, path: Path) -> Any:
    """What one run gives; what it raises is an output too."""
    here.begin(path)
    given = copy.deepcopy(x)
    try:
        here.calling = True
        try:
            return letter(client(given))
        finally:
            here.calling = False
    except UnsupportedError:
        raise
    except (CutError, ReturnedError, SpentError, KeyboardInterrupt):
        raise
    except Exception as error:
        if path.fault is not None:
            raise path.fault from None
        if any(name in str(error) for name in _DRAWS):  # not the client's fault
            raise UnsupportedError(f"uses a draw in a way that is not known ({error})") from None
        frames = traceback.extract_tb(error.__traceback__)
        last = [f for f in frames if File(f.filename).parent != File(__file__).parent][
            -1:
        ] or frames
        text = " ".join(str(error).split())[:120]
        return Raised(
            type(error).__name__, f"{text} ({File(last[-1].filename).name}, line {last[-1].lineno})"
        )
    except SystemExit as error:
        return Raised("SystemExit", str(error))


@contextmanager
def _ended_at(deadline: float, here: Surroundings) -> Iterator[None]:
    """The client is interrupted if it does not end, where signals can do that."""
    alarm = getattr(signal, "SIGALRM", None)
    if alarm is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        if here.calling:
            raise SpentError("its time is spent")

    before = signal.signal(alarm, ring)
    left = max(deadline - time.monotonic(), 0.01)
    signal.setitimer(signal.ITIMER_REAL, left, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(alarm, before)
