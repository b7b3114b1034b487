"""OpenDP: draws in Rust from the system's entropy, so that nothing can be replayed, only drawn.

The fault of its issue 480 is drawn from the version that has it, and rewritten from that issue: the
answer is the truth with probability p, and else a second draw that is true with probability p, in
place of the other value; ε was told as ln(p/(1 − p)).
"""

from __future__ import annotations

import math
import random
from importlib import import_module
from typing import Any

from lpcheck.auditing.adapters.case import Case, Client


def drawn(k: int, epsilon: float) -> Client:
    """The measurement of the version that is installed, for draws (`draws=`)."""
    t = math.exp(epsilon)
    try:
        dp = import_module("opendp.prelude")
        dp.enable_features("contrib")
        measurement: Any = dp.m.make_randomized_response_bool(t / (t + 1))
    except ImportError:  # before 0.7; it names types that NumPy 2 has no more
        import numpy as np  # noqa: PLC0415

        setattr(np, "bool8", np.bool_)  # noqa: B010
        import_module("opendp.mod").enable_features("contrib")
        measurement = import_module("opendp.meas").make_randomized_response_bool(t / (t + 1))
    return lambda x: bool(measurement(bool(x)))


def _rewritten(k: int, epsilon: float) -> Client:
    p = math.exp(epsilon) / (math.exp(epsilon) + 1)

    def client(x: int) -> bool:
        lie = random.random() < p
        return bool(x) if random.random() < p else lie

    return client


_PROMISE = (
    '"Make a Measurement that implements randomized response on a boolean value"; "prob: '
    'Probability of returning the correct answer"'
)
_NAME = "make_randomized_response_bool"

CASES = (
    Case("opendp", ("0.16.0",), _NAME, _PROMISE, "docstring", drawn, sizes=(2,), draws=20_000,
         stands="nothing speaks against ε; draws prove no more"),
    Case("opendp", ("0.4.0",), _NAME, _PROMISE, "docstring", drawn, sizes=(2,), draws=20_000,
         stands="mended since (issue 480, June 2022): the draws of 0.16.0 show nothing of it",
         change="upgrade"),
    Case("opendp", (), f"{_NAME}, as in issue 480", _PROMISE, "docstring", _rewritten, sizes=(2,),
         stands="mended since (issue 480, June 2022); the draws of 0.4.0 agree with this kernel",
         change="the other value in place of a second draw", rewritten=True),
)  # fmt: skip
