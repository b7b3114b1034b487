"""What every problem can do, and what comes back from solving it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
Sense: TypeAlias = Literal["maximize", "minimize"]
Method: TypeAlias = Literal["dual simplex", "primal simplex", "interior point"]
Status: TypeAlias = Literal["optimal", "inconclusive"]


@dataclass(frozen=True)
class Violation:
    """A constraint that a mechanism breaks: which, where (0-based), by how much."""

    constraint: str
    where: Mapping[str, int]
    amount: float
    explanation: str


@dataclass(frozen=True)
class Bounds:
    """lower ≤ optimum ≤ upper."""

    lower: float
    upper: float

    @property
    def width(self) -> float:
        """Upper minus lower; 0 when both are the same infinity."""
        return 0.0 if self.lower == self.upper else self.upper - self.lower


@dataclass(frozen=True)
class Program:
    """A CVXPY model with named parts. Its objective is the problem's divided by `scale`."""

    problem: Any
    variables: Mapping[str, Any]
    constraints: Mapping[str, Any]
    scale: float = 1.0
    refine: Callable[[Mapping[str, Array]], Mapping[str, Any]] | None = None
    """Cutting planes by name, given the variables' values; empty when nothing is cut off.

    For what a program cannot hold at once: tangents of a term that CVXPY has no atom for, or
    privacy at every level of a continuum. The solve gate adds them until the bounds meet.
    """


@dataclass(frozen=True)
class Solution:
    """What came back. `value` and the bounds were recomputed without the solver.

    Attributes:
        status: `optimal` when the bounds meet, else `inconclusive`; no solver's word is taken.
        value: the objective of `mechanism`, which is feasible; nats where f has a logarithm.
        bounds: `value` on one side, a dual bound on the other.
        mechanism: the best one found (shape as the problem says), or None.
        duals: the multipliers behind the dual bound, by constraint name.
        residuals: how far the solver's own point was from feasible, by constraint name.
        solver: names and versions that were used.
        seconds: wall time.
        message: why, where the status is `inconclusive`, or what was settled without a solver.
    """

    status: Status
    value: float
    bounds: Bounds
    mechanism: Array | None
    duals: Mapping[str, Array] = field(default_factory=dict)
    residuals: Mapping[str, float] = field(default_factory=dict)
    solver: str = "none"
    seconds: float = 0.0
    message: str = ""


@dataclass(frozen=True)
class Proposal:
    """A mechanism and multipliers that were found without the model, to be judged like any."""

    mechanism: Array
    duals: Mapping[str, Array]
    method: str


class Formulation(ABC):
    """An instance of a problem: a CVXPY model over all mechanisms, and how to judge one.

    `value`, `violations` and `dual_bound` are NumPy and know nothing of CVXPY: they are what
    makes a solver's answer believable.
    """

    slug: ClassVar[str]
    sense: ClassVar[Sense]
    source: ClassVar[str]
    certificates: ClassVar[str | None] = None
    """The module that makes certificates of the problem; None where there is none."""

    @property
    @abstractmethod
    def parameters(self) -> dict[str, Any]:
        """The parameters by name, as exact numbers and names."""

    @abstractmethod
    def program(self) -> Program:
        """The CVXPY model."""

    def second_program(self) -> Program | None:
        """A linear program with the same optima, for when a conic solver is in doubt."""
        return None

    @abstractmethod
    def recover(self, values: Mapping[str, Array]) -> Array:
        """A feasible mechanism near the variables' values."""

    @abstractmethod
    def value(self, mechanism: Array) -> float:
        """The objective of a mechanism."""

    @abstractmethod
    def violations(self, mechanism: Array, tolerance: float) -> tuple[Violation, ...]:
        """The constraints that a mechanism breaks by more than the tolerance."""

    @abstractmethod
    def dual_bound(self, duals: Mapping[str, Array], values: Mapping[str, Array]) -> float:
        """A bound on the optimum that holds whatever the multipliers are.

        Good multipliers make it tight; bad ones make it loose, never wrong.
        """

    @abstractmethod
    def read_mechanism(self, mechanism: Any) -> Array:
        """A mechanism in the problem's shape, or :class:`~formulations.errors.InputError`."""

    def true_epsilon(self, mechanism: Array) -> float | None:
        """The ε, in nats, that a mechanism really has; None where the problem has no ε."""
        return None

    @property
    def natural_scale(self) -> float:
        """The size of values that rounding is measured against."""
        return 1.0

    @property
    def sensitivity(self) -> float:
        """How much rounding of a mechanism's entries grows relative to that size; at least 1."""
        return 1.0

    @property
    def method(self) -> Method:
        """What is fastest on the model; only the order in which solvers are asked follows it."""
        return "dual simplex"

    def proposal(self) -> Proposal | None:
        """A mechanism and multipliers from a method faster than the model, where there is one."""
        return None

    @property
    def asks_model(self) -> bool:
        """Whether the model is asked where the proposal's bounds do not meet."""
        return True

    def settled(self) -> Solution | None:
        """The answer where none has to be computed (infinite or trivial optima), else None."""
        return None


def settle(value: float, mechanism: Array, message: str) -> Solution:
    """A solution known without a solver."""
    return Solution("optimal", value, Bounds(value, value), mechanism, message=message)
