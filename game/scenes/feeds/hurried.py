"""The clock of a match at this screen: it hurries while people have only to wait for computers."""

from __future__ import annotations

from game.core.match.session import Session
from game.core.rules import Window

HURRY = 3.0
"""How many times as fast time passes then."""


class HurriedClock:
    """Tells a match what time it is."""

    def __init__(self) -> None:
        self.ahead = 0.0
        """By how many seconds it is ahead of the table's clock."""
        self.now = self._asked = 0.0

    def at(self, now: float, *, hurries: bool) -> float:
        """The match's time at a time of the table's clock; whether it `hurries` holds for what has passed since."""
        if hurries:
            self.ahead += (HURRY - 1) * max(0.0, now - self._asked)
        self._asked, self.now = now, now + self.ahead
        return self.now


def only_computers_run(session: Session) -> bool:
    """Whether people have played, in slices of time, and have only to wait for computers."""
    ask, controllers = session.match.ask, session.controllers
    if ask is None or ask.window is not Window.SLICE or len(controllers) == session.match.seats:
        return False
    return all(seat in controllers for seat in ask.seats)
