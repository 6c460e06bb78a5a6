"""Windows with a clock: what a move has spent, the lead before the clock starts, and bots with a pace of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.conformance.law import Law
from game.conformance.laws import LAWS_OF_RULES
from game.core.bot.inline import InlineBot
from game.core.bots import Bot, Request
from game.core.match.match import IllegalMoveError, Match
from game.core.match.session import Session, bot_setup
from game.core.recording.replay import Header, Playback, ReplayWriter, SeatRecord, read_replay
from game.core.rules import Move, Timed
from tests.games.ticking import LEAD, LIMIT, RACING, TICKING, Options, Paced, Press, Racing, Ticking, Unpaced


@pytest.mark.parametrize("check", LAWS_OF_RULES, ids=lambda check: check.name)
def test_a_game_with_a_clock_conforms(check: Law) -> None:
    check(TICKING, 2, 3, None)
    check(RACING, 3, 3, None)


def begun() -> Match:
    match = Match(Ticking(), 2, Options(), 5)
    match.tick(100.0)
    return match


def spent(match: Match) -> list[int]:
    return [move.spent for step in match.steps for move in step.moves]


def test_the_clock_starts_after_the_lead() -> None:
    match = begun()
    assert match.deadline == 100.0 + LEAD + LIMIT
    match.tick(100.0 + LEAD / 2)
    assert match.offer(0, Press(1)) is None
    match.tick(101.0)
    match.tick(101.0 + LEAD + 0.25)
    assert match.offer(1, Press(1)) is None
    match.tick(103.0)
    assert spent(match) == [0, 250]


def test_who_lets_the_time_pass_has_spent_the_limit() -> None:
    match = begun()
    match.tick(100.0 + LEAD + LIMIT)
    assert match.steps[0].moves == (Move(0, Press(1), True, 2000),)


def test_what_is_timed_counts_as_it_says_whenever_it_is_offered() -> None:
    match = begun()
    assert match.offer(0, Timed(Press(1), 700)) is None
    match.tick(100.0)
    assert match.offer(1, Timed(Press(1), 2000)) is None
    match.tick(100.1)
    assert [step.moves[0] for step in match.steps] == [Move(0, Press(1), spent=700), Move(1, Press(1), True, 2000)]


def test_a_log_with_an_impossible_time_is_refused() -> None:
    for wrong in (-1, 2001):
        with pytest.raises(IllegalMoveError):
            begun().play((Move(0, Press(1), spent=wrong),))


def bots(*kinds: type[Bot[object, Press]]) -> Session:
    match = Match(Ticking(), 2, Options(), 8)
    controllers = {seat: InlineBot(kind, bot_setup(match, "ticking", seat), "x") for seat, kind in enumerate(kinds)}
    return Session(match, controllers, pause=0.4)


@pytest.mark.parametrize("rate", [7, 20, 200])
def test_computers_alone_play_the_same_match_at_every_rate_of_frames_and_at_once(rate: int) -> None:
    at_once = bots(Paced, Paced)
    at_once.run()
    watched = bots(Paced, Paced)
    frame = 0
    while not watched.match.over:
        watched.pump(frame / rate)
        frame += 1
    assert [step.moves for step in watched.match.steps] == [step.moves for step in at_once.match.steps]
    assert frame / rate >= sum(spent(watched.match)) / 1000
    assert any(move.forced for step in watched.match.steps for move in step.moves)
    assert not watched.troubles


def test_a_bot_without_a_pace_moves_after_the_pause() -> None:
    session = bots(Unpaced, Unpaced)
    session.pump(0.0)
    session.pump(0.3)
    assert not session.match.steps
    session.pump(LEAD + 0.125)
    session.pump(LEAD + 0.125)
    assert spent(session.match)[:1] == [125]


def test_a_recording_keeps_what_was_spent(tmp_path: Path) -> None:
    path = tmp_path / "match.souk"
    writer = ReplayWriter(path, Header("ticking", 1, 5, {}, (SeatRecord("A"), SeatRecord("B"))))
    match = Match(Ticking(), 2, Options(), 5, journal=writer)
    match.tick(0.0)
    while not match.over:
        assert match.offer(match.waiting_for[0], Timed(Press(1), 10 * match.number)) is None
        match.tick(0.0)
    writer.finish(match)
    playback = Playback(read_replay(path), Ticking())
    playback.seek(len(playback))
    playback.verify()
    assert spent(playback.match) == spent(match) == [0, 10, 20, 30, 40, 50]


def raced() -> Match:
    match = Match(Racing(), 3, Options(), 5)
    match.tick(0.0)
    return match


def test_the_first_move_of_a_race_closes_it_alone() -> None:
    match = raced()
    assert match.waiting_for == (0, 1, 2)
    match.tick(LEAD + 0.5)
    assert match.offer(2, Press(1)) is None
    assert match.waiting_for == ()
    assert match.offer(0, Press(1)) == "match.refuse.not_asked"
    match.tick(LEAD + 0.5)
    assert match.steps[0].moves == (Move(2, Press(1), spent=500),)


def test_nobody_is_forced_before_a_race_is_over_and_then_all_are() -> None:
    match = raced()
    match.force(1)
    assert match.offer(0, Timed(Press(1), 2000)) is None
    match.tick(LEAD + LIMIT - 0.01)
    assert match.waiting_for == (0, 1, 2) and not match.steps
    match.tick(LEAD + LIMIT)
    assert match.steps[0].moves == tuple(Move(seat, Press(1), True, 2000) for seat in range(3))


def test_a_log_of_a_race_holds_one_move_or_all_forced() -> None:
    one, other = Move(1, Press(1), spent=3), Move(2, Press(1), spent=3)
    forced = tuple(Move(seat, Press(1), True, 2000) for seat in range(3))
    for wrong in ((one, other), (), forced[:2], (Move(5, Press(1)),), (Move(0, Press(1), spent=2001),)):
        with pytest.raises(IllegalMoveError):
            raced().play(wrong)
    for right in ((one,), forced):
        assert raced().play(right).moves == right


class Broken(Bot[object, Press]):
    """Never answers but with an error."""

    light = True

    def decide(self, request: Request) -> Press:
        raise ValueError("broken")


@pytest.mark.parametrize("rate", [7, 200])
def test_computers_race_alike_at_every_rate_of_frames_and_who_fails_is_silent(rate: int) -> None:
    def session(*kinds: type[Bot[object, Press]]) -> Session:
        match = Match(Racing(), 3, Options(), 9)
        seats = enumerate(kinds)
        return Session(match, {seat: InlineBot(kind, bot_setup(match, "racing", seat), "x") for seat, kind in seats})

    at_once, watched = session(Paced, Broken, Paced), session(Paced, Broken, Paced)
    at_once.run()
    frame = 0
    while not watched.match.over:
        watched.pump(frame / rate)
        frame += 1
    assert [step.moves for step in watched.match.steps] == [step.moves for step in at_once.match.steps]
    assert {move.seat for step in at_once.match.steps for move in step.moves} == {0, 2}
    assert {trouble.seat for trouble in at_once.troubles} == {1}
    alone = session(Broken, Broken, Broken)
    alone.run()
    assert all(move.forced for step in alone.match.steps for move in step.moves)
