"""Kernels that were drawn at random come back from their samplers."""

from __future__ import annotations

import importlib.util
import math
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from lpcheck.auditing import audit
from lpcheck.auditing.outputs import letter

_SPEC = importlib.util.spec_from_file_location("kernels", Path(__file__).parent / "kernels.py")
kernels = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(kernels)

CLOSE = 1e-15


def distance(found, kernel):
    """The largest error of an entry, and what was not followed."""
    rows = [sorted(q for q in row if q) for row in found.fractions]
    expected = [sorted(q for q in row if q) for row in kernel]
    if [len(row) for row in rows] != [len(row) for row in expected]:
        return 1.0
    pairs = [(a, b) for r, e in zip(rows, expected, strict=True) for a, b in zip(r, e, strict=True)]
    return max(float(abs(a - b)) for a, b in pairs)


def in_place(found, kernel, letters):
    """The same, each entry at its own letter, where letters are counted from 0."""
    columns = {y: i for i, y in enumerate(found.outputs)}
    return max(
        float(abs(row[y] - (mine[columns[y]] if y in columns else Fraction(0))))
        for mine, row in zip(found.fractions, kernel, strict=True)
        for y in range(letters)
    )


def recovered(style, number):
    sampler, kernel = kernels.drawn(style, number)
    found = audit(sampler, range(len(kernel)), seconds=900)
    error = distance(found, kernel)
    if style in ("ladder", "alias", "rejection"):
        error = max(error, in_place(found, kernel, len(kernel[0])))
    return max(error, *(float(r) for r in found.unresolved))


@pytest.mark.parametrize("style", kernels.STYLES)
@pytest.mark.parametrize("number", range(4))
def test_a_kernel_comes_back(style, number):
    assert recovered(style, number) <= CLOSE


@pytest.mark.full
def test_two_hundred_kernels_come_back():
    errors = [recovered(style, n) for style in kernels.STYLES for n in range(40)]
    assert len(errors) == 200
    assert sum(error > CLOSE for error in errors) == 0


@pytest.mark.parametrize("style", kernels.STYLES)
def test_another_kernel_is_told_apart(style):
    """The comparison can fail: a kernel with an entry off by 1e-6."""
    sampler, kernel = kernels.drawn(style, 1)
    row = kernel[0]
    y = max(range(len(row)), key=row.__getitem__)
    row[y] -= Fraction(1, 10**6)
    assert distance(audit(sampler, range(len(kernel)), seconds=900), kernel) > 9e-7


def test_a_sampler_that_is_off_by_a_millionth_is_seen():
    import random

    found = audit(
        lambda x: x if random.random() < 0.75 + 1e-6 else 1 - x, [0, 1], epsilon=math.log(3)
    )
    assert found.verdict == "infeasible"
    assert found.true_epsilon - 1.0986122886681098 == pytest.approx(16e-6 / 3, rel=1e-3)


@pytest.mark.parametrize("style", kernels.STYLES)
def test_the_kernel_agrees_with_draws_from_the_real_sources(style):
    """Pearson's statistic of 4000 draws, at a level that one run in a million would miss."""
    from scipy.stats import chi2

    for number in range(3):
        sampler, kernel = kernels.drawn(style, 100 + number)
        found = audit(sampler, range(len(kernel)), seconds=900)
        for x, row in enumerate(found.fractions):
            counts = Counter(letter(sampler(x)) for _ in range(4000))
            expected = {y: 4000 * float(q) for y, q in zip(found.outputs, row, strict=True) if q}
            assert set(counts) <= set(expected)
            distance = sum((counts[y] - n) ** 2 / n for y, n in expected.items())
            assert chi2.sf(distance, max(len(expected) - 1, 1)) > 1e-6 or len(expected) == 1
