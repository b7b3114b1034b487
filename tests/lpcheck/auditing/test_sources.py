"""Each random source, as clients use it, has the law that its documentation states."""
# ruff: noqa: NPY002  (the legacy functions are what is audited)

from __future__ import annotations

import functools
import math
import random
import secrets
from fractions import Fraction
from random import random as imported

import numpy as np
import pytest

from lpcheck.auditing import audit, kernel_of

GRID = 2**53
generator = np.random.default_rng(7)


def law(client):
    """The law of one input as a dictionary."""
    found = audit(lambda _: client(), [0])
    return dict(zip(found.outputs, found.fractions[0], strict=True))


def near(found, expected):
    assert set(found) == set(expected)
    assert all(abs(found[y] - Fraction(expected[y])) < 1e-15 for y in expected)


FAIR = {0: Fraction(1, 2), 1: Fraction(1, 2)}
DIE = dict.fromkeys(range(6), Fraction(1, 6))


@pytest.mark.parametrize(
    "client",
    [
        lambda: random.randrange(6),
        lambda: random.randint(0, 5),
        lambda: random.choice(range(6)),
        lambda: random.choices(range(6))[0],
        lambda: random.sample(range(6), 2)[1],
        lambda: int(random.random() * 6),
        lambda: math.floor(6 * random.random()),
        lambda: int(random.uniform(0, 6)),
        lambda: random.SystemRandom().randrange(6),
        lambda: random.Random().randrange(6),
        lambda: secrets.randbelow(6),
        lambda: secrets.choice([0, 1, 2, 3, 4, 5]),
        lambda: np.random.randint(6),
        lambda: np.random.randint(1, 7, size=3)[1] - 1,
        lambda: np.random.choice(6),
        lambda: np.random.choice(6, p=[1 / 6] * 6),
        lambda: np.random.choice(np.arange(6), size=2, replace=False)[1],
        lambda: np.random.permutation(6)[5],
        lambda: np.random.RandomState().randint(6),
        lambda: np.random.default_rng().integers(6),
        lambda: generator.integers(5, endpoint=True),
        lambda: generator.choice([0, 1, 2, 3, 4, 5], shuffle=False),
        lambda: generator.permutation(6)[0],
        lambda: int(np.floor(6 * generator.random())),
        lambda: np.argmax(np.random.multinomial(1, [1 / 6] * 6)),
        lambda: int((generator.random(2) * 6).astype(int)[1]),
        lambda: secrets.randbits(64) % 6,
        lambda: random.getrandbits(70) // 196765270119568550571,
    ],
)
def test_six_sides(client):
    found = law(client)
    assert set(found) == set(range(6)) | ({6} & set(found))
    for y in range(6):
        assert abs(found[y] - Fraction(1, 6)) < 1e-15


@pytest.mark.parametrize(
    ("p", "mass"),
    [
        (0.1, Fraction(math.ceil(0.1 * GRID), GRID)),
        (0.5, Fraction(1, 2)),
        (1e-17, Fraction(1, GRID)),
        (1 - 1e-17, 1),
        (5e-324, Fraction(1, GRID)),
    ],
)
def test_a_threshold_has_the_mass_that_it_has_in_doubles(p, mass):
    assert law(lambda: int(random.random() < p)).get(1, 0) == mass
    assert law(lambda: int(imported() < p)).get(1, 0) == mass
    assert law(lambda: int(np.random.rand(1)[0] < p)).get(1, 0) == mass
    assert law(lambda: int(p > generator.random())).get(1, 0) == mass


def test_at_most_is_one_step_more_than_below():
    below = law(lambda: random.random() < 0.25)[True]
    at_most = law(lambda: random.random() <= 0.25)[True]
    assert at_most - below == Fraction(1, GRID)
    assert law(lambda: random.random() == 0.25)[True] == Fraction(1, GRID)


def test_arithmetic_is_that_of_doubles():
    """The mass of a + (b − a)·u < c agrees with a count, where the grid is coarse enough."""
    a, b, c = 1e16, 1e16 + 64, 1e16 + 21
    found = law(lambda: int(random.uniform(a, b) < c))
    points = np.arange(2**12) / 2**12
    assert abs(float(found[1]) - np.mean(a + (b - a) * points < c)) < 1e-3
    assert found[1] != Fraction(21, 64)  # what it would be in real numbers


def test_an_inverse_distribution_function():
    found = law(lambda: int(math.log(1 - random.random()) / math.log(0.5)))
    assert found[3] == Fraction(1, 16)
    assert max(found) == 53
    assert sum(found.values()) == 1


def test_geometric_with_its_tail():
    found = audit(lambda _: np.random.geometric(0.25), [0])
    assert found.rigor == "bounded"
    assert 0 < found.unresolved[0] <= Fraction(1, 2**64)
    assert found.fractions[0][2] == Fraction(9, 64)


def test_binomial_follows_its_exact_law():
    near(law(lambda: np.random.binomial(2, 0.25)), {0: 9 / 16, 1: 6 / 16, 2: 1 / 16})
    near(law(lambda: generator.binomial(1, [0.25, 0.5]).tolist()[0]), {0: 0.75, 1: 0.25})


def test_choice_without_replacement_by_weights():
    p = [0.5, 0.25, 0.25]
    found = law(lambda: tuple(np.random.choice(3, 2, replace=False, p=p)))
    # The second draw, where it repeats the first, is made again among the others.
    assert abs(found[0, 1] - (Fraction(1, 8) + Fraction(1, 4) * Fraction(1, 2))) < 1e-15
    assert sum(found.values()) == 1


def test_a_seed_inside_the_call_makes_it_certain():
    assert len(law(lambda: np.random.default_rng(3).integers(100))) == 1
    assert len(law(lambda: random.Random(3).random())) == 1

    def reseeds():
        np.random.seed(5)
        return float(np.random.rand())

    assert len(law(reseeds)) == 1
    assert len(law(lambda: int(np.random.rand() < 0.5))) == 2  # and is forgotten


def test_sources_are_found_where_a_client_holds_them():
    class Client:
        def __init__(self):
            self.inner = {"rng": np.random.default_rng(1), "list": [random.Random(2)]}
            self.draw = random.Random(3).random

        def answer(self, x):
            rng, other = self.inner["rng"], self.inner["list"][0]
            return rng.integers(2) + 2 * other.randrange(2) + 4 * (self.draw() < 0.5)

        def __call__(self, x):
            return self.answer(x)

    client = Client()
    for f in (client.answer, client, functools.partial(Client.answer, client)):
        found = audit(f, [0])
        assert found.fractions[0] == (Fraction(1, 8),) * 8

    def default(x, source=np.random.RandomState(0)):  # noqa: B008
        return source.randint(2)

    assert audit(default, [0]).fractions[0] == (Fraction(1, 2),) * 2
    drawn = functools.partial(lambda rng, x: rng.random() < 0.5, random.Random(1))
    assert audit(drawn, [0]).fractions[0] == (Fraction(1, 2),) * 2


def test_hash_seeds_are_enumerated():
    def client(x):
        seed = random.randint(0, 2**63 - 1)
        bit = (x * (2 * seed + 1)) % 4 // 2
        return seed, bit if random.random() < 0.75 else 1 - bit

    found = audit(client, range(4), epsilon=math.log(3), seeds=range(8))
    assert found.verdict == "private"
    assert "given seeds" in found.explanation
    assert len(found.outputs) == 16


def test_outputs_are_letters_of_any_kind():
    import enum

    class Colour(enum.Enum):
        RED, BLUE = 1, 2

    forms = [
        lambda y: np.array([[y]]),
        lambda y: {"answer": y, "set": {y}},
        lambda y: zip([y], "a", strict=True),
        lambda y: Colour(y + 1),
        lambda y: [np.int64(y), None, b"x"],
        lambda y: float("nan") if y else 1.5,
    ]
    for form in forms:
        found = audit(lambda _, form=form: form(random.randrange(2)), [0])
        assert found.fractions[0] == (Fraction(1, 2),) * 2


def test_a_rare_exception_is_an_output():
    found = audit(lambda _: int(math.log(random.random()) < -1), [0])
    assert found.kernel.shape == (1, 3)
    assert "raises ValueError with probability 1.1e-16" in found.notes[0]


def test_a_zero_that_breaks_privacy_is_a_fault_however_small():
    client = lambda x: random.random() < (1e-20 if x else 0.0)  # noqa: E731
    found = audit(client, [0, 1], epsilon=5)
    assert found.verdict == "infeasible"
    assert found.true_epsilon == math.inf
    assert found.delta == 2.0**-53


def test_rounding_is_no_fault_and_a_hundredth_is():
    def response(x, e=1.0, k=5):
        t = math.exp(e)
        return x if random.random() < t / (t + k - 1) else (x + random.randrange(1, k)) % k

    good = audit(response, range(5), epsilon=1)
    assert good.verdict == "private"
    assert abs(good.true_epsilon - 1) < 1e-15
    bad = audit(response, range(5), epsilon=0.99)
    assert bad.verdict == "infeasible"
    assert audit(functools.partial(response, e=20), range(5), epsilon=20).verdict == "private"


def test_kernel_of_refuses_what_is_not_known_whole():
    assert kernel_of(lambda x: x, [0, 1]).exact
    from formulations import InputError

    with pytest.raises(InputError, match="unresolved"):
        kernel_of(lambda x: sum(random.choices(range(10), k=9)), [0], branches=50)
