"""Loops that reject: closed where they come back to the same state, followed where they do not."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest

from lpcheck.auditing import audit

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
generator = np.random.default_rng(0)


def one_stage(x):
    while True:
        y = random.randrange(3)
        if y == x or random.random() < 0.5:
            return y


def two_stages(x):
    while True:
        y = random.randrange(4)
        while True:
            b = random.randrange(3)
            if b < 2:
                break
        if y != 3 and (b == 0 or y == x):
            return y


def in_two_methods(x):
    class Client:
        def letter(self):
            while generator.random() < 0.25:
                pass
            return int(generator.integers(3))

        def answer(self, x):
            while (y := self.letter()) != x and generator.random() < 0.5:
                pass
            return y

    return Client().answer(x)


@pytest.mark.parametrize("client", [one_stage, two_stages, in_two_methods])
def test_a_loop_without_memory_is_summed_to_its_end(client):
    found = audit(client, range(3), epsilon=0.7)
    assert found.exact
    for x, row in enumerate(found.fractions):
        assert row == tuple(HALF if y == x else QUARTER for y in range(3))
    assert found.verdict == "private"
    assert "comes back to the same variables and the same branches" in found.notes[0]
    assert audit(client, range(3), epsilon=0.68).verdict == "infeasible"  # it is ln 2


ROUNDS = 30
TABLE = [0]


def counts_in_a_variable(x):
    for _ in range(ROUNDS):
        if random.random() < 0.25:
            return 0
    return 1


def counts_in_an_iterator(x):
    rounds = itertools.repeat(None, ROUNDS)
    while next(rounds, 1) is None:
        if random.random() < 0.25:
            return 0
    return 1


def counts_without_a_name(x):
    for _ in itertools.repeat(None, ROUNDS):
        if random.random() < 0.25:
            return 0
    return 1


def counts_in_a_global(x):
    TABLE[0] = 0
    while TABLE[0] < ROUNDS:
        TABLE[0] += 1
        if random.random() < 0.25:
            return 0
    return 1


def counts_in_a_closure(x):
    n = 0

    def more():
        nonlocal n
        n += 1
        return n <= ROUNDS

    while more():
        if random.random() < 0.25:
            return 0
    return 1


def counts_in_a_generator(x):
    return next((0 for _ in range(ROUNDS) if random.random() < 0.25), 1)


def counts_by_its_depth(x, depth=0):
    if depth == ROUNDS:
        return 1
    return 0 if random.random() < 0.25 else counts_by_its_depth(x, depth + 1)


@pytest.mark.parametrize(
    "client",
    [
        counts_in_a_variable,
        counts_in_an_iterator,
        counts_without_a_name,
        counts_in_a_global,
        counts_in_a_closure,
        counts_in_a_generator,
        counts_by_its_depth,
    ],
)
def test_a_loop_that_counts_is_followed_to_its_end(client):
    found = audit(client, [0])
    assert found.exact
    assert found.fractions[0][1] == Fraction(3, 4) ** ROUNDS
    assert not found.notes


def test_a_loop_that_remembers_its_draws_is_no_loop():
    """The longer it runs, the likelier it ends: no two rounds have the same state."""

    def client(x):
        seen = []
        while random.random() < 0.5:
            seen.append(x)
        return len(seen) % 2

    found = audit(client, [0])
    assert found.rigor == "bounded"
    assert abs(found.fractions[0][0] - Fraction(2, 3)) < Fraction(1, 2**60)
    assert found.unresolved[0] > 0
