r"""Theorem 1 is attained by another kernel than Algorithm 1's, and what tells the two apart."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from scipy.optimize import linprog

from formulations import PublicPrior
from formulations.formulation import Array
from lpcheck.claims.claim import Claim, Outcome, claim
from lpcheck.claims.divergences import EVERY_F, INFINITE_AT_ZERO, read
from lpcheck.claims.evidence import at_most, both, nudged, optimal
from lpcheck.claims.exact import F, odds, same, shares, transported
from lpcheck.claims.instances import at, degenerate_priors, explicit, joined, random_priors
from lpcheck.mechanisms import keep_or_redraw, keep_probability, public_prior_kernel
from lpcheck.papers.zamanlooy2025._divergences import printed_risk
from lpcheck.papers.zamanlooy2025._exact import algorithm_1

_ORDERS = (0.5, 0.8, 1.0, 1.25, 2.0)
_PRECISE = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


@claim(
    id="zamanlooy2025.theorem-1-not-unique",
    source="Theorem 1, sharpened (this project; the paper has one optimal kernel)",
    statement=r"For $q_{\min} > 0$ the kernel $\lambda I + (1 - \lambda) 1 q^{\mathsf T}$ with "
    r"$1 - \lambda = \frac{e^{-\varepsilon}}{e^{-\varepsilon} + (1 - e^{-\varepsilon}) q_{\min}}$ "
    r"is $\varepsilon$-LDP, keeps $q$ and attains $\Gamma_f(q, \varepsilon)$ for every $f$. It is "
    r"the output of Algorithm 1 if and only if $\varepsilon = 0$ or all letters but the "
    r"likeliest are tied.",
    kind="tight",
    conditions="q_min > 0",
    evidence="Optimal against each f's own program for thirteen f, and at (5). Where a letter that "
    "is not the likeliest is more likely than the rarest, an entry differs from Algorithm 1's by "
    "more than 1e-9 of itself. The paper writes of 'the optimal mechanism' and prints no statement "
    "that it is unique.",
    instances=joined(
        random_priors(sizes=(3, 2, 5), epsilons=(1.0, 0.01, 5.0), divergence="tv"),
        *(
            random_priors(sizes=(3,), epsilons=(1.0,), divergence=f)
            for f in (*EVERY_F, *INFINITE_AT_ZERO)
        ),
        degenerate_priors((0.0, 1e-4, 1.0, 20.0), positive=True, divergence="tv"),
    ),
    finding="probe",
    stands="Theorems 1 and 2 stand; the paper prints no statement that the optimum is unique.",
)
def not_unique(prior: Any, epsilon: float, divergence: str, slip: float = 0.0) -> Outcome:
    """The kernel against the program and against Algorithm 1's; the slip moves the first entry."""
    f = read(divergence)
    problem = PublicPrior(prior=prior, epsilon=epsilon, divergence=f)
    kernel = keep_or_redraw(problem.prior.array, epsilon)
    other = public_prior_kernel(problem.prior.array, epsilon)
    apart = float((np.abs(kernel - other) / kernel).max())
    tied = epsilon == 0 or len(set(sorted(prior)[:-1])) <= 1
    return both(
        optimal(problem, nudged(kernel, slip), value=printed_risk(f, prior, epsilon)),
        Outcome((apart <= 1e-9) == tied, 0.0, f"apart by {apart:.3g}, the same expected: {tied}"),
    )


@claim(
    id="zamanlooy2025.theorem-1-not-unique-example",
    source="Theorem 1, sharpened, at n = 3 (this project)",
    statement=r"For $q = (1/6, 1/3, 1/2)$ and $e^\varepsilon = 2$ both "
    r"$\frac17 I + \frac67 1 q^{\mathsf T}$ and the output of Algorithm 1 are $\varepsilon$-LDP "
    r"and keep $q$, and both have the smallest diagonal entry $\frac27$; the diagonals are "
    r"$(\frac27, \frac37, \frac47)$ and $(\frac27, \frac{24}{49}, \frac{30}{49})$.",
    kind="equal",
    conditions="none",
    evidence="Exact. For one letter and for two the kernels are the same.",
    instances=explicit(at("n = 3", prior=shares("1 2 3"), t=F(2), kept=F(1, 7))),
    finding="probe",
    weight="detail",
)
def not_unique_example(
    prior: list[Fraction], t: Fraction, kept: Fraction, slip: float = 0.0
) -> Outcome:
    """The two kernels in fractions; the slip is added to λ."""
    kept += F(slip)
    simple = [[kept * (i == j) + (1 - kept) * q for j, q in enumerate(prior)] for i in range(3)]
    listed = algorithm_1(prior, t)
    found = [[kernel[i][i] for i in range(3)] for kernel in (simple, listed)]
    printed = [[F(2, 7), F(3, 7), F(4, 7)], [F(2, 7), F(24, 49), F(30, 49)]]
    kernels = [both(same(transported(prior, k), prior), same(odds(k), t)) for k in (simple, listed)]
    return both(*kernels, same(found, printed))


@claim(
    id="zamanlooy2025.algorithm-1-dominates",
    source="Theorem 2, off the worst case (this project)",
    statement=r"With $\mathsf K = \lambda I + (1 - \lambda) 1 q^{\mathsf T}$ of "
    r"`theorem-1-not-unique`, $D_f(p \| p\mathsf K_{q,\varepsilon}) \le D_f(p \| p\mathsf K)$ for "
    r"every $p$, for the hockey-sticks $f$ of orders 1/2, 4/5, 1, 5/4 and 2.",
    kind="upper",
    conditions="q_min > 0",
    evidence="The largest difference over all p, a linear program for each set of letters, at the "
    "orders γ = 1/2, 4/5, 1, 5/4, 2: never above 1e-9. At (1/6, 1/3, 1/2) the difference at two "
    "point masses is strict: see the diagonals of `theorem-1-not-unique-example`.",
    instances=joined(
        random_priors(sizes=(3, 4), epsilons=(0.3, 1.0, 3.0), full_repeats=4),
        explicit(
            at("ties", "degenerate", prior=shares("1 1 2 4"), epsilon=1.0),
            at("nearly a point", "degenerate", prior=[0.001, 0.002, 0.997], epsilon=2.0),
            at("two letters", "degenerate", prior=shares("1 3"), epsilon=1.0),
            at("ε = 0", "degenerate", prior=shares("1 2 3"), epsilon=0.0),
        ),
    ),
    slip=0.01,
    finding="probe",
)
def dominates(prior: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """The largest difference at each order; the slip makes λ larger than is private, by 1 %."""
    q = np.array([float(x) for x in prior])
    kept = keep_probability(q, epsilon) * (1.0 + slip)
    simple = kept * np.eye(len(q)) + (1.0 - kept) * q
    listed = public_prior_kernel(q, epsilon)
    worst = max(_largest_difference(listed, simple, order) for order in _ORDERS)
    return at_most(worst, 0.0, slack=1e-9)


def _largest_difference(first: Array, second: Array, order: float) -> float:
    r"""The largest E_γ(p‖pK) − E_γ(p‖pL), with :math:`E_\gamma(p\|r) = \sum (p - \gamma r)_+`.

    The first is the largest sum over a set of letters. The second, convex in p, is the least sum
    of z ≥ 0 with z ≥ p − γ pL. So for each set it is a linear program in (p, z) ≥ 0.
    """
    n = len(first)
    gain = (np.eye(n) - order * first).T
    over = np.hstack([(np.eye(n) - order * second).T, -np.eye(n)])
    total = np.concatenate([np.ones(n), np.zeros(n)])[None]
    worst = 0.0  # the empty set
    for letters in product((0.0, 1.0), repeat=n):
        goal = np.concatenate([-(np.array(letters) @ gain), np.ones(n)])
        found = linprog(goal, A_ub=over, b_ub=np.zeros(n), A_eq=total, b_eq=[1.0], options=_PRECISE)
        worst = max(worst, -float(found.fun))
    return worst


CLAIMS: tuple[Claim, ...] = (not_unique, not_unique_example, dominates)
