"""Cold start: a command from nothing to its answer, against the cost of importing CVXPY.

Each is a process of its own; what is measured is its processor time, which a busy machine changes
less than the time on the clock.

    python -m benchmarks.cold_start --table cold_start.txt
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks._measure import write_table

PRIORS = ("--p0", "1/2,1/4,1/4", "--p1", "1/4,1/4,1/2", "--epsilon", "1")
BOX = ("--target", "7/10,1/5,1/10", "--lower", "1/5,1/5,1/5", "--upper", "1/2,1/2,1/2")
COMMANDS = {
    "import numpy": ("-c", "import numpy"),
    "import cvxpy": ("-c", "import cvxpy"),
    "lpcheck --version": ("-m", "lpcheck", "--version"),
    "solve staircase, KL": ("-m", "lpcheck", "solve", "staircase", *PRIORS, "--divergence", "kl"),
    "solve mollifier": ("-m", "lpcheck", "solve", "mollifier", *BOX),
    "solve information": (
        "-m", "lpcheck", "solve", "information", "--prior", "1/2,1/4,1/4", "--epsilon", "1",
    ),
}  # fmt: skip
MODELS = "import cvxpy"
LIMITED = ("solve staircase, KL", "solve mollifier")
SECONDS = 0.5
"""What a problem that needs no model may take, and less than importing a model's language does."""


def seconds(arguments: Sequence[str]) -> float:
    """The processor time of one interpreter, its own and the system's for it.

    Raises:
        CalledProcessError: it failed.
    """
    before = os.times()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return (after.children_user + after.children_system) - (
        before.children_user + before.children_system
    )


def check(found: dict[str, float]) -> tuple[list[str], bool]:
    """What the targets ask for, what was found, and whether all are met."""
    lines, met = [], True
    for name in LIMITED:
        good = found[name] <= SECONDS and found[name] < found[MODELS]
        met &= good
        ratio = found[MODELS] / found[name]
        lines.append(
            f"{name}: {found[name]:.2f} s (asked: {SECONDS:g}), importing CVXPY takes "
            f"{ratio:.1f} times as long: {'met' if good else 'MISSED'}"
        )
    return lines, met


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, and write; exit status 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--table", type=Path, metavar="FILE", help="write the table to this file")
    parser.add_argument("--quick", action="store_true", help="three runs of each instead of nine")
    options = parser.parse_args(arguments)
    runs = 3 if options.quick else 9
    found, lines = {}, [f"{'':22} {'median s':>9} {'longest s':>10}"]
    for name, command in COMMANDS.items():
        seconds(command)  # not counted: it compiles what is new, and fills the file cache
        measured = [seconds(command) for _ in range(runs)]
        found[name] = statistics.median(measured)
        lines.append(f"{name:22} {found[name]:9.3f} {max(measured):10.3f}")
    targets, met = check(found)
    print("\n".join(lines + targets))
    if options.table is not None:
        write_table(lines + targets, options.table)
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
