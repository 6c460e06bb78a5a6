"""The clock of a match at this screen, which runs faster while people only wait for computers."""

from __future__ import annotations

from game.core.match.session import Session
from game.core.rules import Window

HURRY = 3.0
"""How many times faster time passes while people only wait for computers."""


class HurriedClock:
    """Converts a table's time to a match's time."""

    def __init__(self) -> None:
        self.ahead = 0.0
        """Seconds by which the match's clock is ahead of the table's."""
        self.now = self._asked = 0.0

    def at(self, now: float, *, hurries: bool) -> float:
        """Return the match's time for a time of the table's clock. `hurries` applies to the time since the
        last call.
        """
        if hurries:
            self.ahead += (HURRY - 1) * max(0.0, now - self._asked)
        self._asked, self.now = now, now + self.ahead
        return self.now


def only_computers_run(session: Session) -> bool:
    """Whether, in a game in real time, all people have finished and wait for computers only."""
    ask, controllers = session.match.ask, session.controllers
    if ask is None or ask.window is not Window.SLICE or len(controllers) == session.match.seats:
        return False
    return all(seat in controllers for seat in ask.seats)
