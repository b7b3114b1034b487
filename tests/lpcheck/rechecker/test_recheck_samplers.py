"""The checker's own extreme points, arrangements and Gaussian test, against brute force."""

import random
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

from formulations.samplers.cells import cells_of
from formulations.samplers.profiles import profile_excess
from formulations.trade_off import read_privacy
from lpcheck.rechecker.levels import read_level
from lpcheck.rechecker.orbits import Orbit, is_extreme, orbits_of
from lpcheck.rechecker.privacy import excess, exponential
from lpcheck.rechecker.refusal import Refusal
from lpcheck.rechecker.sampler import read_minimax

CLASSES = [
    (["1/3"] * 3, "0", "3"),
    (["1/4"] * 4, "1/5", "5/2"),
    (["1/5", "2/5", "2/5"], "1/4", "2"),
    (["1/10", "2/10", "3/10", "4/10"], "0", "2"),
    (["1/10", "0", "3/10", "6/10"], "1/2", "3/2"),
    (["1/2", "1/2"], "1", "3"),
    (["1/4"] * 4, "1/2", "1"),
    (["1"], "0", "1"),
]


def vertices(reference, c1, c2):
    """Every vertex of the class, by trying all choices of bounds and of a free letter."""
    found = set()
    for free in range(len(reference)):
        for levels in product((c1, c2), repeat=len(reference)):
            point = [c * x for c, x in zip(levels, reference, strict=True)]
            point[free] = 1 - (sum(point) - point[free])
            if c1 * reference[free] <= point[free] <= c2 * reference[free]:
                found.add(tuple(point))
    return found


@pytest.mark.parametrize(("reference", "c1", "c2"), CLASSES)
def test_orbits_are_all_vertices_in_the_models_order(reference, c1, c2):
    mu, low, high = tuple(map(Fraction, reference)), Fraction(c1), Fraction(c2)
    orbits = orbits_of(mu, low, high)
    true = vertices(mu, low, high)
    assert sum(o.size for o in orbits) == len(true)
    assert all(is_extreme(p, mu, low, high) for p in true)
    model = cells_of(mu, low, high, symmetric=True).orbits
    assert [[(c.block, c.count, c.p) for c in o.cells] for o in orbits] == [
        [(c.block, c.count, c.p) for c in o.cells] for o in model
    ]
    assert [o.size for o in orbits] == [o.size for o in model]


def test_a_class_of_one():
    (orbit,) = orbits_of((Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)), Fraction(1), Fraction(1))
    assert isinstance(orbit, Orbit)
    assert orbit.size == 1
    assert sorted(c.p for c in orbit.cells for _ in range(c.count)) == [Fraction(1, 4)] * 2 + [
        Fraction(1, 2)
    ]


def test_points_inside_are_not_extreme():
    mu = (Fraction(1, 3),) * 3
    assert not is_extreme(
        (Fraction(1, 2), Fraction(1, 2), Fraction(0)), mu, Fraction(0), Fraction(3)
    )
    assert not is_extreme((Fraction(2), Fraction(-1), Fraction(0)), mu, Fraction(0), Fraction(3))


def random_row(rng, n):
    parts = [rng.randrange(0, 60) for _ in range(n)]
    parts[rng.randrange(n)] += 1
    return tuple(Fraction(x, sum(parts)) for x in parts)


def test_the_worst_arrangement_is_the_worst():
    """Falling against rising, at every t, over all exchanges of four letters."""
    rng = random.Random(5)
    for _ in range(40):
        a, b = random_row(rng, 4), random_row(rng, 4)
        for t in (Fraction(1), Fraction(3, 2), Fraction(4)):
            claimed = excess(sorted(a, reverse=True), sorted(b), t)
            assert claimed == max(excess(p, b, t) for p in permutations(a))


def test_pairs_are_arranged_block_by_block():
    problem = read_minimax(
        {
            "reference": ["1/6", "1/6", "1/3", "1/3"],
            "c1": "0",
            "c2": "3",
            "nu": "1",
            "divergence": "kl",
        }
    )
    rng = random.Random(6)
    kernel = tuple(
        tuple(Fraction(rng.randrange(1, 50), 100) for _ in o.cells) for o in problem.orbits
    )
    letters = [
        [
            [x for c, x in zip(o.cells, row, strict=True) if c.block == b for _ in range(c.count)]
            for b in (0, 1)
        ]
        for o, row in zip(problem.orbits, kernel, strict=True)
    ]
    t, pairs = Fraction(5, 4), iter(problem._pairs(kernel))
    for first, second in product(letters, repeat=2):
        a, b = next(pairs)
        worst = sum(
            max(excess(p, other, t) for p in permutations(mine))
            for mine, other in zip(first, second, strict=True)
        )
        assert excess(a, b, t) == worst


def test_gaussian_privacy_against_the_model():
    """Pairs of rows are refused exactly where the profile is exceeded at some β."""
    rng = random.Random(7)
    profile, level = read_privacy(None, None, 1, None).profiles[0], read_level({"nu": "1"})
    seen = set()
    for _ in range(150):
        mix = Fraction(rng.randrange(1, 100), 100)
        a, base = random_row(rng, 4), random_row(rng, 4)
        b = tuple(
            mix * x + (1 - mix) * (y + Fraction(1, 8)) / Fraction(3, 2)
            for x, y in zip(a, base, strict=True)
        )
        pair = [np.array([[float(x) for x in row]]) for row in (a, b)]
        over = float(profile_excess(pair[0], pair[1], profile)[0][0])
        # The profile is asked at t ≥ 1, the corners at every t: both orders make them the same.
        over = max(over, float(profile_excess(pair[1], pair[0], profile)[0][0]))
        if abs(over) < 1e-10:
            continue
        assert level.broken([(a, b), (b, a)]) == (over > 0)
        seen.add(over > 0)
    assert seen == {True, False}


def test_approximate_privacy_is_asked_at_a_lower_bound_of_t():
    a, b = (Fraction(9, 10), Fraction(1, 10)), (Fraction(1, 2), Fraction(1, 2))
    low, high = exponential(Fraction(1, 2))
    delta = excess(a, b, low)
    assert excess(a, b, high) <= delta
    for slack, broken in ((Fraction(0), False), (Fraction("1e-40"), True)):
        level = read_level({"epsilon": "1/2", "delta": str(delta - slack)})
        assert level.broken([(a, b)]) is broken


def cut_document(certificates):
    import copy

    return copy.deepcopy(certificates["minimax_delta_tv"])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("first", [0, 99]),
        ("second", [-1, 0]),
        ("count", [100, 100]),
        ("count", []),
        ("over", []),
        ("total", "x"),
    ],
)
def test_cuts_that_no_rows_have_are_refused(field, value, certificates):
    from lpcheck.rechecker import enclose

    document = cut_document(certificates)
    assert document["dual"]["cuts"]
    document["dual"]["cuts"][0][field] = value
    assert not enclose(document)


def test_a_level_of_its_own_in_a_cut_is_for_nu_only(certificates):
    from lpcheck.rechecker import enclose

    document = cut_document(certificates)
    document["dual"]["cuts"][0]["beta"] = "0"
    assert not enclose(document)


def test_too_large_a_class_is_refused():
    with pytest.raises(Refusal):
        orbits_of(tuple(Fraction(i, 820) for i in range(1, 41)), Fraction(0), Fraction(5))
