r"""Utility-optimised LDP: ε-LDP on protected outputs, and outputs that name one harmless letter.

Murakami and Kawamoto (2019): the inputs are split into sensitive and harmless ones. A protected
output keeps ε-LDP between all inputs; any other output comes from one harmless letter only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array
from formulations.notions.ldp import LDP
from formulations.notions.notion import Level, Notion
from formulations.parameters import read_epsilon


@dataclass(frozen=True)
class ULDP(Notion):
    """Utility-optimised LDP over k letters, whose outputs are the k letters too.

    Args:
        epsilon: the level in nats of the protected outputs.
        sensitive: the letters, counted from 0, that no output may name.
        letters: the number k of letters.

    The output of a harmless letter may only come from that letter; those of the sensitive letters
    are protected.
    """

    epsilon: Fraction
    sensitive: tuple[int, ...]
    size: int

    name = "uldp"
    named_outputs = True

    def __init__(self, epsilon: Any, sensitive: Sequence[int], letters: int) -> None:
        object.__setattr__(self, "epsilon", read_epsilon(epsilon))
        object.__setattr__(self, "size", int(letters))
        chosen = tuple(sorted({int(x) for x in sensitive}))
        if not chosen or chosen[0] < 0 or chosen[-1] >= letters:
            what = f"{list(sensitive)} are not letters 0 to {letters - 1}"
            raise InputError("sensitive", what, "name at least one, counted from 0")
        object.__setattr__(self, "sensitive", chosen)

    @property
    def parameters(self) -> dict[str, Any]:
        """The level, the sensitive letters, and how many there are."""
        return {"epsilon": self.epsilon, "sensitive": self.sensitive, "letters": self.size}

    @property
    def letters(self) -> int:
        """The number of letters."""
        return self.size

    @property
    def asked(self) -> float:
        """ε."""
        return float(self.epsilon)

    def level(self, kernel: Array) -> Level:
        """That of a k × m kernel's protected outputs; ∞ where another comes from two letters."""
        for y in range(min(kernel.shape[1], self.size)):
            if y in self.sensitive:
                continue
            others = np.delete(np.arange(len(kernel)), y)
            x = int(others[np.argmax(kernel[others, y])]) if len(others) else y
            if x != y and kernel[x, y] > 0:
                words = f"output {y} names the harmless letter {y}, and comes from input {x} too"
                return Level(np.inf, {"row": x, "column": y}, words)
        inner = LDP(self.epsilon).level(kernel[:, list(self.sensitive)])
        column = self.sensitive[inner.where["column"]]
        return Level(inner.value, {**inner.where, "column": column}, inner.words)

    def over_columns(self) -> ULDP:
        """Any number of outputs: each is protected, or comes from one harmless letter only."""
        return _Unnamed(self.epsilon, self.sensitive, self.size)

    def inequalities(self, k: int, column: int = 0) -> Array:
        """Those of LDP at a protected output, shape (r, k); else 0 but at its letter."""
        if column in self.sensitive:
            return LDP(self.epsilon).inequalities(k)
        return np.delete(np.eye(k), column, axis=0)

    def rays(self, k: int) -> Array:
        """The patterns, and the unit columns of the harmless letters, shape (k, n)."""
        units = np.delete(np.eye(k), list(self.sensitive), axis=1)
        return np.hstack([LDP(self.epsilon).rays(k), units])

    def constant(self, kernel: Array) -> Array:
        """Mass on the protected outputs alone, shape (k, m)."""
        base = np.zeros(kernel.shape[1])
        chosen = list(self.sensitive)
        base[chosen] = kernel[:, chosen].mean(axis=0) + 1e-300
        return np.tile(base / base.sum(), (len(kernel), 1))

    def repair(self, kernel: Array) -> Array:
        """Stray mass of a k × m kernel's harmless outputs goes to the others, then as for LDP."""
        moved = np.array(kernel)
        harmless = [y for y in range(self.size) if y not in self.sensitive]
        for y in harmless:
            stray = np.delete(np.arange(len(moved)), y)
            lost = moved[stray, y].copy()
            moved[stray, y] = 0.0
            moved[stray, self.sensitive[0]] += lost
        return super().repair(moved)


class _Unnamed(ULDP):
    """Outputs without names; one that comes from one harmless letter names it."""

    def _protected(self, kernel: Array) -> Array:
        harmless = np.delete(np.arange(self.size), list(self.sensitive))
        naming = ((kernel > 0).sum(axis=0) == 1) & (kernel[harmless] > 0).any(axis=0)
        return np.asarray(np.nonzero(~naming)[0])

    def level(self, kernel: Array) -> Level:
        columns = self._protected(kernel)
        if not len(columns):
            return Level(0.0, {"row": 0, "column": 0}, "every output names a harmless letter")
        inner = LDP(self.epsilon).level(kernel[:, columns])
        column = int(columns[inner.where["column"]])
        return Level(inner.value, {**inner.where, "column": column}, inner.words)

    def constant(self, kernel: Array) -> Array:
        base = np.zeros(kernel.shape[1])
        columns = self._protected(kernel)
        base[columns] = kernel[:, columns].mean(axis=0)
        return np.tile(base / base.sum(), (len(kernel), 1))

    def repair(self, kernel: Array) -> Array:
        return kernel if not len(self._protected(kernel)) else Notion.repair(self, kernel)
