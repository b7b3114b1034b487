r"""Proposition 17 and Theorem 18: the quaternary mechanism is optimal for one bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.optimize import linprog

from formulations import ApproximateBinary, divergence
from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Instance, Outcome, claim
from lpcheck.claims.evidence import at_most, both, equal, nudged, optimal
from lpcheck.claims.instances import F, at
from lpcheck.mechanisms import quaternary
from lpcheck.papers.kairouz2016._columns import UTILITIES, total, utility
from lpcheck.papers.kairouz2016._regions import dominance_defect, random_private

_DELTAS = (0.0, 1e-6, 0.1, 0.5, 1.0)
_EPSILONS = (0.0, 0.1, 1.0, 5.0, 20.0)
_PRIORS = ([F(1, 3), F(2, 3)], [F(3, 4), F(1, 4)])
_NAMED = ("kl", "tv", "hellinger", "chi2", "js", "hockey-stick:2", "alpha:1/2", "reversed-stick")


def _divergence(name: str) -> Any:
    """By name; the reversed hockey-stick is f(x) = max(1/2 − x, 0)."""
    if name != "reversed-stick":
        return name
    return divergence(lambda x: max(0.5 - x, 0.0), name=name, at_zero=0.5, slope_at_infinity=0.0,
                      derivative=lambda x: -1.0 if x < 0.5 else 0.0)  # fmt: skip


def _problems(full: bool) -> Iterator[Instance]:
    pairs = [("fixed", *_PRIORS), ("degenerate", [F(1), F(0)], [F(1, 2), F(1, 2)])]
    pairs += [("degenerate", [F(1), F(0)], [F(0), F(1)]), ("degenerate", _PRIORS[0], _PRIORS[0])]
    levels = [(e, d) for e in _EPSILONS for d in _DELTAS]
    levels.sort(key=lambda level: level != (1.0, 0.1))
    for kind, p0, p1 in pairs if full else pairs[:1]:
        for i, (epsilon, delta) in enumerate(levels):
            some = [_NAMED[(i + j) % len(_NAMED)] for j in (0, 3, 5)]
            for name in _NAMED if full else some:
                yield at(f"{name}, ε = {epsilon:g}, δ = {delta:g}", kind, name=name, p0=p0, p1=p1,
                         epsilon=epsilon, delta=delta)  # fmt: skip
    for kind, p0, p1 in pairs[1:]:
        for name in _NAMED:
            for epsilon, delta in ((1.0, 0.1), (0.0, 0.0)):
                yield at(f"{name}, zeros or equal, δ = {delta:g}", kind, name=name, p0=p0, p1=p1,
                         epsilon=epsilon, delta=delta)  # fmt: skip


@claim(
    id="kairouz2016.theorem-18",
    source="Theorem 18, eq. 24",
    statement=r"If $|\mathcal X| = 2$, then for any $\varepsilon$, $\delta$ the quaternary "
    r"mechanism maximises $D_f(M_0 \| M_1)$ over all $(\varepsilon,\delta)$-locally "
    r"differentially private mechanisms.",
    kind="tight",
    evidence="Optimal for every f and level, where the value is infinite too.",
    instances=_problems,
    weight="headline",
)
def theorem_18(
    name: str, p0: Any, p1: Any, epsilon: float, delta: float, slip: float = 0.0
) -> Outcome:
    """The quaternary mechanism against the program over all mechanisms."""
    problem = ApproximateBinary(
        p0=p0, p1=p1, epsilon=epsilon, delta=delta, divergence=_divergence(name)
    )
    return optimal(problem, nudged(quaternary(epsilon, delta), slip))


def _rays(epsilon: float, points: int) -> tuple[Array, Array, Array]:
    """Directions (a, b) of largest entry 1 with any odds, and what each costs in δ, both ways."""
    span = 2.0 * epsilon + 3.0
    odds = np.concatenate([np.linspace(0.0, span, points), [epsilon]])
    small = np.append(np.exp(-odds), 0.0)
    excess = np.append(np.maximum(-np.expm1(epsilon - np.maximum(odds, epsilon)), 0.0), 1.0)
    ones, none = np.ones_like(small), np.zeros_like(small)
    rays = np.array([np.concatenate([ones, small]), np.concatenate([small, ones])])
    return rays, np.concatenate([excess, none]), np.concatenate([none, excess])


def _grid_optimum(mu: Any, epsilon: float, delta: float, points: int) -> float:
    """The best mixture of many directions under row sums and both privacy constraints."""
    rays, one_way, other_way = _rays(epsilon, points)
    values = mu(rays)
    found = linprog(
        -values,
        A_ub=np.array([one_way, other_way]),
        b_ub=np.array([delta, delta]),
        A_eq=rays,
        b_eq=np.ones(2),
        method="highs-ds",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    return float(-found.fun)


def _sublinear(full: bool) -> Iterator[Instance]:
    names = ("information", "bayes", "norm", "range", "max-linear", "kl", "hellinger")
    for name in names:
        for epsilon in (1.0, 0.0, 0.1, 5.0):
            for delta in (0.1, 1e-6, 0.0, 0.5, 1.0):
                label = f"{name}, ε = {epsilon:g}, δ = {delta:g}"
                yield at(label, name=name, epsilon=epsilon, delta=delta, p0=_PRIORS[0],
                         p1=_PRIORS[1], points=400 if full else 80)  # fmt: skip
    zeros = {"p0": [F(1), F(0)], "p1": [F(0), F(1)]}
    for name in ("information", "bayes", "hellinger"):
        yield at(f"{name}, a zero", "degenerate", name=name, epsilon=1.0, delta=0.1, points=80,
                 **zeros)  # fmt: skip


@claim(
    id="kairouz2016.theorem-18-grid",
    source="Theorem 18, eq. 24",
    statement=r"If $|\mathcal X| = 2$, the quaternary mechanism maximises any sum of sublinear "
    r"functions (mutual information, ...) over all $(\varepsilon,\delta)$-private mechanisms.",
    kind="tight",
    evidence="A linear program over a fine grid of column directions, with no cones assumed, never "
    "exceeds it: so the four extreme rays are enough.",
    instances=_sublinear,
)
def theorem_18_grid(
    name: str, epsilon: float, delta: float, p0: Any, p1: Any, points: int, slip: float = 0.0
) -> Outcome:
    """Many directions against the quaternary mechanism; `slip` lowers its δ (and its ε)."""
    mu = utility(name, p0, p1)
    claimed = total(mu, quaternary(epsilon * (1 - slip), delta * (1 - slip)))
    return equal(_grid_optimum(mu, epsilon, delta, points), claimed, scale=100.0)


def _mechanisms(full: bool) -> Iterator[Instance]:
    for epsilon in (1.0, 0.0, 0.1, 5.0):
        for delta in (0.1, 1e-3, 0.0, 0.5, 1.0):
            yield at(f"ε = {epsilon:g}, δ = {delta:g}", "random", epsilon=epsilon, delta=delta,
                     draws=20 if full else 2)  # fmt: skip


@claim(
    id="kairouz2016.theorem-18-dominance",
    source="Section 5, below Theorem 20",
    statement=r"The quaternary mechanism dominates every $(\varepsilon,\delta)$-private mechanism "
    r"$Q$: $Q = W \circ Q_{QT}$, that is $Q_{QT} W$, with $W$ stochastic; so $U(Q) \le U(Q_{QT})$ "
    r"for every utility that obeys the data processing inequality, such as "
    r"$\max(D_{kl}(M_0\|M_1), c\, D_{\chi^2}(M_1\|M_0))$, which is no sum over outputs.",
    kind="upper",
    conditions="|X| = 2",
    evidence="A linear program finds W for corner points of all private mechanisms with 2 to 6 "
    "outputs, for mixtures of them, and for the quaternary mechanism itself; that utility never "
    "exceeds the quaternary mechanism's.",
    instances=_mechanisms,
)
def theorem_18_dominance(epsilon: float, delta: float, draws: int, slip: float = 0.0) -> Outcome:
    """Distance to Q_QT W, and the larger of two divergences; `slip` lowers the ε of Q_QT."""
    forward, backward = utility("kl", *_PRIORS), utility("chi2", _PRIORS[1], _PRIORS[0])

    def larger(Q: Array) -> float:
        return max(total(forward, Q), 0.4 * total(backward, Q))

    generator = np.random.default_rng([18, round(10 * epsilon)])
    best = quaternary(epsilon - slip, delta)
    kernels = [quaternary(epsilon, delta)]
    for outputs in (2, 3, 6):
        corners = [random_private(generator, outputs, epsilon, delta) for _ in range(draws)]
        kernels += [*corners, np.column_stack(corners) / draws]
    worst = max(dominance_defect(best, Q) for Q in kernels)
    detail = f"{len(kernels)} mechanisms, ‖Q − Q_QT W‖ ≤ {worst:.2g}"
    below = (at_most(larger(Q), larger(best), scale=100.0) for Q in kernels)
    return both(Outcome(worst <= 1e-8, worst, detail), *below)


def _chains(full: bool) -> Iterator[Instance]:
    for name in UTILITIES:
        yield at(f"{name}, a permutation", "degenerate", name=name, k=3, ell=3, m=0)
        for k, ell, m in ((1, 2, 3), (2, 4, 2), (3, 3, 6), (5, 2, 2)):
            label = f"{name}, {k} × {ell} then {ell} × {m}"
            yield at(label, "random", name=name, k=k, ell=ell, m=m, draws=50 if full else 5)


def _stages(generator: np.random.Generator, k: int, ell: int, m: int) -> tuple[Array, Array]:
    """A random Q and W, both with zeros; m = 0 stands for a permutation."""
    Q = generator.dirichlet(np.full(ell, 0.7), k)
    W = generator.dirichlet(np.full(m, 0.3), ell) if m else np.eye(ell)[::-1]
    return Q, W


@claim(
    id="kairouz2016.proposition-17",
    source="Proposition 17, eq. 80",
    statement=r"If $U(Q) = \sum_y \mu(Q_y)$ with $\mu$ sublinear, then $U(QW) \le U(Q)$ for every "
    r"mechanism $Q$ and stochastic mapping $W$.",
    kind="upper",
    evidence="Random pairs for nine sublinear functions, with no privacy asked for; equality for "
    "permutations.",
    instances=_chains,
)
def proposition_17(
    name: str, k: int, ell: int, m: int, draws: int = 1, slip: float = 0.0
) -> Outcome:
    """U(QW) against U(Q); `slip` scales U(Q) (the control is a permutation)."""
    generator, worst = np.random.default_rng([17, k, ell, m]), []
    for _ in range(draws):
        p0, p1 = generator.dirichlet(np.ones(k), 2)
        mu, (Q, W) = utility(name, p0, p1), _stages(generator, k, ell, m)
        bound = total(mu, Q)
        worst.append(at_most(total(mu, Q @ W), bound - slip * abs(bound), scale=100.0))
    return max(worst, key=lambda outcome: (outcome.holds is False, outcome.gap))


CLAIMS: tuple[Claim, ...] = (proposition_17, theorem_18, theorem_18_grid, theorem_18_dominance)
