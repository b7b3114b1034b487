"""Uniform draws that are compared with each other, against a count on a small grid."""

from __future__ import annotations

import itertools
import math
import os
import random
import secrets
import time
from fractions import Fraction

import numpy as np
import pytest

from formulations import InputError
from lpcheck.auditing import audit
from lpcheck.auditing.cell import GRID, Cell, same
from lpcheck.auditing.crowd import order
from lpcheck.auditing.tree import Budget, leaves


def steps(count, n, seed):
    """A fixed list of questions: two draws compared, or one with a threshold."""
    rng = random.Random(seed)
    return [
        (rng.randrange(count), rng.randrange(count), None)
        if rng.random() < 0.6
        else (rng.randrange(count), None, rng.randrange(n + 1))
        for _ in range(6)
    ]


def by_hand(questions, values):
    return tuple(
        values[a] < at if b is None else (values[a] > values[b]) - (values[a] < values[b])
        for a, b, at in questions
    )


@pytest.mark.parametrize("seed", range(12))
def test_against_all_values_of_a_grid(seed):
    count, n = (3, 5) if seed % 2 else (4, 4)
    questions = steps(count, n, seed)

    def run(path):
        cells = [Cell(path, n, same) for _ in range(count)]
        return tuple(
            cells[a].split(at) if b is None else order(cells[a], cells[b]) for a, b, at in questions
        )

    found: dict = {}
    for leaf in leaves(run, Budget(), time.monotonic() + 30):
        found[leaf.output] = found.get(leaf.output, 0) + leaf.probability
    expected: dict = {}
    for values in itertools.product(range(n), repeat=count):
        y = by_hand(questions, values)
        expected[y] = expected.get(y, 0) + Fraction(1, n**count)
    assert found == expected


def law(client):
    found = audit(lambda _: client(), [0])
    assert found.unresolved[0] < Fraction(1, 2**100)  # two ties at once
    return dict(zip(found.outputs, found.fractions[0], strict=True))


def test_two_uniforms_differ_by_a_tie():
    below = law(lambda: random.random() < random.random())[True]
    assert below == Fraction(1, 2) - Fraction(1, 2 * GRID)
    at_most = law(lambda: random.random() <= random.random())[True]
    assert at_most == 1 - below
    assert law(lambda: random.random() == random.random())[True] == Fraction(1, GRID)


@pytest.mark.parametrize(
    "client",
    [
        lambda: tuple(np.argsort(np.random.rand(3))),  # noqa: NPY002
        lambda: tuple(sorted(range(3), key=lambda _: random.random())),
        lambda: tuple(np.argsort(np.random.default_rng().random(3), kind="stable")),
    ],
)
def test_sorting_by_uniform_keys_is_a_permutation(client):
    found = law(client)
    assert set(found) == set(itertools.permutations(range(3)))
    assert all(abs(mass - Fraction(1, 6)) < Fraction(1, GRID) for mass in found.values())


def test_a_threshold_after_a_comparison():
    def client():
        u, v = random.random(), random.random()
        return (u < v, u < 0.25, int(4 * v))

    found = law(client)
    assert abs(found[True, True, 0] - Fraction(1, 32)) < Fraction(4, GRID)
    assert abs(found[True, False, 3] - (Fraction(3, 16) - Fraction(1, 32))) < Fraction(4, GRID)
    assert abs(found[False, True, 0] - Fraction(1, 32)) < Fraction(4, GRID)


def test_functions_of_two_draws_are_refused_in_one_line():
    for client in (
        lambda x: random.random() + random.random() < 1,
        lambda x: 2 * random.random() < 3 * random.random(),
    ):
        with pytest.raises(InputError, match="combines two uniform draws") as caught:
            audit(client, [0, 1])
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "client",
    [
        lambda: os.urandom(1)[0] & 7,
        lambda: os.urandom(16)[3] >> 5,
        lambda: secrets.token_bytes(4)[-1] % 8,
        lambda: int.from_bytes(os.urandom(2), "big") % 8,
        lambda: int(secrets.token_hex(1), 16) % 8,
        lambda: random.SystemRandom().getrandbits(64) % 8,
        lambda: int(random.SystemRandom().random() * 8),
        lambda: next(b for b in os.urandom(2)) % 8,
    ],
)
def test_bytes_of_the_operating_system(client):
    assert law(client) == dict.fromkeys(range(8), Fraction(1, 8))


def test_a_byte_against_a_threshold_keeps_what_the_code_has():
    """exp(1)/(1 + exp(1)) in 256ths is 188/256: the ε is that of the byte, not of the formula."""
    found = audit(lambda x: x ^ (os.urandom(1)[0] >= math.e / (1 + math.e) * 256), [0, 1], 1)
    assert found.verdict == "infeasible"
    assert found.fractions[0][0] == Fraction(188, 256)


@pytest.mark.parametrize(
    "client",
    [
        lambda x: int.from_bytes(os.urandom(8), "big") / 2**64 < 0.5,
        lambda x: secrets.token_hex(16) < "8",
        lambda x: np.frombuffer(os.urandom(8), dtype=np.uint64)[0] % 2,
    ],
)
def test_many_bytes_as_one_value_are_refused_in_one_line(client):
    with pytest.raises(InputError) as caught:
        audit(client, [0, 1])
    assert "no replay can follow" in str(caught.value)
    assert "\n" not in str(caught.value)
