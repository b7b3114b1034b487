"""Loops that reject: closed where they come back to the same state, followed where they do not."""

from __future__ import annotations

import collections
import io
import itertools
import math
import random
import re
import threading
from fractions import Fraction

import numpy as np
import pytest

from lpcheck.auditing import audit
from lpcheck.auditing.state import _Frozen, _UnseenError

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
    assert abs(found.true_epsilon - math.log(2)) < 1e-12


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


class Counting:
    rounds = 0
    __slots__ = ("__left",)

    def __init__(self):
        self.__left = ROUNDS

    def more(self):
        self.__left -= 1
        return self.__left >= 0

    @classmethod
    def again(cls):
        cls.rounds += 1
        return cls.rounds <= ROUNDS


def counts_in_a_slot(x):
    counting = Counting()
    while counting.more():
        if random.random() < 0.25:
            return 0
    return 1


def counts_in_a_class(x):
    Counting.rounds = 0
    while Counting.again():
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
        counts_in_a_slot,
        counts_in_a_class,
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


@pytest.mark.parametrize(
    "kept",
    [
        itertools.repeat(None, 3),
        itertools.count(),
        itertools.cycle("ab"),
        itertools.chain("ab"),
        iter([1, 2]),
        iter(range(3)),
        iter({1: 2}),
        zip("ab", "cd", strict=True),
        map(str, "ab"),
        enumerate("ab"),
        (x for x in "ab"),
        random.Random(3),
        np.random.default_rng(3),
        np.random.RandomState(3),
        io.StringIO("text"),
        collections.deque([1]),
        threading.Lock(),
        ValueError("x"),
        re.compile("x").finditer("xx"),
    ],
    ids=lambda x: type(x).__name__,
)
def test_what_keeps_its_state_in_c_has_no_state_to_be_seen(kept):
    """On every version of Python: which of these are heap types changes with it."""
    with pytest.raises(_UnseenError):
        _Frozen()([kept])


def test_what_python_made_is_seen():
    class Plain:
        def __init__(self, x):
            self.x = x

    class Slotted:
        __slots__ = ("x",)

        def __init__(self, x):
            self.x = x

    for kind in (Plain, Slotted):
        assert _Frozen()(kind(1)) == _Frozen()(kind(1))
        assert _Frozen()(kind(1)) != _Frozen()(kind(2))
    shared = [0]
    assert _Frozen()([shared, shared]) != _Frozen()([[0], [0]])
    assert _Frozen()(np.arange(3)) != _Frozen()(np.arange(3.0))
    assert _Frozen()(True) != _Frozen()(1)
