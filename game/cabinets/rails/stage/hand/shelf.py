"""The blueprints that a person can choose from: the six layouts with their handles, then copies. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from game.cabinets.rails.yards.blueprint import Part, Pose, box_of, posed
from game.cabinets.rails.yards.layouts import HANDLES, LAYOUTS, MOST_LENGTH, STEP, Handles, handled
from game.core.errors import SpokenError

USUAL_LENGTH: Final = 16
"""Default distance between the platforms of a layout, in tiles: short enough to fit the window."""


class Item(NamedTuple):
    """A blueprint that a person can choose: a layout, or a copy."""

    name: str
    """The layout's id, or the file's name for a copy."""
    parts: tuple[Part, ...] = ()
    """The copied parts; empty for a layout."""
    path: Path | None = None
    """The file it was read from; None for a layout, and for a copy that could not be written."""
    trouble: SpokenError | None = None
    """Why the file cannot be used; None if it can."""

    @property
    def is_layout(self) -> bool:
        """Whether this is one of the six layouts."""
        return self.name in LAYOUTS and not self.parts and self.path is None


@lru_cache(maxsize=32)
def layout_parts(name: str, platforms: int, length: int) -> tuple[Part, ...]:
    """Return the parts of a layout with these handles, its upper left corner at (0, 0)."""
    return posed(handled(name, platforms, length).pieces, Pose())


class Shelf:
    """The blueprints, which of them is chosen, and how it is turned and mirrored."""

    def __init__(self) -> None:
        self.items = [Item(name) for name in LAYOUTS]
        self.chosen = 0
        self.pose = Pose()
        self.length = USUAL_LENGTH
        self.platforms: dict[str, int] = {name: handles.least for name, handles in HANDLES.items()}
        self.copying = False
        """Whether the next drag copies a rectangle of the map."""
        self.deleting = False
        """Whether the next press on the delete knob deletes the chosen copy, as the first press only asks."""

    @property
    def item(self) -> Item:
        """The chosen blueprint."""
        return self.items[self.chosen]

    @property
    def handles(self) -> Handles | None:
        """The limits of the chosen layout's handles; None for a copy."""
        return HANDLES[self.item.name] if self.item.is_layout else None

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the chosen blueprint before turning; empty if its file is broken."""
        item = self.item
        return layout_parts(item.name, self.platforms[item.name], self.length) if item.is_layout else item.parts

    @property
    def sides(self) -> tuple[int, int]:
        """Width and height of the chosen blueprint in tiles, as it is turned."""
        _left, _top, wide, high = box_of(self.parts)
        return (high, wide) if self.pose.quarters % 2 else (wide, high)

    def own(self, items: Sequence[Item]) -> None:
        """Replace the copies; keep the chosen blueprint if it still exists."""
        name = self.item.name
        self.items = [Item(layout) for layout in LAYOUTS] + list(items)
        self.chosen = next((place for place, item in enumerate(self.items) if item.name == name), 0)
        self.deleting = False

    def take(self, place: int) -> None:
        """Choose the blueprint at an index, unturned if it is another one."""
        if place != self.chosen:
            self.chosen, self.pose = place % len(self.items), Pose()
        self.copying = self.deleting = False

    def step(self, steps: int) -> None:
        """Choose the next blueprint whose file is not broken."""
        place = self.chosen
        for _ in self.items:
            place = (place + steps) % len(self.items)
            if self.items[place].trouble is None:
                break
        self.take(place)

    def put(self, item: Item) -> None:
        """Insert a new copy before the others, and choose it."""
        at = len(LAYOUTS)
        self.items.insert(at, item)
        self.take(at)

    def turn(self) -> None:
        """Turn the chosen blueprint by a quarter to the right."""
        self.pose = self.pose.turned()

    def mirror(self) -> None:
        """Mirror the chosen blueprint, swapping east and west."""
        self.pose = self.pose.flipped()

    def stretch(self, steps: int) -> None:
        """Change the length of the chosen layout by steps, within its limits."""
        if self.handles:
            wanted = max(self.length, self.handles.least_length) + STEP * steps
            self.length = max(self.handles.least_length, min(MOST_LENGTH, wanted))

    def widen(self, steps: int) -> None:
        """Change the number of platforms of the chosen layout, within its limits."""
        if handles := self.handles:
            name = self.item.name
            self.platforms[name] = max(handles.least, min(handles.most, self.platforms[name] + steps))
