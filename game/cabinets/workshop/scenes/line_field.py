"""The field of a parameter that is a line across the level: ready ones by name, and one that a person draws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.cabinets.workshop.scenes.sliders import NamedChoice
from game.core.forge.model.lines import MOST_HEIGHT, moved, points_of, written
from game.core.forge.model.method import Line
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import rgb
from game.engine.input import Command, CommandName, InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.engine.widgets import Button, Kind, Option, Style, Widget, draw_face
from game.engine.widgets.parts import faces

DRAWN: Final = "drawn"
"""The choice that stands for a line drawn by hand."""
_HIGH: Final = 64.0
_INSET: Final = 9.0
_SIDE: Final = 34.0
_ARROWS: Final = {
    CommandName.LEFT: (-1, 0),
    CommandName.RIGHT: (1, 0),
    CommandName.UP: (0, 1),
    CommandName.DOWN: (0, -1),
}


class LineGraph(Widget):
    """A line as points over a ground, drawn by dragging.

    CONFIRM takes it up for the arrow keys: LEFT and RIGHT choose a point, UP and DOWN move it, CONFIRM or BACK lets go.
    """

    focusable = True

    def __init__(self, style: Style, points: Sequence[int], on_change: Callable[[str], None], tooltip: str) -> None:
        super().__init__(style, tooltip=tooltip)
        self.points = tuple(points)
        self.on_change = on_change
        self.taken = False
        """Whether the arrow keys move points."""
        self.place = 0
        """The index of the point that the arrow keys move."""

    def natural_height(self, width: float) -> float:
        return self.style.typeface.grown(_HIGH)

    @property
    def captures(self) -> bool:
        return self.taken and self.focused

    def focus_changed(self, focused: bool) -> None:
        super().focus_changed(focused)
        self.taken = self.taken and focused

    def spot(self, place: int) -> tuple[float, float]:
        """Return where a point stands, in design units."""
        box = self.box.inflate(-2 * _INSET, -2 * _INSET)
        share = place / (len(self.points) - 1)
        return box.left + share * box.width, box.bottom - self.points[place] / MOST_HEIGHT * box.height

    def _draw_to(self, x: float, y: float) -> None:
        box = self.box.inflate(-2 * _INSET, -2 * _INSET)
        share = max(0.0, min(1.0, (x - box.left) / box.width))
        place = round(share * (len(self.points) - 1))
        height = max(0, min(MOST_HEIGHT, round((box.bottom - y) / box.height * MOST_HEIGHT)))
        before, self.place = self.place if self.pressed else place, place
        self._take(moved(self.points, place, height, before))

    def _take(self, points: Sequence[int]) -> None:
        if tuple(points) != self.points:
            self.points = tuple(points)
            self.on_change(written(points))

    def handle(self, event: InputEvent) -> bool:
        match event:
            case PointerPressed(x, y, 1):
                self.taken = False
                self._draw_to(x, y)
                self.pressed = True
            case PointerMoved(x, y) if self.pressed:
                self._draw_to(x, y)
            case PointerReleased():
                self.pressed = False
            case Command(name=CommandName.CONFIRM, repeated=False):
                self.taken = not self.taken
            case Command(name=CommandName.BACK) if self.taken:
                self.taken = False
            case Command(name=name) if self.taken and name in _ARROWS:
                across, up = _ARROWS[name]
                self.place = max(0, min(len(self.points) - 1, self.place + across))
                height = max(0, min(MOST_HEIGHT, self.points[self.place] + up))
                self._take(moved(self.points, self.place, height, self.place))
            case _:
                return False
        return True

    def draw(self, canvas: Canvas) -> None:
        draw_face(canvas, self.box, faces.WELL, 6)
        spots = [self.spot(place) for place in range(len(self.points))]
        pygame.draw.lines(
            canvas.surface, rgb(theme.FOCUS), False, [canvas.pixel(*spot) for spot in spots], max(1, canvas.px(2.4))
        )
        for place, spot in enumerate(spots):
            held = self.taken and place == self.place
            colour, radius = (theme.TEXT_BRIGHT, 6.0) if held else (theme.FOCUS, 3.6)
            pygame.draw.circle(canvas.surface, rgb(colour), canvas.pixel(*spot), canvas.px(radius))


class LineField(NamedChoice):
    """A choice among ready lines and the drawn one, below it the graph, and a button to draw over the level itself."""

    def __init__(
        self,
        style: Style,
        name: str,
        parameter: Line,
        words: Callable[[str], str],
        value: str,
        width: float,
        on_change: Callable[[str], None],
        over_level: tuple[bool, Callable[[], None]],
    ) -> None:
        self.parameter = parameter
        self._told = on_change
        line = style.texts.line
        ready = [Option(each, words(each)) for each in parameter.values]
        options = [*ready, Option(DRAWN, line("workshop.line.drawn"))]
        super().__init__(style, name, options, value if value in parameter.values else DRAWN, width - _SIDE - 6)
        self.choice.on_change = self._chosen
        self.graph = LineGraph(style, points_of(parameter, value), on_change, line("workshop.line.help"))
        drawing, toggle = over_level
        kind, hint = (Kind.PRIMARY, "off") if drawing else (Kind.GLASS, "on")
        told = line(f"workshop.line.{hint}")
        self.pencil = Button(style, icon="pencil", kind=kind, size=theme.CAPTION, on_press=toggle, tooltip=told)
        self.widgets += [self.pencil, self.graph]

    def _chosen(self, value: str) -> None:
        self._told(written(self.graph.points) if value == DRAWN else value)

    def follow(self, value: str) -> None:
        """Show another value, which was chosen, or drawn elsewhere."""
        self.graph.points = points_of(self.parameter, value)
        chosen = value if value in self.parameter.values else DRAWN
        self.choice.number = [option.value for option in self.choice.options].index(chosen)

    def natural_height(self, width: float) -> float:
        return super().natural_height(width) + 6 + self.graph.natural_height(width)

    def lay(self, box: Box) -> None:
        graph, side = self.graph.natural_height(box.width), self.style.typeface.grown(_SIDE)
        upper = box.height - graph - 6
        super().lay(Box(box.left, box.top, box.width - side - 6, upper))
        self.box = box
        top = self.choice.box.top
        self.pencil.lay(Box(box.right - side, top, side, self.choice.box.height))
        self.graph.lay(Box(box.left, box.bottom - graph, box.width, graph))

    @property
    def lit(self) -> bool:
        """Whether the line should be seen over the level, as it is pointed at, held or drawn."""
        return self.graph.hovered or self.graph.focused or self.graph.pressed
