r"""A utility of one's own: a sublinear function of a column (kairouz2016, Theorem 4).

.. math:: \max_Q \sum_y \mu(Q_y), \qquad \mu(c + c') \le \mu(c) + \mu(c'),\ \mu(sc) = s\mu(c).

The bound rests on μ being sublinear, which no finite number of evaluations shows: it is tried at
random private columns, and what was not verified is said.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, cast

import numpy as np

from formulations.description import COLUMN_PRIVACY, Parameter
from formulations.errors import InputError
from formulations.expressions import read_expression
from formulations.formulation import Array
from formulations.parameters import in_one_line, read_number
from formulations.patterns import ColumnProblem, patterns, refuse_large
from formulations.rays import read_cone

_PAIRS, _LARGEST = 400, 16
_ROUNDING = 1e-9


class Utility(ColumnProblem):
    """Maximise a sum over the outputs of a sublinear function of the column.

    Args:
        mu: a function of a column, or of a k × m array of them (then it returns m values); columns
            have entries ≥ 0. As text it is a formula of the column `c`, numbered from 0, and `k`:
            ``max(c)/k``, ``abs(c[0] - c[1])``.
        k: the number of inputs, 1 to 16.
        epsilon: privacy level in nats, 0 ≤ ε ≤ 700.
        privacy: instead, another notion of :mod:`formulations.notions` that has extreme rays.

    A mechanism is a k × m kernel; the value is in μ's unit.
    Raises :class:`~formulations.errors.InputError` where μ raises, is not finite, or is not
    sublinear at 400 random pairs of private columns.

    >>> import formulations
    >>> problem = Utility(mu=lambda c: max(c) / 2, k=2, epsilon="1")  # guess a fair coin
    >>> round(formulations.solve(problem).value, 6)  # e/(e + 1)
    0.731059
    >>> problem.unverified
    'that mu is sublinear was tried at 400 random pairs of columns, and not proved'
    >>> round(formulations.solve(Utility(mu="max(c)/k", k=2, epsilon="1")).value, 6)
    0.731059
    """

    slug = "utility"
    source = "kairouz2016, Theorem 4"
    summary = "maximise a sum over the outputs of a sublinear function of the column"
    inputs = (
        Parameter("mu", "a sublinear function of the column c: a formula such as max(c)/k, or "
                  "MODULE:FUNCTION", "function"),
        Parameter("k", "the number of inputs"),
        *COLUMN_PRIVACY,
    )  # fmt: skip
    example = {"mu": "max(c)/k", "k": "3", "epsilon": "1"}

    def __init__(
        self, *, mu: Callable[..., Any] | str, k: Any, epsilon: Any = None, privacy: Any = None
    ) -> None:
        size = read_number("k", k)
        if size.denominator != 1 or not 1 <= size <= _LARGEST:
            raise InputError("k", f"is {k}", f"give a whole number from 1 to {_LARGEST}")
        self.mu, self._size = _read_mu(mu, int(size)), int(size)
        self.epsilon, self.cone = read_cone(privacy, epsilon, self.k)
        self._vectorised = self._takes_many()
        self._try()

    @property
    def k(self) -> int:
        """The number of inputs."""
        return self._size

    @property
    def parameters(self) -> dict[str, Any]:
        """The name of μ, the number of inputs, and the level or the notion."""
        stated = {"mu": getattr(self.mu, "__name__", "mu"), "k": self.k}
        return {**stated, **(self.cone.parameters if self.cone else {"epsilon": self.epsilon})}

    @property
    def unverified(self) -> str:
        """What the bound rests on and no computation here shows."""
        return f"that mu is sublinear was tried at {_PAIRS} random pairs of columns, and not proved"

    @property
    def natural_scale(self) -> float:
        """The largest size that a column's utility has."""
        return float(np.abs(self.utilities).max()) or 1e-300

    def column_utility(self, columns: Array) -> Array:
        """μ of each column, shape (m,).

        Raises:
            InputError: μ is not finite at one of them.
        """
        if self._vectorised:
            found = np.asarray(self.mu(columns), dtype=float)
        else:
            found = np.array([float(self.mu(c)) for c in columns.T])
        if not np.isfinite(found).all():
            y = int(np.argmin(np.isfinite(found)))
            shown = ", ".join(f"{x:.4g}" for x in columns[:, y])
            raise InputError("mu", f"is not finite at the column {shown}", "give a finite function")
        return found

    @cached_property
    def _extremes(self) -> Array:
        if self.cone is not None:
            return self.cone.columns
        refuse_large(self.k, "k")
        return patterns(self.k, float(self.epsilon))

    def _draw(self, rng: Any, number: int) -> Array:
        """Private columns: sparse and dense mixtures of extreme ones."""
        C = self._extremes
        few = min(C.shape[1], 64)
        shares = rng.dirichlet(np.full(few, 0.3), number).T
        return np.asarray(C[:, rng.choice(C.shape[1], few, replace=False)] @ shares)

    def _takes_many(self) -> bool:
        """Whether μ takes an array of columns: it returns one value each, the same as by itself."""
        columns = self._draw(np.random.default_rng(0), self.k + 3)
        try:
            each = np.array([float(self.mu(c)) for c in columns.T])
        except InputError:  # a formula's own words
            raise
        except Exception:
            each = None
        try:
            many = np.asarray(self.mu(columns), dtype=float)
        except Exception as error:
            if each is None:
                raise InputError("mu", in_one_line(error), "give a function of a column") from None
            return False
        fits = many.shape == (columns.shape[1],)
        if each is None and not fits:
            what = f"returns an array of shape {many.shape} for {columns.shape[1]} columns"
            raise InputError("mu", what, "give a function of a column, or one value a column")
        return fits and (each is None or bool(np.allclose(many, each, rtol=1e-9, atol=1e-300)))

    def _try(self) -> None:
        """Refuse a μ that is not sublinear at random pairs.

        Raises:
            InputError: with the pair, or the column and the factor.
        """
        rng = np.random.default_rng(1)
        a, b = self._draw(rng, _PAIRS), self._draw(rng, _PAIRS)
        b = b * 10.0 ** rng.uniform(-2, 2, _PAIRS)
        first, second, both = (self.column_utility(c) for c in (a, b, a + b))
        size = np.abs(first) + np.abs(second) + np.abs(both)
        excess = both - first - second - _ROUNDING * size
        if (y := int(np.argmax(excess))) >= 0 and excess[y] > 0:
            what = f"is not subadditive: {both[y]:.6g} at c + c', {first[y]:.6g} + {second[y]:.6g}"
            raise InputError("mu", f"{what} at {_shown(a[:, y])} and {_shown(b[:, y])}", _REMEDY)
        factors = 10.0 ** rng.uniform(-3, 3, _PAIRS)
        scaled = self.column_utility(a * factors)
        missed = np.abs(scaled - factors * first) - _ROUNDING * (np.abs(factors * first) + size)
        if (y := int(np.argmax(missed))) >= 0 and missed[y] > 0:
            what = f"is {scaled[y]:.6g} at {factors[y]:.4g} times a column where it is"
            raise InputError("mu", f"{what} {first[y]:.6g}, {_shown(a[:, y])}", _REMEDY)


def _read_mu(given: Any, k: int) -> Callable[..., Any]:
    """The function itself, or that of a formula, named by its text."""
    if not isinstance(given, str):
        if not callable(given):
            what = f"{type(given).__name__} is no function"
            raise InputError("mu", what, "give one of a column, or a formula")
        return cast("Callable[..., Any]", given)
    formula = read_expression("mu", given, ("c", "k"))

    def value(columns: Array) -> Array:
        found = formula.evaluate({"c": tuple(columns), "k": k})
        if isinstance(found, tuple):
            raise InputError("mu", "is a vector", "give a number: sum(…), max(…) or c[0]")
        return np.asarray(found, dtype=float) + np.zeros(columns.shape[1:])

    value.__name__ = given
    return value


_REMEDY = "give a sublinear function: only then does the bound hold"


def _shown(column: Array) -> str:
    return "(" + ", ".join(f"{x:.4g}" for x in column) + ")"
