"""Chat during a match, shown for some seconds: beside the speaker's panel, or where a stage has room."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.light import drop_shadow
from game.engine.ornament import SHEET, badge
from game.engine.patterns import PATTERNS
from game.engine.stage import Stage, Tint
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style
from game.scenes.lan.connection import ChatLine, RoomConnection
from net.parts import Reaction

PLACE = "talk"
"""Name of the place on a stage without panels where lines of chat stand below each other."""
LEAST, EACH, MOST = 4.0, 0.07, 10.0
"""Seconds that a line is shown: at least, more for each character, and at most."""
_WIDEST = 250.0
_PAD = 10.0
_GAP = 6.0
_SIGN = 30.0
REACTIONS: Mapping[Reaction, tuple[str, Colour]] = {
    "laugh": ("laugh", "#8A5A00"),
    "heart": ("heart", "#B0263A"),
    "clap": ("party-popper", "#7A3E8E"),
    "wow": ("sparkle", "#9A6A00"),
    "sad": ("frown", "#2F5D8A"),
    "hurry": ("hourglass", "#5A4632"),
}
"""Icon and colour on paper of each reaction."""
_SIGNS: Mapping[str, tuple[str, Colour]] = {str(what): sign for what, sign in REACTIONS.items()} | {
    "nudge": ("bell", "#B0263A")
}
REACTION_KEYS: Mapping[str, Reaction] = dict(zip(("f3", "f4", "f5", "f6", "f7", "f8"), REACTIONS, strict=True))
_LINES = 3
"""The most lines of text in one bubble; the chat has the whole text."""


def room_on(stage: Stage[Any, Any], board: Box) -> Box | None:
    """Return the box for chat on a stage without panels; None where the stage has none."""
    place = stage.place(PLACE)
    if place is None:
        return None
    scale = board.width / stage.width
    return Box(board.left + place.left * scale, board.top + place.top * scale, *_scaled(place, scale))


class Talk:
    """The latest lines of chat, shown over the table for some seconds. They take no input, and are hidden while the
    chat is open.
    """

    def __init__(self, style: Style, connection: RoomConnection, tints: Sequence[Tint]) -> None:
        self.style, self._connection, self._tints = style, connection, tints
        self._said = connection.said
        self.shown: list[tuple[ChatLine, float]] = []
        """The shown lines, oldest first, each with the seconds for which it is still shown."""

    def update(self, seconds: float) -> None:
        """Add new lines, and remove those shown long enough."""
        fresh = min(self._connection.said - self._said, len(self._connection.chat))
        self._said = self._connection.said
        self.shown += [(sign, LEAST) for sign in self._connection.take_signs()]
        kept = [(line, left - seconds) for line, left in self.shown if left > seconds]
        for line in self._connection.chat[len(self._connection.chat) - fresh :]:
            kept.append((line, min(MOST, LEAST + EACH * len(line.text))))
        self.shown = kept

    def draw_line(self, canvas: Canvas, box: Box) -> None:
        """Draw the last line of chat, on a single line."""
        last = next((line for line in reversed(self._connection.chat)), None)
        if last is None or box.height <= 0:
            return
        typeface = self.style.typeface
        size, left = typeface.grown(14), box.left + 4
        faces.draw_icon(canvas, "message-circle", left + size / 2, box.centery, size, theme.TEXT_MUTED)
        left += size + 6
        name = fitted(typeface, f"{last.name}:", box.width * 0.4, theme.CAPTION)
        left += typeface.line(canvas, name, left, box.centery, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_MUTED) + 6
        text = fitted(typeface, last.text, box.right - 4 - left, theme.CAPTION)
        typeface.line(canvas, text, left, box.centery, theme.CAPTION, colour=theme.TEXT)

    @property
    def _latest(self) -> Mapping[int | None, ChatLine]:
        """The last line shown of each seat; None stands for everybody without one."""
        return {line.seat: line for line, _ in self.shown}

    def draw_upright(
        self, canvas: Canvas, stage: Stage[Any, Any], board: Box, panels: Mapping[int, Box], head: Box
    ) -> None:
        """Draw at an upright table the last line of each seat over its panel's foot, on one line; that of a speaker
        without a panel in the head.
        """
        room = room_on(stage, board)
        if room is not None:
            self._draw_list(canvas, room)
            return
        high = self.style.typeface.leading(theme.CAPTION)
        for seat, line in self._latest.items():
            panel = panels.get(seat) if seat is not None else None
            if panel is None:
                whole = Box(head.left, head.centery - high - 1, head.width, 2 * high + 2)
                self._draw_brief(canvas, line, whole, named=True)
            else:
                foot = Box(panel.left + 12, panel.bottom - high - 9, panel.width - 16, high + 6)
                self._draw_brief(canvas, line, foot, named=False)

    def _draw_brief(self, canvas: Canvas, line: ChatLine, box: Box, *, named: bool) -> None:
        """Draw a bubble with a single line of words in a box, no wider than these; `named` has the name above them."""
        typeface = self.style.typeface
        room, size, high = box.width - 2 * _PAD, typeface.grown(16), typeface.leading(theme.CAPTION)
        name = fitted(typeface, line.name, room, theme.CAPTION) if named else ""
        words = "" if line.reaction is not None else fitted(typeface, line.text, room, theme.CAPTION)
        wide = size if line.reaction is not None else typeface.measure(words, theme.CAPTION)
        wide = max(wide, typeface.measure(name, theme.CAPTION, Weight.SEMIBOLD) if name else 0.0)
        bubble = Box(box.left, box.top, min(box.width, wide + 2 * _PAD), box.height)
        drop_shadow(canvas, bubble, 10, 6, 120, 2)
        faces.draw_face(canvas, bubble, SHEET, 10)
        x, y = bubble.left + _PAD, bubble.centery
        if name:
            y += high / 2
            muted = theme.TEXT_ON_PAPER_MUTED
            typeface.line(canvas, name, x, y - high, theme.CAPTION, Weight.SEMIBOLD, muted)
        if line.reaction is not None:
            icon, colour = _SIGNS[line.reaction]
            faces.draw_icon(canvas, icon, x + size / 2, y, size, colour)
        else:
            typeface.line(canvas, words, x, y, theme.CAPTION, colour=theme.TEXT_ON_PAPER)

    def draw(self, canvas: Canvas, stage: Stage[Any, Any], board: Box, panels: Sequence[Box], corner: Box) -> None:
        """Draw the lines: below each other where the stage has a place for them, otherwise beside the panels.

        A speaker without a panel speaks from below `corner`.
        """
        room = room_on(stage, board)
        if room is not None:
            self._draw_list(canvas, room)
            return
        for seat, line in self._latest.items():
            panel = panels[seat] if seat is not None and seat < len(panels) else None
            self.draw_bubble(canvas, line, self._beside(line, panel, board, corner), named=panel is None)

    def _draw_list(self, canvas: Canvas, room: Box) -> None:
        """Draw as many of the last lines as fit, the last at the bottom; where nothing is left, the last line of chat:
        there is no log here that keeps it.
        """
        bottom = room.bottom
        lines = [line for line, _ in self.shown] or self._connection.chat[-1:]
        for line in reversed(lines):
            wide, high = self.size(line, room.width, named=True)
            if bottom - high < room.top:
                break
            self.draw_bubble(canvas, line, Box(room.left, bottom - high, wide, high), named=True)
            bottom -= high + _GAP

    def _beside(self, line: ChatLine, panel: Box | None, board: Box, corner: Box) -> Box:
        """Return the box of a bubble: over the edge of the board next to the speaker's panel."""
        wide, high = self.size(line, _WIDEST, named=panel is None)
        if panel is None:
            y = corner.bottom + 8 if corner.bottom < board.bottom else corner.top - 8 - high
            return Box(max(board.left, corner.right - wide), y, wide, high)
        if panel.left >= board.left - 4 and panel.right <= board.right + 4:
            top = panel.bottom - 8 if panel.bottom <= board.top else panel.top - high + 8
            return Box(min(panel.left + 12, board.right - wide), top, wide, high)
        left = panel.right - 16 if panel.centerx < board.centerx else panel.left + 16 - wide
        return Box(left, min(panel.top + 34, panel.bottom - high - 4), wide, high)

    def _words(self, line: ChatLine, room: float) -> list[str]:
        typeface = self.style.typeface
        words = list(typeface.wrap(line.text, room - 2 * _PAD, theme.CAPTION))
        if len(words) > _LINES:
            words = [*words[: _LINES - 1], fitted(typeface, f"{words[_LINES - 1]} …", room - 2 * _PAD, theme.CAPTION)]
        return words

    def size(self, line: ChatLine, room: float, *, named: bool) -> tuple[float, float]:
        typeface = self.style.typeface
        if line.reaction is not None:
            side = typeface.grown(_SIGN) + 12
            wide = typeface.measure(line.name, theme.CAPTION, Weight.SEMIBOLD) + 2 * _PAD + 18 if named else 0.0
            return min(room, max(side, wide)), side + (typeface.leading(theme.CAPTION) if named else 0.0)
        words = self._words(line, room)
        wide = max(typeface.measure(part, theme.CAPTION) for part in words)
        head = 0.0
        if named:
            head = typeface.leading(theme.CAPTION)
            wide = max(wide, typeface.measure(line.name, theme.CAPTION, Weight.SEMIBOLD) + head + 4)
        return min(room, wide + 2 * _PAD + 2), len(words) * typeface.leading(theme.CAPTION) + head + 12

    def draw_bubble(self, canvas: Canvas, line: ChatLine, box: Box, *, named: bool) -> None:
        typeface = self.style.typeface
        drop_shadow(canvas, box, 10, 8, 130, 3)
        faces.draw_face(canvas, box, SHEET, 10)
        leading = typeface.leading(theme.CAPTION)
        y = box.top + 6 + leading / 2
        if named:
            left = box.left + _PAD
            if line.seat is not None:
                tint = self._tints[line.seat % len(self._tints)]
                side = typeface.grown(12)
                sign = badge(PATTERNS[tint.pattern].shape, tint.colour, canvas.px(side))
                canvas.put_middle(sign, left + side / 2, y)
                left += side + 5
            name = fitted(typeface, line.name, box.right - _PAD - left, theme.CAPTION)
            typeface.line(canvas, name, left, y, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_ON_PAPER_MUTED)
            y += leading
        if line.reaction is not None:
            size = typeface.grown(_SIGN)
            icon, colour = _SIGNS[line.reaction]
            faces.draw_icon(canvas, icon, box.centerx, box.bottom - 6 - size / 2, size, colour)
            return
        for part in self._words(line, box.width):
            typeface.line(canvas, part, box.left + _PAD, y, theme.CAPTION, colour=theme.TEXT_ON_PAPER)
            y += leading


class Signs(Widget):
    """Signs in the waiting room, shown for some seconds: over a person's seat, or as a bubble with their name."""

    def __init__(
        self,
        style: Style,
        connection: RoomConnection,
        tints: Sequence[Tint],
        seats: Callable[[], Mapping[int, Box]],
        rest: Callable[[], Box],
    ) -> None:
        """`seats`: the boxes of the rows in sight, by seat. `rest`: the box for bubbles of people without a row."""
        super().__init__(style)
        self._talk = Talk(style, connection, tints)
        self._seats, self._rest = seats, rest

    @property
    def shown(self) -> list[ChatLine]:
        """The signs shown now, oldest first."""
        return [line for line, _ in self._talk.shown if line.reaction is not None]

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return no widgets: this widget takes no pointer input."""
        return ()

    def update(self, seconds: float) -> None:
        """Add new signs, and remove those shown long enough."""
        super().update(seconds)
        self._talk.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        """Draw each sign over the left end of its person's row, or with their name where they have none."""
        seats, rest = self._seats(), self._rest()
        top = rest.top
        for line in self.shown:
            row = seats.get(line.seat) if line.seat is not None else None
            wide, high = self._talk.size(line, rest.width, named=row is None)
            if row is not None:
                self._talk.draw_bubble(canvas, line, Box(row.left - 4, row.centery - high / 2, wide, high), named=False)
            elif top + high <= rest.bottom:
                self._talk.draw_bubble(canvas, line, Box(rest.right - wide, top, wide, high), named=True)
                top += high + _GAP


def _scaled(place: Box, scale: float) -> tuple[float, float]:
    return place.width * scale, place.height * scale
