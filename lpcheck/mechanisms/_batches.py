"""A batch of distributions: read, checked, and clipped to multiples of a reference."""

import numpy as np
from numpy.typing import ArrayLike

from formulations.errors import InputError
from formulations.formulation import Array

from . import _inputs
from ._clip import clip_to_sum


def read_class(c1: _inputs.Scalar, c2: _inputs.Scalar) -> tuple[float, float]:
    return _inputs.scalar("c1", c1, 0.0, 1.0), _inputs.scalar("c2", c2, 1.0)


def read_rows(p: ArrayLike) -> tuple[Array, bool]:
    rows = _inputs.numbers("p", p)
    single = rows.ndim == 1
    rows = rows[None, :] if single else rows
    if rows.ndim != 2 or not rows.size:
        raise InputError("p", f"shape {rows.shape}", "give shape (k,) or (B, k)")
    if not (np.isfinite(rows).all() and (rows >= 0).all()):
        raise InputError("p", "an entry is negative or not finite", "give distributions")
    wrong = np.abs(rows.sum(axis=1) - 1.0) > _inputs.SUM_TOLERANCE
    if wrong.any():
        i = int(np.argmax(wrong))
        raise InputError("p", f"row {i} sums to {rows[i].sum()}", "divide it by its sum")
    return rows, single


def same_letters(rows: Array, mu: Array) -> None:
    if rows.shape[1] != mu.size:
        raise InputError("p", f"{rows.shape[1]} letters, reference {mu.size}", "match them")


def clip_rows(
    p: ArrayLike, reference: ArrayLike, lower: _inputs.Scalar, upper: _inputs.Scalar
) -> tuple[Array, Array]:
    rows, single = read_rows(p)
    mu = _inputs.distribution("reference", reference)
    same_letters(rows, mu)
    down, up = _inputs.scalar("lower", lower, 0.0, 1.0), _inputs.scalar("upper", upper, 1.0)
    mu = mu / mu.sum()
    q, r = clip_to_sum(
        rows,
        np.broadcast_to(down * mu, rows.shape),
        np.broadcast_to(np.minimum(up * mu, 1.0), rows.shape),  # no entry is larger
    )
    return (q[0], r[0]) if single else (q, r)
