"""A guest's drawer: an ordinary client of the room that draws on a sheet, and sends a browser what changed.

It is given the guest's name, size and language, the room's address and password, and nothing else of this computer.
"""

from __future__ import annotations

import json
import time
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import takewhile

import msgspec
import pygame

from game.cabinets.listed import CABINETS
from game.engine.canvas import Box
from game.engine.loop.app import App
from game.engine.loop.window import Sheet
from game.engine.scene import Context
from game.engine.sprites import give_back
from game.engine.widgets import Entry
from game.engine.widgets.screen import WidgetScene
from game.ground.settings import Settings
from game.scenes.guests.room import GuestRoom
from game.scenes.guests.tiles import Flow, Tiles, pause
from game.scenes.guests.told import ToldAudio, sentence_of
from game.scenes.guests.watching import WatchedRoom
from game.scenes.table.scene import TableScene
from net.address import Address
from net.client.client import LanClient
from net.web.guest import MOST_TEXT, Entered, Finger, Knock, Order, PageMessage, Shown, Sized, Written, read_message
from net.web.phone import MessageError
from net.web.pipe import Kind, Pipe, PipeError
from net.web.tiled import Place, paired

_LONGEST = 0.3
"""The most seconds that a frame counts for: a still table looks four times a second whether anything has changed."""
_LONGEST_STILL = 1.0
"""The most seconds for which a table at rest, of which nobody has told anything, is not drawn anew."""
_SHARED_MOVING, _SHARED = 0.1, 0.25
"""Seconds between two pictures for all who watch, while something moves and while nothing does."""
_SOONEST = 1 / 40
"""The fewest seconds between two pictures."""
_MANY = 32
"""Tiles of a picture whose packing takes megabytes."""


@cache
def games_here() -> Mapping[str, int]:
    """Return the versions of all games by their ids. The first call loads the rules of each, which is a third of a
    drawer's own memory unless it was done before the process was forked.
    """
    return {cabinet.id: cabinet.info.version for cabinet in CABINETS.values()}


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


class _Counted(Sheet):
    """A sheet that knows how often its picture has changed."""

    pictures = 0

    def present(self) -> None:
        self.pictures += 1


class Drawer:
    """Draws for one guest until they leave, the room lets them go, or their page is gone."""

    def __init__(self, pipe: Pipe, knock: Knock, room: Address, password: str, token: bytes) -> None:
        """`token`: by which the room knows the guest again; empty for a new one."""
        self._pipe, self._tiles, self._flow = pipe, Tiles(), Flow()
        settings = Settings()
        settings.language = knock.language
        settings.names = (knock.name,)
        settings.display.text_size = knock.text_size
        settings.motion.reduced = knock.calm
        if knock.colours is not None:
            settings.seat_colours = (knock.colours[0], knock.colours[1], knock.colours[2], knock.colours[3])
        pygame.display.init()
        self._sheet = _Counted((knock.width, knock.height))
        self._app = App(settings, self._sheet, DrawnClock(), audible=False, keeps_settings=False, remembers=True)
        self._app.pace.longest_still = _LONGEST_STILL
        self.context.take_picture = lambda: None
        self.context.audio = self._audio = ToldAudio(settings)
        self._said = ""
        self.context.hand.finger = True
        self._client = LanClient(
            room,
            knock.name,
            games_here(),
            watch=knock.watch,
            password=password,
            token=token,
            persevere=bool(token),
            browser=True,
            languages=(settings.resolved_language,),
        )
        self.room = self._make_room()
        self._told_game = ""
        self._told_token = token
        self._fingers: dict[int, tuple[float, float]] = {}
        self._pointer: int | None = None
        """The finger that is the pointer."""
        self._written: str | None = None
        """What the page's field holds; None while there is none."""
        self._field: object = None
        self._selected = False
        """Whether what the line holds is replaced by what is written next."""
        self._touched = self._drawn = self._due = time.monotonic()
        """When the page was touched last, the picture was drawn last, and the next one is due."""
        self._unheard: list[pygame.Event] = []
        """What came too soon after the last picture."""
        self._news = self._withheld = False
        """Whether the host has told something, and whether the page has not been sent the picture drawn last."""

    @property
    def context(self) -> Context:
        return self._app.context

    def _make_room(self) -> GuestRoom:
        return GuestRoom(self.context, self._client)

    def run(self) -> bool:
        """Draw until the stay is over; the room keeps the seat of a guest whose page is gone. Return whether the guest
        was turned away because there is no seat; everybody else is told why the stay is over.
        """
        self._app.start(self.room)
        ended: str | None = None
        try:
            while self._pipe.open and ended is None:
                self._frame()
                ended = self.room.ended
            if self._pipe.open and not self._client.watch and self.room.turned_away:
                return True
            if ended is not None:
                self._tell({"ended": ended})
            self._pipe.close()
            return False
        finally:
            self._client.close()

    def _frame(self) -> None:
        """Wait until there is something to draw or to send, and do that. What comes right after a picture waits a
        moment for what follows it, and that a picture has come is no reason to draw another one.
        """
        pending = self._news or bool(self._unheard)
        due = min(self._due, self._drawn + _SOONEST) if pending else self._due
        self._news |= self._pipe.wait(due - time.monotonic(), -1 if self._news else self._client.fileno())
        for kind, data in self._pipe.read():
            self._unheard += self._hear(kind, data)
        now = time.monotonic()
        pending = self._news or bool(self._unheard)
        if now >= self._due or (pending and now >= self._drawn + _SOONEST):
            self._draw(now)
        elif self._owes:
            self._show()

    def _draw(self, now: float) -> None:
        if self._news:
            self._app.pace.told()
        events, self._unheard, self._news, self._drawn = self._unheard, [], False, now
        before = self._sheet.pictures
        self._app.step(events)
        if self._client.token != self._told_token:
            self._told_token = self._client.token
            self._pipe.send("seat", self._told_token)
        if self._client.room is not None and self._client.room.game != self._told_game:
            self._told_game = self._client.room.game
            self._pipe.send("game", self._told_game.encode())
        self._tell_beside()
        if self._sheet.pictures > before or self._owes or self._tiles.rest_due(now) <= 0.0:
            self._show()
        else:
            self._mind_field()
        self._due = now + self._pause()

    @property
    def _owes(self) -> bool:
        """Whether the page may be sent at once what was drawn before."""
        return self._withheld and self._flow.open

    def _tell_beside(self) -> None:
        """Tell the page which sounds to play, and what the ribbon says if that has changed."""
        if sounds := self._audio.take():
            self._tell({"sounds": sounds})
        said = sentence_of(self.context.stack.top)
        if said != self._said:
            self._said = said
            self._tell({"said": said})

    def _pause(self) -> float:
        """Return the seconds until the next picture is due."""
        now = time.monotonic()
        still = min(self.context.stack.still_for, self._tiles.rest_due(now))
        return pause(still, now - self._touched, drags=bool(self._fingers))

    def _hear(self, kind: Kind, data: bytes) -> Iterable[pygame.Event]:
        """Take a message of the gate, and return the events that it stands for."""
        told = _read(data.decode() if kind == "text" else data)
        return self._events(told) if told is not None else ()

    def _show(self) -> None:
        """Send what changed, unless too much is on its way already."""
        self._mind_field()
        self._withheld = not self._flow.open
        if self._withheld:
            return
        messages = self._tiles.messages(self._app.screen.surface, time.monotonic())
        for message in messages:
            self._pipe.send("bytes", message)
        if messages:
            self._flow.send(self._tiles.number)
        if self._tiles.rested > _MANY:
            give_back()  # what a large picture was packed in is not wanted again soon

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
        if self._selected:
            yield from _key(pygame.K_END)
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
        line = top.board.written if isinstance(top, TableScene) and entry is None else None
        if line is not None:
            field, content = (id(top), self._pixels(line.box), line.limit), line.text
        elif entry is not None:
            field, content = (id(entry), self._pixels(entry.field), entry.line.limit), entry.text
        elif top is not None and top.wants_text:
            field, content = (id(top), None, MOST_TEXT), self._written or ""
        before, self._selected = self._selected, line is not None and line.selected
        if field == self._field and content == self._written and self._selected <= before:
            return
        self._field, self._written = field, content
        told = None
        if field is not None:
            told = {"box": field[1], "limit": min(field[2], MOST_TEXT), "text": content, "selected": self._selected}
        self._tell({"field": told})

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


class SharedDrawer(Drawer):
    """Draws one picture for everybody who watches: the gate sees to who needs what, and nobody touches it."""

    def __init__(self, pipe: Pipe, knock: Knock, room: Address, password: str, token: bytes) -> None:
        self._wanted: list[Place] | None = None
        """The tiles to be sent once more, none for all of them; None where nothing was asked for."""
        super().__init__(pipe, knock, room, password, token)

    def _make_room(self) -> GuestRoom:
        self._watched = WatchedRoom(self.context, self._client)
        return self._watched

    @property
    def _owes(self) -> bool:
        return self._wanted is not None

    def _pause(self) -> float:
        still = min(self.context.stack.still_for, self._tiles.rest_due(time.monotonic()))
        return max(_SHARED_MOVING, min(still, _SHARED))

    def _hear(self, kind: Kind, data: bytes) -> Iterable[pygame.Event]:
        if kind == "again":
            places = paired(data)
            self._wanted = [*(self._wanted or ()), *places] if places and self._wanted != [] else []
        elif kind == "code":
            self._watched.address = data.decode()
            self._app.pace.told()
        return ()

    def _show(self) -> None:
        for message in self._tiles.messages(self._app.screen.surface, time.monotonic()):
            self._pipe.send("bytes", message)
        if (
            self._wanted is not None
            and (again := self._tiles.again(self._app.screen.surface, self._wanted)) is not None
        ):
            self._wanted = None
            self._pipe.send("again", again)


def draw_for(pipe: Pipe, order: Order, room: Address, password: str) -> None:
    """Draw for one guest, or for all who watch, to the end of the stay. Who finds no seat watches."""
    knock = order.knock
    try:
        if (SharedDrawer if order.shared else Drawer)(pipe, knock, room, password, order.token).run():
            Drawer(pipe, msgspec.structs.replace(knock, watch=True), room, password, b"").run()
    except PipeError:
        pass
    finally:
        pipe.close()
