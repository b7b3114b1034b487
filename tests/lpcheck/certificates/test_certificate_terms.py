"""Divergences in decimals against those in doubles, which are written another way."""

from decimal import Decimal

import pytest

from formulations import InputError, divergence
from formulations.divergences import read_divergence
from lpcheck.certificates.exact.terms import read_terms

NAMES = [
    "kl", "tv", "hellinger", "chi2", "js", "hockey-stick:1", "hockey-stick:2.5",
    "alpha:-1", "alpha:0", "alpha:0.5", "alpha:3",
]  # fmt: skip
SMOOTH = [name for name in NAMES if not read_divergence(name).linear]
PAIRS = [(0.3, 0.7), (0.7, 0.3), (0.25, 0.25), (0.0, 0.5), (0.5, 0.0), (0.9, 0.1), (1e-6, 0.3)]
RATIOS = [0.125, 0.75, 1.5, 2.0, 8.0]


@pytest.mark.parametrize("name", NAMES)
def test_terms(name):
    f, d = read_terms(read_divergence(name)), read_divergence(name)
    for a, b in PAIRS:
        found, expected = float(f.term(Decimal(a), Decimal(b))), float(d.terms(a, b))
        assert found == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("name", NAMES)
def test_prices_are_slopes(name):
    f, d = read_terms(read_divergence(name)), read_divergence(name)
    for r in RATIOS:
        slope = float(d.cost_slope([r], [1.0])[0])
        assert float(f.price(Decimal(r))) == pytest.approx(slope, rel=1e-11)
    assert float(f.price(Decimal(0))) == float(d.centred_at_zero)


@pytest.mark.parametrize("name", NAMES)
def test_prices_are_supports(name):
    """B ↦ b f(a/b) lies above its tangents, and would not above steeper ones."""
    f, a = read_terms(read_divergence(name)), Decimal("0.3")
    for b in (Decimal("0.1"), Decimal("0.35"), Decimal("0.8")):
        height, slope = f.term(a, b), f.price(a / b)
        for other in (Decimal("0.05"), Decimal("0.31"), Decimal("0.9")):
            assert f.term(a, other) >= height + slope * (other - b) - Decimal("1e-24")


@pytest.mark.parametrize("name", SMOOTH)
def test_ratios_invert_prices(name):
    f = read_terms(read_divergence(name))
    for r in RATIOS:
        assert float(f.ratio(f.price(Decimal(r)))) == pytest.approx(r, rel=1e-14)


def test_an_f_from_python_has_no_certificate():
    with pytest.raises(InputError, match="divergence"):
        read_terms(divergence(lambda x: (x - 1) ** 4))
