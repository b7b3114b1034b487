r"""Section 8.3: the inequalities (41) and (42) behind the dual vector of Theorem 6."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations.formulation import Array
from formulations.patterns import subsets
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import degenerate_pairs, joined, random_pairs
from lpcheck.mechanisms import binary_hypothesis
from lpcheck.papers.kairouz2016._hypothesis import arrays, total_variation

ANY = joined(random_pairs(sizes=(2, 3, 6), epsilons=(0.01, 1.0, 5.0)), degenerate_pairs())


def _sides(p0: Any, p1: Any, epsilon: float) -> tuple[Array, Array]:
    """Both sums of (41) over x in T and x outside T, for all patterns, divided by e^ε."""
    first, second = arrays(p0, p1)
    gap = first - second
    S = math.exp(-epsilon) - math.expm1(-epsilon) * subsets(len(gap))
    return np.maximum(gap, 0.0) @ S, np.maximum(-gap, 0.0) @ S


@claim(
    id="kairouz2016.equation-41",
    source="Section 8.3, eq. 41 and the display below eq. 42",
    statement=r"With $A = \sum_{x_i \in T} (P_0(x_i) - P_1(x_i)) S_{ij} \ge B = "
    r"\sum_{x_i \in T^c} (P_1(x_i) - P_0(x_i)) S_{ij}$, $g_j = 2(S_j^T \alpha^* - \mu_j) = "
    r"\frac{1}{e^\varepsilon + 1} \{-2A + 2 e^\varepsilon B\} \ge 0$.",
    kind="equal",
    conditions="any pair, any pattern; A ≥ B without loss of generality",
    evidence="Both expressions agree and are non-negative, with A and B swapped where A < B.",
    instances=ANY,
)
def equation_41(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """From the definition of g_j against the last line; the slip is added to B there."""
    first, second = arrays(p0, p1)
    u = math.exp(-epsilon)
    S = u - math.expm1(-epsilon) * subsets(len(first))
    alpha = 0.5 * math.tanh(epsilon / 2) * np.abs(first - second)
    direct = 2 * S.T @ alpha - np.abs((first - second) @ S)
    one, two = _sides(p0, p1, epsilon)
    A, B = np.maximum(one, two), np.minimum(one, two) + slip
    last = (2 * B - 2 * u * A) / (1 + u)
    close = at_most(float(np.abs(direct - last).max()), 0.0, slack=1e-14)
    return both(close, at_most(-float(last.min()), 0.0, slack=1e-14))


@claim(
    id="kairouz2016.equation-42",
    source="Section 8.3, eq. 42",
    statement=r"$e^{-\varepsilon} \sum_{x_i \in T} (P_0(x_i) - P_1(x_i)) S_{ij}^{(k)} \le "
    r"\sum_{x_i \in T^c} (P_1(x_i) - P_0(x_i)) S_{ij}^{(k)}$.",
    kind="upper",
    conditions="any pair, any pattern",
    evidence="Holds for all 2^k patterns, with equality for the pattern of T.",
    instances=ANY,
)
def equation_42(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """All patterns; the slip takes away from the right side."""
    A, B = _sides(p0, p1, epsilon)
    return at_most(float((math.exp(-epsilon) * A - B).max()) + slip, 0.0)


@claim(
    id="kairouz2016.section-8-3-binary",
    source="Section 8.3, below eq. 43",
    statement=r"Under the binary mechanism $\|M_0 - M_1\|_{TV} = \frac{e^\varepsilon - 1}"
    r"{e^\varepsilon + 1} \|P_0 - P_1\|_{TV}$.",
    kind="equal",
    conditions="any pair, any ε",
    evidence="Exact on every instance.",
    instances=ANY,
)
def binary_distance(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The distance of the marginals against the formula; the slip moves the kernel."""
    first, second = arrays(p0, p1)
    kernel = binary_hypothesis(p0, p1, epsilon)
    kernel[0, 0] += slip
    found = 0.5 * float(np.abs((first - second) @ kernel).sum())
    return equal(found, math.tanh(epsilon / 2) * total_variation(p0, p1), scale=10.0)


CLAIMS: tuple[Claim, ...] = (equation_41, equation_42, binary_distance)
