"""How much a stroke looks like one by somebody who does not know the word.

A player who knows the word draws one of its parts where that part belongs. A player who does not know it copies a
stroke, draws a part of another word, or scrawls. Anybody may also draw in a way of their own. A stroke is judged by how
much likelier it is from the second player than from the first; a stroke in an unknown style is equally likely from
both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import Final, NamedTuple

from game.cabinets.sketch.freehand.points import Points
from game.core.logarithms import ONE, logarithm, power

_PLACES: Final = 12
"""How many evenly spaced places of a stroke are compared."""
_FINE: Final = 16
"""Parts of a canvas unit: lines and distances in this module are measured in them."""
_TINY: Final = 25 * _FINE
"""Strokes up to this size all look alike, so they count for less."""
_LITTLE: Final = 35
"""How much a stroke of at most `_TINY` counts, in hundredths."""
_ODD, _OUTLANDISH = 105 * _FINE, 135 * _FINE
"""Distances of a shape from all known shapes: from the first on it may be a scrawl, from the second on it is one. Of
the strokes that people drew (build/sketch_strangers.toml) one in fifty is as far as the first."""

Line = tuple[tuple[int, int], ...]


class Doubt(NamedTuple):
    """What a bot expects of other players' strokes; chances are in hundredths."""

    strays: int
    """How far, in canvas units, a player who knows the word strays from where its parts lie."""
    copies: int = 50
    """How often a player who does not know the word copies a stroke."""
    copied: int = 15
    """How far, in canvas units, a copy's shape is from the stroke that was copied."""
    supposes: int = 0
    """How often a player who does not know the word draws a part of the word that they guess."""
    own_way: int = 10
    """How often a player who knows the word draws in a way of their own, near none of its parts."""
    wild: int = 8
    """How often a player who does not know the word draws a line that resembles no known drawing.

    The higher it is against `own_way`, the sooner people are blamed for not drawing as computers do.
    """
    scrawls: int = 40
    """How often a player who does not know the word draws a shape that is in no drawing."""
    trust: int = 50
    """How much one stroke can clear its player at most."""


@lru_cache(maxsize=4096)
def even(points: Points) -> Line:
    """Return `_PLACES` places at equal distances along a stroke, in `_FINE` parts of a canvas unit."""
    fine = [(x * _FINE, y * _FINE) for x, y in points]
    ways = [0]
    for here, there in pairwise(fine):
        ways.append(ways[-1] + _far(here, there))
    found = []
    at = 0
    for number in range(_PLACES):
        way = ways[-1] * number // (_PLACES - 1)
        while at < len(ways) - 2 and ways[at + 1] < way:
            at += 1
        after = min(at + 1, len(fine) - 1)
        (x, y), (to_x, to_y) = fine[at], fine[after]
        done, whole = way - ways[at], max(1, ways[after] - ways[at])
        found.append((x + (to_x - x) * done // whole, y + (to_y - y) * done // whole))
    return tuple(found)


def _far(here: tuple[int, int], there: tuple[int, int]) -> int:
    return isqrt((here[0] - there[0]) ** 2 + (here[1] - there[1]) ** 2)


def _apart(line: Line, other: Line) -> int:
    return isqrt(sum((x - u) ** 2 + (y - v) ** 2 for (x, y), (u, v) in zip(line, other, strict=True)) // _PLACES)


@lru_cache(maxsize=8192)
def away(line: Line, other: Line) -> int:
    """Return the mean distance between two lines, in whichever direction each was drawn."""
    return min(_apart(line, other), _apart(line, other[::-1]))


@lru_cache(maxsize=4096)
def _centred(line: Line) -> Line:
    middle_x, middle_y = sum(x for x, _ in line) // _PLACES, sum(y for _, y in line) // _PLACES
    return tuple((x - middle_x, y - middle_y) for x, y in line)


@lru_cache(maxsize=8192)
def unlike(line: Line, other: Line) -> int:
    """Return how different the shapes of two lines are, wherever they lie. The mirror image counts as the
    same shape.
    """
    here, there = _centred(line), _centred(other)
    return min(away(here, there), away(here, tuple((-x, y) for x, y in there)))


def shapes(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the centred shapes of lines, mirrored and reversed too, as `scrawled` compares them."""
    centred = [_centred(line) for line in lines]
    seen = [*centred, *(tuple((-x, y) for x, y in line) for line in centred)]
    return (*seen, *(line[::-1] for line in seen))


def scrawled(line: Line, known: Iterable[Line]) -> int:
    """Return how far a line's shape is from all known `shapes`: 0 for a known shape up to ONE for a scrawl.

    About 2 ms for the 600 shapes of a category: a shape is given up once it is farther than the nearest so far.
    """
    here, nearest = _centred(line), _OUTLANDISH**2 * _PLACES
    for other in known:
        apart = 0
        for (x, y), (u, v) in zip(here, other, strict=True):
            apart += (x - u) ** 2 + (y - v) ** 2
            if apart >= nearest:
                break
        else:
            nearest = apart
    return ONE * max(0, isqrt(nearest // _PLACES) - _ODD) // (_OUTLANDISH - _ODD)


def near(apart: Iterable[int], usual: int) -> int:
    """Return how near the nearest of these distances is: ONE for distance 0, falling to 0. `usual`, in canvas units, is
    the width of the bell curve.
    """
    nearest = min(apart, default=None)
    return 0 if nearest is None else power(-(ONE * nearest**2 // (2 * (usual * _FINE) ** 2)))


def strangeness(
    stroke: Points,
    before: Sequence[Points],
    parts: Sequence[Line],
    doubt: Doubt,
    supposed: Sequence[tuple[int, Sequence[Line]]] = (),
    scrawl: int = 0,
) -> int:
    """Return how much likelier a stroke is from a player who does not know the word, as a logarithm.

    `before` are the earlier strokes of others, `parts` the parts of the word's drawing. `supposed` are the parts of
    other words, each with the chance, out of ONE, that it was taken for the word; `scrawl` is the result of `scrawled`.
    """
    line = even(stroke)
    known = doubt.own_way * ONE + 100 * near((away(line, part) for part in parts), doubt.strays)
    faked = doubt.wild * ONE + doubt.scrawls * scrawl
    faked += doubt.copies * near((unlike(line, even(other)) for other in before), doubt.copied)
    for chance, others in supposed:
        faked += doubt.supposes * chance * near((away(line, part) for part in others), doubt.strays) // ONE
    judged = max(-doubt.trust * ONE // 100, logarithm(faked) - logarithm(known))
    size = isqrt(sum(x * x + y * y for x, y in _centred(line)) // _PLACES)
    return judged if size > _TINY else judged * _LITTLE // 100
