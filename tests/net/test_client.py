"""The client: every error with its own sentence, coming back by itself, and every transition of its table."""

from __future__ import annotations

import contextlib
import errno
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.ground.texts import Texts
from net import errors, proof
from net.address import Address
from net.client.client import CONNECT, FAREWELL, GREETING, PATIENCE, LanClient
from net.client.tokens import TokenFile, seat_kept
from net.host.host import Connection
from net.host.room.record import read_waiting
from net.host.room.room import Room
from net.limits import PING, PROTOCOL, ROUNDS, SECRET, SILENCE
from net.messages import (
    Begun,
    Challenge,
    Dropped,
    Ended,
    HostMessage,
    Kick,
    Play,
    Ready,
    Rematch,
    Start,
    Surrender,
    Told,
    Waiting,
)
from net.proof import mac_of
from net.states import CLIENT, ClientState
from net.wire import pack
from tests.net.house import QUICK, House, Peer, house, plan_of
from tests.processes import wait_until

GAMES = {"nullgame": 1}


def client_of(port: int, name: str = "Mia", **more: Any) -> LanClient:
    return LanClient(Address("127.0.0.1", port), name, more.pop("games", GAMES), **more)


def drive(
    client: LanClient,
    until: Callable[[], bool],
    seconds: float = 10.0,
    hear: Callable[[HostMessage], None] = lambda message: None,
) -> list[HostMessage]:
    """Poll until something is so; what was said on the way, and `hear` of at once."""
    said: list[HostMessage] = []
    deadline = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < deadline, f"{client.state}: {client.error}, {said[-3:]}"
        messages = client.poll(time.monotonic())
        said += messages
        for message in messages:
            hear(message)
        if client.fileno() >= 0:
            select.select([client.fileno()], [], [], 0.005)
        else:
            time.sleep(0.005)
    return said


def at(client: LanClient, state: ClientState) -> Callable[[], bool]:
    return lambda: client.state is state


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A port that accepts and says nothing of itself."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(5)
        yield server


def error_of(client: LanClient) -> errors.LanError:
    """The error a client ends with; it has a sentence in both languages."""
    drive(client, at(client, ClientState.CLOSED))
    assert client.error is not None
    for language in ("ko", "en"):
        assert Texts(language).line(client.error.key, client.error.values)
    return client.error


def test_nobody_listens(listener: socket.socket) -> None:
    port = listener.getsockname()[1]
    listener.close()
    error = error_of(client_of(port))
    assert isinstance(error, errors.RefusedError)
    assert error.values == {"address": "127.0.0.1", "port": port}


def test_no_machine_has_that_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert isinstance(error_of(LanClient(Address("nowhere", 1), "Mia", {})), errors.UnknownHostError)


def test_a_name_is_looked_up_while_frames_go_on(tmp_path: Path) -> None:
    with house(plan_of(tmp_path)) as running:
        client = LanClient(Address("localhost", running.port), "Mia", GAMES)
        drive(client, lambda: client.connected)
        client.close()


def test_there_is_no_way_to_that_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket.socket, "connect_ex", lambda *_: errno.ENETUNREACH)
    error = error_of(client_of(1))
    assert isinstance(error, errors.UnreachableError)
    assert error.key == "net.error.no_way"


def test_nothing_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket.socket, "connect_ex", lambda *_: errno.EINPROGRESS)
    monkeypatch.setattr("net.client.client.attempted", lambda _: errno.EINPROGRESS)
    client = client_of(1)
    client.poll(0.0)
    client.poll(CONNECT - 0.1)
    assert client.state is ClientState.CONNECTING
    client.poll(CONNECT + 0.1)
    assert isinstance(client.error, errors.TimedOutError)


def test_the_system_is_told_once_to_connect(listener: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows takes being told again for a new attempt, and never tells how the first one ended."""
    connect = socket.socket.connect_ex
    told: set[int] = set()

    def connecting(self: socket.socket, address: tuple[str, int]) -> int:
        if self.fileno() not in told:
            told.add(self.fileno())
            connect(self, address)
        return errno.EWOULDBLOCK

    monkeypatch.setattr(socket.socket, "connect_ex", connecting)
    client = client_of(listener.getsockname()[1])
    drive(client, at(client, ClientState.GREETING))
    client.close()


def test_who_answers_says_nothing(listener: socket.socket) -> None:
    client = client_of(listener.getsockname()[1])
    drive(client, at(client, ClientState.GREETING))
    client.poll(time.monotonic() + GREETING + 1)
    assert client.error is not None
    assert client.error.key == "net.error.silent"


@pytest.mark.parametrize("junk", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x00\x00\x00\x01\xc1", b"\xff" * 100])
def test_who_answers_is_no_host(listener: socket.socket, junk: bytes) -> None:
    client = client_of(listener.getsockname()[1])
    drive(client, at(client, ClientState.GREETING))
    server, _ = listener.accept()
    with server:
        server.sendall(junk)
        assert isinstance(error_of(client), errors.ProtocolError)


@pytest.mark.parametrize(
    ("more", "error", "key"),
    [
        ({}, errors.PasswordError, "net.error.password_needed"),
        ({"password": "wrong"}, errors.PasswordError, "net.dropped.password"),
        ({"games": {"nullgame": 2}}, errors.VersionError, "net.dropped.version"),
    ],
)
def test_the_door_stays_shut(tmp_path: Path, more: dict[str, Any], error: type[Exception], key: str) -> None:
    with house(plan_of(tmp_path, password="right")) as running:
        found = error_of(client_of(running.port, **more))
        assert isinstance(found, error)
        assert found.key == key


def test_no_number_of_a_system_reaches_a_sentence() -> None:
    for number in [*errno.errorcode, 99_999]:
        found = errors.connection_error(number, "10.0.0.5", 25250)
        for language in ("ko", "en"):
            assert "Errno" not in Texts(language).line(found.key, found.values)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_host_and_guest_of_different_protocols_are_told_in_a_sentence(
    tmp_path: Path, listener: socket.socket, language: str
) -> None:
    texts, older = Texts(language), PROTOCOL - 1
    with house(plan_of(tmp_path)) as running:
        peer = Peer(running.port)
        peer.hello(protocol=older)
        (dropped,) = peer.rest()
        assert dropped == Dropped("protocol", {"here": PROTOCOL, "there": older})
    said = errors.dropped_error(dropped)
    assert str(older) in texts.line(said.key, said.values) and str(PROTOCOL) in texts.line(said.key, said.values)
    client = client_of(listener.getsockname()[1])
    drive(client, at(client, ClientState.GREETING))
    server, _ = listener.accept()
    with server:
        server.sendall(pack(Dropped("protocol", {"here": older, "there": PROTOCOL})))
        found = error_of(client)
    assert isinstance(found, errors.VersionError)
    assert texts.line(found.key, found.values) == texts.line("net.dropped.protocol", {"here": older, "there": PROTOCOL})


def test_full_kicked_and_closing(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, seats=2)) as running:
        owner = Peer(running.port)
        owner.enter("Leila")
        guest = client_of(running.port, "Omar", password="x")
        drive(guest, lambda: guest.connected)
        assert isinstance(error_of(client_of(running.port)), errors.FullError)
        owner.send(Kick(guest.person))
        assert isinstance(error_of(guest), errors.KickedError)
        last = client_of(running.port)
        drive(last, lambda: last.connected)
    assert isinstance(error_of(last), errors.HostGoneError)


def cut(running: House) -> None:
    """Cut every connection, as a router does that is switched off."""

    def abort() -> None:
        for connection in list(running.host.connected):
            assert isinstance(connection, Connection)
            assert connection._transport is not None
            connection._transport.abort()

    running.ask(abort)


def test_a_lost_connection_is_made_again(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, grace=10.0)
    with house(plan_of(tmp_path, password="x", limits=limits)) as running:
        client = client_of(running.port, password="x")
        drive(client, lambda: client.connected and client.latency is not None)
        person, token = client.person, client.token
        client.password = ""
        cut(running)
        said = drive(client, at(client, ClientState.LOST))
        said += drive(client, lambda: client.connected)
        assert [told.key for told in said if isinstance(told, Told)][:2] == [
            "net.log.connection_lost",
            "net.log.connecting",
        ]
        assert (client.person, client.token) == (person, token)
        client.leave()


def test_the_search_for_a_host_slows_down_and_ends(tmp_path: Path) -> None:
    with house(plan_of(tmp_path)) as running:
        client = client_of(running.port)
        drive(client, lambda: client.connected)
        cut(running)
        drive(client, at(client, ClientState.LOST))
    now = time.monotonic()
    attempts = []
    while client.state is not ClientState.CLOSED and now < time.monotonic() + 2 * PATIENCE:
        now += 0.05
        if any(isinstance(told, Told) and told.key == "net.log.connecting" for told in client.poll(now)):
            attempts.append(now)
    waits = [later - earlier for earlier, later in pairwise(attempts)]
    assert waits[0] < 1.0 < waits[-1] < 6.0
    assert isinstance(client.error, errors.HostGoneError)


def test_a_silent_host_is_lost_and_pings_keep_a_quiet_one(tmp_path: Path) -> None:
    with house(plan_of(tmp_path)) as running:
        client = client_of(running.port)
        drive(client, lambda: client.latency is not None)
        now = time.monotonic()
        client._heard = now - SILENCE + PING
        client.poll(now)
        assert client.connected
        client._heard = now - SILENCE - 1
        running.ask(lambda: None)
        client._socket, kept = None, client._socket
        client.poll(now)
        assert client.state is ClientState.LOST
        assert kept is not None
        kept.close()


def test_a_whole_match_through_the_client(tmp_path: Path) -> None:
    with house(plan_of(tmp_path)) as running:
        client = client_of(running.port)
        drive(client, lambda: client.connected)
        assert client.seat == 0
        client.send(Ready(True))
        client.send(Start("random"))
        ended: list[Ended] = []
        begun: list[Begun] = []

        def hear(message: HostMessage) -> None:
            match message:
                case Begun():
                    begun.append(message)
                case Ended():
                    ended.append(message)
                case Waiting(asked=True):
                    client.send(Play(message.number, msgspec.Raw(b"\x81\xa6stones\x01")))

        drive(client, lambda: bool(ended), hear=hear)
        assert begun[0].viewer == 0
        drive(client, lambda: client.room is not None and client.room.phase == "after")
        client.send(Rematch())
        drive(client, at(client, ClientState.ROOM))
        client.leave()
        assert client.state is ClientState.CLOSED


def test_every_transition_is_walked(tmp_path: Path, listener: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    walked = set()
    original = LanClient._move

    def noting(client: LanClient, trigger: Any, now: float) -> None:
        walked.add((client.state, trigger))
        original(client, trigger, now)

    monkeypatch.setattr(LanClient, "_move", noting)
    limits = msgspec.structs.replace(QUICK, grace=10.0)
    plain = plan_of(tmp_path / "a", pace=1.0, limits=limits)
    locked = plan_of(tmp_path / "b", password="x", limits=limits)
    test_a_whole_match_through_the_client(tmp_path)
    test_the_search_for_a_host_slows_down_and_ends(tmp_path)
    with house(plain) as running:
        for goal in (ClientState.ROOM, ClientState.MATCH):
            client = client_of(running.port)
            drive(client, at(client, ClientState.ROOM))
            if goal is ClientState.MATCH:
                for message in (Ready(True), Start("random")):
                    client.send(message)
                drive(client, at(client, ClientState.MATCH))
                client.send(Surrender())
                drive(client, lambda client=client: client.seat is None)  # type: ignore[misc]
                cut(running)
                drive(client, at(client, ClientState.LOST))
                drive(client, at(client, ClientState.MATCH))
            client.leave()
    with house(locked) as running:
        client = client_of(running.port, password="x")
        drive(client, lambda: client.connected)
        client.leave()
        error_of(client_of(running.port))
    for where in ("connecting", "greeting", "proving", "lost"):
        walk_outside(listener, where)
    assert walked == set(CLIENT)


def walk_outside(listener: socket.socket, where: str) -> None:
    """Lose a connection, and give up, in one of the states outside a room."""
    for end in ("lost", "failed"):
        client = client_of(listener.getsockname()[1], password="x", persevere=True)
        if where == "lost":
            client.address = Address("127.0.0.1", 1)
            drive(client, at(client, ClientState.LOST))
            client.close()
            continue
        if where == "connecting":
            if end == "lost":
                client.address = Address("127.0.0.1", 1)
                drive(client, at(client, ClientState.LOST))
            client.close()
            continue
        drive(client, at(client, ClientState.GREETING))
        server, _ = listener.accept()
        if where == "proving":
            server.sendall(pack(Challenge(b"n" * 32, b"s" * 32, ROUNDS)))
            drive(client, at(client, ClientState.PROVING))
        if end == "lost":
            server.close()
            drive(client, at(client, ClientState.LOST))
        client.close()
        server.close()


def test_dropped_for_silence_is_worth_another_try(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, idle=0.2, grace=10.0)
    with house(plan_of(tmp_path, limits=limits)) as running:
        client = client_of(running.port)
        drive(client, lambda: client.connected and client.latency is not None)
        said: list[HostMessage] = []
        drive(client, lambda: bool(said.extend(client.poll(time.monotonic()))) or client.state is ClientState.LOST)
        assert [drop.why for drop in said if isinstance(drop, Dropped)] in ([], ["idle"])
        drive(client, lambda: client.connected)
        client.leave()


def test_two_programs_of_one_name_hold_two_tokens(tmp_path: Path) -> None:
    address = Address("127.0.0.1", 1)
    one, other = TokenFile(tmp_path, address, "Mia"), TokenFile(tmp_path, address, "Mia")
    one.keep(b"1" * 32)
    other.keep(b"2" * 32)
    one.close()
    other.close()
    again = TokenFile(tmp_path, address, "Mia")
    assert again.token == b"1" * 32
    again.keep(b"1" * 32, "nullgame/Room")
    assert seat_kept(tmp_path, address, "Mia") == "", "a program that joins now takes up the other one"
    again.close()
    assert seat_kept(tmp_path, address, "Mia") == "nullgame/Room"
    assert seat_kept(tmp_path, address, "Omar") == seat_kept(tmp_path, Address("other", 1), "Mia") == ""
    again = TokenFile(tmp_path, address, "Mia")
    assert again.token == b"1" * 32
    again.forget()
    again.close()
    assert TokenFile(tmp_path, address, "Mia").token == b""
    assert TokenFile(tmp_path / "file" / "none", Address("other", 1), "Mia").token == b""


def test_a_token_belongs_to_a_room_wherever_it_is_found(tmp_path: Path) -> None:
    home, away = Address("10.0.0.5", 25250), Address("192.168.7.9", 25250)
    ours, theirs = "a" * 16, "b" * 16
    first = TokenFile(tmp_path, home, "Mia")
    first.belongs_to(ours)
    first.keep(b"1" * 32, "nullgame/Ours")
    first.close()
    assert seat_kept(tmp_path, away, "Mia", ours) == "nullgame/Ours", "the same room at another address"
    moved = TokenFile(tmp_path, away, "Mia", ours)
    assert moved.token == b"1" * 32
    moved.close()
    other = TokenFile(tmp_path, home, "Mia", theirs)
    assert other.token == b"", "another room at the same address is told no secret of this one"
    other.belongs_to(theirs)
    other.keep(b"2" * 32)
    other.close()
    assert TokenFile(tmp_path, home, "Mia").token == b"2" * 32, "who types the address means the last room there"
    assert TokenFile(tmp_path, home, "Mia", ours).token == b"1" * 32


def test_a_room_at_an_address_of_another_one_leaves_its_token_alone(tmp_path: Path) -> None:
    home = Address("10.0.0.5", 25250)
    typed = TokenFile(tmp_path, home, "Mia")
    typed.belongs_to("a" * 16)
    typed.keep(b"1" * 32)
    typed.close()
    typed = TokenFile(tmp_path, home, "Mia")
    typed.belongs_to("b" * 16)
    typed.keep(b"2" * 32)
    typed.close()
    assert TokenFile(tmp_path, home, "Mia", "a" * 16).token == b"1" * 32


def test_of_very_many_tokens_the_oldest_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.client.tokens._MOST_KEPT", 1)
    for number in range(2):
        gone = TokenFile(tmp_path, Address("10.0.0.5", 1), f"Mia {number}", "a" * 16)
        gone.keep(b"1" * 32)
        gone.close()
    TokenFile(tmp_path, Address("10.0.0.5", 1), "Omar", "b" * 16).close()
    assert len(list(tmp_path.glob("*.token"))) == 2, "one of the two that are gone, and the new one"


def test_a_resumed_room_keeps_its_id_and_a_guest_finds_their_seat_at_another_port(tmp_path: Path) -> None:
    kept = tmp_path / "ours.room"
    patient = msgspec.structs.replace(QUICK, grace=60.0, grace_unready=60.0)
    plan = plan_of(tmp_path, games={"nullgame": CABINETS["nullgame"]}, lists=tmp_path, kept_at=kept, limits=patient)
    with house(plan) as running:
        mia = Peer(running.port)
        told = mia.enter("Mia")
        wait_until(lambda: kept.exists() and read_waiting(kept).room.people, "the room on the disk")
        left_behind = kept.read_bytes()
        mia.close()
    kept.write_bytes(left_behind)
    again = Room(plan)
    again.wait_again(read_waiting(kept), time.monotonic())
    with house(plan, again) as running:
        back = Peer(running.port)
        assert back.enter("Mia", token=mia.token).room_id == told.room_id == again.core.id
        assert back.person == mia.person
        back.close()


def test_leaving_takes_no_longer_from_a_host_that_never_stops_talking(tmp_path: Path) -> None:
    with house(plan_of(tmp_path)) as running:
        client = client_of(running.port)
        drive(client, lambda: client.connected)
        stop = threading.Event()
        assert client._socket is not None
        ours, theirs = socket.socketpair()
        client._socket.close()
        client._socket = ours

        def chatter() -> None:
            while not stop.wait(FAREWELL / 5):
                with contextlib.suppress(OSError):
                    theirs.send(b"\x00")

        talker = threading.Thread(target=chatter)
        talker.start()
        begun = time.monotonic()
        client.leave()
        took = time.monotonic() - begun
        stop.set()
        talker.join()
        theirs.close()
    assert took < 2 * FAREWELL
    assert client.state is ClientState.CLOSED


def test_a_password_that_takes_long_to_prove_makes_no_frame_late(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    derived = threading.Event()

    def slow(*_: object) -> bytes:
        derived.wait(10)
        return b"k" * SECRET

    monkeypatch.setattr(proof, "key_of", slow)
    client = client_of(listener.getsockname()[1], password="x")
    drive(client, at(client, ClientState.GREETING))
    server, _ = listener.accept()
    with server:
        server.sendall(pack(Challenge(b"n" * SECRET, b"s" * SECRET, 1_000_000)))
        drive(client, at(client, ClientState.PROVING))
        for _ in range(3):
            client.poll(time.monotonic())  # returns, though the key is not there yet
        hello = server.recv(1 << 16)
        derived.set()
        sent = bytearray()
        server.setblocking(False)

        def proven() -> bool:
            with contextlib.suppress(BlockingIOError):
                sent.extend(server.recv(1 << 16))
            return bool(sent)

        drive(client, proven)
        nonce = msgspec.msgpack.decode(hello[4:])["nonce"]
        assert msgspec.msgpack.decode(sent[4:])["mac"] == mac_of(b"k" * SECRET, b"n" * SECRET, nonce)
    client.close()
