import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from formulations.errors import InputError
from lpcheck.mechanisms import (
    apply_kernel,
    binary_kernel,
    keep_or_redraw,
    optimal_diagonal,
    public_prior_kernel,
    public_prior_kernel_as_printed,
    randomized_response,
)

epsilons = st.sampled_from([0.0, 1e-6, 0.1, 1.0, 4.0, 50.0, 300.0, 690.0, 800.0])
# Small integers give zeros and ties; the powers give priors over many orders of magnitude.
weights = st.one_of(
    st.lists(st.integers(0, 5), min_size=1, max_size=9).filter(any),
    st.lists(st.integers(-40, 0).map(lambda e: 10.0**e), min_size=1, max_size=9),
)


def normalised(values):
    return np.asarray(values, dtype=float) / sum(values)


def invariance_error(kernel, prior):
    return abs(prior @ kernel - prior).max()


@settings(deadline=None)
@given(weights, epsilons)
def test_private_stochastic_invariant(is_private, is_stochastic, nudge, values, epsilon):
    prior = normalised(values)
    kernel = public_prior_kernel(prior, epsilon)
    assert is_private(kernel, epsilon)
    assert is_stochastic(kernel)
    assert invariance_error(kernel, prior) <= 1e-15
    assert (kernel[:, prior == 0] == 0).all()
    assert kernel.diagonal().min() == pytest.approx(optimal_diagonal(prior, epsilon), rel=1e-14)
    if prior[0] > 1e-6 and prior.size > 1:
        assert invariance_error(nudge(kernel), prior) > 1e-13


@settings(deadline=None)
@given(weights, st.sampled_from([0.1, 1.0, 4.0, 50.0, 300.0]))
def test_private_exactly_at_epsilon(is_tight, values, epsilon):
    prior = normalised(values)
    if (prior > 0).sum() > 1:
        assert is_tight(public_prior_kernel(prior, epsilon), epsilon)
        assert not is_tight(public_prior_kernel(prior, epsilon + 0.01), epsilon)


@settings(deadline=None)
@given(st.lists(st.integers(1, 30), min_size=2, max_size=9), st.floats(0, 20))
def test_equals_the_printed_recursion_on_sorted_priors(values, epsilon):
    prior = normalised(sorted(values))
    kernel = public_prior_kernel(prior, epsilon)
    for reading in ("q_min", "q_1"):
        printed = public_prior_kernel_as_printed(prior, epsilon, reading)
        assert abs(kernel - printed).max() <= 1e-14
    shifted = public_prior_kernel_as_printed(prior, epsilon + 0.01)
    assert abs(kernel - shifted).max() > 1e-14 or epsilon > 10


@settings(deadline=None)
@given(st.lists(st.integers(0, 30), min_size=2, max_size=9).filter(any), st.randoms())
def test_order_does_not_matter(values, random):
    prior = normalised(values)  # tied letters are treated alike
    order = list(range(prior.size))
    random.shuffle(order)
    kernel = public_prior_kernel(prior, 1.0)
    shuffled = public_prior_kernel(prior[order], 1.0)
    assert abs(kernel[np.ix_(order, order)] - shuffled).max() <= 1e-15


def test_order_control():
    kernel, turned = (public_prior_kernel(q, 1.0) for q in ([0.1, 0.3, 0.6], [0.6, 0.3, 0.1]))
    assert abs(kernel - turned[::-1, ::-1]).max() <= 1e-15
    assert abs(kernel - turned).max() > 0.1


def test_unsorted_priors_break_the_printed_recursion(is_private, is_stochastic):
    prior = np.array([0.5, 0.25, 0.25])
    t = 2.0  # every entry below is rational
    epsilon = math.log(t)
    listing = public_prior_kernel_as_printed(prior, epsilon, "q_min")
    assert listing[0].sum() == pytest.approx(4 / 5, abs=1e-15)
    assert not is_stochastic(listing)
    proof = public_prior_kernel_as_printed(prior, epsilon, "q_1")
    assert is_stochastic(proof)
    assert invariance_error(proof, prior) <= 1e-15
    assert not is_private(proof, epsilon)
    assert proof[1, 1] / proof[0, 1] == pytest.approx(2 * t**2 / (t + 1), rel=1e-14)
    assert is_private(proof, math.log(8 / 3))
    assert is_private(public_prior_kernel(prior, epsilon), epsilon)


@settings(deadline=None)
@given(weights, epsilons, st.integers(0, 2**32 - 1))
def test_apply_kernel_is_the_product(values, epsilon, seed):
    prior = normalised(values)
    batch = np.random.default_rng(seed).dirichlet(np.full(prior.size, 0.5), size=4)
    product = batch @ public_prior_kernel(prior, epsilon)
    assert abs(apply_kernel(batch, prior, epsilon) - product).max() <= 1e-15
    assert abs(apply_kernel(batch[1], prior, epsilon) - product[1]).max() <= 1e-15
    assert abs(apply_kernel(prior, prior, epsilon) - prior).max() <= 1e-15


def test_apply_kernel_control():
    p, prior = [0.7, 0.2, 0.1], [0.2, 0.3, 0.5]
    product = p @ public_prior_kernel(prior, 1.0)
    assert abs(apply_kernel(p, prior, 1.000001) - product).max() > 1e-8
    assert abs(apply_kernel(p, prior[::-1], 1.0) - product).max() > 1e-3


def exact_product(p, prior, epsilon):
    """PK by Algorithm 1 on the sorted prior, in 60 digits."""
    with localcontext() as context:
        context.prec = 60
        u = (-Decimal(epsilon)).exp()
        order = np.argsort(prior, kind="stable").tolist()
        mass, q = ([Decimal(x) for x in v[order].tolist()] for v in (p, prior))
        below, after, scale, before = sum(q), sum(mass), Decimal(1), Decimal(0)
        result = [Decimal(0)] * len(q)
        for i, letter in enumerate(order):
            below, after = below - q[i], after - mass[i]
            level = q[i] + u * below
            off = u * scale / level
            result[letter] = mass[i] * scale * q[i] / level + q[i] * (before + off * after)
            before += mass[i] * off
            scale -= off * q[i]
        return result


def relative_error(found, expected):
    with localcontext() as context:
        context.prec = 60
        return max(
            float(abs(Decimal(x) / y - 1)) for x, y in zip(found.tolist(), expected, strict=True)
        )


@pytest.mark.parametrize("epsilon", [0.01, 1.0, 4.0, 50.0])
@pytest.mark.parametrize("kind", ["Dirichlet(1)", "Dirichlet(0.05)", "uniform", "power law"])
def test_ten_thousand_symbols_to_the_last_digits(kind, epsilon):
    """Each entry is within 1e-15 of 60 digits, where plain prefix sums lose one in 1e14."""
    n, generator = 10_000, np.random.default_rng(5)
    prior = {
        "Dirichlet(1)": lambda: generator.dirichlet(np.ones(n)),
        "Dirichlet(0.05)": lambda: normalised(generator.dirichlet(np.full(n, 0.05)) + 1e-200),
        "uniform": lambda: np.full(n, 1 / n),
        "power law": lambda: normalised(1 / np.arange(1.0, n + 1)),
    }[kind]()
    p = generator.dirichlet(np.ones(n))
    expected = exact_product(p, prior, epsilon)
    found = apply_kernel(p, prior, epsilon)
    assert relative_error(found, expected) <= 1e-15
    assert relative_error(np.nextafter(found, 1) * (1 + 2e-15), expected) > 1e-15
    small = slice(0, 300)
    prior, p = normalised(prior[small]), normalised(p[small])
    entries = public_prior_kernel(prior, epsilon)
    for i in (0, 299):
        expected = exact_product(np.eye(300)[i], prior, epsilon)
        assert relative_error(entries[i], expected) <= 1e-15


def test_a_million_symbols():
    prior, p = np.random.default_rng(0).dirichlet(np.ones(10**6), size=2)
    sampled = apply_kernel(p, prior, 3.0)
    assert abs(math.fsum(sampled) - math.fsum(p)) < 1e-15
    assert (abs(apply_kernel(prior, prior, 3.0) / prior - 1) < 2e-15).all()
    assert abs(sampled / prior - 1).max() > 1e-6  # another input is told apart


def test_kernels_too_large_for_memory_are_refused():
    prior = np.full(10**6, 1e-6)
    with pytest.raises(InputError, match="8e\\+03 GB; give at most 10000, or use apply_kernel"):
        public_prior_kernel(prior, 1.0)
    with pytest.raises(InputError, match="at most 500"):
        public_prior_kernel_as_printed(np.full(501, 1 / 501), 1.0)


def best_smallest_diagonal(prior, epsilon):
    """Maximise m subject to K_ii >= m, K eps-LDP, stochastic, qK = q, by HiGHS."""
    n = prior.size
    at = np.arange(n * n).reshape(n, n)
    below, equal, right = [], [], []
    for i in range(n):
        row = np.zeros(n * n + 1)
        row[at[i, i]], row[-1] = -1, 1
        below.append(row)
        for j in range(n):
            for other in set(range(n)) - {i}:
                row = np.zeros(n * n + 1)
                row[at[i, j]], row[at[other, j]] = math.exp(-epsilon), -1
                below.append(row)
        row = np.zeros(n * n + 1)
        row[at[i]] = 1
        equal.append(row)
        right.append(1)
        row = np.zeros(n * n + 1)
        row[at[:, i]] = prior
        equal.append(row)
        right.append(prior[i])
    cost = np.zeros(n * n + 1)
    cost[-1] = -1
    result = linprog(cost, below, np.zeros(len(below)), equal, right, method="highs")
    assert result.status == 0
    return -result.fun


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_optimal_diagonal_by_linear_programming(n):
    rng = np.random.default_rng(n)
    for epsilon in (0.0, 0.3, 1.0, 3.0):
        prior = rng.dirichlet(np.ones(n))
        best = best_smallest_diagonal(prior, epsilon)
        assert optimal_diagonal(prior, epsilon) == pytest.approx(best, abs=1e-9)
        assert n == 1 or abs(optimal_diagonal(prior, epsilon + 0.01) - best) > 1e-5
    assert optimal_diagonal([0, 0.5, 0.5], 1.0) == 0
    assert best_smallest_diagonal(np.array([0, 0.5, 0.5]), 1.0) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("alpha", [0, Fraction(1, 7), 0.3, Fraction(1, 2)])
@pytest.mark.parametrize("epsilon", [0.0, 1.0, 30.0, 800.0])
def test_binary_kernel(alpha, epsilon):
    kernel = binary_kernel(alpha, epsilon)
    assert abs(kernel - public_prior_kernel([alpha, 1 - alpha], epsilon)).max() <= 1e-15
    assert abs(kernel - public_prior_kernel([alpha, 1 - alpha], epsilon)[::-1]).max() > 1e-15 or (
        alpha == 0 or epsilon == 0
    )
    if epsilon == 1.0:
        a, t = float(alpha), math.e
        printed = np.array([[t * a, 1 - a], [a, (t - 1) * a + 1 - a]]) / (t * a + 1 - a)
        assert abs(kernel - printed).max() <= 1e-15


def test_uniform_prior_gives_randomized_response():
    kernel = public_prior_kernel([Fraction(1, 7)] * 7, 2.0)
    assert abs(kernel - randomized_response(7, 2.0)).max() <= 1e-15
    assert abs(kernel - randomized_response(7, 2.000001)).max() > 1e-8


def test_degenerate():
    assert public_prior_kernel([1], 2.0).tolist() == [[1.0]]
    assert (public_prior_kernel([0.2, 0.3, 0.5], 0) == [[0.2, 0.3, 0.5]] * 3).all()
    assert (public_prior_kernel([0, 0.5, 0, 0.5], 1)[::2] == [0, 0.5, 0, 0.5]).all()
    assert (public_prior_kernel([0.2, 0.3, 0.5], 800) == np.eye(3)).all()
    near = public_prior_kernel([1e-12, 0.4, 0.6 - 1e-12], 1.0)
    assert abs(near - public_prior_kernel([0, 0.4, 0.6], 1.0)).max() < 1e-11


def test_refuses():
    for bad in ([], [0.5, 0.6], [1.5, -0.5], [math.nan, 1], [[0.5, 0.5]]):
        with pytest.raises(InputError):
            public_prior_kernel(bad, 1.0)
    with pytest.raises(InputError):
        binary_kernel(0.51, 1.0)
    with pytest.raises(InputError, match="n = 1"):
        public_prior_kernel_as_printed([1.0], 1.0)
    for p in ([1.0], [math.nan, 1], np.ones((1, 1, 2))):
        with pytest.raises(InputError):
            apply_kernel(p, [0.5, 0.5], 1.0)


TINY = [5e-324, 1e-320, 1e-310, 1e-300, 1e-200, 1e-20, 0.0]


@settings(deadline=None)
@given(
    st.lists(st.one_of(st.sampled_from(TINY), st.floats(0.01, 1.0)), min_size=1, max_size=5),
    st.sampled_from([0.1, 30.0, 690.0, 705.0, 709.0, 720.0, 740.0, 745.0, 746.0, 2000.0, 1e300]),
)
def test_tiny_letters_at_any_epsilon(entries, epsilon):
    """No NaN and no warning, rows that sum to one, and pK for K."""
    assume(sum(entries) > 0.01)
    q = np.array(entries) / sum(entries)
    for kernel in (public_prior_kernel(q, epsilon), keep_or_redraw(q, epsilon)):
        assert (kernel >= 0).all()
        assert kernel.sum(axis=1) == pytest.approx(1, abs=1e-12)
        diagonal = np.diag(kernel)[q > 0]
        best = optimal_diagonal(q, epsilon)
        if (q > 0).all():
            assert diagonal.min() == pytest.approx(best, rel=1e-9)
            assert diagonal.min() < best + 1e-3
    p = np.full(len(q), 1 / len(q))
    kernel = public_prior_kernel(q, epsilon)
    assert apply_kernel(p, q, epsilon) == pytest.approx(p @ kernel, abs=1e-15)
