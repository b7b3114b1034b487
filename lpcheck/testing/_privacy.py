r"""Approximate privacy of a kernel, and what to do about one that is not private."""

from __future__ import annotations

import math

import numpy as np

from formulations.formulation import Array, Violation
from formulations.privacy import hockey_stick_profile, make_private

_SMALLEST_DELTA = 1e-3
"""δ is kept to a tolerance relative to itself, and to this where it is smaller."""


def approximate_violations(
    kernel: Array, epsilon: float, delta: float, tolerance: float
) -> list[Violation]:
    """The pair of rows that loses most, where that is more than δ."""
    profile = hockey_stick_profile(kernel, epsilon)
    row, other = (int(i) for i in np.unravel_index(np.argmax(profile), profile.shape))
    excess = float(profile[row, other]) - delta
    if excess <= tolerance * max(delta, _SMALLEST_DELTA):
        return []
    loss = kernel[row] - math.exp(epsilon) * kernel[other]
    outputs = np.flatnonzero(loss > 0)
    outputs = outputs[np.argsort(-loss[outputs])]
    listed = ", ".join(map(str, outputs[:5].tolist())) + (", …" if len(outputs) > 5 else "")
    which = f"output {listed} is" if len(outputs) == 1 else f"outputs {listed} are"
    return [
        Violation(
            "privacy",
            {"row": row, "other_row": other, "column": int(outputs[0])},
            excess,
            f"row {row} against row {other} loses δ = {delta + excess:.10g}, where {delta:g} is "
            f"allowed: {which} more than {math.exp(epsilon):.8g} times as likely",
        )
    ]


def remedy(kernel: Array, found: list[Violation], epsilon: float, had: float) -> str:
    """What to do about a kernel that is not private."""
    broken = {v.constraint for v in found}
    if "nonnegative" in broken:
        return "probabilities are ≥ 0; mend that entry"
    if "stochastic" in broken:
        return "divide every row by its sum"
    base = np.tile(kernel.mean(axis=0), (len(kernel), 1))
    mended = make_private(kernel, base[0], epsilon)
    movable = np.abs(kernel - base)
    at = np.unravel_index(int(np.argmax(movable)), movable.shape)
    weight = 1.0 - abs(float(mended[at] - base[at])) / float(movable[at])
    mixing = (
        f"with probability {math.ceil(weight * 1e6) / 1e6:.6f} answer with a draw from the average "
        f"row instead, which makes it private at ε = {epsilon:g}"
    )
    return f"state epsilon={had:.10g}, or {mixing}" if math.isfinite(had) else mixing
