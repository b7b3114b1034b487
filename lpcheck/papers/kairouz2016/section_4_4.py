r"""Section 4.4 and Figures 6 to 8, over all priors: what is not of the draws."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations import Information
from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.displays import display, displays
from lpcheck.claims.evidence import at_most, both, equal, optimal
from lpcheck.claims.instances import at, explicit
from lpcheck.mechanisms import binary_information, randomized_response
from lpcheck.papers.kairouz2016._forms import corrected, fails, printed
from lpcheck.papers.kairouz2016.experiment import INFORMATION
from lpcheck.papers.kairouz2016.figures.regimes import STEP
from lpcheck.papers.kairouz2016.information import F, members


def _drawn(k: int, count: int) -> list[list[float]]:
    return [i["prior"] for i in INFORMATION.instances(k)[:count]]


def _limits(priors: Array) -> tuple[float, float]:
    """Smallest limits of the two shares: response as ε → 0, binary as ε → ∞ (H(1_T)/H(X))."""
    mass = priors @ members(priors.shape[1]).T
    balanced = (mass * (1.0 - mass)).max(axis=1)
    z = 0.5 - np.sqrt(np.maximum(0.25 - balanced, 0.0))
    bit = -z * np.log(z) - (1.0 - z) * np.log1p(-z)
    whole = -(priors * np.log(priors)).sum(axis=1)
    small = (1.0 - (priors**2).sum(axis=1)) / (priors.shape[1] * balanced)
    return float(small.min()), float((bit / whole).min())


def _search(full: bool) -> Array:
    generator = np.random.default_rng(6)
    count = 200_000 if full else 10_000
    blocks = [generator.dirichlet(np.full(6, a), count // 4) for a in (0.3, 1.0, 10.0, 300.0)]
    return np.asarray(
        np.maximum(
            np.concatenate([np.full((1, 6), 1 / 6), np.array(_drawn(6, 100)), *blocks]), 1e-300
        )
    )


@printed(
    id="kairouz2016.figure-6-caption",
    source="Caption of Figure 6",
    kind="upper",
    conditions="k = 6",
    evidence="Not the binary one: its share is smallest as ε → ∞ for the uniform prior, log 2 / "
    "log 6 = 38.7 %, and no other prior searched is below. (Section 4.4 itself says 40 %.)",
    instances=lambda full: [
        at("the binary mechanism, search over priors", "counterexample", which="binary", wide=full),
        at("randomized response, where it holds", which="response", wide=full),
    ],
    quote="When the regimes are mismatched, $I(X; Y)$ under these mechanisms can each be as bad "
    "as 35% of the optimal one (right).",
    finding="imprecise",
    weight="detail",
    holds="35 % for randomized response, 40 % for the binary mechanism, as Section 4.4 says.",
    stands="Both numbers of Section 4.4 can be reached; nothing rests on the caption.",
)
def figure_6_caption(which: str, wide: bool, slip: float = 0.0) -> Outcome:
    """The smallest share found of one mechanism against 35 %, to the step of the print."""
    response, binary = _limits(_search(wide))
    if which == "response":
        return at_most(response, 0.35 + STEP / 2)
    levels = (2.0, 5.0, 10.0, 15.0)
    finite = min(INFORMATION.shares({"prior": [F(1, 6)] * 6}, e)[0] for e in levels)
    return at_most(min(binary, finite), 0.35 + STEP / 2)


@corrected(
    figure_6_caption,
    r"For $k = 6$ the share of the optimum is at least $1/3$ under randomized response "
    r"as $\varepsilon \to 0$ and at least $\log 2 / \log 6 = 38.7\,\%$ under the binary mechanism "
    r"as $\varepsilon \to \infty$, the latter attained by the uniform prior.",
    "1 − ΣP² ≥ 2 P(T) P(T^c) gives the first; a search over priors supports the second. "
    "The control is 1 % higher.",
    kind="lower",
    conditions="k = 6, P positive",
    instances=lambda full: [at("search over priors", "random", wide=full)],
    slip=0.01,
)
def figure_6_caption_corrected(wide: bool, slip: float = 0.0) -> Outcome:
    """The smallest limits found against the bounds, raised by the fraction `slip`."""
    response, binary = _limits(_search(wide))
    floor = math.log(2.0) / math.log(6.0) * (1.0 + slip)
    uniform = INFORMATION.shares({"prior": [F(1, 6)] * 6}, 30.0)[0]
    return both(at_most(1.0 / 3.0, response), at_most(floor, binary), equal(uniform, floor))


@claim(
    id="kairouz2016.figure-7-three-letters",
    source="Figure 7 for k = 3 (not claimed in the text)",
    statement=r"For $|\mathcal X| = 3$ the better of the two is optimal.",
    kind="tight",
    conditions="priors drawn uniformly on the simplex, and tied ones",
    evidence="Optimal in all draws, for the uniform prior and for tied ones, at every ε tested; no "
    "proof is given here. The control asks for 1e-6 more.",
    instances=lambda full: (
        Instance(f"{label}, ε = {e:g}", {"prior": prior, "epsilon": e}, "random")
        for e in ((0.1, 0.7, 1.1, 1.6, 2.5, 5.0) if full else (0.1, 1.1, 2.5))
        for label, prior in (
            ("uniform", [F(1, 3)] * 3),
            ("2/5, 2/5, 1/5", [F(2, 5), F(2, 5), F(1, 5)]),
            ("1/4, 1/4, 1/2", [F(1, 4), F(1, 4), F(1, 2)]),
            *((f"draw {i}", p) for i, p in enumerate(_drawn(3, 100 if full else 10))),
        )
    ),
    finding="probe",
    weight="detail",
)
def figure_7_three_letters(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The larger share against 1 + `slip`."""
    return at_most(1.0 + slip, max(INFORMATION.shares({"prior": prior}, epsilon)))


@display(
    "Figure 7 and Section 4.4",
    r"75 % for $|\mathcal X| = 6$ and 65 % for $|\mathcal X| = 12$ are missed.",
    explicit(
        at(
            "(20, 20, 20, 1, 1, 1)/63",
            prior=[F(20, 63)] * 3 + [F(1, 63)] * 3,
            epsilon=1.6,
            share=0.75,
        ),
        at(
            "3 × 333/1000 and 3 × 1/3000, k = 6",
            prior=[F(333, 1000)] * 3 + [F(1, 3000)] * 3,
            epsilon=1.7,
            share=0.75,
        ),
        at(
            "4 × 31/125 and 8 × 1/1000, k = 12",
            prior=[F(31, 125)] * 4 + [F(1, 1000)] * 8,
            epsilon=2.4,
            share=0.65,
        ),
    ),
    slip=0.1,
)
def better(prior: Any, epsilon: float, share: float, slip: float = 0.0) -> Outcome:
    """The share at one prior and ε; the slip lowers the printed one."""
    found = max(INFORMATION.shares({"prior": prior}, epsilon))
    return Outcome(found < share - slip, found - share, f"{found:.4f} at ε = {epsilon:g}")


def _optimal(prior: Any, epsilon: float) -> Outcome:
    """The mechanism that Figure 8 names for this ε against the optimum."""
    problem = Information(prior=prior, epsilon=epsilon)
    exact: Any = problem.prior.exact
    small = epsilon < 1
    kernel = binary_information(exact, epsilon) if small else randomized_response(6, epsilon)
    return optimal(problem, kernel)


_SEVENTHS = [F(2, 7)] + [F(1, 7)] * 5
_RARE = [F(2500, 10001)] * 4 + [F(1, 20002)] * 2

ends = display(
    "Figure 8",
    r"The binary mechanism is not optimal at $\varepsilon = 0.1$, or randomized response at "
    r"$\varepsilon = 10$.",
    explicit(
        at("sevenths, ε = 0.1", prior=_SEVENTHS, epsilon=0.1),
        at("two rare letters, ε = 10", prior=_RARE, epsilon=10.0),
    ),
    slip=1.0,
    control={"prior": _SEVENTHS, "epsilon": 10.0},
)(fails(_optimal))

every_prior = displays(
    (better, ends),
    id="kairouz2016.section-4-4-every-prior",
    source="Section 4.4 and Figures 7 and 8, for other priors than the 100 (not claimed there)",
    kind="lower",
    conditions="a positive prior of ours in place of those that were drawn",
    evidence="(20, 20, 20, 1, 1, 1)/63 has 74.98 % at ε = 1.6; no prior on six letters with a "
    "denominator below 60 is under 75 % where the two mechanisms are equally good. Nearly all the "
    "mass on three of six equal letters leaves 71.5 % at ε = 1.7; on four of twelve, 64.4 % at "
    "ε = 2.4. At (2, 1, 1, 1, 1, 1)/7 the binary mechanism is optimal at no small ε (ties); with "
    "two letters of 1/20002 randomized response is not optimal yet at ε = 10.",
    finding="probe",
    weight="detail",
)

CLAIMS: tuple[Claim, ...] = (
    figure_6_caption, figure_6_caption_corrected, figure_7_three_letters, every_prior,
)  # fmt: skip
