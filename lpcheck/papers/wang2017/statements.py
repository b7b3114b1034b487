r"""Optimized unary encoding: its variance at rare letters, and its loss against all kernels."""

from __future__ import annotations

import math

import numpy as np

from formulations import Estimation
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import at, explicit, grid
from lpcheck.compare import check
from lpcheck.mechanisms.frequency_oracles import optimized_unary_encoding
from lpcheck.mechanisms.randomized_response import randomized_response


def _support(k: int) -> np.ndarray:
    """Which letters each report of unary encoding has ones at, shape (k, 2^k)."""
    return (np.arange(2**k) >> np.arange(k - 1, -1, -1)[:, None]) & 1


@claim(
    id="wang2017.oue-variance",
    source="OUE's variance",
    statement=r"OUE's estimate of the frequency of a letter that nobody has, from one report, has "
    r"variance $\frac{4e^\varepsilon}{(e^\varepsilon-1)^2}$.",
    kind="equal",
    conditions="the estimator that counts ones; the text was not at hand",
    weight="headline",
    evidence="From the kernel over all reports: the estimator's mean is right at every letter, and "
    "its variance at the last one, which has no mass, is this.",
    instances=grid(k=(2, 4), epsilon=(0.01, 0.5, 1.0, 3.0, 10.0)),
)
def oue_variance(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Mean and variance from the kernel; the control moves the printed number by 1e-6."""
    Q = optimized_unary_encoding(k, epsilon)
    q = 1.0 / (math.exp(epsilon) + 1.0)
    estimate = (_support(k) - q) / (0.5 - q)
    prior = np.append(np.full(k - 1, 1.0 / (k - 1)), 0.0)
    mean = estimate @ Q.T
    variance = float(prior @ Q @ estimate[-1] ** 2)
    printed = 4.0 * math.exp(epsilon) / math.expm1(epsilon) ** 2 * (1.0 + slip)
    return both(
        equal(float(np.abs(mean - np.eye(k)).max()), 0.0, slack=1e-12 / epsilon),
        equal(variance, printed),
    )


@claim(
    id="wang2017.oue-over-all",
    source="OUE among all kernels, by us",
    statement=r"Over all $\varepsilon$-LDP kernels OUE is not optimal at small alphabets, even "
    r"with the best estimator.",
    kind="lower",
    conditions="the uniform prior, k = 3 to 6, ε = 0.5 to 3",
    finding="probe",
    stands="The paper's comparison is among the protocols that it has, at large alphabets.",
    evidence="Subset selection has less; randomized response, the control, where it is optimal, "
    "cannot be improved.",
    instances=explicit(
        *(at(f"k = {k}, ε = {e}", k=k, epsilon=e) for k in (3, 4, 6) for e in (0.5, 1.0, 3.0))
    ),
    slip=1.0,
    control={"k": 3, "epsilon": 3.0},
)
def oue_over_all(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """Against all kernels; the control checks randomized response instead."""
    stated = Estimation(k=k, epsilon=epsilon)
    kernel = randomized_response(k, epsilon) if slip else optimized_unary_encoding(k, epsilon)
    found = check(stated, kernel)
    holds = {"suboptimal": True, "inconclusive": None}.get(found.verdict, False)
    return Outcome(holds, float(found.gap), found.explanation, found.gap / found.solution.value)


CLAIMS: tuple[Claim, ...] = (oue_variance, oue_over_all)
