"""Kernels drawn at random, each written as a sampler in one of five styles."""

# ruff: noqa: NPY002  (the legacy functions are what is audited)
from __future__ import annotations

import itertools
import random
from fractions import Fraction

import numpy as np

STYLES = ("ladder", "alias", "rejection", "flips", "permutation")


def drawn(style, number):
    """A sampler and its kernel in rationals: what it draws from is decided by the number alone."""
    rng = np.random.default_rng([STYLES.index(style), number])
    k, m = int(rng.integers(2, 6)), int(rng.integers(2, 7))
    return globals()[f"_{style}"](rng, k, m)


def _weights(rng, k, m, total):
    """k rows of m whole numbers of sum `total`, zeros among them."""
    return [np.bincount(rng.integers(0, m, total), minlength=m).tolist() for _ in range(k)]


def _ladder(rng, k, m):
    """Thresholds of one uniform draw, in one of the forms in which libraries write them."""
    rows = _weights(rng, k, m, 64)  # over 64: the sums are doubles without rounding
    form = int(rng.integers(4))
    generator = np.random.default_rng()
    cuts = [(np.cumsum(row) / 64).tolist() for row in rows]

    def sampler(x):
        if form == 0:
            u = random.random()
            return next(y for y, c in enumerate(cuts[x]) if u < c)
        if form == 1:
            return int(np.searchsorted(cuts[x], np.random.random_sample(), side="right"))
        if form == 2:
            return int(np.argmax(np.array(cuts[x]) > generator.random()))
        return random.choices(range(m), weights=rows[x])[0]

    return sampler, [[Fraction(w, 64) for w in row] for row in rows]


def _alias(rng, k, m):
    """Walker's tables: a column, and a biased coin between its two letters."""
    keep = rng.integers(0, 33, (k, m)) / 32
    other = rng.integers(0, m, (k, m)).tolist()
    numpy_draws = bool(rng.integers(2))

    def sampler(x):
        if numpy_draws:
            y = np.random.randint(m)
            return y if np.random.rand() < keep[x, y] else other[x][y]
        y = random.randrange(m)
        return y if random.random() < keep[x, y] else other[x][y]

    kernel = [[Fraction(0)] * m for _ in range(k)]
    for x, y in itertools.product(range(k), range(m)):
        stay = Fraction(float(keep[x, y]))
        kernel[x][y] += stay / m
        kernel[x][other[x][y]] += (1 - stay) / m
    return sampler, kernel


def _rejection(rng, k, m):
    """Darts at a board that is larger than the target."""
    rows = [(row + 1).tolist() for row in rng.integers(0, 9, (k, m))]
    board = max(map(sum, rows)) + int(rng.integers(0, 9))
    form = int(rng.integers(3))
    generator = np.random.default_rng()

    def sampler(x):
        while True:
            if form == 0:
                dart = random.randrange(board)
            elif form == 1:
                dart = random.getrandbits(board.bit_length())
            else:
                dart = generator.integers(board)
            for y, weight in enumerate(rows[x]):
                if dart < weight:
                    return y
                dart = dart - weight

    return sampler, [[Fraction(w, sum(row)) for w in row] for row in rows]


def _flips(rng, k, m):
    """A word of bits for each input, each bit flipped with its own probability."""
    bits = int(rng.integers(1, 5))
    words = rng.integers(0, 2, (k, bits))
    flips = rng.integers(0, 17, bits) / 16
    form = int(rng.integers(3))

    def sampler(x):
        if form == 0:
            return tuple(
                int(b) ^ (random.random() < p) for b, p in zip(words[x], flips, strict=True)
            )
        if form == 1:
            return np.where(np.random.rand(bits) < flips, 1 - words[x], words[x])
        return words[x] ^ np.random.binomial(1, flips)

    letters = list(itertools.product((0, 1), repeat=bits))
    kernel = []
    for word in words.tolist():
        row = []
        for y in letters:
            mass = Fraction(1)
            for b, c, p in zip(word, y, flips, strict=True):
                mass *= Fraction(float(p)) if b != c else 1 - Fraction(float(p))
            row.append(mass)
        kernel.append(row)
    return sampler, kernel


def _permutation(rng, k, m):
    """The first letters of a shuffled deck, and a joker that comes first now and then."""
    m = min(m, 4)
    hand = int(rng.integers(1, m + 1))
    luck = rng.integers(0, 9, k) / 8
    form = int(rng.integers(4))

    def sampler(x):
        if form == 0:
            deck = list(range(m))
            random.shuffle(deck)
        elif form == 1:
            deck = np.random.permutation(m).tolist()
        elif form == 2:
            deck = random.sample(range(m), m)
        else:
            deck = np.random.choice(m, m, replace=False).tolist()
        if random.random() < luck[x]:
            deck.remove(x % m)
            deck.insert(0, x % m)
        return tuple(deck[:hand])

    orders = list(itertools.permutations(range(m)))
    letters = sorted({order[:hand] for order in orders})
    kernel = []
    for x in range(k):
        joker, p = x % m, Fraction(float(luck[x]))
        mass = dict.fromkeys(letters, Fraction(0))
        for order in orders:
            mass[order[:hand]] += (1 - p) / len(orders)
            moved = (joker, *(y for y in order if y != joker))
            mass[moved[:hand]] += p / len(orders)
        kernel.append([mass[y] for y in letters])
    return sampler, kernel
