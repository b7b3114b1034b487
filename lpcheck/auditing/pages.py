"""The page of findings over libraries: `python -m lpcheck.auditing.pages FILE.json [PAGE.md]`.

Audits the cases whose library is installed here and that the file does not have yet, and keeps what
it found in the file: versions that exclude each other need an environment each. With a page, writes
all of it.
"""

from __future__ import annotations

import json
import math
import sys
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from formulations.errors import InputError
from lpcheck.auditing.adapters import Case, cases, installed
from lpcheck.auditing.client import audit
from lpcheck.auditing.decoding import UNBIASED, audit_decoder, optimal_risk, risk_of

EPSILON = 1.0
"""The level that is asked for."""

_SECONDS = 60.0


def audited(case: Case, k: int, epsilon: float = EPSILON) -> dict[str, Any]:
    """One case at one size: verdict, ε, the loss, and its decoder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of the library
        client = case.client(k, epsilon)
        seeds = range(case.seeds) if case.seeds else None
        if case.draws:
            found = audit(client, case.inputs(k), epsilon, draws=case.draws, seconds=_SECONDS)
            return {"verdict": found.verdict, "rigor": found.rigor, "least": found.true_epsilon}
        found = audit(client, case.inputs(k), epsilon, seeds=seeds, seconds=_SECONDS)
        row: dict[str, Any] = {
            "verdict": found.verdict,
            "rigor": found.rigor,
            "true_epsilon": found.true_epsilon,
            "loss": risk_of(found.kernel, np.full(k, 1 / k)) / optimal_risk(k, epsilon),
            "notes": list(found.notes),
        }
        if case.decoder is not None:
            decoding = audit_decoder(found, case.decoder(k, epsilon))
            row["bias"] = decoding.bias
            row["excess"] = decoding.risk / decoding.best_risk
    return row


def collect(known: Mapping[str, Any]) -> dict[str, Any]:
    """What was known, with what can be audited here."""
    result = dict(known)
    for case in cases():
        version = installed(case)
        key = f"{case.library} {version}: {case.mechanism}"
        if not version or key in known:
            continue
        rows = {}
        for k in case.sizes:
            try:
                rows[str(k)] = audited(case, k)
            except InputError as error:
                rows[str(k)] = {"refused": str(error)}
        result[key] = rows
    return result


def page(data: Mapping[str, Mapping[str, Any]]) -> str:
    """The page, in Markdown; a mechanism a section, in the order of the adapters."""
    found = [(case, version, rows) for case in cases() for version, rows in _rows(case, data)]
    exact = sum(all(r.get("rigor") == "exact" for r in rows.values()) for _, _, rows in found)
    clients = [case for case, version, _ in found if version != "rewritten"]
    libraries = {case.library for case in clients}
    faults = [(c, v, rows) for c, v, rows in found if _exceeds(rows)]
    lines = [
        "# What libraries draw",
        "",
        f"The kernels of {len(clients)} clients (a mechanism in a version) of {len(libraries)} "
        f"libraries from the package index, and of {len(found) - len(clients)} rewritten from "
        "public threads, read off by replaying their code along every branch (see "
        "[how to](how-to/audit-a-library.md)), at "
        f"ε = {EPSILON:g}. {exact} of {len(found)} are exact at every size shown. Written by "
        "`python -m lpcheck.auditing.pages`.",
        "",
        "**Loss** is the number of reports needed for the same mean squared error, as a multiple "
        "of what the best ε-private kernel needs, with the best unbiased decoder of each, at the "
        "uniform prior: 1 is optimal, and 2 needs twice the people. It is a fact of a mechanism, "
        "not a fault of a library: most of these are the published mechanisms, as published.",
        "",
        f"{len(found) - len(faults)} of these keep the ε that they are asked for, or nothing "
        f"speaks against it; {len(faults)} exceed it, and are in bold (a loss below 1 is what they "
        "gain by that). What is quoted is what is promised.",
        "",
        "| library | version | mechanism | true ε (k = 2 … 8) | loss (k = 2 … 8) |",
        "|---|---|---|---|---|",
    ]
    for case, version, rows in found:
        name = f"**{case.mechanism}**" if _exceeds(rows) else case.mechanism
        cells = (_each(rows, "true_epsilon"), _each(rows, "loss"))
        lines.append(f"| {case.library} | {version} | {name} | {cells[0]} | {cells[1]} |")
    for library in dict.fromkeys(case.library for case, _, _ in found):
        lines += ["", f"## {library}"]
        promised: set[str] = set()
        for case, version, rows in found:
            if case.library == library:
                if case.promise not in promised:
                    lines += ["", f"Promised: {case.promise} ({case.where}).", ""]
                promised.add(case.promise)
                lines.append(_finding(case, version, rows))
    return "\n".join([*lines, "", *_UNSEEN]) + "\n"


def _rows(case: Case, data: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    versions = ("rewritten",) if case.rewritten else case.versions
    keys = [(v, f"{case.library} {v}: {case.mechanism}") for v in versions]
    return [(v, data[key]) for v, key in keys if key in data]


def _finding(case: Case, version: str, rows: Mapping[str, Any]) -> str:
    """One mechanism in one version: what was found, what stands, what to change."""
    parts = [f"- **{case.mechanism}** ({version}): {_spent(case, rows)}. "]
    parts.append(f"What stands: {case.stands}. ")
    bias = [r["bias"] for r in rows.values() if "bias" in r]
    excess = [_value(r["excess"]) for r in rows.values() if "excess" in r]
    if bias and max(bias) <= UNBIASED:
        spread = f"{min(excess):.3g} to {max(excess):.3g} times"
        much = "with the least risk" if max(excess) < 1 + 1e-9 else f"with {spread} the least risk"
        parts.append(f"Its decoder is unbiased, {much} that its kernel allows. ")
    elif bias:
        parts.append(f"On one report its decoder is off by up to {max(bias):.2g} on average. ")
    parts += [
        f"Not audited at k = {k}: {r['refused']}. " for k, r in rows.items() if "refused" in r
    ]
    if case.change:
        parts.append(f"What would be better: {case.change}.")
    return "".join(parts).strip()


def _spent(case: Case, rows: Mapping[str, Any]) -> str:
    if case.draws:
        least = max(_value(r["least"]) for r in rows.values())
        return f"ε is at least {least:.3g} with confidence 0.99, from {case.draws} draws an input"
    found = sorted(
        {round(_value(r["true_epsilon"]), 6) for r in rows.values() if "true_epsilon" in r}
    )
    spread = " to ".join(f"{x:.6g}" for x in dict.fromkeys((found[0], found[-1])))
    return f"true ε {spread} where {EPSILON:g} is asked for".replace("inf", "∞")


def _exceeds(rows: Mapping[str, Any]) -> bool:
    return any(r.get("verdict") == "infeasible" for r in rows.values())


def _each(rows: Mapping[str, Any], name: str) -> str:
    if any("least" in r for r in rows.values()):
        least = max(_value(r["least"]) for r in rows.values())
        return f"≥ {least:.3g} (draws)" if name == "true_epsilon" else "–"
    cells = []
    for k in range(2, 9):
        row = rows.get(str(k), {})
        cells.append(f"{_value(row[name]):.3g}".replace("inf", "∞") if name in row else "–")
    seen = {cell for cell in cells if cell != "–"}
    return seen.pop() if len(seen) == 1 and name == "true_epsilon" else ", ".join(cells)


def _value(x: Any) -> float:
    return math.inf if x in ("inf", None) else float(x)


_UNSEEN = [
    "## What could not be replayed",
    "",
    "- **opendp** draws in Rust, from the system's entropy: only draws can be taken "
    "(`audit(…, draws=20000)`), which show no more than a lower bound. The fault of its issue 480 "
    "is drawn above, and rewritten from the thread.",
    "- **pure-ldp** `HEClient` and **multi-freq-ldpy** `HE_Client` add Laplace noise: what comes "
    "out is continuous.",
    "- **pure-ldp** `LHClient` and **multi-freq-ldpy** `LH_Client` draw a hash seed from more "
    "values than can be enumerated: they are exact for 24 seeds, the loss is that of these seeds.",
    "- **diffprivlib** `Geometric`, `Laplace` and their kin have unbounded or continuous outputs. "
    "The first is enumerated to its last value in doubles: there the tails end at different "
    "outputs, so that pure ε fails with δ = 1.1e-16, as for any inverse of a distribution function "
    "in doubles.",
    "- **diffprivlib** `PermuteAndFlip` has a loop that may not end: 1e-18 of its mass is left.",
    "- **trasgoDP** works on columns, where every entry draws: it is enumerated up to k = 4.",
]


def main(arguments: Sequence[str]) -> int:
    """Audit here, merge, and write."""
    if not 1 <= len(arguments) <= 2:
        sys.stderr.write("usage: python -m lpcheck.auditing.pages FILE.json [PAGE.md]\n")
        return 2
    file = Path(arguments[0])
    known = json.loads(file.read_text("utf-8")) if file.exists() else {}
    data = json.loads(json.dumps(collect(known), default=str).replace("Infinity", '"inf"'))
    data = json.loads(json.dumps(data).replace("NaN", "null"))
    file.write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", "utf-8")
    if len(arguments) == 2:
        Path(arguments[1]).write_text(page(data), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
