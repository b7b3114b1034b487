"""A grid of 10,000 levels of ε for one formula: the whole command with one worker, and with two.

    python -m benchmarks.grid [--table FILE] [--quick]

Each command starts from nothing, imports included; `--quick` takes 1,000 levels. The target
is 1.7 times the rate on two cores.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.sweep import TARGET, seconds

CONFIG = """
[[grid]]
problem = "information"
mechanisms = ["lpcheck.mechanisms:randomized_response"]
epsilon = "1/10:6:{levels}"
prior = "1/6,1/6,1/6,1/6,1/6,1/6"
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, and write; exit status 1 if the target is missed or the files differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, help="write the table to this file")
    parser.add_argument("--quick", action="store_true", help="1,000 levels")
    options = parser.parse_args(arguments)
    levels = 1000 if options.quick else 10_000
    times: dict[int, list[float]] = {1: [], 2: []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "c.toml").write_text(CONFIG.format(levels=levels), encoding="utf-8")
        for jobs, found in times.items():
            found.append(seconds(folder, jobs, f"{jobs}.sqlite"))
        same = len({path.read_bytes() for path in folder.glob("*.sqlite")}) == 1
    best = {jobs: min(found) for jobs, found in times.items()}
    ratio = best[1] / best[2]
    lines = [f"{'workers':>8} {'seconds':>8} {'levels a second':>16}"]
    lines += [f"{jobs:8} {best[jobs]:8.2f} {levels / best[jobs]:16.0f}" for jobs in best]
    lines.append(f"two workers / one: {ratio:.2f} on {os.cpu_count()} cores (asked: {TARGET})")
    lines.append("the files are the same" if same else "THE FILES DIFFER")
    print("\n".join(lines))
    if options.table:
        options.table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0 if same and (ratio >= TARGET or (os.cpu_count() or 1) < 2) else 1


if __name__ == "__main__":
    raise SystemExit(main())
