"""Souk's own windows, each under a virtual display, driven by mouse and keys as by a person (Xvfb, xdotool)."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Literal

from game.engine.canvas import DESIGN_HEIGHT, DESIGN_WIDTH
from tests.commands.command_line import ROOT

TOOLS = ("Xvfb", "xdotool", "import")
"""Programs it takes: Debian's xvfb, xdotool and imagemagick."""
_ROOM = 200
"""Pixels of a display beside the window, so that SDL leaves its size alone."""
_PATIENCE = 120.0


class VainError(AssertionError):
    """What was waited for did not come."""


def wait_for(condition: Callable[[], object], why: str, seconds: float = _PATIENCE) -> None:
    """Look often; raises VainError."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise VainError(why)
        time.sleep(0.05)


class RealWindow:
    """A display of its own, and on it `main.py`, started as often as it is killed, at one home."""

    def __init__(
        self, home: Path, name: str, language: str, size: tuple[int, int], pace: str, discovery_port: int
    ) -> None:
        self.home = home
        self._discovery_port = discovery_port
        self.name = name
        self.process: subprocess.Popen[bytes] | None = None
        self._size = size
        self.program: tuple[str, ...] = ("main.py",)
        """What is started; `main.py`, or something that opens its window in another way."""
        self.presses = 0
        """How often a key or a button of the mouse was pressed."""
        settings = home / "config" / "settings.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(
            f'language = "{language}"\nnames = ["{name}"]\n[motion]\npace = "{pace}"\n'
            f"[display]\nwidth = {size[0]}\nheight = {size[1]}\n[volume]\nmaster = 0\n",
            "utf-8",
        )
        ready, told = os.pipe()
        screen = f"{size[0] + _ROOM}x{size[1] + _ROOM}x24"
        words = ["Xvfb", "-displayfd", str(told), "-screen", "0", screen, "-nolisten", "tcp", "-noreset"]
        self._server = subprocess.Popen(words, pass_fds=(told,), stderr=subprocess.DEVNULL)
        os.close(told)
        with os.fdopen(ready) as answer:
            self._display = f":{answer.readline().strip()}"
        self._window = ""

    @property
    def environment(self) -> Mapping[str, str]:
        """What the window is started with; what it starts has the same home."""
        own = {
            "DISPLAY": self._display,
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
            "SOUK_HOME": str(self.home),
            "SOUK_DISCOVERY_PORT": str(self._discovery_port),
        }
        return {**os.environ, **own}

    def start(self, *words: str) -> None:
        """Start the program, with these words, and wait until its window is there and has the keys."""
        with (self.home / "said.txt").open("ab") as said:
            self.process = subprocess.Popen(
                [sys.executable, *self.program, *words], cwd=ROOT, env=self.environment, stdout=said, stderr=said
            )
        wait_for(self._found, f"no window of {self.name}'s")
        self._tool("windowfocus", "--sync", self._window)
        self._tool("mousemove", "--window", self._window, "2", "2")

    def _found(self) -> bool:
        assert self.process is not None
        found = self._tool("search", "--onlyvisible", "--pid", str(self.process.pid))
        self._window = found.split()[-1] if found else ""
        return bool(self._window)

    def _tool(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, encoding="utf-8", check=False
        )
        return done.stdout.strip()

    def press(self, *keys: str) -> None:
        """Press keys, by their names in X."""
        self.presses += len(keys)
        self._tool("key", *keys)

    def click(self, x: float, y: float) -> None:
        """Click a place of the design frame."""
        self.presses += 1
        self._tool(*self._moved_to(x, y), "click", "1")

    def drag(self, points: Sequence[tuple[float, float]]) -> None:
        """Press at the first place of the design frame, move through the others, and let go."""
        start, *way = [self._moved_to(x, y) for x, y in points]
        self._tool(*start, "mousedown", "1", *chain.from_iterable(way), "mouseup", "1")

    def _moved_to(self, x: float, y: float) -> tuple[str, ...]:
        """Return the words by which the mouse goes to a place of the design frame."""
        scale = min(self._size[0] / DESIGN_WIDTH, self._size[1] / DESIGN_HEIGHT)
        return "mousemove", "--window", self._window, str(round(x * scale)), str(round(y * scale))

    def pixels(self, left: int, top: int, side: int) -> bytes:
        """Return the colours of a square of the window, three bytes a pixel."""
        crop = ["-crop", f"{side}x{side}+{left}+{top}", "+repage", "-depth", "8", "rgb:-"]
        words = ["import", "-window", self._window, *crop]
        return subprocess.run(words, env=self.environment, capture_output=True, check=True).stdout

    def picture(self, path: Path) -> None:
        """Keep what the window shows as PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["import", "-window", self._window, str(path)], env=self.environment, check=False)

    def brightness(self) -> float:
        """How bright the window is in the middle of all its pixels, 0 … 255: a dialog darkens what lies below it."""
        words = ["import", "-window", self._window, "-colorspace", "gray", "-resize", "1x1!", "-depth", "8", "gray:-"]
        return float(sum(subprocess.run(words, env=self.environment, capture_output=True, check=True).stdout))

    @property
    def in_lobby(self) -> bool:
        """Whether it looks for rooms, which it does in the lobby and below the table."""
        return self.process is not None and bool(ports(self.process.pid, "udp"))

    def kill(self) -> None:
        """End the program as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def host(self) -> int | None:
        """The process that hosts a room for this home, once the room is open."""
        return next((pid for pid in processes_at(self.home, " host ") if ports(pid, "tcp")), None)

    def close(self) -> None:
        """End the program, what it left behind, and the display."""
        if self.process is not None and self.process.poll() is None:
            self.kill()
        for pid in processes_at(self.home, ""):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._server.terminate()
        self._server.wait()


def processes_at(home: Path, word: str) -> Iterator[int]:
    """The processes that were started with a home and have `word` in their command line (Linux)."""
    wanted = f"SOUK_HOME={home}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            said = (folder / "cmdline").read_bytes().replace(b"\0", b" ")
            if word.encode() in said and wanted in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)


def ports(pid: int, kind: Literal["tcp", "udp"]) -> set[int]:
    """The ports at which a process listens (Linux)."""
    sockets = set()
    with contextlib.suppress(OSError):
        for link in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                sockets.add(str(link.readlink()).removeprefix("socket:[").removesuffix("]"))
    rows = [line.split() for line in Path(f"/proc/net/{kind}").read_text(encoding="utf-8").splitlines()[1:]]
    nobody = [row for row in rows if row[2].endswith(":0000")]
    return {int(row[1].partition(":")[2], 16) for row in nobody if row[9] in sockets}


@contextlib.contextmanager
def real_windows(
    folder: Path, languages: Mapping[str, str], size: tuple[int, int], pace: str
) -> Iterator[list[RealWindow]]:
    """A window for each name, in the language of its person, not started yet; they see each other alone, and all is
    ended afterwards.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with contextlib.ExitStack() as stack:
        opened = []
        for name, language in languages.items():
            window = RealWindow(folder / name, name, language, size, pace, port)
            stack.callback(window.close)
            opened.append(window)
        yield opened
