import numpy as np
import pytest

from formulations.divergences import read_divergence
from lpcheck.continuous import clipped_sampler, gaussian_clients, laplace_clients
from lpcheck.mechanisms.clipped_sampler import class_sampler

NAMES = ["kl", "tv", "hellinger"]


def binned(client, epsilon, n):
    """The finite closed form on n bins of [−12, 12] (or of the support) and two tails."""
    low, high = client.target.support[0]
    inner = np.linspace(max(low, -12.0), min(high, 12.0), n + 1)
    edges = np.concatenate([[low], inner, [high]]) if low < -12 else inner
    p, mu = (np.diff(d.cdf(edges)) for d in (client.target, client.reference))
    q = class_sampler(p, mu, client.c1, client.c2, epsilon)
    return [read_divergence(name).between(p, q) for name in NAMES]


@pytest.mark.parametrize("make", [laplace_clients, gaussian_clients])
def test_finite_value_converges_at_second_order(make):
    sizes = np.array([50, 100, 200, 400, 800, 1600])
    for client in make(4, 9):
        answer = clipped_sampler(client.target, client.reference, client.c1, client.c2, 0.5)
        exact = np.array(answer.divergences(NAMES))
        finite = np.array([binned(client, 0.5, n) for n in sizes.tolist()])
        gap = np.abs(finite - exact)
        # Total variation errs in the one bin where p crosses q: second order too, but in jumps.
        assert (gap[-1] < 3e-4 * exact * [3, 1, 3]).all()
        smooth = gap[3:, [0, 2]]
        rates = -np.polyfit(np.log(sizes[3:]), np.log(smooth), 1)[0]
        assert rates == pytest.approx(2, abs=0.3)
        # One ε to a hundredth aside, the finite values converge elsewhere.
        other = np.array(binned(client, 0.51, 1600))
        assert (np.abs(other - exact) > 5 * gap[-1]).all()
