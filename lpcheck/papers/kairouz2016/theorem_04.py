r"""Theorem 4: the problem over all mechanisms is a linear program over staircase patterns."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from formulations import Information, Staircase, solve
from formulations.formulation import Formulation
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal
from lpcheck.claims.instances import F, at, explicit
from lpcheck.compare import check
from lpcheck.papers.kairouz2016._columns import (
    UTILITIES,
    best_mixture,
    grid,
    matrix,
    patterns,
    rounding,
    total,
    utility,
)
from lpcheck.papers.kairouz2016._polytope import random_kernel

_POINTS = {1: 5, 2: 41, 3: 9, 4: 5, 5: 4}
_THREE = ([F(1, 2), F(1, 3), F(1, 6)], [F(1, 6), F(1, 3), F(1, 2)])


def _problems(full: bool) -> Iterator[Instance]:
    for name in UTILITIES:
        for epsilon in (1.0, 0.01, 5.0, 20.0) if full else (1.0, 5.0):
            label = f"{name}, ε = {epsilon:g}"
            yield at(label, name=name, p0=_THREE[0], p1=_THREE[1], epsilon=epsilon)
    yield at("one input", "degenerate", name="kl", p0=[F(1)], p1=[F(1)], epsilon=1.0)
    yield at("ε = 0", "degenerate", name="information", p0=_THREE[0], p1=_THREE[1], epsilon=0.0)
    yield at("equal pair", "degenerate", name="tv", p0=_THREE[0], p1=_THREE[0], epsilon=1.0)
    zeros = ([F(1), F(0), F(0)], [F(0), F(1), F(0)])
    for name in ("kl", "chi2", "information"):
        yield at(f"{name}, zeros", "degenerate", name=name, p0=zeros[0], p1=zeros[1], epsilon=1.0)
    generator = np.random.default_rng(4)
    for number in range(20 if full else 3):
        k = 2 + number % 4
        p0, p1 = generator.dirichlet(np.ones(k), 2).tolist()
        for name in ("kl", "information", "max-linear"):
            yield at(f"{name}, random pair, k = {k}", "random", name=name, p0=p0, p1=p1,
                     epsilon=2.0)  # fmt: skip


def _formulation(name: str, p0: Any, p1: Any, epsilon: float) -> Formulation | None:
    if name == "information":
        return Information(prior=p0, epsilon=epsilon)
    if name in ("kl", "tv", "chi2", "hellinger"):
        return Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)
    return None


@claim(
    id="kairouz2016.theorem-4",
    source="Theorem 4, eq. 11",
    statement=r"For any sublinear $\mu$ and $\varepsilon \ge 0$ the program (8) over "
    r"$D_\varepsilon$ and the linear program $\max \mu^T\theta$, $S^{(k)}\theta = \mathbf 1$, "
    r"$\theta \ge 0$ have the same optimal value.",
    kind="tight",
    conditions="μ sublinear (priors positive, Section 2)",
    evidence="The program over 2^k patterns equals the program over a fine grid of [1, e^ε]^k for "
    "nine sublinear functions, and mechanisms with up to 30 outputs never exceed it.",
    instances=_problems,
    weight="headline",
)
def theorem_4(name: str, p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The patterns against a grid and random mechanisms; `slip` lowers the patterns' ε."""
    mu, k = utility(name, p0, p1), len(p0)
    S = patterns(k, epsilon * (1.0 - slip))
    claimed, weights = best_mixture(S, mu(S))
    columns, scale = grid(k, epsilon, _POINTS[k]), rounding(mu, k, epsilon)
    outcomes = [equal(best_mixture(columns, mu(columns))[0], claimed, scale=scale)]
    generator, best = np.random.default_rng(k), S * weights
    for outputs in (k + 1, 30):
        Q = random_kernel(generator, k, outputs, epsilon)
        near = np.column_stack([0.99 * best, 0.01 * Q])
        outcomes += [at_most(total(mu, R), claimed, scale=scale) for R in (Q, near)]
    problem = _formulation(name, p0, p1, epsilon)
    if problem is not None:
        outcomes.append(equal(solve(problem).value, claimed, scale=scale))
    return both(*outcomes)


@claim(
    id="kairouz2016.theorem-4-solutions",
    source="Theorem 4",
    statement=r"... and the optimal solutions are related by $Q = S^{(k)}\Theta$ (10): if $\theta$ "
    r"solves (11), then $S^{(k)}\Theta$ solves (8), and some solution of (8) has this form.",
    kind="tight",
    conditions="any sublinear μ",
    evidence="S diag(θ) of the program's solution is optimal over all mechanisms.",
    instances=lambda full: (i for i in _problems(full) if _formulation(**i.parameters) is not None),
)
def theorem_4_solutions(name: str, p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The mechanism of an optimal θ, checked over all mechanisms; `slip` lowers its ε."""
    problem, S = _formulation(name, p0, p1, epsilon), patterns(len(p0), epsilon * (1.0 - slip))
    assert problem is not None
    mu = utility(name, p0, p1)
    _, weights = best_mixture(S, mu(S))
    Q = S * weights
    comparison = check(problem, Q / Q.sum(axis=1, keepdims=True))
    holds = {"optimal": True, "inconclusive": None}.get(comparison.verdict, False)
    return Outcome(holds, comparison.gap, comparison.explanation)


_TV = {"p0": [F(1, 2), F(1, 4), F(1, 4)], "p1": [F(1, 4), F(1, 2), F(1, 4)]}
_BINARY = [[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)], [F(2, 3), F(1, 3)]]
_HALF = [[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)], [F(1, 2), F(1, 2)]]


@claim(
    id="kairouz2016.theorem-4-other-solutions",
    source="Theorem 4, of the other optimal mechanisms (not claimed there)",
    statement=r"Not every solution of (8) is a staircase mechanism.",
    kind="lower",
    conditions="any sublinear μ",
    evidence="Total variation with P0 = (2,1,1)/4, P1 = (1,2,1)/4 and e^ε = 2: the third letter "
    "tells nothing, so (2/3, 1/3, 1/2) and its complement are optimal columns, and no patterns. "
    "The control is the binary mechanism.",
    instances=explicit(
        at("a letter with P0 = P1", kernel=_HALF, **_TV, epsilon=math.log(2)),
    ),
    slip=1.0,
    control={"kernel": _BINARY, **_TV, "epsilon": math.log(2)},
    finding="probe",
    weight="detail",
)
def theorem_4_other_solutions(
    kernel: Any, p0: Any, p1: Any, epsilon: float, slip: float = 0.0
) -> Outcome:
    """An optimal mechanism with a column that is no pattern."""
    Q, S = matrix(kernel), patterns(len(p0), epsilon)
    comparison = check(Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence="tv"), Q)
    if comparison.verdict != "optimal":
        return Outcome(None, comparison.gap, f"the mechanism is {comparison.verdict}")
    off = max(float(np.abs(S - (c / c.max())[:, None]).max(axis=0).min()) for c in Q.T)
    return Outcome(off > 1e-6, -off, f"optimal, and a column is {off:.4g} from any pattern")


CLAIMS: tuple[Claim, ...] = (theorem_4, theorem_4_solutions, theorem_4_other_solutions)
