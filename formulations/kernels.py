"""Kernels k × m as mechanisms: reading one, and saying what it breaks."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array, Violation
from formulations.parameters import read_number
from formulations.privacy import worst_ratio

_ROUNDING = 1e-14
"""What rounding alone may add to ε."""


def read_kernel(value: Any, rows: int, columns: int | None = None) -> Array:
    """A finite matrix with the given number of rows (and columns), as doubles.

    Args:
        value: anything that NumPy reads as a matrix.
        rows: the number of inputs.
        columns: the number of outputs, where it is given.

    Raises:
        InputError: it is no such matrix, or an entry, which is named, is not a finite number.
    """
    kernel = _read_matrix(value)
    if kernel.ndim != 2:
        raise InputError(
            "mechanism", f"has shape {kernel.shape}", "give a matrix, one row an input"
        )
    if kernel.shape[0] != rows or kernel.shape[1] == 0:
        raise InputError(
            "mechanism",
            f"has shape {kernel.shape[0]} × {kernel.shape[1]}",
            f"give one row for each of the {rows} inputs",
        )
    if columns is not None and kernel.shape[1] != columns:
        raise InputError(
            "mechanism",
            f"has {kernel.shape[1]} columns",
            f"give {columns}, one for each letter",
        )
    if not np.isfinite(kernel).all():
        row, column = (int(i[0]) for i in np.nonzero(~np.isfinite(kernel)))
        raise InputError(
            f"mechanism[{row}, {column}]", f"{kernel[row, column]} is not finite", "give a number"
        )
    return kernel


def _read_matrix(value: Any) -> Array:
    if np.ma.is_masked(value):
        raise InputError("mechanism", "has masked (missing) entries", "fill them in")
    if hasattr(value, "toarray"):  # of scipy.sparse
        value = value.toarray()
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # NumPy only warns where it drops an imaginary part
        try:
            matrix = np.array(value, dtype=float)
            if not _underscored(value):
                return matrix
        except (TypeError, ValueError, OverflowError, Warning):
            pass
    try:
        entries = np.array(value, dtype=object)
    except ValueError:
        entries = np.empty(0, dtype=object)
    if entries.ndim != 2:
        raise InputError(
            "mechanism", "is not a rectangular matrix of numbers", "give k rows of m numbers"
        )
    return np.array(
        [
            [float(read_number(f"mechanism[{i}, {j}]", x)) for j, x in enumerate(row)]
            for i, row in enumerate(entries.tolist())
        ]
    )


def _underscored(value: Any) -> bool:
    """Whether an entry is text such as 0_5, which Python reads as 5."""
    if isinstance(value, np.ndarray) and value.dtype.kind in "fiub":
        return False
    entries = np.array(value, dtype=object).ravel()
    return any(isinstance(x, str) and "_" in x for x in entries)


def stochastic_violations(kernel: Array, tolerance: float) -> list[Violation]:
    """Entries below 0 and rows that do not sum to 1: the worst of each.

    Args:
        kernel: a row an input, shape (k, m).
        tolerance: absolute.
    """
    found = []
    row, column = (int(i) for i in np.unravel_index(np.argmin(kernel), kernel.shape))
    if kernel[row, column] < -tolerance:
        found.append(
            Violation(
                "nonnegative",
                {"row": row, "column": column},
                float(-kernel[row, column]),
                f"entry [{row}, {column}] is {kernel[row, column]:.6g}, below 0",
            )
        )
    sums = kernel.sum(axis=1)
    row = int(np.argmax(np.abs(sums - 1.0)))
    if abs(sums[row] - 1.0) > tolerance:
        found.append(
            Violation(
                "stochastic",
                {"row": row},
                float(abs(sums[row] - 1.0)),
                f"row {row} sums to {sums[row]:.10g}, not 1",
            )
        )
    return found


def privacy_violations(kernel: Array, epsilon: float, tolerance: float) -> list[Violation]:
    """The pair of rows that breaks pure ε-LDP the most, if any does; amount in ε.

    Args:
        kernel: a row an input, shape (k, m).
        epsilon: the level that is asked for, in nats.
        tolerance: in nats.
    """
    worst = worst_ratio(kernel)
    # Relative to a small ε, where values move with (true ε)/ε; rounding is all that ε = 0 allows.
    if worst.epsilon - epsilon <= tolerance * min(1.0, epsilon) + _ROUNDING:
        return []
    return [
        Violation(
            "privacy",
            {"row": worst.row, "other_row": worst.other_row, "column": worst.column},
            worst.epsilon - epsilon,
            f"output {worst.column} is {_factor(worst.epsilon)} times as likely from input "
            f"{worst.row} as from input {worst.other_row}, where e^ε = {_factor(epsilon)} is "
            f"allowed: this mechanism is private at ε = {worst.epsilon:.10g}, not {epsilon:.10g}",
        )
    ]


def _factor(epsilon: float) -> str:
    return f"{np.exp(epsilon):.8g}" if epsilon < 700 else "infinitely many"
