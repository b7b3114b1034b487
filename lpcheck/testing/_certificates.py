"""Certificates of the assertions in a test run: where they go, and what they are called.

`pytest --lpcheck-certificates DIR` sets the variable that is read here; a test runner without the
plugin may set it too.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from lpcheck.compare import Comparison

DIRECTORY = "LPCHECK_CERTIFICATES"
"""The environment variable that names the directory."""

NONE = "none: "
"""What stands before the reason why there is no certificate."""

_LONGEST = 120
_counts: Counter[str] = Counter()


def write_certificate(finding: Comparison, K: Any, tolerance: float) -> str:
    """Write a certificate of a finding, if certificates are asked for.

    Args:
        finding: what the assertion found.
        K: the mechanism as the test gave it; exact entries stay exact.
        tolerance: that of the assertion.

    Returns:
        the file; "" where no certificate is asked for; "none: " and why where there can be none.
        The assertion does not rest on it, so nothing is raised.
    """
    directory = os.environ.get(DIRECTORY)
    if not directory:
        return ""
    from lpcheck.certificates import certify  # noqa: PLC0415  only when it is asked for

    given = K if isinstance(K, (list, tuple, np.ndarray)) else finding.mechanism
    path = Path(directory) / f"{_name()}.json"
    try:
        certificate = certify(finding.problem, given, tolerance=tolerance)
        certificate.save(path)
    except Exception as error:
        path.unlink(missing_ok=True)  # of an earlier run: it would speak for this one
        return f"{NONE}{' '.join(str(error).split()) or type(error).__name__}"
    if certificate.verdict != finding.verdict:
        return f"{NONE}{path.name} holds bounds that leave the verdict {certificate.verdict}"
    return str(path)


def _name() -> str:
    """Of the test, with a digest that keeps apart what looks alike, and the count within it."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "check").rpartition(" (")[0] or "check"
    _counts[test] += 1
    digest = hashlib.sha256(test.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    place, bracket, parameters = test.partition("[")  # a parameter may hold slashes too
    whole = place.rpartition("/")[2] + bracket + parameters
    plain = re.sub(r"[^\w.]+", "-", whole, flags=re.ASCII).strip("-.")
    return f"{plain[:_LONGEST]}-{digest}-{_counts[test]}"
