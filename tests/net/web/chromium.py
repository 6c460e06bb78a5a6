"""Chromium, told what to do by its own DevTools protocol."""

from __future__ import annotations

import base64
import json
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tests.net.web.browser import Browser
from tests.processes import PATIENCE

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")


class Chromium(Browser):
    """A page with five fingers, 780×360 unless said."""

    protocol = "DevTools"

    def __init__(self, folder: Path, size: tuple[int, int] = (780, 360)) -> None:
        assert CHROMIUM is not None
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"]
        super().__init__([CHROMIUM, *options, f"--user-data-dir={folder}", "about:blank"])
        for domain in ("Runtime", "Log", "Page"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=True)
        self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def session_at(self, address: str) -> str:
        with urlopen(f"http://{urlsplit(address).netloc}/json", timeout=PATIENCE) as answer:
            tab = next(each for each in json.load(answer) if each["type"] == "page")
        return str(tab["webSocketDebuggerUrl"])

    def complains(self, told: dict[str, Any]) -> bool:
        return told.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")

    def open(self, address: str) -> None:
        self.call("Page.navigate", url=address)

    def run(self, script: str) -> Any:
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        return found["result"].get("value")

    def touch(self, *points: tuple[float, float], kind: str = "touchStart") -> None:
        """Lay fingers on these points; `kind` "touchEnd" without points lifts all."""
        fingers: Sequence[dict[str, float]] = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)

    def draw(self, points: Sequence[tuple[float, float]], seconds: float = 0.0) -> None:
        self.touch(points[0])
        began = time.monotonic()
        for number, point in enumerate(points[1:], start=1):
            time.sleep(max(0.0, began + seconds * number / len(points) - time.monotonic()))
            self.touch(point, kind="touchMove")
        self.touch(kind="touchEnd")

    def write(self, text: str) -> None:
        """Write text as an input method does: whole, at the caret."""
        self.call("Input.insertText", text=text)

    def press(self, key: str) -> None:
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=13)

    def picture(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))
