"""How to get the clients of libraries that people install: a file a library, each optional.

An adapter imports its library when a client is made, so that listing them costs nothing.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from lpcheck.auditing.adapters import (
    diffprivlib,
    insurance_fairness_ldp,
    ldp_toolbox,
    multi_freq_ldpy,
    opendp,
    pure_ldp,
    sunpytools,
    trasgodp,
)
from lpcheck.auditing.adapters.case import Case

__all__ = ["Case", "cases", "installed"]

_LIBRARIES = (
    pure_ldp,
    multi_freq_ldpy,
    ldp_toolbox,
    diffprivlib,
    insurance_fairness_ldp,
    trasgodp,
    sunpytools,
    opendp,
)


def cases() -> tuple[Case, ...]:
    """All cases, whether their library is installed or not."""
    return tuple(case for library in _LIBRARIES for case in library.CASES)


def installed(case: Case) -> str:
    """The version that is installed and that the case speaks of; "" if it is not there.

    Code of ours that stands for a library needs none: then "rewritten".
    """
    if case.rewritten:
        return "rewritten"
    try:
        found = version(case.library)
    except PackageNotFoundError:
        return ""
    return found if found in case.versions else ""
