import math

import numpy as np
import pytest

from formulations import InputError, RelativeMollifier, solve
from lpcheck.continuous import (
    Density,
    gaussian_clients,
    gaussian_mixture,
    mollified,
    normaliser_proof,
)

NORMAL = gaussian_mixture([0.0], interval=(-4, 4))
FLAT = Density("flat", np.ones_like, ((0.0, 1.0),), cdf=lambda x: x)


def test_within_the_mollifier_and_normal(plain):
    x = np.linspace(-4, 4, 1001)
    for client in gaussian_clients(3, 11):
        answer = mollified(client.target, NORMAL, 0.5)
        ratio = answer.at(x) / NORMAL.at(x)
        assert ratio.min() >= math.exp(-0.25) - 1e-12
        assert ratio.max() <= math.exp(0.25) + 1e-12
        assert answer.cdf(np.array([4.0]))[0] == pytest.approx(1, abs=1e-13)
        assert normaliser_proof(client.target, NORMAL, 0.5).exists


@pytest.mark.parametrize("name", ["kl", "tv", "hellinger"])
def test_against_the_convex_program(name):
    client = gaussian_clients(2, 12)[1]
    value = mollified(client.target, NORMAL, 0.5).divergences([name])[0]
    edges = np.linspace(-4, 4, 161)
    p, h = np.diff(client.target.cdf(edges)), np.diff(NORMAL.cdf(edges))
    problem = RelativeMollifier(
        target=p / p.sum(), reference=h / h.sum(), epsilon=0.5, divergence=name
    )
    best = solve(problem).value
    assert best == pytest.approx(value, rel=2e-3)
    other = mollified(client.target, NORMAL, 0.51).divergences([name])[0]
    assert abs(best - other) > 4 * abs(best - value)


def test_when_no_normaliser_exists():
    def spike(mass):
        return Density(
            "spike", lambda x: np.where(x < mass, 1 / mass, 0.0), ((0.0, 1.0),), ((mass,),)
        )

    threshold = 1 / (1 + math.exp(0.5))
    for mass, exists in ((threshold * 1.001, True), (threshold * 0.999, False), (0.01, False)):
        proof, answer = normaliser_proof(spike(mass), FLAT, 1.0), mollified(spike(mass), FLAT, 1.0)
        assert proof.mass == pytest.approx(mass, abs=1e-12)
        assert proof.exists == exists == (answer.normaliser is not None)
        # The upper bound on the support, and what is left spread evenly.
        inside, outside = answer.at(np.array([mass / 2, (1 + mass) / 2]))
        assert inside * mass + outside * (1 - mass) == pytest.approx(1, abs=1e-12)
        assert outside >= math.exp(-0.5) - 1e-12
        if not exists:
            assert inside == pytest.approx(math.exp(0.5))
            assert answer.divergences(["kl"])[0] == pytest.approx(-math.log(mass) - 0.5)


def test_zero_width_and_refusals():
    client = gaussian_clients(1, 13)[0]
    answer = mollified(client.target, NORMAL, 0.0)
    x = np.linspace(-3, 3, 11)
    assert answer.at(x) == pytest.approx(NORMAL.at(x))
    with pytest.raises(InputError, match="epsilon"):
        mollified(client.target, NORMAL, -1.0)
