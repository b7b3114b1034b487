"""The paper's mechanisms, proved optimal for all ε of an interval, at instances of each theorem."""

from __future__ import annotations

from formulations import ApproximateBinary, Information, Staircase
from lpcheck.ranges.printed import Printed

RESPONSE = "(e^ε if x == y else 1)/(k - 1 + e^ε)"
"""Equation 15."""

BINARY = "(e^ε if p0[x] >= p1[x] else 1)/(1 + e^ε); (1 if p0[x] >= p1[x] else e^ε)/(1 + e^ε)"
"""Equation 14."""

QUATERNARY = (
    "(δ if x == 0 else 0); (0 if x == 0 else δ);"
    "(1 - δ)*(1 if x == 0 else e^ε)/(1 + e^ε); (1 - δ)*(e^ε if x == 0 else 1)/(1 + e^ε)"
)
"""Equation 24."""

LIGHT_FIRST = "(e^ε if x == 0 else 1)/(1 + e^ε); (1 if x == 0 else e^ε)/(1 + e^ε)"
"""Equation 19, where T = {0} is the set whose probability is nearest to 1/2."""


def _pair(divergence: str) -> Staircase:
    p0, p1 = ["1/2", "1/3", "1/6"], ["1/6", "1/3", "1/2"]
    return Staircase(p0=p0, p1=p1, epsilon=1, divergence=divergence)


def _apart(divergence: str) -> Staircase:
    p0, p1 = ["2/3", "1/4", "1/12"], ["1/6", "1/3", "1/2"]
    return Staircase(p0=p0, p1=p1, epsilon=1, divergence=divergence)


def _uniform(k: int) -> Information:
    return Information(prior=[f"1/{k}"] * k, epsilon=1)


PROVED = (
    Printed("Theorem 5", "binary, KL, three letters", _apart("kl"), BINARY, "1/20", "1/5"),
    Printed("Theorem 5", "binary, χ², three letters", _apart("chi2"), BINARY, "1/20", "1/5"),
    Printed(
        "Theorem 5", "binary, Hellinger, three letters", _apart("hellinger"), BINARY, "1/20", "1/5"
    ),
    Printed(
        "Theorem 6", "binary, total variation, three letters", _pair("tv"), BINARY, "1/20", "6"
    ),
    Printed(
        "Theorem 8", "randomized response, KL, three letters", _pair("kl"), RESPONSE, "4", "10"
    ),
    Printed(
        "Theorem 12",
        "binary, information, prior (1/2, 1/4, 1/4)",
        Information(prior=["1/2", "1/4", "1/4"], epsilon=1),
        LIGHT_FIRST,
        "1/20",
        "1/5",
    ),
    Printed(
        "Theorem 14",
        "randomized response, information, three letters",
        _uniform(3),
        RESPONSE,
        "1/2",
        "4",
    ),
    Printed(
        "Theorem 14",
        "randomized response, information, four letters",
        _uniform(4),
        RESPONSE,
        "0.823",
        "4",
    ),
    Printed(
        "Theorem 14",
        "randomized response, information, six letters",
        _uniform(6),
        RESPONSE,
        "1.711",
        "3",
    ),
    *(
        Printed(
            "Theorem 18",
            f"quaternary, {name}, one bit, δ = 1/10",
            ApproximateBinary(
                p0=["3/4", "1/4"], p1=["1/3", "2/3"], epsilon=1, delta="1/10", divergence=f
            ),
            QUATERNARY,
            "1/10",
            "5",
        )
        for name, f in (("KL", "kl"), ("total variation", "tv"))
    ),
)
