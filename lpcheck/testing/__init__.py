"""Assertions for tests: is a mechanism private, is it optimal, does a printed claim still hold."""

from __future__ import annotations

from lpcheck.testing.assertions import (
    Check,
    InconclusiveError,
    assert_matches,
    assert_optimal,
    assert_private,
    take_checks,
)
from lpcheck.testing.ranges import assert_optimal_on, assert_proved_on

__all__ = [
    "Check",
    "InconclusiveError",
    "assert_matches",
    "assert_optimal",
    "assert_optimal_on",
    "assert_private",
    "assert_proved_on",
    "take_checks",
]
