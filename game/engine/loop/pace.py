"""How often the loop runs, and which of its frames are drawn: fewer while nobody touches the window."""

from __future__ import annotations

FRAMES_PER_SECOND = 60.0
"""Frames per second while somebody uses the window, or something in it moves."""
LEFT_ALONE_FRAMES_PER_SECOND = 20.0
"""Frames per second of a window left alone in which nothing moves that needs more: every third of a screen's 60, so
that each picture stands equally long."""
HIDDEN_FRAMES_PER_SECOND = 10.0
"""Frames per second while the window is minimised: matches go on, but nothing is drawn."""
LEFT_ALONE_AFTER = 5.0
"""Seconds without any input after which a window counts as left alone."""
LONGEST_STILL = 0.25
"""The most seconds between two pictures of a window left alone. What a scene forgets to tell is seen this soon."""
_EARLY = 0.5 / LEFT_ALONE_FRAMES_PER_SECOND
"""Seconds by which a picture may come early, because the next frame would be later than that."""


class Pace:
    """Decides frame by frame how long to wait for the next one, and whether to draw it."""

    def __init__(self, *, eases: bool) -> None:
        """`eases`: whether a window left alone is drawn less often; else every frame is drawn, at the same rate."""
        self.longest_still = LONGEST_STILL
        """The most seconds between two pictures of what is left alone."""
        self._eases = eases
        self._untouched = 0.0
        self._still_left = 0.0
        """Seconds for which the picture drawn last stays good."""
        self._moves = True

    @property
    def left_alone(self) -> bool:
        """Whether nobody has touched the window for a while."""
        return self._eases and self._untouched >= LEFT_ALONE_AFTER

    def frames_per_second(self, visible: bool) -> float:
        """Return how many frames per second are due now; `visible`: whether the window can be seen."""
        if not visible:
            return HIDDEN_FRAMES_PER_SECOND
        return LEFT_ALONE_FRAMES_PER_SECOND if self.left_alone and not self._moves else FRAMES_PER_SECOND

    def passed(self, seconds: float) -> None:
        """Note that a frame of `seconds` has begun."""
        self._untouched += seconds
        self._still_left -= seconds

    def touched(self) -> None:
        """Note an input, or anything else that the system tells of the window: this frame is drawn."""
        self._untouched = 0.0

    def told(self) -> None:
        """Note that somebody else may have changed what is seen: this frame is drawn."""
        self._still_left = 0.0

    def draws(self, still_for: float) -> bool:
        """Return whether to draw this frame, whose picture stays good for `still_for` seconds from now; 0 means that
        something moves.
        """
        self._moves = still_for <= 0.0
        due = not self.left_alone or self._moves or self._still_left <= _EARLY
        self._still_left = min(still_for, self.longest_still) if due else min(self._still_left, still_for)
        return due
