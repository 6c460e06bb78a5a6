"""A guest without a browser, who tells that a picture is shown as soon as it has come."""

from __future__ import annotations

import json
import struct
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

_POINT = struct.Struct(">BBBHHI")


def place_of(page: str) -> tuple[str, str]:
    """Return the address and the invitation of a page."""
    place, _, invitation = page.removeprefix("http://").partition("/#")
    return place, invitation


class Visitor:
    """A page of this size that has shown its first picture."""

    def __init__(self, page: str, number: int, sheet: tuple[int, int], links: ExitStack) -> None:
        place, invitation = place_of(page)
        self.sheet = sheet
        link = connect(f"ws://{place}/guest", origin=Origin(f"http://{place}"), proxy=None, max_size=None)
        self.link: ClientConnection = links.enter_context(link)
        told = {"invitation": invitation, "token": f"{number:032x}", "name": f"Guest {number}"}
        begins = time.monotonic()
        self.link.send(json.dumps({**told, "width": sheet[0], "height": sheet[1]}))
        self.bytes: Counter[int] = Counter()
        """Bytes by the second in which they came."""
        self.hear(60.0)
        self.first = time.monotonic() - begins
        """Seconds until the first picture."""

    def hear(self, seconds: float) -> float | None:
        """Wait for a picture, at most so long; return when it came."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                message = self.link.recv(timeout=left)
            except TimeoutError:
                return None
            if isinstance(message, bytes):
                self.bytes[int(time.monotonic())] += len(message)
                self.link.send(json.dumps({"type": "shown", "number": struct.unpack_from(">I", message)[0]}))
                return time.monotonic()
        return None

    def rest(self, seconds: float) -> None:
        """Wait until no picture has come for so long."""
        while self.hear(seconds) is not None:
            pass

    def stay(self, seconds: float) -> None:
        """Take every picture that comes within so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.hear(left)

    def tap(self, x: float, y: float) -> None:
        """Tap a point of the page, in units of which there are 412 in its width."""
        for kind in (0, 2):
            self.link.send(_POINT.pack(kind, 0, 1, round(x * 16), round(y * 16), 0))


def own_megabytes(process: int) -> float:
    """Return the megabytes that a process shares with no other."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def megabytes(process: int) -> float:
    """Return the megabytes of a process, with what it shares."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024
