"""Clients that cannot be replayed end in one line."""
# ruff: noqa: NPY002  (the legacy functions are what is audited)

from __future__ import annotations

import itertools
import os
import random
import threading
import time

import numpy as np
import pytest

from formulations import InputError
from lpcheck.auditing import audit

calls = itertools.count()
rng = np.random.default_rng(0)


class Remembering:
    """Answers as the time before, every other time."""

    def __init__(self):
        self.last = 0

    def answer(self, x):
        self.last = 1 - self.last
        return self.last if random.random() < 0.5 else x


def counts(x):
    return next(calls) % 3


def own_entropy(x):
    with open("/dev/urandom", "rb") as source:
        return source.read(1)[0] % 2


def bytes_of_the_system(x):
    return int.from_bytes(os.urandom(8), "big") % 2


def private_generator(x):
    return int(np.random.Generator(np.random.PCG64()).integers(2))


def in_a_thread(x):
    found = []
    worker = threading.Thread(target=lambda: found.append(random.random() < 0.5))
    worker.start()
    worker.join()
    return found


def wall_clock(x):
    return int(time.time()) // 3600 % 2


def nanoseconds(x):
    return time.time_ns() % 2


def for_ever(x):
    while True:
        pass


def draws_for_ever(x):
    while random.random() >= 0:
        pass


def never_accepts(x):
    while random.random() < 0.5 or random.random() < 2:
        pass


def continuous(x):
    return x + random.random()


def laplace(x):
    return x + np.random.laplace()


def exotic(x):
    return random.random().hex()


def raises(x):
    if random.random() < 0.5:
        raise KeyError("no such letter")
    return x


def swallows(x):
    try:
        return x + float(np.random.rand())
    except Exception:
        return 0


def unlike(x):
    return object.__new__(type("T", (), {"__slots__": ()}))


def two_uniforms(x):
    return random.random() + random.random() < 1


HOSTILE = {
    Remembering().answer: "keeps state",
    counts: "keeps state",
    own_entropy: "source of its own",
    bytes_of_the_system: "os.urandom",
    private_generator: "source of its own",
    in_a_thread: "thread",
    wall_clock: "reads a clock",
    nanoseconds: "reads a clock",
    for_ever: "did not end for input 0",
    draws_for_ever: "did not end for input 0",
    never_accepts: "did not end for input 0",
    continuous: "continuous draw",
    laplace: "laplace",
    exotic: "uses a draw in a way that is not known",
    raises: "raised KeyError: 'no such letter' (test_hostile.py, line",
    swallows: "wants a number",
    unlike: "cannot be compared",
    two_uniforms: "combines two uniform draws",
}


# The alarm that ends a client may ring in a callback of the garbage collector, which drops it; it
# rings again.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("client", HOSTILE, ids=lambda f: f.__name__)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_hostile_client_ends_in_one_line(client):
    with pytest.raises(InputError) as caught:
        audit(client, [0, 1], epsilon=1, seconds=1.5)
    message = str(caught.value)
    assert HOSTILE[client] in message
    assert message.startswith("client: ")
    assert "\n" not in message


def test_a_thousand_million_branches_are_inconclusive():
    found = audit(lambda x: sum(random.choices(range(10), k=9)), [0, 1], epsilon=1, branches=200)
    assert found.verdict == "inconclusive"
    assert float(min(found.unresolved)) > 0.99
    assert "was not followed" in found.explanation


def test_what_was_found_before_the_budget_was_spent_may_be_a_breach():
    def client(x):
        if random.random() < (0.9 if x else 0.1):
            return True
        return random.random() < 0.999 and sum(random.choices(range(10), k=9))

    hidden = audit(client, [0, 1], epsilon=1, branches=100)
    assert hidden.verdict == "inconclusive"  # what was not followed may make up for it
    plain = audit(lambda x: x if random.random() < 0.9 else for_rare(x), [0, 1], 1, branches=100)
    assert plain.verdict == "infeasible"
    assert 1 < plain.true_epsilon < np.log(10)


def for_rare(x):
    return 1 - x if random.random() < 0.9 else sum(random.choices(range(10), k=9))


def test_sources_are_put_back():
    before = (random.random, np.random.rand, np.random.default_rng, random.Random, time.time, rng)
    for client in (private_generator, for_ever, lambda x: rng.integers(2)):
        with pytest.raises(InputError) if client.__name__ != "<lambda>" else _nothing():
            audit(client, [0], seconds=0.3)
    now = (random.random, np.random.rand, np.random.default_rng, random.Random, time.time, rng)
    assert all(a is b for a, b in zip(before, now, strict=True))
    assert isinstance(random.random(), float)


class _nothing:  # noqa: N801
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


@pytest.mark.parametrize(
    ("client", "inputs", "options", "parameter"),
    [
        (3, [0], {}, "client"),
        (abs, [], {}, "inputs"),
        (abs, 7, {}, "inputs"),
        (abs, itertools.count(), {}, "inputs"),
        (abs, [0], {"epsilon": -1}, "epsilon"),
        (abs, [0], {"draws": 3}, "draws"),
        (abs, [0], {"draws": 1000, "confidence": 2}, "confidence"),
        (abs, [0], {"seconds": 0}, "seconds"),
    ],
)
def test_bad_input_is_refused(client, inputs, options, parameter):
    with pytest.raises(InputError) as caught:
        audit(client, inputs, **options)
    assert caught.value.parameter == parameter
