"""How land changes hands: it flows outward from the squares that were painted, and through what they closed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from game.cabinets.slime.field import HEIGHT, WIDTH
from game.cabinets.slime.stage import tide
from game.cabinets.slime.stage.layout import READING, TERRAIN
from game.core.space import Squares
from game.engine.colour import Colour

arrivals = Squares(HEIGHT, WIDTH).arrivals  # its axes exchanged, so that its numbers are those of the rules


class Tide(tide.Tide):
    """From one land to that of `owners`."""

    def __init__(
        self, before: Sequence[int], owners: tuple[int, ...], stepped_on: Collection[int], foam: Colour | None
    ) -> None:
        """From the land `before`, out of the squares that slimes came to.

        `foam` runs along the front; None for the small puddles under feet.
        """
        self.owners = owners
        changed = [square for square, owner in enumerate(owners) if owner != before[square]]
        times = arrivals([square for square in changed if square in stepped_on] or changed, changed)
        new = [owners[square] != before[square] for square in READING]
        super().__init__(TERRAIN, [times[square] for square in READING], new, foam)
