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
"""Seconds to wait for what a loaded machine does slowly; nothing waits longer than it must."""

QUIET = {
    "@jupyterlab/apputils-extension:notification": {"checkForUpdates": False, "fetchNews": "false"},
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}
"""No question about news, and every cell in the page, also where it is not in sight."""

RUN_ALL = """
const app = window.jupyterapp;
return app.commands.execute('notebook:run-all-cells').then(() => true);
"""
CELLS = """
const panel = window.jupyterapp?.shell.currentWidget;
const model = panel?.content?.model;
if (!model || !panel.context.isReady) return null;
return [panel.sessionContext.session?.kernel?.status, model.toJSON().cells];
"""
PICTURES = "return Array.from(document.querySelectorAll('.widget-output img')).map(e => e.src);"
FAILURES = """
const wrong = '.widget-output [data-mime-type="application/vnd.jupyter.error"],'
  + '.widget-output [data-mime-type="application/vnd.jupyter.stderr"]';
return Array.from(document.querySelectorAll(wrong)).map(e => e.textContent);
"""
HANDLES = "Array.from(document.querySelectorAll('.widget-slider .noUi-handle'))"


def eventually(wanted: Callable[[], Any], what: str) -> Any:
    """The first true answer; it is asked for every tenth of a second."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := wanted():
            return found
        time.sleep(0.1)
    raise AssertionError(f"waited {PATIENCE:g} s for {what}")


@pytest.fixture(scope="module")
def lab(tmp_path_factory) -> Iterator[dict[str, Any]]:
    """A JupyterLab on a copy of the notebooks: its address and token, as it has written them."""
    home = tmp_path_factory.mktemp("jupyter")
    shutil.copytree(ROOT / "notebooks", home / "notebooks")
    for name, settings in QUIET.items():
        extension, plugin = name.split(":")
        path = home / "settings" / extension / f"{plugin}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings), encoding="utf-8")
    folders = {f"JUPYTER_{x}_DIR": str(home / x.lower()) for x in ("CONFIG", "DATA", "RUNTIME")}
    folders |= {"JUPYTERLAB_SETTINGS_DIR": str(home / "settings")}
    folders |= {"JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces")}
    folders |= {"IPYTHONDIR": str(home / "ipython")}
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--port=0", "--ip=127.0.0.1",
        "--ServerApp.allow_root=True", "--LabApp.expose_app_in_browser=True",
        f"--ServerApp.root_dir={home / 'notebooks'}",
    ]  # fmt: skip
    with (home / "log").open("wb") as log:
        server = subprocess.Popen(
            command, env={**os.environ, **folders, "PYTHONPATH": path}, stdout=log, stderr=log
        )
    try:
        yield eventually(lambda: _address(server, home), "JupyterLab")
    finally:
        server.terminate()  # it ends its kernels
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _address(server: subprocess.Popen[bytes], home: Path) -> Any:
    assert server.poll() is None, (home / "log").read_text(encoding="utf-8")
    found = list((home / "runtime").glob("jpserver-*.json"))
    return json.loads(found[0].read_text(encoding="utf-8")) if found else None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_slider_changes_the_picture(path, browser, lab):
    browser.look()
    t0 = time.time()
    browser.cdp("Page.navigate", url=f"{lab['url']}doc/tree/{path.name}?token={lab['token']}&reset")

    def ready():
        found = browser.run(CELLS)
        return found is not None and found[0] == "idle"

    eventually(ready, "the kernel")
    print(time.time() - t0)
    browser.screenshot(Path("/tmp/before.png"))
    browser.run(RUN_ALL)
    print(time.time() - t0)
    cells = browser.run(CELLS)[1]
    print([[o["output_type"] for o in c.get("outputs", [])] for c in cells])
    before = eventually(lambda: browser.run(PICTURES), "a picture")
    browser.screenshot(Path("/tmp/mid.png"))
    browser.run(f"{HANDLES}[0].focus()")
    browser.press("ArrowRight", 39)
    eventually(lambda: browser.run(PICTURES) not in ([], before), "another picture")
    browser.screenshot(Path("/tmp/after.png"))
    print(time.time() - t0, browser.run(FAILURES))
    print(browser.log())
