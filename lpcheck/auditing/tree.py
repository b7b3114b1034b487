r"""The decision tree of code that draws: replayed along every branch, the likeliest first.

Code that is given the same choices does the same. A run follows a *prefix* of choices; where the
prefix ends it takes the likeliest branch and leaves the others to later runs. Each run is a leaf,
with its output and its probability, a product of rationals. What is never followed is the
unresolved mass: leaves and unresolved mass sum to exactly 1.
"""

from __future__ import annotations

import heapq
import math
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from lpcheck.auditing.errors import CutError, ReturnedError, UnsupportedError

CUT = Fraction(1, 2**16)
"""Runs whose mass is below this share of what may stay unresolved end where they are."""

LARGEST_FAN = 4096
"""Branches of one draw whose value is asked for."""


Memory: TypeAlias = dict[tuple[int, ...], list[int]]


@dataclass(frozen=True)
class Budget:
    """How far a tree is followed.

    Attributes:
        branches: runs, over all inputs.
        seconds: of all of them.
        mass: what may stay unresolved of each input.
        draws: of one run.
    """

    branches: int = 200_000
    seconds: float = 60.0
    mass: Fraction = Fraction(1, 2**64)
    draws: int = 10_000


@dataclass(frozen=True)
class Leaf:
    """One run: what came out, how likely it is, and the choices that lead there."""

    output: Any
    probability: Fraction
    choices: tuple[int, ...]


@dataclass
class Watch:
    """Nodes of one tree, to see where a run comes back to a state that it was in.

    Attributes:
        state: tells the state of the code, at a draw of given weights or where one is made.
        masses: of the nodes, by the choices before.
        returns: nodes that end a run, each with the node whose state it has.
    """

    state: Callable[[Hashable], Hashable | None]
    masses: dict[tuple[int, ...], Fraction] = field(default_factory=dict)
    returns: list[tuple[tuple[int, ...], tuple[int, ...]]] = field(default_factory=list)


class Path:
    """One run: it answers draws from its prefix, then by the likeliest branch.

    Args:
        prefix: the choices to take.
        budget: bounds the draws.
        seeds: what draws from too many integers are taken from; None refuses them.
        mass: the probability of the prefix, where it is known; else it is multiplied up.
        memory: what runs of one tree need not find again; by the choices before.
        watch: ends a run that comes back to a state that it was in; None for none.
    """

    def __init__(
        self,
        prefix: Sequence[int],
        budget: Budget,
        seeds: Sequence[int] | None,
        mass: Fraction | None = None,
        memory: Memory | None = None,
        watch: Watch | None = None,
    ) -> None:
        self._watch = watch
        self._trail: dict[Hashable, tuple[int, ...]] = {}
        self.memory = {} if memory is None else memory
        self.taken: list[int] = []
        self.mass = Fraction(1) if mass is None else mass
        self._known = mass is not None
        self.open: list[tuple[Fraction, tuple[int, ...]]] = []
        self.seeds = seeds
        self.seeded = False
        self._prefix = tuple(prefix)
        self._budget = budget
        self._thread = threading.get_ident()
        self.fault: UnsupportedError | None = None

    def choose(self, weights: Sequence[int | Fraction], total: int = 1) -> int:
        """The branch to take, of branches with probabilities weights/total.

        Raises:
            UnsupportedError: in another thread, which no replay can order.
            CutError: the run is too unlikely to be followed, as one that draws without end is.
        """
        self._refuse_thread()
        depth = len(self.taken)
        if self._watch is not None:
            self.look((tuple(weights), total))
        if depth < len(self._prefix):
            branch = self._prefix[depth]
            if branch >= len(weights) or not weights[branch]:
                raise UnsupportedError("draws differently when it is called again")
            if not self._known:
                self.mass *= Fraction(weights[branch]) / total
        else:
            if self.mass < self._budget.mass * CUT or depth >= self._budget.draws:
                raise CutError
            branch = max(range(len(weights)), key=weights.__getitem__)  # never without end
            here = tuple(self.taken)
            for i, w in enumerate(weights):
                if w and i != branch:
                    self.open.append((self.mass * (Fraction(w) / total), (*here, i)))
            self.mass *= Fraction(weights[branch]) / total
        self.taken.append(branch)
        return branch

    def look(self, drawn: Hashable = None) -> None:
        """Remember where the code is, at a draw or where one is made.

        Raises:
            ReturnedError: it is where it was before.
        """
        watch = self._watch
        if watch is None or self._thread != threading.get_ident():
            return
        here = tuple(self.taken)
        now = watch.state(drawn)
        if now is not None:
            before = self._trail.setdefault(now, here)
            if len(before) < len(here) and len(here) >= len(self._prefix):
                watch.masses[here] = self.mass
                watch.returns.append((here, before))
                raise ReturnedError
        watch.masses.setdefault(here, self.mass)

    def uniform(self, n: int) -> int:
        """One of 0, …, n − 1, all equally likely.

        Raises:
            UnsupportedError: n is beyond what can be enumerated.
        """
        if n == 1:
            return 0
        if n > LARGEST_FAN:
            raise UnsupportedError(f"uses one of {_count(n)} equally likely values")
        return self.choose([1] * n, n)

    def refuse(self, what: str) -> UnsupportedError:
        """The fault, kept in case that a thread or a `finally` of the code loses it."""
        self.fault = self.fault or UnsupportedError(what)
        return self.fault

    def _refuse_thread(self) -> None:
        if threading.get_ident() != self._thread:
            raise self.refuse("draws in a thread of its own, in an order that no replay repeats")


def leaves(
    run: Callable[[Path], Any],
    budget: Budget,
    deadline: float,
    seeds: Sequence[int] | None = None,
    memory: Memory | None = None,
    watch: Watch | None = None,
) -> Iterator[Leaf]:
    """All leaves of a run's tree, the likeliest first, until the mass left is small enough.

    Args:
        run: the code, given the path that its draws are answered from.
        budget: ends the walk too.
        deadline: on :func:`time.monotonic`.
        seeds: see :class:`Path`.
        memory: see :class:`Path`.
        watch: see :class:`Path`; mass that comes back is no longer left.
    """
    left = Fraction(1)
    heap: list[tuple[float, int, Fraction, tuple[int, ...]]] = [(-1.0, 0, left, ())]
    memory = {} if memory is None else memory
    runs = count = 0
    while heap and left > budget.mass:
        if runs >= budget.branches or time.monotonic() > deadline:
            return
        runs += 1
        *_, mass, prefix = heapq.heappop(heap)
        path = Path(prefix, budget, seeds, mass, memory, watch)
        whole, output = True, None
        try:
            output = run(path)
        except CutError:
            whole = False
        except ReturnedError:
            whole = False
            left -= path.mass
        if path.fault is not None:
            raise path.fault
        if len(path.taken) < len(prefix):
            raise UnsupportedError("draws less when it is called again")
        for mass, branch in path.open:
            count += 1
            heapq.heappush(heap, (-float(mass), count, mass, branch))
        if whole:
            left -= path.mass
            yield Leaf(output, path.mass, tuple(path.taken))


def _count(n: int) -> str:
    return str(n) if n < 10**6 else f"10^{math.log10(n):.1f}"
