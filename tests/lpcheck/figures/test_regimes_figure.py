"""The regimes as a picture: its numbers, and that the strip can be read without colour."""

from itertools import pairwise

import numpy as np
import pytest

from lpcheck.figures import regimes as figure
from lpcheck.regimes import regimes

PRIORS = (["1/10", "3/20", "1/4", "1/2"], ["2/5", "3/10", "1/5", "1/10"])


@pytest.fixture(scope="module")
def found():
    return regimes(*PRIORS, "js", least=0.1, most=20)


def test_the_numbers_meet_where_the_regimes_say(found):
    series = figure.numbers(found, *PRIORS, "js")
    epsilon = series.column("epsilon")
    binary, response = series.column("binary"), series.column("randomized_response")
    assert (np.maximum(binary, response) <= 1.0 + 1e-12).all()
    assert np.allclose(series.column("optimum"), 1.0)
    early = epsilon <= found.binary_until.lower
    late = epsilon >= found.response_from.upper
    assert early.any()
    assert late.any()
    assert np.allclose(binary[early], 1.0, rtol=1e-12)
    assert np.allclose(response[late], 1.0, rtol=1e-12)
    # Past its threshold the binary mechanism is visibly worse somewhere, and so is the other.
    assert binary[late].min() < 0.999
    assert response[early].min() < 0.9


def test_every_interval_has_its_own_hatch_and_a_name(found):
    with figure.style.applied():
        above, strip = figure.draw(found, figure.numbers(found, *PRIORS, "js")).axes
    hatches = [patch.get_hatch() or "" for patch in strip.patches]
    assert len(hatches) == len(found.intervals)
    assert all(a != b for a, b in pairwise(hatches))
    assert len(strip.texts) == len(found.intervals)
    assert len(above.lines) == 3 + len(found.changes)


def test_the_same_numbers_give_the_same_file(found):
    one, two = (figure.image(found, *PRIORS, "js", "svg") for _ in range(2))
    assert one == two
