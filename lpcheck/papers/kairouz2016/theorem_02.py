r"""Theorem 2: few outputs and extremal ratios suffice for every sublinear utility."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, both
from lpcheck.claims.instances import F, at, explicit
from lpcheck.papers.kairouz2016._columns import (
    UTILITIES,
    basic_mechanisms,
    best_mixture,
    grid,
    matrix,
    rounding,
    total,
    utility,
)
from lpcheck.papers.kairouz2016._forms import printed
from lpcheck.papers.kairouz2016._polytope import random_kernel, worst_subset_ratio

_POINTS = {1: 5, 2: 33, 3: 9, 4: 5}


def _problems(full: bool) -> Iterator[Instance]:
    three = ([F(1, 2), F(1, 3), F(1, 6)], [F(1, 6), F(1, 3), F(1, 2)])
    yield at("information, ε = 3", name="information", p0=three[0], p1=three[1], epsilon=3.0)
    ties = ([F(1, 2), F(1, 4), F(1, 4)], [F(1, 4), F(3, 8), F(3, 8)])
    for name in UTILITIES:
        for epsilon in (0.1, 1.0, 5.0):
            label = f"{name}, ε = {epsilon:g}"
            yield at(label, name=name, p0=three[0], p1=three[1], epsilon=epsilon)
        yield at(f"{name}, equal ratios", "degenerate", name=name, p0=ties[0], p1=ties[1],
                 epsilon=1.0)  # fmt: skip
    yield at("one input", "degenerate", name="kl", p0=[F(1)], p1=[F(1)], epsilon=1.0)
    yield at("ε = 0", "degenerate", name="tv", p0=three[0], p1=three[1], epsilon=0.0)
    yield at("a zero", "degenerate", name="tv", p0=[F(1), F(0)], p1=[F(1, 2), F(1, 2)], epsilon=1.0)
    generator = np.random.default_rng(2)
    for number in range(30 if full else 2):
        k = 2 + number % 2 if not full else 2 + number % 3
        p0, p1 = generator.dirichlet(np.ones(k), 2).tolist()
        for name in ("kl", "information", "max-linear"):
            yield at(f"{name}, random pair {number}", "random", name=name, p0=p0, p1=p1,
                     epsilon=2.0)  # fmt: skip


def _optimum(name: str, p0: Any, p1: Any, epsilon: float) -> float:
    """The best mixture of a fine grid of columns, and the best of some random mechanisms."""
    mu, k = utility(name, p0, p1), len(p0)
    columns = grid(k, epsilon, _POINTS[k])
    value, _ = best_mixture(columns, mu(columns))
    generator = np.random.default_rng(7)
    tries = [random_kernel(generator, k, m, epsilon) for m in (k, k + 1, 3 * k, 20)]
    return max(value, *(total(mu, Q) for Q in tries))


@claim(
    id="kairouz2016.theorem-2a",
    source="Theorem 2(a)",
    statement=r"For any sublinear $\mu$ and $\varepsilon \ge 0$ some mechanism that maximises "
    r"$\sum_y \mu(Q_y)$ over $D_\varepsilon$ has $|\mathcal Y| \le |\mathcal X|$.",
    kind="tight",
    conditions="μ sublinear (priors positive, Section 2)",
    evidence="The best mechanism with at most k outputs, found by trying all sets of patterns, "
    "reaches the program over a fine grid of all columns, which allows any number of outputs.",
    instances=_problems,
    slip=1.0,
    weight="headline",
)
def theorem_2a(name: str, p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """At most k outputs against any number; `slip` allows one output fewer."""
    mu, k = utility(name, p0, p1), len(p0)
    candidates = basic_mechanisms(k, epsilon, k - int(slip))
    best = max(total(mu, Q) for Q in candidates)
    optimum = _optimum(name, p0, p1, epsilon)
    return at_most(optimum, best, scale=rounding(mu, k, epsilon))


@claim(
    id="kairouz2016.theorem-2b",
    source="Theorem 2(b), eq. 9",
    statement=r"... and $|\ln (Q^*(y|x) / Q^*(y|x'))| \in \{0, \varepsilon\}$ for all $y, x, x'$.",
    kind="tight",
    conditions="μ sublinear (priors positive, Section 2)",
    evidence="The optimum over a fine grid of columns is reached by a mechanism whose measured "
    "log-ratios are all 0 or ε.",
    instances=_problems,
    weight="headline",
    corrects="kairouz2016.section-2-1-extremal-values",
)
def theorem_2b(name: str, p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The best extremal mechanism; `slip` makes its ratios e^{ε(1 − slip)}."""
    mu, k = utility(name, p0, p1), len(p0)
    mechanisms = basic_mechanisms(k, epsilon * (1.0 - slip), k)
    best = max(mechanisms, key=lambda Q: total(mu, Q))
    extremal = _distance_to(best, (0.0, epsilon * (1.0 - slip)))
    scale = rounding(mu, k, epsilon)
    reached = at_most(_optimum(name, p0, p1, epsilon), total(mu, best), scale=scale)
    return both(reached, Outcome(extremal <= 1e-12, extremal, f"log-ratios off by {extremal:.2g}"))


def _distance_to(kernel: Array, allowed: tuple[float, ...]) -> float:
    """How far |ln Q(y|x)/Q(y|x')| is at most from the nearest of the allowed values."""
    logs = np.log(kernel)
    sizes = np.abs(logs[:, None, :] - logs[None, :, :])
    return float(np.abs(sizes[..., None] - np.array(allowed)).min(axis=-1).max())


_TWO = [[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)]]
_THREE = [[F(1, 2), F(1, 4), F(1, 4)], [F(1, 4), F(1, 2), F(1, 4)], [F(1, 4), F(1, 4), F(1, 2)]]
_MIXED = [[F(1, 2), F(1, 3), F(1, 6)], [F(1, 2), F(1, 6), F(1, 3)]]
_STAIRCASES = explicit(
    at("randomized response, k = 2, ε = ln 2", "counterexample", kernel=_TWO, epsilon=math.log(2)),
    at("randomized response, k = 3, ε = ln 2", "counterexample", kernel=_THREE,
       epsilon=math.log(2)),
    at("three outputs at k = 2, ε = ln 2", "counterexample", kernel=_MIXED, epsilon=math.log(2)),
    at("a constant mechanism", "degenerate", kernel=[[F(1)], [F(1)]], epsilon=1.0),
)  # fmt: skip


@printed(
    id="kairouz2016.section-2-1-extremal-values",
    source="Section 2.1, below Theorem 2",
    kind="equal",
    conditions="Q a staircase mechanism",
    evidence="At k = 2, e^ε = 2 randomized response has |ln(2/3 : 1/3)| = ln 2, which "
    "is ε, not 0 or e^ε = 2. e^ε is the ratio, not its logarithm.",
    instances=_STAIRCASES,
    quote="the absolute value of the log-likelihood ratios can only take one of the two "
    r"extremal values: 0 or $e^\varepsilon$",
    finding="misprint",
    weight="detail",
    holds="The values are 0 and ε, as in eq. 9.",
    stands="Eq. 9 and Theorem 2, which the sentence restates, are right.",
)
def extremal_values(kernel: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Distance of the log-ratios to {0, e^ε}."""
    off = _distance_to(matrix(kernel), (0.0, math.exp(epsilon)))
    return Outcome(off <= 1e-12, off, f"a log-ratio is {off:.6g} away from both values")


@claim(
    id="kairouz2016.section-2-1-private",
    source="Section 2.1, below the definition of S_ε",
    statement=r"Staircase mechanisms are $\varepsilon$-locally differentially private.",
    kind="feasible",
    evidence="Every staircase mechanism with at most k patterns for k = 2, 3 and several ε, judged "
    "by definition (1) over all sets of outputs; e^ε is reached.",
    instances=explicit(
        *[at(f"k = {k}, ε = {e:g}", k=k, epsilon=e) for k in (2, 3) for e in (1.0, 0.01, 20.0)]
    ),
)
def staircases_private(k: int, epsilon: float, slip: float = 0.0) -> Outcome:
    """All basic staircase mechanisms; `slip` claims a smaller ε."""
    worst = max(math.log(worst_subset_ratio(Q)) for Q in basic_mechanisms(k, epsilon, k))
    return at_most(worst, epsilon - slip)


CLAIMS: tuple[Claim, ...] = (
    theorem_2a, theorem_2b, extremal_values, staircases_private,
)  # fmt: skip
