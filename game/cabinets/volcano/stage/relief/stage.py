"""A stage whose board is a plane of raised hexagons, larger than the window, which a person pans, zooms and turns."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Final, Generic

from game.cabinets.volcano.stage.relief.layout import SQUASH, Raised
from game.cabinets.volcano.stage.relief.turning import Turned
from game.core.rules import ActionT, Seat, ViewT
from game.core.space import Hex, Hexes
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, PAPER
from game.engine.input import InputEvent, KeyPressed, PointerPressed, PointerReleased
from game.engine.stage import Surroundings, TakesBack, TakesNext
from game.engine.tween import Point
from game.kit import marks
from game.kit.camera import GLIDE_SECONDS, Camera
from game.kit.stage import PictureStage, PictureT

WINDOW: Final = Box(0, 0, 624, 624)
ZOOMS: Final = (0.5, 0.56, 0.63, 0.71, 0.8, 0.9, 1.0, 1.12, 1.25, 1.4, 1.6, 1.8, 2.0, 2.25, 2.5)
COUNTED: Final = 5
"""The level from which walls show their level as a number."""
LARGEST: Final = 2.0
"""The greatest zoom that `show_all` chooses, so that small planes stay small."""


def new_camera() -> Camera:
    """Return a camera that shows the whole stage."""
    return Camera(WINDOW.copy(), Box(-1, -1, 2, 2), ZOOMS)


def show_all(
    camera: Camera, layout: Raised, land: Collection[Hex], seconds: float, fresh: Collection[Hex] = ()
) -> None:
    """Show all land and the middles of hexagons up to two steps around it, unless a person has moved the camera.

    Nothing around `fresh` hexagons, laid this turn, is included, so that the map keeps its scale during a turn.
    """
    size, spots = layout.size_of_hex, layout.spots
    xs, ys = [spots[cell].x for cell in land], [spots[cell].y for cell in land]
    camera.world = Box(min(xs) - size, min(ys) - size, max(xs) - min(xs) + 2 * size, max(ys) - min(ys) + 2 * size)
    if not camera.taken:
        around = {cell for other in land if other not in fresh for cell in Hexes.disc(other, 2)}
        whole = [spots[cell].box for cell in fresh]
        shown = [*whole, *(spots[cell].box.inflate(-1.6 * size, -1.2 * size) for cell in around if cell in spots)]
        camera.fit(shown[0].unionall(shown[1:]), seconds, LARGEST)


class ReliefStage(PictureStage[ViewT, ActionT, PictureT], TakesNext, TakesBack, Generic[ViewT, ActionT, PictureT]):
    """Shows a plane through `camera`.

    The left button chooses when it is released, because it may drag the map. F shows everything, comma turns the map.
    """

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self.camera = new_camera()
        self.sixths = 0
        """How far the map is turned clockwise, in sixths of a full turn."""
        self.numbers = False
        """Whether every hexagon shows its level."""
        self._pressed = False
        self._legal: Sequence[ActionT] | None = None

    @abstractmethod
    def plane(self, view: ViewT) -> Raised:
        """Return the layout of a view's hexagons, turned by `sixths`; sea that can be pointed at is included."""

    @abstractmethod
    def fit(self, seconds: float) -> None:
        """Move the camera to show the whole picture (see `show_all`), within so many seconds."""

    def choose(self, seat: Seat | None, legal: Sequence[ActionT] | None) -> None:
        self._legal = legal
        super().choose(seat, legal)

    @property
    def still_for(self) -> float:
        return min(super().still_for, self.camera.still_for)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.camera.update(seconds)
        choice = self.choice
        if choice and choice.by_keys and isinstance(choice.focus, tuple) and self.view is not None:
            place = self.plane(self.view).middle(hex_of(choice.focus))
            if not self.camera.sees(*place):
                self.camera.glide_to(*place, self._glide_seconds)

    @property
    def _glide_seconds(self) -> float:
        return 0.0 if self.surroundings.reduced_motion else GLIDE_SECONDS

    def handle(self, event: InputEvent) -> None:
        turns = isinstance(self.choice, Turned) and not self.busy
        wheel = not turns or self.surroundings.hand.finger  # a tap on the tile in hand turns it for a finger
        match event:
            case PointerPressed(button=1 | 2):
                self.pointer, self.by_keys = (event.x, event.y), False
                self._pressed = event.button == 1
                self.camera.handle(event)
                return
            case PointerReleased(x, y, button):
                pressed, self._pressed = self._pressed, False
                if self.camera.handle(event) or button != 1 or not pressed:
                    return
                super().handle(PointerPressed(x, y))
            case KeyPressed("f", modifiers, repeated=False) if not modifiers:
                self.fit_again()
            case KeyPressed(",", repeated=False):
                self.turn_map(-1)
            case _ if self.camera.handle(event, wheel=wheel):
                return
        super().handle(event)

    def toggle_numbers(self) -> None:
        """Show the level on every hexagon, or stop showing it."""
        self.numbers = not self.numbers

    def draw_numbers(self, board: Canvas, layout: Raised, land: Iterable[Hex]) -> None:
        """Write levels: on all land if a person wants them, else on walls too high to count their bands."""
        typeface, size = self.surroundings.typeface, 20 / self.camera.zoom
        for cell in land:
            level = layout.levels[cell]
            x, y = layout.middle(cell)
            place = (
                (x, y + layout.size_of_hex * 0.2) if self.numbers else layout.wall(cell) if level >= COUNTED else None
            )
            if place:
                marks.chip(board, typeface, str(level), *place, size=size)

    def pointed_at(self, layout: Raised) -> Hex | None:
        """Return the hexagon under the pointer, or the one in focus if keys are used; None for none."""
        focus = self.choice.focus if self.choice else None
        if self.by_keys or not self.camera.window.collidepoint(self.pointer):
            return hex_of(focus) if isinstance(focus, tuple) else None
        return layout.at(*self.camera.inside(*self.pointer))

    def draw_ways(self, board: Canvas, at: Point, size: float, ways: Collection[int], way: int) -> None:
        """Draw beads around a hexagon, one for each way in which the tile in hand may lie; the bead of `way` is lit."""
        for each in ways:
            angle = math.radians(60 * (each + self.sixths) + 30)
            x, y = at[0] + size * 1.12 * math.cos(angle), at[1] + size * 1.12 * math.sin(angle) * SQUASH
            board.put_middle(marks.bead(board.px(14), LANTERN if each == way else PAPER, each == way), x, y)

    def fit_again(self) -> None:
        """Show everything, even if a person has moved the camera."""
        self.camera.taken = False
        if self.picture is not None:
            self.fit(self._glide_seconds)

    def turn_map(self, steps: int) -> None:
        """Turn the map clockwise by `steps` sixths of a full turn; an open choice stays open."""
        self.sixths = (self.sixths + steps) % 6
        self.hurry()
        if self.view is None:
            return
        self._settle()
        if self.choice and self.asked is not None:
            self.choose(self.asked, self._legal)


def hex_of(key: tuple[int, ...]) -> Hex:
    """Return the hexagon of a key that begins with one."""
    return key[0], key[1]
