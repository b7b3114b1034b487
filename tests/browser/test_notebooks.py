"""The notebooks as people use them: in JupyterLab, all cells run, a slider moved by keyboard."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
WRONG = """
from ipywidgets import interact

def explore(level=0):
    assert level == 0

interact(explore);
"""

PATIENCE = 120.0
"""Seconds after which something that has not happened never will; nothing waits that long."""

SETTINGS = {
    "apputils-extension/notification": {"checkForUpdates": False, "fetchNews": "false"},
    "notebook-extension/tracker": {"windowingMode": "none"},
}
"""No question about news; and every cell is in the page, also where it is out of sight."""

OPEN = """
const app = window.jupyterapp;
if (!app?.commands.hasCommand('docmanager:open')) return false;
const open = () => app.commands.execute('docmanager:open', {path: arguments[0]});
return app.restored.then(open).then(panel => {
  window.panel = panel;
  return true;
});
"""
IDLE = """
const shell = window.jupyterapp.shell;
shell.activateById(window.panel.id);  // the launcher may have come in front
return shell.currentWidget === window.panel
  && window.panel.sessionContext.session?.kernel?.status === 'idle';
"""
RUN = "return window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => true);"
CELLS = "return window.panel.content.model.toJSON().cells;"
END = "return window.panel.sessionContext.shutdown().then(() => true);"

WIDGETS = """
const found = Array.from(window.panel.node.querySelectorAll('.widget-interact'));
const wrong = '[data-mime-type$="jupyter.error"], [data-mime-type$="jupyter.stderr"]';
return found.map(e => [
  Array.from(e.querySelectorAll('.jp-OutputArea img'), picture => picture.src),
  Array.from(e.querySelectorAll(wrong), output => output.textContent),
]);
"""
FORMULAS = "return window.panel.node.querySelectorAll(arguments[0]).length;"
FOCUS = """
const widgets = window.panel.node.querySelectorAll('.widget-interact');
const handle = widgets[arguments[0]].querySelector('[role=slider]');
handle.focus();
return document.activeElement === handle;
"""


def eventually(found: Callable[[], Any], what: str) -> Any:
    """The first true answer; asked for again and again."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if answer := found():
            return answer
        time.sleep(0.05)
    raise AssertionError(f"waited {PATIENCE:g} s for {what}")


@pytest.fixture(scope="module")
def lab(tmp_path_factory) -> Iterator[str]:
    """The address of a JupyterLab of our own, on a copy of the notebooks."""
    home = tmp_path_factory.mktemp("jupyter")
    shutil.copytree(ROOT / "notebooks", home / "notebooks")
    wrong = new_notebook(cells=[new_code_cell(WRONG)], metadata={"kernelspec": KERNEL})
    nbformat.write(wrong, home / "notebooks" / "wrong.ipynb")
    for name, settings in SETTINGS.items():
        path = home / "JUPYTERLAB_SETTINGS_DIR" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings), encoding="utf-8")
    folders = [f"JUPYTER_{name}_DIR" for name in ("CONFIG", "DATA", "RUNTIME")]
    folders += ["JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR"]
    own = {name: str(home / name) for name in folders}
    own |= {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", "--port=0",
        "--allow-root", "--expose-app-in-browser", f"--ServerApp.root_dir={home / 'notebooks'}",
    ]  # fmt: skip
    with (home / "log").open("wb") as log:
        server = subprocess.Popen(command, env={**os.environ, **own}, stdout=log, stderr=log)
    try:
        yield eventually(lambda: _address(server, home), "JupyterLab")
    finally:
        server.terminate()  # it ends its kernels
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _address(server: subprocess.Popen[bytes], home: Path) -> str | None:
    """As the server has written it down, token included."""
    assert server.poll() is None, (home / "log").read_text(encoding="utf-8")
    for path in (home / "JUPYTER_RUNTIME_DIR").glob("jpserver-*.json"):
        text = path.read_text(encoding="utf-8")
        if text.endswith("}"):
            server_info = json.loads(text)
            return f"{server_info['url']}lab?token={server_info['token']}"
    return None


@pytest.fixture(scope="module")
def page(browser, lab) -> Any:
    """The browser with JupyterLab in it."""
    browser.look(height=2000)
    browser.cdp("Page.navigate", url=lab)
    return browser


@pytest.fixture
def notebook(page, request) -> Iterator[Any]:
    """One notebook, opened, its kernel idle; ended afterwards."""
    name = request.param
    eventually(lambda: page.run(OPEN, name), f"{name} to open")
    eventually(lambda: page.run(IDLE), "its kernel")
    yield page
    page.run(END)


def errors(page) -> list[Any]:
    """Of cells, and within widgets, where they stop nothing."""
    outputs = [output for cell in page.run(CELLS) for output in cell.get("outputs", [])]
    failed = [o for o in outputs if o["output_type"] == "error" or o.get("name") == "stderr"]
    return failed + [text for _, wrong in page.run(WIDGETS) for text in wrong]


def picture(page, number: int) -> str | None:
    """The one in a widget's output; None while there is none, or two for a moment."""
    shown = page.run(WIDGETS)[number][0]
    return shown[0] if len(shown) == 1 else None


@pytest.mark.parametrize("notebook", [path.name for path in NOTEBOOKS], indirect=True)
def test_a_slider_changes_the_picture(notebook):
    notebook.run(RUN)
    cells = [cell for cell in notebook.run(CELLS) if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert errors(notebook) == []
    widgets = sum(cell["source"].count("interact(") for cell in cells)
    eventually(lambda: len(notebook.run(WIDGETS)) == widgets, f"{widgets} widgets")

    def another(number: int, before: str) -> bool:
        return picture(notebook, number) not in (None, before)

    for number in range(widgets):
        before = eventually(partial(picture, notebook, number), "a picture")
        assert notebook.run(FOCUS, number)
        notebook.press("ArrowRight", 39)
        eventually(partial(another, number, before), "another picture")
    assert errors(notebook) == []
    if any("$" in cell["source"] for cell in notebook.run(CELLS) if cell["cell_type"] != "code"):
        eventually(lambda: notebook.run(FORMULAS, "mjx-container"), "the formulas")
    assert notebook.run(FORMULAS, "mjx-merror") == 0


@pytest.mark.parametrize("notebook", ["wrong.ipynb"], indirect=True)
def test_an_error_behind_a_slider_is_seen(notebook):
    notebook.run(RUN)
    eventually(lambda: notebook.run(WIDGETS), "the slider")
    assert errors(notebook) == []
    assert notebook.run(FOCUS, 0)
    notebook.press("ArrowRight", 39)
    assert "AssertionError" in eventually(lambda: errors(notebook), "the error")[0]
