"""What people write before they send it: shown to others on a LAN as words, as dots, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.text import Typeface, Weight
from game.kit.drawing.speech import PADDING, bubble

KIND: Final = "typing"
"""The kind of the gestures that tell typing; a game that uses it lists it in `GameInfo.gestures`."""
How: TypeAlias = Literal["shown", "dots", "off"]
_DOT = "•"
_PAUSE = 0.1
"""Seconds between two gestures."""
_ASIDE = 12.0


class Typing:
    """Tells others what the person here writes, and shows what others write.

    Dots are sent as a number, so no receiver can show the text. `hidden` tells whether a text is sent as dots in any
    case. `most` is the longest line in signs.
    """

    def __init__(self, how: How, most: int, hidden: Callable[[str], bool]) -> None:
        self._how = how
        self._most = most
        self._hidden = hidden
        self._last = ""
        self._since = _PAUSE
        self._heard: dict[Seat, str] = {}

    def update(self, seconds: float) -> None:
        """Let `seconds` pass."""
        self._since += seconds

    def tell(self, text: str) -> Sequence[tuple[str, bytes]]:
        """Return the gestures that tell one's own line, as (kind, data); none if there is nothing new."""
        if self._how == "off" or text == self._last or self._since < _PAUSE:
            return ()
        self._last, self._since = text, 0.0
        told = str(len(text)) if self._how == "dots" or self._hidden(text) else text
        return ((KIND, told.encode()),)

    def hear(self, seat: Seat, kind: str, data: bytes) -> None:
        """Take a gesture of another seat; invalid ones are ignored."""
        text = data.decode(errors="replace")
        if kind == KIND and len(text) <= self._most and (text.isprintable() or not text):
            self._heard[seat] = _DOT * min(int(text), self._most) if text.isascii() and text.isdigit() else text

    def of(self, seat: Seat) -> str:
        """Return what another seat is writing, as text or dots."""
        return self._heard.get(seat, "")

    def begin(self) -> None:
        """Forget all lines, after something was played."""
        self._heard.clear()
        self._last = ""

    def draw(self, canvas: Canvas, typeface: Typeface, seat: Seat, box: Box) -> None:
        """Draw what another seat is writing in a bubble; only the end of a text that is too long."""
        text = self.of(seat)
        while text and typeface.measure(text, theme.LABEL, Weight.SEMIBOLD) + 2 * PADDING + _ASIDE > box.width:
            text = text[1:]
        if text:
            bubble(canvas, typeface, [text], box.left, box.centery, theme.LABEL)
