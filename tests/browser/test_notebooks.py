"""The notebooks as people use them: in JupyterLab, all cells run, a slider moved by keyboard."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

PATIENCE = 240.0
"""Seconds after which something that has not happened never will; nothing waits that long."""

SETTINGS = {
    "apputils-extension/notification": {"checkForUpdates": False, "fetchNews": "false"},
    "notebook-extension/tracker": {"windowingMode": "none"},
}
"""No question about news; and every cell is in the page, also where it is out of sight."""

OPEN = """
const commands = window.jupyterapp?.commands;
if (!commands?.hasCommand('docmanager:open')) return false;
return commands.execute('docmanager:open', {path: arguments[0]}).then(() => true);
"""
KERNEL = """
const panel = window.jupyterapp.shell.currentWidget;
const session = panel?.sessionContext?.session;
return panel?.title.label === arguments[0] && session?.kernel?.status;
"""
RUN = "return window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => true);"
CELLS = "return window.jupyterapp.shell.currentWidget.content.model.toJSON().cells;"
CLOSE = """
const panel = window.jupyterapp.shell.currentWidget;
return panel.sessionContext.shutdown().then(() => { panel.close(); return true; });
"""

WIDGETS = """
const root = window.jupyterapp.shell.currentWidget.node;
const found = Array.from(root.querySelectorAll('.widget-interact'));
const wrong = '[data-mime-type$="jupyter.error"], [data-mime-type$="jupyter.stderr"]';
return found.map(e => [
  Array.from(e.querySelectorAll('.jp-OutputArea img'), picture => picture.src),
  Array.from(e.querySelectorAll(wrong), output => output.textContent),
]);
"""
FOCUS = """
const root = window.jupyterapp.shell.currentWidget.node;
const handle = root.querySelectorAll('.widget-interact')[arguments[0]].querySelector('[role=slider]');
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
    for name, settings in SETTINGS.items():
        path = home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings), encoding="utf-8")
    own = {f"JUPYTER_{name}_DIR": str(home / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    own |= {f"JUPYTERLAB_{name.upper()}_DIR": str(home / name) for name in ("settings", "workspaces")}
    own |= {"IPYTHONDIR": str(home / "ipython")}
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
    for path in (home / "RUNTIME").glob("jpserver-*.json"):
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
    eventually(lambda: page.run(KERNEL, name) == "idle", "its kernel")
    yield page
    page.run(CLOSE)


def errors(page) -> list[Any]:
    """Of cells, and within widgets, where they stop nothing."""
    outputs = [output for cell in page.run(CELLS) for output in cell.get("outputs", [])]
    failed = [o for o in outputs if o["output_type"] == "error" or o.get("name") == "stderr"]
    return failed + [text for _, wrong in page.run(WIDGETS) for text in wrong]


@pytest.mark.parametrize("notebook", [path.name for path in NOTEBOOKS], indirect=True)
def test_a_slider_changes_the_picture(notebook):
    notebook.run(RUN)
    cells = [cell for cell in notebook.run(CELLS) if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert errors(notebook) == []
    widgets = sum(cell["source"].count("interact(") for cell in cells)
    assert widgets >= 1

    def pictures() -> list[Any]:
        return [shown for shown, _ in notebook.run(WIDGETS)]

    def drawn() -> list[Any] | None:
        now = pictures()
        return now if [len(each) for each in now] == [1] * widgets else None

    for number in range(widgets):
        before = eventually(drawn, "a picture in each widget")
        assert notebook.run(FOCUS, number)
        notebook.press("ArrowRight", 39)
        changed = eventually(
            lambda old=before: (now := drawn()) and now[number] != old[number] and now,
            "another picture",
        )
        assert [a == b for a, b in zip(before, changed, strict=True)].count(False) == 1
    assert errors(notebook) == []


@pytest.mark.parametrize("notebook", ["wrong.ipynb"], indirect=True)
def test_an_error_behind_a_slider_is_seen(notebook):
    notebook.run(RUN)
    eventually(lambda: errors(notebook), "the error")
