"""The paper on which a person draws their sign with a round brush, and the sign as it is shown at seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.engine.light import drop_shadow
from game.engine.scene import Context
from game.engine.sprites import sprite
from game.engine.vector import circle, path, svg
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Kind, Pressable
from game.engine.widgets.parts.label import Label
from game.engine.widgets.parts.layout import REST, row
from game.engine.widgets.parts.style import Style
from game.ground.portrait import COLOURS, MOST_BYTES, SIDE, Stroke, packed, valid_strokes
from game.scenes.page.page import PageScene

_BRUSH = 5.0
"""Width of the brush, in units of the paper."""
_LEAST_STEP = 5
"""Points of a stroke that are nearer to each other than this are left out."""
_PAPER = "#F3E3C3"


def sign_body(portrait: bytes) -> str:
    """Return SVG elements of a sign on its round paper, SIDE units wide; they hold numbers and colours only."""
    body = circle(50, 50, 49, _PAPER)
    for stroke in valid_strokes(portrait):
        first, *rest = stroke.points
        line = f"M{first[0]} {first[1]}" + "".join(f"L{x} {y}" for x, y in rest or [first])
        body += path(line, stroke=COLOURS[stroke.colour], width=_BRUSH)
    return body


@sprite(kept=64)
def _drawn(portrait: bytes, size_px: int) -> pygame.Surface:
    return svg(sign_body(portrait), size_px, size_px, box=(0, 0, SIDE, SIDE), oversample=4)


@sprite(kept=2 * len(COLOURS))
def _dot(colour: str, size_px: int) -> pygame.Surface:
    return svg(circle(50, 50, 44, colour, "#FFF6E3", 6), size_px, size_px, box=(0, 0, 100, 100), oversample=4)


def put_portrait(canvas: Canvas, portrait: bytes, x: float, y: float, side: float) -> None:
    """Draw a sign around a point; strokes that are none are left out."""
    canvas.put_middle(_drawn(portrait, canvas.px(side)), x, y)


class PortraitPad(Widget):
    """Paper to draw on with the pointer; ink that is used up draws no more."""

    focusable = True

    def __init__(self, style: Style, strokes: Sequence[Stroke], on_change: Callable[[], None]) -> None:
        super().__init__(style)
        self.strokes = list(strokes)
        self.colour = 0
        self._on_change = on_change

    @property
    def portrait(self) -> bytes:
        """The drawing so far."""
        return packed(self.strokes)

    @property
    def ink(self) -> int:
        """How many more points can be drawn."""
        return max(0, (MOST_BYTES - len(self.portrait)) // 2 - 1)

    def undo(self) -> None:
        """Take the last stroke back."""
        del self.strokes[-1:]
        self._on_change()

    def clear(self) -> None:
        self.strokes.clear()
        self._on_change()

    def handle(self, event: InputEvent) -> bool:
        match event:
            case PointerPressed(x=x, y=y, button=1):
                self.pressed = True
                if self.ink:
                    self.strokes.append(Stroke(self.colour, (self._point(x, y),)))
                    self._on_change()
                return True
            case PointerMoved(x=x, y=y) if self.pressed:
                self._draw_on(self._point(x, y))
                return True
            case PointerReleased(button=1) if self.pressed:
                self.pressed = False
                return True
        return False

    def _point(self, x: float, y: float) -> tuple[int, int]:
        scale = SIDE / self.box.width
        across, down = (x - self.box.left) * scale, (y - self.box.top) * scale
        return round(min(SIDE, max(0, across))), round(min(SIDE, max(0, down)))

    def _draw_on(self, point: tuple[int, int]) -> None:
        if not self.ink or not self.strokes:
            return
        stroke = self.strokes[-1]
        last = stroke.points[-1]
        if max(abs(point[0] - last[0]), abs(point[1] - last[1])) >= _LEAST_STEP:
            self.strokes[-1] = Stroke(stroke.colour, (*stroke.points, point))
            self._on_change()

    def draw(self, canvas: Canvas) -> None:
        drop_shadow(canvas, self.box, self.box.width / 2, 12, 110, 5)
        put_portrait(canvas, self.portrait, self.box.centerx, self.box.centery, self.box.width)


class _Ink(Pressable):
    """A colour to draw with."""

    def __init__(self, style: Style, colour: int, pad: PortraitPad) -> None:
        super().__init__(style, on_press=self._take)
        self._colour, self._pad = colour, pad

    def _take(self) -> None:
        self._pad.colour = self._colour

    def draw(self, canvas: Canvas) -> None:
        canvas.put_middle(_dot(COLOURS[self._colour], canvas.px(40)), self.box.centerx, self.box.centery)
        if self._pad.colour == self._colour:
            faces.focus_ring(canvas, self.box, theme.CORNER)


class PortraitScene(PageScene):
    """Draws the person's sign, keeps it in the settings, and shows it to the room."""

    upright = True

    def __init__(self, context: Context, on_done: Callable[[bytes], None]) -> None:
        super().__init__(context)
        self._on_done = on_done
        self._kept = valid_strokes(bytes.fromhex(context.settings.portrait))
        self.pad: PortraitPad | None = None

    @property
    def heading(self) -> str:
        return self.context.texts.line("portrait.title")

    def build_body(self, body: Box) -> Sequence[Widget]:
        style, line = self.style, self.context.texts.line
        strokes = self.pad.strokes if self.pad else self._kept
        pad = self.pad = PortraitPad(style, strokes, self._changed)
        told = Label(style, line("portrait.told"), anchor="middle")
        high = told.natural_height(body.width)
        told.box = Box(body.left, body.top, body.width, high)
        done = Button(style, line("portrait.done"), icon="check", kind=Kind.PRIMARY, on_press=self._done)
        clear = Button(style, line("portrait.clear"), icon="eraser", on_press=pad.clear)
        undo = Button(style, icon="undo-2", tooltip=line("table.tool.undo"), on_press=pad.undo)
        foot = done.natural_height(0)
        side = min(body.width - 16, body.height - high - foot - 2 * 44 - 48)
        pad.box = Box(body.centerx - side / 2, body.top + high + 12, side, side)
        inks = [_Ink(style, colour, pad) for colour in range(len(COLOURS))]
        step = min(52.0, body.width / len(inks))
        left = body.centerx - len(inks) * step / 2
        for number, ink in enumerate(inks):
            ink.box = Box(left + number * step + (step - 44) / 2, pad.box.bottom + 12, 44, 44)
        self._ink = Label(style, self._ink_told(), size=theme.CAPTION, colour=theme.TEXT, anchor="middle")
        self._ink.box = Box(body.left, pad.box.bottom + 60, body.width, style.typeface.leading(theme.CAPTION))
        ways = [undo, clear, done]
        wide = sum(way.natural_width() for way in ways) + 24
        if self.design.upright:
            clear.tooltip, clear.label = clear.label, ""
            places = row(Box(body.left, body.bottom - foot, body.width, foot), [foot, foot, REST])
            for way, place in zip(ways, places, strict=True):
                way.box = place
            return [told, pad, *inks, self._ink, *ways]
        x = body.centerx - wide / 2
        for way in ways:
            way.box = Box(x, body.bottom - foot, way.natural_width(), foot)
            x += way.natural_width() + 12
        return [told, pad, *inks, self._ink, *ways]

    def _ink_told(self) -> str:
        assert self.pad is not None
        return self.context.texts.line("portrait.ink", count=self.pad.ink)

    def _changed(self) -> None:
        self._ink.text = self._ink_told()

    def _done(self) -> None:
        assert self.pad is not None
        portrait = self.pad.portrait
        self.context.settings.portrait = portrait.hex()
        self.context.apply_settings()
        self.stack.pop(partial(self._on_done, portrait))
