"""Where rows break a profile: all subsets of outputs, on a dense grid of levels."""

import itertools
import math

import numpy as np
import pytest

from formulations.samplers.profiles import all_pairs, profile_excess
from formulations.trade_off import read_privacy

GRID = np.concatenate([np.linspace(0, 3, 601), np.linspace(3, 40, 371)])


def asymmetric(x):
    return max(0.0, 1 - 4 * x, 0.4 * (1 - x) - 0.1)


LEVELS = [
    ("pure", (1.0, None, None, None)), ("approximate", (0.3, 0.05, None, None)),
    ("zero", (0, 0.1, None, None)), ("gaussian", (None, None, 1.0, None)),
    ("tight", (None, None, 0.1, None)), ("loose", (None, None, 3, None)),
    ("asymmetric", (None, None, None, asymmetric)),
    ("smooth", (None, None, None, lambda x: (1 - math.sqrt(x)) ** 2)),
    ("perfect", (None, None, None, lambda x: 1 - x)), ("none", (None, None, None, lambda x: 0.0)),
]  # fmt: skip


def pairs(n=12, k=4):
    """Rows in general position, with zeros, with ties, equal, and singular."""
    generator = np.random.default_rng(8)
    left, right = generator.dirichlet(np.ones(k), n), generator.dirichlet(np.ones(k), n)
    left[0], right[0] = [0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]
    left[1], right[1] = [0.5, 0.5, 0, 0], [0.25, 0.25, 0.25, 0.25]
    left[2], right[2] = [0.25] * 4, [0.5, 0.5, 0, 0]
    right[3] = left[3]
    left[4], right[4] = [0.4, 0.4, 0.1, 0.1], [0.2, 0.2, 0.3, 0.3]
    left[5], right[5] = [1, 0, 0, 0], [1, 0, 0, 0]
    right[6] = 0.9 * left[6] + 0.1 * right[6]
    return left, right


def brute(p, q, beta):
    """E_t(p‖q) by all events, at many levels at once."""
    best = np.zeros(len(beta))
    for r in range(len(p) + 1):
        for event in itertools.combinations(range(len(p)), r):
            inside = list(event)
            best = np.maximum(best, p[inside].sum() - np.exp(beta) * q[inside].sum())
    return best


@pytest.mark.parametrize("levels", [True, False])
@pytest.mark.parametrize(("name", "given"), LEVELS)
def test_excess_against_all_events_and_levels(name, given, levels):
    left, right = pairs()
    for profile in read_privacy(*given).profiles:
        excess, beta = profile_excess(left, right, profile, levels=levels)
        grid = GRID if profile.level is None else np.array([profile.level])
        delta = np.array([float(profile.delta(b)) for b in grid])
        for p, q, seen, at in zip(left, right, excess, beta, strict=True):
            dense = max((brute(p, q, grid) - delta).max(), 0.0)
            assert dense <= max(seen, 0.0) + 1e-12  # nothing is worse than what was found
            assert seen <= dense + 0.02
            if levels and seen > 0:  # and it is as bad as was said
                here = brute(p, q, np.array([at]))[0] - float(profile.delta(at))
                assert seen == pytest.approx(here, rel=2e-3, abs=3e-13)


def test_all_pairs():
    assert list(zip(*all_pairs(2, own=True), strict=True)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert list(zip(*all_pairs(2, own=False), strict=True)) == [(0, 1), (1, 0)]
    assert [len(i) for i in all_pairs(1, own=False)] == [0, 0]


def test_a_level_that_is_a_hundredth_too_strict_is_seen():
    """A kernel that attains ν exactly on a binary test breaks ν − 0.01."""
    from scipy.special import ndtr

    nu = 0.7
    p = np.array([[ndtr(nu / 2), ndtr(-nu / 2)]])  # the threshold test at 0, both errors equal
    for level, broken in ((nu, False), (nu - 0.01, True)):
        (profile,) = read_privacy(None, None, level, None).profiles
        excess, _ = profile_excess(p, p[:, ::-1], profile)
        assert (excess[0] > 1e-4) == broken
