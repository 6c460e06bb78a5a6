"""What people write before they send it: shown to others on a LAN as words, as dots, or not at all."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.words.book import slurs
from game.cabinets.words.state import MOST_LETTERS, Options
from game.core.rules import Seat

KIND = "typing"
_DOT = "•"
_PAUSE = 0.1
"""Seconds between two things that are told."""


class Writing:
    """Dots are told as a number, so that no table can show more of them."""

    def __init__(self, options: Options) -> None:
        self._how = "dots" if options.mode == "quiz" else options.typing
        self._clean = options.clean
        self._last = ""
        self._since = _PAUSE
        self._heard: dict[Seat, str] = {}

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._since += seconds

    def tell(self, text: str) -> Sequence[tuple[str, bytes]]:
        """What is told of one's own line."""
        if self._how == "off" or text == self._last or self._since < _PAUSE:
            return ()
        self._last, self._since = text, 0.0
        hidden = self._how == "dots" or (self._clean and text in slurs())
        return ((KIND, (str(len(text)) if hidden else text).encode()),)

    def hear(self, seat: Seat, kind: str, data: bytes) -> None:
        """Somebody elsewhere writes."""
        text = data.decode(errors="replace")
        if kind != KIND or len(text) > MOST_LETTERS or not (text.isprintable() or not text):
            return
        self._heard[seat] = _DOT * min(int(text), MOST_LETTERS) if text.isascii() and text.isdigit() else text

    def of(self, seat: Seat) -> str:
        """What a seat elsewhere is writing."""
        return self._heard.get(seat, "")

    def begin(self) -> None:
        """Something was played: every line is seen afresh."""
        self._heard.clear()
        self._last = ""
