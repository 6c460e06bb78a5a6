"""Whether a page laid out in a narrow frame keeps all of it apart and inside."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.canvas import Box
from game.engine.widgets import Container, Panel, ScrollArea, Widget
from game.engine.widgets.parts.tree import Laid

WIDTH, HEIGHTS = 412.0, (892.0, 690.0)
EDGE, HEAD = 8.0, 60.0
"""What a narrow page keeps free at its sides and at its foot, and at its head."""


def _leaves(widget: Widget, window: Box, grounds: tuple[type[Widget], ...]) -> Iterator[tuple[Widget, Box]]:
    """The widgets that hold no others, with what is in sight of their boxes, without those that others may lie on."""
    if isinstance(widget, ScrollArea):
        window = window.clip(widget.box)
        if not min(window.width, window.height):
            return
    if isinstance(widget, Container):
        for inner in widget.widgets:
            if inner.visible:
                yield from _leaves(inner, window, grounds)
    elif not isinstance(widget, grounds):
        assert window.left - 1 <= widget.box.left and widget.box.right <= window.right + 1, (
            f"{type(widget).__name__} {widget.box} is cut at a side"
        )
        seen = widget.box.clip(window)
        if min(seen.width, seen.height) > 0:
            yield widget, seen


def check(page: Laid, frame: Box, grounds: tuple[type[Widget], ...] = (Panel,)) -> None:
    page.lay(Box(EDGE, HEAD, frame.width - 2 * EDGE, frame.height - HEAD - EDGE))
    shown = list(_leaves(page, Box(-9999, -9999, 99999, 99999), grounds))
    assert len(shown) > 4
    for number, (one, box) in enumerate(shown):
        assert frame.inflate(1, 1).contains(box), f"{type(one).__name__} {box} leaves the frame"
        for other, there in shown[number + 1 :]:
            shared = box.clip(there)
            assert min(shared.width, shared.height) <= 1, (
                f"{type(one).__name__} lies over {type(other).__name__}: {shared}"
            )
