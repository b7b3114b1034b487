r"""Equations 14 and 15: the binary mechanism and randomized response are staircase mechanisms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations.formulation import Array
from formulations.privacy import true_epsilon
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import at, degenerate_pairs, explicit, joined, random_pairs
from lpcheck.mechanisms import binary_hypothesis, randomized_response

EPSILONS = (0.0, 0.01, 1.0, 5.0, 30.0)


def _staircase(kernel: Array, epsilon: float) -> Outcome:
    """Log ratios within a column in {0, ε}, row sums 1, and ε-LDP at no smaller level."""
    logs = np.abs(np.log(kernel[:, None, :]) - np.log(kernel[None, :, :]))
    off = float(np.minimum(logs, np.abs(logs - epsilon)).max())
    sums = float(np.abs(kernel.sum(axis=1) - 1.0).max())
    return both(
        at_most(off, 0.0, slack=1e-12),
        at_most(sums, 0.0, slack=1e-12),
        at_most(true_epsilon(kernel), epsilon, slack=1e-12),
    )


@claim(
    id="kairouz2016.equation-14",
    source="Section 3.2, eq. 14",
    statement=r"The binary mechanism is an $\varepsilon$-locally differentially private "
    r"staircase mechanism.",
    kind="feasible",
    conditions="any pair of distributions",
    evidence="Ratios of entries are exactly 1 or e^ε. The level is exactly ε unless P_0 = P_1.",
    instances=joined(random_pairs(epsilons=(0.01, 1.0, 30.0)), degenerate_pairs()),
    slip=0.01,
)
def equation_14(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The kernel built at ε + slip, judged at ε: more would not be private."""
    return _staircase(binary_hypothesis(p0, p1, epsilon + slip), epsilon)


@claim(
    id="kairouz2016.equation-14-level",
    source="Section 3.2, eq. 14",
    statement=r"The privacy level of the binary mechanism is $\varepsilon$, no less.",
    kind="equal",
    conditions="P_0 ≠ P_1 (for P_0 = P_1 both rows are equal and the level is 0)",
    evidence="The measured level is ε on every instance.",
    instances=random_pairs(epsilons=(0.02, 1.0, 30.0)),
    slip=0.01,
)
def equation_14_level(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The measured level against ε − slip."""
    kernel = binary_hypothesis(p0, p1, epsilon)
    return equal(true_epsilon(kernel), epsilon - slip, slack=1e-12)


@claim(
    id="kairouz2016.equation-15",
    source="Section 3.3, eq. 15",
    statement=r"Randomized response is an $\varepsilon$-locally differentially private staircase "
    r"mechanism with $\mathcal{Y} = \mathcal{X}$.",
    kind="feasible",
    conditions="any alphabet",
    evidence="Entries agree with (15), ratios are 1 or e^ε, rows sum to 1, for k = 1, 2, 3, 10.",
    instances=explicit(
        *(at(f"k = {k}, ε = {e:g}", k=k, epsilon=e) for k in (2, 1, 3, 10) for e in EPSILONS)
    ),
    control={"k": 3, "epsilon": 1.0},
    slip=0.01,
)
def equation_15(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """The kernel at ε + slip against the printed entries at ε."""
    kernel = randomized_response(k, epsilon + slip)
    t = math.exp(epsilon)
    printed = (np.ones((k, k)) + (t - 1) * np.eye(k)) / (k - 1 + t)
    entries = at_most(float(np.abs(kernel - printed).max()), 0.0, slack=1e-14)
    return both(_staircase(kernel, epsilon), entries)


CLAIMS: tuple[Claim, ...] = (equation_14, equation_14_level, equation_15)
