"""The manifest of a run: what ran, on what, from which inputs, and what came out."""

from __future__ import annotations

import hashlib
import json
import math
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.parameters import Distribution
from lpcheck.artifact import surroundings
from lpcheck.claims.claim import ClaimResult, Instance
from lpcheck.claims.written import is_written
from lpcheck.runner import Report

FORMAT = "lpcheck manifest 1"


@dataclass(frozen=True)
class Asked:
    """What a run was asked for.

    Attributes:
        claims: ids, patterns, files or objects, as typed.
        paper: the key of a paper, or None.
        full: whether over the wider set of instances.
    """

    claims: tuple[str, ...] = ()
    paper: str | None = None
    full: bool = False


def manifest(report: Report, asked: Asked, outputs: Iterable[Path] = ()) -> dict[str, Any]:
    """The manifest of a run.

    Args:
        report: what was found.
        asked: what was asked for.
        outputs: files that the run wrote.
    """
    return {
        "format": FORMAT,
        "asked": {"claims": list(asked.claims), "paper": asked.paper, "full": asked.full},
        "machine": surroundings.machine(),
        "versions": surroundings.versions(),
        "source": surroundings.source(),
        "inputs": {str(p): surroundings.digest(p) for p in _inputs(asked.claims)},
        "outputs": {p.name: surroundings.digest(p) for p in sorted(outputs)},
        "seconds": round(report.seconds, 3),
        "results": [_result(r, asked.full) for r in report.results],
    }


def dumps(document: Mapping[str, Any]) -> str:
    """As a file, with what is not finite as text."""
    return json.dumps(_finite(document), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def read_manifest(path: str) -> dict[str, Any]:
    """A manifest from a file.

    Raises:
        InputError: it cannot be read, or is none.
    """
    remedy = "give a file that `lpcheck verify --manifest` wrote"
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError("against", f"'{path}' cannot be read ({error.strerror})", remedy) from None
    except (ValueError, RecursionError):
        raise InputError("against", f"'{path}' is no JSON", remedy) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise InputError("against", f"'{path}' is no manifest of this format", remedy)
    missing = {"asked", "machine", "versions", "source", "inputs", "results"} - set(found)
    rows = found.get("results")
    if missing or not isinstance(rows, list) or not all(_is_result(row) for row in rows):
        raise InputError("against", f"'{path}' is not whole", remedy)
    return found


def asked_of(document: Mapping[str, Any]) -> Asked:
    """What the run of a manifest was asked for."""
    asked = document["asked"]
    return Asked(tuple(map(str, asked["claims"])), asked["paper"], bool(asked["full"]))


def _is_result(row: Any) -> bool:
    return isinstance(row, dict) and {"id", "verdict", "instances", "outcomes"} <= set(row)


def _result(result: ClaimResult, full: bool) -> dict[str, Any]:
    instances = list(result.claim.instances(full))
    return {
        "id": result.claim.id,
        "verdict": result.verdict,
        "expected": result.claim.expected,
        "control": result.control_caught,
        "seconds": round(result.seconds, 3),
        "instances": hashed(instances),
        "outcomes": [
            {"at": i.label, "holds": o.holds, "gap": o.gap, "loss": o.loss, "detail": o.detail}
            for i, o in zip(instances, result.outcomes, strict=True)
        ],
    }


def _inputs(claims: Sequence[str]) -> Iterable[Path]:
    """Files that were given, and the modules of objects that were."""
    for text in claims:
        if is_written(text):
            yield Path(f"{text.partition('.toml')[0]}.toml")
        elif ":" in text:
            module = sys.modules.get(text.partition(":")[0])
            file = Path(getattr(module, "__file__", None) or "")
            if file.is_file():
                yield Path(os.path.relpath(file))


def hashed(instances: Sequence[Instance]) -> str:
    """SHA-256 of instances: equal where the same statements were tested at the same numbers."""
    told = [[i.label, i.kind, _plain(i.parameters)] for i in instances]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()


def _plain(value: Any) -> Any:
    """A value as text, the same on every machine; of what is code, its type."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return repr(value)
        case Fraction():
            return str(value)
        case Mapping():
            return {str(k): _plain(v) for k, v in value.items()}
        case list() | tuple():
            return [_plain(v) for v in value]
        case Distribution():
            return _plain(value.array.tolist())
        case np.ndarray() | np.generic():
            return _plain(value.tolist())
    return type(value).__name__


def _finite(value: Any) -> Any:
    match value:
        case float() if not math.isfinite(value):
            return str(value)
        case np.generic():
            return _finite(value.item())
        case Mapping():
            return {k: _finite(v) for k, v in value.items()}
        case list() | tuple():
            return [_finite(v) for v in value]
    return value
