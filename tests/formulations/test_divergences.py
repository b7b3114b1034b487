"""Divergences against 60-digit formulas: values, zeros, small differences, slopes, limits."""

import math
from fractions import Fraction

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formulations import Divergence, InputError, divergence
from formulations.divergences import NAMES, read_divergence

NAMED = [
    "kl", "tv", "hellinger", "chi2", "js", "hockey-stick:1", "hockey-stick:2.5",
    "alpha:-1", "alpha:0", "alpha:0.5", "alpha:1", "alpha:2", "alpha:3",
]  # fmt: skip
CUSTOM = {
    "kl": lambda x: x * math.log(x),
    "tv": lambda x: abs(x - 1) / 2,
    "hellinger": lambda x: (1 - math.sqrt(x)) ** 2,
    "chi2": lambda x: x**2 - 1,
    "alpha:0": lambda x: -math.log(x) + x - 1,
    "alpha:-1": lambda x: (1 / x + x - 2) / 2,
    "alpha:3": lambda x: (x**3 - 3 * x + 2) / 6,
    "hockey-stick:2.5": lambda x: max(x - 2.5, 0.0),
    "js": lambda x: x / 2 * math.log(2 * x / (1 + x)) + math.log(2 / (1 + x)) / 2,
}


@pytest.mark.parametrize("name", NAMED)
def test_values_agree_with_sixty_digits(name, exact):
    d, generator = read_divergence(name), np.random.default_rng(1)
    for concentration in (5.0, 1.0, 0.1):
        for _ in range(20):
            p, q = np.maximum(generator.dirichlet([concentration] * 4, 2), 1e-14)
            assert d.between(p, q) == pytest.approx(exact(name, p, q) + centre(d, p, q), rel=1e-11)


@pytest.mark.parametrize("order", ["0.999999", "1.000001", "1e-7", "-1e-9", "0.9999999999999"])
def test_orders_next_to_those_of_kl_lose_no_digits(order, exact):
    name, generator = f"alpha:{order}", np.random.default_rng(4)
    d = read_divergence(name)
    for _ in range(40):
        p, q = generator.dirichlet([1.0] * 4, 2)
        assert d.between(p, q) == pytest.approx(exact(name, p, q), rel=1e-12, abs=0)
    limit = "kl" if float(order) > 0.5 else "alpha:0"
    gap = abs(float(order) - round(float(order)))
    assert d.between(p, q) == pytest.approx(exact(limit, p, q), rel=1e2 * gap)
    if gap > 1e-12:
        assert d.between(p, q) != pytest.approx(exact(limit, p, q), rel=1e-2 * gap)


@pytest.mark.parametrize("order", ["alpha:3", "alpha:-0.5", "alpha:10", "alpha:-7"])
def test_powers_of_rare_outcomes_lose_no_digits(order, exact):
    d = read_divergence(order)
    p, q = np.array([1.0609728761302995e-09]), np.array([1.0517725130014151e-09])
    gap = np.array([float(Fraction(p[0]) - Fraction(q[0]))])
    assert d.terms(p, q, gap)[0] == pytest.approx(exact(order, p, q), rel=1e-13, abs=0)
    other = exact(order, p, q * (1 + 1e-11))
    assert d.terms(p, q, gap)[0] != pytest.approx(other, rel=1e-13, abs=0)


def test_the_slope_at_infinity_of_an_order_next_to_one_is_exact():
    assert read_divergence("alpha:0.999999").slope_at_infinity == 1e6
    assert read_divergence("alpha:1000000").slope_at_infinity == math.inf
    with pytest.raises(InputError, match="beyond"):
        read_divergence("alpha:1e7")


def centre(d, p, q):
    """What centring f adds where p and q do not have equal sums (doubles never quite do)."""
    return -d.centre * (math.fsum(p) - math.fsum(q))


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("size", [1e-1, 1e-3, 1e-6, 1e-9, 1e-12])
def test_small_differences_keep_ten_digits(name, size, exact):
    d = read_divergence(name)
    unit = 2.0 ** math.floor(math.log2(size))  # so that p + unit is exact
    q = np.array([0.25, 0.5, 0.25])
    p = q + unit * np.array([1.0, -0.5, -0.5])
    expected = exact(name, p, q)
    assert d.between(p, q) == pytest.approx(expected, rel=1e-10, abs=0.0)
    if expected:
        assert d.between(p, q) != pytest.approx(expected * (1 + 1e-8), rel=1e-10, abs=0.0)


@pytest.mark.parametrize("name", NAMED)
def test_zeros_follow_the_conventions(name, exact):
    d = read_divergence(name)
    cases = [
        ([1, 0], [0, 1]), ([0.5, 0.5], [1, 0]), ([1, 0], [0.5, 0.5]),
        ([0, 0.5, 0.5], [0, 0.25, 0.75]), ([0.5, 0.5, 0], [0, 0.5, 0.5]), ([1], [1]),
    ]  # fmt: skip
    for p, q in cases:
        assert d.between(p, q) == pytest.approx(exact(name, p, q), rel=1e-14, abs=1e-16)
    assert d.between([1, 0], [0, 1]) == pytest.approx(d.maximum)


@pytest.mark.parametrize("name", NAMED)
def test_limits_are_the_limits_of_f(name):
    d = read_divergence(name)
    near, far = float(d.f(np.array(1e-280))), float(d.f(np.array(1e280))) / 1e280
    for limit, seen in ((d.at_zero, near), (d.slope_at_infinity, far)):
        if math.isinf(limit):
            assert seen > 100
        else:
            assert seen == pytest.approx(limit, abs=1e-12)
    assert float(d.f(1.0)) == 0.0


@pytest.mark.parametrize("name", NAMED)
def test_slopes_are_finite_differences_and_prices_are_tangents(name):
    d, h = read_divergence(name), 1e-6
    for x in (0.01, 0.3, 0.9, 1.7, 2.4, 2.6, 40.0):
        ahead, behind = d.f(np.array(x * (1 + h))), d.f(np.array(x * (1 - h)))
        chord = float(ahead - behind) / (2 * h * x) - d.centre
        assert float(d.slope(np.array([x]))[0]) == pytest.approx(chord, rel=1e-6, abs=1e-8)
    a, at = np.array([0.3]), np.array([0.2])
    price, height = d.cost_slope(a, at)[0], d.terms(a, at)[0]
    for b in np.linspace(0.01, 1, 50):
        tangent = height + price * (b - at[0])
        assert d.terms(a, np.array([b]))[0] >= tangent - 1e-13
    wrong = price + 0.1
    below = [d.terms(a, np.array([b]))[0] - height - wrong * (b - 0.2) for b in (0.1999, 0.2001)]
    assert min(below) < 0


@pytest.mark.parametrize("name", NAMED)
def test_the_cvxpy_expression_is_the_term(name):
    d, generator = read_divergence(name), np.random.default_rng(2)
    assert d.expression is not None
    a, b = generator.uniform(0.05, 1, (2, 30))
    variable = cp.Variable(30)
    expression = d.expression(a, variable)
    assert expression.is_convex()
    variable.value = b
    assert np.allclose(expression.value, d.terms(a, b), rtol=1e-9, atol=1e-12)
    variable.value = b * 1.01
    assert not np.allclose(expression.value, d.terms(a, b), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", [*NAMED, "quartic"])
@pytest.mark.parametrize("shape", [(), (1,), (7,), (3, 5)])
def test_terms_of_positive_entries_are_the_same_to_the_last_bit_beside_a_zero(name, shape):
    d = divergence(lambda x: (x - 1) ** 4) if name == "quartic" else read_divergence(name)
    generator = np.random.default_rng(4)
    for scale in (1.0, 1e-9, 1e-160):
        a, b = scale * generator.random((2, *shape)) + 1e-300
        gap = a - b
        with np.errstate(over="ignore"):
            masked = d.terms(np.append(a, 0.0), np.append(b, 0.0), np.append(gap, 0.0))
            alone = d.terms(a, b, gap)
        assert np.shape(alone) == shape
        assert np.ravel(alone).tobytes() == masked[:-1].tobytes()
        assert masked[-1] == 0.0


def test_terms_broadcast_and_keep_empty_arrays():
    d = read_divergence("kl")
    rows = d.terms(np.array([[0.2], [0.7]]), np.array([0.3, 0.5, 0.0001]))
    assert rows.shape == (2, 3)
    assert rows[1, 2] == d.terms(0.7, 0.0001)
    assert d.terms(np.zeros((0, 3)), np.zeros((0, 3))).shape == (0, 3)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(
    st.sampled_from(NAMED),
    st.floats(1e-12, 1e3),
    st.floats(1e-12, 1e3),
    st.floats(1e-12, 1e3),
    st.floats(1e-12, 1e3),
)
def test_terms_are_sublinear_and_nonnegative(name, a, b, c, d):
    f = read_divergence(name)
    one, two = f.terms(np.array([a, c]), np.array([b, d]))
    both = float(f.terms(np.array([a + c]), np.array([b + d]))[0])
    assert min(one, two, both) >= 0
    assert both <= (one + two) * (1 + 1e-9) + 1e-12
    assert float(f.terms(np.array([7 * a]), np.array([7 * b]))[0]) == pytest.approx(
        7 * one, rel=1e-6, abs=1e-12
    )


@pytest.mark.parametrize("name", sorted(CUSTOM))
def test_a_custom_f_is_the_named_divergence(name, exact):
    mine, theirs = divergence(CUSTOM[name]), read_divergence(name)
    for mine_limit, limit in (
        (mine.at_zero, theirs.at_zero),
        (mine.slope_at_infinity, theirs.slope_at_infinity),
    ):
        assert mine_limit == pytest.approx(limit, abs=1e-9)
    p, q = np.random.default_rng(3).dirichlet(np.ones(5), 2)
    assert mine.between(p, q) == pytest.approx(theirs.between(p, q), rel=1e-12)
    x = np.array([0.2, 0.8, 1.3, 4.0])
    assert np.allclose(mine.slope(x) + mine.centre, theirs.slope(x) + theirs.centre, atol=1e-8)


@pytest.mark.parametrize(
    ("f", "at_zero", "slope"),
    [
        (lambda x: (x - 1) ** 2 / (x + 1), 1.0, 1.0),  # overflows at 1e200, limit 1
        (lambda x: (x - 1) ** 2 / x, math.inf, 1.0),
        (lambda x: (x - 1) ** 4 / (x + 1) ** 3, 1.0, 1.0),
        (lambda x: math.exp(x) - math.e, 1 - math.e, math.inf),
        (lambda x: math.expm1(1 - x), math.e - 1, 0.0),
        (lambda x: np.log(2) - np.log1p(x), math.log(2), 0.0),
        (lambda x: x * np.log(x), 0.0, math.inf),
        (lambda x: 1 / np.sqrt(x) - 1, math.inf, 0.0),
        (lambda x: 0.0, 0.0, 0.0),
    ],
)
def test_limits_of_a_custom_f_are_found(f, at_zero, slope):
    d = divergence(f)
    assert d.at_zero == pytest.approx(at_zero, abs=1e-9)
    assert d.slope_at_infinity == pytest.approx(slope, abs=1e-9)


def refuse_zero(f):
    def guarded(x):
        if x == 0:
            raise ValueError("f is defined on (0, ∞)")
        return f(x)

    return guarded


@pytest.mark.parametrize(
    ("f", "parameter", "stated"),
    [
        (refuse_zero(lambda x: 1 - x**0.001), "at_zero", {"at_zero": 1.0}),
        (refuse_zero(lambda x: 1 - x**0.01), "at_zero", {"at_zero": 1.0}),
        (lambda x: x - x**0.9999, "slope_at_infinity", {"slope_at_infinity": 1.0}),
    ],
)
def test_a_limit_that_cannot_be_told_is_asked_for(f, parameter, stated):
    with pytest.raises(InputError) as caught:
        divergence(f)
    assert caught.value.parameter == parameter
    assert getattr(divergence(f, **stated), parameter) == 1.0


def raising(x):
    raise RuntimeError("no")


@pytest.mark.parametrize(
    "f",
    [
        lambda x: -((x - 1) ** 2),
        lambda x: math.sqrt(x) - 1,
        lambda x: abs(x - 1) - 0.001 * (x - 1) ** 2,
        lambda x: x * math.log(x) + 1e-6,
        lambda x: float("nan"),
        lambda x: x**200 - 1 if x < 3 else math.inf,
        lambda x: "text",
        lambda: 0.0,
        raising,
        lambda x: math.log(x - 0.5),
    ],
)
def test_what_is_no_convex_f_is_refused(f):
    with pytest.raises(InputError) as caught:
        divergence(f)
    assert caught.value.parameter == "divergence"
    assert caught.value.remedy


@pytest.mark.parametrize(
    "name",
    ["", "KLD", "hockey-stick:0.5", "hockey-stick:x", "hockey-stick:inf", "alpha", "alpha:",
     "alpha:nan", "alpha:1e400", "tv:2", "hockey-stick:1e400", None, 3, ["kl"]],
)  # fmt: skip
def test_unknown_names_are_refused(name):
    with pytest.raises(InputError) as caught:
        read_divergence(name)
    assert caught.value.parameter == "divergence"


def test_names_are_read_and_shown():
    assert [str(read_divergence(n)) for n in ("KL", " tv ", "hockey-stick:3/2", "alpha:2.0")] == [
        "kl", "tv", "hockey-stick:1.5", "alpha:2",
    ]  # fmt: skip
    assert read_divergence("hockey-stick").between([1, 0], [0.5, 0.5]) == 0.5
    assert all(n.partition(":")[0] in " ".join([*NAMED, "f:x"]) for n in NAMES)
    assert isinstance(read_divergence(lambda x: x * x - 1), Divergence)
