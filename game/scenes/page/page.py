"""The common part of setup, replays and settings: a page of widgets before the evening, with a button back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from game.core.errors import reason
from game.engine import theme
from game.engine.canvas import DESIGN_WIDTH, Box, Canvas
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.text.fitting import fitting_size
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button
from game.engine.widgets.parts.group import Container
from game.engine.widgets.parts.tree import Laid, Part
from game.engine.widgets.screen import WidgetScene
from game.scenes.page.backdrop import draw_backdrop, warm_backdrop

_SIDE = 40.0
_TOP = 64.0
"""Top of the page, below the lanterns."""
_FOOT = 24.0
_UPRIGHT_EDGE = 8.0
"""What is free around a page on an upright frame."""
_HEADING_GAP = 18.0


class PageScene(WidgetScene):
    """A page with a heading, a button back, and widgets below."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        settings = context.settings
        self._dress = (settings.resolved_language, settings.display.text_size, settings.motion.reduced)

    @property
    @abstractmethod
    def heading(self) -> str:
        """The page's heading."""

    @property
    def subheading(self) -> str:
        """A few words after the heading; empty for none."""
        return ""

    @abstractmethod
    def build_body(self, body: Box) -> Sequence[Widget]:
        """Build the widgets of the page within `body`."""

    def first_focus(self) -> Widget | None:
        """Return the widget that has the focus at first; None for the default."""
        return None

    def save(self, path: Path, write: Callable[[Path], object], saved: str) -> None:
        """Write a file, and say that by the text `saved`, or why it could not be written."""
        line = self.context.texts.line
        try:
            write(path)
        except OSError as error:
            self.context.notify(line("history.error.write", path=str(path), reason=reason(error)))
            return
        self.context.notify(line(saved, path=str(path)))

    def enter(self) -> None:
        super().enter()
        self.group.focus(self.first_focus())

    def resumed(self, value: Any) -> None:
        self.rebuild()

    def settings_applied(self) -> None:
        """Build the page again if language, text size or reduced motion changed; other settings do not affect it."""
        context = self.context
        dress = (context.texts.language, context.typeface.text_size, context.settings.motion.reduced)
        if dress != self._dress:
            self.rebuild()
        self._dress = dress

    def build(self) -> Iterable[Widget]:
        side, frame = self.style.control_height, self.design
        edge, above = (_SIDE, _TOP) if not frame.upright else (_UPRIGHT_EDGE, _UPRIGHT_EDGE)
        self._back = Button(
            self.style,
            box=Box(edge, above, side, side),
            icon="arrow-left",
            on_press=self.stack.pop,
            tooltip=self.context.texts.line("page.back"),
        )
        top = above + side + (1 if frame.upright else 2) * theme.GRID
        foot = _UPRIGHT_EDGE if frame.upright else _FOOT
        body = Box(edge, top, frame.width - 2 * edge, frame.height - foot - top)
        return [*self.build_body(body), self._back]

    @property
    def _heading_left(self) -> float:
        return self._back.box.right + _HEADING_GAP

    def beside_heading(self, part: Part) -> Laid:
        """Return a part that is laid out between the heading of an upright page and the page's right edge."""
        heading = self.style.typeface.measure(self.heading, theme.HEADING, Weight.BOLD)
        box, left = self._back.box, self._heading_left + heading + theme.GAP
        return Laid(self.style, part, Box(left, box.top, self.design.width - _UPRIGHT_EDGE - left, box.height))

    @property
    def still_for(self) -> float:
        return self.group.still_for

    def warm(self) -> Iterator[None]:
        if not self.context.thrift.warming:
            return
        yield from warm_backdrop(self.context.canvas)
        sheet = self.context.canvas.surface.copy()
        sheet.set_clip(sheet.get_rect().inflate(-2, -2))
        canvas = Canvas(sheet, self.context.canvas.scale, self.context.canvas.origin)
        for widget in self.group.walk():
            if not isinstance(widget, Container):  # it would draw those again that stand in it
                widget.draw(canvas)
                yield

    def draw_ground(self, canvas: Canvas) -> None:
        draw_backdrop(canvas)
        typeface = self.context.typeface
        x, y = self._heading_left, self._back.box.centery
        if self.design.upright:
            room = self.design.width - _UPRIGHT_EDGE - x
            size = fitting_size(typeface, self.heading, room, (theme.HEADING, theme.LABEL))
            heading = typeface.cut(self.heading, room, size)
            typeface.line(canvas, heading, x, y, size, Weight.BOLD, theme.TEXT_BRIGHT, shadow=1)
            return
        x += typeface.line(canvas, self.heading, x, y, theme.TITLE, Weight.BOLD, theme.TEXT_BRIGHT, shadow=1)
        if self.subheading:
            x += _HEADING_GAP
            room = DESIGN_WIDTH - _SIDE - x
            typeface.line(canvas, self.subheading, x, y + 5, theme.BODY, max_width=room, shadow=1)
