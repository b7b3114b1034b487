"""Instances that claims share: fixed and degenerate ones, and random ones from a stated seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from lpcheck.claims.claim import Instance

F = Fraction


def explicit(*instances: Instance) -> Callable[[bool], Iterator[Instance]]:
    """Just these."""
    return lambda full: iter(instances)


def at(label: str, kind: Any = "fixed", **parameters: Any) -> Instance:
    """An instance from keywords."""
    return Instance(label, parameters, kind)


def grid(**axes: Sequence[Any]) -> Callable[[bool], Iterator[Instance]]:
    """Every combination of the axes' values, labelled by them.

    >>> [instance.label for instance in grid(k=(2, 3), epsilon=(1,))(False)]
    ['k = 2, epsilon = 1', 'k = 3, epsilon = 1']
    """

    def instances(full: bool) -> Iterator[Instance]:
        for values in product(*axes.values()):
            parameters = dict(zip(axes, values, strict=True))
            yield Instance(", ".join(f"{k} = {v}" for k, v in parameters.items()), parameters)

    return instances


def joined(*parts: Callable[[bool], Any]) -> Callable[[bool], Iterator[Instance]]:
    """The instances of several sources, one after the other."""

    def instances(full: bool) -> Iterator[Instance]:
        for part in parts:
            yield from part(full)

    return instances


def again(
    instances: Callable[[bool], Iterable[Instance]],
) -> Callable[[bool], Iterator[Instance]]:
    """The instances of a refuted statement, for its corrected form, which they do not refute."""

    def relabelled(full: bool) -> Iterator[Instance]:
        for i in instances(full):
            yield replace(i, kind="degenerate" if i.kind == "counterexample" else i.kind)

    return relabelled


def labelled(
    source: Callable[[bool], Iterable[Instance]],
    names: Sequence[str],
    *,
    rotate: bool = False,
    key: str = "divergence",
) -> Callable[[bool], Iterator[Instance]]:
    """Every instance with every f; with `rotate`, one f an instance in turn unless full."""

    def instances(full: bool) -> Iterator[Instance]:
        for i, instance in enumerate(source(full)):
            for name in [names[i % len(names)]] if rotate and not full else names:
                parameters = {**instance.parameters, key: name}
                yield Instance(f"{instance.label}, {name}", parameters, instance.kind)

    return instances


def random_pairs(
    *,
    sizes: Sequence[int] = (2, 3, 4),
    epsilons: Sequence[float] = (0.1, 1.0, 4.0),
    repeats: int = 1,
    full_repeats: int = 10,
    seed: int = 2016,
    **fixed: Any,
) -> Callable[[bool], Iterator[Instance]]:
    """P0 and P1 uniform on the simplex, for each size and ε; more repeats in the full run."""

    def instances(full: bool) -> Iterator[Instance]:
        for k in sizes:
            generator = np.random.default_rng([seed, k])
            for repeat in range(full_repeats if full else repeats):
                p0, p1 = generator.dirichlet(np.ones(k), 2).tolist()
                for epsilon in epsilons:
                    label = f"random pair {repeat}, k = {k}, ε = {epsilon:g}"
                    parameters = {"p0": p0, "p1": p1, "epsilon": epsilon, **fixed}
                    yield Instance(label, parameters, "random")

    return instances


def random_priors(
    *,
    sizes: Sequence[int] = (2, 3, 5),
    epsilons: Sequence[float] = (0.1, 1.0, 4.0),
    repeats: int = 1,
    full_repeats: int = 10,
    seed: int = 2025,
    **fixed: Any,
) -> Callable[[bool], Iterator[Instance]]:
    """A prior uniform on the simplex, for each size and ε; more repeats in the full run."""

    def instances(full: bool) -> Iterator[Instance]:
        for k in sizes:
            generator = np.random.default_rng([seed, k])
            for repeat in range(full_repeats if full else repeats):
                prior = generator.dirichlet(np.ones(k)).tolist()
                for epsilon in epsilons:
                    label = f"random prior {repeat}, k = {k}, ε = {epsilon:g}"
                    yield Instance(label, {"prior": prior, "epsilon": epsilon, **fixed}, "random")

    return instances


def degenerate_pairs(
    epsilons: Sequence[float] = (0.0, 1e-4, 1.0, 20.0),
    *,
    positive: bool = False,
    distinct: bool = False,
    **fixed: Any,
) -> Callable[[bool], Iterator[Instance]]:
    """Ties, equal likelihood ratios, zeros, point masses, k = 1, equal pairs.

    Args:
        epsilons: the privacy levels.
        positive: leave out pairs with a zero.
        distinct: leave out pairs with two equal likelihood ratios, or one equal to 1.
        fixed: further parameters of every instance.
    """
    pairs = [
        ("one letter", [F(1)], [F(1)]),
        ("two letters", [F(1, 3), F(2, 3)], [F(3, 4), F(1, 4)]),
        ("equal pair", [F(1, 2), F(1, 3), F(1, 6)], [F(1, 2), F(1, 3), F(1, 6)]),
        ("a tie", [F(1, 2), F(1, 4), F(1, 4)], [F(1, 4), F(1, 4), F(1, 2)]),
        ("equal ratios", [F(1, 2), F(1, 4), F(1, 4)], [F(1, 4), F(3, 8), F(3, 8)]),
        ("uniform against point-like", [F(1, 3)] * 3, [F(98, 100), F(1, 100), F(1, 100)]),
        ("zeros", [F(1, 2), F(1, 2), F(0)], [F(0), F(1, 3), F(2, 3)]),
        ("point masses", [F(1), F(0), F(0)], [F(0), F(1), F(0)]),
    ]

    def instances(full: bool) -> Iterator[Instance]:
        for label, p0, p1 in pairs:
            if positive and not (all(p0) and all(p1)):
                continue
            ratios = {(a / b if b else None) for a, b in zip(p0, p1, strict=True)}
            if distinct and (len(ratios) < len(p0) or F(1) in ratios):
                continue
            for epsilon in epsilons:
                parameters = {"p0": p0, "p1": p1, "epsilon": epsilon, **fixed}
                yield Instance(f"{label}, ε = {epsilon:g}", parameters, "degenerate")

    return instances


def degenerate_priors(
    epsilons: Sequence[float] = (0.0, 1e-4, 1.0, 20.0), *, positive: bool = False, **fixed: Any
) -> Callable[[bool], Iterator[Instance]]:
    """Uniform, tied, unsorted, nearly a point, zeros, a point mass, k = 1 and 2."""
    priors = [
        ("one letter", [F(1)]),
        ("two letters", [F(1, 4), F(3, 4)]),
        ("fair coin", [F(1, 2), F(1, 2)]),
        ("uniform", [F(1, 4)] * 4),
        ("ties, unsorted", [F(1, 2), F(1, 8), F(1, 4), F(1, 8)]),
        ("nearly a point", [F(998, 1000), F(1, 1000), F(1, 1000)]),
        ("zeros", [F(1, 2), F(0), F(1, 2)]),
        ("point mass", [F(1), F(0), F(0)]),
    ]

    def instances(full: bool) -> Iterator[Instance]:
        for label, prior in priors:
            if positive and not all(prior):
                continue
            for epsilon in epsilons:
                parameters = {"prior": prior, "epsilon": epsilon, **fixed}
                yield Instance(f"{label}, ε = {epsilon:g}", parameters, "degenerate")

    return instances
