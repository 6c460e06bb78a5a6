"""Easings and timelines: ends, bounds, order, speed."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import tween
from game.engine.tween import Easing, Timeline, Tween

MONOTONE = [tween.linear, tween.ease_out, tween.ease_in_out]
EASINGS = [*MONOTONE, tween.back]
SHARE = st.floats(0, 1)
SECONDS = st.floats(0.001, 5)


@pytest.mark.parametrize("easing", EASINGS, ids=lambda easing: easing.__name__)
def test_easings_begin_at_0_and_end_at_1(easing: Easing) -> None:
    assert easing(0.0) == pytest.approx(0, abs=1e-9)
    assert easing(1.0) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("easing", MONOTONE, ids=lambda easing: easing.__name__)
@given(first=SHARE, second=SHARE)
def test_plain_easings_never_turn_back(easing: Easing, first: float, second: float) -> None:
    earlier, later = sorted((first, second))
    assert 0 <= easing(earlier) <= easing(later) + 1e-12 <= 1 + 1e-9


@pytest.mark.parametrize("easing", EASINGS, ids=lambda easing: easing.__name__)
@given(share=SHARE)
def test_no_easing_leaves_the_picture(easing: Easing, share: float) -> None:
    assert -0.4 <= easing(share) <= 1.4


def test_back_overshoots_and_an_arc_comes_down_again() -> None:
    assert max(tween.back(step / 100) for step in range(101)) == pytest.approx(1.1, abs=0.01)
    assert (tween.arc(0), tween.arc(0.5), tween.arc(1)) == (0, 1, 0)


@given(start=st.floats(-1e6, 1e6), end=st.floats(-1e6, 1e6))
def test_lerp_is_exact_at_both_ends(start: float, end: float) -> None:
    assert tween.lerp(start, end, 0) == start
    assert tween.lerp(start, end, 1) == end


def test_a_tween_goes_evenly_and_arrives_when_told() -> None:
    moving = Tween(0, 10, 1, tween.linear)
    moving.update(0.4)
    assert moving.value == pytest.approx(4) and not moving.done
    moving.finish()
    assert moving.value == 10 and moving.done


def test_motions_follow_each_other_and_run_side_by_side() -> None:
    seen: list[tuple[str, float]] = []
    timeline = Timeline()
    timeline.then(1, lambda t: seen.append(("a", t)), tween.linear)
    timeline.beside(0.5, lambda t: seen.append(("b", t)), tween.linear, delay=0.25)
    timeline.then(1, lambda t: seen.append(("c", t)), tween.linear)
    timeline.update(0.5)
    assert seen == [("b", 0.5), ("a", 0.5)]
    seen.clear()
    timeline.update(1.0)
    assert seen == [("b", 1.0), ("a", 1.0), ("c", 0.5)]


@given(lengths=st.lists(SECONDS, min_size=1, max_size=6), frame=st.floats(0.005, 3))
def test_what_follows_each_motion_is_called_once_and_in_order(lengths: list[float], frame: float) -> None:
    ended: list[int] = []
    timeline = Timeline()
    for number, seconds in enumerate(lengths):
        timeline.then(seconds, lambda t: None).call(partial(ended.append, number))
    for _ in range(int(sum(lengths) / frame) + 2):
        timeline.update(frame)
    assert ended == list(range(len(lengths)))
    assert not timeline.busy


@given(lengths=st.lists(SECONDS, min_size=1, max_size=6))
def test_speed_scales_durations_and_0_shows_all_at_once(lengths: list[float]) -> None:
    for speed in (0.0, 0.5, 2.0):
        last = [0.0] * len(lengths)
        timeline = Timeline(speed)
        for number, seconds in enumerate(lengths):
            timeline.then(seconds, partial(last.__setitem__, number))
        timeline.update(sum(lengths) / speed + 0.001 if speed else 0.0)
        assert last == [1.0] * len(lengths)


def test_finish_shows_what_the_last_motions_add_too() -> None:
    seen: list[str] = []
    timeline = Timeline()

    def more() -> None:
        seen.append("first")
        timeline.then(2, lambda t: None).call(lambda: seen.append("second"))

    timeline.wait(1).call(more)
    timeline.finish()
    assert seen == ["first", "second"] and not timeline.busy


def test_clear_drops_everything_unseen() -> None:
    timeline = Timeline().then(1, lambda t: pytest.fail("shown"))
    timeline.clear()
    assert not timeline.busy
    timeline.update(5)


def test_what_is_added_after_the_end_begins_now() -> None:
    seen: list[float] = []
    timeline = Timeline().wait(1)
    timeline.update(10)
    timeline.then(1, seen.append, tween.linear)
    timeline.update(0.5)
    assert seen == [0.5]
