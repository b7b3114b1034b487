"""Privacy notions: membership at the level and not below, rays that span, and their order."""

from __future__ import annotations

import math

import numpy as np
import pytest

from formulations import LDP, LIP, PML, ULDP, ApproximateLDP, InputError, MetricPrivacy
from formulations.notions import read_notion

PATH = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
PRIOR = ["1/2", "3/10", "1/5"]
NOTIONS = {
    "ldp": LDP(1),
    "approximate": ApproximateLDP(1, "1/10"),
    "metric": MetricPrivacy(PATH),
    "pml": PML("1/2", PRIOR),
    "lip": LIP("1/2", PRIOR),
    "uldp": ULDP(1, [0, 2], 3),
}


def random_kernel(rng, k=3, m=3):
    return rng.dirichlet(np.ones(m), k)


@pytest.mark.parametrize("name", NOTIONS)
@pytest.mark.parametrize("seed", range(5))
def test_what_is_repaired_is_private_and_a_little_less_is_not(name, seed):
    notion = NOTIONS[name]
    kernel = random_kernel(np.random.default_rng(seed))
    mended = notion.repair(kernel)
    np.testing.assert_allclose(mended.sum(axis=1), 1.0, atol=1e-12)
    assert notion.violations(mended, 1e-9) == ()
    assert notion.violations(np.eye(3), 1e-9), "the identity tells everything"


@pytest.mark.parametrize("name", ["ldp", "metric", "pml", "lip", "uldp"])
def test_the_rays_are_private_and_on_the_boundary(name):
    notion = NOTIONS[name]
    for column in notion.rays(3).T:
        outputs = range(3) if name == "uldp" else [0]
        slacks = [notion.inequalities(3, y) @ column for y in outputs]
        assert min(s.max(initial=-1.0) for s in slacks) <= 1e-12
        tight = [
            np.linalg.matrix_rank(notion.inequalities(3, y)[abs(s) < 1e-12])
            for y, s in zip(outputs, slacks, strict=True)
            if s.max(initial=-1.0) <= 1e-12
        ]
        zeros = int((column < 1e-12).sum())
        assert max(tight) + zeros >= 2, column  # k − 1 independent inequalities


@pytest.mark.parametrize("name", ["ldp", "metric", "pml", "lip"])
def test_every_private_column_is_a_mixture_of_rays(name):
    from scipy.optimize import nnls

    notion, rng = NOTIONS[name], np.random.default_rng(7)
    rays = notion.rays(3)
    for _ in range(20):
        for column in notion.repair(random_kernel(rng)).T:
            _, missed = nnls(rays, column)
            assert missed < 1e-9
        _, missed = nnls(rays, np.array([1.0, 1e-3, 1e-3]) if name != "pml" else np.eye(3)[2])
        assert missed > 1e-4, "a column that is not private is none"


def test_a_metric_with_equal_distances_is_ldp():
    equal = MetricPrivacy([[0, 1, 1], [1, 0, 1], [1, 1, 0]])
    found = {tuple(np.round(c, 9)) for c in equal.rays(3).T}
    wanted = {tuple(np.round(c, 9)) for c in LDP(1).rays(3).T}
    assert found == wanted


def test_ldp_is_stronger_than_lip_and_lip_than_pml():
    rng = np.random.default_rng(3)
    for _ in range(50):
        kernel = LDP("1/2").repair(random_kernel(rng))
        assert NOTIONS["lip"].violations(kernel, 1e-9) == ()
        assert NOTIONS["pml"].violations(kernel, 1e-9) == ()
    only_pml = np.array([[1.0, 0.0], [1.0, 0.0], [0.5, 0.5]])
    assert PML(2, PRIOR).violations(only_pml, 1e-9) == ()
    assert LIP(2, PRIOR).violations(only_pml, 1e-9)


def test_the_true_level():
    kernel = np.array([[0.75, 0.25], [0.25, 0.75]])
    assert LDP(1).level(kernel).value == pytest.approx(math.log(3))
    metric = MetricPrivacy([[0, 1], [1, 0]])
    assert metric.level(kernel).value == pytest.approx(math.log(3) - 1)
    assert PML(1, ["1/2", "1/2"]).level(kernel).value == pytest.approx(math.log(1.5))
    assert LIP(1, ["1/2", "1/2"]).level(kernel).value == pytest.approx(math.log(2))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: MetricPrivacy([[0, 1], [2, 0]]), "symmetric"),
        (lambda: MetricPrivacy([[0, 1, 5], [1, 0, 1], [5, 1, 0]]), "a triangle is broken"),
        (lambda: MetricPrivacy([[0, 1]]), "square"),
        (lambda: MetricPrivacy([[1]]), "0 from a to a"),
        (lambda: PML(1, ["1/2", "1/2", 0]), r"prior\[2\]"),
        (lambda: ULDP(1, [3], 3), "letters 0 to 2"),
        (lambda: read_notion("nonsense", 1, 2), "ldp, approximate:DELTA"),
        (lambda: read_notion("metric:distances.csv", None, 2), "metric:@"),
        (lambda: read_notion("pml", 1, 2, prior=None), "prior"),
        (lambda: read_notion(None, None, 2), "epsilon"),
        (lambda: read_notion(LDP(1), 1, 2), "drop one"),
        (lambda: read_notion(MetricPrivacy(PATH), None, 2), "over 3 inputs"),
        (lambda: ApproximateLDP(1, 2), "delta"),
    ],
)
def test_what_states_no_notion_is_refused_in_a_line(make, says):
    with pytest.raises(InputError, match=says) as refused:
        make()
    assert "\n" not in str(refused.value)
