"""What a hand draws: whatever it does becomes a stroke near it, in a pattern of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest

from game.cabinets.sketch.freehand.curves import Place
from game.cabinets.sketch.freehand.patterns import PATTERNS, strands
from game.cabinets.sketch.freehand.points import fault, flat
from game.cabinets.sketch.freehand.smoothing import curve, smoothed
from game.cabinets.sketch.stage.freehand.ink import bounds, is_on, line_body


def wild(random: Random) -> list[Place]:
    """What no calm hand does: jumps, stops, scribbles."""
    places = [(random.uniform(0, 1023), random.uniform(0, 767))]
    for _ in range(random.randint(0, 120)):
        x, y = places[-1]
        reach = random.choice((0.0, 0.4, 6.0, 40.0, 900.0))
        x, y = x + random.uniform(-reach, reach), y + random.uniform(-reach, reach)
        places.append((min(1023.0, max(0.0, x)), min(767.0, max(0.0, y))))
    return places


def test_whatever_a_hand_does_becomes_a_stroke() -> None:
    random = Random(4)
    for _ in range(120):
        hand = wild(random)
        points = smoothed(hand, 3000)
        assert fault(points, 3000) is None
        assert smoothed(hand, 3000) == points


def strays(places: Sequence[Place], line: Sequence[Place]) -> float:
    """How far places are from a line, at most."""
    return max(min(_away(place, *way) for way in pairwise(line)) for place in places)


def _away(place: Place, start: Place, end: Place) -> float:
    (x, y), (ax, ay), (bx, by) = place, start, end
    long = (bx - ax) ** 2 + (by - ay) ** 2
    part = min(1.0, max(0.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long)) if long else 0.0
    return math.dist(place, (ax + part * (bx - ax), ay + part * (by - ay)))


def test_what_is_shown_is_near_the_hand() -> None:
    hand = [(200 + 3 * step, 300 + 90 * math.sin(step / 15)) for step in range(150)]
    shown = curve(smoothed(hand, 0))
    assert strays(hand, shown) < 2.5
    again = smoothed(shown, 0)
    assert strays(curve(again), shown) < 3.0
    assert len(smoothed(hand, 0)) < 100


def test_ten_patterns_differ_in_their_strands() -> None:
    line = (100, 100, 300, 120, 500, 90)
    looks = {tuple((strand.width, strand.dashes, len(strand.path)) for strand in strands(line, n)) for n in range(10)}
    assert len(looks) == len(PATTERNS) == 10
    assert strands((5, 5), 3) == ()


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        ((), "points"),
        ((3,), "points"),
        ((3, 4, 5), "points"),
        (flat((x % 1024, x // 1024) for x in range(257)), "points"),
        ((1024, 0), "outside"),
        ((0, -1, 5, 5), "outside"),
        ((10**30, 4), "outside"),
        ((3, 4, 3, 4), "equal"),
        ((0, 0, 1000, 0), "ink"),
        ((3, 4), None),
        ((0, 0, 900, 0), None),
    ],
)
def test_what_is_no_stroke_says_why(numbers: tuple[int, ...], why: str | None) -> None:
    assert fault(numbers, 900) == why
    assert fault(numbers, 0) == (None if why == "ink" else why)


def test_a_dry_line_is_found_where_it_lies_and_drawn_as_all_of_its_strands() -> None:
    stroke = (100, 100, 200, 100, 300, 100)
    assert bounds(stroke) == (88, 88, 224, 24)
    assert is_on((150, 105), stroke) and is_on((306, 100), stroke) and not is_on((150, 114), stroke)
    for pattern in range(len(PATTERNS)):
        body = line_body(stroke, pattern, "#102030")
        assert body.count("<path") == len(strands(stroke, pattern)) >= 1 and "#102030" in body
    assert line_body((5, 5), 2, "#102030") == ""
