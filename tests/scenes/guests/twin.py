"""A twin of a guest's table: drawn here from what the host tells that guest, so that a test knows what lies where.

A tap is tried on the twin first. What the twin would send to the host is what the guest's own drawer has to send when
the same finger taps the same place of the page.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol

import pygame

from game.engine.canvas import Box
from game.engine.widgets import Button
from game.scenes.guests.room import GuestRoom
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from net.changes import applied
from net.heirs import Heirs, Kept
from net.limits import FRAME_FROM_HOST, FRAME_TO_HOST
from net.messages import Begun, Changed, Ended, Hello, HostMessage, Play, RoomChanged, RoomState, Waiting, Welcome
from net.wire import FrameReader, client_message, host_message
from tests.processes import wait_until
from tests.scenes.guests.evening import Evening, evening
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.lan import StillClient


class Line:
    """What a host and one client say to each other."""

    def __init__(self) -> None:
        self.heard: list[HostMessage] = []
        """What the host has said."""
        self.played: list[Play] = []
        """What the client has decided."""
        self._room: RoomState | None = None

    def hear(self, message: HostMessage) -> None:
        if isinstance(message, Heirs | Kept):
            return  # what a window keeps for its host is nothing to be seen
        if isinstance(message, Changed):
            assert self._room is not None
            message = RoomChanged(applied(self._room, message))
        if isinstance(message, Welcome | RoomChanged):
            self._room = message.room
        self.heard.append(message)


class Wire:
    """Stands between a host and its clients, and hears what they say."""

    def __init__(self, port: int) -> None:
        self._host = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._lines: dict[str, Line] = {}
        self._ends: list[socket.socket] = [self._listening]
        threading.Thread(target=self._meet, daemon=True).start()

    def line(self, name: str) -> Line:
        """Return what is said with who comes in by this name; who watches is not told apart."""
        return self._lines.setdefault(name, Line())

    def _meet(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            host = socket.create_connection(("127.0.0.1", self._host))
            self._ends += [client, host]
            names: list[str] = []
            threading.Thread(target=self._from_client, args=(client, host, names), daemon=True).start()
            threading.Thread(target=self._from_host, args=(host, client, names), daemon=True).start()

    def _from_client(self, client: socket.socket, host: socket.socket, names: list[str]) -> None:
        """`names`: is told the client's name once it is known, unless it only watches."""

        def hear(body: bytes) -> None:
            message = client_message(body)
            if isinstance(message, Hello) and not message.watch:
                names.append(message.name)
            elif isinstance(message, Play) and names:
                self.line(names[0]).played.append(message)

        _carry(client, host, FrameReader(FRAME_TO_HOST), hear)

    def _from_host(self, host: socket.socket, client: socket.socket, names: list[str]) -> None:
        def hear(body: bytes) -> None:
            if names:
                self.line(names[0]).hear(host_message(body))

        _carry(host, client, FrameReader(FRAME_FROM_HOST), hear)

    def close(self) -> None:
        for end in self._ends:
            end.close()


@contextmanager
def evening_on_wire(home: Path, *words: str) -> Iterator[tuple[Evening, Wire]]:
    """An evening whose phones come to the host by a wire."""
    with ExitStack() as links:
        wires: list[Wire] = []

        def through(port: int) -> int:
            wires.append(Wire(port))
            links.callback(wires[0].close)
            return wires[0].port

        begun = links.enter_context(evening(home, *words, through=through))
        yield begun, wires[0]


def _carry(one: socket.socket, other: socket.socket, reader: FrameReader, hear: Callable[[bytes], None]) -> None:
    """Hand on what one end says, and hear each frame of it before the other end can answer."""
    try:
        while data := one.recv(1 << 16):
            for body in reader.feed(data):
                hear(body)
            other.sendall(data)
    except OSError:
        pass
    for end in (one, other):
        end.close()


class Screen(Protocol):
    """Where a person's taps go: a page of a browser, or a window."""

    def tap(self, x: float, y: float) -> None: ...

    def draw(self, points: Sequence[tuple[float, float]], seconds: float = 0.0) -> None: ...

    def write(self, text: str) -> None: ...

    def press(self, key: str) -> None: ...

    def run(self, script: str) -> Any: ...


class Twin:
    """The guest's table. `taps` counts the taps that were given on, `wrong` those that did not do what they should."""

    def __init__(
        self, line: Line, driver: Driver, client: StillClient, page: Screen, scale: float, *, finger: bool = True
    ) -> None:
        """`scale`: pixels of the guest's picture for one of the page; `finger`: whether taps are those of a finger."""
        self._line, self.driver, self.client, self._page, self._scale = line, driver, client, page, scale
        self._finger = finger
        driver.context.hand.finger = finger
        self._given = 0
        self.taps = self.wrong = 0

    @property
    def ended(self) -> bool:
        """Whether the host has told the end of the last match."""
        last = next((each for each in reversed(self._line.heard) if isinstance(each, Begun | Ended)), None)
        return isinstance(last, Ended)

    @property
    def table(self) -> TableScene | None:
        top = self.driver.context.stack.top
        return top if isinstance(top, TableScene) else None

    def follow(self, frames: int = 5) -> None:
        """Take in what the host has said, and hurry whatever moves."""
        heard = self._line.heard[self._given :]
        self._given += len(heard)
        self.client.messages += heard
        for _ in range(frames):
            if self.table is not None and self.table.conductor is not None:
                self.table.conductor.hurry()
            self.driver.step(draw=False)

    @property
    def my_turn(self) -> bool:
        """Whether the guest is to choose, and nothing moves."""
        table = self.table
        return (
            table is not None and table.board.choosing and not table.stage.busy and not self.driver.context.stack.fading
        )

    def places(self, box: Box) -> tuple[float, float]:
        """Return the pixel in the middle of a box of the stage."""
        assert self.table is not None
        return self.driver.context.canvas.pixel(*self.table.board.outside(box).center)

    def button(self, label: str) -> tuple[float, float] | None:
        """Return the pixel in the middle of a button that is shown; None where there is none."""
        group: Any = getattr(self.driver.top, "group", None)
        shown = [each for each in group.walk() if isinstance(each, Button) and each.visible and each.label == label]
        return self.driver.context.canvas.pixel(*shown[0].box.center) if shown else None

    def tap(self, x: float, y: float) -> None:
        """Tap here, and on the guest's page."""
        self._touch([(x, y)])
        self.taps += 1
        self._page.tap(x / self._scale, y / self._scale)

    def draw(self, points: Sequence[tuple[float, float]]) -> None:
        """Draw a stroke through these pixels here, and on the guest's page."""
        self._touch(points)
        self.taps += 1
        self._page.draw([(x / self._scale, y / self._scale) for x, y in points], 0.5)

    def write(self, text: str) -> None:
        """Write a text in the field of the guest's page, and send it."""
        if self._finger:
            wait_until(lambda: self._page.run("document.activeElement.id") == "field", "the page's field")
        self._page.write(text)
        self._page.press("Enter")

    def _touch(self, points: Sequence[tuple[float, float]]) -> None:
        """Lay a finger on the twin alone, at the first point, and lift it at the last."""
        step, finger = self.driver.app.step, self._finger
        places = [(round(x), round(y)) for x, y in points]
        step([pygame.Event(pygame.MOUSEMOTION, pos=places[0], rel=(0, 0), buttons=(0, 0, 0), touch=finger)])
        step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=places[0], button=1, touch=finger)])
        for place in places[1:]:
            step([pygame.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(1, 0, 0), touch=finger)])
        step([pygame.Event(pygame.MOUSEBUTTONUP, pos=places[-1], button=1, touch=finger)])
        self.driver.step(3)

    def gone_on(self, number: int) -> bool:
        """Whether the host has gone on from the step of this number."""
        heard = list(self._line.heard)
        return self.ended or any(isinstance(each, Waiting) and each.number > number for each in heard)

    @property
    def waits(self) -> int:
        """The number of the step that the guest is asked about."""
        return next(each.number for each in reversed(self._line.heard) if isinstance(each, Waiting))

    @property
    def room(self) -> RoomState:
        """The room as the host told it last."""
        assert self.client.room is not None
        return self.client.room

    @property
    def stage_of_evening(self) -> str:
        """The stage of the room's mix; empty where there is none."""
        room = self.client.room
        return room.mix.stage if room is not None and room.mix is not None else ""

    @property
    def decided(self) -> list[Play]:
        """What the twin has sent to the host."""
        return [message for message in self.client.sent if isinstance(message, Play)]

    @property
    def over(self) -> bool:
        return self.ended and isinstance(self.driver.context.stack.top, ResultsScene)


@contextmanager
def twin_of(line: Line, size: tuple[int, int], page: Screen, scale: float) -> Iterator[Twin]:
    client = StillClient()
    with driving(lambda context: GuestRoom(context, client), size=size) as driver:
        yield Twin(line, driver, client, page, scale)
