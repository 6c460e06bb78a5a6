"""A match that is led in this program and watched on the LAN: a room that nobody plays in and nobody owns."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from game.cabinets.listed import CABINETS
from game.core.match.match import Match, Step
from game.core.rules import SPECTATOR
from net.address import Address
from net.client.client import LanClient
from net.host.broadcast import Broadcast
from net.messages import Begun, Ended, HostMessage, Kick, Rejected, Rematch, Said, Stepped, Talk, raw
from net.states import ClientState
from tests.processes import PATIENCE

NULLGAME = CABINETS["nullgame"]


class Leader:
    """Leads matches of nullgame and tells of every step."""

    def __init__(self, broadcast: Broadcast) -> None:
        self.broadcast = broadcast

    def append(self, step: Step) -> None:
        self.broadcast.step(step)

    def rewind(self, number: int) -> None:
        raise AssertionError("nothing is taken back")

    def play(self, *names: str, steps: int | None = None) -> Match:
        """A match, played to its end or so many steps."""
        self.broadcast.begin(names)
        match = Match(NULLGAME.rules, len(names), NULLGAME.info.options(), 1, journal=self)
        while not match.over and (steps is None or match.number < steps):
            for seat in match.waiting_for:
                if seat >= 0:
                    match.force(seat)
            match.tick(0.0)
        return match


class Spectator:
    """Somebody who looks on."""

    def __init__(self, port: int, *, watch: bool = True) -> None:
        self.client = LanClient(Address("127.0.0.1", port), "Eye", {NULLGAME.id: NULLGAME.info.version}, watch=watch)
        self.heard: list[HostMessage] = []

    def until(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"in vain; heard {self.heard}"
            self.heard += self.client.poll(time.monotonic())
            time.sleep(0.002)

    def of(self, kind: type) -> list[HostMessage]:
        return [message for message in self.heard if isinstance(message, kind)]


@pytest.fixture
def broadcast() -> Iterator[Broadcast]:
    opened = Broadcast("A match", NULLGAME, "AB", address="127.0.0.1", port=0, listed=False)
    assert opened.port is not None
    yield opened
    opened.close()


@pytest.fixture
def eye(broadcast: Broadcast) -> Iterator[Spectator]:
    assert broadcast.port is not None
    spectator = Spectator(broadcast.port)
    yield spectator
    spectator.client.close()


def test_every_step_is_seen(broadcast: Broadcast, eye: Spectator) -> None:
    eye.until(lambda: eye.client.state is ClientState.ROOM)
    match = Leader(broadcast).play("Mia", "Omar")
    eye.until(lambda: bool(eye.of(Ended)))
    (begun,) = eye.of(Begun)
    assert [seat.name for seat in begun.seats] == ["Mia", "Omar"]
    steps = eye.of(Stepped)
    assert len(steps) == match.number
    assert steps[-1].view == raw(match.view(SPECTATOR))
    (ended,) = eye.of(Ended)
    assert (ended.hash, ended.result) == (match.hash(), match.result())


def test_who_comes_late_sees_what_was(broadcast: Broadcast) -> None:
    match = Leader(broadcast).play("Mia", "Omar", steps=3)
    assert broadcast.port is not None
    eye = Spectator(broadcast.port)
    eye.until(lambda: bool(eye.of(Begun)) and eye.of(Begun)[0].number == match.number)
    assert eye.of(Begun)[0].view == raw(match.view(SPECTATOR))
    eye.client.close()


def test_matches_follow_each_other(broadcast: Broadcast, eye: Spectator) -> None:
    eye.until(lambda: eye.client.state is ClientState.ROOM)
    leader = Leader(broadcast)
    leader.play("Mia", "Omar", steps=2)
    broadcast.end()
    eye.until(lambda: bool(eye.of(Ended)))
    match = leader.play("Leila", "Luca")
    eye.until(lambda: len(eye.of(Ended)) == 2)
    assert eye.of(Ended)[0].result is None
    assert eye.of(Ended)[1].hash == match.hash()
    assert [seat.name for seat in eye.of(Begun)[1].seats] == ["Leila", "Luca"]


def test_what_is_said_reaches_who_is_here_and_who_comes_later(broadcast: Broadcast, eye: Spectator) -> None:
    eye.until(lambda: eye.client.state is ClientState.ROOM)
    broadcast.say("1. Mia\n2, 2. Omar\x07 " + "1" * 400)
    eye.until(lambda: bool(eye.of(Said)))
    (said,) = eye.of(Said)
    assert (said.person, said.name) == (0, "A match")
    assert said.text == ("1. Mia 2, 2. Omar " + "1" * 400)[:300]
    Leader(broadcast).play("Mia", "Omar")
    late = Spectator(broadcast.port or 0)
    late.until(lambda: bool(late.of(Talk)))
    assert [line.text for line in late.of(Talk)[0].lines] == [said.text]
    late.client.close()


def test_nobody_owns_the_room_or_plays_in_it(broadcast: Broadcast, eye: Spectator) -> None:
    eye.until(lambda: eye.client.state is ClientState.ROOM)
    assert eye.client.room is not None and not any(person.owner for person in eye.client.room.people)
    assert broadcast.port is not None
    player = Spectator(broadcast.port, watch=False)
    player.until(lambda: player.client.error is not None)
    Leader(broadcast).play("Mia", "Omar")
    eye.until(lambda: bool(eye.of(Ended)))
    eye.client.send(Rematch())
    eye.client.send(Kick(1))
    eye.until(lambda: len(eye.of(Rejected)) >= 2)
    assert [message.why for message in eye.of(Rejected)] == ["net.refuse.not_owner"] * 2  # type: ignore[union-attr]


def test_a_port_that_is_taken_is_replaced(broadcast: Broadcast) -> None:
    assert broadcast.port is not None
    other = Broadcast("Another", NULLGAME, "AB", address="127.0.0.1", port=broadcast.port, listed=False)
    assert other.port not in (None, broadcast.port)
    other.close()


def test_an_address_that_is_not_ours_leaves_it_unwatched() -> None:
    nowhere = Broadcast("Nowhere", NULLGAME, "AB", address="192.0.2.1", port=0, listed=False)
    assert nowhere.port is None
    Leader(nowhere).play("Mia", "Omar")
    nowhere.close()
    nowhere.close()
