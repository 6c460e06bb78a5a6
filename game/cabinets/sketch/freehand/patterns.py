"""Ten line patterns, so that seats are told apart without colour: each makes strands along a curve, in canvas units."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from game.cabinets.sketch.freehand.curves import Place
from game.cabinets.sketch.freehand.smoothing import curve

WIDTH: Final = 6.0
"""Width of a solid line, in canvas units."""


@dataclass(frozen=True)
class Strand:
    """A part of a patterned line: a path with round ends, dashed where `dashes` has lengths (on, off, …)."""

    path: tuple[Place, ...]
    width: float
    dashes: tuple[float, ...] = ()


def _dashed(path: Sequence[Place], width: float, dashes: tuple[float, ...]) -> Strand:
    """Return a dashed strand that ends just after a whole dash: the rest of a dash would be drawn as a blot."""
    long = sum(math.dist(here, there) for here, there in pairwise(path))
    first, period = dashes[0], sum(dashes)
    whole = first + period * max(0, round((long - first) / period))
    return Strand(tuple(path), width, tuple(part * 0.999 * long / whole for part in dashes))


def _plain(width: float, *dashes: float) -> Callable[[Sequence[Place]], list[Strand]]:
    return lambda line: [_dashed(line, width, dashes) if dashes else Strand(tuple(line), width)]


def _aside(line: Sequence[Place], far: float) -> tuple[Place, ...]:
    """Return the line moved sideways by a distance."""
    return _beside(line, lambda _: far)


def _beside(line: Sequence[Place], far: Callable[[float], float]) -> tuple[Place, ...]:
    """Return the line moved sideways; `far` gives the distance at each length along the line."""
    moved = []
    way = 0.0
    for number, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(0, number - 1)], line[min(len(line) - 1, number + 1)]
        long = math.hypot(bx - ax, by - ay) or 1.0
        way += math.dist(line[max(0, number - 1)], (x, y))
        out = far(way)
        moved.append((x - (by - ay) / long * out, y + (bx - ax) / long * out))
    return tuple(moved)


def _double(line: Sequence[Place]) -> list[Strand]:
    return [Strand(_aside(line, out), 2.6) for out in (-3.6, 3.6)]


def _beaded(line: Sequence[Place]) -> list[Strand]:
    return [Strand(tuple(line), 2.2), _dashed(line, 9.5, (0.1, 19.0))]


def _wavy(line: Sequence[Place]) -> list[Strand]:
    return [Strand(_beside(line, lambda way: 4.4 * math.sin(way / 3.6)), 3.2)]


def _railroad(line: Sequence[Place]) -> list[Strand]:
    ties = []
    way, due = 0.0, 6.0
    for (x, y), (to_x, to_y) in pairwise(line):
        far = math.dist((x, y), (to_x, to_y))
        while far and way + far >= due:
            part = (due - way) / far
            across, down = (to_y - y) / far * 6, (x - to_x) / far * 6
            cx, cy = x + (to_x - x) * part, y + (to_y - y) * part
            ties.append(Strand(((cx - across, cy - down), (cx + across, cy + down)), 2.6))
            due += 14.0
        way += far
    return [Strand(tuple(line), 2.4), *ties]


def _chalk(line: Sequence[Place]) -> list[Strand]:
    ways = ((-3.4, (9.0, 6.0)), (-1.1, (17.0, 5.0)), (1.1, (6.0, 5.0, 13.0, 6.0)), (3.4, (4.0, 8.0)))
    return [_dashed(_aside(line, out), 2.0, dashes) for out, dashes in ways]


def _ribbon(line: Sequence[Place]) -> list[Strand]:
    """Return the strands of a flat pen: broad in one direction, thin in the other."""
    steps = (-6.0, -4.5, -3.0, -1.5, 0.0, 1.5, 3.0, 4.5, 6.0)
    return [Strand(tuple((x + step, y - step) for x, y in line), 2.0) for step in steps]


PATTERNS: Final[tuple[tuple[str, Callable[[Sequence[Place]], list[Strand]]], ...]] = (
    ("solid", _plain(WIDTH)),
    ("dashed", _plain(WIDTH, 18.0, 16.0)),
    ("dotted", _plain(7.6, 0.1, 13.0)),
    ("double", _double),
    ("dash_dot", _plain(5.2, 22.0, 13.0, 0.1, 13.0)),
    ("beaded", _beaded),
    ("wavy", _wavy),
    ("railroad", _railroad),
    ("chalk", _chalk),
    ("ribbon", _ribbon),
)
"""Name and maker of each pattern, in the order of the seats."""


@lru_cache(maxsize=128)
def strands(points: tuple[int, ...], seat: int) -> tuple[Strand, ...]:
    """Return the strands of a seat's stroke; none for a dot, which is too short for a pattern."""
    line = curve(points)
    return tuple(PATTERNS[seat % len(PATTERNS)][1](line)) if len(line) > 1 else ()
