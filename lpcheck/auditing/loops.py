r"""Loops that reject, to their end: mass that comes back to where it was is shared out.

Where a run comes back to a state that it was in, at a node v of its tree, what follows has the law
that it had from v on: :math:`L_v = E_v + r_v L_v`, so :math:`L_v = E_v / (1 - r_v)`, with E what
leaves v otherwise and r the share that comes back. Loops within loops are solved from within.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from lpcheck.auditing.errors import CutError, UnsupportedError
from lpcheck.auditing.tree import Budget, Leaf, Memory, Path, Watch, leaves

_RUNS = 20_000
_HOPEFUL = 500
"""Runs after which some should have come back."""

_ROUNDS = (0, 1, 7)
"""More rounds of a loop after which its branches are compared again."""

_COMPARED = 4
"""Loops, ways back and leaves that are compared, of each so many."""


@dataclass
class Closed:
    """The law with its loops closed.

    Attributes:
        masses: the probability of each output.
        walked: the leaves that were reached without coming back.
        loops: nodes that runs came back to.
    """

    masses: dict[Any, Fraction]
    walked: list[Leaf]
    loops: int
    memory: Memory = field(default_factory=dict)


def closed(
    run: Callable[[Path], Any],
    watch: Watch,
    budget: Budget,
    deadline: float,
    seeds: Sequence[int] | None,
) -> Closed | None:
    """Walk the tree, ending runs that come back; None where none does, or where one is no loop.

    Args:
        run: the code, given the path that its draws are answered from.
        watch: how the state of the code is told.
        budget: bounds the walk.
        deadline: on :func:`time.monotonic`.
        seeds: see :class:`Path`.
    """
    now = time.monotonic()
    few = Budget(min(budget.branches, _RUNS), budget.seconds, budget.mass, budget.draws)
    found: list[Leaf] = []
    memory: Memory = {}
    for leaf in leaves(run, few, now + (deadline - now) / 3, seeds, memory, watch):
        found.append(leaf)
        if len(found) == _HOPEFUL and not watch.returns:
            return None
    if not watch.returns or not _alike(run, found, watch, budget, seeds):
        return None
    return Closed(_shared_out(found, watch), found, len({a for _, a in watch.returns}), memory)


def _shared_out(found: Sequence[Leaf], watch: Watch) -> dict[Any, Fraction]:
    mass = {choices: watch.masses[choices] for choices, _ in watch.returns}
    ends = {leaf.choices: leaf.probability for leaf in found}
    nodes = sorted({a for _, a in watch.returns}, key=lambda a: (-len(a), a))
    for node in nodes:
        back = sum((mass[c] for c, a in watch.returns if a == node), Fraction(0))
        whole = watch.masses[node]
        if back == whole:
            continue  # never left: its mass stays unresolved
        factor = whole / (whole - back)
        for table in (mass, ends):
            for choices in table:
                if choices[: len(node)] == node:
                    table[choices] *= factor
        for c, a in watch.returns:
            if a == node:
                mass[c] = Fraction(0)
    law: dict[Any, Fraction] = {}
    for leaf in found:
        law[leaf.output] = law.get(leaf.output, Fraction(0)) + ends[leaf.choices]
    return law


def _alike(
    run: Callable[[Path], Any],
    found: Sequence[Leaf],
    watch: Watch,
    budget: Budget,
    seeds: Sequence[int] | None,
) -> bool:
    """Whether the branches after coming back are those of the first time, some rounds long."""
    for node in sorted({a for _, a in watch.returns})[:_COMPARED]:
        below = [leaf for leaf in found if leaf.choices[: len(node)] == node]
        for back, _ in [r for r in watch.returns if r[1] == node][:_COMPARED]:
            turn = back[len(node) :]
            for leaf in [*below[:_COMPARED], *below[-_COMPARED:]]:
                for rounds in _ROUNDS:
                    rest = leaf.choices[len(node) :]
                    path = Path((*back, *turn * rounds, *rest), budget, seeds)
                    try:
                        output = run(path)
                    except (CutError, UnsupportedError):
                        return False
                    share = watch.masses[back] / watch.masses[node]
                    mass = watch.masses[back] * share**rounds * leaf.probability
                    if (output, path.mass * watch.masses[node]) != (leaf.output, mass):
                        return False
                    if len(path.taken) != len(back) + rounds * len(turn) + len(rest):
                        return False
    return True
