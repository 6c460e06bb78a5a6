"""The head of a table: the game's name, how far the match is, and the ribbon that says what to do now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, darken
from game.engine.layer import Layer
from game.engine.light import drop_shadow, shine
from game.engine.ornament import GLASS, SHEET, badge, khatam
from game.engine.stage import Look
from game.engine.text import Typeface, Weight
from game.engine.text.fitting import first_fitting, fitted, fitting_size
from game.engine.widgets.parts import faces
from game.scenes.table.widgets.layout import NOTICE_WIDTH
from game.scenes.table.widgets.layout import UPRIGHT_HEAD as HEAD
from game.scenes.table.widgets.panels import RING, draw_deadline

RIBBON_TOP, RIBBON_HEIGHT = 12.0, 48.0
_LEAST_WIDTH = 420.0
_LEAST_ROOM = 90.0
"""The least width for the ribbon's words; with less room, only the seat that is to act is shown."""
_NAME_SIZE = theme.LABEL
_LEAST_NAME, _MOST_NAME = 96.0, 210.0
_PADDING = 40.0
_GAP = 12.0
_SIZES = (theme.HEADING, theme.LABEL, theme.BODY, theme.CAPTION)


@dataclass(frozen=True)
class Ribbon:
    """The contents of the ribbon.

    `now`: the person has something to do, and the ribbon is paper; otherwise it says what is going on, and is glass.
    """

    text: str
    look: Look | None = None
    now: bool = False


@dataclass(frozen=True)
class _Setting:
    """How a ribbon's words are typeset."""

    size: float
    named: bool
    """Whether the seat's name stands before the words; its badge always does."""
    prefix: float
    lines: tuple[str, ...]
    wide: float
    wanted: float = 0.0
    """Height that all of the words need; 0 where they are set whole."""


class TableHead:
    """Draws head and ribbon, cached until their words change."""

    def __init__(self, typeface: Typeface, left: float, right: float, place: Box | None = None) -> None:
        """`left` and `right`: the ends of the room between the button back and the tools. `place`: where the ribbon is,
        if not in the head.
        """
        self._place = place
        self._typeface = typeface
        self._left = left
        self._right = right
        self._name_room = _LEAST_NAME
        """Width that the game's name needs, left of the ribbon."""
        self.covered = False
        """Whether a notice stands in place of the game's name: the name is left out, and the ribbon keeps away."""
        self.clocked = False
        """Whether the head of an upright table shows the time left, at its right end."""
        self._words = Layer()
        self._ribbon = Layer(margin=48)

    @property
    def strip(self) -> Box:
        """The largest box that the ribbon may take."""
        if self._place:
            return self._place
        left = self._left + _LEAST_NAME
        return Box(left, 6, self._right - 12 - left, 66)

    def draw(self, canvas: Canvas, name: str, lines: tuple[str, ...], ribbon: Ribbon) -> None:
        """Draw the head and its ribbon. `lines`, longest first, say the same below the name; the first that fits is
        shown.
        """
        wanted = self._typeface.measure(name, theme.LABEL, Weight.SEMIBOLD) + _GAP
        self._name_room = NOTICE_WIDTH + _GAP if self.covered else max(_LEAST_NAME, min(_MOST_NAME, wanted))
        box = self.ribbon_box(ribbon)
        end = self._right - (RING + _GAP if self.clocked else 0)
        right = end if self._place else max(self._left + 8.0, box.left - 8)
        room = Box(self._left, 0, right - self._left, HEAD if self._place else 76)
        if not self.covered:
            words = (name, lines, self._typeface.text_size, right)
            self._words.draw(canvas, room, words, lambda part: self._paint_words(part, room, name, lines))
        key = (ribbon, self._typeface.text_size, self.covered)
        self._ribbon.draw(canvas, box, key, lambda part: self._paint_ribbon(part, box, ribbon))

    def draw_deadline(self, canvas: Canvas, ribbon: Ribbon, seconds_left: float, seconds: float) -> None:
        """Draw the time left beside the ribbon, at tables without panels; in the head of an upright one."""
        if self._place:
            x, y = self._right - RING / 2, HEAD / 2
            draw_deadline(canvas, self._typeface, x, y, RING, seconds_left, seconds)
            return
        box = self.ribbon_box(ribbon)
        beyond = box.right + 8 + RING
        x = beyond - RING / 2 if beyond <= self._right - 8 else box.left - 8 - RING / 2
        draw_deadline(canvas, self._typeface, x, box.centery, RING, seconds_left, seconds)

    def _paint_words(self, canvas: Canvas, room: Box, name: str, lines: Sequence[str]) -> None:
        typeface = self._typeface
        if self._place and lines and not self._has_room(room, name, lines):
            self._paint_facts(canvas, room, lines[-1])
            return
        high = typeface.leading(theme.LABEL) * 0.86
        low = typeface.leading(theme.CAPTION)
        sizes: tuple[float, ...] = (theme.LABEL, theme.BODY)
        if self._place:  # beside the tools of an upright head
            sizes = (*sizes, theme.CAPTION)
        if high + low > room.height:
            high, sizes = room.height - low, sizes[1:]
        top = min(38, room.height / 2) - (high + low) / 2
        size = fitting_size(typeface, name, room.width, sizes)
        title = typeface.cut(name, room.width, size)
        colour = theme.TEXT_BRIGHT
        typeface.line(canvas, title, room.left, top + high / 2, size, Weight.SEMIBOLD, colour, shadow=1)
        y = top + high + low / 2
        line = first_fitting(typeface, lines, room.width, theme.CAPTION)
        typeface.line(canvas, line, room.left, y, theme.CAPTION, colour=theme.TEXT, shadow=1, max_width=room.width)

    def _has_room(self, room: Box, name: str, lines: Sequence[str]) -> bool:
        """Return whether the name and one of the wordings below it fit the width, in small letters."""
        wide = self._typeface.measure(name, theme.CAPTION, Weight.SEMIBOLD)
        return max(wide, self._typeface.measure(lines[-1], theme.CAPTION)) <= room.width

    def _paint_facts(self, canvas: Canvas, room: Box, words: str) -> None:
        """Paint what stands below the name on two lines in its place: the name is the less important."""
        high = self._typeface.height_of(words, room.width, theme.CAPTION)
        box = Box(room.left, (room.height - high) / 2, room.width, high)
        self._typeface.paragraph(canvas, words, box, theme.CAPTION, colour=theme.TEXT_BRIGHT, shadow=1)

    def _prefix(self, ribbon: Ribbon, *, named: bool) -> float:
        """Return the width before the words: the seat's badge, and its name if `named`."""
        if ribbon.look is None:
            return 0.0
        badge_wide = self._typeface.grown(20)
        if not named:
            return badge_wide + _GAP
        name = self._typeface.measure(self._name(ribbon.look), _NAME_SIZE, Weight.SEMIBOLD)
        return badge_wide + 8 + name + 2 * _GAP + 1

    def _name(self, look: Look) -> str:
        return fitted(self._typeface, look.name, 150, _NAME_SIZE)

    def _set(self, ribbon: Ribbon) -> _Setting:
        """Typeset the words beside the game's whole name, or beside a shortened one where they would be small
        otherwise.
        """
        said = self._set_within(ribbon, self._widest(self._name_room))
        if self.covered:
            return said
        small = said.size < theme.LABEL or len(said.lines) > 1
        return self._set_within(ribbon, self._widest(_LEAST_NAME)) if small else said

    def _set_within(self, ribbon: Ribbon, widest: float) -> _Setting:
        """Typeset the words as large as possible on one line; the seat's name is included unless it makes them smaller.
        Two lines if one is too small.
        """
        ways = [(_SIZES[0], True), *((size, named) for size in _SIZES[1:] for named in (True, False))]
        for size, named in ways if ribbon.now else ways[1:]:
            if named and size < _NAME_SIZE:
                continue
            prefix = self._prefix(ribbon, named=named)
            wide = self._typeface.measure(ribbon.text, size, Weight.BOLD)
            if wide + prefix + 2 * _PADDING <= widest:
                return _Setting(size, named, prefix, (ribbon.text,), wide)
        size, prefix = _SIZES[-1], self._prefix(ribbon, named=False)
        room = widest - 2 * _PADDING - prefix
        if room < _LEAST_ROOM:
            return _Setting(size, False, prefix, ("",), 0.0)
        typeface = self._typeface
        lines = typeface.lines_in(ribbon.text, room, 2.1 * typeface.leading(size), size, Weight.BOLD)
        wide = max(typeface.measure(line, size, Weight.BOLD) for line in lines)
        cut = len(lines) < len(typeface.wrap(ribbon.text, room, size, Weight.BOLD))
        wanted = typeface.height_of(ribbon.text, room, size, Weight.BOLD) if cut else 0.0
        return _Setting(size, False, prefix, tuple(lines), wide, wanted)

    def _widest(self, name_room: float) -> float:
        """Return the largest width of the ribbon: it is centred on the board, so the nearer side decides."""
        if self._place:
            return self._place.width
        return 2 * min(640 - self._left - name_room, self._right - 16 - 640)

    def ribbon_box(self, ribbon: Ribbon) -> Box:
        """Return the box of a ribbon with these words: in the middle of the head."""
        if self._place:
            return self._place
        said = self._set(ribbon)
        least = self._name_room if self.covered else _LEAST_NAME
        wide = min(self._widest(least), max(_LEAST_WIDTH, said.wide + said.prefix + 2 * _PADDING))
        high = max(RIBBON_HEIGHT, len(said.lines) * self._typeface.leading(said.size) + 6)
        return Box(640 - wide / 2, RIBBON_TOP, wide, min(high, 62))

    def _paint_ribbon(self, canvas: Canvas, box: Box, ribbon: Ribbon) -> None:
        typeface = self._typeface
        if ribbon.now:
            shine(canvas, box.centerx, box.centery, box.width * 0.32, LANTERN, 0.22, 1.6, 0.35)
        drop_shadow(canvas, box, theme.CONTROL_CORNER, 8, 120, 4)
        faces.draw_face(canvas, box, SHEET if ribbon.now else GLASS, theme.CONTROL_CORNER, 1.5)
        ink = theme.TEXT_ON_PAPER if ribbon.now else theme.TEXT
        ornament = khatam(canvas.px(14), "#C08A3E" if ribbon.now else "#5B4A86")
        for x in (box.left + 18, box.right - 18):
            canvas.put_middle(ornament, x, box.centery)
        said = self._set(ribbon)
        x = box.centerx - (said.prefix + said.wide) / 2
        if ribbon.look:
            x = self._paint_seat(canvas, ribbon.look, x, box.centery, ink, ribbon.now, named=said.named)
        if said.wanted:
            typeface.overflowed(ribbon.text, said.wanted, len(said.lines) * typeface.leading(said.size))
        step = typeface.leading(said.size) * (1.0 if len(said.lines) == 1 else 0.92)
        y = box.centery - (len(said.lines) - 1) * step / 2
        for number, line in enumerate(said.lines):
            room = box.right - 28 - x
            typeface.line(canvas, line, x, y + number * step, said.size, Weight.BOLD, ink, max_width=room)

    def _paint_seat(self, canvas: Canvas, look: Look, x: float, y: float, ink: str, now: bool, *, named: bool) -> float:
        """Paint the seat's badge, name and a rule; return where the words begin."""
        typeface = self._typeface
        side = typeface.grown(20)
        canvas.put_middle(badge(look.shape, look.colour, canvas.px(side)), x + side / 2, y)
        if not named:
            return x + side + _GAP
        x += side + 8
        tone = darken(look.colour, 0.55) if now else ink
        x += typeface.line(canvas, self._name(look), x, y, _NAME_SIZE, Weight.SEMIBOLD, tone) + _GAP
        rule = Box(x, y - 12, 1.6, 24)
        faces.draw_face(canvas, rule, faces.FILLED, 0, 0)
        return x + 1 + _GAP
