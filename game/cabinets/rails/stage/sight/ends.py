"""Open ends of track, which other track can join."""

from __future__ import annotations

from typing import Final, NamedTuple

_MIDDLES: Final = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))


class Open(NamedTuple):
    """An open end of track, given as the tile beyond it and the edge over which that tile is entered."""

    x: int
    y: int
    enter: int

    @property
    def point(self) -> tuple[float, float]:
        """The middle of the edge at the open end, in tiles of the map."""
        return self.x + _MIDDLES[self.enter][0], self.y + _MIDDLES[self.enter][1]
