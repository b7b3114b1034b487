import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from formulations.errors import InputError
from lpcheck.mechanisms import project, relative_mollifier, tv_projection_value


@st.composite
def pairs(draw):
    """Draw two distributions of one size; small integers give zeros, ties and point masses."""
    k = draw(st.integers(1, 8))
    vector = st.lists(st.integers(0, 6), min_size=k, max_size=k).filter(any)
    p, q = draw(vector), draw(vector)
    return np.array(p) / sum(p), np.array(q) / sum(q)


# Bands no thinner than the feasibility tolerance of HiGHS (1e-7), or it leaves them.
fractions = st.integers(0, 50).map(lambda i: i / 50)


@settings(deadline=None)
@given(pairs(), fractions, fractions)
def test_tv_value_by_linear_programming(is_nearest, pair, down, up):
    p, q = pair
    low, high = down * q, q + up * (1 - q)
    k, identity = p.size, np.eye(p.size)
    result = linprog(
        np.concatenate([np.zeros(k), np.ones(k)]),
        np.hstack([-identity, -identity]),
        -p,
        np.concatenate([np.ones(k), np.zeros(k)])[None],
        [1.0],
        bounds=[*zip(low, high, strict=True), *[(0, None)] * k],
        method="highs",
    )
    assert result.status == 0
    value = tv_projection_value(p, low, high)
    assert value == pytest.approx(result.fun, abs=1e-9)
    found = project(p, low, high).distribution
    assert abs(found.sum() - 1) <= 1e-15 * k
    assert is_nearest(p, low, high, found)
    assert abs(p - found).sum() / 2 == pytest.approx(value, abs=1e-15 * k)


def test_points_that_round_to_the_wrong_side():
    # Here (l/p) * p > l in floats: symbols 3 to 5 are at their bound, not free.
    p, q = np.array([0, 0, 3, 5, 5, 6]) / 19, np.array([0, 0, 0, 2, 2, 3]) / 7
    low = 0.9553052786662954 * q
    found = project(p, low, np.ones(6)).distribution
    assert found[2] == pytest.approx(1 - 0.9553052786662954, rel=1e-14)
    assert (found[3:] == low[3:]).all()


def test_tv_value_control():
    p, low, high = [0.7, 0.2, 0.1], [0.1, 0.2, 0.3], [0.4, 0.5, 0.6]
    assert tv_projection_value(p, low, high) == pytest.approx(0.3, abs=1e-15)
    assert abs(tv_projection_value(p, low, [0.4 + 1e-6, 0.5, 0.6]) - 0.3) > 9e-7


def test_normaliser_nearest_to_one():
    assert relative_mollifier([0.3, 0.7], [0.5, 0.5], 0).normaliser == 1
    assert project([0.5, 0.5], [0, 0], [1, 1]).normaliser == 1
    # Symbol 0 stays at its bound 0.6 for every C <= 0.75; symbol 1 stays at 0.4 for C <= 1.375.
    assert project([0.45, 0.55], [0, 0], [0.6, 0.4]).normaliser == pytest.approx(0.75)
    exact = project([0.8, 0.2], [0, 0.3], [1, 1])
    assert exact.distribution.tolist() == pytest.approx([0.7, 0.3], abs=1e-16)
    assert exact.normaliser == pytest.approx(8 / 7, rel=1e-15)


def test_lower_bound_is_the_only_candidate():
    # It vanishes on supp p, so that only C = infinity would do.
    result = project([1, 0], [0, 1], [1, 1])
    assert not result.exists
    assert result.distribution.tolist() == [0, 1]
    assert project([1, 0], [0, 1 - 1e-6], [1, 1]).exists


@pytest.mark.parametrize("function", [project, tv_projection_value])
@pytest.mark.parametrize(
    ("low", "high"), [([0.6, 0.6], [1, 1]), ([0, 0], [0.4, 0.4]), ([0.5, 0.5], [0.4, 1])]
)
def test_refuses(function, low, high):
    with pytest.raises(InputError, match="no distribution"):
        function([0.5, 0.5], low, high)
