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
"""The kind of its gestures; a game has it among `GameInfo.gestures`."""
How: TypeAlias = Literal["shown", "dots", "off"]
_DOT = "•"
_PAUSE = 0.1
"""Seconds between two things that are told."""
_ASIDE = 12.0


class Typing:
    """Tells what the person here writes, and shows what others do; dots are told as a number, so nobody can show more.

    `hidden` says of a text whether it is dots for everybody. `most` is how many signs a line has.
    """

    def __init__(self, how: How, most: int, hidden: Callable[[str], bool]) -> None:
        self._how = how
        self._most = most
        self._hidden = hidden
        self._last = ""
        self._since = _PAUSE
        self._heard: dict[Seat, str] = {}

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._since += seconds

    def tell(self, text: str) -> Sequence[tuple[str, bytes]]:
        """What is told of one's own line: kind and data, as `Gesturing` has it."""
        if self._how == "off" or text == self._last or self._since < _PAUSE:
            return ()
        self._last, self._since = text, 0.0
        told = str(len(text)) if self._how == "dots" or self._hidden(text) else text
        return ((KIND, told.encode()),)

    def hear(self, seat: Seat, kind: str, data: bytes) -> None:
        """Somebody elsewhere writes."""
        text = data.decode(errors="replace")
        if kind == KIND and len(text) <= self._most and (text.isprintable() or not text):
            self._heard[seat] = _DOT * min(int(text), self._most) if text.isascii() and text.isdigit() else text

    def of(self, seat: Seat) -> str:
        """What a seat elsewhere is writing."""
        return self._heard.get(seat, "")

    def begin(self) -> None:
        """Something was played: every line is seen afresh."""
        self._heard.clear()
        self._last = ""

    def draw(self, canvas: Canvas, typeface: Typeface, seat: Seat, box: Box) -> None:
        """What a seat elsewhere is writing, in a bubble; its end where there is no room for more."""
        text = self.of(seat)
        while text and typeface.measure(text, theme.LABEL, Weight.SEMIBOLD) + 2 * PADDING + _ASIDE > box.width:
            text = text[1:]
        if text:
            bubble(canvas, typeface, [text], box.left, box.centery, theme.LABEL)
