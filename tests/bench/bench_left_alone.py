"""What a window costs that nobody touches: `python -m tests.bench.bench_left_alone [--seconds 20] [PAGE …]`.

Opens each page in a window of its own, 1280 × 720, once under SDL's dummy driver and once under a virtual display
(Xvfb), waits until it counts as left alone, and prints the share of a core that the window's process takes, with all
its threads but without processes that it started. Run it on a quiet machine: on a busy one frames are left out, and
each takes longer. Linux only.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from game.engine.loop.pace import LEFT_ALONE_AFTER
from tests.commands.command_line import ROOT
from tests.engine.virtual_screen import MISSING, virtual_screen
from tests.net.lan_host import hosted
from tests.processes import processor_seconds

SETTLE = LEFT_ALONE_AFTER + 10.0
"""Seconds until the measure begins: the street has lit all its screens by then."""
_OPEN = "import sys; from game.commands.shared.window import open_at; from game.scenes import arcade; open_at({})"
PAGES = {
    "street": "arcade.title",
    "settings": "arcade.settings",
    "replays": "arcade.replays",
    "setup": "lambda context: arcade.setup(context, 'marrakech')",
    "lobby": "arcade.lobby",
    "room": "",
    "omok": "",
    "marrakech": "",
    "rooftops": "",
}
"""Each page by its name; for the last ones, whose matches wait for a person, the command line opens the window."""


def command(page: str, port: int) -> list[str]:
    """Return the command that opens a page; `port`: where a room is open."""
    if PAGES[page]:
        return [sys.executable, "-c", _OPEN.format(PAGES[page])]
    words = ["join", f"127.0.0.1:{port}"] if page == "room" else ["play", page]
    return [sys.executable, "main.py", *words]


def share(words: Sequence[str], screen: dict[str, str], seconds: float) -> float:
    """Return the share of a core that a window takes, per cent."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "SDL_AUDIODRIVER": "dummy", "SOUK_HOME": home, **screen}
        with subprocess.Popen(words, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL) as window:
            try:
                time.sleep(SETTLE)
                before, began = processor_seconds(window.pid), time.monotonic()
                time.sleep(seconds)
                return 100 * (processor_seconds(window.pid) - before) / (time.monotonic() - began)
            finally:
                window.kill()


@contextmanager
def screens() -> Iterator[dict[str, dict[str, str]]]:
    """Yield the environment of each kind of screen there is, by its name."""
    with ExitStack() as stack:
        found = {"dummy": {"SDL_VIDEODRIVER": "dummy"}}
        if not MISSING:
            found["Xvfb"] = {"SDL_VIDEODRIVER": "x11", "DISPLAY": stack.enter_context(virtual_screen())}
        yield found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("pages", nargs="*", metavar="PAGE", help=", ".join(PAGES))
    parser.add_argument("--seconds", type=float, default=20.0)
    arguments = parser.parse_args()
    with screens() as found, tempfile.TemporaryDirectory() as folder, hosted(Path(folder), "--game", "omok") as host:
        for page in arguments.pages or PAGES:
            shares = {
                name: share(command(page, host.address[1]), screen, arguments.seconds) for name, screen in found.items()
            }
            print(f"{page:10}", "  ".join(f"{name} {value:5.1f} %" for name, value in shares.items()), flush=True)


if __name__ == "__main__":
    main()
