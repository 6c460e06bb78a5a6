"""Opens a scene that takes work to make: at once for short work, with a progress page for long work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.core.errors import SpokenError
from game.core.work.pieces import Pieces
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context, Scene
from game.engine.text import Weight
from game.engine.text.fitting import fitting_size
from game.engine.widgets import Button, Label, Panel, ProgressBar, Widget, WidgetScene, centred, line_up
from game.scenes.page.backdrop import draw_backdrop, warm_backdrop

AT_ONCE = 0.08
"""Seconds of work after which the progress page opens."""
IN_THE_DARK = 0.25
"""Further seconds for which the page stays dark, so that it never flashes up."""
A_FRAME = 0.022
"""Seconds of work per frame of the page."""
_WIDTH = 520.0
_PADDING = 28.0
_GAP = 14.0


class ProgressPage(WidgetScene):
    """Does work piece by piece and opens the scene that results. BACK cancels the work."""

    upright = True

    def __init__(self, context: Context, heading: str, work: Pieces[Scene], share: float = 0.0) -> None:
        super().__init__(context)
        self.heading = heading
        self.share = share
        self._work: Pieces[Scene] | None = work

    def build(self) -> Iterable[Widget]:
        style = self.style
        width = min(max(_WIDTH, style.typeface.grown(_WIDTH * 0.85)), self.design.width - 2 * theme.GAP)
        inner = width - 2 * _PADDING
        sizes = (theme.HEADING, theme.LABEL) if self.design.upright else (theme.HEADING,)
        size = fitting_size(style.typeface, self.heading, inner - theme.GAP, sizes)
        title = Label(style, self.heading, size=size, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT)
        self._bar = ProgressBar(style)
        self._bar.share = self.share
        stop = Button(style, self.context.texts.line("page.progress.stop"), icon="x", on_press=self.stack.pop)
        high = stop.natural_height(0)
        parts: list[Widget] = [title, self._bar]
        tall = sum(part.natural_height(inner) + _GAP for part in parts)
        box = centred(self.design.box, width, 2 * _PADDING + tall + high)
        y = box.top + _PADDING
        for part in parts:
            part.box = Box(box.left + _PADDING, y, inner, part.natural_height(inner))
            y += part.box.height + _GAP
        line_up(Box(box.left + _PADDING, box.bottom - _PADDING - high, inner, high), [stop], 12, "right")
        return [Panel(style, box), *parts, stop]

    def warm(self) -> Iterator[None]:
        yield from warm_backdrop(self.context.canvas)
        end = self.context.clock.now() + IN_THE_DARK
        while self._work is not None and self.context.clock.now() < end:
            self._go_on(0.0)
            yield

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.stack.top is self and not self.stack.changing:
            self._go_on(A_FRAME)
            self._bar.share = self.share

    def _go_on(self, seconds: float) -> None:
        """Work for `seconds`, at least one piece; at the end open the scene, or say why there is none."""
        end = self.context.clock.now() + seconds
        try:
            while self._work is not None:
                self.share = next(self._work)
                if self.context.clock.now() >= end:
                    return
        except StopIteration as done:
            self._work = None
            self.stack.replace(done.value)
        except SpokenError as error:
            self._work = None
            self.context.notify(self.context.texts.line(error.key, error.values))
            self.stack.pop()

    def leave(self) -> None:
        if self._work is not None:
            self._work.close()
            self._work = None

    def draw_ground(self, canvas: Canvas) -> None:
        draw_backdrop(canvas)


def led_to(context: Context, heading: str, work: Pieces[Scene]) -> Scene:
    """Return the scene that the work makes or, if that takes longer than a moment, a progress page that leads to it.

    `heading` is the text key of the page's heading. Raises what the work raises in its first moment; a later
    SpokenError is shown by the page, which then closes.
    """
    end, share = context.clock.now() + AT_ONCE, 0.0
    try:
        while context.clock.now() < end:
            share = next(work)
    except StopIteration as done:
        scene: Scene = done.value
        return scene
    return ProgressPage(context, context.texts.line(heading), work, share)
