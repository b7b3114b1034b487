r"""Section 2.1 assumes that P is positive: what fails with a letter of probability zero."""

from __future__ import annotations

from lpcheck.claims.claim import Claim
from lpcheck.claims.displays import Display, display, displays
from lpcheck.claims.instances import at, explicit
from lpcheck.papers.kairouz2016._forms import fails
from lpcheck.papers.kairouz2016._information import ZERO_LETTER, F
from lpcheck.papers.kairouz2016.corollary_16 import bounded
from lpcheck.papers.kairouz2016.theorem_12_proof import feasible as theorem_12_feasible
from lpcheck.papers.kairouz2016.theorem_13_proof import claim_4
from lpcheck.papers.kairouz2016.theorem_14 import optimal_at_large
from lpcheck.papers.kairouz2016.theorem_14_proof import feasible as theorem_14_feasible

_COIN, _POINT = [F(1, 3), F(2, 3)], [F(1), F(0)]
_QUARTERS = [F(3, 4), F(1, 4)]

_ROWS: tuple[Display, ...] = (
    display(
        "Theorem 14",
        r"randomized response is optimal at no $\varepsilon$: merging the third letter with the "
        r"second gives $2\mu(1/2)/(e^\varepsilon + 1)$, more than $2\mu(1/2)/(e^\varepsilon + 2)$",
        explicit(
            at("1/2, 1/2, 0", "degenerate", prior=ZERO_LETTER),
            at("1/2, 1/4, 1/4, 0", "degenerate", prior=[F(1, 2), F(1, 4), F(1, 4), F(0)]),
        ),
        control={"prior": _COIN},
    )(fails(optimal_at_large)),
    display(
        "Corollary 16",
        r"$I(X; Y)$ passes $H(X) - (1 - \delta)(k - 1) \varepsilon e^{-\varepsilon}$",
        explicit(
            at("point mass, k = 2", "degenerate", prior=_POINT, delta=0.25),
            at("1/2, 1/2, 0", "degenerate", prior=ZERO_LETTER, delta=0.25),
        ),
        control={"prior": _COIN, "delta": 0.25},
    )(fails(bounded)),
    display(
        "Claim 4",
        r"$\{T, T^c\}$ is not alone in $\arg\max_A P(A) P(A^c)$",
        explicit(
            at("point mass, k = 2", "degenerate", prior=_POINT, epsilon=1.0),
            at("3/4, 1/4, 0", "degenerate", prior=[*_QUARTERS, F(0)], epsilon=1.0),
        ),
        control={"prior": _QUARTERS, "epsilon": 1.0},
    )(fails(claim_4.test)),
    display(
        "Section 9.5, below eq. 73",
        r"$\alpha^*$ is feasible at no $\varepsilon$: for $T = \{1, 3\}$ it has $\mu(\{1\}) + "
        r"\mu(\{3\}) - \mathbf 1^T\alpha^* < \mu(\{1\}) = \mu_T$",
        explicit(at("1/2, 1/2, 0", "degenerate", prior=ZERO_LETTER)),
        control={"prior": _COIN},
    )(fails(theorem_14_feasible)),
    display(
        "Section 9.1, below eq. 55",
        r"$\alpha^*$ is feasible at no small $\varepsilon$",
        explicit(at("3/5, 2/5, 0", "degenerate", prior=[F(3, 5), F(2, 5), F(0)])),
        control={"prior": _COIN},
    )(fails(theorem_12_feasible)),
)

CLAIMS: tuple[Claim, ...] = (
    displays(
        _ROWS,
        id="kairouz2016.section-2-1-positive",
        source="Section 2.1, the standing condition that P is positive",
        kind="lower",
        conditions="a letter of probability zero, which the paper excludes",
        evidence="The condition is needed: without it Theorem 14, Corollary 16 and Claim 4 fail, "
        "and both dual vectors are infeasible. (With the size of the support for k, and randomized "
        "response on the support, they hold: theorem-14-support, corollary-16-support.)",
        finding="probe",
    ),
)
