"""What one person or one address can do to all others in a room: little."""

from __future__ import annotations

import socket
import time
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from net.address import Address
from net.allowance import SourceAllowance
from net.client.client import LanClient
from net.errors import PasswordError
from net.host.link import Link
from net.host.room import Room
from net.limits import PROTOCOL, ROUNDS
from net.messages import (
    Accepted,
    Challenge,
    Dropped,
    Hello,
    HostMessage,
    Kick,
    Proof,
    Propose,
    Ready,
    Rejected,
    RoomChanged,
    Start,
    ToClient,
    Told,
    Waiting,
    Welcome,
)
from net.proof import key_of, mac_of, new_secret
from net.states import ClientState
from net.wire import clean_name, host_message, pack
from tests.games.sealed import SEALED
from tests.net.house import OWNER_KEY, QUICK, Peer, begin, house, plan_of


class Still(Link):
    """A peer without a socket that keeps what it is told."""

    def __init__(self, room: Room, address: str = "10.0.0.9", **hello: object) -> None:
        super().__init__(address)
        self.room = room
        self.told: list[HostMessage] = []
        self.bytes = 0
        words = {"protocol": PROTOCOL, "name": "Mia", "nonce": new_secret(), **hello}
        self.greeting = Hello(**words)  # type: ignore[arg-type]
        room.received(self, self.greeting, 0.0)

    def send(self, frame: bytes) -> None:
        self.bytes += len(frame)
        self.told.append(host_message(frame[4:]))

    def close(self) -> None:
        """Nothing was opened."""

    @property
    def last(self) -> HostMessage:
        return self.told[-1]


def of_kind(still: Still, kind: type[ToClient]) -> int:
    return sum(isinstance(message, kind) for message in still.told)


def test_who_changes_the_room_again_and_again_costs_little(tmp_path: Path) -> None:
    room = Room(plan_of(tmp_path, seats=2, limits=msgspec.structs.replace(QUICK, spectators=100)))
    honest, restless = Still(room, "10.0.0.8"), Still(room)
    crowd = [Still(room, f"10.0.1.{number}", watch=True) for number in range(78)]
    room.settle(0.0)
    everybody = [restless, honest, *crowd]
    before = sum(still.bytes for still in everybody)
    seconds, rate = 20, 58
    for number in range(seconds * rate):
        now = 1.0 + number / rate
        room.received(restless, Ready(number % 2 == 0), now)
        room.settle(now)
    sent = sum(still.bytes for still in everybody) - before
    assert sent / seconds <= room.core.limits.room_bytes * 1.2, "the room takes a second to tell all of it"
    assert of_kind(restless, Rejected) > 0.9 * seconds * rate
    assert of_kind(honest, RoomChanged) < 50
    room.received(honest, Ready(True), 30.0)
    room.settle(30.0)
    assert isinstance(honest.last, RoomChanged) and honest.last.room.seats[0].ready, "quiet, it is told at once"


def test_changes_within_a_moment_are_told_together_and_the_phase_at_once(tmp_path: Path) -> None:
    room = Room(plan_of(tmp_path))
    owner, guest = Still(room, owner=OWNER_KEY), Still(room)
    room.settle(0.0)
    for now, ready in ((5.0, True), (5.02, False), (5.04, True)):
        room.received(guest, Ready(ready), now)
        room.settle(now)
    told = of_kind(owner, RoomChanged)
    assert room.wake(5.04) == pytest.approx(0.06)
    room.settle(5.11)
    assert of_kind(owner, RoomChanged) == told + 1
    room.received(owner, Start(), 5.12)
    room.settle(5.12)
    assert any(isinstance(message, RoomChanged) and message.room.phase == "playing" for message in owner.told)
    for number in range(100):
        room.received(guest, Propose("end"), 6.0 + number / 100)
    assert of_kind(guest, Rejected) >= 80
    room.close(9.0)


def test_coming_and_going_is_no_chat(tmp_path: Path) -> None:
    room = Room(plan_of(tmp_path))
    eye = Still(room, watch=True)
    for number in range(200):
        other = Still(room, "10.0.0.7", watch=True)
        room.lost(other, number / 20)
        room.settle(number / 20)
    assert of_kind(eye, Told) <= 40


def test_who_was_sent_away_stays_outside_for_a_while(tmp_path: Path) -> None:
    room = Room(plan_of(tmp_path, limits=msgspec.structs.replace(QUICK, kicked=60.0)))
    owner, guest = Still(room, "10.0.0.1", owner=OWNER_KEY), Still(room, "10.0.0.2")
    room.received(owner, Kick(guest.person), 1.0)
    again = Still(room, "10.0.0.2")
    assert isinstance(again.last, Dropped) and again.last.why == "kicked"
    assert isinstance(Still(room, "10.0.0.3", watch=True).told[0], Told | Welcome)
    later = Still.__new__(Still)
    Link.__init__(later, "10.0.0.2")
    later.told, later.bytes, later.room = [], 0, room
    room.received(later, guest.greeting, 61.0)
    assert any(isinstance(message, Welcome) for message in later.told)


def test_one_address_takes_only_some_of_the_spectators_places(tmp_path: Path) -> None:
    room = Room(plan_of(tmp_path))
    crowd = [Still(room, "10.0.0.7", watch=True) for _ in range(20)]
    assert sum(any(isinstance(message, Welcome) for message in still.told) for still in crowd) == QUICK.spectators_each
    assert any(isinstance(message, Welcome) for message in Still(room, "10.0.0.8", watch=True).told)
    here = [Still(room, "127.0.0.1", watch=True) for _ in range(20)]
    assert all(any(isinstance(message, Welcome) for message in still.told) for still in here)


def proven(room: Room, password: str, now: float, address: str = "10.0.0.5") -> Still:
    still = Still(room, address)
    challenge = still.told[0]
    assert isinstance(challenge, Challenge) and challenge.rounds == ROUNDS
    mac = mac_of(key_of(password, challenge.salt, challenge.rounds), challenge.nonce, still.greeting.nonce)
    room.received(still, Proof(mac), now)
    return still


def test_right_and_wrong_passwords_take_the_same_time_and_one_address_guesses_one_by_one(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, wrong_password=1.0, wrong_password_most=8.0)
    room = Room(plan_of(tmp_path, password="sesame", limits=limits))
    right, wrong = proven(room, "sesame", 0.0, "10.0.0.1"), proven(room, "mustard", 0.0, "10.0.0.2")
    room.settle(0.9)
    assert len(right.told) == len(wrong.told) == 1
    room.settle(1.0)
    assert any(isinstance(message, Welcome) for message in right.told)
    assert isinstance(wrong.last, Dropped)
    guesses = [proven(room, f"guess {number}", 1.0, "10.0.0.3") for number in range(6)]
    answered: list[float] = []
    for tenth in range(10, 500):
        room.settle(tenth / 10)
        count = sum(isinstance(guess.last, Dropped) for guess in guesses)
        answered += [tenth / 10] * (count - len(answered))
    assert answered == [2.0, 4.0, 8.0, 16.0, 24.0, 32.0]
    assert all(later - earlier >= 2.0 for earlier, later in pairwise(answered))


def test_a_host_that_asks_for_few_rounds_gets_no_proof() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        client = LanClient(Address("127.0.0.1", server.getsockname()[1]), "Mia", {}, password="sesame")
        client.poll(0.0)
        link, _ = server.accept()
        link.settimeout(5)
        client.poll(0.1)
        link.sendall(pack(Challenge(bytes(32), bytes(32), ROUNDS - 1)))
        until = time.monotonic() + 5
        while client.error is None and time.monotonic() < until:
            client.poll(0.2)
        link.recv(1 << 16)
        assert isinstance(client.error, PasswordError) and client.error.key == "net.error.weak_challenge"
        assert link.recv(1 << 16) == b"", "there came a proof"
        link.close()


def test_who_comes_while_too_many_come_tries_again(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, arrivals=0.0, arrivals_burst=1.0)
    with house(plan_of(tmp_path, limits=limits)) as running:
        first = Peer(running.port)
        first.enter("Omar")
        client = LanClient(Address("127.0.0.1", running.port), "Mia", {"nullgame": 1})
        until = time.monotonic() + 5
        while client.state is not ClientState.LOST and time.monotonic() < until:
            client.poll(time.monotonic())
        assert client.error is None and client.state is ClientState.LOST
        arrivals = running.host._arrivals
        running.ask(lambda: arrivals._sources.clear())
        while not client.connected and time.monotonic() < until:
            client.poll(time.monotonic())
        assert client.connected
        client.leave()


def test_a_crowd_of_addresses_keeps_nobody_out_who_comes_now_and_then() -> None:
    each, together = (8.0, 64.0), (200.0, 400.0)
    allowance = SourceAllowance(each, together, spared=4)
    for tick in range(100):
        for source in range(30):
            allowance.take(f"10.0.0.{source}", tick / 9)
    assert not all(allowance.take(f"10.0.0.{source}", 100 / 9) for source in range(30))
    assert all(allowance.take("10.0.1.1", 100 / 9 + number) for number in range(5))


def test_names_that_look_alike_are_told_apart() -> None:
    assert {clean_name(name) for name in ("Ann", "Ann\ufe0e", "A\u034fnn", "An\u3164n", "Ann\u2800")} == {"Ann"}
    assert clean_name("\u3164") == "" and clean_name("안녕 Ann") == "안녕 Ann"


def test_who_is_not_asked_hears_nothing_of_a_secret_decision(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, SEALED)) as running:
        one, other, eye = Peer(running.port), Peer(running.port), Peer(running.port)
        one.enter("Mia", owner=OWNER_KEY)
        other.enter("Omar")
        eye.enter("Eye", watch=True)
        begin([one, other], one)
        first = one.to_move()
        one.play_first(first)
        one.until(Accepted)
        alike = {(message.number, message.seats) for message in eye.messages if isinstance(message, Waiting)}
        told = [message for message in eye.messages if isinstance(message, Waiting)]
        assert len(told) == len(alike), "the same was told twice"


def test_who_looks_on_and_loses_the_connection_comes_back_without_a_password(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, password="sesame")) as running:
        eye, other = Peer(running.port), Peer(running.port)
        other.enter("Omar", "sesame")
        first = eye.enter("Eye", "sesame", watch=True)
        eye.close()
        other.until_room(lambda room: any(not person.present for person in room.people))
        again = Peer(running.port)
        again.hello("Eye", watch=True, token=first.token)
        welcome = again.until(Welcome)
        assert welcome.person == first.person
        again.close()
        other.until_room(lambda room: len(room.people) == 1)


def test_who_came_and_went_is_forgotten(tmp_path: Path) -> None:
    room = Room(plan_of(tmp_path))
    for number in range(300):
        room.lost(Still(room, "127.0.0.1", watch=True), number / 10)
    assert len(room.core.people) == QUICK.watchers_away
    room.settle(100.0)
    assert len(room.core.people) == 0
