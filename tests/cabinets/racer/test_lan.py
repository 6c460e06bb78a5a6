"""Racer over a LAN that is slow, with losses and a host whose disk is slow: nobody waits, and nothing is lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.racer.course import JUMP, RUN
from game.cabinets.racer.rules import Options
from game.cabinets.racer.steering import Own
from game.core.recording.replay import Playback, read_replay
from net.address import Address
from net.client.client import LanClient
from net.client.remote_match import RemoteMatch
from net.messages import Begun, Play, Ready, Start, raw
from net.states import ClientState
from tests.net.delaying_proxy import proxied
from tests.net.house import OWNER_KEY, house, plan_of
from tests.net.processes import host

RACER = CABINETS["racer"]
TICK = 1 / 60


class Runner:
    """A person at a window: runs in each frame by what is seen at this screen, jumps before hurdles, and sends."""

    def __init__(
        self, address: Address, name: str, owner: bytes = b"", *, token: bytes = b"", watch: bool = False
    ) -> None:
        self.client = LanClient(address, name, {"racer": 1}, owner=owner, token=token, watch=watch)
        self.match = RemoteMatch(RACER.info)
        self.own: Own | None = None
        self.ahead: list[int] = []
        """How many ticks the own racer was ahead of what was confirmed, frame by frame."""
        self._owed = 0.0
        self.ready = False

    def frame(self, now: float, seconds: float) -> None:
        for message in self.client.poll(now):
            if isinstance(message, Begun):
                self.own = None
            if self.match.begun or isinstance(message, Begun):
                self.match.take(message, now)
        room = self.client.room
        if room is not None and self.client.seat is not None and not self.ready:
            self.ready = True
            self.client.send(Ready(True))
        view, seat = self.match.view, self.match.viewer
        question = self.match.question
        for news in self.match.take_news():
            if self.own is not None:
                self.own.confirm(news.view.racers[seat], news.view.hurdles, news.view.goal)
        if view is None or question is None or not question.standing or not question.asked:
            return
        self.own = self.own or Own(view.racers[seat])
        self._owed += seconds
        while self._owed >= TICK:
            self._owed -= TICK
            racer = self.own.racer
            near = any(0 < hurdle - racer.x <= racer.speed * 5 for hurdle in view.hurdles)
            before = racer.tick
            run = self.own.tick(RUN | JUMP if near else RUN, view)
            assert self.own.racer.tick == before + 1 or racer.goal, "a press is seen in the next frame"
            self.ahead.append(self.own.racer.tick - view.racers[seat].tick)
            number = self.match.decide()
            if run is not None and number is not None:
                self.client.send(Play(number, raw(run)))


def race(runners: Sequence[Runner], done: Callable[[], bool], seconds: float = 90) -> None:
    """Let everybody run, frame by frame, until something holds."""
    end = last = time.monotonic()
    end += seconds
    while not done():
        now = time.monotonic()
        assert now < end, [runner.client.state for runner in runners]
        for runner in runners:
            runner.frame(now, min(0.1, now - last))
        last = now
        time.sleep(max(0.0, TICK - (time.monotonic() - now)))


def all_ready(runner: Runner, seats: int) -> bool:
    room = runner.client.room
    return room is not None and [seat.ready for seat in room.seats] == [True] * seats


def slices(runner: Runner) -> int:
    return runner.match.view.slices if runner.match.view else 0


def same_end(runners: Sequence[Runner], recording: Path) -> None:
    """Everybody has heard the end that the recording has."""
    playback = Playback(read_replay(recording), RACER.rules)
    playback.verify()
    assert {runner.match.ended.hash for runner in runners if runner.match.ended} == {playback.match.hash()}
    assert all(runner.match.view == playback.view() for runner in runners)
    assert all(racer.goal for racer in playback.view().racers)


@pytest.mark.slow
@pytest.mark.usefixtures("slow_disk")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_race_over_a_bad_network_and_a_slow_disk_loses_no_press(tmp_path: Path, seats: int) -> None:
    plan = plan_of(tmp_path, RACER, seats=seats, options=Options(hurdles=2, seconds=30))
    with (
        house(plan) as running,
        proxied(("127.0.0.1", running.port), delay=0.075, loss=0.02) as (host, port),
    ):
        runners = [Runner(Address(host, port), f"P{seat}", OWNER_KEY if seat == 0 else b"") for seat in range(seats)]
        begun = started = None
        last = time.monotonic()
        while time.monotonic() - last < 60 and not all(runner.match.ended for runner in runners):
            now = time.monotonic()
            for runner in runners:
                runner.frame(now, min(0.1, now - last))
            last = now
            room = runners[0].client.room
            if started is None and room is not None and [seat.ready for seat in room.seats] == [True] * seats:
                started = now
                runners[0].client.send(Start())
            begun = begun or (now if runners[0].match.view and runners[0].match.view.slices else None)
            time.sleep(max(0.0, TICK - (time.monotonic() - now)))
        for runner in runners:
            runner.client.close()
    ends = {runner.match.ended.hash for runner in runners if runner.match.ended}
    playback = Playback(read_replay(tmp_path / "match-0.souk"), RACER.rules)
    playback.verify()
    assert ends == {playback.match.hash()}, "all ends have the same match"
    view = playback.view()
    for runner in runners:
        assert runner.own is not None
        racer = view.racers[runner.match.viewer]
        assert racer.goal and not racer.fallen
        assert msgspec.structs.replace(runner.own.racer, tick=0) == msgspec.structs.replace(racer, tick=0)
        assert sorted(runner.ahead)[len(runner.ahead) // 2] <= 40
    assert begun is not None
    moves = [move for step in playback.replay.steps for move in step.moves if move.seat >= 0]
    assert sum(move.forced for move in moves) < len(moves) / 3, "decisions that come late are taken for a later slice"


@pytest.mark.slow
def test_who_is_killed_in_mid_race_is_back_and_who_watches_sees_the_same(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, RACER, options=Options(hurdles=4, seconds=60))
    with house(plan) as running:
        address = Address("127.0.0.1", running.port)
        mia, omar = Runner(address, "Mia", OWNER_KEY), Runner(address, "Omar")
        race([mia, omar], lambda: all_ready(mia, 2))
        mia.client.send(Start())
        race([mia, omar], lambda: slices(mia) > 10)
        eye = Runner(address, "Eye", watch=True)
        race([mia, omar, eye], lambda: slices(eye) > 15)
        omar.client.close()
        race([mia, eye], lambda: slices(mia) > 25)
        back = Runner(address, "Omar", token=omar.client.token)
        race([mia, back, eye], lambda: all(runner.match.ended is not None for runner in (mia, back, eye)))
        assert back.match.viewer == omar.match.viewer and back.ahead, "he ran on in his seat"
        for runner in (mia, back, eye):
            runner.client.close()
    same_end([mia, back, eye], tmp_path / "match-0.souk")


@pytest.mark.slow
def test_a_host_that_is_killed_in_mid_race_goes_on_from_its_disk(tmp_path: Path) -> None:
    recording = tmp_path / "race.souk"
    words = ("--seats", "open,open", "--option", "hurdles=4", "--record", recording)
    with host(tmp_path / "home", "racer", *words) as first:
        told = first.first_line()
        address = Address("127.0.0.1", told["port"])
        runners = [Runner(address, name) for name in ("Mia", "Omar")]
        race(runners, lambda: all(slices(runner) > 15 for runner in runners))
        first.kill()
        race(runners, lambda: all(runner.client.state is ClientState.LOST for runner in runners))
    kept = read_replay(recording)
    words = ("--resume", recording, "--port", str(told["port"]))
    with host(tmp_path / "home", "racer", *words) as second:
        assert second.first_line()["port"] == told["port"]
        race(runners, lambda: all(runner.match.ended is not None for runner in runners))
        for runner in runners:
            runner.client.close()
    whole = read_replay(recording)
    assert whole.steps[: len(kept.steps)] == kept.steps, "what was on the disk is played on"
    assert len(kept.steps) > 5
    same_end(runners, recording)
