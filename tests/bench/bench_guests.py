"""Guests in a browser: from a touch to its picture, bytes and memory a guest. `python -m tests.bench.bench_guests 4`.

The pages are clients without a browser, which tell that they show a picture as soon as it has come. Each guest points
at one crossing after another of an Omok board of its own, twice a second.
"""

from __future__ import annotations

import json
import statistics
import struct
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.processes import children, processor_seconds
from tests.scenes.guests.evening import Evening, evening
from tests.scenes.guests.places import SHEET, Board, room_places

TOUCHES, PAUSE = 40, 0.5
_POINT = struct.Struct(">BBBHHI")


class Guest:
    """A page that measures."""

    def __init__(self, begun: Evening, number: int, links: ExitStack) -> None:
        place, _, invitation = begun.page.removeprefix("http://").partition("/#")
        link = connect(f"ws://{place}/guest", origin=Origin(f"http://{place}"), proxy=None, max_size=None)
        self.link: ClientConnection = links.enter_context(link)
        told = {"invitation": invitation, "token": f"{number:032x}", "name": f"Guest {number}"}
        begins = time.monotonic()
        self.link.send(json.dumps({**told, "width": SHEET[0], "height": SHEET[1]}))
        self.bytes = 0
        self.hear(60.0)
        self.first = time.monotonic() - begins

    def hear(self, seconds: float) -> float | None:
        """Wait for a picture, at most so long; return when it came."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                message = self.link.recv(timeout=left)
            except TimeoutError:
                return None
            if isinstance(message, bytes):
                self.bytes += len(message)
                self.link.send(json.dumps({"type": "shown", "number": struct.unpack_from(">I", message)[0]}))
                return time.monotonic()
        return None

    def rest(self, seconds: float) -> None:
        while self.hear(seconds) is not None:
            pass

    def tap(self, x: float, y: float) -> None:
        for kind in (0, 2):
            self.link.send(_POINT.pack(kind, 0, 1, round(x * 16), round(y * 16), 0))

    def measure(self, board: Board) -> list[float]:
        """Return the seconds from each touch to the first picture after it."""
        found = []
        for number in range(TOUCHES):
            self.rest(PAUSE)
            touched = time.monotonic()
            self.tap(*board.crossings[3 + number % 9, 3])
            if (came := self.hear(2.0)) is not None:
                found.append(came - touched)
        return found


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    board, (ready, _) = Board(), room_places()
    with ExitStack() as links:
        home = Path(links.enter_context(tempfile.TemporaryDirectory()))
        evenings = [
            links.enter_context(evening(home / str(number), "omok", "--seats", "open,greedy"))
            for number in range(count)
        ]
        guests = [Guest(begun, number, links) for number, begun in enumerate(evenings)]
        for guest in guests:
            guest.rest(1.0)
            guest.tap(*ready)
            guest.rest(2.0)
        drawers = [drawer for begun in evenings for one in children(begun.gate.pid) for drawer in children(one)]
        before, used, since = sum(g.bytes for g in guests), sum(map(processor_seconds, drawers)), time.monotonic()
        found: list[float] = []
        threads = [threading.Thread(target=lambda g=guest: found.extend(g.measure(board))) for guest in guests]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        passed = time.monotonic() - since
        sent, used = sum(g.bytes for g in guests) - before, sum(map(processor_seconds, drawers)) - used
        percentiles = [1000 * value for value in statistics.quantiles(found, n=20)]
        memory = [_resident(drawer) for drawer in drawers]
        print(f"guests {count}, touches {len(found)}: first picture {max(g.first for g in guests):.2f} s")
        print(f"touch to picture: p50 {statistics.median(found) * 1000:.0f} ms, p95 {percentiles[-1]:.0f} ms")
        print(f"{sent / count / passed / 1000:.0f} kB/s a guest; {100 * used / passed:.0f} % of a core for all drawers")
        print(f"memory of a drawer: {min(memory):.0f}–{max(memory):.0f} MB resident, {_own(drawers[0]):.0f} its own")


def _resident(process: int) -> float:
    return _status(process, "VmRSS") / 1024


def _own(process: int) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def _status(process: int, name: str) -> int:
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


if __name__ == "__main__":
    main()
