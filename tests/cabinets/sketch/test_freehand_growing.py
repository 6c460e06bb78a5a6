"""Lines that grow on other screens: how they travel, and what a stranger can make of them."""

from __future__ import annotations

import math
from random import Random

import msgspec
import pytest

from game.cabinets.sketch.cabinet import SKETCH
from game.cabinets.sketch.freehand.curves import Place
from game.cabinets.sketch.freehand.growing import EVERY, WIPES, Growing, Telling
from game.cabinets.sketch.freehand.points import flat
from game.cabinets.sketch.freehand.smoothing import Smoother, curve, smoothed
from game.cabinets.sketch.stage.freehand.pen import TOLD, Pen
from game.core.match.match import Match
from game.core.rules import NATURE, SPECTATOR
from net.limits import GESTURE, STANDARD
from tests.cabinets.sketch.test_freehand import scribble, strays


def spiral(count: int, size: float = 300.0) -> list[Place]:
    """A hand that goes round and round, outwards."""
    steps = [(size * number / count, math.tau * number / 70) for number in range(count)]
    return [(512 + far * math.cos(angle), 384 + far * math.sin(angle)) for far, angle in steps]


def tell(telling: Telling, hand: list[Place]) -> bytes | None:
    line = Smoother()
    line.add(hand)
    return telling.news(hand, line)


def told(hand: list[Place], each: int = 5) -> list[bytes]:
    """The messages about a hand that is looked at every so many places."""
    telling = Telling()
    return [news for end in range(each, len(hand) + each, each) if (news := tell(telling, hand[:end])) is not None]


def test_a_line_told_in_parts_is_the_line() -> None:
    hand = spiral(300)
    messages = told(hand)
    assert len(messages) == 60 and max(map(len, messages)) <= GESTURE
    growing, before = Growing(0), 0
    for number, message in enumerate(messages, 1):
        growing.take(message)
        assert len(growing.points) >= before - 20
        if number % 15 == 7:
            assert strays(hand[: 5 * number : 9], curve(growing.points)) < 4
        before = len(growing.points)
    assert sum(map(len, messages)) < STANDARD.gesture_step / 6


def test_what_is_lost_heals_with_the_next_whole_line() -> None:
    messages = told(spiral(300))
    growing, seen = Growing(0), []
    for number, message in enumerate(messages):
        if number % EVERY != 3:
            growing.take(message)
        seen.append(growing.points)
    assert len(set(seen)) > 12 and strays(curve(seen[-1])[:-40:9], spiral(300)) < 6
    late = Growing(0)
    for message in messages[25:]:
        late.take(message)
    assert late.points


def test_a_line_too_long_for_one_message_goes_on_growing_at_others() -> None:
    pen, growing, hand = Pen(0), Growing(0), scribble(2600)
    pen.press(*hand[0])
    for place in hand:
        pen.move(*place)
        pen.update(1 / 60)
        if (news := pen.news()) is not None:
            assert len(news) <= GESTURE
            growing.take(news)
    assert strays(hand[-50:-10:5], curve(flat([*growing.line.settled, *growing.line.end]))) < 6


@pytest.mark.slow
def test_a_long_line_of_large_steps_still_fits_into_messages() -> None:
    random = Random(3)
    hand = [(random.uniform(0, 1023), random.uniform(0, 767)) for _ in range(400)]
    assert max(map(len, told(hand, 100))) <= GESTURE


def test_a_line_is_begun_again_twice_and_never_becomes_another() -> None:
    growing = Growing(3000)
    telling = Telling()
    lines = [[(100.0 + 10 * step, 100.0 + 60 * turn) for step in range(20)] for turn in range(4)]
    for turn, line in enumerate(lines):
        growing.take(tell(telling, line) or b"")
        expected = lines[min(turn, WIPES)]
        assert growing.points == smoothed(expected, 0), turn
        growing.take(tell(telling, []) or b"")
        assert bool(growing.points) == (turn >= WIPES)
    kept = growing.points
    growing.take(tell(Telling(), lines[0]) or b"")
    assert growing.points == kept


def test_no_more_ink_is_shown_than_a_stroke_may_have() -> None:
    growing = Growing(500)
    for message in told([(4.0 * step, 300.0) for step in range(250)]):
        growing.take(message)
    assert 450 < growing.points[-2] <= 550


def test_junk_is_passed_over() -> None:
    random = Random(8)
    growing = Growing(3000)
    growing.take(tell(Telling(), [(10.0, 10.0), (20.0, 30.0)]) or b"")
    kept = growing.points
    for size in range(400):
        growing.take(random.randbytes(size % 60))
        growing.take(msgspec.msgpack.encode([0, 2, *(random.randint(-(2**63), 2**63) >> size % 64 for _ in range(6))]))
        growing.take(b"\xff" * size)
        assert all(0 <= x < 1024 for x in growing.points[::2]) and all(0 <= y < 768 for y in growing.points[1::2])
    growing = Growing(3000)
    for numbers in ([1, 1, 2**60, 2**60], [1, 1, -5, 3], [1, 1, 3], [2, 1, 3, 3], [1, 1, 3.5, 3], [1, "1"]):
        growing.take(msgspec.msgpack.encode(numbers))
    assert growing.points == () and len(kept) == 4


def test_a_pen_tells_at_most_so_often_and_says_when_it_begins_again() -> None:
    pen, growing, count = Pen(3000), Growing(3000), 0
    pen.press(100, 100)
    for frame in range(120):
        pen.move(100 + 5 * frame, 100 + 20 * math.sin(frame / 9))
        pen.update(1 / 60)
        if (news := pen.news()) is not None:
            growing.take(news)
            count += 1
    assert 2.0 / TOLD - 8 < count <= 2.0 / TOLD < 2 * STANDARD.gestures
    pen.lift()
    growing.take(pen.news() or b"")
    assert growing.points[-2:] == pen.points[-2:] and pen.news() is None
    pen.again()
    growing.take(pen.news() or b"")
    assert growing.points == ()


def test_lines_are_shown_in_the_turn_of_a_stroke_alone() -> None:
    match, phases = Match(SKETCH.rules, 5, SKETCH.info.options(words="deal", talk=0), 3), set()
    while not phases >= {"first", "stroke", "vote"}:
        assert match.ask is not None
        if match.ask.seats != (NATURE,):
            phase = match.view(SPECTATOR).phase
            phases.add(phase)
            assert match.gesture_seen_by(match.ask.seats[0], "line", SPECTATOR) == (phase == "stroke")
            for seat in match.waiting_for:
                match.force(seat)
        match.tick(0.0)
