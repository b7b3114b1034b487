"""The best mechanism with few outputs, against brute force over partitions and over kernels."""

import itertools
import math

import numpy as np
import pytest
from scipy.optimize import linprog

from formulations import InputError, Staircase, solve
from formulations.staircase_path import best_by_outputs


def partitions(k):
    """All partitions of k letters, as block labels in order of first appearance."""
    for labels in itertools.product(range(k), repeat=k):
        if all(b <= max(labels[:i], default=-1) + 1 for i, b in enumerate(labels)):
            yield labels


@pytest.mark.parametrize("name", ["kl", "hellinger", "chi2", "tv", "hockey-stick:1.3"])
@pytest.mark.parametrize("epsilon", [0.3, 2.0, 8.0])
def test_no_partition_with_as_many_blocks_is_better(name, epsilon):
    k, u = 5, math.exp(-epsilon)
    p0, p1 = np.random.default_rng(1).dirichlet(np.ones(k), 2)
    problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)
    best = [0.0] * (k + 1)
    for labels in partitions(k):
        kernel = np.where(np.array(labels)[:, None] == np.arange(max(labels) + 1), 1.0, u)
        kernel /= kernel.sum(axis=1, keepdims=True)
        best[kernel.shape[1]] = max(best[kernel.shape[1]], problem.value(kernel))
    found = best_by_outputs(problem)
    assert [f.outputs for f in found] == [1, 2, 3, 4, 5]
    for f in found:
        expected = max(best[: f.outputs + 1])
        assert f.value == pytest.approx(expected, rel=1e-12, abs=1e-15)
        assert problem.value(f.mechanism) == pytest.approx(expected, rel=1e-12, abs=1e-15)
        assert f.mechanism.shape[1] <= f.outputs
    assert found[-1].value == pytest.approx(solve(problem).value, rel=1e-11, abs=1e-15)


def floors(m):
    """The least entries l of m columns, up to order and scale, at a vertex of all (Q, l).

    They solve l(A) = 1 for m linearly independent sets A: those of the rows without an entry
    between l and e^ε l.
    """
    sets = [s for s in itertools.product((0.0, 1.0), repeat=m) if 0 < sum(s) < m]
    found = set()
    for rows in itertools.combinations(sets, m):
        if abs(np.linalg.det(rows)) > 0.5:
            least = np.linalg.solve(rows, np.ones(m))
            if least.min() > 1e-9:
                found.add(tuple(sorted(least.round(9))))
    return [np.array(f) for f in sorted(found)]


def rows_above(least):
    """The vertices z of {0 ≤ z ≤ l, Σ z = 1}: a row is in proportion to l + (e^ε − 1)z."""
    m, found = len(least), set()
    for free in range(m):
        rest = [y for y in range(m) if y != free]
        for s in itertools.product((0.0, 1.0), repeat=m - 1):
            z = np.zeros(m)
            z[rest] = np.array(s) * least[rest]
            z[free] = 1 - z.sum()
            if -1e-9 <= z[free] <= least[free] + 1e-9:
                found.add(tuple(np.clip(z, 0, least).round(9)))
    return np.array(sorted(found))


def best_of_all_kernels(problem, outputs, first=2):
    """The best vertex over all ε-LDP kernels with `first` to `outputs` columns, one by one."""
    t, best = math.exp(float(problem.epsilon)), 0.0
    for m in range(first, outputs + 1):
        for least in floors(m):
            rows = least + (t - 1) * rows_above(least)
            rows /= rows.sum(axis=1, keepdims=True)
            m0 = m1 = np.zeros((1, m))
            for a, b in zip(problem.p0.array, problem.p1.array, strict=True):
                m0 = (m0[:, None] + a * rows).reshape(-1, m)
                m1 = (m1[:, None] + b * rows).reshape(-1, m)
            best = max(best, float(problem.divergence.terms(m0, m1).sum(axis=1).max()))
    return best


def test_vertices_with_few_columns():
    """Up to three columns l is constant, with as many rows as columns; not so for four."""
    shapes = {m: [(f.tolist(), len(rows_above(f))) for f in floors(m)] for m in (2, 3, 4)}
    assert shapes[2] == [([1, 1], 2)]
    assert shapes[3] == [([0.5, 0.5, 0.5], 3), ([1, 1, 1], 3)]
    assert ([0.5, 0.5, 0.5, 0.5], 6) in shapes[4]
    assert ([0.5, 0.5, 0.5, 1], 7) in shapes[4]


@pytest.mark.parametrize(("k", "name"), [(3, "kl"), (3, "js"), (4, "hellinger"), (4, "chi2"),
                                         (4, "alpha:-1"), (5, "js"), (5, "tv")])  # fmt: skip
def test_no_vertex_of_all_kernels_is_better(k, name):
    generator = np.random.default_rng(k)
    more = 0
    for epsilon in (0.5, 3.0, 6.0):
        p0, p1 = generator.dirichlet(np.full(k, 5.0), 2)
        problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)
        found = best_by_outputs(problem)
        for outputs in range(2, min(k, 4) + 1):
            best = best_of_all_kernels(problem, outputs)
            assert found[outputs - 1].value == pytest.approx(best, rel=1e-7)
        fewer = found[min(k, 4) - 2].value
        more += best > fewer * (1 + 1e-6)
    assert (more == 0) == (name == "tv"), "one output fewer is noticed, where two are not enough"


def test_pairs_of_outputs_are_worse_than_a_partition():
    """Six letters told apart by four outputs: where nothing is proved, one of several hundred."""
    ratio = np.exp(np.linspace(-1, 1, 6) * 3)
    p0 = ratio / ratio.sum()
    problem = Staircase(p0=p0, p1=[1 / 6] * 6, epsilon=6, divergence="js")
    found = best_by_outputs(problem)
    assert found[-1].mechanism.shape[1] > 4
    assert best_of_all_kernels(problem, 4, first=4) <= found[3].value * (1 + 1e-9)


def climb(problem, outputs, generator):
    """A local maximum over all ε-LDP kernels with so many outputs, from a random corner."""
    k, t, f = problem.k, math.exp(float(problem.epsilon)), problem.divergence
    p0, p1 = problem.p0.array, problem.p1.array
    each = np.eye(k * outputs)
    low = np.tile(np.eye(outputs), (k, 1))
    A = np.vstack([np.hstack([each, -t * low]), np.hstack([-each, low])])
    E = np.hstack([np.kron(np.eye(k), np.ones(outputs)), np.zeros((k, outputs))])
    goal, value = generator.normal(size=(k, outputs)), -1.0
    for _ in range(20):
        cost = np.append(-goal.ravel(), np.zeros(outputs))
        x = linprog(cost, A_ub=A, b_ub=np.zeros(len(A)), A_eq=E, b_eq=np.ones(k)).x
        Q = np.maximum(x[: k * outputs].reshape(k, outputs), 0.0)
        Q = Q[:, p1 @ Q > 1e-12]
        new = problem.value(Q)
        if new <= value * (1 + 1e-12) or Q.shape[1] < outputs:
            return max(new, value)
        value, m0, m1 = new, p0 @ Q, p1 @ Q
        goal = np.outer(p0, f.slope(m0 / m1)) + np.outer(p1, f.cost_slope(m0, m1))
    return value


def test_no_kernel_with_so_few_outputs_is_better():
    """The objective is convex in the kernel: climbing from corners finds local maxima."""
    generator = np.random.default_rng(2)
    reached = 0
    for outputs, name, epsilon in ((2, "kl", 2.0), (3, "hellinger", 4.0), (3, "chi2", 3.0)):
        p0, p1 = generator.dirichlet(np.ones(4), 2)
        problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)
        best = best_by_outputs(problem)[outputs - 1].value
        top = max(climb(problem, outputs, generator) for _ in range(25))
        assert top <= best * (1 + 1e-9)
        reached += top >= best * (1 - 1e-9)
    assert reached >= 2, "the search must be able to reach the optimum"


def test_a_limit_on_the_limits_and_more_limits_than_letters():
    p0, p1 = np.random.default_rng(3).dirichlet(np.ones(60), 2)
    problem = Staircase(p0=p0, p1=p1, epsilon=4.0, divergence="kl")
    some = best_by_outputs(problem, most=6)
    assert [f.outputs for f in some] == list(range(1, 7))
    assert some[0].value == 0.0
    with pytest.raises(InputError, match="1 or more"):
        best_by_outputs(problem, most=0)
    values = [f.value for f in best_by_outputs(problem, most=70)]
    assert len(values) == 70
    assert values == sorted(values)
    assert values[-1] == pytest.approx(solve(problem).value, rel=1e-12)
