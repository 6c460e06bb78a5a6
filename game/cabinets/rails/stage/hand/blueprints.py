"""Blueprints: the six layouts and what was copied, turned, mirrored and pasted as groups of a plan."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.cabinets.rails.contract.actions import Group, Platforms, Rail, Signal
from game.cabinets.rails.layouts.layouts import LAYOUTS
from game.cabinets.rails.stage.hand.gestures import EDGE_NAMES, Drag
from game.cabinets.rails.track.pieces import EDGES, read_run, write_run
from game.cabinets.rails.yards.tracks import groups_of


class Blueprint(NamedTuple):
    """Something to paste: its name and its groups, from the corner (0, 0)."""

    name: str
    groups: tuple[Group, ...]


def pasted(blueprint: Blueprint, drag: Drag) -> list[Group]:
    """Its groups with their corner at the pointer, turned by quarters and mirrored by every fourth turn."""
    groups = list(blueprint.groups)
    for _ in range(drag.turn % 4):
        groups = [_quarter(group) for group in groups]
    if drag.turn // 4 % 2:
        groups = [_mirrored(group) for group in groups]
    left = min(_corner(group)[0] for group in groups)
    top = min(_corner(group)[1] for group in groups)
    x, y = drag.end
    return [_moved(group, x - left, y - top) for group in groups]


def _corner(group: Group) -> tuple[int, int]:
    assert isinstance(group, Rail | Signal | Platforms)
    if isinstance(group, Rail):
        x, y = group.x, group.y
        low_x, low_y = x, y
        for letter in read_run(group.run)[:-1]:
            dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[EDGES.index(letter)]
            x, y = x + dx, y + dy
            low_x, low_y = min(low_x, x), min(low_y, y)
        return low_x, low_y
    return group.x, group.y


def _moved(group: Group, x: int, y: int) -> Group:
    if isinstance(group, Rail):
        return Rail(group.x + x, group.y + y, group.entry, group.run)
    if isinstance(group, Signal):
        return Signal(group.x + x, group.y + y, group.entry, group.exit, group.kind)
    assert isinstance(group, Platforms)
    return Platforms(group.x + x, group.y + y, group.axis, group.length, group.count, group.station)


def _quarter(group: Group) -> Group:
    """A group turned to the right around the tile (0, 0)."""
    if isinstance(group, Rail):
        run = write_run("".join(EDGES[(EDGES.index(letter) + 1) % 4] for letter in read_run(group.run)))
        return Rail(-group.y, group.x, EDGE_NAMES[(EDGES.index(group.entry) + 1) % 4], run)
    if isinstance(group, Signal):
        entry, leave = (EDGE_NAMES[(EDGES.index(edge) + 1) % 4] for edge in (group.entry, group.exit))
        return Signal(-group.y, group.x, entry, leave, group.kind)
    assert isinstance(group, Platforms)
    if group.axis == "EW":
        return Platforms(-group.y - group.count + 1, group.x, "NS", group.length, group.count, group.station)
    return Platforms(-group.y - group.length + 1, group.x, "EW", group.length, group.count, group.station)


def _mirrored(group: Group) -> Group:
    """A group with east and west changed."""
    other = {"E": "W", "W": "E"}

    def edge(letter: str) -> str:
        return other.get(letter, letter)

    if isinstance(group, Rail):
        run = write_run("".join(edge(letter) for letter in read_run(group.run)))
        return Rail(-group.x, group.y, EDGE_NAMES[EDGES.index(edge(group.entry))], run)
    if isinstance(group, Signal):
        entry, leave = (EDGE_NAMES[EDGES.index(edge(letter))] for letter in (group.entry, group.exit))
        return Signal(-group.x, group.y, entry, leave, group.kind)
    assert isinstance(group, Platforms)
    wide = group.length if group.axis == "EW" else group.count
    return Platforms(-group.x - wide + 1, group.y, group.axis, group.length, group.count, group.station)


BLUEPRINTS: Final = tuple(Blueprint(name, tuple(groups_of(make().pieces))) for name, make in LAYOUTS.items())
"""The six layouts."""
