"""Privacy profiles against dense grids of the trade-off function, and refusals."""

import math

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from formulations import InputError
from formulations.trade_off import read_privacy

X = np.concatenate([[0.0], np.geomspace(1e-12, 1e-3, 4000), np.linspace(1e-3, 1, 60001)])
BETAS = [0.0, 1e-6, 0.01, 0.1, 0.5, 1.0, 2.0, 4.0, 8.0]


def approximate(epsilon, delta):
    t = math.exp(epsilon)
    return lambda x: max(0.0, 1 - delta - t * x, (1 - delta - x) / t)


def gaussian(nu):
    return lambda x: float(ndtr(ndtri(1 - x) - nu))


FUNCTIONS = {
    "pure": approximate(0.8, 0.0), "approximate": approximate(0.5, 0.1),
    "perfect": lambda x: 1 - x, "none": lambda x: 0.0, "gaussian": gaussian(0.8),
    "asymmetric": lambda x: max(0.0, 1 - 4 * x, 0.4 * (1 - x) - 0.1),
    "smooth": lambda x: (1 - math.sqrt(x)) ** 2, "power": lambda x: (1 - x) ** 3,
    "total": lambda x: max(0.0, 0.9 - x), "inverse": lambda x: 1 - x ** (1 / 3),
}  # fmt: skip


def on_grid(g, t):
    """1 + g*(−t) from below: the grid cannot find the least t x + g(x)."""
    return 1 - min(t * x + g(x) for x in X.tolist())


@pytest.mark.parametrize("name", ["perfect", "pure", "approximate", "asymmetric", "power"])
def test_conjugates_against_a_grid(name):
    g = FUNCTIONS[name]
    forward, backward = read_privacy(None, None, None, g).profiles
    for beta in BETAS:
        t = math.exp(beta)
        first, second = float(forward.delta(beta)), float(backward.delta(beta))
        assert on_grid(g, t) - 1e-12 <= first <= on_grid(g, t) + t * 2e-5
        reverse = max(1 - t + t * on_grid(g, 1 / t), 0)
        assert reverse - 1e-12 * t <= second <= reverse + t * 2e-5
        assert 0 <= first <= 1 + 1e-15


@pytest.mark.parametrize("nu", [0.1, 0.8, 3.0])
def test_a_gaussian_by_its_name_and_by_its_function(nu):
    (closed,) = read_privacy(None, None, nu, None).profiles
    for profile in read_privacy(None, None, None, gaussian(nu)).profiles:
        for beta in [b for b in BETAS if float(closed.delta(b)) > 1e-9]:
            assert float(profile.delta(beta)) == pytest.approx(float(closed.delta(beta)), abs=3e-13)


def test_a_gaussian_by_numerical_integration():
    from scipy.integrate import quad

    def density(x):
        return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)

    for nu in (0.1, 1.0, 3.0):
        (profile,) = read_privacy(None, None, nu, None).profiles
        for beta in (0.0, 0.5, 2.0):
            cut = nu / 2 + beta / nu  # where the likelihood ratio is e^β
            area, _ = quad(lambda x: density(x - nu) - math.exp(beta) * density(x), cut, cut + 40)  # noqa: B023
            assert float(profile.delta(beta)) == pytest.approx(area, abs=1e-10)


def test_pure_and_approximate_as_functions():
    """g_{ε,δ} allows δ at ε exactly, and at other levels what follows from it."""
    for epsilon, delta in ((0.5, 0.1), (1.0, 0.0), (0.0, 0.2)):
        for profile in read_privacy(None, None, None, approximate(epsilon, delta)).profiles:
            assert float(profile.delta(epsilon)) == pytest.approx(delta, abs=1e-12)
            assert float(profile.delta(epsilon + 3)) == pytest.approx(delta, abs=1e-12)


@pytest.mark.parametrize("name", ["asymmetric", "smooth", "power", "gaussian", "inverse"])
def test_the_exact_excess_is_the_largest_over_all_levels(name):
    """A − t B − δ(t) at many t never exceeds the closed form and comes close to it."""
    grid = np.linspace(0, 12, 1201)
    generator = np.random.default_rng(4)
    for profile in read_privacy(None, None, None, FUNCTIONS[name]).profiles:
        delta = np.array([float(profile.delta(b)) for b in grid])
        A, B = 0.9 + 0.1 * generator.random(30), generator.random(30) ** 4
        exact = profile.excess(A, B)
        beta = profile.worst(A, B, np.zeros(30), np.full(30, profile.horizon))
        attained = A - np.exp(beta) * B - profile.delta(beta)
        for a, b, seen, there in zip(A, B, exact, attained, strict=True):
            assert (a - np.exp(grid) * b - delta).max() - 1e-12 <= seen
            assert there == pytest.approx(seen, rel=2e-3, abs=1e-9)


def test_horizon():
    assert read_privacy(None, None, None, lambda x: 1 - x).profiles[0].horizon < 1e-9
    for nu in (0.1, 1.0, 3.0):
        (profile,) = read_privacy(None, None, nu, None).profiles
        assert (
            float(profile.delta(profile.horizon))
            <= 1e-13
            < float(profile.delta(0.99 * profile.horizon))
        )
    assert read_privacy(None, None, None, lambda x: 0.0).profiles[0].horizon == 700


@pytest.mark.parametrize(
    ("g", "what"),
    [
        (lambda x: x, "above 1 − x"), (lambda x: 1.1 - x, "above 1 − x at x = 0"),
        (lambda x: -0.1, "negative at x = 0"), (lambda x: math.nan, "not finite at x = 0"),
        (lambda x: math.inf, "not finite"), (lambda x: 0.5 * x * (1 - x), "increases at x = 0"),
        (lambda x: max(0, 0.5 - x * x), "not convex"), (lambda x: 1 / 0, "ZeroDivisionError"),
        (lambda: 0, "TypeError"), (lambda x: "a", "returned str"), (0.5, "not callable"),
        ("gaussian", "not callable"),
        (lambda x: (0.2 if x < 0.5 else 0.1) * (1 - x), "not convex at x = 0.4995"),
    ],
)  # fmt: skip
def test_what_is_no_trade_off_function_is_refused_with_the_place(g, what):
    with pytest.raises(InputError, match=what) as raised:
        read_privacy(None, None, None, g)
    assert raised.value.parameter == "trade_off_function"


@pytest.mark.parametrize(
    ("given", "parameter", "what"),
    [
        ((None, None, 0, None), "nu", "not positive"), ((None, None, -1, None), "nu", "ν > 0"),
        ((None, None, math.nan, None), "nu", "not finite"), ((1, None, 1, None), "epsilon", "2 of"),
        ((None, None, None, None), "epsilon", "0 of them"), ((-1, 0, None, None), "epsilon", "neg"),
        ((None, 0.1, 1, None), "delta", "epsilon only"), ((1, 1.5, None, None), "delta", "outside"),
        ((1, -0.1, None, None), "delta", "outside"), ((701, 0, None, None), "epsilon", "700"),
        ((1, 0, None, abs), "epsilon", "exactly one"),
    ],
)  # fmt: skip
def test_levels_that_are_refused(given, parameter, what):
    with pytest.raises(InputError, match=what) as raised:
        read_privacy(*given)
    assert raised.value.parameter == parameter


def test_delta_zero_is_pure():
    assert read_privacy(1, 0, None, None).epsilon == 1.0
    assert read_privacy(1, 0.1, None, None).epsilon is None
