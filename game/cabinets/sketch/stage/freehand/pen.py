"""A stroke while a hand makes it: press, move, release, wait, send or begin again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from game.cabinets.sketch.freehand.curves import Place
from game.cabinets.sketch.freehand.growing import WIPES, Telling
from game.cabinets.sketch.freehand.points import HEIGHT, WIDTH, flat, inked, pairs
from game.cabinets.sketch.freehand.smoothing import Smoother

TOLD: Final = 0.08
"""The least seconds between two messages that tell others how the line grows."""
CIRCLE: Final = 60.0
_CORNERS: Final = 48
_NEAR: Final = 0.7
"""A hand that moved less than this, in canvas units, has not moved."""


class Pen:
    """One turn of a drawing hand, in canvas units."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        """The longest stroke, in canvas units; 0 is no limit."""
        self.x, self.y = WIDTH / 2, HEIGHT / 2
        """Position of the pen, which keys can move."""
        self.by_keys = False
        """Whether keys or a pad move the pen, so that its tip is drawn."""
        self.down = False
        self.again_left = WIPES
        self.hand: list[Place] = []
        self.over = Smoother()
        """The way of the hand after the ink was used up."""
        self._far = 0.0
        self._took = 0.0
        self._stood: float | None = None
        self._telling = Telling()
        self._since = 0.0
        """Seconds since the last message to others."""
        self._line = Smoother()
        self._smoothed: tuple[list[Place], int] = (self.hand, 0)
        """The hand that the line smooths, and how many of its places it has."""

    @property
    def stands(self) -> bool:
        """Whether a stroke is finished and not yet sent."""
        return self._stood is not None

    @property
    def ink_left(self) -> float:
        """Share of the ink that is left, 0 … 1; always 1 where there is no limit."""
        return max(0.0, 1 - self._far / self.longest) if self.longest else 1.0

    @property
    def is_over(self) -> bool:
        """Whether the hand went on after the ink was used up."""
        return bool(self.over.settled)

    @property
    def line(self) -> Smoother:
        """The stroke as it is shown: once it stands, with the points that are sent."""
        hand, read = self._smoothed
        if hand is not self.hand:
            self._line, read = Smoother(), 0
        self._line.add(self.hand[read:])
        self._smoothed = self.hand, len(self.hand)
        return self._line

    @property
    def points(self) -> tuple[int, ...]:
        """The stroke's numbers as they are sent."""
        return flat(inked(self.line.points, self.longest))

    @property
    def took(self) -> int:
        """Milliseconds that the hand has drawn so far."""
        return int(1000 * self._took)

    def press(self, x: float, y: float) -> None:
        """Put the pen down at a place."""
        if not (self.stands or self.down):
            self.down = True
            self._took = 0.0
            self.move(x, y)

    def move(self, x: float, y: float) -> None:
        """Move the pen to a place; while it is down, it draws."""
        self.x, self.y = x, y
        if not self.down:
            return
        if self.hand:
            far = math.dist(self.hand[-1], (x, y))
            if far < _NEAR:
                return
            if self.longest and self._far + far > self.longest:
                self.over.add([(x, y)])
                return
            self._far += far
        self.hand.append((x, y))

    def lift(self) -> None:
        """Lift the pen: the stroke is finished and waits to be sent."""
        if self.down:
            self.down, self._stood = False, 0.0
            self._line = Smoother(inked(self.line.points, self.longest))

    def circle(self) -> None:
        """Draw a circle around the pen, for people who draw by keys."""
        if self.stands or self.down:
            return
        x, y = self.x, self.y
        self.press(x, y - CIRCLE)
        self.hand = []
        for corner in range(_CORNERS + 1):
            angle = math.tau * corner / _CORNERS
            far = x + CIRCLE * math.sin(angle), y - CIRCLE * math.cos(angle)
            self.move(min(WIDTH - 1.0, max(0.0, far[0])), min(HEIGHT - 1.0, max(0.0, far[1])))
        self._took = 0.8
        self.lift()
        self.x, self.y = x, y

    def offer(self, points: Sequence[int]) -> None:
        """Show a stroke that a hint advises; it waits until it is sent or begun again."""
        if not self.down and not self.hand:
            self.hand = [(float(x), float(y)) for x, y in pairs(points)]
            self._stood = -math.inf
            self._took = 0.9

    def again(self) -> bool:
        """Discard the stroke and begin again. Returns whether that was still allowed."""
        if not (self.stands or self.down) or not self.again_left:
            return False
        self.again_left -= 1
        self.hand, self.over, self._far = [], Smoother(), 0.0
        self.down, self._stood = False, None
        return True

    def stood(self, seconds: float) -> bool:
        """Whether a finished stroke has waited for this long."""
        return self._stood is not None and self._stood >= seconds

    def news(self) -> bytes | None:
        """Return a message that tells others how the line has grown; None where it has not grown, or the last message
        was just sent.
        """
        if self._since < TOLD and self.down:
            return None
        self._since = 0.0
        return self._telling.news(self.hand, self.line)

    def update(self, seconds: float) -> None:
        """Advance the pen's clocks: time drawing, time waiting, time since the last message."""
        self._since += seconds
        if self.down:
            self._took += seconds
        if self._stood is not None:
            self._stood += seconds
