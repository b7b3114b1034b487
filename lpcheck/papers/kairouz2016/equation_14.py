r"""Equations 14, 15 and 19: the binary mechanisms and randomized response are staircases."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations import Information
from formulations.formulation import Array
from formulations.privacy import true_epsilon
from lpcheck.claims.claim import Claim, Outcome
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import (
    at,
    degenerate_pairs,
    degenerate_priors,
    explicit,
    joined,
    random_pairs,
    random_priors,
)
from lpcheck.mechanisms import binary_hypothesis, binary_information, randomized_response

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


@display(
    "eq. 14",
    r"The binary mechanism is an $\varepsilon$-locally differentially private "
    r"staircase mechanism.",
    joined(random_pairs(epsilons=(0.01, 1.0, 30.0)), degenerate_pairs()),
    slip=0.01,
)
def equation_14(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The kernel built at ε + slip, judged at ε: more would not be private."""
    return _staircase(binary_hypothesis(p0, p1, epsilon + slip), epsilon)


@display(
    "eq. 14, the level",
    r"The privacy level of the binary mechanism is $\varepsilon$, no less.",
    random_pairs(epsilons=(0.02, 1.0, 30.0)),
    slip=0.01,
)
def equation_14_level(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The measured level against ε − slip."""
    kernel = binary_hypothesis(p0, p1, epsilon)
    return equal(true_epsilon(kernel), epsilon - slip, slack=1e-12)


@display(
    "eq. 15",
    r"Randomized response is an $\varepsilon$-locally differentially private staircase "
    r"mechanism with $\mathcal{Y} = \mathcal{X}$.",
    explicit(*(at(f"k = {k}, ε = {e:g}", k=k, epsilon=e) for k in (2, 1, 3, 10) for e in EPSILONS)),
    slip=0.01,
    control={"k": 3, "epsilon": 1.0},
)
def equation_15(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """The kernel at ε + slip against the printed entries at ε."""
    kernel = randomized_response(k, epsilon + slip)
    t = math.exp(epsilon)
    printed = (np.ones((k, k)) + (t - 1) * np.eye(k)) / (k - 1 + t)
    entries = at_most(float(np.abs(kernel - printed).max()), 0.0, slack=1e-14)
    return both(_staircase(kernel, epsilon), entries)


@display(
    "eqs. 19 and 63",
    r"The binary mechanism (19) is a staircase mechanism with two outputs, "
    r"$\varepsilon$-locally differentially private (and for no smaller $\varepsilon$).",
    joined(
        random_priors(sizes=(2, 3, 6), epsilons=(0.01, 1.0, 20.0)),
        lambda full: (
            i for i in degenerate_priors(positive=True)(full) if len(i.parameters["prior"]) > 1
        ),
    ),
    slip=0.01,
)
def equation_19(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """No violation at ε, and the true level is ε − `slip`."""
    problem = Information(prior=prior, epsilon=epsilon)
    exact: Any = problem.prior.exact
    kernel = binary_information(exact, epsilon)
    violations = problem.violations(kernel, 1e-12)
    if violations:
        return Outcome(False, violations[0].amount, violations[0].explanation)
    return equal(true_epsilon(kernel), epsilon - slip, scale=max(epsilon, 1.0))


staircases = displays(
    (equation_14, equation_14_level, equation_15, equation_19),
    id="kairouz2016.equation-14",
    source="Sections 3.2, 3.3 and 4.2, eqs. 14, 15 and 19",
    kind="feasible",
    conditions="the level of (14) is ε unless P_0 = P_1, that of (19) for positive P and k ≥ 2",
    evidence="Ratios of entries are exactly 1 or e^ε, rows sum to 1, and the measured levels are "
    "ε; the entries of (15) agree with those of the kernel.",
)

CLAIMS: tuple[Claim, ...] = (staircases,)
