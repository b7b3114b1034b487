"""Minimax samplers against plain programs over enumerated extreme points."""

import itertools
import math
import warnings
from fractions import Fraction

import cvxpy as cp
import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.special import ndtr

from formulations import InputError, MinimaxSampler, solve
from lpcheck.compare import check

F = Fraction
HALF = ["1/2", "1/3", "1/6"]
TIGHT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
CONIC = {f"tol_{what}": 1e-9 for what in ("gap_abs", "gap_rel", "feas")}
CONIC |= {f"reduced_{name}": 1e-7 for name in CONIC}
CLASSES = [
    {"k": 1}, {"k": 2}, {"k": 3}, {"k": 4}, {"k": 4, "c1": "1/3", "c2": 2},
    {"k": 3, "c1": "1/2", "c2": "7/5"}, {"k": 3, "c1": 0, "c2": "10001/10000"},
    {"k": 3, "c1": 1, "c2": 1}, {"reference": HALF, "c1": "1/3", "c2": 2}, {"reference": HALF},
    {"reference": [0.5, 0.5, 0], "c1": "1/2", "c2": "3/2"}, {"reference": [0, 0.25, 0.75]},
    {"reference": ["2/5", "2/5", "1/5"], "c1": "1/4", "c2": "3/2"},
    {"reference": [0.9, 0.1], "c1": "1/2", "c2": 3},
]  # fmt: skip


def points(problem):
    """Extreme points by brute force over bounds and one free letter, exactly."""
    mu, found = problem.reference.exact, set()
    for bounds in itertools.product((problem.low, problem.high), repeat=len(mu) - 1):
        for free in range(len(mu)):
            p = [c * w for c, w in zip((*bounds[:free], F(0), *bounds[free:]), mu, strict=True)]
            p[free] = 1 - sum(p)
            if problem.low * mu[free] <= p[free] <= problem.high * mu[free]:
                found.add(tuple(p))
    return np.array([[float(x) for x in p] for p in sorted(found)])


def pieces(name):
    """(weight of p, weight of q) of each linear piece of the term q f(p/q)."""
    return [(0.5, -0.5), (-0.5, 0.5)] if name == "tv" else [(0, 0), (1, -float(name[13:]))]


def linear_optimum(P, name, levels, pure=None):
    """TV or hockey-stick: each ordered pair of rows and each level (β, δ) with its own slack."""
    n, k = P.shape
    pairs = list(itertools.permutations(range(n), 2))
    width = 2 * n * k + 1 + (0 if pure is not None else len(pairs) * len(levels) * k)
    rows, right = [], []

    def add(entries, bound):
        row = np.zeros(width)
        for where, value in entries:
            row[where] += value
        rows.append(row)
        right.append(bound)

    q, cost = np.arange(n * k).reshape(n, k), n * k + np.arange(n * k).reshape(n, k)
    risk, slack = 2 * n * k, 2 * n * k + 1
    for i in range(n):
        add([(cost[i], 1), (risk, -1)], 0)
        for y, (a, b) in itertools.product(range(k), pieces(name)):
            add([(q[i, y], b), (cost[i, y], -1)], -a * P[i, y])
    for i, j in pairs:
        if pure is not None:
            for y in range(k):
                add([(q[i, y], math.exp(-pure)), (q[j, y], -1)], 0)
            continue
        for beta, delta in levels:
            s = np.arange(slack, slack + k)
            slack += k
            add([(s, 1)], math.exp(-beta) * delta)
            for y in range(k):
                add([(q[i, y], math.exp(-beta)), (q[j, y], -1), (s[y], -1)], 0)
    sums = np.zeros((n, width))
    for i in range(n):
        sums[i, q[i]] = 1
    goal = np.zeros(width)
    goal[risk] = 1
    found = linprog(
        goal, A_ub=np.array(rows), b_ub=right, A_eq=sums, b_eq=np.ones(n), method="highs",
        options=TIGHT,
    )  # fmt: skip
    assert found.status == 0
    return found.fun


def atoms(name, p, q):
    """D_f(p‖q) as CVXPY atoms for p > 0 where needed; written from the printed f."""
    live = np.flatnonzero(p > 0)
    if name == "kl":
        return cp.sum(cp.rel_entr(p[live], q[live]))
    if name == "hellinger":
        return 2 - 2 * cp.sum(cp.multiply(np.sqrt(p), cp.sqrt(q)))
    if name == "chi2":
        return cp.sum(cp.multiply(p[live] ** 2, cp.inv_pos(q[live]))) - 1
    if name == "js":
        m = (p + q) / 2
        return (cp.sum(cp.rel_entr(p[live], m[live])) + cp.sum(cp.rel_entr(q, m))) / 2
    assert name == "alpha:3"
    return (cp.sum(cp.multiply(p[live] ** 3, cp.power(q[live], -2))) - 1) / 6


def conic_optimum(P, name, levels, pure=None):
    """Any f: rows as a matrix, each ordered pair of rows constrained as it is defined."""
    n, k = P.shape
    Q = cp.Variable((n, k), nonneg=True)
    rules = [cp.sum(Q, axis=1) == 1]
    for i, j in itertools.permutations(range(n), 2):
        if pure is not None:
            rules.append(math.exp(-pure) * Q[i] <= Q[j])
        else:
            rules += [cp.sum(cp.pos(Q[i] - math.exp(b) * Q[j])) <= d for b, d in levels]
    problem = cp.Problem(
        cp.Minimize(cp.max(cp.hstack([atoms(name, P[i], Q[i]) for i in range(n)]))), rules
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that 1e-9 was missed; 1e-7 was not
        problem.solve(solver="CLARABEL", **CONIC)
    assert problem.status in ("optimal", "optimal_inaccurate")
    return float(problem.value)


def solved(problem, mechanism_levels=()):
    """A solution that is optimal, attained, and private by definition at the given levels."""
    solution = solve(problem)
    assert solution.status == "optimal", solution.message
    Q, P = solution.mechanism, problem.extreme_points
    assert np.allclose(Q.sum(axis=1), 1, atol=1e-13)
    assert Q.min() >= 0
    assert problem.value(Q) == pytest.approx(solution.value)
    assert not problem.violations(Q, 1e-9)
    assert Q.shape == P.shape
    for i, j in itertools.product(range(min(len(Q), 60)), repeat=2):
        for beta, delta in mechanism_levels:
            assert np.maximum(Q[i] - math.exp(beta) * Q[j], 0).sum() <= delta + 1e-11
    return solution


@pytest.mark.parametrize("epsilon", [0, 1e-4, 0.1, 1, 5, 20, 100])
@pytest.mark.parametrize("name", ["tv", "hockey-stick:1.5", "hockey-stick:1", "hockey-stick:3"])
def test_pure_and_linear(name, epsilon):
    for case in CLASSES:
        problem = MinimaxSampler(**case, epsilon=epsilon, divergence=name)
        P = points(problem)
        assert {tuple(p) for p in P.round(12)} == {
            tuple(p) for p in problem.extreme_points.round(12)
        }
        expected = linear_optimum(P, name, [], pure=epsilon) if len(P) > 1 else 0.0
        solution = solved(problem)
        assert solution.value == pytest.approx(expected, rel=1e-8, abs=1e-9)
        assert problem.true_epsilon(solution.mechanism) <= epsilon + 2e-14


@pytest.mark.parametrize("epsilon", [0, 1e-4, 0.5, 5])
@pytest.mark.parametrize("name", ["kl", "hellinger", "chi2", "js", "alpha:3"])
def test_pure_and_conic(name, epsilon):
    for case in (CLASSES[2], CLASSES[8], CLASSES[11], CLASSES[13]):
        problem = MinimaxSampler(**case, epsilon=epsilon, divergence=name)
        expected = conic_optimum(points(problem), name, [], pure=epsilon)
        assert solved(problem).value == pytest.approx(expected, rel=1e-6, abs=5e-9)


@pytest.mark.parametrize("delta", [1e-6, 0.05, 0.5, 1])
@pytest.mark.parametrize("epsilon", [0, 0.1, 1, 5])
def test_approximate(epsilon, delta):
    level = [(epsilon, delta)]
    for case in (CLASSES[1], CLASSES[3], CLASSES[8], CLASSES[12], CLASSES[13]):
        for name in ("tv", "hockey-stick:1.5")[: 1 if case is CLASSES[8] else 2]:
            problem = MinimaxSampler(**case, epsilon=epsilon, delta=delta, divergence=name)
            expected = linear_optimum(points(problem), name, level)
            assert solved(problem, level).value == pytest.approx(expected, rel=1e-8, abs=1e-10)
    for case, name in itertools.product((CLASSES[2], CLASSES[13]), ("kl", "hellinger", "chi2")):
        problem = MinimaxSampler(**case, epsilon=epsilon, delta=delta, divergence=name)
        expected = conic_optimum(points(problem), name, level)
        assert solved(problem, level).value == pytest.approx(expected, rel=1e-6, abs=5e-9)


def gaussian(nu, beta):
    """δ(e^β) of ν-GLDP, as printed."""
    return float(ndtr(nu / 2 - beta / nu) - math.exp(beta) * ndtr(-nu / 2 - beta / nu))


@pytest.mark.parametrize("nu", [0.1, 1, 3])
@pytest.mark.parametrize("name", ["tv", "hellinger", "kl"])
def test_gaussian(name, nu):
    """A grid of levels asks less than all of them; the mechanism meets a much finer grid."""
    optimum = linear_optimum if name == "tv" else conic_optimum
    coarse = [(b, gaussian(nu, b)) for b in np.linspace(0, min(3 * nu, 4.0), 25)]
    fine = [(b, gaussian(nu, b)) for b in np.linspace(0, min(6 * nu, 8.0), 301)]
    for case in (CLASSES[1], CLASSES[2], CLASSES[13]):
        problem = MinimaxSampler(**case, nu=nu, divergence=name)
        lower = optimum(points(problem), name, coarse)
        solution = solved(problem, fine)
        assert lower <= solution.value + 1e-8
        assert solution.value == pytest.approx(lower, rel=0.03, abs=1e-8)


@pytest.mark.parametrize(("nu", "name"), [(4, "tv"), (6, "tv"), (3, "hockey-stick:1.3")])
def test_a_weak_gaussian_level_is_broken_the_most_where_planes_are_flat(nu, name):
    """At P itself the worst β is so large that its plane, scaled by e^{−β}, says nothing."""
    levels = [(b, gaussian(nu, b)) for b in np.linspace(0, 6, 61)]
    for case in (CLASSES[2], {"reference": ["1/6", "1/3", "1/2"], "c2": "337/100"}):
        problem = MinimaxSampler(**case, nu=nu, divergence=name)
        lower = linear_optimum(points(problem), name, levels)
        value = solved(problem, levels).value
        assert lower - 1e-10 <= value <= lower * 1.003 + 1e-10


@pytest.mark.parametrize(
    ("case", "level", "name"),
    [
        ({"reference": ["2/3", "1/6", "1/6"], "c2": "463/100"}, {"epsilon": 300}, "kl"),
        ({"reference": ["1/7", "2/7", "2/7", "2/7"], "c2": "579/100"}, {"epsilon": 30},
         "hockey-stick:2.5"),
        ({"reference": ["64/95", "31/95"], "c1": "999/1000", "c2": "553/200"}, {"epsilon": 1e-9},
         "js"),
        ({"reference": ["100/121", "1/121", "10/121", "10/121"], "c1": "999/1000", "c2": "819/500"},
         {"epsilon": 0.1, "delta": 1e-6}, "kl"),
        ({"reference": ["1/7", "4/7", "2/7"], "c1": "999/1000", "c2": "763/250"}, {"nu": 1e-3},
         "hellinger"),
    ],
)  # fmt: skip
def test_risks_far_below_a_solver_s_tolerance(case, level, name):
    problem = MinimaxSampler(**case, **level, divergence=name)
    # At ε = 300 the risk is 1e-131, and no multiplier of a solver is that exact: its bound is 0.
    solution = solve(problem) if level == {"epsilon": 300} else solved(problem)
    assert solution.value < 1e-6
    assert 0 <= solution.bounds.lower <= solution.value * (1 + 1e-12)
    assert solution.bounds.width <= 1e-6 * solution.value + 1e-13


@pytest.mark.parametrize("epsilon", [25, 28, 30, 33, 40])
@pytest.mark.parametrize("level", [{}, {"delta": 0.3}])
def test_levels_whose_exponential_no_solver_sees(epsilon, level):
    """A point mass keeps all but (k − 1) e^{−ε} (1 − δ) of its mass, to first order."""
    for k, name in itertools.product((2, 5), ("tv", "kl", "hellinger", "hockey-stick:2")):
        solution = solved(MinimaxSampler(k=k, epsilon=epsilon, **level, divergence=name))
        lost = (k - 1) * math.exp(-epsilon) * (1 - level.get("delta", 0))
        expected = 0 if name == "hockey-stick:2" else lost
        assert solution.value == pytest.approx(expected, rel=1e-3, abs=1e-14)
        assert solution.bounds.width <= 1e-6 * solution.value + 2e-14


def staircase(x):
    return max(0.0, 1 - 4 * x, 0.4 * (1 - x) - 0.1)


def of_function(g):
    """(β, δ) at every β ≥ 0 that binds, from g on a grid that holds its kinks."""
    kinks = [1 / 3, 0.7 / 3.6, 0.75, 0.8]
    grid = np.unique(np.concatenate([np.linspace(0, 1, 2001), kinks])).tolist()
    found = []
    for t in [*np.exp(np.linspace(0, 2, 11)).tolist(), 2.0, 2.5, 4.0]:
        forward = 1 - min(t * x + g(x) for x in grid)
        backward = 1 - min(x + t * g(x) for x in grid)
        found.append((math.log(t), max(min(forward, backward), 0)))
    return found


@pytest.mark.parametrize(
    "g", [staircase, lambda x: max(0.0, 1 - 2 * x, (1 - x) / 2), lambda x: max(0.0, 0.8 - x)]
)
def test_piecewise_linear_trade_off_functions(g):
    levels = of_function(g)
    for case in (CLASSES[1], CLASSES[2], CLASSES[12]):
        for name, optimum, digits in (("tv", linear_optimum, 1e-8), ("chi2", conic_optimum, 1e-6)):
            problem = MinimaxSampler(**case, trade_off_function=g, divergence=name)
            expected = optimum(points(problem), name, levels)
            solution = solved(problem, levels)
            assert solution.value == pytest.approx(expected, rel=digits, abs=digits)


@pytest.mark.parametrize("name", ["tv", "chi2", "hockey-stick:2"])
def test_exchanges_of_letters_lose_nothing(name):
    for case in (CLASSES[2], CLASSES[12]) if name == "tv" else (CLASSES[3],):
        for level in ({"epsilon": 0.7}, {"epsilon": 0.3, "delta": 0.05}, {"nu": 0.8},
                      {"trade_off_function": staircase}):  # fmt: skip
            small = solved(MinimaxSampler(**case, **level, divergence=name))
            full = solved(MinimaxSampler(**case, **level, divergence=name, symmetric=False))
            assert full.value == pytest.approx(small.value, rel=1e-7, abs=1e-9)


def test_where_a_letter_without_probability_costs_infinity():
    """f(0) = ∞: only letters that P has may be answered."""
    for name in ("alpha:0", "alpha:-1"):
        for level in ({"epsilon": 3}, {"epsilon": 3, "delta": 0.5}, {"nu": 3},
                      {"trade_off_function": staircase}):  # fmt: skip
            solution = solve(MinimaxSampler(k=3, **level, divergence=name))
            assert solution.status == "optimal"
            assert solution.value == math.inf
        assert solve(MinimaxSampler(k=3, epsilon=0, delta=1, divergence=name)).value == 0
        assert solve(MinimaxSampler(k=1, epsilon=0, divergence=name)).value == 0
        # Letter 0 is never missed; letter 1 costs nothing up to δ = 0.05.
        case = {"reference": [0.9, 0.1], "divergence": name}
        problem = MinimaxSampler(**case, c2="10/9", epsilon=0, delta="0.05")
        solution = solved(problem, [(0, 0.05)])
        assert 0 < solution.value < math.inf


def test_rows_of_the_program_without_pieces_beyond_the_usual():
    """A hockey-stick of a γ so large that it is 0 on the class, and one that just is not."""
    for gamma, k in ((5000, 3), (1.9999, 2)):
        problem = MinimaxSampler(k=k, epsilon=0.1, divergence=f"hockey-stick:{gamma}")
        expected = linear_optimum(points(problem), f"hockey-stick:{gamma}", [], pure=0.1)
        assert solved(problem).value == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("given", "parameter", "what"),
    [
        ({"k": 3, "c1": 1.1}, "c1", "class is empty"), ({"k": 3, "c1": -0.1}, "c1", "negative"),
        ({"k": 3, "c2": 0.9}, "c2", "class is empty; give c2 ≥ 1"), ({}, "reference", "so is k"),
        ({"k": 0}, "k", "1 ≤ k ≤"), ({"k": 2.5}, "k", "whole"), ({"k": -1}, "k", "whole number"),
        ({"k": 3, "reference": [0.5, 0.5]}, "k", "reference has 2 entries"),
        ({"reference": [0.5, -0.5, 1]}, "reference[1]", "-1/2"),
        ({"reference": [0.5, math.nan]}, "reference[1]", "not finite"),
        ({"reference": []}, "reference", "empty"), ({"k": 3, "nu": 1}, "epsilon", "2 of them"),
        ({"k": 3, "c2": math.inf}, "c2", "not finite"), ({"k": 3, "c1": "x"}, "c1", "not a number"),
        ({"k": 3, "divergence": "nope"}, "divergence", "nope"), ({"k": 10**9}, "k", "alphabet"),
    ],
)  # fmt: skip
def test_bad_input(given, parameter, what):
    with pytest.raises(InputError, match=what) as raised:
        MinimaxSampler(**{"epsilon": 1, **given})
    assert raised.value.parameter == parameter
    with pytest.raises(InputError, match="epsilon only"):
        MinimaxSampler(k=3, nu=1, delta=0.1)


def randomized_response(k, epsilon):
    t = math.exp(epsilon)
    return (np.ones((k, k)) + (t - 1) * np.eye(k)) / (t + k - 1)


@pytest.mark.parametrize("name", ["tv", "kl", "hellinger", "js", "hockey-stick:1.5"])
def test_verdicts_on_point_masses(name):
    """Randomized response is optimal on the simplex; what is slightly off never is."""
    for k, epsilon in ((2, 0.5), (3, 1.0), (5, 2.0)):
        problem = MinimaxSampler(k=k, epsilon=epsilon, divergence=name)
        solution, best = solve(problem), randomized_response(k, epsilon)
        order = problem.extreme_points.argmax(axis=1)
        best = best[order]
        assert check(problem, best, solution=solution).verdict == "optimal"
        assert check(problem, lambda p, e=epsilon, n=k: p @ randomized_response(n, e)).verdict == (
            "optimal"
        )
        stronger = randomized_response(k, epsilon + 0.01)[order]
        assert check(problem, stronger, solution=solution).verdict == "infeasible"
        weaker = randomized_response(k, epsilon - 0.01)[order]
        assert check(problem, weaker, solution=solution).verdict == "suboptimal"
        moved = best.copy()
        moved[0, :2] += [1e-6, -1e-6]
        assert check(problem, moved, solution=solution).verdict in ("suboptimal", "infeasible")
        moved[0, 0] += 1e-6
        assert check(problem, moved, solution=solution).verdict == "infeasible"
