"""The local problem, and what every sampler problem does with mechanisms and multipliers."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from formulations import InputError, LocalMinimax, MinimaxSampler, solve
from lpcheck.compare import check

F = Fraction
HALF = ["1/2", "1/3", "1/6"]


def tent(x):
    return max(0.0, 1 - 3 * x, (1 - x) / 3)


LEVELS = [{"epsilon": 0.5}, {"epsilon": 0.3, "delta": 0.05}, {"nu": 0.7},
          {"trade_off_function": tent}]  # fmt: skip
STRICTER = [{"epsilon": 0.49}, {"epsilon": 0.3, "delta": 0.049}, {"nu": 0.69},
            {"trade_off_function": lambda x: max(0.0, 1 - 2.9 * x, (1 - x) / 2.9)}]  # fmt: skip


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["tv", "kl"])
def test_it_is_the_global_problem_on_a_neighbourhood(name, level):
    for reference, gamma in ((["1/3"] * 3, 2), (HALF, "3/2"), ([0.5, 0.5, 0], "5/4")):
        here = solve(LocalMinimax(reference=reference, gamma=gamma, **level, divergence=name))
        there = solve(
            MinimaxSampler(reference=reference, c1=1 / F(gamma), c2=gamma, **level, divergence=name)
        )
        assert here.status == there.status == "optimal"
        assert here.value == pytest.approx(there.value, rel=1e-8)


@pytest.mark.parametrize("name", ["tv", "kl", "chi2"])
def test_private_as_it_is(name):
    """N_γ is 2 log γ-private, and not a little less."""
    gamma = 1.5
    at = 2 * math.log(gamma)
    assert solve(LocalMinimax(k=4, gamma=gamma, epsilon=at + 1e-9, divergence=name)).value == 0
    short = LocalMinimax(k=4, gamma=gamma, epsilon=at - 0.01, divergence=name)
    assert solve(short).value > 1e-7
    assert check(short, short.extreme_points).verdict == "infeasible"
    for level in ({"epsilon": 0, "delta": 1}, {"trade_off_function": lambda x: 0.0}):
        assert solve(LocalMinimax(k=3, gamma=9, **level, divergence=name)).value == 0
    assert solve(LocalMinimax(k=3, gamma=1, nu=0.01, divergence=name)).value == 0


@pytest.mark.parametrize("name", ["tv", "kl", "chi2", "hellinger"])
def test_perfect_privacy_is_one_row(name):
    """g(x) = 1 − x and ε = 0 leave constant samplers: the best one by random search."""
    generator = np.random.default_rng(3)
    case = {"reference": HALF, "c1": "1/3", "c2": 2, "divergence": name}
    constant = MinimaxSampler(**case, epsilon=0)
    best = solve(constant)
    perfect = solve(MinimaxSampler(**case, trade_off_function=lambda x: 1 - x))
    assert best.status == perfect.status == "optimal"
    assert perfect.value == pytest.approx(best.value, rel=1e-8)
    assert np.ptp(best.mechanism, axis=0).max() == pytest.approx(0, abs=1e-15)
    rows = len(constant.extreme_points)
    centre = best.mechanism[0]
    for size in (0.1, 1e-3):
        for _ in range(300):
            row = np.maximum(centre + size * generator.normal(size=3), 1e-9)
            assert constant.value(np.tile(row / row.sum(), (rows, 1))) >= best.value - 1e-10


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["tv", "kl", "alpha:3"])
def test_any_multipliers_give_a_lower_bound(name, level):
    generator = np.random.default_rng(4)
    problem = LocalMinimax(reference=HALF, gamma="5/2", **level, divergence=name)
    solution = solve(problem)
    assert solution.status == "optimal"
    q = problem.cells.values(solution.mechanism)
    assert problem.dual_bound(solution.duals, {"q": q}) == pytest.approx(solution.bounds.lower)
    for _ in range(250):
        size = 10.0 ** generator.uniform(-6, 4)
        wrong = {
            key: np.asarray(value) * generator.choice([0, 1, -1, 2])
            + size * generator.normal(size=np.shape(value))
            for key, value in solution.duals.items()
        }
        at = {"q": generator.random(len(q)) * generator.choice([0, 1, 3])}
        if generator.random() < 0.5:  # linearised at q alone, or at planes that are dropped
            wrong = {key: v for key, v in wrong.items() if not key.startswith("tangent")}
        assert problem.dual_bound(wrong, at) <= solution.value + 1e-12 * max(1, size)
    slightly = {key: np.asarray(v) * (1 + 1e-3) for key, v in solution.duals.items()}
    assert problem.dual_bound(slightly, {"q": q}) <= solution.value + 1e-12


@pytest.mark.parametrize(("level", "stricter"), list(zip(LEVELS, STRICTER, strict=True)))
@pytest.mark.parametrize("symmetric", [True, False])
def test_an_optimum_breaks_what_is_slightly_stricter(level, stricter, symmetric):
    for case in ({"k": 4, "gamma": 2}, {"reference": HALF, "gamma": "5/2"}, {"k": 14, "gamma": 2}):
        if case.get("k") == 14 and not symmetric:
            continue
        problem = LocalMinimax(**case, **level, divergence="tv", symmetric=symmetric)
        solution = solve(problem)
        assert check(problem, solution.mechanism, solution=solution).verdict == "optimal"
        harder = LocalMinimax(**case, **stricter, divergence="tv", symmetric=symmetric)
        verdict = check(harder, solution.mechanism)
        assert verdict.verdict == "infeasible"
        assert verdict.violations[0].constraint == "privacy"


def brute_excess(Q, level):
    """By how much all pairs of rows break (ε, δ), by all events."""
    t, worst = math.exp(level["epsilon"]), (-math.inf, 0, 0)
    events = [np.array(e, dtype=bool) for e in itertools.product((0, 1), repeat=Q.shape[1])]
    for i, j in itertools.product(range(len(Q)), repeat=2):
        over = max(float(Q[i][e].sum() - t * Q[j][e].sum()) for e in events)
        worst = max(worst, (over - level["delta"], i, j))
    return worst


def test_violations_by_brute_force():
    generator = np.random.default_rng(6)
    level = {"epsilon": 0.3, "delta": 0.05}
    for case in ({"k": 3, "gamma": 2}, {"reference": HALF, "gamma": 2}):
        problem = LocalMinimax(**case, **level, divergence="tv")
        n = len(problem.extreme_points)
        for _ in range(20):
            Q = generator.dirichlet(np.full(3, 20.0), n)
            expected, row, other = brute_excess(Q, level)
            found = problem.violations(Q, 1e-9)
            assert bool(found) == (expected > 0)
            if found:
                assert found[0].amount == pytest.approx(expected, abs=1e-13)
                assert found[0].where == {"row": row, "other_row": other}
        # A symmetric mechanism: the rows that are named do break it by that much.
        Q = problem.extreme_points
        (found,) = problem.violations(Q, 1e-9)
        pair = Q[[found.where["row"], found.where["other_row"]]]
        assert brute_excess(pair, level)[0] == pytest.approx(found.amount, abs=1e-13)
        assert found.amount == pytest.approx(brute_excess(Q, level)[0], abs=1e-13)


@pytest.mark.parametrize("level", LEVELS)
def test_one_row_an_orbit_stands_for_all_of_it(level):
    """Beyond 1024 points a class that is not private is still seen to be not."""
    problem = LocalMinimax(k=14, gamma=3, **level, divergence="tv")
    assert len(problem.extreme_points) == len(problem.cells.orbits)
    for mechanism in (problem.extreme_points, lambda p: p):
        verdict = check(problem, mechanism)
        assert verdict.verdict == "infeasible"
        assert verdict.violations[0].where["row"] < len(problem.extreme_points)
    if "epsilon" in level:
        (first,) = problem.violations(problem.extreme_points, 1e-9)
        assert first.amount == pytest.approx(
            2 * math.log(3) - 0.5
            if "delta" not in level
            else max(np.maximum(np.sort(p)[::-1] - math.exp(0.3) * np.sort(p), 0).sum()
                     for p in problem.extreme_points) - 0.05
        )  # fmt: skip
    if level == {"epsilon": 0.5}:
        assert problem.true_epsilon(problem.extreme_points) == pytest.approx(2 * math.log(3))


def test_a_callable_is_asked_at_every_extreme_point():
    problem = LocalMinimax(reference=HALF, gamma=2, epsilon=0.5)
    seen = []

    def sampler(p):
        seen.append(p.copy())
        p[:] = 0  # what is done to the argument harms nothing
        return HALF_ARRAY

    assert check(problem, sampler).verdict == "suboptimal"
    assert np.array_equal(np.array(seen), problem.extreme_points)
    best = solve(problem).mechanism
    table = {tuple(p): q for p, q in zip(problem.extreme_points, best, strict=True)}
    assert check(problem, lambda p: table[tuple(p)]).verdict == "optimal"


HALF_ARRAY = np.array([1 / 2, 1 / 3, 1 / 6])


@pytest.mark.parametrize(
    ("mechanism", "parameter", "what"),
    [
        (lambda p: [0.5, 0.5], "mechanism", "2 columns"), (lambda p: 1.0, "mechanism", "shape"),
        (lambda p: [math.nan, 1, 0], "mechanism[0, 0]", "not finite"), (lambda p: "x", "mechanism",
        "ValueError"), (lambda p: 1 / 0, "mechanism", "ZeroDivisionError: .* return a vector"),
        (lambda p: None, "mechanism", "give"), (lambda p: [[1, 0, 0]], "mechanism", "shape"),
        (np.eye(3), "mechanism", "one row for each of the"), ([[1, 0]] * 5, "mechanism", "give"),
    ],
)  # fmt: skip
def test_mechanisms_that_are_refused(mechanism, parameter, what):
    problem = LocalMinimax(reference=HALF, gamma=2, epsilon=0.5)
    with pytest.raises(InputError, match=what) as raised:
        check(problem, mechanism)
    assert raised.value.parameter == parameter


@pytest.mark.parametrize("gamma", [0.999, 0, -2, math.nan, "x", None])
def test_gamma_that_is_refused(gamma):
    with pytest.raises(InputError) as raised:
        LocalMinimax(k=3, gamma=gamma, epsilon=1)
    assert raised.value.parameter == "gamma"


@pytest.mark.parametrize("k", [20, 100])
@pytest.mark.parametrize("level", [{"epsilon": 1}, {"nu": 1}])
@pytest.mark.parametrize("name", ["tv", "kl"])
def test_large_alphabets(k, level, name):
    solution = solve(LocalMinimax(k=k, gamma=2, **level, divergence=name))
    assert solution.status == "optimal"
    assert solution.bounds.width <= 1e-8 * max(solution.value, 1e-6)
    simplex = solve(MinimaxSampler(k=k, **level, divergence=name))
    assert simplex.status == "optimal"
    if "epsilon" in level:  # randomized response: a letter keeps e^ε/(e^ε + k − 1)
        kept = math.e / (math.e + k - 1)
        expected = 1 - kept if name == "tv" else -math.log(kept)
        assert simplex.value == pytest.approx(expected, rel=1e-9)
