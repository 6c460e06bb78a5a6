"""Firefox, told what to do by WebDriver BiDi."""

from __future__ import annotations

import base64
import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.net.web.browser import Browser

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
needs_firefox = pytest.mark.skipif(FIREFOX is None, reason="no Firefox here: apt-get install firefox-esr")

_SETTINGS = {
    "dom.w3c_touch_events.enabled": 1,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "extensions.update.enabled": False,
    "app.update.enabled": False,
}


class Firefox(Browser):
    """A page with one finger and a keyboard, 780×360 unless said."""

    protocol = "WebDriver BiDi"

    def __init__(self, folder: Path, size: tuple[int, int] = (780, 360)) -> None:
        assert FIREFOX is not None
        folder.mkdir(parents=True)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _SETTINGS.items()]
        (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        options = ["--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0", "about:blank"]
        environment = {**os.environ, "HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"}
        super().__init__([FIREFOX, *options], environment)
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self._page = self.call("browsingContext.getTree")["contexts"][0]["context"]
        viewport = {"width": size[0], "height": size[1]}
        self.call("browsingContext.setViewport", context=self._page, viewport=viewport, devicePixelRatio=1)

    def session_at(self, address: str) -> str:
        return f"{address}/session"

    def complains(self, told: dict[str, Any]) -> bool:
        return told.get("method") == "log.entryAdded" and told["params"]["level"] == "error"

    def open(self, address: str) -> None:
        self.call("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def run(self, script: str) -> Any:
        found = self.call("script.evaluate", expression=script, target={"context": self._page}, awaitPromise=False)
        return _plain(found["result"]) if found["type"] == "success" else None

    def draw(self, points: Sequence[tuple[float, float]], seconds: float = 0.0) -> None:
        pause = round(1000 * seconds / max(1, len(points) - 1))
        (x, y), *rest = ((round(x), round(y)) for x, y in points)
        moves = [{"type": "pointerMove", "x": x, "y": y, "duration": pause} for x, y in rest]
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            *moves,
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}
        self.call("input.performActions", context=self._page, actions=[finger])

    def write(self, text: str) -> None:
        """Write text by the keys of a keyboard."""
        self._keys([{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")])

    def press(self, key: str) -> None:
        value = {"Enter": "\ue007"}[key]
        self._keys([{"type": kind, "value": value} for kind in ("keyDown", "keyUp")])

    def _keys(self, steps: list[dict[str, str]]) -> None:
        keyboard = {"type": "key", "id": "keyboard", "actions": steps}
        self.call("input.performActions", context=self._page, actions=[keyboard])

    def picture(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self.call("browsingContext.captureScreenshot", context=self._page)["data"]))


def _plain(value: dict[str, Any]) -> Any:
    if value["type"] == "array":
        return [_plain(each) for each in value["value"]]
    return value.get("value")
