"""Clipped samplers on densities: milliseconds a client, and how much faster than plain quadrature.

The plain version bisects for the normaliser and integrates with scipy's `quad`, told of the kinks
of the mixtures but not of those of the clip. Both run on the same clients, here, one after the
other. In the plane the plain version is timed for one integral at 1e-4 and multiplied by the number
that it would need. Exit status 1 if a target is missed.

    python benchmarks/continuous.py
"""

from __future__ import annotations

import statistics
import sys
import time
import warnings
from collections.abc import Callable

import numpy as np
from scipy.integrate import dblquad, quad

from lpcheck.continuous import (
    Instance,
    clipped_sampler,
    gaussian_clients,
    laplace_clients,
    laplace_figure,
)
from lpcheck.mechanisms.clipped_sampler import class_band

NAMES = ["kl", "tv", "hellinger"]
EPSILON = 1.0
BISECTIONS = 40


def fast(client: Instance) -> list[float]:
    """The clip and its three divergences."""
    answer = clipped_sampler(client.target, client.reference, client.c1, client.c2, EPSILON)
    return answer.divergences(NAMES)


def plain(client: Instance) -> list[float]:
    """The same, by bisection and `quad`."""
    p, h = client.target, client.reference
    low, high = class_band(client.c1, client.c2, EPSILON) or (0.0, np.inf)
    left, right = (max(min(x, 36.0), -36.0) for x in p.support[0])
    kinks = sorted({*p.kinks[0], *h.kinks[0]})

    def integral(f: Callable[[float, float, float], float], r: float) -> float:
        def at(x: float) -> float:
            a, b = float(p.pdf(np.float64(x))), float(h.pdf(np.float64(x)))
            return f(a, min(max(a / r, low * b), high * b), b)

        return float(quad(at, left, right, points=kinks, limit=200, epsabs=1e-9)[0])

    a, b = 0.1, 10.0
    for _ in range(BISECTIONS):
        r = 0.5 * (a + b)
        a, b = (r, b) if integral(lambda _p, q, _h: q, r) > 1 else (a, r)
    return [
        integral(lambda p, q, _: p * np.log(p / q), r),
        integral(lambda p, q, _: abs(p - q) / 2, r),
        integral(lambda p, q, _: (np.sqrt(p) - np.sqrt(q)) ** 2, r),
    ]


def plane_seconds(client: Instance) -> float:
    """What `dblquad` would need, from one integral of the clip."""
    p, h = client.target, client.reference
    low, high = class_band(client.c1, client.c2, EPSILON) or (0.0, np.inf)

    def clip(y: float, x: float) -> float:
        a, b = (
            float(p.pdf(np.float64(x), np.float64(y))),
            float(h.pdf(np.float64(x), np.float64(y))),
        )
        return min(max(a, low * b), high * b)

    started = time.perf_counter()
    dblquad(clip, -30, 30, -30, 30, epsabs=1e-4, epsrel=1e-4)
    return (time.perf_counter() - started) * (BISECTIONS + len(NAMES))


def seconds(work: Callable[[], object], times: int) -> float:
    """The median time of some runs."""
    found = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        found.append(time.perf_counter() - started)
    return statistics.median(found)


def main() -> int:
    """Print a line for each kind of client."""
    warnings.simplefilter("ignore")
    rng = np.random.default_rng(0)
    three = [c for c in laplace_clients(60, 1) if c.target.name.endswith(" 3")][:5]
    kinds: list[tuple[str, list[Instance], float]] = [
        ("Laplace mixture, 3 components", three, 0.010),
        ("Gaussian mixture", gaussian_clients(5, 1), 0.030),
    ]
    missed = False
    for name, clients, target in kinds:
        fast(clients[0])
        mine = statistics.median(seconds(lambda c=c: fast(c), 9) for c in clients)
        slow = statistics.median(seconds(lambda c=c: plain(c), 1) for c in clients[:2])
        gap = max(np.abs(np.array(fast(c)) - plain(c)).max() for c in clients[:2])
        missed |= mine > target
        print(
            f"{name}: {1e3 * mine:.1f} ms a client (target {1e3 * target:.0f}), plain "
            f"{1e3 * slow:.0f} ms, ratio {slow / mine:.0f}, values differ by {gap:.1e}"
        )
    figure = laplace_figure()
    mine, slow = seconds(lambda: fast(figure), 5), plane_seconds(figure)
    missed |= mine > 2.0
    print(
        f"2-D Laplace figure: {1e3 * mine:.0f} ms (target 2000), plain about {slow:.0f} s "
        f"(extrapolated), ratio {slow / mine:.0f}"
    )
    client = three[0]
    answer = clipped_sampler(client.target, client.reference, client.c1, client.c2, EPSILON)
    started = time.perf_counter()
    _, rate = answer.sample(1_000_000, rng)
    print(f"10^6 points: {time.perf_counter() - started:.2f} s, acceptance {rate:.3f}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
