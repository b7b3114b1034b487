"""The O(k²) sets hold the best of all 2^k, exactly, however degenerate the letters are."""

import random
from fractions import Fraction
from itertools import chain, combinations

import pytest

from lpcheck.rechecker import zonotope
from lpcheck.rechecker.divergence import read_divergence
from lpcheck.rechecker.interval import Decimals
from lpcheck.rechecker.patterns import ColumnProblem
from lpcheck.rechecker.refusal import Refusal
from lpcheck.rechecker.zonotope import lower_vertices, whole

DIVERGENCES = ("kl", "tv", "hellinger", "chi2", "js", "hockey-stick:1.5", "alpha:0", "alpha:-2")


def subsets(items):
    items = list(items)
    return chain.from_iterable(combinations(items, n) for n in range(len(items) + 1))


def sums_of(letters):
    return tuple(map(sum, zip((0, 0, 0), *letters, strict=True)))


def generic(rng, k):
    return [(rng.randint(0, 60), rng.randint(0, 60), rng.randint(-40, 40)) for _ in range(k)]


def small(rng, k):
    """Ties, zeros, concurrent and parallel lines."""
    return [(rng.randint(0, 2), rng.randint(0, 2), rng.randint(-1, 2)) for _ in range(k)]


def proportional(rng, k):
    """Equal likelihood ratios, most with equal prices by mass."""
    base = [(rng.randint(0, 3), rng.randint(0, 3), rng.randint(-3, 3)) for _ in range(3)]
    picks = [(rng.randint(1, 4), rng.choice(base)) for _ in range(k)]
    return [(n * a, n * b, n * c + rng.choice((0, 0, 0, 1))) for n, (a, b, c) in picks]


def in_one_plane(rng, k):
    pairs = [(rng.randint(0, 9), rng.randint(0, 9)) for _ in range(k)]
    s, t = rng.randint(-3, 3), rng.randint(-3, 3)
    return [(a, b, s * a + t * b) for a, b in pairs]


def on_one_line(rng, k):
    return [(n, 2 * n, n * rng.choice((1, 1, 3))) for n in (rng.randint(0, 5) for _ in range(k))]


def without_mass(rng, k):
    return [(0, 0, rng.randint(-2, 2)) if rng.random() < 0.5 else (1, 3, 2) for _ in range(k)]


def uniform(_rng, k):
    return [(1, 1, 1)] * k


def single_hypothesis(rng, k):
    return [(rng.randint(0, 4), 0, rng.randint(-2, 6)) for _ in range(k)]


KINDS = (
    generic,
    small,
    proportional,
    in_one_plane,
    on_one_line,
    without_mass,
    uniform,
    single_hypothesis,
)


def convex_functions(rng):
    """Exact convex functions of (a, b), smooth and kinked."""
    u, w = rng.randint(1, 5), Fraction(rng.randint(1, 30), rng.randint(1, 10))
    planes = [[rng.randint(-5, 5) for _ in range(3)] for _ in range(4)]
    return (
        lambda a, b: w * Fraction((a - b) ** 2, u + b),
        lambda a, b: w * abs(a - 2 * b),
        lambda a, b: max(s * a + t * b + r for s, t, r in planes),
        lambda a, b: w * (a * a + (a - b) ** 2),
        lambda a, b: 0,
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [1, 2, 3, 5, 8, 10])
def test_the_best_of_all_subsets_is_among_them(kind, k):
    for seed in range(30 if k < 8 else 3):
        rng = random.Random(f"{kind.__name__} {k} {seed}")
        letters = kind(rng, k)
        found = lower_vertices(letters)
        every = {sums_of(chosen) for chosen in subsets(letters)}
        assert found <= every
        assert len(found) <= 1 + k + k * (k - 1) // 2
        for f in convex_functions(rng):
            assert max(f(a, b) - c for a, b, c in found) == max(f(a, b) - c for a, b, c in every)


def test_no_set_found_in_general_position_is_idle():
    """Negative control: without any one of them, some convex function has another maximum."""
    letters = [(5, 1, 3), (2, 2, 1), (1, 4, 2), (3, 7, 6)]
    found = lower_vertices(letters)
    assert len(found) == 11
    every = {sums_of(chosen) for chosen in subsets(letters)}
    directions = [
        (Fraction(s, 37), Fraction(t, 41)) for s in range(-90, 90) for t in range(-90, 90)
    ]
    needed = {max(every, key=lambda g: s * g[0] + t * g[1] - g[2]) for s, t in directions}
    assert needed == found


def bezout(a, b):
    """(g, x, y) with a x + b y = g = ± gcd(a, b)."""
    if b == 0:
        return a, 1, 0
    g, x, y = bezout(b, a % b)
    return g, y, x - a // b * y


def test_lines_that_nearly_meet_are_told_apart():
    """Determinants as small as 40 digits allow: a triangle of side 10^−120 has a set of its own."""
    for seed in range(20):
        rng = random.Random(seed)
        a, b = ([rng.randrange(10**39, 10**40) for _ in range(3)] for _ in range(2))
        minors = [a[i] * b[j] - a[j] * b[i] for i, j in ((1, 2), (2, 0), (0, 1))]
        g, x, y = bezout(minors[0], minors[1])
        h, z, w = bezout(g, minors[2])
        c = (x * z, y * z, w)
        assert sum(m * price for m, price in zip(minors, c, strict=True)) == h != 0
        assert len(lower_vertices(list(zip(a, b, c, strict=True)))) == 7
        meeting = [3 * x + 2 * y for x, y in zip(a, b, strict=True)]
        assert len(lower_vertices(list(zip(a, b, meeting, strict=True)))) == 6


def distribution(rng, k, kind):
    weights = [rng.choice((0, 1, 1, 2)) if kind == "ties" else rng.randint(1, 99) for _ in range(k)]
    weights[-1] += 1
    return tuple(Fraction(w, sum(weights)) for w in weights)


def by_enumeration(A, problem, alpha):
    """The bound as its docstring has it, over all patterns."""
    k, u = len(problem.p0), A.exp(A.number(-problem.epsilon))
    worst = A.number(0)
    for chosen in list(subsets(range(k)))[1:]:
        entries = [A.number(1) if x in chosen else u for x in range(k)]
        m0, m1, price = (
            A.total([A.number(p) * s for p, s in zip(row, entries, strict=True)])
            for row in (problem.p0, problem.p1, alpha)
        )
        worst = A.maximum(worst, problem.f.inside(A, m0, m1) - price)
    weights = A.number(k) / (A.number(1) + A.number(k - 1) * u)
    return A.upper(A.number(sum(alpha)) + worst * weights)


@pytest.mark.parametrize("divergence", DIVERGENCES)
@pytest.mark.parametrize("kind", ["generic", "ties"])
@pytest.mark.parametrize("k", [1, 2, 3, 6])
def test_the_bound_is_that_of_all_patterns(divergence, kind, k):
    flint = pytest.importorskip("lpcheck.rechecker.balls")
    rng = random.Random(f"{divergence} {kind} {k}")
    f = read_divergence(divergence)
    for epsilon in ("0", "1e-6", "1", "30"):
        p0, p1 = distribution(rng, k, kind), distribution(rng, k, kind)
        problem = ColumnProblem(p0, p1, Fraction(epsilon), f)
        for size in (0, 3, 50):
            alpha = [Fraction(rng.randint(-size // 5, size), 100) for _ in range(k)]
            exact = by_enumeration(Decimals(), problem, alpha)
            for A in (Decimals(), flint.Balls()):
                found = problem.bound(A, {"alpha": [str(x) for x in alpha]})
                assert abs(found - exact) <= Fraction(1, 10**70) * (1 + abs(exact))


def test_too_many_and_too_long_numbers_are_refused():
    assert whole([Fraction(1, 6), Fraction(3, 4)], "x") == ([2, 9], 12)
    with pytest.raises(Refusal, match="for 300 inputs"):
        whole([Fraction(1, 10**1000 + n) for n in range(300)], "x")
    with pytest.raises(Refusal, match="for 400 inputs"):
        whole([Fraction(10**900)] * 400, "x")
    assert zonotope.LARGEST_K == 400
