"""A guest's drawer: an ordinary client of the room that draws on a sheet, and sends a browser what changed.

It is given the guest's name, size and language, the room's address and password, and nothing else of this computer.
"""

from __future__ import annotations

import json
import time
import unicodedata
from collections.abc import Iterator
from itertools import takewhile

import pygame

from game.cabinets.listed import CABINETS
from game.engine.canvas import Box
from game.engine.loop.app import App
from game.engine.loop.window import Sheet
from game.engine.scene import Context
from game.engine.widgets import Entry
from game.engine.widgets.screen import WidgetScene
from game.ground.settings import Settings
from game.scenes.guests.room import GuestRoom
from game.scenes.guests.tiles import Flow, Tiles, pause
from net.address import Address
from net.client.client import LanClient
from net.web.guest import MOST_TEXT, Entered, Finger, Knock, PageMessage, Shown, Sized, Written, read_message
from net.web.phone import MessageError
from net.web.pipe import Pipe, PipeError

_LONGEST = 0.3
"""The most seconds that a frame counts for: a still table is drawn four times a second."""


class DrawnClock:
    """The machine's clock for a loop that waits elsewhere: for its guest, or for the next picture."""

    real = True

    def __init__(self) -> None:
        self._last = time.monotonic()

    def now(self) -> float:
        return time.monotonic()

    def tick(self, frames_per_second: float) -> float:
        """Return the seconds since the last frame, without waiting."""
        before, self._last = self._last, time.monotonic()
        return min(self._last - before, _LONGEST)


class Drawer:
    """Draws for one guest until they leave, the room lets them go, or their page is gone."""

    def __init__(self, pipe: Pipe, knock: Knock, room: Address, password: str, token: bytes) -> None:
        """`token`: by which the room knows the guest again; empty for a new one."""
        self._pipe, self._tiles, self._flow = pipe, Tiles(), Flow()
        settings = Settings()
        settings.language = knock.language
        settings.names = (knock.name,)
        pygame.display.init()
        self._app = App(settings, Sheet((knock.width, knock.height)), DrawnClock(), audible=False, keeps_settings=False)
        self.context.take_picture = lambda: None
        games = {cabinet.id: cabinet.info.version for cabinet in CABINETS.values()}
        self._client = LanClient(
            room,
            knock.name,
            games,
            watch=knock.watch,
            password=password,
            token=token,
            persevere=bool(token),
            browser=True,
            languages=(settings.resolved_language,),
        )
        self._room: GuestRoom | None = None
        self._told_token = token
        self._fingers: dict[int, tuple[float, float]] = {}
        self._pointer: int | None = None
        """The finger that is the pointer."""
        self._written: str | None = None
        """What the page's field holds; None while there is none."""
        self._field: object = None
        self._touched = time.monotonic()

    @property
    def context(self) -> Context:
        return self._app.context

    def run(self) -> None:
        """Draw until the stay is over; the room keeps the seat of a guest whose page is gone."""
        self._room = GuestRoom(self.context, self._client)
        self._app.start(self._room)
        ended: str | None = None
        try:
            while self._pipe.open and ended is None:
                self._frame()
                ended = self._room.ended
            if ended is not None:
                self._tell({"ended": ended})
        finally:
            self._client.close()
            self._pipe.close()

    def _frame(self) -> None:
        since = time.monotonic() - self._touched
        still = 0.0 if not self._tiles.rests else self.context.stack.still_for
        self._pipe.wait(pause(still, since, drags=bool(self._fingers)), self._client.fileno())
        events: list[pygame.Event] = []
        for kind, data in self._pipe.read():
            told = _read(data.decode() if kind == "text" else data)
            events += self._events(told) if told is not None else ()
        self._app.step(events)
        if self._client.token != self._told_token:
            self._told_token = self._client.token
            self._pipe.send("seat", self._told_token)
        self._mind_field()
        if self._flow.open:
            message = self._tiles.message(self._app.screen.surface, time.monotonic())
            if message is not None:
                self._flow.send(self._tiles.number)
                self._pipe.send("bytes", message)

    def _tell(self, said: dict[str, object]) -> None:
        self._pipe.send("text", json.dumps(said, ensure_ascii=False).encode())

    # What the page sends.

    def _events(self, message: PageMessage) -> Iterator[pygame.Event]:
        """Yield the events of a message, as a touch screen and a keyboard here would make them."""
        if not isinstance(message, Shown):
            self._touched = time.monotonic()
        match message:
            case Shown(number):
                self._flow.show(number)
            case Sized(width, height):
                yield pygame.Event(pygame.VIDEORESIZE, w=width, h=height, size=(width, height))
            case Written(text):
                yield from self._write(unicodedata.normalize("NFC", text))
            case Entered():
                yield from _key(pygame.K_RETURN)
            case Finger(kind, number, points):
                for x, y, _ in points:
                    yield from self._finger(kind, number, x, y)

    def _finger(self, kind: str, number: int, x: float, y: float) -> Iterator[pygame.Event]:
        """Yield what SDL tells of a finger: the first one is the pointer, too."""
        width, height = self._app.screen.surface.get_size()
        x, y = min(x, width - 1.0), min(y, height - 1.0)
        place, told = (round(x), round(y)), {"touch_id": 0, "finger_id": number, "x": x / width, "y": y / height}
        if kind == "down" and number not in self._fingers:
            if not self._fingers:
                self._pointer = number
                yield pygame.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0), touch=True)
                yield pygame.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1, touch=True)
            self._fingers[number] = x, y
            yield pygame.Event(pygame.FINGERDOWN, told)
        elif kind == "move" and number in self._fingers:
            if number == self._pointer:
                yield pygame.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(1, 0, 0), touch=True)
            yield pygame.Event(pygame.FINGERMOTION, told)
        elif kind == "up" and number in self._fingers:
            del self._fingers[number]
            if number == self._pointer:
                self._pointer = None
                yield pygame.Event(pygame.MOUSEBUTTONUP, pos=place, button=1, touch=True)
            yield pygame.Event(pygame.FINGERUP, told)

    # The page's own field.

    def _write(self, text: str) -> Iterator[pygame.Event]:
        """Yield what makes the focused entry hold the page's text: backspaces, then what is new."""
        if self._written is None:
            return
        pairs = zip(self._written, text, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        for _ in range(len(self._written) - same):
            yield from _key(pygame.K_BACKSPACE)
        if text[same:]:
            yield pygame.Event(pygame.TEXTINPUT, text=text[same:])
        self._written = text

    def _mind_field(self) -> None:
        """Tell the page where text is written now, and what stands there if that is not what the page wrote."""
        top = self.context.stack.top
        focused = top.group.focused_widget if isinstance(top, WidgetScene) else None
        entry = focused if isinstance(focused, Entry) else None
        field: tuple[int, tuple[int, int, int, int] | None, int] | None = None
        content: str | None = None
        if entry is not None:
            field, content = (id(entry), self._pixels(entry.field), entry.line.limit), entry.text
        elif top is not None and top.wants_text:
            field, content = (id(top), None, MOST_TEXT), self._written or ""
        if field == self._field and content == self._written:
            return
        self._field, self._written = field, content
        if field is None:
            self._tell({"field": None})
        else:
            self._tell({"field": {"box": field[1], "limit": min(field[2], MOST_TEXT), "text": content}})

    def _pixels(self, box: Box) -> tuple[int, int, int, int]:
        left, top, width, height = self.context.canvas.pixels(box)
        return left, top, width, height


def _read(message: str | bytes) -> PageMessage | None:
    """Return a message of the page; None for what the gate should not have let through."""
    try:
        return read_message(message)
    except MessageError:
        return None


def _key(key: int) -> Iterator[pygame.Event]:
    yield pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
    yield pygame.Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)


def draw_for(pipe: Pipe, knock: Knock, room: Address, password: str, token: bytes) -> None:
    """Draw for one guest to the end of their stay."""
    try:
        Drawer(pipe, knock, room, password, token).run()
    except PipeError:
        pipe.close()


def warm() -> None:
    """Load what every drawer needs before its first picture."""
    pygame.display.init()
    App(Settings(), Sheet((824, 1480)), DrawnClock(), audible=False, keeps_settings=False).close()
