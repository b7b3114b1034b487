"""The re-checker needs the standard library alone, and nothing else of the project."""

import subprocess
import sys
from pathlib import Path

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


def test_sources_import_only_what_they_may():
    import ast

    folder = Path(lpcheck.__file__).parent / "recheck"
    for source in folder.glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.partition(".")[0] in sys.stdlib_module_names or name.startswith(
                    "lpcheck.rechecker"
                ), (source.name, name)
