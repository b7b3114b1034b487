"""Kernel problems under other notions: against plain programs over kernels, and each other."""

from __future__ import annotations

import cvxpy as cp
import numpy as np
import pytest

from formulations import (
    LDP,
    LIP,
    PML,
    ULDP,
    ApproximateLDP,
    Estimation,
    Fisher,
    Information,
    InputError,
    MetricPrivacy,
    PublicPrior,
    Staircase,
    Utility,
    solve,
)
from lpcheck.compare import check

PRIOR = ["1/2", "3/10", "1/5"]
PATH = MetricPrivacy([[0, "1/2", 1], ["1/2", 0, "1/2"], [1, "1/2", 0]])
NOTIONS = {
    "metric": PATH,
    "pml": PML("1/2", PRIOR),
    "lip": LIP("1/2", PRIOR),
    "uldp": ULDP("1/2", [0, 1], 3),
}


def guess(columns):
    return (np.array([0.5, 0.3, 0.2])[:, None] * columns).max(axis=0)


PROBLEMS = {
    "information": lambda privacy: Information(prior=PRIOR, privacy=privacy),
    "estimation": lambda privacy: Estimation(prior=PRIOR, privacy=privacy),
    "fisher": lambda privacy: Fisher(density=PRIOR, score=[1, "-1/2", "-1/2"], privacy=privacy),
    "utility": lambda privacy: Utility(mu=guess, k=3, privacy=privacy),
}


@pytest.mark.parametrize("name", NOTIONS)
@pytest.mark.parametrize("problem", PROBLEMS)
def test_no_private_kernel_is_better(problem, name):
    stated, rng = PROBLEMS[problem](NOTIONS[name]), np.random.default_rng(15)
    solution = solve(stated)
    assert solution.status == "optimal", solution.message
    assert stated.violations(solution.mechanism, 1e-9) == ()
    sign = 1 if stated.sense == "maximize" else -1
    for _ in range(200):
        kernel = rng.dirichlet(np.full(5, 0.3), 3)
        kernel = stated.cone.notion.repair(kernel)
        if stated.violations(kernel, 1e-9) == ():
            better = sign * (stated.value(kernel) - solution.value)
            assert not better > 1e-9 * abs(solution.value)
    assert check(stated, np.eye(3)[:, [0, 0, 1, 2]] / [2, 2, 1, 1]).verdict == "infeasible"
    worse = 0.999 * solution.mechanism
    worse += 0.001 * stated.cone.notion.constant(solution.mechanism)
    assert check(stated, worse).verdict == "suboptimal"


@pytest.mark.parametrize("name", NOTIONS)
def test_guessing_is_the_linear_program_over_kernels_with_an_output_a_letter(name):
    """max Σ_x P(x) Q(x|x): the best guess needs no further outputs."""
    notion, P = NOTIONS[name], np.array([0.5, 0.3, 0.2])
    Q = cp.Variable((3, 3), nonneg=True)
    constraints = [cp.sum(Q, axis=1) == 1]
    if name == "metric":
        constraints += [
            Q[x] <= np.exp(notion.array[x, z]) * Q[z] for x in range(3) for z in range(3)
        ]
    elif name == "uldp":
        rest = [0, 1]
        constraints += [Q[x, rest] <= np.exp(0.5) * Q[z, rest] for x in range(3) for z in range(3)]
        constraints += [Q[0, 2] == 0, Q[1, 2] == 0]
    else:
        constraints += [Q[x] <= np.exp(0.5) * (P @ Q) for x in range(3)]
        if name == "lip":
            constraints += [np.exp(0.5) * Q[x] >= P @ Q for x in range(3)]
    problem = cp.Problem(cp.Maximize(P @ cp.diag(Q)), constraints)
    problem.solve(solver=cp.CLARABEL)
    found = solve(PROBLEMS["utility"](notion)).value
    assert found == pytest.approx(problem.value, rel=1e-7)


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("kind", [PML, LIP])
def test_information_against_vertices_by_brute_force(k, kind):
    """All columns at which k − 1 independent inequalities are tight, found without the rays."""
    from itertools import combinations

    from scipy.optimize import linprog

    rng = np.random.default_rng([k, 15])
    prior = np.round(rng.dirichlet(np.ones(k)) * 0.8 + 0.2 / k, 6)
    prior /= prior.sum()
    notion = kind("3/10", prior.tolist())
    G = np.vstack([notion.inequalities(k), -np.eye(k)])
    vertices = []
    for tight in combinations(range(len(G)), k - 1):
        _, sizes, rows = np.linalg.svd(G[list(tight)])
        if sizes[-1] < 1e-9:
            continue
        column = rows[-1] * np.sign(rows[-1].sum())
        if (G @ column <= 1e-10).all():
            vertices.append(np.maximum(column, 0.0) / column.max())
    C = np.array(vertices).T
    mean = prior @ C
    logs = np.where(C > 0, np.log(np.where(C > 0, C, 1.0) / mean), 0.0)
    best = linprog(-(prior @ (C * logs)), A_eq=C, b_eq=np.ones(k), method="highs")
    found = solve(Information(prior=prior.tolist(), privacy=notion))
    assert found.value == pytest.approx(-best.fun, rel=1e-8)


@pytest.mark.parametrize("problem", PROBLEMS)
def test_ldp_is_within_lip_and_lip_within_pml(problem):
    stated = PROBLEMS[problem]
    values = [solve(stated(n)).value for n in (LDP("1/2"), LIP("1/2", PRIOR), PML("1/2", PRIOR))]
    sign = 1 if stated(LDP(1)).sense == "maximize" else -1
    assert sign * values[0] < sign * values[1] < sign * values[2]


@pytest.mark.parametrize("problem", PROBLEMS)
def test_equal_distances_are_ldp(problem):
    equal = MetricPrivacy([[0 if i == j else "1/2" for j in range(3)] for i in range(3)])
    stated = PROBLEMS[problem]
    own = solve(stated(LDP("1/2"))).value
    assert solve(stated(equal)).value == pytest.approx(own, rel=1e-9)


@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_bound_holds_whatever_the_multipliers_are(problem):
    rng = np.random.default_rng(2)
    for notion in NOTIONS.values():
        stated = PROBLEMS[problem](notion)
        solution = solve(stated)
        sign = 1 if stated.sense == "maximize" else -1
        for size in (1e-6, 1e-2, 1.0):
            for _ in range(20):
                duals = {n: x + size * rng.normal(size=x.shape) for n, x in solution.duals.items()}
                bound = stated.dual_bound(duals, {})
                assert sign * (bound - solution.value) >= -1e-9 * abs(solution.value)


def test_what_couples_outputs_or_is_solved_for_ldp_only_is_refused_in_a_line():
    for stated in PROBLEMS.values():
        with pytest.raises(InputError, match="couples the outputs"):
            stated(ApproximateLDP(1, "1/10"))
    with pytest.raises(InputError, match="pure LDP only"):
        Staircase(p0=PRIOR, p1=PRIOR[::-1], privacy=PATH)
    with pytest.raises(InputError, match="pure LDP only"):
        PublicPrior(prior=PRIOR, privacy=PML(1, PRIOR))
    with pytest.raises(InputError, match="leave them out"):
        solve(Estimation(prior=["1/2", "1/2", 0], privacy=ULDP(1, [0], 3)))
    assert PublicPrior(prior=PRIOR, privacy=LDP(1)).epsilon == 1
    assert Staircase(p0=PRIOR, p1=PRIOR[::-1], privacy="ldp", epsilon=2).epsilon == 2
