"""The race over a LAN that is slow, with losses and a host whose disk is slow: nobody waits, and nothing is lost."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.rooftops.course import runner_of
from game.cabinets.rooftops.rules import BEHIND, Options, course_for
from game.cabinets.rooftops.steering import Other, Own
from game.core.forge.physics import numbers as n
from game.core.forge.proof.platform import prove
from game.core.recording.replay import Playback, read_replay
from net.address import Address
from net.client.client import LanClient
from net.client.remote_match import RemoteMatch
from net.messages import Begun, Play, Ready, Start, raw
from tests.net.delaying_proxy import proxied
from tests.net.house import OWNER_KEY, house, plan_of

ROOFTOPS = CABINETS["rooftops"]
TICK = 1 / 60
OPTIONS = Options(width=100, difficulty=0)


class Person:
    """A person at a window: presses what a proof found, by what is seen at this screen, and sends it."""

    def __init__(self, address: Address, name: str, owner: bytes = b"") -> None:
        self.client = LanClient(address, name, {"rooftops": ROOFTOPS.info.version}, owner=owner)
        self.match = RemoteMatch(ROOFTOPS.info)
        self.own: Own | None = None
        self.others: dict[int, Other] = {}
        self.way: list[int] = []
        self.elsewhere = 0
        """How often the match said that the own runner was elsewhere."""
        self._owed = 0.0
        self.ready = False

    def frame(self, now: float, seconds: float) -> None:
        for message in self.client.poll(now):
            if self.match.begun or isinstance(message, Begun):
                self.match.take(message, now)
        if self.client.room is not None and self.client.seat is not None and not self.ready:
            self.ready = True
            self.client.send(Ready(True))
        self._hear()
        view, question = self.match.view, self.match.question
        if self.own is None or view is None or question is None or not question.standing or not question.asked:
            return
        if not view.slices and question.left is not None and question.left / 1000 - (now - question.at) > 0.1:
            return
        self._owed += seconds
        for other in self.others.values():
            other.pass_ticks(seconds / TICK)
        while self._owed >= TICK:
            self._owed -= TICK
            clock = self.own.clock
            sent = self.own.tick(self.way[clock] if clock < len(self.way) else n.RIGHT, view, alone=False)
            assert self.own.clock == clock + 1 or self.own.numbers[n.GOAL], "a press is seen in the next frame"
            number = self.match.decide()
            if sent is not None and number is not None:
                self.client.send(Play(number, raw(sent)))

    def _hear(self) -> None:
        seat = self.match.viewer
        for news in self.match.take_news():
            view = news.view
            if not view.runners:
                continue
            if self.own is None:
                course = course_for(OPTIONS, view.number)
                self.way = [buttons for ticks, buttons in prove(course.level).way for _ in range(ticks)]
                self.own = Own(view.runners[seat], course.world)
                places = range(len(view.runners))
                self.others = {place: Other(view.runners[place], course.world) for place in places if place != seat}
                continue
            self.elsewhere += self.own.confirm(view.runners[seat])
            for place, other in self.others.items():
                other.hear(view.runners[place], view.ran[place])

    def behind(self, people: list[Person]) -> list[int]:
        """How many ticks others are shown behind where they see themselves."""
        return [
            own.clock - int(other.numbers[n.CLOCK])
            for place, other in self.others.items()
            if (own := next(each for each in people if each.match.viewer == place).own) is not None
            if not own.numbers[n.GOAL]
        ]


@pytest.fixture
def stalling_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """One flush, in the middle of the race, takes five seconds."""
    flush, begun, stalled = os.fsync, time.monotonic(), list[bool]()

    def slowly(descriptor: int) -> None:
        if not stalled and time.monotonic() - begun > 9:
            stalled.append(True)
            time.sleep(5)
        flush(descriptor)

    monkeypatch.setattr("os.fsync", slowly)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "disk"), [(2, "stalling_disk"), (4, "slow_disk")])
def test_a_race_over_a_bad_network_and_a_bad_disk_loses_no_press(
    tmp_path: Path, seats: int, disk: str, request: pytest.FixtureRequest
) -> None:
    prove(course_for(OPTIONS, 1).level)  # what is compiled is loaded before anybody waits for it in a race
    request.getfixturevalue(disk)
    plan = plan_of(tmp_path, ROOFTOPS, seats=seats, options=OPTIONS)
    late: list[int] = []
    with (
        house(plan) as running,
        proxied(("127.0.0.1", running.port), delay=0.075, loss=0.02) as (host, port),
    ):
        people = [Person(Address(host, port), f"P{seat}", OWNER_KEY if seat == 0 else b"") for seat in range(seats)]
        started = None
        last = time.monotonic()
        end = last + 100
        while not all(person.match.ended for person in people):
            where = [(person.client.seat, person.own and person.own.clock, person.match.ended) for person in people]
            assert time.monotonic() < end, f"somebody never ends: {where}"
            now = time.monotonic()
            for person in people:
                person.frame(now, now - last)
            last = now
            if all(person.own is not None and person.own.clock > 60 for person in people):
                late += [ticks for person in people for ticks in person.behind(people)]
            room = people[0].client.room
            if started is None and room is not None and [seat.ready for seat in room.seats] == [True] * seats:
                started = now
                people[0].client.send(Start())
            time.sleep(max(0.0, TICK - (time.monotonic() - now)))
        for person in people:
            person.client.close()
    hashes = {person.match.ended.hash for person in people if person.match.ended}
    playback = Playback(read_replay(tmp_path / "match-0.souk"), ROOFTOPS.rules)
    playback.verify()
    assert hashes == {playback.match.hash()}, "all ends have the same match"
    view = playback.view()
    for person in people:
        assert person.own is not None
        runner = view.runners[person.match.viewer]
        assert runner.goal == len(person.way) and not runner.deaths, "every tick was run as it was pressed"
        assert runner_of(person.own.numbers) == runner and person.elsewhere == 0
    late.sort()
    print(f"others are seen {late[len(late) // 2]} ticks behind, p99 {late[len(late) * 99 // 100]}")
    assert late[len(late) // 2] < BEHIND // 2
