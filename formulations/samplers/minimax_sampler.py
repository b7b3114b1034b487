r"""The globally minimax-optimal private sampler (park2024, eq. 5; ghoukasian2025, eq. 1).

.. math:: \min_{\mathbf Q} \max \{ D_f(P \| \mathbf Q(P)) : c_1\mu \le P \le c_2\mu \}

over all samplers that are private for every pair of distributions of the class. With uniform μ,
:math:`c_1 = 0` and :math:`c_2 = k` the class is the whole simplex, its extreme points are the
point masses, and a mechanism is a k × k kernel.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from formulations.description import CLASS, DIVERGENCE, LEVELS, Parameter
from formulations.errors import InputError
from formulations.parameters import read_number
from formulations.samplers.problem import SamplerProblem
from formulations.samplers.reference import read_reference
from formulations.trade_off import read_privacy


class MinimaxSampler(SamplerProblem):
    """Minimise max_P D_f(P‖Q(P)) over private samplers of {c1 μ ≤ P ≤ c2 μ}.

    Args:
        k: the size of the alphabet, for a uniform reference.
        reference: the distribution μ, where it is not uniform (give k or reference, or both).
        c1: 0 ≤ c1 ≤ 1; by default 0.
        c2: c2 ≥ 1; by default large enough to allow every distribution (for uniform μ: k).
        epsilon: pure (with `delta`: approximate) LDP, nats.
        delta: 0 ≤ δ ≤ 1, with epsilon.
        nu: Gaussian LDP of this ν > 0, instead of epsilon.
        trade_off_function: functional LDP for a callable g on [0, 1], instead of epsilon.
        divergence: a name (see :mod:`formulations.divergences`), a Divergence, or a convex f.
        symmetric: exploit equal entries of μ (same value, much smaller program).

    A mechanism has one row for each of `extreme_points` (Δ_k: a k × k kernel), or is a callable
    from a distribution to a distribution.
    Raises :class:`~formulations.errors.InputError` for parameters that state no problem, an empty
    class, or a class with too many extreme points.
    """

    slug = "minimax-sampler"
    certificates = "lpcheck.certificates.samplers.maker"
    source = "park2024, eq. 5; ghoukasian2025, eq. 1"
    summary = "minimise the largest D_f(P‖Q(P)) over private samplers of {c1 μ ≤ P ≤ c2 μ}"
    inputs = (
        *CLASS,
        Parameter("c1", "lower multiple, 0 (default) to 1", required=False),
        Parameter("c2", "upper multiple, by default as large as P can be", required=False),
        *LEVELS,
        DIVERGENCE,
    )
    example = {"k": "3", "epsilon": "1", "divergence": "kl"}

    def __init__(
        self,
        *,
        k: Any = None,
        reference: Any = None,
        c1: Any = None,
        c2: Any = None,
        epsilon: Any = None,
        delta: Any = None,
        nu: Any = None,
        trade_off_function: Any = None,
        divergence: Any = "kl",
        symmetric: bool = True,
    ) -> None:
        super().__init__(
            read_reference(k, reference),
            read_privacy(epsilon, delta, nu, trade_off_function),
            divergence,
            symmetric,
        )
        smallest = min(x for x in self.reference.exact if x > 0)
        self.low = read_number("c1", 0 if c1 is None else c1)
        self.high = read_number("c2", 1 / smallest if c2 is None else c2)
        if not 0 <= self.low <= 1:
            what = "is negative" if self.low < 0 else "is above 1: the class is empty"
            raise InputError("c1", f"{float(self.low):g} {what}", "give 0 ≤ c1 ≤ 1")
        if self.high < 1:
            raise InputError(
                "c2", f"{float(self.high):g} is below 1: the class is empty", "give c2 ≥ 1"
            )

    @property
    def class_parameters(self) -> dict[str, Fraction]:
        """c1 and c2, exact."""
        return {"c1": self.low, "c2": self.high}
