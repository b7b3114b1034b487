"""Clipped samplers on densities: milliseconds a client, and how much faster than plain quadrature.

The plain version bisects for the normaliser and integrates with scipy's `quad`, told of the kinks
of the mixtures but not of those of the clip. Both run on the same clients, here, one after the
other. In the plane the plain version is timed for one integral at 1e-4 and multiplied by the number
that it would need. Exit status 1 if a target is missed.

    python -m benchmarks.continuous --table continuous.txt --figure continuous.png
"""

from __future__ import annotations

import argparse
import statistics
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from scipy.integrate import dblquad, quad

from benchmarks._measure import add_outputs, write_table
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


@dataclass(frozen=True)
class Line:
    """A kind of client: our seconds and the plain version's, and what was asked of ours."""

    name: str
    ours: float
    plain: float
    target: float
    note: str

    def __str__(self) -> str:
        """The line of the table."""
        met = "met" if self.ours <= self.target else "MISSED"
        return (
            f"{self.name}: {1e3 * self.ours:.1f} ms (asked: {1e3 * self.target:.0f}): {met}; "
            f"plain / ours: {self.plain / self.ours:.0f}, {self.note}"
        )


def on_the_line(name: str, clients: Sequence[Instance], target: float) -> Line:
    """Ours for all clients, the plain version for two."""
    fast(clients[0])
    mine = statistics.median(seconds(partial(fast, c), 9) for c in clients)
    slow = statistics.median(seconds(partial(plain, c), 1) for c in clients[:2])
    gap = max(np.abs(np.array(fast(c)) - plain(c)).max() for c in clients[:2])
    return Line(name, mine, slow, target, f"plain {1e3 * slow:.0f} ms, values differ by {gap:.1e}")


def in_the_plane() -> Line:
    """The figure of a paper; the plain version is extrapolated."""
    figure = laplace_figure()
    mine, slow = seconds(lambda: fast(figure), 5), plane_seconds(figure)
    return Line("2-D Laplace figure", mine, slow, 2.0, f"plain about {slow:.0f} s, extrapolated")


def sampling(client: Instance) -> str:
    """How long a million points of the clipped density take."""
    answer = clipped_sampler(client.target, client.reference, client.c1, client.c2, EPSILON)
    started = time.perf_counter()
    _, rate = answer.sample(1_000_000, np.random.default_rng(0))
    return f"10^6 points: {time.perf_counter() - started:.2f} s, acceptance {rate:.3f}"


def draw(lines: Sequence[Line], path: Path) -> str:
    """Bars of seconds a client, ours beside plain, where Matplotlib is installed."""
    try:
        import matplotlib as mpl  # noqa: PLC0415
    except ImportError:
        return "no figure: Matplotlib is not installed"
    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=(7, 3), layout="constrained")
    place = np.arange(len(lines))
    axes.barh(place - 0.2, [line.plain for line in lines], 0.4, label="bisection and quadrature")
    axes.barh(place + 0.2, [line.ours for line in lines], 0.4, label="ours")
    axes.set_yticks(place, [line.name for line in lines])
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("seconds a client (plain in the plane: extrapolated)")
    figure.legend(loc="outside upper center", ncols=2)
    figure.savefig(path, dpi=150)
    plt.close(figure)
    return f"figure in {path}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, and write; exit status 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_outputs(parser)
    parser.add_argument("--quick", action="store_true", help="two clients of a kind, not five")
    options = parser.parse_args(arguments)
    number = 2 if options.quick else 5
    three = [c for c in laplace_clients(60, 1) if c.target.name.endswith(" 3")][:number]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `quad` warns of what is measured here anyway
        found = [
            on_the_line("Laplace mixture, 3 components", three, 0.010),
            on_the_line("Gaussian mixture", gaussian_clients(number, 1), 0.030),
            in_the_plane(),
        ]
    lines = [*map(str, found), sampling(three[0])]
    print("\n".join(lines))
    if options.table is not None:
        write_table(lines, options.table)
    if options.figure is not None:
        print(draw(found, options.figure))
    return int(any(line.ours > line.target for line in found))


if __name__ == "__main__":
    raise SystemExit(main())
