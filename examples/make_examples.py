"""Writes every CSV file of this directory from `lpcheck.mechanisms`; README.md says what they show.

Run as `python examples/make_examples.py [DIRECTORY]`.
"""

from __future__ import annotations

import string
import sys
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

from lpcheck.mechanisms import public_prior_kernel, randomized_response, subset_mechanism

EPSILON = 1.0
LETTERS = tuple(string.ascii_lowercase)
# In hundred-thousandths; the source is in README.md.
FREQUENCIES = (
    8167, 1492, 2782, 4253, 12702, 2228, 2015, 6094, 6966, 153, 772, 4025, 2406,
    6749, 7507, 1929, 95, 5987, 6327, 9056, 2758, 978, 2361, 150, 1974, 74,
)  # fmt: skip


def make() -> dict[str, str]:
    """The text of each file by its name."""
    frequencies = [f"0.{n:05d}" for n in FREQUENCIES]
    kernel = public_prior_kernel([float(x) for x in frequencies], EPSILON)
    broken = kernel.copy()
    row, i, j = LETTERS.index("q"), LETTERS.index("e"), LETTERS.index("z")
    broken[row, [i, j]] = kernel[row, [j, i]]
    pairs = ["".join(pair) for pair in combinations("abcde", 2)]
    return {
        "english-letters.csv": _csv(
            ("letter", "frequency"), zip(LETTERS, frequencies, strict=True)
        ),
        "english-kernel.csv": _kernel(kernel, LETTERS, LETTERS),
        "english-kernel-broken.csv": _kernel(broken, LETTERS, LETTERS),
        "k-ary-randomized-response.csv": _csv(
            None, (map(repr, row) for row in randomized_response(8, EPSILON).tolist())
        ),
        "subset-selection.csv": _kernel(subset_mechanism(5, EPSILON, 2), "abcde", pairs),
    }


def _kernel(values: np.ndarray, rows: Sequence[str], columns: Sequence[str]) -> str:
    """All the digits of a kernel under the names of its columns, behind those of its rows."""
    cells = ([name, *map(repr, row)] for name, row in zip(rows, values.tolist(), strict=True))
    return _csv(("", *columns), cells)


def _csv(header: Sequence[str] | None, rows: Iterable[Iterable[str]]) -> str:
    lines = [",".join(row) for row in rows]
    return "\n".join([",".join(header), *lines] if header else lines) + "\n"


if __name__ == "__main__":
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    for name, text in make().items():
        (directory / name).write_text(text, encoding="utf-8")
