"""How much a stroke looks like one of somebody who does not know the word.

Who knows it draws one of its parts where it belongs; who does not copies what is there, draws a part of what they take
the word for, or scrawls; and anybody may have a way of drawing that nobody here knows. A stroke is judged by how much
more likely it is from the second than from the first, a strange one being as likely from both.
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
"""How many places of a stroke are compared."""
_FINE: Final = 16
"""Parts of a canvas unit, in which lines and distances are."""
_TINY: Final = 25 * _FINE
"""Strokes no larger than this all look alike, so they count for less."""
_LITTLE: Final = 35
"""How much such a stroke counts, in hundredths."""
_ODD, _OUTLANDISH = 105 * _FINE, 135 * _FINE
"""How far a shape is from all that are drawn here before it begins to be a scrawl, and when it is nothing else. Of
strokes by strangers' hands (build/sketch_strangers.toml) one in fifty is as far as the first."""

Line = tuple[tuple[int, int], ...]


class Doubt(NamedTuple):
    """What one expects of others; chances are in hundredths."""

    strays: int
    """How far, in canvas units, who knows the word is from where its parts lie."""
    copies: int = 50
    """How often who does not know the word copies a stroke."""
    copied: int = 15
    """How far the shape of a copy is from what was copied."""
    supposes: int = 0
    """How often they draw a part of what they take the word for."""
    own_way: int = 10
    """How often who knows the word draws in a way of their own, near to none of its parts."""
    wild: int = 8
    """How often who does not know it draws a line that is like nothing here.

    The higher against `own_way`, the sooner people are blamed for drawing otherwise than computers do.
    """
    scrawls: int = 40
    """How often who does not draws a shape that nobody draws."""
    trust: int = 50
    """How far at most a stroke can clear who drew it."""


@lru_cache(maxsize=4096)
def even(points: Points) -> Line:
    """So many places along a stroke, evenly apart."""
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
    """How far a line is from another, whichever way they were drawn."""
    return min(_apart(line, other), _apart(line, other[::-1]))


@lru_cache(maxsize=4096)
def _centred(line: Line) -> Line:
    middle_x, middle_y = sum(x for x, _ in line) // _PLACES, sum(y for _, y in line) // _PLACES
    return tuple((x - middle_x, y - middle_y) for x, y in line)


@lru_cache(maxsize=8192)
def unlike(line: Line, other: Line) -> int:
    """How far the shape of a line is from another's or its mirror image, wherever they lie."""
    here, there = _centred(line), _centred(other)
    return min(away(here, there), away(here, tuple((-x, y) for x, y in there)))


def shapes(lines: Iterable[Line]) -> tuple[Line, ...]:
    """What the shapes of lines are, whichever way they are drawn and in a mirror too, for `scrawled`."""
    centred = [_centred(line) for line in lines]
    seen = [*centred, *(tuple((-x, y) for x, y in line) for line in centred)]
    return (*seen, *(line[::-1] for line in seen))


def scrawled(line: Line, known: Iterable[Line]) -> int:
    """How far the shape of a line is from all `shapes` that are known, from 0 to ONE for what nobody draws.

    About 2 ms for the 600 shapes of a category: what is farther than the nearest yet is not measured to its end.
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
    """How near the nearest of these distances is, from ONE for what lies upon it to 0; `usual` in canvas units."""
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
    """How much likelier a stroke is from who does not know the word, as a logarithm.

    `before` are the strokes of others that were there, `parts` those of the word. `supposed` are the parts of words,
    each with how likely it was to be taken for the word, of ONE; `scrawl` is how much `scrawled` says of it.
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
