"""Enclosures enclose: against exact fractions, against more digits, against the other back end."""

import random
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from scipy.special import ndtr

from formulations.divergences import read_divergence as float_divergence
from formulations.trade_off import read_privacy
from lpcheck.rechecker.arithmetic import rounded
from lpcheck.rechecker.divergence import read_divergence
from lpcheck.rechecker.interval import Decimals
from lpcheck.rechecker.levels import Level, _below, read_level
from lpcheck.rechecker.privacy import exponential
from lpcheck.rechecker.refusal import Refusal

NAMES = [
    "kl",
    "tv",
    "hellinger",
    "chi2",
    "js",
    "hockey-stick:1.5",
    "alpha:-1",
    "alpha:0",
    "alpha:0.5",
    "alpha:3",
]


def arithmetics():
    yield Decimals()
    yield Decimals(12)
    try:
        from lpcheck.rechecker.balls import Balls
    except ImportError:
        return
    yield Balls()


def fraction(rng):
    return Fraction(rng.randrange(-(10**9), 10**9), rng.randrange(1, 10**6)) * Fraction(
        10
    ) ** rng.randrange(-9, 9)


@pytest.mark.parametrize("A", list(arithmetics()), ids=lambda A: type(A).__name__)
def test_rational_operations(A):
    rng = random.Random(1)
    for _ in range(500):
        x, y = fraction(rng), fraction(rng)
        a, b = A.number(x), A.number(y)
        for found, true in (
            (a + b, x + y),
            (a - b, x - y),
            (a * b, x * y),
            (a / b, x / y) if y else (a, x),
            (-a, -x),
            (A.maximum(a, b), max(x, y)),
            (A.minimum(a, b), min(x, y)),
        ):
            assert A.lower(found) <= true <= A.upper(found)
            size = abs(x) + abs(y) if found is not a else abs(x)
            widest = Fraction("1e-8") if getattr(A, "digits", 80) < 80 else Fraction("1e-75")
            assert A.upper(found) - A.lower(found) <= widest * (size + abs(true))


@pytest.mark.parametrize("A", list(arithmetics()), ids=lambda A: type(A).__name__)
def test_wide_operations_hold_every_pair(A):
    """Intervals with both signs: the extreme products and quotients of corners are inside."""
    rng = random.Random(2)
    for _ in range(300):
        w, x = sorted((fraction(rng), fraction(rng)))
        y, z = sorted((fraction(rng), fraction(rng)))
        a, b = A.between(w, x), A.between(y, z)
        for p in (w, x, (w + x) / 2):
            for q in (y, z, (y + z) / 2):
                assert A.lower(a * b) <= p * q <= A.upper(a * b)
                assert A.lower(a - b) <= p - q <= A.upper(a - b)
                assert A.lower(A.maximum(a, b)) <= max(p, q) <= A.upper(A.maximum(a, b))
                # A ball's radius has 30 bits: it may reach 0 where the fractions just miss it.
                if (y > 0 or z < 0) and min(abs(y), abs(z)) > max(abs(y), abs(z)) / 10**6:
                    assert A.lower(a / b) <= p / q <= A.upper(a / b)
        if y <= 0 <= z:
            with pytest.raises(ZeroDivisionError):
                a / b


@pytest.mark.parametrize("A", list(arithmetics()), ids=lambda A: type(A).__name__)
def test_functions_against_more_digits(A):
    rng, fine = random.Random(3), Decimals(150)
    for _ in range(200):
        x = abs(Fraction(rng.randrange(1, 10**9), 10 ** rng.randrange(6, 12)))
        for name in ("exp", "ln", "sqrt"):
            found, true = getattr(A, name)(A.number(x)), getattr(fine, name)(fine.number(x))
            assert A.lower(found) <= fine.upper(true)
            assert A.upper(found) >= fine.lower(true)
            assert A.upper(found) - A.lower(found) <= Fraction("1e-8") * (1 + abs(A.upper(found)))


@pytest.mark.parametrize("A", list(arithmetics()), ids=lambda A: type(A).__name__)
@pytest.mark.parametrize(
    "x", ["0", "1/7", "-1/7", "3", "-3", "-8", "8", "-20", "39", "-39", "41", "-41"]
)
def test_normal(A, x):
    x = Fraction(x)
    found = A.normal(x)
    low, high = A.lower(found), A.upper(found)
    true = float(ndtr(float(x)))
    assert float(low) <= true * (1 + 1e-13)
    assert float(high) >= true * (1 - 1e-13)
    fine = Decimals(150).normal(x)
    assert low <= Fraction(fine.hi)
    assert high >= Fraction(fine.lo)
    other = A.normal(-x)
    assert A.lower(found + other) <= 1 <= A.upper(found + other)
    if abs(x) < 40:
        assert high - low <= Fraction("1e-10") * high  # relative, in the far tail too


def test_exponentials():
    for text in ("0", "1/3", "700", "1e-9", "1e-300", "-3"):
        low, high = exponential(Fraction(text))
        with localcontext() as context:
            context.prec = 600
            x = Fraction(text)
            true = Fraction((Decimal(x.numerator) / Decimal(x.denominator)).exp())
        assert low <= true * (1 + Fraction(1, 10**590))
        assert high >= true * (1 - Fraction(1, 10**590))
        assert high - low <= Fraction("1e-85") * high


@pytest.mark.parametrize("divergence", NAMES)
def test_divergences_against_the_model(divergence):
    rng, mine, other = (
        random.Random(divergence),
        read_divergence(divergence),
        float_divergence(divergence),
    )
    for A in arithmetics():
        for _ in range(60):
            a, b = (
                Fraction(rng.choice([0, 1, 1, 1]) * rng.randrange(1, 1000), 1000) for _ in range(2)
            )
            found, true = mine.term(A, a, b), float(other.terms([float(a)], [float(b)])[0])
            if found is None:
                assert true == float("inf")
                continue
            assert float(A.lower(found)) <= true * (1 + 1e-9) + 1e-13
            assert float(A.upper(found)) >= true * (1 - 1e-9) - 1e-13


@pytest.mark.parametrize("divergence", NAMES)
def test_tangents_stay_below(divergence):
    r"""φ(a, b) ≥ f'(r) a + (f(r) − r f'(r)) b, with equality where a = r b."""
    rng, f, A = random.Random(divergence), read_divergence(divergence), Decimals()
    for _ in range(100):
        a, b, r = (Fraction(rng.randrange(1, 1000), rng.randrange(1, 100)) for _ in range(3))
        rise, rest = f.tangent(A, r)
        line = A.number(a) * rise + A.number(b) * rest
        assert A.lower(line) <= A.upper(f.term(A, a, b))
        touching = A.number(r * b) * rise + A.number(b) * rest
        assert abs(A.upper(touching - f.term(A, r * b, b))) < Fraction("1e-60")


@pytest.mark.parametrize(
    "divergence",
    ["hockey-stick:0.5", "hockey-stick", "alpha:", "KL", "alpha:x", "kl:1", "alpha:1e9"],
)
def test_divergences_that_are_none(divergence):
    with pytest.raises(Refusal):
        read_divergence(divergence)


def test_gaussian_profile_against_the_model():
    for nu in ("0.4", "1", "5/2"):
        profile = read_privacy(None, None, nu, None).profiles[0]
        level = read_level({"nu": nu})
        for A in arithmetics():
            for beta in ("0", "1/10", "1", "3", "20"):
                found = level.allowed(A, Fraction(beta))
                true = float(profile.delta(float(Fraction(beta))))
                assert float(A.lower(found)) <= true + 1e-9
                assert float(A.upper(found)) >= true - 1e-14


def test_gaussian_corners():
    """X ≤ Φ(Φ⁻¹(y) + ν): proved a hair below the curve, never above it."""
    A = Decimals(60)
    for nu in (Fraction(1, 2), Fraction(2)):
        for z in (Fraction(-6), Fraction(-1), Fraction(0), Fraction(1, 3), Fraction(3)):
            y, x = A.lower(A.normal(z)), A.upper(A.normal(z + nu))
            assert _below(x - Fraction("1e-18") * (1 - x), y, nu)
            assert not _below(x + Fraction("1e-30") * (1 - x), y, nu)
    assert not _below(Fraction(1, 10**9), Fraction(0), Fraction(50))
    assert not _below(Fraction(1), Fraction(1, 2), Fraction(50))


def test_rounding_is_outwards():
    rng = random.Random(4)
    for _ in range(300):
        x = fraction(rng) / 7 * Fraction(10) ** rng.randrange(-80, 80)
        low, high = Fraction(rounded(x, up=False)), Fraction(rounded(x, up=True))
        assert low <= x <= high
        assert high - low <= abs(x) * Fraction("1e-43")
        room = Fraction(1, 10**70)
        assert Fraction(rounded(x, up=False, room=room)) <= x - room - abs(x) * Fraction("1e-46")
        assert Fraction(rounded(x, up=True, room=room)) >= x + room + abs(x) * Fraction("1e-46")
    assert rounded(Fraction(0), up=True) == "0"
    assert Fraction(rounded(Fraction(0), up=True, room=Fraction(1))) > 1
    assert rounded(float("inf"), up=False) == "inf"


def test_levels_that_are_none():
    for given in (
        {},
        {"epsilon": "1", "nu": "1"},
        {"nu": "1", "delta": "0"},
        {"nu": "0"},
        {"epsilon": "-1"},
    ):
        with pytest.raises(Refusal):
            read_level(given)
    assert read_level({"epsilon": "1", "delta": "0"}).pure
    assert not Level(None, nu=Fraction(1)).pure
