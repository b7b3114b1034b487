"""insurance-fairness-ldp: k-ary randomised response on arrays."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

from lpcheck.auditing.adapters.case import Case, Client, letters


def _client(k: int, epsilon: float) -> Client:
    kind = import_module("insurance_fairness_ldp").KaryRandomisedResponse
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # at small ε it warns of poor accuracy
        response: Any = kind(epsilon, letters(k))
    return lambda x: response.privatise([x])[0]


CASES = (
    Case("insurance-fairness-ldp", ("0.1.1",), "KaryRandomisedResponse",
         '"For any two true values d, d\' and any reported value s: P(S=s | D=d) / P(S=s | D=d\') '
         '<= exp(epsilon)"', "docstring of its module", _client, letters,
         stands="keeps ε", change="subset selection, from k = 6 on"),
)  # fmt: skip
