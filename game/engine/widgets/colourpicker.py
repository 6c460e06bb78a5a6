"""A picker for one colour: by hue, saturation and lightness, by its code, or from swatches."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.engine import theme
from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.colour import INK, Colour, from_rgb, rgb
from game.engine.ornament import outline
from game.engine.sprites import sprite
from game.engine.text import Weight
from game.engine.vector import linear, rect, svg
from game.engine.widgets.entry import Entry
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.button import Pressable
from game.engine.widgets.parts.group import Container
from game.engine.widgets.parts.label import Label
from game.engine.widgets.parts.layout import REST, row
from game.engine.widgets.parts.style import Style
from game.engine.widgets.slider import Slider

_CODE = re.compile(r"#?([0-9a-fA-F]{6})$")
_SWATCH = 32.0
_HUES = 12
_RANGES = {"hue": 359, "saturation": 100, "lightness": 100}


def to_hsl(colour: Colour) -> tuple[int, int, int]:
    """Return hue 0–359, saturation and lightness 0–100 of a colour.

    >>> to_hsl("#1FA5A0")
    (178, 68, 38)
    """
    hue, light, saturation = colorsys.rgb_to_hls(*(part / 255 for part in rgb(colour)))
    return round(hue * 360) % 360, round(saturation * 100), round(light * 100)


def from_hsl(hue: int, saturation: int, lightness: int) -> Colour:
    """Return the colour of hue 0–359, saturation and lightness 0–100.

    >>> from_hsl(0, 100, 50)
    '#ff0000'
    """
    parts = colorsys.hls_to_rgb(hue / 360, lightness / 100, saturation / 100)
    return from_rgb(*(part * 255 for part in parts))


@sprite(kept=128)
def _ramp(width_px: int, height_px: int, colours: tuple[Colour, ...]) -> pygame.Surface:
    """Return the picture of a slider's track that blends through colours from left to right."""
    last = len(colours) - 1
    defs = linear("ramp", [(n / last, colour) for n, colour in enumerate(colours)], 0, 0, 1, 0)
    body = rect(0.5, 0.5, width_px - 1, height_px - 1, height_px / 2, "url(#ramp)", INK, 1, stroke_opacity=0.5)
    return svg(body, width_px, height_px, defs=defs)


class _RampSlider(Slider):
    """A slider whose track shows the colours that its values give."""

    colours: tuple[Colour, ...] = (INK, INK)

    def draw_track(self, canvas: Canvas, track: Box, x: float) -> None:
        """Draw the track's colours, instead of a filled part."""
        area = canvas.pixels(track.inflate(16, 4))
        made = _ramp(area.width, area.height, self.colours)
        canvas.surface.blit(made, area.topleft, special_flags=PREMULTIPLIED)


class Swatch(Pressable):
    """A patch of one colour that can be chosen."""

    corner = 8

    def __init__(self, style: Style, colour: Colour, on_press: Callable[[], None]) -> None:
        super().__init__(style, on_press=on_press)
        self.colour = colour
        self.chosen = False

    def natural_width(self) -> float:
        return self.natural_height(0)

    def natural_height(self, width: float) -> float:
        return self.style.typeface.grown(_SWATCH)

    def draw(self, canvas: Canvas) -> None:
        """Draw the patch, with a bright line around it if it is chosen or pointed at."""
        draw_swatch(canvas, self.box, self.colour, self.corner, self.hovered or self.chosen)


def draw_swatch(canvas: Canvas, box: Box, colour: Colour, corner: float = 8, bright: bool = False) -> None:
    """Draw a patch of colour with a line around it, a bright one if `bright`."""
    faces.draw_face(canvas, box, faces.PATCH._replace(top=colour, foot=colour), corner)
    if bright:
        area = canvas.pixels(box)
        made = outline(area.width, area.height, canvas.px(corner), theme.TEXT_BRIGHT, canvas.px(2))
        canvas.surface.blit(made, area.topleft, special_flags=PREMULTIPLIED)


class ColourPicker(Container):
    """Three sliders, an entry for the code, and swatches, all for one colour; `on_change` gets every new colour."""

    def __init__(
        self,
        style: Style,
        colour: Colour,
        box: Box,
        *,
        swatches: Sequence[Colour] = (),
        on_change: Callable[[Colour], None],
    ) -> None:
        super().__init__(style, box)
        self.colour = colour
        self.on_change = on_change
        hsl = to_hsl(colour)
        self.sliders = [
            _RampSlider(style, value, 0, high, on_change=self._slid)
            for value, high in zip(hsl, _RANGES.values(), strict=True)
        ]
        self.code = Entry(style, colour.upper(), limit=7, on_change=self._coded, on_commit=self._settled)
        self.code.tooltip = style.texts.line("widgets.colour.code")
        self.swatches = [Swatch(style, swatch, partial(self.set, swatch)) for swatch in swatches]
        names = [style.texts.line(f"widgets.colour.{name}") for name in _RANGES]
        self._labels = [Label(style, name, colour=theme.TEXT_MUTED) for name in names]
        for label, slider in zip(self._labels, self.sliders, strict=True):
            self.widgets += [label, slider]
        self.widgets += [self.code, *self.swatches]
        for slider in self.sliders:
            slider.value_room = style.typeface.measure("359", theme.BODY, Weight.SEMIBOLD)
        self.place(box)
        self._show()

    def natural_height(self, width: float) -> float:
        """Return the height of three sliders and a row with code and swatches."""
        grown = self.style.typeface.grown
        high = 3 * (grown(theme.CONTROL_HEIGHT) + 4) + 12 + grown(theme.CONTROL_HEIGHT)
        return high + (2 * self.style.least_press + 8 if self.style.least_press else 0.0)

    def place(self, box: Box) -> None:
        """Lay the parts of the picker out in a box."""
        self.box = box
        high = self.style.typeface.grown(theme.CONTROL_HEIGHT)
        wide = max(label.natural_width() for label in self._labels) + 8
        y = box.top
        for label, slider in zip(self._labels, self.sliders, strict=True):
            label.box, slider.box = row(Box(box.left, y, box.width, high), [wide, REST], 8)
            y += high + 4
        y += 8
        side = max(self.style.least_press, self.style.typeface.grown(_SWATCH))
        high = max(self.style.least_press, high)
        code_wide = self.style.typeface.measure("#DDDDDD") + 40
        self.code.box = Box(box.left + high + 8, y, code_wide, high)
        x, y = self._swatches_from(box, y, high)
        for swatch in self.swatches:
            swatch.box = Box(x, y + (high - side) / 2, side, side)
            x += side + 8

    def _swatches_from(self, box: Box, y: float, high: float) -> tuple[float, float]:
        """Return where the first swatch is: right of the code, or below it where that leaves too little room."""
        wide = len(self.swatches) * (max(self.style.least_press, self.style.typeface.grown(_SWATCH)) + 8) - 8
        x = self.code.box.right + 16
        return (x, y) if not self.style.least_press or x + wide <= box.right else (box.left, y + high + 8)

    def set(self, colour: Colour) -> None:
        """Set the colour, show it on every part, and call `on_change` if it is new."""
        if colour.upper() != self.colour.upper():
            self.colour = colour
            for slider, value in zip(self.sliders, to_hsl(colour), strict=True):
                slider.value = value
            self._show()
            self.on_change(colour)

    def _slid(self, _: int) -> None:
        hue, saturation, lightness = (slider.value for slider in self.sliders)
        self.colour = from_hsl(hue, saturation, lightness)
        self._show()
        self.on_change(self.colour)

    def _coded(self, text: str) -> None:
        code = _CODE.match(text)
        if code:
            self.set(f"#{code[1]}")

    def _settled(self, _: str) -> None:
        """Replace what was entered as a code by the code of the present colour."""
        self.code.text = self.colour.upper()

    def _show(self) -> None:
        """Show the present colour on sliders, entry and swatches."""
        hue, saturation, lightness = (slider.value for slider in self.sliders)
        turns = tuple(from_hsl(360 * n // _HUES, 75, 52) for n in range(_HUES + 1))
        greys = tuple(from_hsl(hue, share, lightness) for share in (0, 50, 100))
        lights = tuple(from_hsl(hue, saturation, share) for share in (0, 25, 50, 75, 100))
        for slider, colours in zip(self.sliders, (turns, greys, lights), strict=True):
            slider.colours = colours
        if not self.code.focused:
            self.code.text = self.colour.upper()
        for swatch in self.swatches:
            swatch.chosen = swatch.colour.upper() == self.colour.upper()

    def draw(self, canvas: Canvas) -> None:
        """Draw a patch of the present colour beside its code, then the parts."""
        place = self.code.box
        draw_swatch(canvas, Box(self.box.left, place.top, place.height, place.height), self.colour, 10)
        super().draw(canvas)
