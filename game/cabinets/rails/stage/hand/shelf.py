"""The blueprints in reach of a hand: the six layouts with their handles, then what was copied. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from game.cabinets.rails.blueprints.blueprint import Part, Pose, box_of, posed
from game.cabinets.rails.layouts.layouts import HANDLES, LAYOUTS, MOST_LENGTH, STEP, Handles, handled
from game.cabinets.rails.yards.tracks import groups_of
from game.core.errors import SpokenError

USUAL_LENGTH: Final = 16
"""Tiles between the platforms of a layout until somebody changes it: short enough to be seen whole."""


class Item(NamedTuple):
    """A blueprint of the shelf."""

    name: str
    """Of a layout its own; else the name of the file."""
    parts: tuple[Part, ...] = ()
    """Of what was copied."""
    path: Path | None = None
    """The file it was read from; None for a layout, and for what could not be written."""
    trouble: SpokenError | None = None
    """Why it cannot be put down."""

    @property
    def is_layout(self) -> bool:
        """Whether it is one of the six."""
        return self.name in LAYOUTS and not self.parts and self.path is None


@lru_cache(maxsize=32)
def layout_parts(name: str, platforms: int, length: int) -> tuple[Part, ...]:
    """A layout with its handles, as parts with their corner at (0, 0)."""
    parts: list[Part] = list(groups_of(handled(name, platforms, length).pieces))  # type: ignore[arg-type]
    return posed(parts, Pose())


class Shelf:
    """Which blueprint is taken, and how it lies."""

    def __init__(self) -> None:
        self.items = [Item(name) for name in LAYOUTS]
        self.chosen = 0
        self.pose = Pose()
        self.length = USUAL_LENGTH
        self.platforms: dict[str, int] = {name: handles.least for name, handles in HANDLES.items()}
        self.copying = False
        """Whether the next drag copies a rectangle of the map."""
        self.deleting = False
        """Whether the next press on the knob that deletes does it."""

    @property
    def item(self) -> Item:
        """The one that is taken."""
        return self.items[self.chosen]

    @property
    def handles(self) -> Handles | None:
        """How far it can be changed; None for what was copied."""
        return HANDLES[self.item.name] if self.item.is_layout else None

    @property
    def parts(self) -> tuple[Part, ...]:
        """Those of the blueprint that is taken, before they are turned; none of one that is broken."""
        item = self.item
        return layout_parts(item.name, self.platforms[item.name], self.length) if item.is_layout else item.parts

    @property
    def sides(self) -> tuple[int, int]:
        """Columns and rows of it, as it lies."""
        _left, _top, wide, high = box_of(self.parts)
        return (high, wide) if self.pose.quarters % 2 else (wide, high)

    def own(self, items: Sequence[Item]) -> None:
        """What was copied before; what is taken stays taken where it is still there."""
        name = self.item.name
        self.items = [Item(layout) for layout in LAYOUTS] + list(items)
        self.chosen = next((place for place, item in enumerate(self.items) if item.name == name), 0)
        self.deleting = False

    def take(self, place: int) -> None:
        """Take another one. Turned it lies only once it was turned."""
        if place != self.chosen:
            self.chosen, self.pose = place % len(self.items), Pose()
        self.copying = self.deleting = False

    def step(self, steps: int) -> None:
        """Take the next one that can be put down."""
        place = self.chosen
        for _ in self.items:
            place = (place + steps) % len(self.items)
            if self.items[place].trouble is None:
                break
        self.take(place)

    def put(self, item: Item) -> None:
        """Something was copied: it is taken, the first of its kind."""
        at = len(LAYOUTS)
        self.items.insert(at, item)
        self.take(at)

    def turn(self) -> None:
        """A quarter to the right."""
        self.pose = self.pose.turned()

    def mirror(self) -> None:
        """East and west changed."""
        self.pose = self.pose.flipped()

    def stretch(self, steps: int) -> None:
        """Longer or shorter, where it can be."""
        if self.handles:
            wanted = max(self.length, self.handles.least_length) + STEP * steps
            self.length = max(self.handles.least_length, min(MOST_LENGTH, wanted))

    def widen(self, steps: int) -> None:
        """More platforms or fewer, where it can have them."""
        if handles := self.handles:
            name = self.item.name
            self.platforms[name] = max(handles.least, min(handles.most, self.platforms[name] + steps))
