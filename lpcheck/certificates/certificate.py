"""A certificate: what was asked, what was found, and all that is needed to check it."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

Verdict: TypeAlias = Literal["optimal", "suboptimal", "infeasible", "inconclusive"]


class CertifiedBounds(NamedTuple):
    """Decimal or rational text, or ``inf``: lower ≤ optimum ≤ upper."""

    lower: str
    upper: str


@dataclass(frozen=True)
class Certificate:
    """The JSON object of a certificate file, accepted by the re-checker.

    Attributes:
        data: the object, as the format says (see `lpcheck/rechecker/FORMAT.md`).
        verdict: on the mechanism that was asked about; None where none was. `inconclusive` where
            the bounds leave it open: the file then holds the bounds, and no mechanism.
    """

    data: Mapping[str, Any]
    verdict: Verdict | None = None

    @property
    def bounds(self) -> CertifiedBounds:
        """Rigorous bounds on the optimum."""
        return CertifiedBounds(self.data["bounds"]["lower"], self.data["bounds"]["upper"])

    def dumps(self) -> str:
        """The text of the file."""
        return json.dumps(self.data, ensure_ascii=False, indent=1, allow_nan=False) + "\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file; it appears whole or not at all."""
        target = Path(path)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(self.dumps())
            os.chmod(name, 0o644)
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise
