"""How much a stroke looks like one of somebody who does not know the word.

Who knows it draws one of its parts where it belongs; who does not copies what is there, or draws a part of what they
take the word for; and anybody may have a way of drawing that nobody here knows. A stroke is judged by how much more
likely it is from the second than from the first, a strange one being as likely from both.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from game.cabinets.sketch.drawing.strokes import Points
from game.core.curves import Place

_PLACES: Final = 12
"""Of a stroke that are compared."""
_TINY: Final = 25.0
"""Of strokes no larger than this, in canvas units, any two are alike…"""
_LITTLE: Final = 0.35
"""…so they count less."""

Line = tuple[Place, ...]


class Doubt(NamedTuple):
    """What one expects of others."""

    strays: float
    """How far, in canvas units, who knows the word is from where its parts lie."""
    copies: float = 0.5
    """How often who does not know it copies…"""
    copied: float = 15.0
    """…and how far the shape of a copy is from what was copied."""
    supposes: float = 0.0
    """How often they draw a part of what they take the word for."""
    own_way: float = 0.1
    """How often who knows the word draws in a way of their own, against how near any part is; the others half so."""
    trust: float = 0.5
    """What a stroke can do at the most for who drew it."""


@lru_cache(maxsize=4096)
def even(points: Points) -> Line:
    """So many places along a stroke, evenly apart."""
    ways = [0.0]
    for here, there in pairwise(points):
        ways.append(ways[-1] + math.dist(here, there))
    found: list[Place] = []
    at = 0
    for number in range(_PLACES):
        way = ways[-1] * number / (_PLACES - 1)
        while at < len(ways) - 2 and ways[at + 1] < way:
            at += 1
        (x, y), (to_x, to_y) = points[at], points[min(at + 1, len(points) - 1)]
        part = (way - ways[at]) / max(1e-9, ways[min(at + 1, len(ways) - 1)] - ways[at])
        found.append((x + (to_x - x) * part, y + (to_y - y) * part))
    return tuple(found)


def _apart(line: Line, other: Line) -> float:
    return math.sqrt(sum((x - u) ** 2 + (y - v) ** 2 for (x, y), (u, v) in zip(line, other, strict=True)) / _PLACES)


def away(line: Line, other: Line) -> float:
    """How far a line is from another, whichever way they were drawn."""
    return min(_apart(line, other), _apart(line, other[::-1]))


@lru_cache(maxsize=4096)
def _centred(line: Line) -> Line:
    middle_x, middle_y = sum(x for x, _ in line) / _PLACES, sum(y for _, y in line) / _PLACES
    return tuple((x - middle_x, y - middle_y) for x, y in line)


def unlike(line: Line, other: Line) -> float:
    """How far the shape of a line is from another's or its mirror image, wherever they lie."""
    here, there = _centred(line), _centred(other)
    return min(away(here, there), away(here, tuple((-x, y) for x, y in there)))


def near(apart: float, usual: float) -> float:
    """From 1 for what lies upon it to 0."""
    return math.exp(-0.5 * (apart / usual) ** 2)


def strangeness(
    stroke: Points,
    before: Sequence[Points],
    parts: Sequence[Line],
    doubt: Doubt,
    supposed: Sequence[tuple[float, Sequence[Line]]] = (),
) -> float:
    """How much likelier a stroke is from who does not know the word, as a logarithm.

    `before` are the strokes of others that were there, `parts` those of the word. `supposed` are the parts of words,
    each with how likely it was to be taken for the word.
    """
    line = even(stroke)
    known = doubt.own_way + max((near(away(line, part), doubt.strays) for part in parts), default=0.0)
    faked = doubt.own_way / 2
    faked += doubt.copies * max((near(unlike(line, even(other)), doubt.copied) for other in before), default=0.0)
    for chance, others in supposed:
        nearest = max((near(away(line, part), doubt.strays) for part in others), default=0.0)
        faked += doubt.supposes * chance * nearest
    size = math.sqrt(sum(x * x + y * y for x, y in _centred(line)) / _PLACES)
    return (1.0 if size > _TINY else _LITTLE) * max(-doubt.trust, math.log(faked / known))
