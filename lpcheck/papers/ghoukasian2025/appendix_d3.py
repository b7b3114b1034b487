r"""Appendix D.3: slices of equal measure, by which a density is decomposable."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

from scipy.integrate import quad
from scipy.stats import beta, laplace, norm

from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.evidence import both, equal
from lpcheck.claims.instances import at, explicit

_DISTRIBUTIONS: dict[str, Any] = {"Laplace": laplace, "Gaussian": norm, "arcsine": beta(0.5, 0.5)}


def thresholds(name: str, t: int) -> list[float]:
    """The least s_i with μ((−∞, s_i]) = i/t, i = 1, ..., t; ∞ where no real number has it."""
    return [float(_DISTRIBUTIONS[name].ppf(i / t)) for i in range(1, t + 1)]


@claim(
    id="ghoukasian2025.appendix-d-3",
    source="proof of Theorem 3.4 (D.3)",
    statement=r"By the intermediate value theorem, for each $i \in [t]$ there exists $s_i \in "
    r"\mathbb{R}$ such that $\mu((-\infty, s_i] \times \mathbb{R}^{n-1}) = \alpha i$.",
    kind="feasible",
    conditions="μ has a density, α = 1/t",
    expected="refuted",
    evidence="i = t: αt = 1, and a density that is positive everywhere, such as the Laplace of "
    "Section 6.2, has less than 1 below every real number. A slip without consequence.",
    instances=explicit(
        at("Laplace, t = 2", "counterexample", name="Laplace", t=2),
        at("arcsine on [0, 1], t = 2", name="arcsine", t=2),
    ),
    slip=None,
)
def appendix_d_3(name: str, t: int) -> Outcome:
    """Whether all thresholds are real numbers."""
    found = thresholds(name, t)
    return Outcome(math.isfinite(found[-1]), 0.0, f"s = {found}")


@claim(
    id="ghoukasian2025.appendix-d-3-corrected",
    source="proof of Theorem 3.4 (D.3), and Section 2 below Definition 2.5",
    statement=r"For $i < t$ there is a real $s_i$; with $s_0 = -\infty$, $s_t = \infty$ the slices "
    r"$(s_{i-1}, s_i] \times \mathbb{R}^{n-1}$ are disjoint, of measure $\frac1t$: a continuous "
    r"$\mu$ is $(\frac1t, t, 1)$-decomposable for every $t$.",
    kind="equal",
    conditions="μ has a density",
    evidence="Slices by quadrature of the density: each has 1/t to 1e-9.",
    instances=explicit(
        *(at(f"{name}, t = {t}", name=name, t=t) for name in _DISTRIBUTIONS for t in (2, 3, 10))
    ),
    slip=1e-3,
    corrects="ghoukasian2025.appendix-d-3",
)
def appendix_d_3_corrected(name: str, t: int, slip: float = 0.0) -> Outcome:
    """The measure of each slice; the control shifts the first threshold by 1e-3."""
    inner = thresholds(name, t)[:-1]
    inner[0] += slip
    support = _DISTRIBUTIONS[name].support()
    ends = [support[0], *inner, support[1]]
    masses = [
        quad(_DISTRIBUTIONS[name].pdf, a, b, epsabs=1e-12, limit=200)[0] for a, b in pairwise(ends)
    ]
    return both(*(equal(mass, 1.0 / t, relative=0.0, slack=1e-9) for mass in masses))


CLAIMS: tuple[Claim, ...] = (appendix_d_3, appendix_d_3_corrected)
