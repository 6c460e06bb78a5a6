"""Panels in the hall of a Slime night: who is called and how long is waited, and who is here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from game.cabinets.slime.scenes.banner import draw_banner
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.layer import Layer
from game.engine.stage import Look
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.style import Style
from game.ground.times import clock_time

_PAD = 18.0
_MOST_TEAMS = 12
"""Teams on one page of who is here."""
_PAGE_SECONDS = 5.0


class Calling(NamedTuple):
    """What the panel of the call shows."""

    title: str
    looks: tuple[Look, ...]
    """The two teams that are called; empty where nobody is."""
    here: tuple[bool, ...]
    words: str
    """Beneath the title where nobody is called."""
    clock: str
    following: str
    """Who comes next; empty where that is not known."""


def clock_of(seconds: float) -> str:
    """Return a time as people read it from a clock.

    >>> clock_of(150.2), clock_of(9)
    ('2:31', '0:09')
    """
    return clock_time(math.ceil(seconds))


class CallPanel:
    """The two teams that are called, each with its banner and whether it has come."""

    def __init__(self, style: Style, box: Box) -> None:
        self._style = style
        self._box = box
        self._layer = Layer(margin=40)

    def draw(self, canvas: Canvas, calling: Calling) -> None:
        self._layer.draw(canvas, self._box, calling, lambda part: self._paint(part, calling))

    def _paint(self, canvas: Canvas, calling: Calling) -> None:
        box, typeface = self._box, self._style.typeface
        faces.glass_panel(canvas, box)
        inner = box.inflate(-2 * _PAD, -2 * _PAD + 12)
        head, foot = typeface.leading(theme.LABEL), typeface.leading(theme.BODY)
        clock = typeface.measure(calling.clock, theme.HEADING, Weight.BOLD)
        if calling.clock:
            y = inner.top + head / 2
            typeface.line(canvas, calling.clock, inner.right, y, theme.HEADING, Weight.BOLD, theme.WARNING, "right")
        for row, words in enumerate(typeface.lines_in(calling.title, inner.width - clock - 12, 2 * head, theme.LABEL)):
            y = inner.top + (row + 0.5) * head
            typeface.line(canvas, words, inner.left, y, theme.LABEL, Weight.SEMIBOLD, LANTERN)
        if calling.following:
            words = fitted(typeface, calling.following, inner.width, theme.BODY)
            typeface.line(canvas, words, inner.left, inner.bottom - foot / 2, theme.BODY, colour=theme.TEXT_MUTED)
        shown = len(typeface.lines_in(calling.title, inner.width - clock - 12, 2 * head, theme.LABEL))
        top, bottom = inner.top + shown * head + 6, inner.bottom - foot - 4
        if not calling.looks:
            self._paint_words(canvas, calling.words, Box(inner.left, top, inner.width, bottom - top))
            return
        half = (bottom - top) / len(calling.looks)
        for side, (look, here) in enumerate(zip(calling.looks, calling.here, strict=True)):
            self._paint_team(canvas, side, look, here, Box(inner.left, top + side * half, inner.width, half))

    def _paint_words(self, canvas: Canvas, words: str, box: Box) -> None:
        typeface = self._style.typeface
        sizes = (theme.TITLE, theme.HEADING, theme.LABEL)
        size = next(
            (s for s in sizes if typeface.height_of(words, box.width, s, Weight.BOLD) <= box.height), theme.BODY
        )
        lines = typeface.lines_in(words, box.width, box.height, size, Weight.BOLD)
        for number, line in enumerate(lines):
            y = box.centery + (number - (len(lines) - 1) / 2) * typeface.leading(size)
            typeface.line(canvas, line, box.centerx, y, size, Weight.BOLD, theme.TEXT_BRIGHT, "middle", shadow=1)

    def _paint_team(self, canvas: Canvas, side: int, look: Look, here: bool, box: Box) -> None:
        typeface = self._style.typeface
        banner = min(box.height - 10, 72.0)
        draw_banner(canvas, side, look, Box(box.left, box.centery - banner / 2, banner, banner))
        left = box.left + banner + 16
        room = box.right - left
        words = self._style.texts.line("slime_night.hall.here" if here else "slime_night.hall.come")
        name = fitted(typeface, look.name, room, theme.HEADING)
        high, low = typeface.leading(theme.HEADING), typeface.leading(theme.BODY)
        y = box.centery - low / 2
        bright = theme.TEXT_BRIGHT
        typeface.line(canvas, name, left, y, theme.HEADING, Weight.BOLD, bright, shadow=1)
        told = fitted(typeface, words, room, theme.BODY)
        colour = theme.GOOD if here else theme.WARNING
        typeface.line(canvas, told, left, y + (high + low) / 2 - 4, theme.BODY, Weight.SEMIBOLD, colour)


class HerePanel:
    """Which teams are here."""

    def __init__(self, style: Style, box: Box) -> None:
        self._style = style
        self._box = box
        self._layer = Layer(margin=40)

    def draw(self, canvas: Canvas, teams: Sequence[tuple[str, bool]], now: float) -> None:
        """Draw names, each with whether the team is here; `now` is in seconds of any clock."""
        pages = [tuple(teams[at : at + _MOST_TEAMS]) for at in range(0, len(teams), _MOST_TEAMS)]
        page = pages[int(now / _PAGE_SECONDS) % len(pages)]
        here = sum(there for _, there in teams)
        words = self._style.texts.line("slime_night.hall.count", here=here, teams=len(teams))
        self._layer.draw(canvas, self._box, (words, page), lambda part: self._paint(part, words, page))

    def _paint(self, canvas: Canvas, words: str, page: Sequence[tuple[str, bool]]) -> None:
        box, typeface = self._box, self._style.typeface
        faces.glass_panel(canvas, box)
        inner = box.inflate(-2 * _PAD, -2 * _PAD + 12)
        head = typeface.leading(theme.LABEL)
        title = fitted(typeface, words, inner.width, theme.LABEL)
        typeface.line(canvas, title, inner.left, inner.top + head / 2, theme.LABEL, Weight.SEMIBOLD, LANTERN)
        rows = math.ceil(len(page) / 2)
        high = min(44.0, (inner.height - head - 6) / rows)
        fits = typeface.grown(theme.LABEL) * 1.2 <= high
        size, wide = theme.LABEL if fits else theme.BODY, inner.width / 2
        for number, (name, here) in enumerate(page):
            column, row = divmod(number, rows)
            left, y = inner.left + column * wide, inner.top + head + 6 + (row + 0.5) * high
            mark = typeface.grown(16)
            colour = theme.GOOD if here else theme.TEXT_MUTED
            faces.draw_icon(canvas, "check" if here else "hourglass", left + mark / 2, y, mark, colour, 3.0)
            told = fitted(typeface, name, wide - mark - 20, size)
            shade = theme.TEXT if here else theme.TEXT_MUTED
            typeface.line(canvas, told, left + mark + 8, y, size, Weight.SEMIBOLD, shade)
