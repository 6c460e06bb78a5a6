"""What one person or one address can do to all others in a room: little."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.cabinet import Cabinet
from game.core.recording.replay import read_replay
from game.core.rules import Ask
from net.address import Address
from net.allowance import SourceAllowance
from net.changes import applied
from net.client.client import LanClient
from net.errors import PasswordError
from net.host.room.link import Link
from net.host.room.people import Person, allowances
from net.host.room.record import read_record, read_waiting
from net.host.room.room import Room
from net.host.room.sent_away import SentAway
from net.limits import FRAME_FROM_HOST, PING, PROTOCOL, ROUNDS
from net.messages import (
    Accepted,
    Challenge,
    Changed,
    Dropped,
    Gesture,
    Gestured,
    Hello,
    HostMessage,
    Kick,
    Pardon,
    Ping,
    Play,
    Proof,
    Propose,
    Ready,
    Rejected,
    RoomChanged,
    RoomState,
    Say,
    Stand,
    Start,
    Stepped,
    Take,
    Told,
    Waiting,
    Welcome,
    raw,
)
from net.parts import Away, ToClient, ToHost
from net.proof import key_of, mac_of, new_secret
from net.states import ClientState
from net.wire import FrameReader, clean_name, host_message, pack
from tests.games.relay import Colour, Relay, State
from tests.games.sealed import SEALED
from tests.net.house import OWNER_KEY, QUICK, Peer, begin, house, plan_of


class Still(Link):
    """A peer without a socket that keeps what it is told, or where it is `deaf` only how much that is."""

    def __init__(self, room: Room, address: str = "10.0.0.9", *, deaf: bool = False, **hello: object) -> None:
        super().__init__(address)
        self.deaf = deaf
        self.at = room
        self.room: RoomState
        self.told: list[HostMessage] = []
        self.bytes = 0
        words = {"protocol": PROTOCOL, "name": "Mia", "nonce": new_secret(), **hello}
        self.greeting = Hello(**words)  # type: ignore[arg-type]
        room.received(self, self.greeting, 0.0)

    def say(self, message: ToHost, now: float) -> int:
        """Send a message as a connection would; its size."""
        size = len(pack(message))
        self.at.core.heard(message, size)
        self.at.received(self, message, now)
        return size

    def send(self, frame: bytes) -> None:
        self.bytes += len(frame)
        if self.deaf:
            return
        for message in map(host_message, FrameReader(FRAME_FROM_HOST).feed(frame)):
            told = RoomChanged(applied(self.room, message)) if isinstance(message, Changed) else message
            if isinstance(told, Welcome | RoomChanged):
                self.room = told.room
            self.told.append(told)
        del self.told[:-1000]

    def close(self) -> None:
        """Nothing was opened."""

    @property
    def last(self) -> HostMessage:
        return self.told[-1]


def of_kind(still: Still, kind: type[ToClient]) -> int:
    return sum(isinstance(message, kind) for message in still.told)


class Shown(Relay):
    """Two seats, the second one first, and what they do before they decide is shown."""

    info = msgspec.structs.replace(Relay.info, gestures=("line",))

    def ask(self, state: State) -> Ask | None:
        return Ask(((state.turn + 1) % state.seats,))


def crowded(folder: Path, watching: int, cabinet: Cabinet | None = None) -> tuple[Room, list[Still]]:
    """A room of two players and a crowd, told all that there is to tell."""
    room = Room(plan_of(folder, cabinet, seats=2))
    everybody = [Still(room, owner=OWNER_KEY), Still(room, "10.0.0.8")]
    for number in range(watching):
        everybody.append(Still(room, f"10.{number // 250}.1.{number % 250}", deaf=True, watch=True))
        room.core.heard(Ping(0), 1 << 20)
    room.settle(0.0)
    room.core.heard(Ping(0), 1 << 20)
    return room, everybody


def amplification(
    room: Room, everybody: list[Still], says: Callable[[int], ToHost], rate: float, since: float
) -> float:
    """Bytes that the host sends for each that it gets while one person says so much a second and all others ping."""
    restless, sent, got, pinged = everybody[1], sum(still.bytes for still in everybody), 0, since
    for number in range(round(30 * rate)):
        now = since + number / rate
        got += restless.say(says(number), now)
        if now - pinged >= PING:
            pinged = now
            got += sum(still.say(Ping(number), now) for still in everybody)
        room.settle(now)
    return (sum(still.bytes for still in everybody) - sent) / got


TIRESOME: dict[str, Callable[[int], ToHost]] = {
    "ready": lambda number: Ready(number % 2 == 0),
    "stand": lambda number: Take(1) if number % 2 else Stand(),
    "say": lambda number: Say("x"),
    "ping": lambda number: Ping(number, 5_000 * (number % 2)),
}


@pytest.mark.parametrize("watching", [77, pytest.param(400, marks=pytest.mark.slow)])
@pytest.mark.parametrize("what", TIRESOME)
def test_what_one_person_does_costs_little_in_proportion(tmp_path: Path, what: str, watching: int) -> None:
    room, everybody = crowded(tmp_path, watching)
    for number, rate in enumerate((1, 20)):
        assert amplification(room, everybody, TIRESOME[what], rate, 40.0 * number) <= 20
    room.core.heard(Ping(0), 1 << 20)
    for message in (Take(1), Ready(True)):
        everybody[1].say(message, 100.0)
    room.settle(100.0)
    assert everybody[0].room.seats[1].ready, "quiet, it is told at once"


@pytest.mark.parametrize("watching", [77, pytest.param(400, marks=pytest.mark.slow)])
@pytest.mark.parametrize("size", [0, 512])
def test_gestures_cost_little_in_proportion(tmp_path: Path, size: int, watching: int) -> None:
    """The restless one shows without end what they do before they decide, to a crowd."""
    room, everybody = crowded(tmp_path, watching, Cabinet(Shown(), {}))
    everybody[1].say(Ready(True), 0.0)
    everybody[0].say(Start(), 0.0)
    room.settle(0.0)
    assert room.play.match is not None and room.play.match.match.waiting_for == (1,)
    for run, rate in enumerate((1, 20)):
        seen = of_kind(everybody[0], Gestured)
        assert amplification(room, everybody, lambda _: Gesture(0, "line", bytes(size)), rate, 40.0 * run) <= 20
        if size == 0:
            assert of_kind(everybody[0], Gestured) - seen == 30 * rate, "who plays sees all of them"
    room.close(200.0)


@pytest.mark.parametrize("size", [1, 20])
def test_in_a_room_of_forty_everybody_sees_every_gesture(tmp_path: Path, size: int) -> None:
    """Ten seconds of what somebody who types or draws sends."""
    room, everybody = crowded(tmp_path, 38, Cabinet(Shown(), {}))
    everybody[1].say(Ready(True), 0.0)
    everybody[0].say(Start(), 0.0)
    room.settle(0.0)
    for each in everybody:
        each.deaf = False
    for number in range(120):
        everybody[1].say(Gesture(0, "line", bytes(size)), 1 + number / 12)
        room.settle(1 + number / 12)
    others = [everybody[0], *everybody[2:]]
    assert len(others) == 39 and {of_kind(each, Gestured) for each in others} == {120}
    room.close(200.0)


def test_a_gesture_is_seen_only_before_the_decision_it_belongs_to(tmp_path: Path) -> None:
    room, everybody = crowded(tmp_path, 1, Cabinet(Shown(), {}))
    owner, shows = everybody[:2]
    shows.say(Ready(True), 0.0)
    owner.say(Gesture(0, "line", b"early"), 0.0)
    owner.say(Start(), 0.0)
    room.settle(0.0)
    owner.say(Gesture(0, "line", b"not asked"), 1.0)
    shows.say(Gesture(1, "line", b"too early"), 1.0)
    shows.say(Gesture(0, "dance", b"no such kind"), 1.0)
    shows.say(Gesture(0, "line", b"right"), 1.0)
    room.settle(1.0)
    shows.say(Play(0, raw(Colour(7))), 2.0)
    shows.say(Gesture(0, "line", b"late"), 2.0)
    room.settle(2.0)
    assert [told.data for told in owner.told if isinstance(told, Gestured)] == [b"right"]
    assert of_kind(shows, Gestured) == of_kind(shows, Rejected) == of_kind(owner, Rejected) == 0
    kinds = [type(told) for told in owner.told]
    assert kinds.index(Gestured) < kinds.index(Stepped)
    room.close(3.0)


def test_who_reads_slowly_gets_no_gestures_and_all_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room, everybody = crowded(tmp_path, 1, Cabinet(Shown(), {}))
    owner, shows = everybody[:2]
    shows.say(Ready(True), 0.0)
    owner.say(Start(), 0.0)
    room.settle(0.0)
    monkeypatch.setattr(Still, "unread", property(lambda still: (65 << 10) * (still is owner)))
    shows.say(Gesture(0, "line", b"x"), 1.0)
    shows.say(Play(0, raw(Colour(7))), 1.0)
    room.settle(1.0)
    assert of_kind(owner, Gestured) == 0 and of_kind(owner, Stepped) == 1
    room.close(2.0)


def test_changes_within_a_moment_are_told_together_and_the_phase_at_once(tmp_path: Path) -> None:
    room = Room(plan_of(tmp_path))
    owner, guest = Still(room, owner=OWNER_KEY), Still(room)
    room.settle(0.0)
    for now, ready in ((5.0, True), (5.02, True), (5.04, False)):
        room.received(guest, Ready(ready), now)
        room.settle(now)
    told = of_kind(owner, RoomChanged)
    assert room.wake(5.04) == pytest.approx(0.06)
    room.settle(5.11)
    assert of_kind(owner, RoomChanged) == told + 1
    room.received(guest, Ready(True), 5.12)
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
    assert again.last.values == {"seconds": 61} and room.core.state().away == (Away(guest.person, "Mia 2"),)
    later = Still.__new__(Still)
    Link.__init__(later, "10.0.0.2")
    later.told, later.bytes, later.deaf, later.at = [], 0, False, room
    room.received(later, guest.greeting, 61.0)
    assert any(isinstance(message, Welcome) for message in later.told)
    room.settle(61.0)
    assert room.core.state().away == ()


def test_who_was_sent_away_is_let_in_again(tmp_path: Path) -> None:
    room = Room(plan_of(tmp_path))
    owner, guest = Still(room, "10.0.0.1", owner=OWNER_KEY), Still(room, "10.0.0.2")
    room.received(owner, Kick(guest.person, 3600), 1.0)
    assert isinstance(Still(room, "10.0.0.2").last, Dropped)
    room.received(owner, Pardon(guest.person), 2.0)
    assert any(isinstance(message, Welcome) for message in Still(room, "10.0.0.2").told)
    room.received(owner, Pardon(guest.person), 3.0)
    assert isinstance(owner.last, Rejected) and owner.last.why == "net.refuse.no_person"


def test_a_stranger_who_takes_the_last_seat_and_goes_keeps_it_for_moments_alone(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, grace=30.0, grace_unready=6.0)
    room = Room(plan_of(tmp_path, limits=limits))
    owner, stranger = Still(room, "10.0.0.1", owner=OWNER_KEY), Still(room, "10.0.0.2")
    room.lost(stranger, 1.0)
    room.settle(6.9)
    assert isinstance(Still(room, "10.0.0.3").last, Dropped), "a short break of a line costs no seat"
    assert 0 < room.wake(6.9) <= 0.2
    room.settle(7.1)
    guest = Still(room, "10.0.0.3")
    room.received(guest, Ready(True), 8.0)
    room.lost(guest, 9.0)
    room.lost(owner, 9.0)
    room.settle(38.9)
    assert sum(seat.kind == "person" for seat in room.core.state().seats) == 2, "who was ready once is waited for"
    room.settle(39.1)
    assert not any(seat.kind == "person" for seat in room.core.state().seats)


@pytest.mark.parametrize("playing", [False, True])
def test_who_was_sent_away_stays_outside_after_the_host_was_killed(tmp_path: Path, playing: bool) -> None:
    kept = tmp_path / "ours.room"
    plan = plan_of(tmp_path, games={"nullgame": CABINETS["nullgame"]}, lists=tmp_path, kept_at=kept)
    room = Room(plan)
    owner, guest = Still(room, "10.0.0.1", owner=OWNER_KEY), Still(room, "10.0.0.2")
    room.received(owner, Kick(guest.person, 3600), 1.0)
    if playing:
        room.received(owner, Start(), 1.0)
    room.settle(1.0)
    again, journal = Room(plan), tmp_path / "match-0.souk"
    if playing:
        room.close(2.0)
        again.resume(read_record(journal), read_replay(journal), journal, 0.0)
    else:
        again.wait_again(read_waiting(kept), 0.0)
    assert again.core.state().away == (Away(guest.person, "Mia 2"),)
    token = next(message.token for message in guest.told if isinstance(message, Welcome))
    for address, brought in (("10.0.0.3", {"token": token}), ("10.0.0.2", {"watch": True})):
        knocking = Still(again, address, **brought)
        assert isinstance(knocking.last, Dropped) and knocking.last.why == "kicked"
        assert 3580 < int(knocking.last.values["seconds"]) <= 3600
    again.close(1.0)


def test_a_clock_that_was_set_back_keeps_nobody_outside_for_ever() -> None:
    times = iter([1_000_000.0, 5.0])
    away = SentAway(lambda: next(times))
    away.add(Person(7, "Mia", b"", *allowances(QUICK)), 0.0, 60.0)
    later = SentAway(lambda: next(times))
    later.restore(away.record(), 0.0)
    assert later.listed() and later.expire(86_401.0) and not later.listed()


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
        until = time.monotonic() + 60
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
        until = time.monotonic() + 60
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
