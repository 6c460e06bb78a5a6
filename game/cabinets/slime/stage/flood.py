"""How land changes hands: colour flows outward from the squares that slimes stepped on, and through what
they enclosed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from game.cabinets.slime.field import HEIGHT, WIDTH
from game.cabinets.slime.stage import tide
from game.cabinets.slime.stage.layout import READING, TERRAIN
from game.core.space import Squares
from game.engine.colour import Colour

arrivals = Squares(HEIGHT, WIDTH).arrivals  # axes exchanged, so that squares have the numbers of the rules


class Tide(tide.Tide):
    """The flow from one ownership of the land to `owners`."""

    def __init__(
        self, before: Sequence[int], owners: tuple[int, ...], stepped_on: Collection[int], foam: Colour | None
    ) -> None:
        """Begin a flow over the land `before`, from the squares that slimes stepped on.

        `foam` is the colour of the front; None for the small puddles under feet.
        """
        self.owners = owners
        changed = [square for square, owner in enumerate(owners) if owner != before[square]]
        times = arrivals([square for square in changed if square in stepped_on] or changed, changed)
        new = [owners[square] != before[square] for square in READING]
        super().__init__(TERRAIN, [times[square] for square in READING], new, foam)
