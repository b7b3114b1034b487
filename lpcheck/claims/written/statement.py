"""What a written claim says of an optimum, and its test at one instance."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from formulations import gate
from formulations.errors import InputError
from formulations.expressions import Expression, UndecidedError
from formulations.formulation import Array, Formulation
from formulations.parameters import Distribution, read_epsilon, read_number
from lpcheck.claims.claim import Kind, Outcome
from lpcheck.claims.evidence import at_most, from_comparison, nudged, optimal, optimum_equals
from lpcheck.compare import check
from lpcheck.problems import problem_class

LARGEST_KERNEL = 10**6
"""Entries of a mechanism that a formula gives."""

_TELLING = 1e-6
"""By how much an altered value differs at least, if the control is to say anything."""

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Statement:
    """A formula for the optimum of a problem, or for a mechanism that attains it, or both.

    Attributes:
        name: what messages call the claim.
        kind: what is said: `equal` and `tight`, `upper` or `lower` bound, `feasible`.
        problem: the slug.
        fixed: the problem's parameters at every instance.
        let: names for parts of the formulas, each in terms of those before.
        value: of the optimum, or the bound on it.
        entry: of the mechanism, in x and y, from 0.
        outputs: how many outputs it has; as many as inputs where it is None.
        mechanism: in place of `entry`, a function of `lpcheck.mechanisms`.
    """

    name: str
    kind: Kind
    problem: str
    fixed: Values
    let: Mapping[str, Expression]
    value: Expression | None
    entry: Expression | None
    outputs: Expression | None
    mechanism: str

    def test(self, slip: float = 0.0, **parameters: Any) -> Outcome:
        """The statement at one instance; `slip` alters it, for the negative control."""
        try:
            with self._told(parameters):
                return self._decided({**self.fixed, **parameters}, slip)
        except UndecidedError as error:
            return Outcome(None, 0.0, str(error))

    def read(self, **parameters: Any) -> None:
        """Everything at one instance but the optimum.

        Raises:
            InputError: the problem or a formula has no meaning there.
        """
        with self._told(parameters):
            problem, values = self._stated({**self.fixed, **parameters})
            if self.value is not None:
                self._claimed(values, 0.0)
            if self.entry is not None or self.mechanism:
                problem.read_mechanism(self._mechanism(problem, values))

    def is_altered(self, slip: float, **parameters: Any) -> bool:
        """Whether the altered claim says something else at an instance."""
        if self.entry is not None or self.mechanism:
            return True
        with self._told(parameters):
            _, values = self._stated({**self.fixed, **parameters})
            plain, altered = self._claimed(values, 0.0), self._claimed(values, slip)
        return abs(plain - altered) > _TELLING * max(abs(plain), 1.0)

    @contextmanager
    def _told(self, parameters: Values) -> Iterator[None]:
        """What goes wrong at an instance, in a line that says where."""
        try:
            yield
        except InputError as error:
            at = ", ".join(f"{k} = {v}" for k, v in parameters.items())
            where = f"{self.name}, at {at if len(at) < 60 else at[:59] + '…'}"
            raise InputError(where, f"{error.parameter}: {error.problem}", error.remedy) from None

    def _decided(self, given: Values, slip: float) -> Outcome:
        problem, values = self._stated(given)
        if self.entry is None and not self.mechanism:
            solution = gate.solve(problem)
            if solution.status != "optimal":
                return Outcome(None, float("inf"), solution.message)
            claimed = self._claimed(values, slip)
            bounds, scale = solution.bounds, problem.natural_scale
            if self.kind == "upper":
                return at_most(bounds.lower, claimed, scale=scale)
            if self.kind == "lower":
                return at_most(claimed, bounds.upper, scale=scale)
            return optimum_equals(problem, solution, claimed)
        mechanism = nudged(self._mechanism(problem, values), slip)
        if self.kind == "feasible":
            found = from_comparison(comparison := check(problem, mechanism))
            known = comparison.verdict == "suboptimal"
            return Outcome(True, 0.0, "it is feasible") if known else found
        printed = None if self.value is None else self._claimed(values, 0.0)
        return optimal(problem, mechanism, value=printed)

    def _stated(self, given: Values) -> tuple[Formulation, dict[str, Any]]:
        """The problem of an instance, and what the formulas' names stand for."""
        from lpcheck.inputs import read_vector_text  # noqa: PLC0415  loads tables

        kind = problem_class(self.problem)
        inputs = {p.name: p for p in kind.inputs}
        stated: dict[str, Any] = {}
        for name, raw in given.items():
            if name in inputs:
                text = inputs[name].kind == "vector" and isinstance(raw, str)
                stated[name] = read_vector_text(name, raw).numbers if text else raw
        problem = kind(**stated)
        values: dict[str, Any] = {}
        for name, raw in given.items():
            at_hand = getattr(problem, name, None)
            if isinstance(at_hand, Distribution):
                values[name] = tuple(at_hand.array.tolist())
            elif name == "epsilon":
                values[name] = float(read_epsilon(raw))
            elif name in inputs and inputs[name].kind == "matrix":
                values.setdefault("k", len(raw))
            elif isinstance(raw, list):
                values[name] = tuple(float(read_number(name, x)) for x in raw)
            elif name not in inputs or inputs[name].kind == "number":
                values[name] = _number(name, raw)
        sizes = [len(v) for v in values.values() if isinstance(v, tuple)]
        if sizes:
            values.setdefault("k", sizes[0])
        return problem, values

    def _named(self, values: Values) -> dict[str, Any]:
        found = dict(values)
        for name, formula in self.let.items():
            found[name] = formula.evaluate(found)
        return found

    def _claimed(self, values: Values, slip: float) -> float:
        """The formula's value; altered by an ε that is off, or, where it has none, as a whole."""
        assert self.value is not None
        names = self.value.names.union(*(part.names for part in self.let.values()))
        sign = {"upper": -1.0, "lower": 1.0}.get(self.kind, 0.0)
        if sign or "epsilon" not in names:
            return float(self.value.evaluate(self._named(values))) * (1.0 + (sign or 1.0) * slip)
        altered = {**values, "epsilon": values["epsilon"] + slip} if slip else values
        return float(self.value.evaluate(self._named(altered)))

    def _mechanism(self, problem: Formulation, values: Values) -> Array:
        if self.mechanism:
            return _of_library(self.mechanism, values)
        assert self.entry is not None
        named = self._named(values)
        rows = int(named.get("k", 0))
        columns = rows if self.outputs is None else int(self.outputs.evaluate(named))
        if not 0 < rows * columns <= LARGEST_KERNEL:
            what = f"has {rows} × {columns} entries"
            raise InputError("mechanism", what, f"stay between 1 and {LARGEST_KERNEL}")
        if problem.shape == "distribution":
            found = [self.entry.evaluate({**named, "x": x}) for x in range(rows)]
            return np.array(found, dtype=float)
        cells = [
            [float(self.entry.evaluate({**named, "x": x, "y": y})) for y in range(columns)]
            for x in range(rows)
        ]
        return np.array(cells)


def _number(name: str, raw: Any) -> Any:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    found = read_number(name, raw)
    return int(found) if isinstance(found, Fraction) and found.denominator == 1 else float(found)


def _of_library(name: str, values: Values) -> Array:
    """A function of `lpcheck.mechanisms`, its arguments by their names."""
    from lpcheck import mechanisms  # noqa: PLC0415

    function = getattr(mechanisms, name)
    given: dict[str, Any] = {}
    for argument in inspect.signature(function).parameters.values():
        if argument.name in values:
            raw = values[argument.name]
            given[argument.name] = np.array(raw) if isinstance(raw, tuple) else raw
        elif argument.default is inspect.Parameter.empty:
            what = f"{name} needs '{argument.name}'"
            raise InputError("mechanism", what, "give it in the claim's parameters")
    return np.array(function(**given), dtype=float)
