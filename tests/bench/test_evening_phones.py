"""A person of the evening by phones touches only what is there to be touched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pygame
import pytest

from game.engine.canvas import Canvas
from game.engine.scene import Scene
from game.scenes.guests.room import GuestRoom
from net.messages import RoomChanged
from tests.bench.evening_phones import PHONE, Person, PhoneScreen
from tests.scenes.guests.places import sheet_of
from tests.scenes.guests.twin import Line
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.lan import StillClient, room, welcome

pytestmark = pytest.mark.usefixtures("plain_home")


class Mirror(PhoneScreen):
    """A page that shows what the person expects there, from its second picture on."""

    said = ""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self.on_first_look: Callable[[], None] = lambda: None
        self._looked = False
        self.tapped: list[tuple[float, float]] = []
        self.dark = False
        """Whether something was tapped during a fade."""
        self.tap = self._tap  # type: ignore[method-assign, assignment]

    def _tap(self, x: float, y: float) -> None:
        self.tapped.append((x, y))
        self.dark |= self._driver.context.stack.fading

    def patch(self, left: int, top: int) -> bytes:
        if not self._looked:
            self._looked = True
            self.on_first_look()
            return bytes(40 * 40 * 3)
        return pygame.image.tobytes(self._driver.app.screen.surface.subsurface((left, top, 40, 40)), "RGB")


class Table(Scene):
    """What lies over the room."""

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill((0, 0, 0))


ROOM = room("en", "omok")


@contextmanager
def mina() -> Iterator[tuple[Person, Mirror, Line]]:
    """Mina in a room where she is not ready yet."""
    line, client = Line(), StillClient(welcome("en", ROOM))
    with driving(lambda context: GuestRoom(context, client), size=sheet_of(PHONE)) as driver:
        screen = Mirror(driver)
        yield Person("Mina", line, driver, client, screen), screen, line


def test_nobody_taps_into_the_dark_of_a_fade() -> None:
    with mina() as (person, screen, _):
        stack = person.driver.context.stack
        stack.push(Table(person.driver.context))
        person.driver.until(lambda: isinstance(stack.top, Table) and not stack.fading)
        stack.pop()
        person.driver.step()
        assert stack.fading and isinstance(stack.top, GuestRoom)
        person.get_ready()
        assert len(screen.tapped) == 1 and not screen.dark


def test_nobody_taps_where_a_button_was_before_the_room_changed() -> None:
    with mina() as (person, screen, line):
        before = person._room_button()
        screen.on_first_look = lambda: line.hear(RoomChanged(room("en", "words")))
        person.get_ready()
        assert not screen.tapped
        after = person._room_button()
        assert before is not None and after is not None and before[1] != after[1]
        person.get_ready()
        x, y = screen.tapped[-1]
        scale = sheet_of(PHONE)[0] / PHONE[0]
        assert len(screen.tapped) == 1 and (x * scale, y * scale) == pytest.approx(after[1])
