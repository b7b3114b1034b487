"""The re-checker needs the standard library alone, and nothing else of the project."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import lpcheck

PROGRAM = """
import sys
BLOCKED = {"numpy", "scipy", "cvxpy", "highspy", "clarabel", "joblib", "rich", "flint"}
BLOCKED |= {"formulations"}
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ImportError(name + " is blocked")
sys.meta_path.insert(0, Block())
sys.path.insert(0, sys.argv[1])
from lpcheck.rechecker import recheck
for path in sys.argv[2:]:
    found = recheck(path)
    assert found, found.reason
try:
    recheck(sys.argv[2], "flint")
except ImportError:
    pass
else:
    raise AssertionError("flint was imported")
own = [m for m in sys.modules if m.startswith("lpcheck.")]
own = [m for m in own if not m.startswith("lpcheck.rechecker")]
assert own == [], own
outside = {m.partition(".")[0] for m in sys.modules} - set(sys.stdlib_module_names)
# What the interpreter itself loads at start (site, .pth files) is not the re-checker's.
assert "lpcheck" in outside
assert not outside & BLOCKED, outside
print("accepted", len(sys.argv) - 2)
"""


def test_works_with_the_standard_library_alone():
    root = Path(lpcheck.__file__).parents[1]
    data = sorted(str(p) for p in (Path(__file__).parent / "data").glob("*.json"))
    found = subprocess.run(
        [sys.executable, "-I", "-c", PROGRAM, str(root), *data],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.split() == ["accepted", str(len(data))]


def imported(source):
    """The modules that a file names, by statement or by import_module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "import_module":
            yield ast.literal_eval(node.args[0])


def allowed(name, file):
    """The standard library and the re-checker itself; flint in one file."""
    own = name == "lpcheck.rechecker" or name.startswith("lpcheck.rechecker.")
    optional = (name, file) == ("flint", "balls.py")
    return own or optional or name.partition(".")[0] in sys.stdlib_module_names


def test_sources_import_only_what_they_may():
    sources = sorted((Path(lpcheck.__file__).parent / "rechecker").glob("*.py"))
    assert len(sources) > 15
    for source in sources:
        for name in imported(source.read_text(encoding="utf-8")):
            assert allowed(name, source.name), (source.name, name)


@pytest.mark.parametrize(
    "line", ["import numpy", "from lpcheck.compare import check", 'import_module("flint")']
)
def test_a_forbidden_import_would_be_seen(line):
    assert not all(allowed(name, "patterns.py") for name in imported(line))
