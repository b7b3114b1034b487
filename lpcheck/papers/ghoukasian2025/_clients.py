"""Local and global samplers at the random Laplace mixtures of Section 6.2 and Appendix E."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lpcheck.claims.claim import Instance, Outcome
from lpcheck.continuous import Density, clipped_sampler, laplace_clients, linear_sampler
from lpcheck.continuous import Instance as Client
from lpcheck.papers.ghoukasian2025._trade_off import read

Array = NDArray[np.float64]
FS = ("kl", "tv", "hellinger")
LEVELS = (0.1, 0.5, 1.0, 2.0)
LOCAL, GLOBAL = 3.0, 9.0
CLIENTS = 100


def answer(
    target: Density, reference: Density, gamma: float, level: Mapping[str, float], linear: bool
) -> list[float]:
    """KL, TV and squared Hellinger from p to its answer, for the class 1/γ ≤ p/h ≤ γ."""
    if linear:
        private = linear_sampler(target, reference, 1 / gamma, gamma, read(dict(level)))
    else:
        private = clipped_sampler(target, reference, 1 / gamma, gamma, level["epsilon"])
    return private.divergences(FS)


@lru_cache(maxsize=16)
def farthest(kept: int, seed: int, dimension: int) -> list[Client]:
    """Of the 100 clients of a figure those farthest from P0 in total variation, on a grid."""
    axis = np.linspace(-5.0, 5.0, 401 if dimension == 1 else 61)
    grid = np.meshgrid(*[axis] * dimension)
    clients = laplace_clients(CLIENTS, seed, dimension)
    away = [-float(np.abs(c.target.pdf(*grid) - c.reference.pdf(*grid)).sum()) for c in clients]
    return [clients[i] for i in np.argsort(away)[:kept]]


@lru_cache(maxsize=64)
def _maxima(
    kept: int, seed: int, dimension: int, gamma: float, name: str, value: float, linear: bool
) -> tuple[float, ...]:
    clients = farthest(kept, seed, dimension)
    rows = [answer(c.target, c.reference, gamma, {name: value}, linear) for c in clients]
    return tuple(np.max(rows, axis=0).tolist())


def compared(
    kept: int, seed: int, level: Mapping[str, float], *, dimension: int = 1, linear: Sequence[bool],
    slip: float = 0.0,
) -> Outcome:  # fmt: skip
    """The local maxima are below the global ones, whose ε or ν is raised by `slip`.

    Args:
        kept: how many of the 100 clients, those farthest from P0.
        seed: of the generator.
        level: {"epsilon": ε} or {"nu": ν}.
        dimension: 1 or 2.
        linear: whether the local, and the global, sampler is the linear one.
        slip: for negative controls.
    """
    ((name, value),) = level.items()
    local = np.array(_maxima(kept, seed, dimension, LOCAL, name, value, linear[0]))
    everywhere = np.array(_maxima(kept, seed, dimension, GLOBAL, name, value + slip, linear[1]))
    excess = local - everywhere
    worst = int(np.argmax(excess / everywhere))
    detail = f"{FS[worst]}: local {local[worst]:.6g}, global {everywhere[worst]:.6g}"
    return Outcome(bool((excess < 0).all()), float(excess.max()), detail)


def draws(name: str, few: int, levels: Sequence[float] = LEVELS) -> Any:
    """Seeds 1 to 4 at the four levels, as in Appendix F.3; all 100 clients in the full run."""

    def instances(full: bool) -> Iterator[Instance]:
        kept = CLIENTS if full else few
        for seed, value in enumerate(LEVELS, 1):
            if full or value in levels:
                label = f"{kept} of {CLIENTS} clients, seed {seed}, {name} = {value:g}"
                parameters = {"kept": kept, "seed": seed, "level": {name: value}}
                yield Instance(label, parameters, "random")

    return instances
