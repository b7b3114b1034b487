r"""What a kernel's entries say, its approximate privacy, and what to do where it is not private."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array, Violation
from formulations.parameters import read_number
from formulations.privacy import hockey_stick_profile, make_private

_ROUNDINGS = 8.0
"""Of a term p − e^ε q, in units of p: of e^ε, of the product, of the difference, and of the sum."""


def refuse_lost(given: Any, kernel: Array) -> None:
    """Refuse exact entries so small that their double is another number: ratios need them.

    Raises:
        InputError: naming the first of them.
    """
    if isinstance(given, np.ndarray) and given.dtype.kind in "fiub":
        return
    tiny = np.argwhere((kernel < np.finfo(float).tiny) & (kernel > -np.finfo(float).tiny))
    if not len(tiny):
        return
    entries = np.asarray(given, dtype=object)
    if entries.shape != kernel.shape:
        return
    for place in map(tuple, tiny.tolist()):
        entry = entries[place]
        exact = read_number("mechanism", entry)
        if exact != 0 and not isinstance(entry, float) and exact != float(exact):
            name = f"mechanism[{', '.join(map(str, place))}]"
            what = f"{str(entry)[:40]} is too small for a double, which privacy is measured in"
            raise InputError(name, what, "give 0, or an entry of at least 1e-307")


def delta_slack(kernel: Array, epsilon: float, delta: float, tolerance: float) -> float:
    """What a computed δ may be above δ: the tolerance, relative to δ, and what rounding may add."""
    n = len(kernel)
    largest = max(
        float(kernel[x][kernel[x] >= math.exp(epsilon) * kernel[y] * (1 - 1e-15)].sum())
        for x in range(n)
        for y in range(n)
    )
    return tolerance * delta + _ROUNDINGS * float(np.finfo(float).eps) * min(largest, 1.0)


def approximate_violations(
    kernel: Array, epsilon: float, delta: float, slack: float
) -> list[Violation]:
    """The pair of rows that loses most, where that is more than δ and the slack."""
    profile = hockey_stick_profile(kernel, epsilon)
    row, other = (int(i) for i in np.unravel_index(np.argmax(profile), profile.shape))
    excess = float(profile[row, other]) - delta
    if excess <= slack:
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
