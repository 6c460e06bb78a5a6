"""A kind of player in a match of many: what it is, and a slider for how many of them sit there."""

from __future__ import annotations

from collections.abc import Callable

from game.core.bot_loading import HUMAN
from game.core.bot_reading import is_own
from game.engine import theme
from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.colour import LANTERN, lighten
from game.engine.ornament import badge
from game.engine.patterns import PATTERNS
from game.engine.stage import Tint
from game.engine.text import Weight
from game.engine.textile import pattern_wash
from game.engine.widgets import Container, Slider, Style, faces
from game.scenes.page import fitted_end
from game.scenes.setup_crowd import kind_name
from game.scenes.table_panels import fitted

_PAD = 12.0
_AIR = 8.0
_HELP_LINES = 3
_SLIDER = 24.0


class KindMarks:
    """The sign of every kind: computers have the shapes and colours of seats, others an icon."""

    def __init__(self, bots: tuple[str, ...], tints: tuple[Tint, ...]) -> None:
        self._tints = {bot: tints[number % len(tints)] for number, bot in enumerate(bots)}

    def tint(self, kind: str) -> Tint | None:
        """The cloth of a computer; None for people and their own players."""
        return self._tints.get(kind)

    def draw(self, canvas: Canvas, kind: str, x: float, y: float, size: float) -> None:
        """The sign with its middle at a point."""
        tint = self.tint(kind)
        if tint is None:
            icon = "user" if kind == HUMAN else "file"
            faces.draw_icon(canvas, icon, x, y, size, LANTERN if kind == HUMAN else theme.GOOD, 2.6)
        else:
            mark = badge(PATTERNS[tint.pattern].shape, tint.colour, canvas.px(size), lighten(tint.colour, 0.6))
            canvas.put_middle(mark, x, y)


class KindCard(Container):
    """One kind. `show` takes another count; only a person's hand is told on."""

    corner = theme.CORNER

    def __init__(
        self, style: Style, game: str, kind: str, marks: KindMarks, most: int, on_change: Callable[[int], None]
    ) -> None:
        super().__init__(style, None)
        self.kind = kind
        self._marks = marks
        self._name = kind_name(kind, game, style.texts)
        self._help = self._describe(game)
        self.slider = Slider(style, 0, 0, most, on_change=on_change)
        self.slider.value_room = style.typeface.measure("00", theme.LABEL, Weight.BOLD)
        self.widgets = [self.slider]

    def _describe(self, game: str) -> str:
        texts = self.style.texts
        if self.kind == HUMAN:
            return texts.line("setup.crowd.person_help")
        if is_own(self.kind):
            return self.kind
        return texts.line(f"{game}.bot.{self.kind}.help")

    def show(self, count: int, most: int) -> None:
        """So many sit there, of at most so many."""
        self.slider.high = most
        self.slider.value = count

    def natural_height(self, width: float) -> float:
        """Name, slider and a few lines of what it does."""
        typeface = self.style.typeface
        lines = _HELP_LINES * typeface.leading(theme.CAPTION)
        return 2 * _AIR + typeface.leading(theme.BODY) + typeface.grown(_SLIDER) + 2 + lines

    def lay_out(self, box: Box) -> None:
        """Take a place."""
        self.box = box
        typeface = self.style.typeface
        top = box.top + _AIR + typeface.leading(theme.BODY)
        self.slider.box = Box(box.left + _PAD, top, box.width - 2 * _PAD, typeface.grown(_SLIDER))

    def draw(self, canvas: Canvas) -> None:
        """Ground, sign, name, slider, what it does."""
        typeface, box = self.style.typeface, self.box
        faces.glass_panel(canvas, box)
        tint = self._marks.tint(self.kind)
        if tint and self.slider.value:
            area = canvas.pixels(box)
            wash = pattern_wash(tint.colour, tint.pattern, area.width, area.height, canvas.px(self.corner))
            canvas.surface.blit(wash, area.topleft, special_flags=PREMULTIPLIED)
        side = typeface.grown(18)
        y = box.top + _AIR + typeface.leading(theme.BODY) / 2
        self._marks.draw(canvas, self.kind, box.left + _PAD + side / 2, y, side)
        left = box.left + _PAD + side + 8
        room = box.right - _PAD - left
        name = fitted(typeface, self._name, room, theme.BODY)
        colour = theme.TEXT_BRIGHT if self.slider.value else theme.TEXT_MUTED
        typeface.line(canvas, name, left, y, theme.BODY, Weight.SEMIBOLD, colour, max_width=room)
        top = self.slider.box.bottom + 2
        foot = Box(box.left + _PAD, top, box.width - 2 * _PAD, box.bottom - 2 - top)
        if is_own(self.kind):
            path = fitted_end(typeface, self._help, foot.width, theme.CAPTION)
            typeface.line(
                canvas,
                path,
                foot.left,
                top + typeface.leading(theme.CAPTION) / 2,
                theme.CAPTION,
                colour=theme.TEXT_MUTED,
            )
        else:
            typeface.paragraph(canvas, self._help, foot, theme.CAPTION, colour=theme.TEXT_MUTED)
        super().draw(canvas)
