"""NumPy's random sources, new and legacy, answered from a path.

Uniform draws are lazy; integers in arrays are branches at once, since an array holds numbers.
Choices with probabilities are made as NumPy makes them, by a search in the cumulative sums, so that
the law is the one in doubles. Binomial and geometric draws follow their exact laws.
"""

# ruff: noqa: D102  (methods that Python and NumPy document)
from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

import numpy as np

from lpcheck.auditing.lazy import integer, settled, uniform
from lpcheck.auditing.tree import Path

CONTINUOUS = (
    "beta", "chisquare", "dirichlet", "exponential", "f", "gamma", "gumbel", "laplace", "logistic",
    "lognormal", "multivariate_normal", "noncentral_chisquare", "noncentral_f", "normal", "pareto",
    "power", "randn", "rayleigh", "standard_cauchy", "standard_exponential", "standard_gamma",
    "standard_normal", "standard_t", "triangular", "vonmises", "wald", "weibull", "bytes",
    "hypergeometric", "logseries", "negative_binomial", "poisson", "zipf",
    "multivariate_hypergeometric",
)  # fmt: skip
"""What is not enumerated."""


class Source:
    """What `Generator` and `RandomState` share.

    Args:
        current: gives the path of the run.
    """

    def __init__(self, current: Callable[[], Path]) -> None:
        self._current = current

    def __deepcopy__(self, memo: Any) -> Any:
        return self

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        if out is not None or np.dtype(dtype) != np.float64:
            self._refuse("single precision, or into an array")
        return self._fill(size, lambda: uniform(self._current()))

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        if np.ndim(low) or np.ndim(high):
            self._refuse("`uniform` with arrays of bounds")
        return self._fill(size, lambda: low + (high - low) * uniform(self._current()))

    def _integers(self, low: Any, high: Any, size: Any, dtype: Any) -> Any:
        if high is None:
            low, high = 0, low
        if np.ndim(low) or np.ndim(high):
            self._refuse("`integers` with arrays of bounds")
        low, high = int(low), int(high)
        if high <= low:
            raise ValueError("low >= high")
        if size is None:
            drawn = integer(self._current(), high - low)
            return drawn + low if low else drawn
        return self._fill(size, lambda: low + int(integer(self._current(), high - low)), dtype)

    def permutation(self, x: Any, axis: int = 0) -> Any:
        if axis:
            self._refuse("`permutation` along another axis")
        values = np.arange(int(x)) if np.ndim(x) == 0 else np.array(x)
        return values[self._order(len(values))]

    permuted = permutation

    def shuffle(self, x: Any, axis: int = 0) -> None:
        if axis:
            self._refuse("`shuffle` along another axis")
        order = self._order(len(x))
        x[:] = x[order] if isinstance(x, np.ndarray) else [x[i] for i in order]

    def _order(self, n: int) -> list[int]:
        left = list(range(n))
        return [left.pop(int(integer(self._current(), len(left)))) for _ in range(n)]

    def choice(
        self, a: Any, size: Any = None, replace: bool = True, p: Any = None, *_: Any, **__: Any
    ) -> Any:
        values = np.arange(int(a)) if np.ndim(a) == 0 else np.asarray(a)
        n = len(values)
        if n == 0 and (size is None or np.prod(size) > 0):
            raise ValueError("a must be greater than 0 unless no samples are taken")
        shape = () if size is None else size
        count = int(np.prod(shape))
        if p is not None:
            p = np.asarray(p, dtype=float)
            if len(p) != n or (p < 0).any() or abs(p.sum() - 1) > 1e-8:
                raise ValueError("'a' and 'p' must have same size, p ≥ 0 and sum to 1")
        if not replace and count > n:
            raise ValueError("Cannot take a larger sample than population when 'replace=False'")
        if p is not None:
            picked = [self._search(p) for _ in range(count)] if replace else self._without(p, count)
        elif replace:
            picked = [int(integer(self._current(), n)) for _ in range(count)]
        else:
            left = list(range(n))
            picked = [left.pop(int(integer(self._current(), len(left)))) for _ in range(count)]
        if size is None:
            return values[picked[0]]
        index = np.array(picked, dtype=np.int64).reshape(shape)
        return values[index]

    def _search(self, p: Any) -> int:
        cumulative = np.cumsum(p)
        cumulative /= cumulative[-1]
        u = uniform(self._current())
        return next(i for i, c in enumerate(cumulative.tolist()) if u < c)

    def _without(self, p: Any, count: int) -> list[int]:
        """NumPy's way: draws as many as are missing, keeps the new ones, and draws again."""
        p = p.copy()
        found: list[int] = []
        if np.count_nonzero(p > 0) < count:
            raise ValueError("Fewer non-zero entries in p than size")
        while len(found) < count:
            new = [uniform(self._current()) for _ in range(count - len(found))]
            p[found] = 0
            cumulative = np.cumsum(p)
            cumulative /= cumulative[-1]
            drawn = [next(i for i, c in enumerate(cumulative.tolist()) if u < c) for u in new]
            found += list(dict.fromkeys(drawn))
        return found

    def binomial(self, n: Any, p: Any, size: Any = None) -> Any:
        if np.ndim(n) or np.ndim(p):
            shape = np.broadcast(np.asarray(n), np.asarray(p)).shape if size is None else size
            ns, ps = np.broadcast_to(n, shape), np.broadcast_to(p, shape)
            drawn = [self._binomial(a, b) for a, b in zip(ns.flat, ps.flat, strict=True)]
            return np.array(drawn, dtype=np.int64).reshape(shape)
        return self._fill(size, lambda: self._binomial(n, p), np.int64)

    def _binomial(self, n: Any, p: Any) -> int:
        n, chance = int(n), _fraction(p)
        if n < 0 or not 0 <= chance <= 1:
            raise ValueError("n < 0, or p < 0, p > 1 or p is NaN")
        rest = 1 - chance
        law = [math.comb(n, i) * chance**i * rest ** (n - i) for i in range(n + 1)]
        return self._current().choose(law)

    def multinomial(self, n: Any, pvals: Any, size: Any = None) -> Any:
        chances = [_fraction(x) for x in pvals]

        def one() -> list[int]:
            left, mass, counts = int(n), Fraction(1), []
            for chance in chances[:-1]:
                share = min(chance / mass, Fraction(1)) if mass > 0 else Fraction(0)
                counts.append(self._binomial(left, share))
                left, mass = left - counts[-1], mass - chance
            return [*counts, left]

        if size is None:
            return np.array(one(), dtype=np.int64)
        shape = size if isinstance(size, tuple) else (int(size),)
        rows = [one() for _ in range(int(np.prod(shape)))]
        return np.array(rows, dtype=np.int64).reshape(*shape, len(chances))

    def geometric(self, p: Any, size: Any = None) -> Any:
        chance = _fraction(p)
        if not 0 < chance <= 1:
            raise ValueError("p <= 0, p > 1 or p contains NaNs")

        def one() -> int:
            x = 1
            while self._current().choose([chance, 1 - chance]):
                x += 1
            return x

        return self._fill(size, one, np.int64)

    def _fill(self, size: Any, draw: Callable[[], Any], dtype: Any = object) -> Any:
        if size is None:
            return draw()
        shape = tuple(int(n) for n in np.atleast_1d(size)) if size != () else ()
        values = np.empty(shape, dtype=object)
        for i in np.ndindex(shape):
            values[i] = draw()
        return values if dtype is object else values.astype(dtype)

    def _refuse(self, what: str) -> NoReturn:
        raise self._current().refuse(f"draws {what}")

    def __getattr__(self, name: str) -> Any:
        if name in CONTINUOUS:
            self._refuse(f"from `{name}`, which is not enumerated")
        raise AttributeError(name)


class EnumeratingGenerator(Source):
    """In place of a `Generator`."""

    __class__ = np.random.Generator  # type: ignore[assignment]  # what isinstance sees

    def integers(
        self,
        low: Any,
        high: Any = None,
        size: Any = None,
        dtype: Any = np.int64,
        endpoint: bool = False,
    ) -> Any:
        if endpoint:
            low, high = (0, int(low) + 1) if high is None else (low, int(high) + 1)
        return self._integers(low, high, size, dtype)

    def spawn(self, n: int) -> list[Any]:
        return [self] * n


class EnumeratingState(Source):
    """In place of a `RandomState`, and of the functions of `numpy.random`."""

    __class__ = np.random.RandomState  # type: ignore[assignment]  # what isinstance sees

    def __init__(self, current: Callable[[], Path]) -> None:
        Source.__init__(self, current)
        self._real: np.random.RandomState | None = None

    def fresh(self) -> None:
        """Forget a seed that the run before has set."""
        self._real = None

    def seed(self, seed: Any = None) -> None:
        """A seed makes what follows certain, as it does in the code; none keeps it random."""
        self._real = None if seed is None else np.random.RandomState(settled(seed))

    def randint(self, low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64) -> Any:
        return self._integers(low, high, size, dtype)

    def random_integers(self, low: Any, high: Any = None, size: Any = None) -> Any:
        low, high = (1, low) if high is None else (low, high)
        return self._integers(low, int(high) + 1, size, np.int64)

    def rand(self, *shape: int) -> Any:
        return self.random_sample(shape or None)

    def random_sample(self, size: Any = None) -> Any:
        return Source.random(self, size)

    random = ranf = sample = random_sample  # type: ignore[assignment]

    def get_state(self, *_: Any, **__: Any) -> Any:
        return ()

    def set_state(self, state: Any) -> None:
        """A state that was saved is not known here: draws stay random."""


def functions(state: EnumeratingState) -> dict[str, Callable[..., Any]]:
    """What the module `numpy.random` offers, drawn from a state; after `seed` from a real one."""

    def function(name: str) -> Callable[..., Any]:
        def draw(*given: Any, **named: Any) -> Any:
            source = state if state._real is None or name == "seed" else state._real
            return getattr(source, name)(*given, **named)

        return draw

    own = {n: getattr(f, "__self__", None) for n, f in vars(np.random).items()}
    names = [n for n, of in own.items() if isinstance(of, np.random.RandomState)]
    return {n: function(n) for n in (*names, "seed", "ranf", "sample")}


def _fraction(x: Any) -> Fraction:
    return x if isinstance(x, Fraction) else Fraction(float(x))
