"""What a run ran on: versions, the machine, and what files hold."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import sys
from importlib import metadata
from pathlib import Path

import formulations
import lpcheck

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def versions() -> dict[str, str]:
    """Python, lpcheck, and every package that it needs, directly or not, as installed."""
    found: dict[str, str] = {}
    left = ["lpcheck"]
    while left:
        name = left.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in found:
            continue
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:  # needed on another platform only
            continue
        found[key] = distribution.version
        for line in distribution.requires or ():
            match = _NAME.match(line)
            if match is not None and "extra ==" not in line:
                left.append(match[0])
    return {"python": platform.python_version(), **dict(sorted(found.items()))}


def machine() -> dict[str, str]:
    """The platform, as far as results and times can depend on it; nothing that names it."""
    return {
        "system": platform.system(),
        "release": platform.release(),
        "architecture": platform.machine(),
        "implementation": platform.python_implementation(),
        "cores": str(os.cpu_count() or "unknown"),
        "floats": sys.float_repr_style,
    }


def memory() -> int | None:
    """Megabytes that this process had at most so far; None where that is not told."""
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415  not on Windows

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(used / (2**20 if sys.platform == "darwin" else 2**10))


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def source() -> str:
    """SHA-256 of the Python files of lpcheck that ran, with their names."""
    total = hashlib.sha256()
    for package in (formulations, lpcheck):
        assert package.__file__ is not None
        root = Path(package.__file__).parent
        for file in sorted(root.rglob("*.py")):
            total.update(file.relative_to(root.parent).as_posix().encode())
            total.update(file.read_bytes())
    return total.hexdigest()
