"""The files of an artifact: what to install, what to run, what to expect, in the usual form."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from typing import Any

EXPECTED = "expected.json"
"""The manifest that a run is compared with."""

_RUN = """\
#!/bin/sh
# Every experiment of the appendix. Exit status 0: every verdict is the expected one, and the run
# agrees with {expected}.
cd "$(dirname "$0")" || exit 2
{verify}
status=$?
{recheck} || exit 1
exit $status
"""

_CONTAINER = """\
# podman build -t {name} . && podman run --rm {name}       (docker does the same)
FROM docker.io/library/python:{python}-slim
WORKDIR /artifact
COPY . .
RUN python -m pip install --no-cache-dir --find-links . -r requirements.txt
CMD ["sh", "run.sh"]
"""

_APPENDIX = """\
# Artifact appendix

## Abstract

This artifact tests {count} printed statements by computation: each is compared with the optimum
over all locally private mechanisms, which a convex program gives with a bound on the other side,
at {instances} instances, and once more in an altered form that must be refuted (the negative
control). It reproduces the verdicts and values in the table below.

## Checklist

- **Program:** lpcheck {lpcheck} (BSD-3-Clause), Python {python}.
- **Data:** none but what is in this folder.
- **Run-time environment:** any platform that pip can install the dependencies on; made on
  {system}, {architecture}.
- **Hardware:** one core, {memory} MB of memory; no accelerator. More cores are used where they are.
- **Metrics:** verdicts; gaps between mechanisms and optima.
- **Output:** a table on the terminal, `manifest.json`, certificates that are checked again
  without a solver.
- **Experiments:** `run.sh`, or the commands below.
- **Disk space:** about 0.5 GB with the dependencies.
- **Time to prepare:** minutes (an installation). **Time to run:** {seconds} s on one core.
- **Network:** for the installation only.
- **Publicly available:** to be filled in (a DOI).

## Requirements

Python 3.11 or later. `requirements.txt` pins what it was made with.

## Installation

```sh
python -m venv environment
. environment/bin/activate
python -m pip install --find-links . -r requirements.txt
```

`--find-links .` takes a wheel of lpcheck that lies in this folder, if there is one. Or in a
container:

```sh
podman build -t {name} .
podman run --rm {name}
```

## Experiments

All of them, compared with what is expected:

```sh
{verify}
```

It ends with status 0, and says that the run agrees with the manifest: verdicts must be the same,
values within a relative 1e-6. Versions, platform, and times may differ; what does is listed. Then,
without a solver:

```sh
{recheck}
```

| statement | expected verdict | instances | largest gap where it holds | time |
|---|---|---|---|---|
{rows}

One of them alone, and in full:

```sh
{one}
```

## Customisation

{customise}

## Random numbers

Random instances come from fixed seeds. `{expected}` has a hash of all instances of each statement,
so that a run on others is noticed.
"""

_CHANGE = """\
`{file}` is the paper: change a formula, an instance or a level there, and run again. A formula that
is off in the sixth digit is refuted. `lpcheck init --paper KEY` writes a paper to start from."""

_WIDER = "`lpcheck verify --full` tests a wider set of instances."


def files(
    document: Mapping[str, Any], name: str, copied: Mapping[str, str], memory: int | None
) -> dict[str, str]:
    """The files of an artifact by name.

    Args:
        document: the manifest of a run of its claims.
        name: of the container.
        copied: files of the run's inputs, by the names that they have in the artifact.
        memory: megabytes that the run needed.
    """
    claims = tuple(document["asked"]["claims"])
    paper = document["asked"]["paper"]
    asked = shlex.join([*claims, *(["--paper", paper] if paper else [])])
    wider = " --full" if document["asked"]["full"] else ""
    verify = (
        f"lpcheck verify {asked}{wider} --against {EXPECTED} --manifest manifest.json "
        "--certificates certificates"
    )
    recheck = "lpcheck recheck certificates/*.json"
    results = document["results"]
    first = results[0]["id"]
    one = next((f"{c}:{first}" for c in claims if c.endswith(".toml")), first)
    filled = {
        "name": name,
        "expected": EXPECTED,
        "python": ".".join(map(str, sys.version_info[:2])),
        "lpcheck": document["versions"]["lpcheck"],
        "count": len(results),
        "instances": sum(len(row["outcomes"]) for row in results),
        "system": document["machine"]["system"],
        "architecture": document["machine"]["architecture"],
        "memory": memory or "a few hundred",
        "seconds": max(1, round(document["seconds"])),
        "verify": verify,
        "recheck": recheck,
        "rows": "\n".join(map(_row, results)),
        "one": f"lpcheck show {one}",
        "customise": _CHANGE.format(file=next(iter(copied))) if copied else _WIDER,
    }
    return {
        **copied,
        "APPENDIX.md": _APPENDIX.format(**filled),
        "Containerfile": _CONTAINER.format(**filled),
        "requirements.txt": _requirements(document["versions"]),
        "run.sh": _RUN.format(**filled),
    }


def _row(row: Mapping[str, Any]) -> str:
    held = [float(o["gap"]) for o in row["outcomes"] if o["holds"]]
    gap = f"{max(0.0, *held):.2g}" if held else "–"
    verdict = row["verdict"]
    return f"| {row['id']} | {verdict} | {len(row['outcomes'])} | {gap} | {row['seconds']:.1f} s |"


def _requirements(versions: Mapping[str, str]) -> str:
    lines = [f"{name}=={version}" for name, version in versions.items() if name != "python"]
    return "\n".join(lines) + "\n"
