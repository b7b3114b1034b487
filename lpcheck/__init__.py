"""Checks closed-form locally private mechanisms against the optimum over all mechanisms."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from formulations import InputError, solve
    from lpcheck.auditing import audit
    from lpcheck.certificates import Certificate, certify
    from lpcheck.compare import Comparison, check
    from lpcheck.ranges import Grid, check_grid, check_map, thresholds
    from lpcheck.ranges.hunt import hunt
    from lpcheck.rechecker import Recheck, recheck
    from lpcheck.runner import Report, verify

__version__ = "1.0.0"

_HOMES = {
    "Certificate": "lpcheck.certificates",
    "Comparison": "lpcheck.compare",
    "Grid": "lpcheck.ranges",
    "InputError": "formulations.errors",
    "Recheck": "lpcheck.rechecker",
    "Report": "lpcheck.runner",
    "audit": "lpcheck.auditing",
    "certify": "lpcheck.certificates",
    "check": "lpcheck.compare",
    "check_grid": "lpcheck.ranges",
    "check_map": "lpcheck.ranges",
    "hunt": "lpcheck.ranges",
    "recheck": "lpcheck.rechecker",
    "solve": "formulations.gate",
    "thresholds": "lpcheck.ranges",
    "verify": "lpcheck.runner",
}

__all__ = [
    "Certificate",
    "Comparison",
    "Grid",
    "InputError",
    "Recheck",
    "Report",
    "audit",
    "certify",
    "check",
    "check_grid",
    "check_map",
    "hunt",
    "recheck",
    "solve",
    "thresholds",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Import a name when it is first asked for, so that `lpcheck --help` loads no NumPy.

    The problems, and what else `formulations` exports, are here too.
    """
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    formulations = import_module("formulations")
    if name in formulations.__all__:
        return getattr(formulations, name)
    raise AttributeError(f"module 'lpcheck' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *import_module("formulations").__all__})
