"""sunPytools (Lin Sun): unary encoding as it was before April 2021, which no package index serves.

Rewritten from its issue 6 and the commit that answers it: where e^ε was meant, p = e^ε/(e^ε + 1)
was put, so that q = 1/(p + 1) = (e^ε + 1)/(2e^ε + 1).
"""

from __future__ import annotations

import math
import random
from typing import Any

from lpcheck.auditing.adapters.case import Case, Client


def _client(k: int, epsilon: float) -> Client:
    t = math.exp(epsilon)
    q = 1 / (t / (t + 1) + 1)

    def client(x: int) -> Any:
        return tuple(int(random.random() < (0.5 if x == y else q)) for y in range(k))

    return client


CASES = (
    Case("sunPytools", (), "optimized_unary_encoding, before April 2021",
         '"the OUE, the p and q is revised" (of the mended function)', "docstring", _client,
         stands="mended in April 2021 (issue 6); it kept ε, with far more noise than was asked for",
         change="q = 1/(e^ε + 1)", rewritten=True),
)  # fmt: skip
