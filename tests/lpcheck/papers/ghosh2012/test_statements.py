"""The mechanism for counts: its kernel by hand, and the notion that it is private in."""

from __future__ import annotations

import numpy as np

from lpcheck.mechanisms import geometric_with_remap
from lpcheck.papers.ghosh2012.statements import CLAIMS, apart, problem


def test_where_the_output_itself_is_the_best_answer_it_is_clamped_geometric_noise():
    kernel = geometric_with_remap(3, 2.0, apart(3) > 0, np.array([0.25, 0.5, 0.25]))
    a = np.exp(-2.0)
    np.testing.assert_allclose(
        kernel[0], [1 / (1 + a), a * (1 - a) / (1 + a), a**2 / (1 + a)], rtol=1e-12
    )


def test_the_notion_is_a_path():
    stated = problem([0.5, 0.25, 0.25], 0.3, apart(3).tolist())
    np.testing.assert_allclose(stated.privacy.array[0], [0.0, 0.3, 0.6])


def test_ids():
    assert [c.id for c in CLAIMS] == ["ghosh2012.geometric-remap", "ghosh2012.monotone-needed"]
