"""The card of a kind of player in a match of many: what it is, and a slider for how many sit there."""

from __future__ import annotations

from collections.abc import Callable

from game.core.bot.loading import HUMAN
from game.core.bot.reading import is_own
from game.engine import theme
from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.text import Weight
from game.engine.text.fitting import fitted, fitted_end, fitting_size
from game.engine.textile import pattern_wash
from game.engine.widgets import Container, Slider, Style
from game.engine.widgets.parts import faces
from game.ground.texts import Texts
from game.scenes.setup.crowd import person_seat
from game.scenes.setup.seats import Seating
from game.scenes.staging.kinds import KindMarks, kind_name, seat_number

_PAD = 12.0
_AIR = 8.0
_SLIDER = 24.0


class KindWords:
    """Names and descriptions of kinds. In a room on the LAN, the seats of people are the open ones."""

    def __init__(self, texts: Texts, game: str, *, room: bool = False) -> None:
        self._texts = texts
        self._game = game
        self._room = room

    def name(self, kind: str) -> str:
        return self._texts.line("lobby.open.open") if self._open(kind) else kind_name(kind, self._game, self._texts)

    def number(self, seat: int) -> int:
        return seat_number(seat, self._game)

    def help(self, kind: str) -> str:
        """Return what a kind does; for a person's own bot, its file."""
        if is_own(kind):
            return kind
        if kind == HUMAN:
            return self._texts.line("lobby.open.open_help" if self._room else "setup.crowd.person_help")
        return self._texts.line(f"{self._game}.bot.{kind}.help")

    def seats(self, seating: Seating) -> str:
        """Return a line about all seats: which one is the person's, or how many are open."""
        if self._room:
            return self._texts.line("lobby.open.open_count", count=seating.people)
        mine = person_seat(seating)
        if mine is None:
            return self._texts.line("setup.crowd.watch")
        return self._texts.line("setup.crowd.seat", number=self.number(mine))

    def _open(self, kind: str) -> bool:
        return self._room and kind == HUMAN


class KindCard(Container):
    """The card of one kind. `show` sets its count; only a person's changes are reported."""

    corner = theme.CORNER

    def __init__(
        self, style: Style, kind: str, words: KindWords, marks: KindMarks, most: int, on_change: Callable[[int], None]
    ) -> None:
        super().__init__(style, None)
        self.kind = kind
        self._marks = marks
        self._name = words.name(kind)
        self._help = words.help(kind)
        self.slider = Slider(style, 0, 0, most, on_change=on_change)
        self.slider.value_room = style.typeface.measure("00", theme.LABEL, Weight.BOLD)
        self.widgets = [self.slider]

    def show(self, count: int, most: int) -> None:
        """Show how many of the kind are seated, and how many could be at most."""
        self.slider.high = most
        self.slider.value = count

    def natural_height(self, width: float) -> float:
        """Return the height of the name, the slider and a few lines of description."""
        typeface = self.style.typeface
        inner = width - 2 * _PAD
        lines = typeface.leading(theme.CAPTION)
        if not is_own(self.kind):
            lines = max(2 * lines, typeface.height_of(self._help, inner, theme.CAPTION))
        return 2 * _AIR + typeface.leading(theme.BODY) + typeface.grown(_SLIDER) + 2 + lines

    def lay(self, box: Box) -> None:
        super().lay(box)
        typeface = self.style.typeface
        top = box.top + _AIR + typeface.leading(theme.BODY)
        self.slider.box = Box(box.left + _PAD, top, box.width - 2 * _PAD, typeface.grown(_SLIDER))

    def draw(self, canvas: Canvas) -> None:
        """Draw ground, sign, name, slider and description."""
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
        size = fitting_size(typeface, self._name, room, (theme.BODY, theme.CAPTION))
        name = fitted(typeface, self._name, room, size)
        colour = theme.TEXT_BRIGHT if self.slider.value else theme.TEXT_MUTED
        typeface.line(canvas, name, left, y, size, Weight.SEMIBOLD, colour, max_width=room)
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
