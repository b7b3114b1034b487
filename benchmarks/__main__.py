"""Every benchmark, one after the other in one process, and a page of what came out.

Each module beside this one that has a `main` is run; what it prints is shown, and kept in
DIR/NAME.log, with its table in DIR/NAME.txt and its figure in DIR/NAME.png. The page, also in
DIR/summary.txt, has a line for each ratio, growth and target. Exit status 1 if one is missed.

    python -m benchmarks --quick --out results
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import pkgutil
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

Main = Callable[[Sequence[str] | None], int]

_ROW = re.compile(r"(?P<way>.+?) +(?P<size>\d+) +(?P<median>\d+\.\d+)( +\S+){3}")
_QUICK_LARGEST = "200"


class _Both(io.TextIOBase):
    """Writes to the console, and keeps what was written."""

    def __init__(self, console: Any) -> None:
        self.console, self.kept = console, io.StringIO()

    def write(self, text: str) -> int:
        self.console.write(text)
        return self.kept.write(text)

    def flush(self) -> None:
        self.console.flush()


def benchmarks(folder: Path) -> Iterator[tuple[str, Main]]:
    """The name and the `main` of each benchmark, those that cannot be imported aside."""
    for module in pkgutil.iter_modules([str(folder)]):
        if not module.name.startswith("_"):
            main = getattr(importlib.import_module(f"benchmarks.{module.name}"), "main", None)
            if main is not None:
                yield module.name, main


def options_of(main: Main) -> set[str]:
    """The long options that a benchmark has, as its help lists them."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.suppress(SystemExit):
        main(["--help"])
    return set(re.findall(r"--[a-z-]+", text.getvalue()))


def arguments_for(name: str, known: set[str], out: Path, quick: bool) -> list[str]:
    """Where to write, and how much to do, in the options that a benchmark knows."""
    given = []
    for option, ending in (("--table", "txt"), ("--figure", "png")):
        if option in known:
            given += [option, str(out / f"{name}.{ending}")]
    if quick and "--quick" in known:
        given.append("--quick")
    if quick and "--largest" in known:
        given += ["--largest", _QUICK_LARGEST]
    return given


def findings(printed: str) -> list[str]:
    """The lines that are no table, and how the first way compares with each other one."""
    lines, seconds = [], dict[str, dict[int, float]]()
    for line in printed.splitlines():
        row = _ROW.fullmatch(line.strip())
        if row is not None:
            seconds.setdefault(row["way"], {})[int(row["size"])] = float(row["median"])
        elif ":" in line:
            lines.append(line.strip())
    first, *others = seconds.items() or [("", {})]
    for way, mine in others:
        common = set(mine) & set(first[1])
        if common:
            size = max(common)
            ratio = first[1][size] / max(mine[size], 1e-9)
            lines.append(f"{first[0]} / {way} at {size}: {ratio:.3g}")
    return lines


def run(name: str, main: Main, out: Path, quick: bool) -> tuple[list[str], bool]:
    """Run one; its lines of the page, and whether it met its targets."""
    both, start = _Both(sys.stdout), time.perf_counter()
    print(f"\n{name}", flush=True)
    with contextlib.redirect_stdout(both):
        try:
            status = main(arguments_for(name, options_of(main), out, quick))
            word = "targets met" if status == 0 else "TARGETS MISSED"
        except Exception as error:  # one that breaks does not stop the others
            status, word = 1, f"FAILED: {type(error).__name__}: {error}"
    (out / f"{name}.log").write_text(both.kept.getvalue(), encoding="utf-8")
    lines = [f"{name}: {word} ({time.perf_counter() - start:.0f} s)"]
    return lines + [f"  {line}" for line in findings(both.kept.getvalue())], status == 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all, print the page, and write; exit status 1 if a target is missed."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these benchmarks")
    parser.add_argument("--quick", action="store_true", help="smaller sizes, fewer instances")
    parser.add_argument("--out", type=Path, default=Path("results"), metavar="DIR")
    options = parser.parse_args(arguments)
    found = dict(benchmarks(Path(__file__).parent))
    unknown = [name for name in options.names if name not in found]
    if unknown:
        parser.error(f"no benchmark {unknown[0]}; there are {', '.join(found)}")
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "summary.txt").touch()
    except OSError as error:
        parser.error(f"argument --out: {error}")
    page, missed = [], 0
    for name in options.names or found:
        lines, met = run(name, found[name], options.out, options.quick)
        page += lines
        missed += not met
    page.append(f"{missed} missed" if missed else "all targets met")
    print("\n" + "\n".join(page))
    (options.out / "summary.txt").write_text("\n".join(page) + "\n", encoding="utf-8")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
