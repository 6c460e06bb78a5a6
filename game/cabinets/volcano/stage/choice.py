"""Choosing where a tile goes and what is built: paths of hexagons, a small ring where several things fit."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from game.cabinets.volcano.island import Island
from game.cabinets.volcano.state import Action, Done, Expand, Hut, Place, Temple, Tower
from game.core.space import Hex
from game.engine.tween import Point
from game.kit.camera import Camera
from game.kit.choosing import Chooser, Path
from game.kit.composing import Turned
from game.kit.layout import Layout
from game.kit.relief.layout import Raised, Seen

Key: TypeAlias = Hex | tuple[int, int, int] | str
"""A hexagon, one of the things that fit on it, or a button by what it says."""
DONE: Final = "done"
DONE_AT: Final = (580.0, 580.0)
RING: Final = 44.0
_REACH: Final = 52.0
WhyNot: TypeAlias = Callable[[Path[Key]], str | None]


def tile_choice(
    plane: Raised,
    camera: Camera,
    places: Sequence[Place],
    why_not: WhyNot,
    unlisted: Callable[[Path[Key]], Action | None],
    way: int,
) -> Turned[Key, Action]:
    """Where the tile in hand may lie, in each of its six ways."""
    variants: list[dict[Path[Key], Action]] = [{} for _ in range(6)]
    for place in places:
        variants[place.way][((place.q, place.r),)] = place
    layout: Layout[Key] = Seen(plane, camera, dict, RING)
    return Turned(layout, variants, why_not, unlisted, way)


class BuildChoice(Chooser[Key, Action]):
    """What may be built, by the hexagons it is built on; DONE ends the turn."""

    def __init__(
        self, plane: Raised, camera: Camera, island: Island, seat: int, legal: Sequence[Action], why_not: WhyNot
    ) -> None:  # fmt: skip
        self.fits: dict[Hex, list[Action]] = {}
        """What may be built on a hexagon."""
        self.cells: dict[Action, list[Hex]] = {}
        """What an action builds on."""
        self.plane, self.camera = plane, camera
        for action in legal:
            if isinstance(action, Hut | Temple | Tower | Expand):
                self.cells[action] = island.builds_on(action, seat)
                for cell in self.cells[action]:
                    self.fits.setdefault(cell, []).append(action)
        paths: dict[Path[Key], Action] = {}
        for cell, actions in self.fits.items():
            if len(actions) == 1:
                paths[(cell,)] = actions[0]
            else:
                paths |= {(cell, (*cell, number)): action for number, action in enumerate(actions)}
        self.may_end = Done() in legal
        if self.may_end:
            paths[(DONE,)] = Done()
        layout: Layout[Key] = Seen(plane, camera, self.buttons, RING)
        super().__init__(layout, paths, why_not)

    def buttons(self) -> Mapping[Key, Point]:
        """The buttons there are now: DONE, and the ring around the hexagon chosen."""
        found: dict[Key, Point] = {DONE: DONE_AT} if self.may_end else {}
        if self.chosen and isinstance(self.chosen[0], tuple):
            cell = self.chosen[0][0], self.chosen[0][1]
            x, y = self.camera.outside(*self.plane.middle(cell))
            x, y = min(max(x, 90.0), 534.0), min(max(y, 90.0), 534.0)
            count = len(self.fits[cell])
            for number in range(count):
                angle = math.radians(360 / count * number - 90)
                found[(*cell, number)] = x + _REACH * math.cos(angle), y + _REACH * math.sin(angle)
        return found

    @property
    def aimed(self) -> Action | None:
        """What would be built with the spot in focus, as far as that is one thing."""
        return self.paths.get((*self.chosen, self.focus)) if self.focus is not None else None

    def _press(self, spot: Key | None) -> Action | None:
        if self.chosen and spot not in self.targets:
            self.cancel()
        return super()._press(spot)
