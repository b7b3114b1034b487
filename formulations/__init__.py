"""Private-mechanism problems as CVXPY models over all mechanisms. Knows nothing of lpcheck."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from formulations.approximate_binary import ApproximateBinary
    from formulations.divergences import Divergence, divergence
    from formulations.errors import InputError
    from formulations.estimation import Estimation
    from formulations.fisher import Fisher
    from formulations.formulation import Bounds, Formulation, Program, Solution, Violation
    from formulations.gate import solve
    from formulations.information import Information
    from formulations.loss import Loss
    from formulations.notions import LDP, LIP, PML, ULDP, ApproximateLDP, MetricPrivacy
    from formulations.projections.mollifier import Mollifier
    from formulations.projections.relative_mollifier import RelativeMollifier
    from formulations.public_prior import PublicPrior
    from formulations.samplers.local_minimax import LocalMinimax
    from formulations.samplers.minimax_sampler import MinimaxSampler
    from formulations.staircase import Staircase
    from formulations.utility import Utility

_HOMES = {
    "ApproximateLDP": "notions",
    "ApproximateBinary": "approximate_binary",
    "Bounds": "formulation",
    "Divergence": "divergences",
    "Estimation": "estimation",
    "Fisher": "fisher",
    "Formulation": "formulation",
    "Information": "information",
    "InputError": "errors",
    "LDP": "notions",
    "LIP": "notions",
    "LocalMinimax": "samplers.local_minimax",
    "Loss": "loss",
    "MetricPrivacy": "notions",
    "MinimaxSampler": "samplers.minimax_sampler",
    "Mollifier": "projections.mollifier",
    "PML": "notions",
    "Program": "formulation",
    "PublicPrior": "public_prior",
    "RelativeMollifier": "projections.relative_mollifier",
    "Solution": "formulation",
    "Staircase": "staircase",
    "ULDP": "notions",
    "Utility": "utility",
    "Violation": "formulation",
    "divergence": "divergences",
    "solve": "gate",
}

__all__ = [
    "LDP",
    "LIP",
    "PML",
    "ULDP",
    "ApproximateBinary",
    "ApproximateLDP",
    "Bounds",
    "Divergence",
    "Estimation",
    "Fisher",
    "Formulation",
    "Information",
    "InputError",
    "LocalMinimax",
    "Loss",
    "MetricPrivacy",
    "MinimaxSampler",
    "Mollifier",
    "Program",
    "PublicPrior",
    "RelativeMollifier",
    "Solution",
    "Staircase",
    "Utility",
    "Violation",
    "divergence",
    "solve",
]


def __getattr__(name: str) -> Any:
    """Import a name when it is first asked for, so that `lpcheck --help` loads no NumPy."""
    if name not in _HOMES:
        raise AttributeError(f"module 'formulations' has no attribute {name!r}")
    return getattr(import_module(f"formulations.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
