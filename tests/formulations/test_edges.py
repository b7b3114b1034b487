"""Where rounding breaks answers: the printed examples, and families of them against balls."""

import math
import subprocess
import sys
import threading

import flint
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks import _oracle, edges
from formulations import (
    ApproximateBinary,
    Information,
    InputError,
    LocalMinimax,
    MinimaxSampler,
    Mollifier,
    PublicPrior,
    RelativeMollifier,
    Staircase,
    divergence,
    solve,
)
from lpcheck.compare import check

P0, P1 = [0.9, 0.1], [0.1, 0.9]


class Drawn:
    """Hypothesis in the place of a random generator, so that the families can be shrunk."""

    def __init__(self, data):
        self.data = data

    def uniform(self, low=0.0, high=1.0):
        return self.data.draw(st.floats(low, high))

    def integers(self, low, high=None):
        low, high = (0, low) if high is None else (low, high)
        return self.data.draw(st.integers(low, high - 1))

    def choice(self, values):
        return self.data.draw(st.sampled_from(list(values)))


def judged(name, data):
    flint.ctx.prec = _oracle.BITS
    try:
        problem, optimum = edges.FAMILIES[name](Drawn(data))
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017  a refusal is an answer here
        return
    outcome, why = edges.judge(problem, optimum)
    assert outcome != "wrong", (why, problem.parameters)


quick = settings(
    max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
long = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", edges.FAMILIES)
@quick
@given(data=st.data())
def test_no_answer_is_wrong(name, data):
    judged(name, data)


@pytest.mark.full
@pytest.mark.parametrize("name", edges.FAMILIES)
@long
@given(data=st.data())
def test_no_answer_is_wrong_at_more_edges(name, data):
    judged(name, data)


def test_the_judge_of_the_edges_can_say_wrong(monkeypatch):
    """Bounds that are too tight by 1e-6, a floor as wide as before, an optimum of another ε."""
    flint.ctx.prec = _oracle.BITS
    problem = Staircase(p0=P0, p1=P1, epsilon=1)
    right, close, off = (
        lambda e=e: _oracle.staircase(problem.p0.exact, problem.p1.exact, e, "kl")
        for e in map(edges.Fraction, ("1", "1.000001", "1.01"))
    )
    assert edges.judge(problem, right)[0] == "right"
    assert edges.judge(problem, close)[0] == "wrong"
    assert edges.judge(problem, off)[0] == "wrong"
    assert edges.judge(problem, lambda: _oracle.INFINITE)[0] == "wrong"
    near = LocalMinimax(reference=[0.5, 0.5], gamma="1.0000001", epsilon="1e-8")
    a, b = edges.binary(1 / near.gamma, edges.Fraction(1, 2), near.gamma)
    pair = _oracle.approximate(edges.Fraction("1e-8"), edges.Fraction(0))
    monkeypatch.setattr(LocalMinimax, "rounding", lambda self, mechanism: 1e-17)
    optimum = lambda: _oracle.binary_sampler(a, b, pair, "kl") + _oracle.ball("1e-16")  # noqa: E731
    assert edges.judge(near, optimum)[0] == "wrong"


@pytest.mark.parametrize("target", [["1e-16", 1], ["1e-20", 1], ["1e-280", 1]])
@pytest.mark.parametrize("name", ["alpha:-20", "alpha:-5", "alpha:-900", "alpha:900"])
def test_an_overflow_is_not_infinity(target, name):
    problem = Mollifier(target=target, lower=[0, 0], upper=[1, 1], divergence=name)
    assert solve(problem).bounds.upper == 0
    worse = check(problem, [0.3, 0.7])
    assert worse.verdict == "suboptimal"
    assert worse.value != math.inf
    missing = {"target": [0.5, 0.5], "lower": [0, 0], "upper": [0, 1], "divergence": "kl"}
    assert solve(Mollifier(**missing)).value == math.inf  # from a zero


@pytest.mark.parametrize("nu", [45, 50, 100, 1e4])
def test_a_gaussian_level_is_looked_at_to_its_end(nu):
    problem = MinimaxSampler(k=2, nu=nu)
    assert solve(problem).status == "inconclusive"  # an optimum of 1e-112 or less, above 0
    assert check(problem, np.eye(2)).verdict == "infeasible"
    assert solve(MinimaxSampler(k=2, nu=nu, divergence="alpha:-1")).value == math.inf


def entropy(x):
    return x * math.log(x) if x > 0 else 0.0


@pytest.mark.parametrize("epsilon", [1e-3, 1e-2, 1.0])
def test_a_function_s_own_rounding_is_allowed_for(epsilon):
    best = solve(Staircase(p0=P0, p1=P1, epsilon=epsilon))
    worse = 0.5 * best.mechanism + 0.25
    for f in (entropy, lambda x: entropy(x) + 1e3 * (x - 1), lambda x: entropy(x) - 1e6 * (x - 1)):
        problem = Staircase(p0=P0, p1=P1, epsilon=epsilon, divergence=f)
        assert check(problem, best.mechanism).verdict in ("optimal", "inconclusive")
        assert check(problem, worse).verdict in ("suboptimal", "inconclusive")
    plain = Staircase(p0=P0, p1=P1, epsilon=epsilon, divergence=entropy)
    assert check(plain, best.mechanism).verdict == "optimal"
    assert check(plain, worse).verdict == "suboptimal"


@pytest.mark.parametrize("a", [1.0001, 1.0000001, 0.0001])
def test_a_function_that_cancels_says_how_far_it_is_off(a):
    truth = solve(Staircase(p0=P0, p1=P1, epsilon=1e-3, divergence=f"alpha:{a}")).value
    problem = Staircase(p0=P0, p1=P1, epsilon=1e-3, divergence=lambda x: (x**a - 1) / (a * (a - 1)))
    solution = solve(problem)
    rounding = problem.rounding(solution.mechanism)
    assert abs(solution.value - truth) <= 2 * rounding
    assert solution.status == "inconclusive" or rounding <= 0.01 * truth


def far(error):
    def f(x):
        if x > 2e4:
            raise error("far\nout")
        return entropy(x)

    return f


def test_functions_that_raise_are_refused_in_one_line_or_not_asked():
    for error in (ValueError, ZeroDivisionError, IndexError, RuntimeError):
        assert solve(Staircase(p0=P0, p1=P1, epsilon=1, divergence=far(error))).status == "optimal"
        with pytest.raises(InputError, match="raised") as raised:
            solve(Staircase(p0=[1, 0], p1=[0, 1], epsilon=20, divergence=far(error)))
        assert "\n" not in str(raised.value)
    with pytest.raises(InputError, match="returned str"):
        divergence(lambda x: "1.5")

    def grid(x):
        if abs(2000 * x - round(2000 * x)) > 1e-9:
            raise ValueError("off\nthe grid")
        return 1 - x

    with pytest.raises(InputError, match="trade_off_function") as raised:
        solve(MinimaxSampler(k=3, trade_off_function=grid))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("x", ["1e-400", "1e-320", "1e-310"])
def test_numbers_that_no_double_holds_are_refused_in_one_line(x):
    y = 1 - edges.Fraction(x)
    for problem in (
        Staircase(p0=[x, y], p1=P1, epsilon=1),
        Staircase(p0=P0, p1=P1, epsilon=x),
        Information(prior=[x, y], epsilon=1),
        ApproximateBinary(p0=[x, y], p1=P1, epsilon=1, delta=0.1),
        ApproximateBinary(p0=P0, p1=P1, epsilon=1, delta=x),
        PublicPrior(prior=[x, y], epsilon=1),
        Mollifier(target=P0, lower=[0, 0], upper=[x, 1]),
        RelativeMollifier(target=P0, reference=[x, y], epsilon=1),
        MinimaxSampler(reference=[x, y], epsilon=1, c1=0.5, c2=2),
        LocalMinimax(reference=P0, gamma=1 + edges.Fraction(x), epsilon=1),
    ):
        for ask in (solve, lambda problem: check(problem, [[0.5, 0.5]] * 2)):
            with pytest.raises(InputError) as raised:
                ask(problem)
            assert "\n" not in str(raised.value)


def test_an_optimum_far_below_the_scale_of_its_problem():
    near = LocalMinimax(reference=[0.5, 0.3, 0.2], gamma="1.0000001", epsilon="1.2e-7")
    constant = np.tile([0.5, 0.3, 0.2], (len(near.extreme_points), 1))
    assert check(near, constant).verdict == "suboptimal"  # at four times the optimum
    box = Mollifier(target=[0.5, 0.5], lower=["0.50000001", 0], upper=[1, 1])
    assert check(box, ["0.50000001", "0.49999999"]).verdict == "optimal"
    assert check(box, ["0.50000002", "0.49999998"]).verdict == "suboptimal"
    for problem in (MinimaxSampler(k=3, epsilon=40), PublicPrior(prior=[0.25] * 4, epsilon=40)):
        best = solve(problem)
        assert check(problem, best.mechanism).verdict == "optimal"
        stronger = type(problem)(**{**problem.parameters, "epsilon": 38})
        assert check(problem, solve(stronger).mechanism).verdict == "suboptimal"


@pytest.mark.parametrize("epsilon", ["1e-15", "4e-15", "1e-14", "1e-100"])
def test_nothing_is_optimal_where_doubles_tell_no_mechanisms_apart(epsilon):
    problem = Staircase(p0=P0, p1=P1, epsilon=epsilon)
    for mechanism in ([[0.5, 0.5]] * 2, solve(problem).mechanism):
        assert check(problem, mechanism).verdict in ("inconclusive", "suboptimal")


def test_threads_share_no_model():
    problems = [
        make(seed)
        for seed in range(3)
        for make in (
            lambda s: Information(prior=[0.2 + 0.1 * s, 0.3, 0.5 - 0.1 * s], epsilon=0.5 + s),
            lambda s: ApproximateBinary(p0=P0, p1=P1, epsilon=0.5 + s, delta=0.05 * (s + 1)),
            lambda s: PublicPrior(prior=[0.2, 0.3, 0.5], epsilon=0.5 + s, divergence="tv"),
            lambda s: MinimaxSampler(k=3, epsilon=0.5 + s),
        )
    ]
    expected = [solve(problem).value for problem in problems]
    failures = []

    def work(shift):
        order = np.roll(np.arange(len(problems)), shift)
        for i in order:
            solution = solve(problems[i])
            if solution.status != "optimal" or not math.isclose(solution.value, expected[i]):
                failures.append((i, solution))

    threads = [threading.Thread(target=work, args=(shift,)) for shift in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.parametrize(
    "code",
    [
        "from formulations import Staircase, Information, MinimaxSampler, PublicPrior",
        "from formulations import Staircase, solve\n"
        "assert solve(Staircase(p0=[.9, .1], p1=[.2, .8], epsilon=1)).status == 'optimal'",
        "from formulations import Mollifier, solve\n"
        "p = Mollifier(target=[.9, .1], lower=[0, .2], upper=[1, 1])\n"
        "assert solve(p).status == 'optimal'",
        "from formulations import Staircase\nfrom lpcheck.compare import check\n"
        "p = Staircase(p0=[.9, .1], p1=[.2, .8], epsilon=1)\n"
        "assert check(p, [[.5, .5]] * 2).verdict == 'suboptimal'",
    ],
)
def test_what_needs_no_model_imports_no_modelling(code):
    script = f"{code}\nimport sys\nassert not {{'cvxpy', 'highspy', 'clarabel'}} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_boxes_that_are_narrower_than_the_last_digits_of_their_bounds():
    """What families of instances found: a sum that a double rounds to 1 moves a small entry."""
    left = edges.Fraction(1, 10**20)
    narrow = Mollifier(target=P0, lower=[0, 1 - left], upper=[1, 1], divergence="chi2")
    for ask in (solve, lambda problem: check(problem, [0.0, 1.0])):
        with pytest.raises(InputError, match="doubles see a point"):
            ask(narrow)
    p = edges.Fraction("6.8181817716942156e-9")
    low = p + edges.Fraction(1, 10**19)
    beside = Mollifier(target=[p, 1 - p], lower=[low, 0], upper=[1, 1 - low], divergence="js")
    assert solve(beside).status == "inconclusive"  # an optimum of 2e-31
    at_home = RelativeMollifier(
        target=[p, 1 - p], reference=[low, 1 - low], epsilon="1e-290", divergence="kl"
    )
    assert solve(at_home).value != 0  # p is not in the box, and p/q is 1 to a double


def test_an_overflowing_bound_or_value_is_never_optimal():
    far_off = {"target": [0.5, 0.5], "lower": [0, 0], "upper": ["1e-200", 1]}
    for name in ("alpha:400", "alpha:900"):
        solution = solve(Mollifier(**far_off, divergence=name))
        assert solution.status == "inconclusive"
        assert solution.bounds.lower < math.inf
    rare = solve(PublicPrior(prior=["1e-150", 1 - edges.Fraction("1e-150")], epsilon="1e-5",
                             divergence="alpha:251"))  # fmt: skip
    assert rare.status == "inconclusive"
    assert rare.bounds.lower < math.inf
