"""A sweep of 2,000 instances of nine letters: the whole command with one worker, and with two.

    python benchmarks/sweep.py [--table FILE]

Each command starts from nothing, imports included. The target is 1.7 times the rate on two cores.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

TARGET = 1.7

CONFIG = """
[[grid]]
problem = "staircase"
mechanisms = ["lpcheck.mechanisms:binary_hypothesis", "lpcheck.mechanisms:randomized_response"]
epsilon = {from = 0.1, to = 10, count = 25, scale = "log"}
divergence = ["kl", "hellinger"]
p0 = {dirichlet = 1, letters = 9}
p1 = {dirichlet = 1, letters = 9}
draws = 20

[[grid]]
problem = "public-prior"
mechanisms = ["lpcheck.mechanisms:public_prior_kernel"]
epsilon = {from = 0.1, to = 4, count = 50}
prior = {dirichlet = 1, letters = 9}
draws = 20
"""


def seconds(folder: Path, jobs: int, out: str) -> float:
    """Wall time of the command."""
    command = ["-m", "lpcheck", "sweep", "c.toml", "--jobs", str(jobs), "--out", out]
    start = time.perf_counter()
    subprocess.run([sys.executable, *command], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, and write; exit status 1 if the target is missed or the files differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, help="write the table to this file")
    parser.add_argument("--quick", action="store_true", help="one run of each instead of three")
    options = parser.parse_args(arguments)
    times: dict[int, list[float]] = {1: [], 2: []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "c.toml").write_text(CONFIG, encoding="utf-8")
        for run in range(1 if options.quick else 3):  # by turns, so that both see the same machine
            for jobs, found in times.items():
                found.append(seconds(folder, jobs, f"{jobs}-{run}.sqlite"))
        same = len({path.read_bytes() for path in folder.glob("*.sqlite")}) == 1
    best = {jobs: min(found) for jobs, found in times.items()}
    ratio = best[1] / best[2]
    lines = [f"{'workers':>8} {'seconds':>8} {'points a second':>16}"]
    lines += [f"{jobs:8} {best[jobs]:8.2f} {2000 / best[jobs]:16.0f}" for jobs in best]
    lines.append(f"two workers / one: {ratio:.2f} on {os.cpu_count()} cores (asked: {TARGET})")
    lines.append("the files are the same" if same else "THE FILES DIFFER")
    print("\n".join(lines))
    if options.table:
        options.table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0 if same and (ratio >= TARGET or (os.cpu_count() or 1) < 2) else 1


if __name__ == "__main__":
    raise SystemExit(main())
