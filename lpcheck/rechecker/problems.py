"""What every problem family gives the checker, by slug."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Protocol

from lpcheck.rechecker.arithmetic import Arithmetic, Enclosure, Real
from lpcheck.rechecker.binary import read_binary
from lpcheck.rechecker.box import read_mollifier, read_relative
from lpcheck.rechecker.estimation import read_estimation
from lpcheck.rechecker.fisher import read_fisher
from lpcheck.rechecker.kernels import EXACT, Kernel
from lpcheck.rechecker.loss import read_loss
from lpcheck.rechecker.patterns import read_information, read_staircase
from lpcheck.rechecker.prior import read_prior
from lpcheck.rechecker.sampler import read_local, read_minimax


class Judge(Protocol):
    """Reads mechanisms and judges them exactly."""

    @property
    def where(self) -> Mapping[str, tuple[str, ...]]:
        """The indices that say where a constraint is broken, by constraint."""

    def rows(self, value: Any, name: str) -> Kernel:
        """The rows, of the right shape."""

    def breach(self, kernel: Kernel, slack: Fraction = EXACT) -> str | None:
        """What exact rows break by more than the slack, or None; without slack: not feasible.

        What :meth:`amount` is above slack times :meth:`scale` for is broken here too.
        """

    def scale(self, constraint: str) -> Fraction:
        """What the slack of a constraint is a part of."""

    def amount(self, kernel: Kernel, constraint: str, at: dict[str, int], beta: Any) -> Real:
        """A lower bound of how much rows break a constraint at a place."""

    def value(self, A: Arithmetic, kernel: Kernel) -> Enclosure:
        """The objective of rows that are feasible, or nearly so and ≥ 0."""


class Problem(Judge, Protocol):
    """A problem, rebuilt from its parameters."""

    @property
    def maximise(self) -> bool:
        """The sense."""

    def bound(self, A: Arithmetic, dual: Any) -> Real:
        """A bound on the optimum from any multipliers: upper for a maximum, lower for a minimum."""


READERS: dict[str, Callable[[Any], Problem]] = {
    "staircase": read_staircase,
    "information": read_information,
    "approximate-binary": read_binary,
    "public-prior": read_prior,
    "mollifier": read_mollifier,
    "relative-mollifier": read_relative,
    "minimax-sampler": read_minimax,
    "local-minimax": read_local,
    "fisher": read_fisher,
    "loss": read_loss,
    "estimation": read_estimation,
}
