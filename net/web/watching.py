"""One drawing for everybody who watches at one size in one language: each is sent what they have not seen yet.

The drawer sends what changed once, however many watch. Who is slow is left out of a picture and owes nothing: the
tiles that they missed are asked for again, and a tile that is sent twice changes nothing.
"""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from collections.abc import Callable, Iterable

from websockets.asyncio.server import ServerConnection, broadcast

from net.web.guest import LARGEST, SMALLEST
from net.web.pipe import GateEnd, Kind, until_one_ends
from net.web.tiled import Place, all_places, number_of, places_of, size_of

MOST_ON_WAY = 2
"""How many pictures may be on their way to a page."""
WIDE, UPRIGHT = (1280, 720), 824
"""The picture of a watcher's page that is wide, and the width of one that stands upright."""
HEIGHTS = (1240, 1380, 1560, 1760)
"""The heights of upright pictures: watchers share one, so there are few."""
SCREEN = (1920, 1080)


def shared_size(width: int, height: int) -> tuple[int, int]:
    """Return the picture that a watcher with a page of this size shares with others.

    >>> shared_size(824, 1480), shared_size(824, 1300), shared_size(1280, 720)
    ((824, 1380), (824, 1240), (1280, 720))
    """
    assert SMALLEST <= width <= LARGEST
    if width >= height:
        return WIDE
    return UPRIGHT, max((high for high in HEIGHTS if high <= height), default=HEIGHTS[0])


class Sight:
    """What one watcher's page has been sent."""

    def __init__(self) -> None:
        self.missing: set[Place] | None = None
        """The tiles that have changed since the page was sent them; None: it has not been sent a whole picture."""
        self._on_way: deque[int] = deque()

    @property
    def ready(self) -> bool:
        """Whether the page may be sent another picture."""
        return len(self._on_way) < MOST_ON_WAY

    def offer(self, number: int, places: Iterable[Place], *, whole: bool, repeated: bool = False) -> bool:
        """Return whether the page is to be sent this picture, and note what it has or misses then. `repeated`: its
        tiles have been sent before, to pages that were ready.
        """
        if repeated and self.missing is not None and self.missing.isdisjoint(places):
            return False
        if self.ready and (whole or self.missing is not None):
            self.missing = set() if whole or self.missing is None else self.missing.difference(places)
            self._on_way.append(number)
            return True
        if self.missing is not None and not repeated:
            self.missing.update(places)
        return False

    def show(self, number: int) -> None:
        """Note that the page shows the picture of this number; a number that was never sent changes nothing."""
        if number in self._on_way:
            while self._on_way.popleft() != number:
                pass


class Show:
    """The pages that share one drawing, and the gate's end of its drawer's pipe."""

    def __init__(self, remember: Callable[[bytes], None]) -> None:
        """`remember`: is given the token by which the room knows the drawer again."""
        self._sights: dict[ServerConnection, Sight] = {}
        self._remember = remember
        self._said: asyncio.Queue[tuple[Kind, bytes] | None] = asyncio.Queue()
        """What the drawer is to be told; None: nobody watches any more."""
        self._asked = False
        """Whether tiles were asked for and have not come yet."""

    def __len__(self) -> int:
        return len(self._sights)

    @property
    def links(self) -> list[ServerConnection]:
        """Return the pages that watch."""
        return list(self._sights)

    def add(self, link: ServerConnection) -> None:
        """Let one more page watch."""
        self._sights[link] = Sight()
        self._ask()

    def remove(self, link: ServerConnection) -> None:
        self._sights.pop(link, None)
        if not self._sights:
            self._said.put_nowait(None)

    def shown(self, link: ServerConnection, number: int) -> None:
        """Note that a page shows a picture."""
        if (sight := self._sights.get(link)) is not None:
            sight.show(number)
            self._ask()

    def tell_code(self, address: str) -> None:
        """Let the drawer show this address to scan while the room waits."""
        self._said.put_nowait(("code", address.encode()))

    async def run(self, drawer: socket.socket) -> None:
        """Hand on what the drawer sends until it ends, or nobody watches. Raises PipeError."""
        end = GateEnd(drawer)
        try:
            await until_one_ends(self._hear(end), self._tell(end))
        finally:
            end.close()

    async def _hear(self, end: GateEnd) -> None:
        while (message := await end.read()) is not None:
            self._take(*message)

    async def _tell(self, end: GateEnd) -> None:
        while (message := await self._said.get()) is not None:
            await end.send(*message)

    def _take(self, kind: Kind, data: bytes) -> None:
        if kind in ("bytes", "again"):
            places, number, repeated = places_of(data), number_of(data), kind == "again"
            whole = len(places) == len(all_places(size_of(data)))
            self._asked = self._asked and not repeated
            fit = [
                link
                for link, sight in self._sights.items()
                if sight.offer(number, places, whole=whole, repeated=repeated)
            ]
            broadcast(fit, data)
            self._ask()
        elif kind == "seat":
            self._remember(data)
        elif kind == "text":
            broadcast(self._sights, data.decode())

    def _ask(self) -> None:
        """Ask for the tiles that pages miss which can take them now, unless some are awaited."""
        wanted: set[Place] = set()
        whole = False
        for sight in self._sights.values():
            if sight.ready and sight.missing is None:
                whole = True
            elif sight.ready and sight.missing:
                wanted |= sight.missing
        if (whole or wanted) and not self._asked:
            self._asked = True
            places = b"" if whole else bytes(part for place in sorted(wanted) for part in place)
            self._said.put_nowait(("again", places))
