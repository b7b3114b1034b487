import math
from fractions import Fraction

import numpy as np
import pytest

from lpcheck.mechanisms._prefix import prefix_products, prefix_sums, suffix_sums


@pytest.mark.parametrize("spread", [0, 5, 100])
def test_sums_are_right_to_the_last_digits(spread):
    generator = np.random.default_rng(spread)
    terms = generator.random(20_000) * 10.0 ** (-spread * generator.random(20_000))
    for found, part in ((prefix_sums(terms), terms), (suffix_sums(terms)[::-1], terms[::-1])):
        for i in (0, 1, 777, 19_999):
            assert found[i] == pytest.approx(math.fsum(part[: i + 1]), rel=3e-16)


def test_plain_sums_are_not():
    terms = np.random.default_rng(0).random(10**6)
    exact = math.fsum(terms)
    assert abs(np.cumsum(terms)[-1] / exact - 1) > 1e-15
    assert abs(prefix_sums(terms)[-1] / exact - 1) <= 3e-16


def test_sums_of_a_batch_are_those_of_its_rows():
    batch = np.random.default_rng(1).random((3, 50))
    for function in (prefix_sums, suffix_sums):
        assert (function(batch) == [function(row) for row in batch]).all()
    assert prefix_sums(np.ones((2, 1))).tolist() == [[1], [1]]
    assert prefix_sums(np.ones((2, 0))).shape == suffix_sums(np.ones((2, 0))).shape == (2, 0)


@pytest.mark.parametrize("size", [1, 2, 5, 40_000])
def test_products_of_numbers_near_one(size):
    """Factors 1 − x with x beyond the digits of a double, as those of the kernel are."""
    x = np.random.default_rng(size).random(size) * 1e-4
    factors = 1.0 - x
    rest = (1.0 - factors) - x
    found = prefix_products(factors, rest)
    for end in {1, size // 2 + 1, size}:
        exact = math.exp(math.fsum(math.log1p(-each) for each in x[:end]))
        assert found[end - 1] == pytest.approx(exact, rel=1e-15)
    if size == 40_000:
        assert abs(np.cumprod(factors)[-1] / exact - 1) > 1e-15
        assert abs(prefix_products(factors, 0 * rest)[-1] / exact - 1) > 1e-15


def test_products_against_fractions():
    factors = np.random.default_rng(2).random(40)
    exact = Fraction(1)
    for found, factor in zip(prefix_products(factors, 0 * factors), factors, strict=True):
        exact *= Fraction(factor)
        assert found == pytest.approx(float(exact), rel=3e-16)


def test_products_that_underflow_are_zero():
    found = prefix_products(np.full(5, 1e-150), np.zeros(5))
    assert found[:2] == pytest.approx([1e-150, 1e-300])
    assert found[2:].tolist() == [0, 0, 0]
