"""What every problem can do, and what comes back from solving it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from formulations.description import Outputs, Parameter
from formulations.shown import Shown

Array: TypeAlias = NDArray[np.float64]

FLOOR = 4e-15
"""Relative to the natural scale: what rounding adds up to in sums of products."""

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
class Solution(Shown):
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
        problem: the instance that was solved; None in what a step of a solution returns.
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
    problem: Formulation | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Proposal:
    """A mechanism and multipliers that were found without the model, to be judged like any."""

    mechanism: Array
    duals: Mapping[str, Array]
    method: str


class Formulation(ABC):
    r"""An instance of a problem: a CVXPY model over all mechanisms, and how to judge one.

    For whoever writes a problem: a subclass is a citizen at once. `lpcheck.solve`, `check` and
    `assert_optimal` take its instances; the command line, `sweep` and `init` take the class as
    `module:Class`, or by its slug once an entry point `lpcheck.problems` names it.

    **What it says of itself** (class attributes): `slug`, `sense`, `source`; `summary`, `inputs`
    and `example` for help and `init`; `shape` and `outputs` for reading and drawing a mechanism;
    `certificates` for the module that proves it, None where the re-checker does not know it.

    **When each method is called**, by :func:`formulations.gate.solve`:

    1. :meth:`settled`: the answer, where nothing has to be computed;
    2. :meth:`proposal`: a mechanism and multipliers of a method of its own, judged like any;
    3. :meth:`program`, then :meth:`second_program`, where the bounds do not meet yet: a model for
       the solvers, whose variables and constraints have names;
    4. :meth:`recover`, with the variables' values by name: a mechanism that is feasible;
    5. :meth:`value` of that, one side of the answer;
    6. :meth:`dual_bound`, with the constraints' multipliers by name: the other side.

    and by :func:`lpcheck.check`: :meth:`read_mechanism` (which refuses a wrong shape in a line),
    :meth:`violations`, :meth:`value`, :meth:`true_epsilon`, and the solution of the same instance.

    `value`, `violations` and `dual_bound` are NumPy and know nothing of CVXPY: they are what makes
    a solver's answer believable. Their rounding is measured against :attr:`natural_scale`, times
    :attr:`sensitivity`. `docs/how-to/add-a-problem.md` writes one from the beginning; a problem
    whose utility is a sum over columns of a kernel begins at
    :class:`formulations.patterns.ColumnProblem` and is 40 lines.
    """

    slug: ClassVar[str]
    """The name on the command line and in files, such as `public-prior`."""
    sense: ClassVar[Sense]
    """`maximize` or `minimize`."""
    source: ClassVar[str]
    """Where the problem is stated."""
    summary: ClassVar[str] = ""
    """What is optimised over what, in a line that begins with a verb."""
    inputs: ClassVar[tuple[Parameter, ...]] = ()
    """The constructor's keywords, in the order of help."""
    example: ClassVar[Mapping[str, str]] = {}
    """Parameters of a small instance, as they are typed."""
    shape: ClassVar[Literal["kernel", "distribution"]] = "kernel"
    """What a mechanism is: an array of two dimensions, a row an input, or of one."""
    outputs: ClassVar[Outputs] = "named"
    """Whether columns are `free` (may be permuted, merged, split), the `letters` of the rows, or
    `named` in another way."""
    limits_outputs: ClassVar[bool] = False
    """Whether :meth:`by_outputs` is there."""
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
        """A feasible mechanism near the values of the program's variables, of their shapes."""

    @abstractmethod
    def value(self, mechanism: Array) -> float:
        """The objective of a mechanism, an array of the problem's shape."""

    @abstractmethod
    def violations(self, mechanism: Array, tolerance: float) -> tuple[Violation, ...]:
        """The constraints that a mechanism breaks by more than the tolerance.

        Args:
            mechanism: an array of the problem's shape.
            tolerance: absolute for entries and sums; for privacy in nats.
        """

    @abstractmethod
    def dual_bound(self, duals: Mapping[str, Array], values: Mapping[str, Array]) -> float:
        """A bound on the optimum that holds whatever the multipliers are.

        Good multipliers make it tight; bad ones make it loose, never wrong.

        Args:
            duals: the multipliers of each named constraint, an array of its shape.
            values: the values of each named variable, an array of its shape.
        """

    @abstractmethod
    def read_mechanism(self, mechanism: Any) -> Array:
        """A mechanism in the problem's shape, or :class:`~formulations.errors.InputError`."""

    def true_epsilon(self, mechanism: Array) -> float | None:
        """The ε, in nats, that a mechanism really has; None where the problem has no ε.

        Args:
            mechanism: an array of the problem's shape.
        """
        return None

    @property
    def vanishes(self) -> bool:
        """Whether an optimum of exactly 0 is ordinary, so that a value within rounding is that."""
        return False

    def rounding(self, mechanism: Array) -> float:
        """How far `value` and `dual_bound` may be off at a mechanism as good as this one.

        Mechanisms that differ in their last digits only differ in value by less. Where a problem's
        optimum may be far below its natural scale, it is derived from the mechanism's own terms.

        Args:
            mechanism: an array of the problem's shape.
        """
        return FLOOR * self.natural_scale * self.sensitivity

    @property
    def unverified(self) -> str | None:
        """What bounds rest on and no computation here shows, where there is such a thing."""
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

    def by_outputs(self, most: int) -> list[Any]:
        """The best mechanism with at most 1, …, `most` outputs, where :attr:`limits_outputs`."""
        raise NotImplementedError

    def settled(self) -> Solution | None:
        """The answer where none has to be computed (infinite or trivial optima), else None."""
        return None


def settle(value: float, mechanism: Array, message: str) -> Solution:
    """A solution known without a solver.

    Args:
        value: the optimum, on both sides.
        mechanism: one that attains it, an array of the problem's shape.
        message: why no solver is needed.
    """
    return Solution("optimal", value, Bounds(value, value), mechanism, message=message)
