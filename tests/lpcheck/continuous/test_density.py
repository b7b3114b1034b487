"""Densities whose parts do not fit each other are refused."""

import math
from dataclasses import replace

import numpy as np
import pytest

from formulations import InputError
from lpcheck.continuous.density import Density

LINE = Density("uniform", lambda x: np.ones(len(x)), ((0.0, 1.0),), ((),))


def test_one_that_fits():
    assert LINE.dimension == 1


@pytest.mark.parametrize(
    ("change", "parameter"),
    [
        ({"support": ()}, "support"),
        ({"support": ((0.0, 1.0),) * 3}, "support"),
        ({"support": ((1.0, 1.0),)}, "support"),
        ({"support": ((0.0, math.nan),)}, "support"),
        ({"scale": 0.0}, "scale"),
        ({"scale": math.inf}, "scale"),
        ({"scale": math.nan}, "scale"),
        ({"kinks": ((), ())}, "kinks"),
    ],
)
def test_refusals(change, parameter):
    with pytest.raises(InputError, match=parameter):
        replace(LINE, **change)
