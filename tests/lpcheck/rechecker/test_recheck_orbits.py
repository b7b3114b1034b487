"""The extreme points of a class against the vertices of its polytope, from every basis."""

import math
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from lpcheck.rechecker import orbits
from lpcheck.rechecker.orbits import is_extreme, orbits_of
from lpcheck.rechecker.refusal import Refusal

F = Fraction

REFERENCES = [
    [1], [1, 1], [1, 2], [0, 1], [1, 1, 1], [1, 1, 2], [1, 2, 3], [0, 1, 1], [2, 1, 0, 1],
    [1, 1, 1, 1], [1, 1, 2, 2], [1, 2, 3, 4], [1, 1, 1, 3], [0, 0, 1, 2], [1, 1, 1, 1, 1],
    [1, 1, 1, 2, 2], [1, 2, 3, 4, 5], [0, 3, 1, 3, 1], [1, 2, 2, 2, 5], [1, 10, 100, 1000, 1],
]  # fmt: skip
LEVELS = [
    (F(0), F(1)), (F(0), F(2)), (F(0), F(5)), (F(0), F(7, 3)), (F(1, 2), F(3, 2)), (F(1, 3), F(3)),
    (F(1, 4), F(5, 4)), (F(9, 10), F(11, 10)), (F(1), F(1)), (F(1), F(4)), (F(1, 2), F(1)),
]  # fmt: skip


def normalised(weights):
    return tuple(F(w, sum(weights)) for w in weights)


def solved(rows, right):
    """The solution of a square system by Gaussian elimination in rationals; None if singular."""
    table = [[*row, b] for row, b in zip(rows, right, strict=True)]
    n = len(table)
    for j in range(n):
        pivot = next((i for i in range(j, n) if table[i][j]), None)
        if pivot is None:
            return None
        table[j], table[pivot] = table[pivot], table[j]
        table[j] = [x / table[j][j] for x in table[j]]
        for i in range(n):
            if i != j and table[i][j]:
                table[i] = [x - table[i][j] * y for x, y in zip(table[i], table[j], strict=True)]
    return tuple(row[-1] for row in table)


def vertices(mu, c1, c2):
    """Points of {c1 μ ≤ x ≤ c2 μ, Σx = 1} at which n independent constraints are tight."""
    n = len(mu)
    unit = [[F(i == j) for j in range(n)] for i in range(n)]
    bounds = [(unit[i], c * mu[i]) for i in range(n) for c in (c1, c2)]
    found = set()
    for chosen in combinations(bounds, n - 1):
        x = solved([[F(1)] * n, *(row for row, _ in chosen)], [F(1), *(b for _, b in chosen)])
        if x and all(c1 * m <= y <= c2 * m for y, m in zip(x, mu, strict=True)):
            found.add(x)
    return found


def levels_of(x, mu):
    """What exchanges of letters with equal μ leave alone."""
    return tuple(sorted((m, y) for m, y in zip(mu, x, strict=True) if m > 0))


def described(orbit, mu):
    """The same of an orbit; blocks are the values of μ, in the order in which they come first."""
    values = list(dict.fromkeys(m for m in mu if m > 0))
    cells = [(values[c.block], c.p) for c in orbit.cells for _ in range(c.count)]
    return tuple(sorted(cells))


def disagreement(found, mu, c1, c2):
    """What is wrong with a list of orbits; None where it describes the vertices, each once."""
    expected = {}
    for x in vertices(mu, c1, c2):
        expected[levels_of(x, mu)] = expected.get(levels_of(x, mu), 0) + 1
    sizes = {}
    for orbit in found:
        if described(orbit, mu) in sizes:
            return f"{orbit} comes twice"
        sizes[described(orbit, mu)] = orbit.size
    return None if sizes == expected else f"{sizes}, expected {expected}"


@pytest.mark.parametrize("weights", REFERENCES, ids=str)
def test_orbits_are_the_vertices(weights):
    mu = normalised(weights)
    for c1, c2 in LEVELS:
        assert disagreement(orbits_of(mu, c1, c2), mu, c1, c2) is None, (c1, c2)


@pytest.mark.parametrize("weights", [w for w in REFERENCES if len(w) < 5], ids=str)
def test_extreme_points_are_recognised(weights):
    mu = normalised(weights)
    for c1, c2 in LEVELS:
        extreme = vertices(mu, c1, c2)
        assert all(is_extreme(x, mu, c1, c2) for x in extreme)
        for x, y in combinations(extreme, 2):
            middle = tuple((a + b) / 2 for a, b in zip(x, y, strict=True))
            assert is_extreme(middle, mu, c1, c2) == (middle in extreme)


def test_outside_the_class_is_not_extreme():
    mu = normalised([1, 1])
    assert is_extreme((F(3, 4), F(1, 4)), mu, F(1, 2), F(3, 2))
    assert not is_extreme((F(4, 5), F(1, 5)), mu, F(1, 2), F(3, 2))


@pytest.mark.parametrize(("k", "raised"), list(product(range(2, 9), (1, 2, 3))))
def test_sizes_of_symmetric_classes(k, raised):
    """Uniform μ, c1 = 0, c2 = k / raised: the uniform distributions on `raised` letters."""
    raised = min(raised, k)
    (orbit,) = orbits_of(normalised([1] * k), F(0), F(k, raised))
    assert orbit.size == math.comb(k, raised)


def test_the_comparison_notices_what_is_missing_twice_or_miscounted():
    mu, c1, c2 = normalised([1, 1, 2]), F(1, 3), F(3, 2)
    found = orbits_of(mu, c1, c2)
    assert len(found) > 1
    assert disagreement(found[1:], mu, c1, c2)
    assert disagreement((*found, found[0]), mu, c1, c2)
    wrong = orbits.Orbit(found[0].cells, found[0].size + 1)
    assert disagreement((wrong, *found[1:]), mu, c1, c2)


def test_vertices_do_not_depend_on_the_order_of_letters():
    for mu in permutations(normalised([1, 1, 2, 3])):
        assert disagreement(orbits_of(mu, F(1, 2), F(7, 5)), mu, F(1, 2), F(7, 5)) is None


def test_refusals_of_large_classes(monkeypatch):
    mu = normalised([1, 2, 3, 4])
    monkeypatch.setattr(orbits, "LARGEST_SEARCH", 15)
    with pytest.raises(Refusal, match="combinations"):
        orbits_of(mu, F(0), F(2))
    monkeypatch.setattr(orbits, "LARGEST_SEARCH", 16)
    monkeypatch.setattr(orbits, "LARGEST_SIZE", 2)
    with pytest.raises(Refusal, match="extreme points"):
        orbits_of(mu, F(0), F(2))
    long = F(1, 2**100_001)
    with pytest.raises(Refusal, match="denominator"):
        orbits_of((long, 1 - long), F(0), F(2))
