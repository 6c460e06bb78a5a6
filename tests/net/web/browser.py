"""A real browser with a phone's screen and fingers: Chromium without a window, told what to do by its own protocol."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.request import urlopen

from websockets.sync.client import connect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """One page of a browser of its own with five fingers, 780×360 unless said."""

    def __init__(self, folder: Path, size: tuple[int, int] = (780, 360)) -> None:
        assert CHROMIUM is not None
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"]
        self._process = subprocess.Popen(
            [CHROMIUM, *options, f"--user-data-dir={folder}", "about:blank"], stderr=subprocess.PIPE, encoding="utf-8"
        )
        assert self._process.stderr is not None
        line = next(line for line in self._process.stderr if "DevTools listening on" in line)
        port = line.split(":")[-1].split("/")[0]
        with urlopen(f"http://127.0.0.1:{port}/json", timeout=30) as answer:
            tab = next(each for each in json.load(answer) if each["type"] == "page")
        self._link = connect(tab["webSocketDebuggerUrl"], max_size=None, proxy=None).__enter__()
        self._number = 0
        self.complaints: list[object] = []
        """What the page raised, or the browser refused it."""
        for domain in ("Runtime", "Log", "Page"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=True)
        self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._link.close()
        self._process.terminate()
        self._process.wait(20)
        assert self._process.stderr is not None
        self._process.stderr.close()

    def call(self, method: str, **values: Any) -> dict[str, Any]:
        """Call a method of the browser's protocol, and return its answer."""
        self._number += 1
        self._link.send(json.dumps({"id": self._number, "method": method, "params": values}))
        while True:
            told = json.loads(self._link.recv(timeout=60))
            if told.get("id") == self._number:
                result: dict[str, Any] = told["result"]
                return result
            if told.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.complaints.append(told["params"])

    def open(self, address: str) -> None:
        self.call("Page.navigate", url=address)

    def run(self, script: str) -> Any:
        """Return what a script's expression is in the page."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        return found["result"].get("value")

    def touch(self, *points: tuple[float, float], kind: str = "touchStart") -> None:
        """Lay fingers on these points; `kind` "touchEnd" without points lifts all."""
        fingers: Sequence[dict[str, float]] = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)

    def tap(self, x: float, y: float) -> None:
        """Lay one finger on a point and lift it."""
        self.touch((x, y))
        self.touch(kind="touchEnd")

    def write(self, text: str) -> None:
        """Write text as an input method does: whole, at the caret."""
        self.call("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """Press a key and release it."""
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=13)

    def picture(self, file: Path) -> None:
        """Write what the page shows to a PNG file."""
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))
