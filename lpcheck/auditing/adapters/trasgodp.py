"""trasgoDP (CSIC): mechanisms on columns; a column with every category once is audited."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

from lpcheck.auditing.adapters.case import Case, Client, letters


def _column(name: str, k: int, epsilon: float) -> Client:
    function = getattr(import_module("trasgodp.categorical"), f"{name}_array")
    names = letters(k)

    def client(x: str) -> Any:
        return function(names, epsilon)[names.index(x)]

    return client


_PROMISE = (
    '"TrasgoDP implements different mechanims for ε-differential privacy"; ":param epsilon: '
    'privacy budget."'
)
_HALF = (
    "keeps ε, and spends half of it: e^{ε/2} in place of e^ε, which the exponential mechanism "
    "needs in general and not here, where the sum of the weights is the same for every input"
)
_MEND = "e^ε in place of e^{ε/2}: then it is randomized response"

CASES = (
    Case("trasgoDP", ("2.1.0", "0.3.2"), "dp_exponential", _PROMISE, "README and docstring",
         partial(_column, "dp_exponential"), letters, (2, 3, 4), stands=_HALF, change=_MEND),
    Case("trasgoDP", ("2.1.0",), "dp_randomized_response_binary", _PROMISE, "README and docstring",
         partial(_column, "dp_randomized_response_binary"), letters, (2,),
         stands="keeps ε, and is optimal"),
    Case("trasgoDP", ("2.1.0",), "dp_randomized_response_kary", _PROMISE, "README and docstring",
         partial(_column, "dp_randomized_response_kary"), letters, (3, 4), stands="keeps ε",
         change="subset selection, from k = 6 on"),
)  # fmt: skip
