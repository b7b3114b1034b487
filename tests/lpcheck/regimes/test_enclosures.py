"""Outward rounding, against 50 digits; and enclosures that would be wrong if they were narrower."""

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from lpcheck.regimes.curvature import curvature
from lpcheck.regimes.enclosures import (
    Enclosures,
    dot_lower,
    exactly,
    levels,
    log,
    of_rationals,
    total,
)

RNG = np.random.default_rng(5)
RATIOS = np.concatenate(
    [10.0 ** RNG.uniform(-6, 6, 60), 1 + RNG.uniform(-0.4, 0.4, 60), [1.0, 2.0]]
)


@pytest.fixture(autouse=True)
def digits():
    with localcontext() as context, np.errstate(all="ignore"):
        context.prec = 60
        yield


def contains(found, i, value):
    """Up to the 60 digits of the value itself."""
    slack = Decimal("1e-40") * max(abs(value), Decimal(1))
    return Decimal(float(found.lo[i])) - slack <= value <= Decimal(float(found.hi[i])) + slack


def test_the_logarithm_is_enclosed_in_a_few_units():
    found = log(RATIOS)
    for i, x in enumerate(RATIOS.tolist()):
        assert contains(found, i, Decimal(x).ln())
    assert np.all(found.hi - found.lo <= 1e-14 * np.maximum(np.abs(found.lo), 1e-2))
    ends = log(np.array([0.0, np.inf]))
    assert (ends.lo[0], ends.lo[1]) == (-np.inf, np.inf)


def test_sums_products_and_quotients_hold_the_true_ones():
    a, b = RNG.normal(size=200), RNG.normal(size=200)
    cases = {
        "+": (exactly(a) + exactly(b), lambda x, y: x + y),
        "-": (exactly(a) - exactly(b), lambda x, y: x - y),
        "*": (exactly(a) * exactly(b), lambda x, y: x * y),
        "/": (exactly(a) / exactly(b), lambda x, y: x / y),
    }
    for found, operation in cases.values():
        for i, (x, y) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
            exact = operation(Fraction(x), Fraction(y))
            assert Fraction(float(found.lo[i])) <= exact <= Fraction(float(found.hi[i]))
            assert found.hi[i] - found.lo[i] <= 1e-15 * abs(float(exact)) + 1e-300
    exact = sum(map(Fraction, a.tolist()))
    assert Fraction(float(total(exactly(a)).lo)) <= exact <= Fraction(float(total(exactly(a)).hi))
    chosen = (b > 0).astype(float)
    exact = sum(Fraction(x) for x, c in zip(a.tolist(), chosen.tolist(), strict=True) if c)
    assert exact - Fraction(1, 10**11) < Fraction(float(dot_lower(a, chosen))) <= exact


def test_a_quotient_by_what_may_be_zero_is_not_bounded():
    found = exactly(np.array([1.0, 1.0])) / Enclosures(np.array([0.0, -1.0]), np.array([2.0, 1.0]))
    assert 0.49 < found.lo[0] <= 0.5
    assert found.lo[1] == -np.inf
    assert (found.hi == np.inf).all()


def test_levels_and_rationals():
    u, eta = levels(1e-9, 3.0)
    for i, x in enumerate((1e-9, 3.0)):
        exact = (-Decimal(x)).exp()
        assert contains(u, i, exact)
        assert contains(eta, i, 1 - exact)
        assert eta.hi[i] - eta.lo[i] <= 1e-15 * eta.hi[i]
    u, eta = levels(0.0, np.inf)
    assert (u.lo.tolist(), eta.hi.tolist()) == ([1.0, 0.0], [0.0, 1.0])
    third = of_rationals([Fraction(1, 3), Fraction(1, 2)])
    assert Fraction(float(third.lo[0])) < Fraction(1, 3) < Fraction(float(third.hi[0]))
    assert third.lo[1] == third.hi[1] == 0.5


def centred(name, r):
    """f(r), f'(r) for the centred f, in 60 digits, up to the factor that the means leave out."""
    if name == "kl":
        return r * r.ln() - r + 1, r.ln()
    if name == "hellinger":
        return (1 - r.sqrt()) ** 2, 1 - 1 / r.sqrt()
    if name == "chi2":
        return (r - 1) ** 2, 2 * (r - 1)
    return (r**3 - 3 * r + 2) / 6, (r * r - 1) / 2


@pytest.mark.parametrize("name", ["kl", "hellinger", "chi2", "alpha:3"])
def test_the_means_of_the_second_derivative(name):
    known, ratios = curvature(name), RATIOS[np.abs(RATIOS - 1) > 1e-9]
    r = exactly(ratios)
    found = known.over(r - 1.0, r)
    for i, value in enumerate(ratios.tolist()):
        ratio = Decimal(value)
        x = ratio - 1
        f, slope = centred(name, ratio)
        F = f / x**2
        means = (F, slope / x, (x * slope - f) / x**2, -(slope / x**2 - 2 * f / x**3))
        for mean, exact in zip(found, means, strict=True):
            assert contains(mean, i, exact)
            assert mean.hi[i] - mean.lo[i] <= Decimal("1e-11") * max(abs(exact), Decimal("1e-9"))


@pytest.mark.parametrize("name", ["kl", "hellinger", "chi2", "alpha:3"])
def test_a_range_of_ratios_holds_what_is_within(name):
    low, high = np.sort(RNG.uniform(0.05, 3.0, (2, 40)), axis=0)
    wide = Enclosures(low, high)
    within = exactly(low + RNG.uniform(size=40) * (high - low))
    known = curvature(name)
    outer, inner = (known.over(r - 1.0, r) for r in (wide, within))
    for a, b in zip(outer, inner, strict=True):
        assert (a.lo <= b.hi).all()
        assert (b.lo <= a.hi).all()
        # Not merely everything: about what the ends give.
        assert (a.hi - a.lo <= 60.0 * (high - low) + 1e-12).all()


def test_what_has_no_means_here():
    assert curvature("js") is None
    assert curvature("alpha:0.3") is None
