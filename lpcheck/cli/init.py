"""`lpcheck init`: a small working example, of a problem, a paper or an artifact."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from formulations.errors import InputError
from lpcheck.cli import _artifact
from lpcheck.cli._output import show
from lpcheck.cli._parser import Parser
from lpcheck.cli._problems import example
from lpcheck.problems import home, known, problem_class

_FILES = ("mechanism.csv", "check.sh", "test_mechanism.py")

_TEST = '''"""Whether mechanism.csv is private and optimal. Run with `pytest`."""

from pathlib import Path

import numpy as np

from {module} import {home}
from lpcheck.testing import {imports}

HERE = Path(__file__).parent
PROBLEM = {home}({arguments})


def mechanism():
    """The mechanism under test: read it, or compute it, from your own code."""
    return np.loadtxt(HERE / "mechanism.csv", delimiter=",", ndmin={dimensions})


def test_it_is_optimal():
    assert_optimal(PROBLEM, mechanism())
'''

_PRIVATE = """

def test_it_is_private():
    assert_private(mechanism(), {levels})
"""

_SCRIPT = """#!/bin/sh
# Is mechanism.csv private and optimal? Exit status 0 if so, 1 if not.
cd "$(dirname "$0")" || exit 2
{command}
"""


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "init",
        help="write a small working example",
        description="Write a mechanism, the command that checks it, and a pytest file; or a paper "
        "of one's own; or an artifact that others run.",
        epilog=f"Problems: {', '.join(known())}, or MODULE:CLASS.",
    )
    parser.add_argument(
        "about",
        metavar="PROBLEM",
        nargs="*",
        help="a slug, or MODULE:CLASS; after --artifact: claims, as `verify` takes them",
    )
    parser.add_argument(
        "--dir", metavar="DIR", default=".", help="where to (made if need be; by default here)"
    )
    parser.add_argument("--paper", metavar="KEY", help="write a paper as TOML, such as doe2020")
    parser.add_argument("--package", action="store_true", help="with --paper: a Python package")
    parser.add_argument(
        "--artifact",
        metavar="DIR",
        help="run the claims, and write what an artifact committee needs to run them again",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the files, say what to run, and return 0."""
    if options.artifact is not None and options.paper is not None:
        raise InputError("artifact", "and --paper are two things", "give one of them")
    if options.artifact is not None:
        texts, lines = _artifact.made(options.about, Path(options.artifact))
        write(Path(options.artifact), texts)
        show("\n".join(lines), json_on_stdout=False)
        return 0
    if options.paper is not None:
        return _paper(options)
    if options.package:
        raise InputError("package", "is of a paper", "give --paper KEY too")
    if len(options.about) != 1:
        remedy = f"give one of {', '.join(known())}, or MODULE:CLASS"
        raise InputError("problem", "is not one name", remedy)
    return _problem(options.about[0], Path(options.dir))


def _paper(options: argparse.Namespace) -> int:
    from lpcheck.claims.written.skeleton import as_package, as_toml  # noqa: PLC0415

    if options.about:
        raise InputError("problem", f"'{options.about[0]}' and --paper", "give one of them")
    where = Path(options.dir)
    texts = (as_package if options.package else as_toml)(options.paper)
    write(where, texts)
    run = f"pip install {shlex.quote(str(where))} && lpcheck verify --paper {options.paper}"
    if not options.package:
        run = f"lpcheck verify {shlex.quote(str(where / f'{options.paper}.toml'))}"
    lines = [f"wrote {', '.join(texts)} in {where}", "try it:", f"  {run}"]
    show("\n".join(lines), json_on_stdout=False)
    return 0


def _problem(name: str, where: Path) -> int:
    write(where, files(name))
    here = f"cd {shlex.quote(str(where))} && " if where.resolve() != Path.cwd() else ""
    lines = [
        f"wrote {', '.join(_FILES)} in {where}",
        "try them:",
        f"  {here}{command(name)}",
        f"  {here}pytest test_mechanism.py",
    ]
    if find_spec("pytest") is None:
        lines.append("the last one needs: pip install pytest")
    show("\n".join(lines), json_on_stdout=False)
    return 0


def command(name: str) -> str:
    """The command that checks the example."""
    given = example(problem_class(name))
    return f"lpcheck check {name} {given} --mechanism mechanism.csv"


def files(name: str) -> dict[str, str]:
    """The files of the example by name; the mechanism in it is optimal.

    Raises:
        InputError: there is no such problem, or it has no example.
    """
    from formulations.gate import solve  # noqa: PLC0415  NumPy loads only when a command runs
    from lpcheck.inputs import read_matrix_text  # noqa: PLC0415

    problem = problem_class(name)
    parameters = problem.example
    if not parameters:
        raise InputError("problem", f"'{name}' has no example", "set `example` on its class")
    split = {
        key: read_matrix_text(key, value).numbers
        if ";" in value
        else value.split(",")
        if "," in value
        else value
        for key, value in parameters.items()
    }
    solution = solve(problem(**split))
    assert solution.mechanism is not None
    rows = solution.mechanism if solution.mechanism.ndim == 2 else solution.mechanism[:, None]
    kernel = "\n".join(",".join(repr(float(x)) for x in row) for row in rows) + "\n"
    arguments = ", ".join(f"{key}={_literal(value)}" for key, value in split.items())
    levels = [f"{n}={_literal(parameters[n])}" for n in ("epsilon", "delta") if n in parameters]
    private = problem.shape == "kernel" and "epsilon" in parameters
    module, _, class_name = home(name).partition(":")
    test = _TEST.format(
        module=module,
        home=class_name,
        arguments=arguments,
        imports="assert_optimal, assert_private" if private else "assert_optimal",
        dimensions=solution.mechanism.ndim,
    )
    if private:
        test += _PRIVATE.format(levels=", ".join(levels))
    script = _SCRIPT.format(command=command(name))
    return dict(zip(_FILES, (kernel, script, test), strict=True))


def _literal(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return value if value.replace(".", "").isdecimal() else f'"{value}"'


def write(where: Path, texts: Mapping[str, str]) -> None:
    """All files, or none: nothing that is there is replaced."""
    remedy = "give an empty or a new directory with --dir"
    for name in texts:
        if os.path.lexists(where / name):
            raise InputError("dir", f"'{where / name}' is there already", remedy)
    written: list[Path] = []
    try:
        where.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (where / name).parent.mkdir(parents=True, exist_ok=True)
            with (where / name).open("x", encoding="utf-8", newline="\n") as file:
                written.append(where / name)
                file.write(text)
            if name.endswith(".sh"):
                (where / name).chmod(0o755)
    except (OSError, ValueError) as error:
        for path in written:
            path.unlink(missing_ok=True)
        why = getattr(error, "strerror", None) or error
        raise InputError("dir", f"'{where}' cannot be written ({why})", remedy) from None
