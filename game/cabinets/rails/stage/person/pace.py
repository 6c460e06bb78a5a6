"""The picture's clock: which tick is drawn while views arrive in steps of several ticks."""

from __future__ import annotations

from typing import Final

TICKS_A_SECOND: Final = 8
SPEEDS: Final = (1, 2, 4, 8)
STEP: Final = 4
"""Number of ticks in half a second at speed 1."""
MOST_ADVANCE: Final = 32
ROUND_SECONDS: Final = 7.0
"""Seconds that a sealed round is shown for at speed 1."""
_CATCHES_UP: Final = 1.5
"""Speed factor while the picture is more than two steps behind a match that does not wait for it."""


class Pace:
    """How far the picture lags behind the latest view.

    Three manners: a person alone lets time pass from the stage (`leads`); a finished sealed round is shown quickly; a
    match that runs by itself is followed one step behind.
    """

    def __init__(self, manner: str, ticks_of_round: int) -> None:
        """Make a clock. `manner` is "alone", "rounds" or "running"."""
        self.manner = manner
        self.speed = 1
        self.paused = False
        self.leads = False
        """Whether a person at this screen plays, so that the match does not wait for the picture."""
        self.seen = 0.0
        """The tick being drawn, with a fraction."""
        self.known = 0
        self._step = STEP
        self._round = ticks_of_round

    def reset(self, tick: int) -> None:
        """Draw this tick at once."""
        self.seen, self.known, self._step = float(tick), tick, STEP

    def show(self, tick: int) -> None:
        """Let the picture move on towards the tick of a new view."""
        self._step = max(1, tick - self.known)
        self.known = max(tick, self.known)

    def hurry(self) -> None:
        """Jump to the latest known tick."""
        self.seen = float(self.known)

    @property
    def behind(self) -> float:
        """Number of ticks from the drawn tick to the latest known one."""
        return self.known - self.seen

    @property
    def rate(self) -> float:
        """Ticks per second at which the picture advances."""
        if self.manner == "rounds":
            return self.speed * self._round / ROUND_SECONDS
        usual = float(TICKS_A_SECOND * (self.speed if self.manner == "alone" else 1))
        late = self.leads and self.behind > 2 * max(STEP * usual / TICKS_A_SECOND, self._step)
        return usual * _CATCHES_UP if late else usual

    def update(self, seconds: float) -> None:
        """Advance the drawn tick by some seconds, up to the latest known one."""
        if self.paused and self.leads:
            return
        self.seen = min(float(self.known), self.seen + self.rate * seconds)

    @property
    def busy(self) -> bool:
        """Whether a watcher would miss something if the next view came now."""
        if self.leads and self.manner != "rounds":
            return False
        ahead = self.rate / 25 if self.manner == "rounds" else min(STEP, self._step)
        return self.behind > ahead

    @property
    def due(self) -> int:
        """Number of ticks that the match should advance now, for a person who plays alone; 0 for none."""
        step = min(MOST_ADVANCE, STEP * self.speed)
        return step if not self.paused and self.behind < step else 0

    def faster(self, steps: int) -> None:
        """Change the speed by so many levels, and resume a paused clock."""
        place = min(max(SPEEDS.index(self.speed) + steps, 0), len(SPEEDS) - 1)
        self.speed = SPEEDS[place]
        self.paused = False
