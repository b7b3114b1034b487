"""What no certificate can hold: functions of a user's own, and more than the re-checker reads."""

from __future__ import annotations

from formulations.divergences import Divergence
from formulations.errors import InputError
from formulations.formulation import Formulation
from formulations.information import Information
from formulations.public_prior import PublicPrior
from formulations.samplers.problem import SamplerProblem
from formulations.staircase import Staircase
from lpcheck.certificates.exact.terms import read_terms
from lpcheck.rechecker import patterns, prior, zonotope


def refuse_uncertifiable(problem: Formulation) -> None:
    """Refuse a problem before anything is computed for a file that would not be accepted.

    Raises:
        InputError: naming what stands in the way.
    """
    _refuse_functions(problem)
    _refuse_large(problem)


def _refuse_functions(problem: Formulation) -> None:
    """Refuse what no file can hold: functions of the user's own."""
    if isinstance(problem, SamplerProblem) and "trade_off_function" in problem.privacy.parameters:
        raise InputError(
            "trade_off_function",
            "is a function of your own, and a certificate holds data only",
            "certify with epsilon (and delta) or nu",
        )
    divergence = problem.parameters.get("divergence")
    if isinstance(divergence, Divergence):
        read_terms(divergence)


def _refuse_large(problem: Formulation) -> None:
    if isinstance(problem, Staircase):
        name, size, largest = "p0", problem.k, zonotope.LARGEST_K
    elif isinstance(problem, Information):
        name, size, largest = "prior", problem.k, patterns.LARGEST_INFORMATION_K
    elif isinstance(problem, PublicPrior):
        name, size, largest = "prior", problem.n, prior.LARGEST_N
    else:
        return
    if size > largest:
        what = f"has {size} entries, and a certificate of this problem at most {largest}"
        raise InputError(name, what, "check without a certificate")
