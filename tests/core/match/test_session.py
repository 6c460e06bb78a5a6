"""A session under a clock that the test owns: who is silent when a window closes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from game.core.bots import Ending, Request
from game.core.match.match import Match
from game.core.match.session import Failure, Session
from game.core.rules import Move
from tests.games.sealed import Bid, Options, Sealed
from tests.games.sliced import SLICE_SECONDS, SLICES, Sliced, Tap
from tests.games.sliced import Options as SlicedOptions
from tests.games.ticking import Options as TickingOptions
from tests.games.ticking import Press, Racing


class Silent:
    """A controller that never answers."""

    crewed: str | None = None
    starting = False

    def __init__(self) -> None:
        self.cancelled = 0

    def begin(self, request: Request) -> None:
        """It is not going to think."""

    def poll(self, now: float) -> Any:
        return None

    def wait(self, seconds: float) -> None:
        """There will be nothing to poll."""

    def cancel(self) -> None:
        self.cancelled += 1

    def missed(self) -> Failure:
        return Failure("late", "bots.late.missed")

    def refused(self, key: str) -> Failure:
        raise AssertionError(key)

    def finish(self, ending: Callable[[], Ending]) -> None:
        """It hears nothing."""

    def close(self) -> None:
        """Nothing was started."""


@pytest.mark.parametrize("slices", [False, True])
def test_who_stays_silent_in_a_slice_of_time_has_not_failed(slices: bool) -> None:
    match = Match(Sealed(), 2, Options(slices=slices), seed=1)
    controllers = {seat: Silent() for seat in range(2)}
    session = Session(match, controllers)
    now = 0.0
    while match.number < match.seats + 2:
        session.pump(now)
        now += 5.0
    assert [move.forced for step in match.steps[2:] for move in step.moves] == [True] * 4
    assert [trouble.failure.kind for trouble in session.troubles] == ([] if slices else ["late"] * 4)
    assert sum(controller.cancelled for controller in controllers.values()) == (4 if slices else 0)


def test_who_is_late_is_asked_again_in_the_same_pump() -> None:
    match = Match(Sealed(), 2, Options(slices=True), seed=1)
    session = Session(match, {seat: Silent() for seat in range(2)})
    session.pump(0.0)
    number = match.number
    assert match.deadline is not None
    assert session.pump(match.deadline)
    assert match.number > number
    assert not session.eager
    assert session.thinking == (0, 1)


def test_a_person_may_change_a_move_until_the_slice_ends() -> None:
    match = Match(Sealed(), 2, Options(slices=True), seed=1)
    session = Session(match, {1: Silent()})
    session.pump(0.0)
    assert session.people == (0,)
    assert session.play(0, Bid(1)) is None
    session.pump(1.0)
    assert session.people == (0,)
    assert session.play(0, Bid(4)) is None
    (step,) = session.pump(10.0)
    assert step.moves[0] == Move(0, Bid(4))


class Constant(Silent):
    """A controller that gives one answer, once it is asked."""

    def __init__(self, action: Any = None) -> None:
        super().__init__()
        self.action = action or Bid(2)

    def poll(self, now: float) -> Any:
        return self.action


def unwanted_sleep(seconds: float) -> None:
    raise AssertionError(f"slept for {seconds} s although all had answered")


def test_the_clock_leaps_over_slices_once_all_have_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.core.match.session.time.sleep", unwanted_sleep)
    match = Match(Sealed(), 2, Options(slices=True), seed=1)
    Session(match, {seat: Constant() for seat in range(2)}).run(lambda: 0.0)
    assert match.over
    assert [move.action for step in match.steps[2:] for move in step.moves] == [Bid(2)] * 6


def test_a_sealed_move_of_a_person_stays() -> None:
    match = Match(Sealed(), 2, Options(), seed=1)
    session = Session(match, {1: Silent()})
    session.pump(0.0)
    session.play(0, Bid(1))
    assert session.people == ()


def test_a_paced_answer_is_played_before_its_window_closes() -> None:
    match = Match(Sealed(), 2, Options(), seed=1, limit=1.0)
    session = Session(match, {seat: Constant() for seat in range(2)}, pause=1.2)
    now = 0.0
    while not match.over:
        session.pump(now)
        now += 1 / 60
    assert [move.forced for step in match.steps[2:] for move in step.moves] == [False] * 6
    assert session.troubles == []


def test_what_is_held_back_is_dropped_with_its_window() -> None:
    match = Match(Racing(), 2, TickingOptions(), seed=1)
    session = Session(match, {1: Constant(Press(2))}, pause=1.0)
    session.pump(0.0)
    assert session.play(0, Press(1)) is None
    session.pump(0.5)
    assert match.number == 1
    session.pump(1.2)
    assert match.number == 1, "the answer to the first round was played in the second"


def test_computers_move_in_slices_without_a_pause() -> None:
    match = Match(Sealed(), 2, Options(slices=True), seed=1)
    session = Session(match, {seat: Constant() for seat in range(2)}, pause=60.0)
    now = 0.0
    while not match.over:
        session.pump(now)
        now += 1.0
    assert not any(move.forced for step in match.steps for move in step.moves)


@pytest.mark.parametrize("rate", [24, 30, 60, 144])
def test_slices_follow_each_other_without_a_gap(rate: int) -> None:
    match = Match(Sliced(), 2, SlicedOptions(), seed=1)
    now, frame = 0.0, 0
    while not match.over:
        match.tick(now)
        frame += 1
        now = frame / rate
    assert match.number == SLICES
    assert abs(now - SLICES * SLICE_SECONDS) <= 2.5 / rate


def test_slices_that_were_missed_are_made_up_for_and_no_more_than_four() -> None:
    match = Match(Sliced(), 2, SlicedOptions(), seed=1)
    match.tick(0.0)
    for now, played in ((0.35, 1), (0.35, 2), (0.35, 3), (0.35, 3), (0.41, 4), (5.0, 5), (5.05, 5), (5.11, 6)):
        match.tick(now)
        assert match.number == played, now


class Slow(Constant):
    """A controller that thinks for longer than a slice lasts."""

    def __init__(self, action: Any) -> None:
        super().__init__(action)
        self.left = 0
        self.requests: list[Request] = []

    def begin(self, request: Request) -> None:
        self.requests.append(request)
        self.left = 3

    def poll(self, now: float) -> Any:
        self.left -= 1
        return self.action if self.left < 0 else None


@pytest.mark.parametrize("standing", [False, True])
def test_an_answer_to_a_slice_that_is_over_is_taken_where_it_stands(standing: bool) -> None:
    match = Match(Sliced(), 2, SlicedOptions(standing=standing), seed=1)
    slow = Slow(Tap())
    session = Session(match, {0: slow, 1: Constant(Tap())})
    now = 0.0
    while not match.over:
        session.pump(now)
        now += 0.1
    taken = sum(move.seat == 0 and not move.forced for step in match.steps for move in step.moves)
    assert (taken > 5) is standing
    assert session.troubles == [] and (slow.cancelled == 0) is standing


def test_work_that_is_divided_into_draws_of_one_outcome_may_be_done_in_pieces() -> None:
    whole = Match(Sliced(), 2, SlicedOptions(pieces=5), seed=1)
    assert len(whole.tick(0.0)) == 5
    divided = Match(Sliced(), 2, SlicedOptions(pieces=5), seed=1, in_pieces=True)
    session = Session(divided, {})
    assert [len(session.pump(0.0)) for _ in range(5)] == [1] * 5
    assert divided.hash() == whole.hash()


def test_headless_the_match_stands_while_somebody_thinks_in_a_slice() -> None:
    seconds = count()
    match = Match(Sliced(), 2, SlicedOptions(), seed=1)
    Session(match, {0: Slow(Tap()), 1: Constant(Tap())}).run(lambda: float(next(seconds)))
    assert match.view(0).taps == (SLICES, SLICES)


class Program(Constant):
    """A program that answers once it has been started."""

    starting = True


def test_the_first_slice_waits_for_programs_that_are_being_started() -> None:
    match = Match(Sliced(), 2, SlicedOptions(), seed=1)
    program = Program(Tap(1))
    session = Session(match, {1: program})
    for frame in range(180):
        session.pump(frame / 60)
    assert not match.steps, "slices went by without it"
    program.starting = False
    begin = now = 3.0
    while not match.over:
        session.pump(now)
        now += 1 / 60
    assert len(match.steps) == SLICES
    assert now - begin == pytest.approx(SLICES * SLICE_SECONDS, abs=3 / 60)


def test_programs_that_start_again_later_hold_nobody_up() -> None:
    match = Match(Sliced(), 2, SlicedOptions(), seed=1)
    program = Program(Tap(1))
    program.starting = False
    session = Session(match, {1: program})
    session.pump(0.0)
    program.starting = True
    for frame in range(60 * 5):
        session.pump(frame / 60)
    assert match.over


def test_where_all_choose_at_once_in_a_match_with_people_computers_are_not_held_back() -> None:
    match = Match(Sealed(), 2, Options(), seed=1)
    session = Session(match, {1: Constant()}, pause=60.0)
    session.pump(0.0)
    before = match.number
    assert session.play(0, Bid(1)) is None
    session.pump(0.0)
    assert match.number > before
