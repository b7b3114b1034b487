"""A headless Chromium over the WebDriver protocol, with nothing but the standard library.

Without a Chromium and its driver these tests are left out, and the run says so at its end; with
LPCHECK_BROWSER=1 they then fail instead.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
DRIVER = shutil.which("chromedriver")
MISSING = CHROMIUM is None or DRIVER is None

LOW_CONTRAST = """
const parse = (c) => c.match(/[\\d.]+/g).map(Number);
const light = (c) => {
  const [r, g, b] = c.map((x) => x / 255)
    .map((x) => (x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = (e) => {
  for (; e; e = e.parentElement) {
    const c = parse(getComputedStyle(e).backgroundColor);
    if (c.length === 3 || c[3] === 1) return c;
    if (c[3] !== 0) throw new Error("half transparent");
  }
  if (!scheme) throw new Error("no ground");
  return scheme === "dark" ? [18, 18, 18] : [255, 255, 255];
};
const scheme = arguments[0];
const low = [];
let seen = 0;
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const e = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !e.checkVisibility()) continue;
  const style = getComputedStyle(e);
  const ink = parse(e instanceof SVGElement ? style.fill : style.color);
  const [a, b] = [light(ink), light(ground(e))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  seen += 1;
  if (ratio < 4.5) low.push([ratio, walker.currentNode.data.trim().slice(0, 30)]);
}
return [seen, low];
"""

collect_ignore_glob = ["test_*"] if MISSING and os.environ.get("LPCHECK_BROWSER") != "1" else []


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if collect_ignore_glob:
        terminalreporter.line("tests/browser left out: no chromium and chromedriver here")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if MISSING:
        pytest.fail("LPCHECK_BROWSER=1, but there is no chromium and chromedriver here")
    opened = Browser()
    yield opened
    opened.close()


class Browser:
    """One window; `run` evaluates JavaScript, `cdp` speaks to the browser itself."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        assert DRIVER is not None
        self.process = subprocess.Popen(
            [DRIVER, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.url = f"http://127.0.0.1:{port}"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        options = {"args": arguments, "binary": CHROMIUM}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        for attempt in range(100):
            try:
                made = self._send("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
                break
            except (urllib.error.URLError, ConnectionError):
                if attempt == 99:
                    self.process.terminate()
                    raise
                time.sleep(0.1)
        self.url += f"/session/{made['sessionId']}"

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def open(self, page: Path, fragment: str = "") -> None:
        self._send("POST", "/url", {"url": page.resolve().as_uri() + fragment})

    def run(self, script: str, *arguments: Any) -> Any:
        return self._send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def cdp(self, command: str, **parameters: Any) -> Any:
        body = {"cmd": command, "params": parameters}
        return self._send("POST", "/goog/cdp/execute", body)

    def log(self) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = self._send("POST", "/se/log", {"type": "browser"})
        return entries

    def look(
        self, *, width: int = 1280, height: int = 900, scheme: str = "light", media: str = ""
    ) -> None:
        """The size of the window, light or dark, screen or print."""
        self.cdp(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.cdp("Emulation.setEmulatedMedia", media=media, features=features)

    def press(self, key: str, code: int) -> None:
        for kind in ("keyDown", "keyUp"):
            text = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
            self.cdp(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                **text,
            )  # fmt: skip

    def low_contrast(self, scheme: str = "") -> tuple[int, list[tuple[float, str]]]:
        """How many texts there are, and the ratio and text of those below 4.5.

        A scheme, light or dark, says what the browser paints where the page has no colour.
        """
        seen, low = self.run(LOW_CONTRAST, scheme)
        return seen, low

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._send("GET", "/screenshot")))

    def close(self) -> None:
        try:
            self._send("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait(10)
