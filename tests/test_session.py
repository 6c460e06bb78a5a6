"""A session under a clock that the test owns: who is silent when a window closes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.core.bots import Ending, Request
from game.core.match.match import Match
from game.core.match.session import Failure, Session
from game.core.rules import Move
from tests.games.sealed import Bid, Options, Sealed


class Silent:
    """A controller that never answers."""

    crewed: str | None = None

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
    """A controller that bids at once."""

    def poll(self, now: float) -> Any:
        return Bid(2)


def test_a_slice_of_time_is_waited_for_asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    now, pumped = [0.0], 0

    def sleep(seconds: float) -> None:
        now[0] += seconds

    def clock() -> float:
        nonlocal pumped
        pumped += 1
        assert pumped < 2000, "it looks at the clock again and again"
        return now[0]

    monkeypatch.setattr("game.core.match.session.time.sleep", sleep)
    match = Match(Sealed(), 2, Options(slices=True), seed=1)
    Session(match, {seat: Constant() for seat in range(2)}).run(clock)
    assert match.over and now[0] == 30.0
    assert [move.action for step in match.steps[2:] for move in step.moves] == [Bid(2)] * 6


def test_a_sealed_move_of_a_person_stays() -> None:
    match = Match(Sealed(), 2, Options(), seed=1)
    session = Session(match, {1: Silent()})
    session.pump(0.0)
    session.play(0, Bid(1))
    assert session.people == ()
