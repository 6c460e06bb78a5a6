"""What a hand draws: whatever it does becomes a stroke near it, in a pattern of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest

from game.cabinets.sketch.freehand import curves
from game.cabinets.sketch.freehand.curves import Place
from game.cabinets.sketch.freehand.growing import Growing
from game.cabinets.sketch.freehand.patterns import PATTERNS, strands
from game.cabinets.sketch.freehand.points import fault, flat
from game.cabinets.sketch.freehand.smoothing import Smoother, curve, curve_part, smoothed
from game.cabinets.sketch.stage.freehand.ink import bounds, is_on, line_body
from game.cabinets.sketch.stage.freehand.pen import Pen


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


def scribble(count: int) -> list[Place]:
    """A lively hand that goes to and fro over the whole paper."""
    random, angle, places = Random(1), 0.0, [(500.0, 380.0)]
    while len(places) < count:
        (x, y), reach = places[-1], random.uniform(4, 22)
        angle += random.uniform(-0.7, 0.7)
        x, y = x + reach * math.cos(angle), y + reach * math.sin(angle)
        angle += 0.0 if 0 < x < 1023 and 0 < y < 767 else 2.0
        places.append((min(1023.0, max(0.0, x)), min(767.0, max(0.0, y))))
    return places


def test_a_way_there_and_back_is_no_dot() -> None:
    for back in (20.0, 21.0, 200.0):
        there = [(20.0 + 4 * step, 100.0) for step in range(100)]
        points = smoothed([*there, *((x, 100.0) for x, _ in reversed(there) if x >= back)], 0)
        assert max(points[::2]) > 400, back


def test_a_line_smoothed_while_it_grows_is_the_line_smoothed_at_once() -> None:
    hand = scribble(700)
    growing = Smoother()
    for place in hand:
        growing.add([place])
        assert fault(flat(growing.points), 0) is None
    whole = Smoother()
    whole.add(hand)
    assert growing.settled == whole.settled and growing.end == whole.end
    assert strays(hand[::7], curve(flat([*whole.settled, *whole.end]))) < 5.0
    assert strays(hand[::7], curve(smoothed(hand, 0))) < 24.0


def test_a_curve_in_parts_is_the_curve() -> None:
    points = [(10, 10), (40, 90), (200, 30), (210, 300), (700, 20), (30, 500)]
    whole = curve(flat(points))
    for cut in range(1, 5):
        first, rest = curve_part(points, 0, cut + 1), curve_part(points, cut)
        assert [*first, *rest[1:]] == whole


def test_a_place_at_the_end_of_a_long_line_costs_what_it_costs_in_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []
    farthest = curves._farthest
    monkeypatch.setattr(
        curves, "_farthest", lambda line, first, last: (looked_at.append(last - first), farthest(line, first, last))[1]
    )
    pen, frames = Pen(0), []
    pen.press(500, 380)
    growing = Growing(0)
    for x, y in scribble(3000):
        looked_at.clear()
        pen.move(x, y)
        assert pen.points
        pen.update(1 / 60)
        if (news := pen.news()) is not None:
            growing.take(news)
        frames.append(sum(looked_at))
    early, late = frames[700:1400], frames[-700:]
    assert sum(late) < 1.6 * sum(early)
    assert max(late) < 3 * max(early), "a line with too many points is simplified now and then"


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
