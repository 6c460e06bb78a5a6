"""Functions that divide boxes, so that scenes need no coordinates. All lengths are design units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from game.engine.canvas import Box
from game.engine.theme import GAP
from game.engine.widgets.parts.base import Widget

REST: Final = None
"""A size that stands for an equal share of the length that fixed sizes leave."""
Size: TypeAlias = float | None


def inset(box: Box, x: float, y: float | None = None) -> Box:
    """Return the box without a margin on every side: `x` left and right, `y` (default `x`) above and below."""
    y = x if y is None else y
    return Box(box.left + x, box.top + y, max(0.0, box.width - 2 * x), max(0.0, box.height - 2 * y))


def centred(outer: Box, width: float, height: float) -> Box:
    """Return a box of this size in the middle of another."""
    return Box(outer.centerx - width / 2, outer.centery - height / 2, width, height)


def _places(start: float, length: float, sizes: Sequence[Size], gap: float) -> list[tuple[float, float]]:
    fixed = sum(size for size in sizes if size is not None)
    shares = sum(1 for size in sizes if size is None)
    left = length - fixed - gap * max(0, len(sizes) - 1)
    share = max(0.0, left / shares) if shares else 0.0
    found = []
    for size in sizes:
        long = share if size is None else size
        found.append((start, long))
        start += long + gap
    return found


def row(box: Box, sizes: Sequence[Size], gap: float = GAP) -> list[Box]:
    """Return boxes side by side, as high as `box`.

    >>> [(part.left, part.width) for part in row(Box(0, 0, 100, 20), [30, REST, REST], gap=10)]
    [(0.0, 30.0), (40.0, 25.0), (75.0, 25.0)]
    """
    return [Box(x, box.top, wide, box.height) for x, wide in _places(box.left, box.width, sizes, gap)]


def column(box: Box, sizes: Sequence[Size], gap: float = GAP) -> list[Box]:
    """Return boxes below each other, as wide as `box`."""
    return [Box(box.left, y, box.width, high) for y, high in _places(box.top, box.height, sizes, gap)]


def grid(box: Box, columns: int, rows: int, gap: float = GAP, row_gap: float | None = None) -> list[Box]:
    """Return equal boxes in rows and columns, row by row."""
    lines = column(box, [REST] * rows, gap if row_gap is None else row_gap)
    return [cell for line in lines for cell in row(line, [REST] * columns, gap)]


def stack(box: Box, widgets: Iterable[Widget], gap: float = GAP) -> float:
    """Place widgets below each other, as wide as `box` and each as high as it needs. Return the height used."""
    y = box.top
    for widget in widgets:
        high = widget.natural_height(box.width)
        widget.lay(Box(box.left, y, box.width, high))
        y += high + gap
    return max(0.0, y - gap - box.top)


def line_up(box: Box, widgets: Sequence[Widget], gap: float = GAP, align: str = "left") -> float:
    """Place widgets at their natural widths, "left", "middle" or "right" in `box`. Return the width used."""
    widths = [widget.natural_width() for widget in widgets]
    used = sum(widths) + gap * max(0, len(widgets) - 1)
    start = {"left": box.left, "middle": box.centerx - used / 2, "right": box.right - used}[align]
    places = zip(widgets, _places(start, used, widths, gap), strict=True)
    for widget, (x, wide) in places:
        high = widget.natural_height(wide)
        widget.lay(Box(x, box.centery - high / 2, wide, high))
    return used


def wrap_up(box: Box, widgets: Sequence[Widget], gap: float = GAP) -> float:
    """Place widgets side by side at their natural widths, in as many rows as needed. Return the height used."""
    x, y, high = box.left, box.top, 0.0
    for widget in widgets:
        wide = min(box.width, widget.natural_width())
        if x > box.left and x + wide > box.right + 0.5:
            x, y = box.left, y + high + gap
            high = 0.0
        needed = widget.natural_height(wide)
        widget.lay(Box(x, y, wide, needed))
        x, high = x + wide + gap, max(high, needed)
    return y + high - box.top
