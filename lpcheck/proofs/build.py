"""Compiles the library, and asks the kernel what each theorem says and on what it rests."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from formulations.errors import InputError
from lpcheck.proofs.registry import (
    NAMESPACE,
    REALS,
    RECORD,
    Theorem,
    digest,
    library,
    recorded,
    sources,
    theorems,
)

MACHINE_INTEGERS = ("PrimInt63.", "Uint63.", "CarryType.")
"""What an instance may rest on besides: machine integers, and that they compute what is meant."""

_NOTATION = """Require Import Reals List.
From Lpcheck Require Import Definitions.
Open Scope R_scope.
Set Printing Width 76."""
"""What a statement is printed with."""

SLOWEST_FILE = 600.0
"""Seconds."""


@dataclass(frozen=True)
class Checked:
    """What the kernel says of a theorem.

    Attributes:
        theorem: which.
        statement: as Coq prints it; of a refutation, the printed statement too.
        assumptions: the axioms that it rests on.
        seconds: of processor time, to compile its file.
    """

    theorem: Theorem
    statement: str
    assumptions: tuple[str, ...]
    seconds: float

    @property
    def allowed(self) -> bool:
        """Whether it rests on the axioms of the reals and of classical logic alone."""
        return REALS.issuperset(self.assumptions)


def tool(name: str = "coqc") -> str:
    """The path of a program of Coq.

    Raises:
        InputError: it is not installed.
    """
    path = shutil.which(name)
    if path is None:
        raise InputError(
            "proofs", f"{name} was not found", "apt-get install coq libcoq-interval libcoq-bignums"
        )
    return path


def checked() -> list[Checked] | None:
    """What the last build of these sources found; None where there was none.

    Raises:
        InputError: Coq is not installed.
    """
    path = _place() / "report.json"
    if not path.is_file():
        return None
    data = json.loads(path.read_text(encoding="utf-8"))
    return [
        Checked(
            theorem,
            data[theorem.claim]["statement"],
            tuple(data[theorem.claim]["assumptions"]),
            data[theorem.claim]["seconds"],
        )
        for theorem in theorems()
    ]


def build(progress: Callable[[str], None] = lambda _: None) -> list[Checked]:
    """Compile what is not compiled yet, and ask the kernel for statements and assumptions.

    Args:
        progress: told the name of each file when its turn comes.

    Raises:
        InputError: Coq is not installed, or a file does not compile.
    """
    known = checked()
    if known is not None:
        return known
    place, seconds = compiled(progress)
    listed = theorems()
    progress("statements and assumptions")
    data = _ask(place, listed, seconds)
    temporary = place / f"report.{os.getpid()}.tmp"
    temporary.write_text(json.dumps(data, indent=1), encoding="utf-8")
    temporary.replace(place / "report.json")
    found = checked()
    assert found is not None
    return found


def record(found: Iterable[Checked]) -> Path:
    """Keep what the kernel said beside the sources, for `lpcheck show` and the atlas."""
    said = {
        one.theorem.claim: {"statement": one.statement, "assumptions": one.assumptions}
        for one in found
    }
    path = library() / RECORD
    path.write_text(
        json.dumps({"sources": digest(), "theorems": said}, indent=1) + "\n", encoding="utf-8"
    )
    return path


def compiled(progress: Callable[[str], None] = lambda _: None) -> tuple[Path, dict[str, float]]:
    """The folder of the compiled library, and the seconds that its files took.

    Raises:
        InputError: Coq is not installed, or a file does not compile.
    """
    place = _place()
    for path in sources():
        target = place / path
        if not target.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(library() / path, target)
    times = place / "seconds.json"
    seconds: dict[str, float] = json.loads(times.read_text()) if times.is_file() else {}
    for name in _order(place):
        if name in seconds and (place / name).with_suffix(".vo").is_file():
            continue
        progress(name)
        seconds[name] = _compile(place, place / name)
        times.write_text(json.dumps(seconds, indent=1), encoding="utf-8")
    return place, seconds


def run(place: Path, file: Path, timeout: float = SLOWEST_FILE) -> subprocess.CompletedProcess[str]:
    """Have a file checked against the compiled library."""
    return subprocess.run(
        [tool(), "-q", "-Q", str(place), NAMESPACE, str(file)],
        check=False, capture_output=True, text=True, cwd=file.parent, timeout=timeout,
    )  # fmt: skip


def _compile(place: Path, file: Path) -> float:
    start = _children()
    done = run(place, file)
    if done.returncode != 0:
        what = f"{file.relative_to(place)} does not compile: {_one_line(done.stderr)}"
        raise InputError("proofs", what, "report it, with the version of Coq")
    return round(_children() - start, 2)


def _children() -> float:
    """Seconds of processor time that processes started here have taken."""
    used = os.times()
    return used.children_user + used.children_system


def _order(place: Path) -> list[str]:
    """The files, each after what it needs."""
    names = [str(path) for path in sources()]
    done = subprocess.run(
        [tool("coqdep"), "-sort", "-Q", ".", NAMESPACE, *names],
        check=True, capture_output=True, text=True, cwd=place,
    )  # fmt: skip
    return [str(Path(name)) for name in done.stdout.split()]


def _ask(
    place: Path, listed: Iterable[Theorem], seconds: dict[str, float]
) -> dict[str, dict[str, object]]:
    """Check, Print and Print Assumptions, into a file each.

    Listing the assumptions walks through all of the reals. That is done once, for all theorems
    together; theorem by theorem only where nothing is recorded, or more is found than is allowed.
    """
    listed, known = list(listed), recorded()
    full = [f"{theorem.module}.{theorem.name}" for theorem in listed]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def answers(lines: list[str]) -> None:
            file = folder / "Report.v"
            head = [f"Require {theorem.module}." for theorem in listed]
            file.write_text("\n".join([_NOTATION, *head, *lines, ""]), encoding="utf-8")
            done = run(place, file)
            if done.returncode != 0:
                raise InputError("proofs", f"Coq refused: {_one_line(done.stderr)}", "report it")

        def read(name: str) -> str:
            return (folder / f"{name}.out").read_text(encoding="utf-8").strip()

        lines = []
        for n, theorem in enumerate(listed):
            lines += [f"Import {theorem.module}.", f'Redirect "s{n}" Check {full[n]}.']
            if theorem.printed is not None:
                lines.append(f'Redirect "p{n}" Print {theorem.module}.{theorem.printed}.')
        together = " ".join(f"(conj {one}" for one in full) + " I" + ")" * len(full)
        lines += [f"Definition all := {together}.", 'Redirect "all" Print Assumptions all.']
        answers(lines)
        if REALS.issuperset(axioms(read("all"))) and all(t.claim in known for t in listed):
            rests = {theorem.claim: known[theorem.claim]["assumptions"] for theorem in listed}
        else:
            answers([f'Redirect "a{n}" Print Assumptions {one}.' for n, one in enumerate(full)])
            rests = {theorem.claim: axioms(read(f"a{n}")) for n, theorem in enumerate(listed)}

        found: dict[str, dict[str, object]] = {}
        for number, theorem in enumerate(listed):
            statement = read(f"s{number}")
            if theorem.printed is not None:
                statement += "\n" + read(f"p{number}")
            path = str(Path(*theorem.module.split(".")[1:]).with_suffix(".v"))
            found[theorem.claim] = {
                "statement": statement,
                "assumptions": rests[theorem.claim],
                "seconds": seconds.get(path, 0.0),
            }
        return found


def axioms(text: str) -> list[str]:
    """The names in the output of `Print Assumptions`."""
    if text.startswith("Closed under the global context"):
        return []
    lines = text.splitlines()
    if not lines or lines[0].strip() != "Axioms:":
        raise ValueError(f"not an answer of Print Assumptions: {text[:80]}")
    return sorted(
        line.split(":")[0].strip() for line in lines[1:] if line and not line[0].isspace()
    )


def _place() -> Path:
    """A folder of the user's cache for these sources and this Coq."""
    version = subprocess.run([tool(), "-print-version"], check=True, capture_output=True).stdout
    key = hashlib.sha256(version)
    for path in sources():
        key.update(str(path).encode() + b"\0" + (library() / path).read_bytes() + b"\0")
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    place = root / "lpcheck" / f"proofs-{key.hexdigest()[:16]}"
    place.mkdir(parents=True, exist_ok=True)
    return place


def _one_line(text: str) -> str:
    return " ".join(text.split())[:300]
