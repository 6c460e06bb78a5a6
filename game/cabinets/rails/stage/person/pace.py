"""The clock of the picture: which tick is seen while views come in steps."""

from __future__ import annotations

from typing import Final

TICKS_A_SECOND: Final = 8
SPEEDS: Final = (1, 2, 4, 8)
STEP: Final = 4
"""Ticks of half a second at speed 1."""
MOST_ADVANCE: Final = 32
ROUND_SECONDS: Final = 7.0
"""How long a sealed round is shown at speed 1."""
_CATCHES_UP: Final = 1.5
"""How many times as fast the picture goes while it is more than two steps behind a match that does not wait."""


class Pace:
    """How far the picture is behind what is known.

    Three manners: who plays alone lets time pass by the stage (`leads`); a round that was played is shown quickly; a
    match that runs by itself is followed a step behind.
    """

    def __init__(self, manner: str, ticks_of_round: int) -> None:
        """`manner`: alone, rounds or running."""
        self.manner = manner
        self.speed = 1
        self.paused = False
        self.leads = False
        """Whether a person at this screen plays: time passes by them, or does not wait for the picture."""
        self.seen = 0.0
        """The tick that is seen."""
        self.known = 0
        self._step = STEP
        self._round = ticks_of_round

    def reset(self, tick: int) -> None:
        """Show this tick at once."""
        self.seen, self.known, self._step = float(tick), tick, STEP

    def show(self, tick: int) -> None:
        """Move towards this tick, that of the next view."""
        self._step = max(1, tick - self.known)
        self.known = max(tick, self.known)

    def hurry(self) -> None:
        """Show at once what is known last."""
        self.seen = float(self.known)

    @property
    def behind(self) -> float:
        """Ticks between what is seen and what is known."""
        return self.known - self.seen

    @property
    def rate(self) -> float:
        """Ticks a second."""
        if self.manner == "rounds":
            return self.speed * self._round / ROUND_SECONDS
        usual = float(TICKS_A_SECOND * (self.speed if self.manner == "alone" else 1))
        late = self.leads and self.behind > 2 * max(STEP * usual / TICKS_A_SECOND, self._step)
        return usual * _CATCHES_UP if late else usual

    def update(self, seconds: float) -> None:
        """Let time pass."""
        if self.paused and self.leads:
            return
        self.seen = min(float(self.known), self.seen + self.rate * seconds)

    @property
    def busy(self) -> bool:
        """Whether who watches would miss something if the next view came now."""
        if self.leads and self.manner != "rounds":
            return False
        ahead = self.rate / 25 if self.manner == "rounds" else min(STEP, self._step)
        return self.behind > ahead

    @property
    def due(self) -> int:
        """Ticks that are to pass now, where the person who plays alone lets them; 0 for none."""
        step = min(MOST_ADVANCE, STEP * self.speed)
        return step if not self.paused and self.behind < step else 0

    def faster(self, steps: int) -> None:
        """Go through the speeds; a clock that stood goes on."""
        place = min(max(SPEEDS.index(self.speed) + steps, 0), len(SPEEDS) - 1)
        self.speed = SPEEDS[place]
        self.paused = False
