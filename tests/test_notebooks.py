"""Every notebook runs from top to bottom, asserts included, and is committed without output."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
NAMES = {
    "frequency_oracles",
    "mollifiers",
    "my_mechanism",
    "privacy_notions",
    "public_prior",
    "samplers",
    "staircase",
}

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def seconds(request) -> Iterator[dict[str, float]]:
    """How long each notebook took; printed when the last one is through."""
    measured: dict[str, float] = {}
    yield measured
    each = ", ".join(f"{name} {taken:.0f} s" for name, taken in measured.items())
    with request.config.pluginmanager.get_plugin("capturemanager").global_and_fixture_disabled():
        print(f"\nnotebooks: {sum(measured.values()):.0f} s in all ({each})")


def run(notebook: Any) -> Any:
    """The notebook with its outputs; the first cell that fails raises."""
    nbclient.NotebookClient(notebook, timeout=240, kernel_name="python3").execute()
    return notebook


def in_widgets(notebook: Any) -> list[Any]:
    """What `interact` shows; an error there stops nothing."""
    stored = notebook.metadata.get("widgets", {}).values()
    states = [widget["state"] for each in stored for widget in each["state"].values()]
    return [output for state in states for output in state.get("outputs", [])]


def failures(notebook: Any) -> list[Any]:
    """Errors, and what was written to standard error (warnings)."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [
        output
        for output in [*outputs, *in_widgets(notebook)]
        if output["output_type"] == "error" or output.get("name") == "stderr"
    ]


def test_the_notebooks_are_there():
    assert {path.stem for path in NOTEBOOKS} == NAMES


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_committed_without_output(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code)
    assert "widgets" not in notebook.metadata
    assert any("assert" in cell.source for cell in code)
    assert any("interact(" in cell.source for cell in code)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path, seconds):
    start = time.perf_counter()
    notebook = run(nbformat.read(path, as_version=4))
    seconds[path.stem] = time.perf_counter() - start
    assert failures(notebook) == []
    pictures = [o for o in in_widgets(notebook) if "image/png" in o.get("data", {})]
    assert len(pictures) == sum(cell.source.count("interact(") for cell in notebook.cells)


def test_a_wrong_number_fails():
    with pytest.raises(nbclient.exceptions.CellExecutionError):
        run(new_notebook(cells=[new_code_cell("assert 1 + 1 == 3")]))


@pytest.mark.parametrize("wrong", ["assert x == 1", "import warnings; warnings.warn('x')"])
def test_an_error_behind_a_slider_is_seen(wrong):
    source = f"from ipywidgets import interact\n\ndef f(x=0):\n    {wrong}\n\ninteract(f);"
    assert failures(run(new_notebook(cells=[new_code_cell(source)])))
    assert not failures(run(new_notebook(cells=[new_code_cell(source.replace(wrong, "pass"))])))
