"""Parts shared by the halls of contests: an empty place, the panel of addresses, and the dialog to end the contest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, SAND
from game.engine.layer import Layer
from game.engine.light import shine
from game.engine.scene import Context
from game.engine.sprites import sprite
from game.engine.text import Weight
from game.engine.vector import dashed_rect, rect, svg
from game.engine.widgets.dialog import Answer, Dialog
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.style import Style
from net.discovery.interfaces import LOOPBACK, interfaces

_ADDRESS = Box(40, 468, 1200, 148)
_GAP = 14.0
_VALUE_GAP = 56.0
_MARGIN = 24.0
_MOST_ADDRESSES = 3
END = "end"
_LOOK_SECONDS = 3.0
"""Seconds between two look-ups of this machine's addresses."""


def local_addresses() -> Sequence[str]:
    """Return this machine's addresses on its networks."""
    return [str(here.ip) for here in interfaces() if here != LOOPBACK]


class Addresses:
    """This machine's addresses, looked up regularly, as a cable may be plugged in later."""

    def __init__(self, given: str = "", look_up: Callable[[], Sequence[str]] | None = None) -> None:
        """`given`: the only address on which the contest listens; empty for all."""
        self._look_up = look_up or ((lambda: [given]) if given else local_addresses)
        self._looked = 0.0
        self._found: Sequence[str] | None = None

    def update(self, seconds: float) -> None:
        """Look the addresses up again when it is time."""
        self._looked += seconds
        if self._looked >= _LOOK_SECONDS:
            self._looked, self._found = 0.0, None

    @property
    def shown(self) -> str:
        """The first few addresses as text."""
        if self._found is None:
            self._found = self._look_up() or [str(LOOPBACK.ip)]
        return ", ".join(self._found[:_MOST_ADDRESSES])


class AddressPanel:
    """A paper panel: a sentence, and below it addresses and ports in large type."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._layer = Layer(margin=32)

    def draw(self, canvas: Canvas, words: str, told: Sequence[tuple[str, str]]) -> None:
        """Draw the panel; `told` are pairs of a label and its value."""
        self._layer.draw(canvas, _ADDRESS, (words, *told), lambda part: self._paint(part, words, told))

    def _paint(self, canvas: Canvas, words: str, told: Sequence[tuple[str, str]]) -> None:
        typeface, box = self._style.typeface, _ADDRESS
        faces.paper_panel(canvas, box)
        side, high = typeface.grown(28), typeface.leading(theme.LABEL)
        y = box.top + 18 + high / 2
        x = box.centerx - (typeface.measure(words, theme.LABEL, Weight.SEMIBOLD) + side + 12) / 2
        faces.draw_icon(canvas, "radio-tower", x + side / 2, y, side, theme.RUST)
        typeface.line(canvas, words, x + side + 12, y, theme.LABEL, Weight.SEMIBOLD, theme.TEXT_ON_PAPER)
        size, wide = self._size(told, box.width - 2 * _MARGIN)
        x = box.centerx - wide / 2
        y = (box.top + 18 + high + box.bottom) / 2 - 2
        for name, value in told:
            x += typeface.line(canvas, name, x, y + 4, theme.LABEL, colour=theme.TEXT_ON_PAPER_MUTED) + _GAP
            x += typeface.line(canvas, value, x, y, size, Weight.BOLD, theme.TEXT_ON_PAPER) + _VALUE_GAP

    def _size(self, told: Sequence[tuple[str, str]], room: float) -> tuple[float, float]:
        """Return the largest type size in which labels and values fit on one line, and that line's width."""
        measure = self._style.typeface.measure
        names = sum(measure(name, theme.LABEL) + _GAP for name, _ in told) + _VALUE_GAP * (len(told) - 1)
        for size in (theme.TITLE, theme.HEADING, theme.LABEL):
            wide = names + sum(measure(value, size, Weight.BOLD) for _, value in told)
            if wide <= room:
                break
        return size, wide


def draw_place(canvas: Canvas, box: Box, *, taken: bool) -> None:
    """Draw the place of a client, connected (`taken`) or missing."""
    if taken:
        shine(canvas, box.centerx, box.centery, box.width * 0.7, LANTERN, 0.22, 1.5)
        faces.glass_panel(canvas, box)
    else:
        area = canvas.pixels(box)
        canvas.put(_empty_place(area.width, area.height, canvas.px(theme.CORNER), canvas.px(2)), box.left, box.top)


@sprite(kept=4)
def _empty_place(width_px: int, height_px: int, radius_px: int, line_px: int) -> pygame.Surface:
    """Render an empty place: a dashed outline around a dark ground."""
    half, wide, high = line_px / 2, width_px - line_px, height_px - line_px
    ground = rect(half, half, wide, high, radius_px, INK, fill_opacity=0.42)
    line = dashed_rect(half, half, wide, high, radius_px, SAND, line_px, line_px * 5, stroke_opacity=0.6)
    return svg(ground + line, width_px, height_px)


def end_dialog(context: Context) -> Dialog:
    """Ask whether to end the contest; returns END."""
    line = context.texts.line
    answers = (
        Answer(line("table.leave.stay"), None, primary=True),
        Answer(line("contest.end.end"), END, icon="log-out"),
    )
    return Dialog(context, line("contest.end.title"), line("contest.end.text"), answers)
