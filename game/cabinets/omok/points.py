"""The points that the master's search looks at: fives, fours, and the points worth trying."""

from __future__ import annotations

from typing import Any, Final

from game.cabinets.omok.board import EMPTY, NOWHERE, THREES
from game.cabinets.omok.field import (
    AREA,
    CLASSES,
    FORBIDDEN,
    KINDS,
    MAKES_FIVE,
    MAKES_FOUR,
    MAKES_TWO_WAYS,
    ROW,
    STEPS,
    SUSPECT,
    WAYS,
    Field,
    class_at,
    may_place,
)
from game.core.compiled import in_place, inner

TRIED: Final = 64
"""The most points that are tried in a position."""
SPAN: Final = 2 * TRIED
"""Length of the part of the array that one level of the search writes to: TRIED points, then how promising each is."""


@inner
def near(field: Field, last: int, colour: int, wanted: int) -> int:
    """Return an empty point of class `wanted` within four points of the stone `last`, along a line; NOWHERE if none."""
    for way in range(WAYS):
        for away in range(-4, 5):
            point = last + away * field.rules[STEPS + way]
            if field.cells[point * ROW] == EMPTY and class_at(field, point, colour) & 7 == wanted:
                return int(point)
    return NOWHERE


@inner
def anywhere(field: Field, colour: int, wanted: int) -> int:
    """Return an empty point of class `wanted` where `colour` may place; NOWHERE if there is none."""
    area, width = field.rules, field.rules[STEPS + 1]
    for row in range(area[AREA] * width, (area[AREA + 1] + 1) * width, width):
        for point in range(row + area[AREA + 2], row + area[AREA + 3] + 1):
            if field.cells[point * ROW] == EMPTY:
                kind = class_at(field, point, colour)
                if kind & 7 == wanted and (kind < SUSPECT or may_place(field, point, colour)):
                    return int(point)
    return NOWHERE


@inner
def has(field: Field, colour: int, wanted: int) -> bool:
    """Return whether there is a point of class `wanted` where `colour` may place."""
    if field.totals[(colour - 1) * CLASSES + wanted] == 0:
        return False
    return bool(field.rules[KINDS + colour - 1] & THREES == 0) or anywhere(field, colour, wanted) != NOWHERE


@inner
def five_of(field: Field, colour: int, last: int) -> int:
    """Return a point where `colour` makes five, looking beside the stone `last` first."""
    point = near(field, last, colour, MAKES_FIVE) if last != NOWHERE else NOWHERE
    return point if point != NOWHERE else anywhere(field, colour, MAKES_FIVE)


@inner
def four_points(field: Field, colour: int, found: Any, start: int) -> int:
    """Write the points where `colour` makes a four or more into `found`, the best first; return their number."""
    area, width = field.rules, field.rules[STEPS + 1]
    count = 0
    for row in range(area[AREA] * width, (area[AREA + 1] + 1) * width, width):
        for point in range(row + area[AREA + 2], row + area[AREA + 3] + 1):
            if field.cells[point * ROW] != EMPTY:
                continue
            kind = class_at(field, point, colour) & 7
            if MAKES_FOUR <= kind <= MAKES_TWO_WAYS and count < TRIED:
                at = count
                while at > 0 and found[start + TRIED + at - 1] < kind:
                    found[start + at] = found[start + at - 1]
                    found[start + TRIED + at] = found[start + TRIED + at - 1]
                    at -= 1
                found[start + at] = point
                found[start + TRIED + at] = kind
                count += 1
    return count


@in_place
def points_of(field: Field, colour: int, pressed: bool, found: Any, history: Any, start: int, first: int) -> int:
    """Write the points worth trying into `found` from `start` on; return their number.

    How promising each point is stands TRIED places later. `pressed`: the opponent is about to make a straight four, so
    only fours and what stops it are tried. The point `first` is left out. `history`: what is added for each colour and
    point.
    """
    cells, classes = field.cells, field.classes
    half, points = len(classes) // 2, len(cells) // ROW
    own, theirs = (colour - 1) * half, (2 - colour) * half
    area, width = field.rules, field.rules[STEPS + 1]
    count = 0
    for line in range(area[AREA] * width, (area[AREA + 1] + 1) * width, width):
        for point in range(line + area[AREA + 2], line + area[AREA + 3] + 1):
            row = point * ROW
            mine, other = cells[row + colour], cells[row + 3 - colour]
            if cells[row] != EMPTY or point == first or mine | other == 0:
                continue
            about = classes[own + mine]
            if about & 15 == FORBIDDEN:
                continue
            if pressed and (mine & mine >> 1 | other & other >> 1) & 0x4444 == 0:
                continue
            value = (about >> 8) * 5 + (classes[theirs + other] >> 8) * 4
            if value < 20 and not pressed:
                continue
            value = (value << 8) + min(history[(colour - 1) * points + point], 40_000)
            if count < TRIED:
                found[start + count] = point
                found[start + TRIED + count] = value
                count += 1
                continue
            least = start + TRIED
            for place in range(start + TRIED, start + SPAN):
                if found[place] < found[least]:
                    least = place
            if found[least] < value:
                found[least] = value
                found[least - TRIED] = point
    return count


@inner
def next_best(found: Any, start: int, place: int, count: int) -> int:
    """Swap the most promising of the points from `place` on into `place`, and return it."""
    worths = start + TRIED
    best = place
    for at in range(place + 1, count):
        if found[worths + at] > found[worths + best]:
            best = at
    point, most = found[start + best], found[worths + best]
    found[start + best], found[worths + best] = found[start + place], found[worths + place]
    found[start + place], found[worths + place] = point, most
    return int(point)
