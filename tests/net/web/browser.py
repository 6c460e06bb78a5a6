"""A real browser with a phone's screen and fingers, without a window, told what to do by a protocol of its own."""

from __future__ import annotations

import json
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from websockets.sync.client import connect

from tests.processes import PATIENCE


class Browser(ABC):
    """One page of a browser of its own; ended at the end of its `with`."""

    protocol: ClassVar[str]
    """The protocol's name where the browser tells at which address it listens."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8", env=environment
        )
        assert self._process.stderr is not None
        told = f"{self.protocol} listening on "
        address = next(line.partition(told)[2].strip() for line in self._process.stderr if told in line)
        self._link = connect(self.session_at(address), max_size=None, proxy=None, open_timeout=PATIENCE).__enter__()
        self._number = 0
        self.complaints: list[object] = []
        """What the page raised, or the browser refused it."""

    @property
    def pid(self) -> int:
        """The process of the browser, which begins those of its pages."""
        return self._process.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._link.close()
        self._process.terminate()
        self._process.wait(PATIENCE)
        assert self._process.stderr is not None
        self._process.stderr.close()

    def call(self, method: str, **values: Any) -> dict[str, Any]:
        """Call a method of the browser's protocol, and return its answer."""
        self._number += 1
        self._link.send(json.dumps({"id": self._number, "method": method, "params": values}))
        while True:
            told = json.loads(self._link.recv(timeout=PATIENCE))
            if told.get("id") == self._number:
                assert "result" in told, told
                result: dict[str, Any] = told["result"]
                return result
            if self.complains(told):
                self.complaints.append(told["params"])

    @abstractmethod
    def session_at(self, address: str) -> str:
        """Return where the page is told what to do, of a browser that listens at `address`."""

    @abstractmethod
    def complains(self, told: dict[str, Any]) -> bool:
        """Return whether the browser tells what the page raised, or what it refused the page."""

    @abstractmethod
    def open(self, address: str) -> None: ...

    @abstractmethod
    def run(self, script: str) -> Any:
        """Return what a script's expression is in the page: a number, a text, or a list of such."""

    def tap(self, x: float, y: float) -> None:
        """Lay one finger on a point and lift it."""
        self.draw([(x, y)])

    @abstractmethod
    def draw(self, points: Sequence[tuple[float, float]], seconds: float = 0.0) -> None:
        """Lay one finger on the first point, move it through the others, which takes so long, and lift it."""

    @abstractmethod
    def write(self, text: str) -> None:
        """Write text where the page has its caret."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Press a key and release it."""

    @abstractmethod
    def picture(self, file: Path) -> None:
        """Write what the page shows to a PNG file."""
