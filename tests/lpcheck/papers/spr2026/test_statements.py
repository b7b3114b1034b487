"""The partitions that are looked through."""

from __future__ import annotations

import numpy as np
import pytest

from formulations.kernels import privacy_violations
from lpcheck.papers.spr2026.statements import partitions


@pytest.mark.parametrize("k", [1, 2, 5])
def test_there_are_as_many_as_ways_to_cut(k):
    rng = np.random.default_rng(k)
    p0, p1 = rng.dirichlet(np.ones(k), 2).tolist()
    found = list(partitions(p0, p1, 1.0))
    assert len(found) == 2 ** (k - 1)
    assert len({np.round(kernel, 9).tobytes() for kernel in found}) == len(found)
    for kernel in found:
        assert kernel.sum(axis=1) == pytest.approx(1.0, abs=1e-14)
        assert not privacy_violations(kernel, 1.0, 1e-12)


def test_blocks_are_intervals_of_the_likelihood_ratio():
    """The letters, sorted by P0/P1, never leave a block and come back."""
    p0, p1 = [0.1, 0.4, 0.3, 0.2], [0.4, 0.1, 0.3, 0.2]
    order = [0, 2, 3, 1]  # the tie of letters 2 and 3 stays in its order
    for kernel in partitions(p0, p1, 2.0):
        blocks = kernel[order].argmax(axis=1)
        assert (np.diff(blocks) >= 0).all()


def test_letters_without_mass_are_placed_too():
    assert len(list(partitions([0.5, 0.5, 0.0], [0.5, 0.5, 0.0], 1.0))) == 4
