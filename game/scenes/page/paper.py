"""A page of paper to read, over any other scene."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, KeyPressed
from game.engine.ornament import khatam
from game.engine.widgets import Button, Panel, Picture, RichText, RisingScene, Widget, centred, focus_ring
from game.engine.widgets.parts.style import Style

_WIDTH, _HEIGHT = 860.0, 656.0
_SIDE_ROOM, _TOP_ROOM = 40.0, 28.0
_CROSS = 48.0
"""Side of the button that closes a page on an upright frame, below it, where thumbs are."""


class _Text(RichText):
    """A text whose focus ring is drawn around the page."""

    page = Box(0, 0, 0, 0)

    def draw_focus(self, canvas: Canvas) -> None:
        focus_ring(canvas, self.page, theme.CORNER)


class PaperPage(RisingScene):
    """A page of text, scrolled by wheel, arrow keys, page keys or the pad's stick; BACK or the cross closes it."""

    dim = 0.6
    foot: float = 0.0
    """Height below the text for the page's widgets, at the usual text size."""

    @abstractmethod
    def words(self) -> str:
        """Return the page's text, in the markup of longer texts."""

    def pictures(self) -> Mapping[str, Picture]:
        """Return the pictures that the text names."""
        return {}

    def foot_widgets(self, style: Style, foot: Box) -> Sequence[Widget]:
        """Return further widgets of the page, below the text."""
        return ()

    def enter(self) -> None:
        super().enter()
        self.style.play_sound(Sound.PAGE)
        self.group.focus(self._text if self._text.takes_focus else self._close)

    def build(self) -> Iterable[Widget]:
        style = self.style
        frame, side_room = self.design, _SIDE_ROOM
        page = centred(frame.box, _WIDTH, _HEIGHT)
        foot = style.typeface.grown(self.foot)
        if frame.upright:
            page, side_room = Box(8, 8, frame.width - 16, frame.height - 16 - _CROSS - 8), _SIDE_ROOM / 2
        wide = page.width - 2 * side_room
        text = Box(page.left + side_room, page.top + _TOP_ROOM, wide, page.height - 2 * _TOP_ROOM - foot)
        self._text = _Text(style, self.words(), text, colour=theme.TEXT_ON_PAPER, pictures=self.pictures())
        self._text.page = page
        side = style.typeface.grown(theme.CONTROL_HEIGHT)
        self._close = Button(
            style,
            box=Box(page.right + 12, page.top, side, side),
            icon="x",
            on_press=self.stack.pop,
            tooltip=self.context.texts.line("rules_page.close"),
        )
        if frame.upright:
            self._close.box = Box(page.centerx - _CROSS / 2, page.bottom + 8, _CROSS, _CROSS)
        below = Box(text.left, page.bottom - _TOP_ROOM - foot, wide, foot)
        return [Panel(style, page, paper=True), self._text, *self.foot_widgets(style, below), self._close]

    def handle_rest(self, event: InputEvent) -> None:
        """Scroll by keys wherever the focus is; close on BACK."""
        match event:
            case Command(name=CommandName.UP | CommandName.DOWN) | KeyPressed():
                self._text.handle(event)
            case Command(name=CommandName.BACK | CommandName.HINT | CommandName.MENU):
                self.style.play_sound(Sound.BACK)
                self.stack.pop()

    def draw_risen(self, canvas: Canvas) -> None:
        super().draw_risen(canvas)
        self._draw_corners(canvas)

    def _draw_corners(self, canvas: Canvas) -> None:
        """Draw small stars in the page's corners."""
        page = self.group.widgets[0].box
        star = khatam(canvas.px(14), "#C98A3A", "#8A5A1E")
        for x in (page.left + 20, page.right - 20):
            for y in (page.top + 20, page.bottom - 20):
                canvas.put_middle(star, x, y)
