r"""Fisher information of a private report: hypothesis testing under χ², in another unit.

With p the density, ṗ its derivative, and h > 0 such that :math:`p + h\dot p` is a distribution,

.. math:: \frac{(\dot p^T c)^2}{p^T c}
          = \frac{1}{h^2} \cdot \frac{((p + h\dot p)^T c - p^T c)^2}{p^T c}

for every column c: the χ² divergence of :math:`p + h\dot p` from p, divided by h². So whatever is
proved of the staircase problem of this pair (:mod:`lpcheck.rechecker.patterns`) is proved here,
with prices α in the unit of the value. Any h gives the same problem; h is half of the largest one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lpcheck.rechecker.divergence import Divergence
from lpcheck.rechecker.patterns import ColumnProblem
from lpcheck.rechecker.privacy import read_epsilon
from lpcheck.rechecker.reader import distribution, exact_sum, fields, vector
from lpcheck.rechecker.refusal import Refusal
from lpcheck.rechecker.zonotope import LARGEST_K


def read_fisher(parameters: Any) -> ColumnProblem:
    """The problem from its parameters."""
    given = fields(parameters, "parameters", ["density", "score", "epsilon"])
    density = distribution(given["density"], "parameters.density")
    score = vector(given["score"], "parameters.score", len(density))
    if len(density) > LARGEST_K:
        raise Refusal(f"parameters: more than {LARGEST_K} inputs have too many patterns")
    if exact_sum(score) != 0:
        raise Refusal("parameters.score: does not sum to exactly 0")
    if any(p == 0 and s != 0 for p, s in zip(density, score, strict=True)):
        raise Refusal("parameters.score: is not 0 where the density is")
    falls = [p / -s for p, s in zip(density, score, strict=True) if s < 0]
    step = min(falls, default=Fraction(2)) / 2
    moved = tuple(p + step * s for p, s in zip(density, score, strict=True))
    epsilon = read_epsilon(given["epsilon"])
    return ColumnProblem(moved, density, epsilon, Divergence("chi2"), unit=step * step)
