r"""Section 3: what f-divergences need not be, and what the binary mechanism can simulate."""

from __future__ import annotations

from typing import Any

import numpy as np

from formulations.divergences import read_divergence
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.instances import F, at, explicit
from lpcheck.mechanisms import binary_hypothesis, randomized_response
from lpcheck.papers.kairouz2016._hypothesis import EQUAL_RATIOS, GENERIC, arrays
from lpcheck.papers.kairouz2016._polytope import random_kernel
from lpcheck.papers.kairouz2016._regions import dominance_defect


@claim(
    id="kairouz2016.section-3-not-a-metric",
    source="Section 3, below eq. 12",
    statement=r"In general the $f$-divergence is not necessarily a distance metric, since it need "
    r"not be symmetric or satisfy the triangular inequality.",
    kind="lower",
    conditions="none",
    evidence="At (1/3, 2/3), (1/2, 1/2), (2/3, 1/3): KL and χ² are not symmetric, and the way "
    "past the middle is shorter than the direct one, by half. Squared Hellinger is symmetric and "
    "breaks the triangle inequality too; total variation is a metric (the control).",
    instances=explicit(
        *(at(name, divergence=name, symmetric=name == "hellinger")
          for name in ("kl", "chi2", "hellinger", "js"))
    ),
    slip=1.0,
)  # fmt: skip
def not_a_metric(divergence: str, symmetric: bool, slip: float = 0.0) -> Outcome:
    """Three distributions in thirds and halves; the slip puts total variation in."""
    f = read_divergence("tv" if slip else divergence)
    first, middle, last = ([1 / 3, 2 / 3], [1 / 2, 1 / 2], [2 / 3, 1 / 3])
    lopsided = abs(f.between(first, middle) - f.between(middle, first))
    saved = f.between(first, last) - f.between(first, middle) - f.between(middle, last)
    holds = saved > 1e-6 and (symmetric or divergence == "js" or lopsided > 1e-6)
    return Outcome(holds, -saved, f"the detour saves {saved:.4g}, asymmetry {lopsided:.4g}")


_THIRDS = ((F(2, 3), F(1, 3)), (F(1, 3), F(2, 3)))


@claim(
    id="kairouz2016.section-3-2-simulated",
    source="Section 3.2, below Theorem 5 (“in a nutshell”), of the mechanism itself",
    statement=r"What the output of the binary mechanism can simulate is the pair $(M_0, M_1)$ "
    r"(Section 8.1); the mechanism $Q$ itself is $Q_{bin} W$, $W$ stochastic, for $|\mathcal X| = "
    r"2$ at every $\varepsilon$, and need not be for $|\mathcal X| \ge 3$ at any.",
    kind="lower",
    conditions="P_0 ≠ P_1; not claimed by the paper",
    evidence="With three letters two of them, on one side of T, have one row in Q_bin W, whatever "
    "W is, and two rows in randomized response. With two letters a linear program finds W for "
    "random mechanisms with 2 to 8 outputs (Theorem 18 at δ = 0).",
    instances=explicit(
        *(at(f"fifths, no tie, ε = {e:g}", p0=list(EQUAL_RATIOS[0]), p1=list(EQUAL_RATIOS[1]),
             epsilon=e) for e in (0.1, 0.01)),
        at("generic, ε = 0.01", p0=list(GENERIC[0]), p1=list(GENERIC[1]), epsilon=0.01),
        *(at(f"two letters, ε = {e:g}", p0=list(_THIRDS[0]), p1=list(_THIRDS[1]), epsilon=e)
          for e in (1.0, 0.01, 0.1, 5.0)),
    ),
    slip=0.01,
    control={"p0": list(_THIRDS[0]), "p1": list(_THIRDS[1]), "epsilon": 1.0},
    finding="probe",
    weight="detail",
)  # fmt: skip
def simulated(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The distance of mechanisms from all Q_bin W; the slip lowers the ε of Q_bin."""
    first, second = arrays(p0, p1)
    k, binary = len(first), binary_hypothesis(first, second, epsilon - slip)
    if k > 2:
        defect = dominance_defect(binary, randomized_response(k, epsilon)) / epsilon
        return Outcome(defect > 1e-3, -defect, f"‖Q − Q_bin W‖ is at least {defect:.3g} ε")
    generator = np.random.default_rng(32)
    kernels = [random_kernel(generator, 2, m, epsilon) for m in (2, 3, 8) for _ in range(3)]
    kernels.append(binary_hypothesis(first, second, epsilon))
    worst = max(dominance_defect(binary, Q) for Q in kernels)
    return Outcome(worst <= 1e-8, worst, f"‖Q − Q_bin W‖ ≤ {worst:.2g}")


CLAIMS: tuple[Claim, ...] = (not_a_metric, simulated)
