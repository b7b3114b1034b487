"""Projection onto a box of distributions against brute force on an exact grid."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from formulations import InputError, Mollifier, RelativeMollifier, solve

F = Fraction
NAMES = ["kl", "tv", "hellinger", "chi2", "js", "hockey-stick:2", "alpha:0.5", "alpha:3"]


def grid(lower, upper, steps):
    """All points of the box whose coordinates are multiples of 1/steps and sum to 1."""
    n = len(lower)
    for head in itertools.product(range(steps + 1), repeat=n - 1):
        x = [F(h, steps) for h in head]
        x.append(1 - sum(x))
        if all(lo <= v <= hi for lo, v, hi in zip(lower, x, upper, strict=True)):
            yield x


@pytest.mark.parametrize("name", NAMES)
def test_no_point_of_a_grid_is_better_and_some_are_close(exact, name):
    cases = [
        ([F(7, 10), F(2, 10), F(1, 10)], [0, F(1, 4), F(1, 10)], [F(1, 2), 1, F(1, 2)]),
        ([1, 0, 0], [0, 0, 0], [F(1, 2), F(1, 2), F(1, 4)]),
        ([F(1, 3)] * 3, [F(1, 2), 0, 0], [1, 1, F(1, 10)]),
    ]
    for target, lower, upper in cases:
        problem = Mollifier(target=target, lower=lower, upper=upper, divergence=name)
        solution = solve(problem)
        best = min(exact(name, target, x) for x in grid(lower, upper, 40))
        assert solution.status == "optimal"
        assert solution.value <= best + 1e-12
        assert solution.value == pytest.approx(best, rel=0.02, abs=2e-3)
        assert not problem.violations(solution.mechanism, 1e-12)


def test_a_relative_mollifier_is_a_mollifier():
    p, q = [0.7, 0.2, 0.1], [0.2, 0.3, 0.5]
    for name in NAMES:
        relative = RelativeMollifier(target=p, reference=q, epsilon=0.8, divergence=name)
        box = Mollifier(
            target=p, lower=relative.lower.tolist(), upper=relative.upper.tolist(), divergence=name
        )
        assert solve(box).value == pytest.approx(solve(relative).value, rel=1e-10, abs=1e-15)
        wider = Mollifier(target=p, lower=[0] * 3, upper=relative.upper.tolist(), divergence=name)
        assert solve(wider).value <= solve(box).value + 1e-15


@pytest.mark.parametrize("name", NAMES)
def test_a_box_that_is_one_point(exact, name):
    p, x = [0.7, 0.2, 0.1], [F(1, 5), F(3, 10), F(1, 2)]
    for lower, upper in ((x, x), (x, [1, 1, 1]), ([0, 0, 0], x)):
        solution = solve(Mollifier(target=p, lower=lower, upper=upper, divergence=name))
        assert solution.status == "optimal"
        assert solution.value == pytest.approx(exact(name, map(str, p), x), rel=1e-12)


def test_infinite_risks_are_values():
    apart = {"target": [1, 0], "lower": [0, 0], "upper": [0, 1]}
    for name, value in (("kl", np.inf), ("chi2", np.inf), ("tv", 1.0), ("hellinger", 2.0)):
        solution = solve(Mollifier(**apart, divergence=name))
        assert (solution.status, solution.value) == ("optimal", value)
    forced = {"target": [1, 0], "lower": [0, 0.1], "upper": [1, 1]}
    assert solve(Mollifier(**forced, divergence="alpha:-1")).value == np.inf
    free = {"target": [1, 0], "lower": [0, 0], "upper": [1, 1]}
    assert solve(Mollifier(**free, divergence="alpha:-1")).value == pytest.approx(0, abs=1e-14)
    # Mass on the second letter would cost infinitely much; none of it is needed.
    half = {"target": [0.5, 0, 0.5], "lower": [0, 0, 0.6], "upper": [1, 1, 1]}
    solution = solve(Mollifier(**half, divergence="alpha:0"))
    assert solution.status == "optimal"
    assert solution.value == pytest.approx(np.log(0.4 / 0.5) * -0.4 * -1 + 0.6 * np.log(1.2))


def test_violations_name_the_entry():
    problem = Mollifier(target=[0.5, 0.5], lower=[0.1, 0.2], upper=[0.6, 0.9])
    assert not problem.violations(np.array([0.5, 0.5]), 1e-9)
    for x, constraint, entry in (
        ([0.1 - 1e-6, 0.9], "lower", 0),
        ([0.6 + 1e-6, 0.4 - 1e-6], "upper", 0),
        ([0.05, 0.95], "upper", 1),
    ):
        found = {v.constraint: v for v in problem.violations(np.array(x), 1e-9)}
        assert found[constraint].where == {"entry": entry}
    assert [v.constraint for v in problem.violations(np.array([0.5, 0.500001]), 1e-9)] == ["sum"]


def test_a_mechanism_is_a_vector_of_n_numbers():
    problem = Mollifier(target=[0.5, 0.5], lower=[0, 0], upper=[1, 1])
    for value in ([0.5, 0.5], ["1/2", "1/2"], [[0.5, 0.5]][0], np.array([[0.5, 0.5]])):
        assert problem.read_mechanism(value).tolist() == [0.5, 0.5]
    for value in ([1], [0.5, np.nan], np.eye(2), "x", None, [10**400, 0]):
        with pytest.raises(InputError) as caught:
            problem.read_mechanism(value)
        assert caught.value.parameter.startswith("mechanism")
        assert caught.value.remedy
