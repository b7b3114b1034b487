"""The largest losses over users against the formulations."""

from __future__ import annotations

import numpy as np
import pytest

from formulations import RelativeMollifier, solve
from lpcheck.mechanisms import public_prior_kernel
from lpcheck.papers.zamanlooy2025.figures.groups import Group, largest_losses

COUNTS = np.array([[5.0, 1.0, 0.0], [0.0, 3.0, 1.0], [2.0, 2.0, 4.0]])


def test_the_prior_is_the_average_of_the_users():
    group = Group("g", ("a", "b", "c"), COUNTS)
    expected = np.mean([[5 / 6, 1 / 6, 0], [0, 3 / 4, 1 / 4], [1 / 4, 1 / 4, 1 / 2]], axis=0)
    assert np.allclose(group.prior, expected, rtol=1e-15)


def test_losses_are_those_of_the_kernel_and_of_the_program():
    group = Group("g", ("a", "b", "c"), COUNTS)
    users, prior = group.distributions, group.prior
    ours, theirs = largest_losses(users, prior, 1.0)
    kernel = public_prior_kernel(prior, 1.0)
    expected = max(0.5 * np.abs(p - p @ kernel).sum() for p in users)
    assert ours == pytest.approx(expected, rel=1e-12)
    solved = max(
        solve(RelativeMollifier(target=p, reference=prior, epsilon=1.0, divergence="tv")).value
        for p in users
    )
    assert theirs == pytest.approx(solved, rel=1e-9)


def test_a_letter_without_prior_mass():
    users, prior = np.array([[0.5, 0.25, 0.25]]), np.array([0.5, 0.5, 0.0])
    ours, theirs = largest_losses(users, prior, 2.0)
    assert 0.25 - 1e-12 <= ours <= 1.0
    assert 0.25 - 1e-12 <= theirs <= 1.0
