"""A paper to start from: as TOML, or as a package that brings it."""

from __future__ import annotations

import re
import time

from formulations.errors import InputError

_KEY = re.compile(r"[a-z][a-z0-9]*")

_PAPER = """\
# lpcheck verify {key}.toml

[paper]
key = "{key}"
title = "The title of the paper"
authors = ["First Author", "Second Author"]
year = {year}
venue = "preprint"
# doi = "10.…"
# arxiv = "2401.00001v1"

# A claim on a mechanism: it is optimal over all mechanisms. The formula gives the entry of input x
# and output y, both from 0; k is the size of the alphabet.
[[claim]]
id = "theorem-1"
source = "Theorem 1"
quote = "The sentence as it is printed."
statement = 'Randomized response maximises $\\|M_0 - M_1\\|_{{TV}}$ for two letters.'
conditions = "two letters"
weight = "headline"
problem = "staircase"
parameters = {{ divergence = "tv" }}
entry = "(e^ε if x == y else 1)/(e^ε + k - 1)"
grid = {{ epsilon = [0.1, 1, 4] }}
random = {{ vectors = ["p0", "p1"], sizes = [2], repeats = 2, seed = 1 }}
instance = {{ label = "point masses", kind = "degenerate", p0 = [1, 0], p1 = [0, 1] }}

# A claim on the optimum: its value, in the problem's parameters.
[[claim]]
id = "theorem-1-value"
source = "Theorem 1"
statement = 'It is $\\frac{{e^\\varepsilon - 1}}{{e^\\varepsilon + 1}} \\|P_0 - P_1\\|_{{TV}}$.'
kind = "equal"
problem = "staircase"
parameters = {{ divergence = "tv" }}
value = "(e^ε - 1)/(e^ε + 1) * sum(abs(p0 - p1))/2"
grid = {{ epsilon = [0.1, 1, 4] }}
random = {{ vectors = ["p0", "p1"], sizes = [2, 3, 5], seed = 1 }}

# A claim that does not hold as printed: where it fails, what holds, what stands.
[[claim]]
id = "remark-2"
source = "a remark below Theorem 1"
statement = 'Randomized response maximises $\\|M_0 - M_1\\|_{{TV}}$ for any number of letters.'
expected = "refuted"
finding = "condition"
holds = "It does for two letters."
stands = "Theorem 1 does not use it."
problem = "staircase"
parameters = {{ divergence = "tv", epsilon = 1 }}
entry = "(e^ε if x == y else 1)/(e^ε + k - 1)"
instance = [
  {{ kind = "counterexample", p0 = ["1/2", "1/3", "1/6"], p1 = ["1/6", "1/3", "1/2"] }},
  {{ label = "two letters", p0 = ["2/3", "1/3"], p1 = ["1/3", "2/3"] }},
]
"""

_PYPROJECT = """\
[build-system]
requires = ["hatchling>=1.24"]
build-backend = "hatchling.build"

[project]
name = "{key}-claims"
version = "0.1"
description = "The statements of {key}, tested by lpcheck."
requires-python = ">=3.11"
dependencies = ["lpcheck"]

[project.entry-points."lpcheck.papers"]
{key} = "{key}_claims:PAPER"

[tool.hatch.build.targets.wheel]
packages = ["{key}_claims"]
"""

_MODULE = '''\
"""The statements of {key}: a claim is a printed sentence, instances, and a test that could fail."""

from __future__ import annotations

from typing import Any

from formulations import Staircase
from lpcheck.claims import Claim, Outcome, Paper, claim
from lpcheck.claims.evidence import nudged, optimal
from lpcheck.claims.instances import random_pairs
from lpcheck.mechanisms import randomized_response


@claim(
    id="{key}.theorem-1",
    source="Theorem 1",
    quote="The sentence as it is printed.",
    statement=r"Randomized response maximises $\\|M_0 - M_1\\|_{{TV}}$ for two letters.",
    kind="tight",
    conditions="two letters",
    evidence="Optimal on every instance.",
    weight="headline",
    instances=random_pairs(sizes=(2,)),
)
def theorem_1(p0: Any, p1: Any, epsilon: float, slip: float = 0.0) -> Outcome:
    """Against all kernels; the negative control has one entry off by `slip`."""
    kernel = nudged(randomized_response(len(p0), epsilon), slip)
    return optimal(Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence="tv"), kernel)


CLAIMS: tuple[Claim, ...] = (theorem_1,)

PAPER = Paper(
    key="{key}",
    title="The title of the paper",
    authors=("First Author", "Second Author"),
    year={year},
    venue="preprint",
    statements=CLAIMS,
)
'''

_README = """\
# {key}

`pip install .`, and then

```console
$ lpcheck verify --paper {key}
```

A claim is a function of `{key}_claims/__init__.py`.
"""


def as_toml(key: str) -> dict[str, str]:
    """A paper with three claims in one file.

    Raises:
        InputError: the key is none.
    """
    return {f"{_read(key)}.toml": _PAPER.format(key=key, year=time.gmtime().tm_year)}


def as_package(key: str) -> dict[str, str]:
    """A package that brings a paper with one claim, as files by name.

    Raises:
        InputError: the key is none.
    """
    filled = {"key": _read(key), "year": time.gmtime().tm_year}
    return {
        "pyproject.toml": _PYPROJECT.format(**filled),
        "README.md": _README.format(**filled),
        f"{key}_claims/__init__.py": _MODULE.format(**filled),
    }


def _read(key: str) -> str:
    if not _KEY.fullmatch(key):
        raise InputError("paper", f"'{key}' is no key", "write letters and digits: doe2020")
    return key
