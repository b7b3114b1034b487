r"""The locally minimax-optimal private sampler (ghoukasian2025, eq. 8).

.. math:: \min_{\mathbf Q} \max \{ D_f(P \| \mathbf Q(P)) : P_0/\gamma \le P \le \gamma P_0 \}

The global problem on the neighbourhood :math:`N_\gamma(P_0)`: c1 = 1/γ, c2 = γ, μ = P0.
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


class LocalMinimax(SamplerProblem):
    """Minimise max_P D_f(P‖Q(P)) over private samplers of N_γ(P0).

    Args:
        reference: the distribution P0 (or give k, for a uniform one).
        gamma: γ ≥ 1, the size of the neighbourhood.
        k: the size of the alphabet, for a uniform reference.
        epsilon: pure (with `delta`: approximate) LDP, nats.
        delta: 0 ≤ δ ≤ 1, with epsilon.
        nu: Gaussian LDP of this ν > 0, instead of epsilon.
        trade_off_function: functional LDP for a callable g on [0, 1], instead of epsilon.
        divergence: a name (see :mod:`formulations.divergences`), a Divergence, or a convex f.
        symmetric: exploit equal entries of P0 (same value, much smaller program).

    A mechanism has one row for each of `extreme_points`, or is a callable P → Q.
    Raises :class:`~formulations.errors.InputError` for parameters that state no problem.
    """

    slug = "local-minimax"
    certificates = "lpcheck.certificates.samplers.maker"
    source = "ghoukasian2025, eq. 8"
    summary = "minimise the largest D_f(P‖Q(P)) over private samplers of {P0/γ ≤ P ≤ γ P0}"
    inputs = (*CLASS, Parameter("gamma", "γ ≥ 1"), *LEVELS, DIVERGENCE)
    example = {"k": "3", "gamma": "2", "epsilon": "1", "divergence": "tv"}

    def __init__(
        self,
        *,
        gamma: Any,
        reference: Any = None,
        k: Any = None,
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
        self.gamma = read_number("gamma", gamma)
        if self.gamma < 1:
            raise InputError("gamma", f"{float(self.gamma):g} is below 1", "give γ ≥ 1")
        self.low, self.high = 1 / self.gamma, self.gamma

    @property
    def class_parameters(self) -> dict[str, Fraction]:
        """γ, exact."""
        return {"gamma": self.gamma}
