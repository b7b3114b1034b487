"""A certificate as a theorem about all private kernels, for Rocq's kernel to check.

Nothing here is trusted: the theorem is what the kernel prints. Its proof is a Boolean checker,
proved sound in `proofs/instances`, that the kernel evaluates on the certificate's numbers.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from lpcheck.proofs import _closed_forms, _information, _projection, _staircase
from lpcheck.proofs._coq import Unsupported
from lpcheck.proofs.build import MACHINE_INTEGERS, axioms, compiled, run
from lpcheck.proofs.registry import REALS
from lpcheck.rechecker.budget import open_budget
from lpcheck.rechecker.reader import read
from lpcheck.rechecker.refusal import Refusal

LONGEST = 300.0
"""Seconds that the kernel may take for one certificate; six times as many for all patterns."""


@dataclass(frozen=True)
class Proof:
    """What came of a certificate.

    Attributes:
        verdict: `proved`; `refused` by the kernel, or unreadable; `unsupported`.
        reason: the theorem as the kernel prints it, or why there is none.
        assumptions: the axioms that the theorem rests on.
    """

    verdict: Literal["proved", "refused", "unsupported"]
    reason: str
    assumptions: tuple[str, ...] = ()


def prove(source: str | Path | bytes | Mapping[str, Any], every: bool = False) -> Proof:
    """Have the kernel check a certificate.

    Args:
        source: a path, the bytes of a file, or the object itself.
        every: have all 2^k patterns walked, as a cross-check of the walk that leaves some out.

    Raises:
        InputError: Coq is not installed.
    """
    open_budget()
    try:
        text = translate(read(source), every)
    except Unsupported as reason:
        return Proof("unsupported", str(reason))
    except Refusal as reason:
        return Proof("refused", str(reason))
    place, _ = compiled()
    longest = LONGEST * 6 if every else LONGEST
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "Instance.v"
        file.write_text(text, encoding="utf-8")
        try:
            done = run(place, file, longest)
        except subprocess.TimeoutExpired:
            return Proof("unsupported", f"the kernel did not finish in {longest:.0f} s")
        if done.returncode != 0:
            return Proof("refused", "the kernel: " + " ".join(done.stderr.split())[-200:])
        said = (file.parent / "statement.out").read_text(encoding="utf-8")
        rests = axioms((file.parent / "assumptions.out").read_text(encoding="utf-8").strip())
    beyond = [a for a in rests if a not in REALS and not a.startswith(MACHINE_INTEGERS)]
    if beyond:
        return Proof("refused", f"the theorem rests on {beyond[0]}", tuple(rests))
    return Proof("proved", said.strip(), tuple(rests))


def translate(document: Mapping[str, Any], every: bool = False) -> str:
    """The Coq file of a certificate, with the theorem `certificate`.

    Args:
        document: the certificate.
        every: have all 2^k patterns walked, without brackets.

    Raises:
        Unsupported: there is no theorem for this kind.
        Refusal: it is no certificate of its kind.
    """
    slug = document.get("problem")
    found = _TRANSLATORS.get(slug) if isinstance(slug, str) else None
    if found is None:
        listed = ", ".join(_TRANSLATORS)
        raise Unsupported(f"problem: there is no theorem for {slug!r} yet, only for {listed}")
    return found(document, every)


_TRANSLATORS: dict[str, Callable[[Mapping[str, Any], bool], str]] = {
    "staircase": _staircase.translate,
    "information": _information.translate,
    "approximate-binary": _closed_forms.approximate_binary,
    "public-prior": _closed_forms.public_prior,
    "mollifier": _projection.translate,
    "minimax-sampler": _closed_forms.minimax_sampler,
    "local-minimax": _closed_forms.local_minimax,
}
