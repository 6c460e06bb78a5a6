"""A room on the LAN in which people watch a match that is run elsewhere in this program.

The room is served in a thread of its own. The running match passes on each step; the room plays the steps again, as a
replay does, and tells them to all spectators. Nobody plays in the room or owns it.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from game.core.cabinet import Cabinet
from game.core.match.match import Step
from game.core.rules import Seat
from net.host.announcing import announce_room
from net.host.host import Host
from net.host.match.hosted_match import HostedMatch, Terms
from net.host.room.core import RoomPlan
from net.host.room.room import Room
from net.host.room.seating import RoomSeat
from net.limits import PORT
from net.proof import digest, new_secret
from net.wire import clean_name

PAUSE = 1.5
"""Seconds between two matches, in which spectators are led from one table to the next."""
_PATIENCE = 5.0
"""Seconds allowed for opening or closing the room."""


class FollowedMatch(HostedMatch):
    """A match whose steps come from elsewhere."""

    def __init__(self, *given: Any, **more: Any) -> None:
        self._coming: deque[Step] = deque()
        super().__init__(*given, **more)

    def follow(self, step: Step) -> None:
        """Take a step that was played; it is told with the next `pump`."""
        self._coming.append(step)

    def seat_computer(self, seat: Seat, spec: str) -> None:
        """Do nothing: nobody decides in this room."""

    def _go_on(self, now: float) -> None:
        while self._coming:
            self.match.play(self._coming.popleft().moves)


class Broadcast:
    """A room for spectators, opened at once. If that fails, `port` is None and nobody can watch."""

    def __init__(
        self,
        name: str,
        cabinet: Cabinet,
        seats: Sequence[str],
        *,
        address: str | None = None,
        port: int = PORT,
        listed: bool = True,
    ) -> None:
        """Open the room. `seats` are their names until a match begins; `listed` tells whether the LAN hears of it.

        A port that is taken is replaced by a free one.
        """
        self.port: int | None = None
        """TCP port on which the match can be watched by the LAN protocol; None if it could not be opened."""
        self._folder = tempfile.TemporaryDirectory(prefix="souk-")
        plan = RoomPlan(
            clean_name(name) or cabinet.id,
            Terms(cabinet, cabinet.info.options()),
            _places(seats),
            lambda game: self._journal(),
            digest(new_secret()),
            kind=FollowedMatch,
            owned=False,
        )
        self._room = Room(plan)
        self._host = Host(self._room, flushes_aside=False)
        self._address, self._wanted_port, self._listed = address, port, listed
        self._matches = 0
        self._early: list[Callable[[], None]] | None = None
        """Steps of a match to which spectators are still being led; None if there is no such match."""
        self._starting: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._open = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="broadcast", daemon=True)
        self._thread.start()
        self._open.wait(_PATIENCE)

    def begin(self, names: Sequence[str]) -> None:
        """Begin to tell of a match between players of these names."""
        self._ask(lambda: self._begin(tuple(names)))

    def step(self, step: Step) -> None:
        self._ask(lambda: self._when_begun(lambda: self._step(step)))

    def end(self) -> None:
        """Tell spectators that the match was given up."""
        self._ask(lambda: self._when_begun(self._end))

    def say(self, text: str) -> None:
        """Say something to all spectators, and to those who come later."""
        self._ask(lambda: self._say(text))

    def close(self) -> None:
        """Send everybody away and close the room. May be called twice."""
        self._ask(self._host.stop)
        self._thread.join(_PATIENCE)
        self._folder.cleanup()

    def _ask(self, do: Callable[[], None]) -> None:
        """Have a function called in the room's thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(do)

    def _journal(self) -> Path:
        self._matches += 1
        return Path(self._folder.name) / f"{self._matches}.souk"

    # In the thread of the room.

    async def _serve(self) -> None:
        try:
            await self._host.listen(self._wanted_port, self._address, or_any=True)
        except OSError:
            self._open.set()
            return
        self.port, self._loop = self._host.port, asyncio.get_running_loop()
        self._open.set()
        telling = asyncio.create_task(announce_room(self._room, self._host)) if self._listed else None
        try:
            await self._host.run()
        finally:
            if telling is not None:
                telling.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await telling

    @property
    def _match(self) -> FollowedMatch | None:
        match = self._room.play.match
        assert match is None or isinstance(match, FollowedMatch)
        return match

    def _begin(self, names: Sequence[str]) -> None:
        self._end()
        if self._starting is not None:
            self._starting.cancel()
        self._early = []
        again = self._match is not None
        if again:
            self._room.play.reopen()
        self._room.core.seating.places[:] = _places(names)
        self._room.core.changed = True
        if again:
            self._starting = asyncio.get_running_loop().call_later(PAUSE, self._start)
            self._host.wake()
        else:
            self._start()

    def _start(self) -> None:
        early, self._early = self._early or [], None
        self._room.play.start("", self._host.clock())
        for do in early:
            do()
        self._host.wake()

    def _say(self, text: str) -> None:
        self._room.core.announce(text)
        self._host.wake()

    def _when_begun(self, do: Callable[[], None]) -> None:
        if self._early is None:
            do()
        else:
            self._early.append(do)

    def _step(self, step: Step) -> None:
        if self._match is not None:
            self._match.follow(step)
            self._host.wake()

    def _end(self) -> None:
        match = self._match
        if match is not None and match.ended is None:
            now = self._host.clock()
            match.end(now)
            self._room.settle(now)


def _places(names: Sequence[str]) -> tuple[RoomSeat, ...]:
    """Return seats with these names that nobody can take."""
    return tuple(RoomSeat("bot", bot=name) for name in names)
