r"""What every privacy notion can do.

All but one of them are cones: a kernel is private iff each of its columns :math:`c = Q(y|\cdot)`
satisfies linear inequalities :math:`Gc \le 0`. With a utility that is a sum of sublinear functions
of columns, the optimum over all kernels is then a linear program over the extreme rays of the cone;
with a linear one it is a linear program over the kernel itself.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array, Violation

ROUNDING = 1e-12
"""What rounding alone may add to a level, in nats."""


@dataclass(frozen=True)
class Level:
    """The level that a kernel really has, in the notion's unit (nats), and where that is.

    Attributes:
        value: +∞ when a zero stands against a positive entry.
        where: row, other row, column, as far as the notion has them.
        words: what happens there, for an explanation.
    """

    value: float
    where: Mapping[str, int]
    words: str


class Notion(ABC):
    """A privacy notion at a level, over k inputs (any k, where nothing else is said)."""

    name: ClassVar[str]
    """As it is typed."""

    named_outputs: ClassVar[bool] = False
    """Whether an output's name, or the other outputs, matter for its inequalities."""

    @property
    @abstractmethod
    def parameters(self) -> dict[str, Any]:
        """By name, exact."""

    @property
    @abstractmethod
    def asked(self) -> float:
        """The level that is asked for, in nats."""

    @property
    def stated(self) -> dict[str, Any]:
        """As the parameters of a problem, from which it can be read back."""
        return {"privacy": {"name": self.name, **self.parameters}}

    @property
    def letters(self) -> int | None:
        """How many inputs there are, where the notion says so."""
        return None

    @abstractmethod
    def level(self, kernel: Array) -> Level:
        """The level that a non-negative k × m kernel really has."""

    @abstractmethod
    def inequalities(self, k: int, column: int = 0) -> Array:
        """G, shape (r, k), with Gc ≤ 0 for the private columns c ≥ 0 at that output.

        Args:
            k: the number of inputs.
            column: the output, where outputs differ.
        """

    def over_columns(self) -> Notion:
        """The notion over kernels whose outputs have no names; where that is itself, itself."""
        return self

    def rays(self, k: int) -> Array:
        """The extreme rays of the cone of columns, largest entry 1, shape (k, N).

        Raises:
            InputError: there are too many to list.
        """
        raise InputError("privacy", f"the rays of {self.name} are not listed", "use another notion")

    def constraints(self, kernel: Any) -> dict[str, Any]:
        """The notion on a k × m CVXPY expression, by name."""
        k, m = kernel.shape
        first = self.inequalities(k)
        if all(self.inequalities(k, y) is first for y in range(m)):
            return {"privacy": first @ kernel <= 0} if len(first) else {}
        parts = {f"privacy_{y}": self.inequalities(k, y) @ kernel[:, y] <= 0 for y in range(m)}
        return {name: c for name, c in parts.items() if math.prod(c.shape)}

    def slack(self, gradient: Array, duals: Mapping[str, Array]) -> Array:
        r"""τ ≥ 0, shape (k,), with (g_y + τ)ᵀc ≥ 0 for all outputs y and private columns c.

        Args:
            gradient: the rows g_y as columns, shape (k, m).
            duals: multipliers of :meth:`constraints`; any numbers do, good ones make τ small.
        """
        k, m = gradient.shape
        priced = np.array(gradient, dtype=float)
        for y in range(m):
            G = self.inequalities(k, y)
            if not len(G):
                continue
            found = duals.get("privacy")
            weights = duals.get(f"privacy_{y}") if found is None else np.atleast_2d(found)[:, y]
            if weights is not None and np.shape(weights) == (len(G),):
                priced[:, y] += G.T @ np.maximum(weights, 0.0)
        return np.asarray(np.maximum(-priced.min(axis=1), 0.0))

    def violations(self, kernel: Array, tolerance: float) -> tuple[Violation, ...]:
        """The worst breach, if the true level is above the one asked for by the tolerance.

        Args:
            kernel: a row an input, shape (k, m).
            tolerance: in nats.
        """
        found = self.level(kernel)
        excess = found.value - self.asked
        if excess <= tolerance * min(1.0, max(self.asked, 0.0)) + ROUNDING:
            return ()
        return (Violation("privacy", dict(found.where), excess, found.words),)

    def constant(self, kernel: Array) -> Array:
        """A kernel that tells nothing, near the given one, shape (k, m)."""
        base = kernel.mean(axis=0)
        return np.tile(base / base.sum(), (len(kernel), 1))

    def repair(self, kernel: Array) -> Array:
        """A nearly private k × m kernel mixed with enough of a constant one to be private."""
        base, weight = self.constant(kernel), 0.0
        for step in (0.0, *np.geomspace(1e-16, 1.0, 33)):
            weight = float(step)
            mixed = (1.0 - weight) * kernel + weight * base
            if self.level(mixed).value <= self.asked + 1e-15 * max(self.asked, 1.0):
                return mixed
        return base


def read_notion(
    privacy: Any, epsilon: Any, letters: int, name: str = "privacy", **more: Any
) -> Notion:
    """The notion that a problem is given: an object, its name, or `epsilon` alone (pure LDP).

    Args:
        privacy: a :class:`Notion`; or `ldp`, `approximate:DELTA`, `metric:@FILE`, `pml`, `lip`,
            `uldp:LETTERS`; or None.
        epsilon: the level in nats, where the notion has one of its own.
        letters: the number of inputs, which the notion must fit.
        name: the parameter, for error messages.
        more: what a named notion may need: `prior`, `delta`.

    Raises:
        InputError: neither or both are given, or the notion does not fit the problem.
    """
    from formulations.notions.named import named_notion

    if privacy is None and epsilon is None:
        raise InputError("epsilon", "is missing", "give a level in nats, or a privacy notion")
    if isinstance(privacy, Notion):
        if epsilon is not None:
            what = f"is given beside {privacy.name}, which has its own level"
            raise InputError("epsilon", what, "drop one of them")
        notion = privacy
    else:
        notion = named_notion(
            "ldp" if privacy is None else privacy, epsilon, name, letters=letters, **more
        )
    if notion.letters not in (None, letters):
        what = f"is over {notion.letters} inputs, and the problem has {letters}"
        raise InputError(name, what, "give both over the same inputs")
    return notion
