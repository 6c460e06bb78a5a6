"""A host that lies in any message, in any phase: its guest gets a sentence and the lobby, in a window and by `join`."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.commands import main
from game.engine.scene import Context, SceneStack
from game.ground import paths
from game.ground.texts import Texts
from game.scenes.feeds.lan import LanFeed
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.log import ConnectionLog
from game.scenes.lobby.table import LanTable
from net.address import Address
from net.client.client import LanClient
from net.evening import Reacted, Talk
from net.heirs import Handed, HeirLine, Heirs, Hosting, Kept, KeptLog, Moved
from net.ledger.lines import LedgerSeat, MatchLine, signing_installed
from net.limits import PROTOCOL, SECRET
from net.messages import (
    Accepted,
    Begun,
    Challenge,
    Changed,
    Decided,
    Dropped,
    Ended,
    Entered,
    Gestured,
    HostMessage,
    Past,
    Pong,
    Proposed,
    Recorded,
    Rejected,
    Rewound,
    RoomChanged,
    Said,
    Told,
    Welcome,
)
from net.parts import PersonChange, SeatChange, SignedLine, TalkLine
from net.states import ClientState
from net.wire import pack
from tests.net.hostile.test_guest import back_in_the_lobby, join, lobby_of, lobby_scene, rude_host
from tests.net.transcript import mutants, room_of, transcript
from tests.processes import PATIENCE
from tests.scenes.lan.lan_driver import windows

pytestmark = pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")

GAMES = {cabinet.id: cabinet.info.version for cabinet in CABINETS.values()}
GAME = "nullgame"
HOST = b"h" * SECRET
ENDS = (ClientState.CLOSED, ClientState.LOST)
DONE = "net.log.done"
"""The text key of the last word of a host."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LANGUAGE", "en")
    return tmp_path


def body_of(match: str) -> dict[str, Any]:
    """What the line of a match says, as JSON."""
    moment = datetime.now().astimezone().isoformat(timespec="seconds")
    seats = (LedgerSeat("Player 0", 1, 5), LedgerSeat("Player 1", 2, 3))
    line = MatchLine(GAME, "A room", match, moment, moment, 9, seats, {"took": (3, 4)})
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(line))
    return found


def signed(body: bytes) -> SignedLine:
    """Whatever a host says, correctly signed by it."""
    from nacl.signing import SigningKey

    key = SigningKey(HOST)
    return SignedLine(body, bytes(key.verify_key), key.sign(body).signature)


@pytest.fixture
def stay(tmp_path: Path) -> list[HostMessage]:
    """All that a host says, each kind of message at least once, from `welcome` to the waiting room after a match."""
    told = transcript(tmp_path, GAME, steps=1000)
    ended = told[-1]
    assert isinstance(ended, Ended)
    waiting, playing, after = (room_of(GAME, phase=phase) for phase in ("waiting", "playing", "after"))
    before: list[HostMessage] = [
        Welcome(PROTOCOL, 1, bytes(SECRET), waiting),
        Said(2, "Player 1", "hello"),
        Told("net.log.joined", {"name": "Leila"}),
        Changed(seats=(SeatChange(1, ready=True),), people=(PersonChange(2, latency=40),)),
        Rejected("say", "net.refuse.chat_rate"),
        Pong(0),
        Talk((TalkLine(2, "Leila", "good evening"),)),
        Reacted(2, "clap"),
        RoomChanged(playing),
        Heirs((HeirLine(2, 25250, HOST),)),
        Kept(2, GAME, b"{}", (1, 2)),
        KeptLog(0, b"log"),
        Hosting("0" * 16, 2, True),
    ]
    between: list[HostMessage] = [
        Gestured(0, 1, "line", b"x"),
        Accepted(0),
        Proposed(1, "pause", 2, (2,), (1,)),
        Decided(1, "pause", False),
    ]
    afterwards: list[HostMessage] = [
        RoomChanged(after),
        Entered((signed(json.dumps(body_of(ended.hash)).encode()),)),
        Handed(2, GAME, b"{}", b"log"),
        Recorded((tmp_path / f"{GAME}0.souk").read_bytes()),
        RoomChanged(waiting),
        Moved(2, 2, "127.0.0.1", 9, HOST),
    ]
    said = [*before, *told[:-1], *between, ended, *afterwards]
    every = set(get_args(HostMessage)) - {Challenge, Dropped, Past, Rewound}
    assert {type(message) for message in said} == every, "a message is never lied in"
    return said


def forged(message: HostMessage, random: Random) -> HostMessage | None:
    """Another message of this kind that only its reader can tell from an honest one."""
    if isinstance(message, Entered):
        said = msgspec.json.decode(message.lines[0].body)
        body = json.dumps(said).encode()
        match random.randrange(5):
            case 0:
                body = body[:-1] + b', "zz": "\xff"}'
            case 1:
                said[random.choice(["ended", "began"])] = random.choice(MOMENTS)
                body = json.dumps(said).encode()
            case 2:
                said[random.choice(list(said))] = random.choice(ODD)
                body = json.dumps(said).encode()
            case 3:
                said["seats"][0][random.choice(["name", "rank", "score"])] = random.choice(ODD)
                body = json.dumps(said).encode()
            case _:
                body = garbled(body, random)
        return Entered((signed(body), *message.lines))
    if isinstance(message, Recorded):
        return Recorded(garbled(message.data, random))
    if isinstance(message, RoomChanged):
        texts = random.choice(["/../../../planted/x", "x\0y", "..", "\u202e", "", "가" * 60])
        game = random.choice([texts[:64], message.room.game])
        return RoomChanged(msgspec.structs.replace(message.room, name=texts[:32] or "x", game=game))
    return None


def garbled(data: bytes, random: Random) -> bytes:
    """The data with some bytes changed, cut off or doubled."""
    at, other = sorted(random.randrange(len(data)) for _ in range(2))
    return random.choice(
        [
            data[:at],
            data[:at] + data[other:],
            data[:other] + data[at:],
            data[:at] + bytes([random.randrange(256)]) + data[at + 1 :],
        ]
    )


ODD = ("x\0y", "\u202e", -(1 << 70), 1 << 40, None, [], {}, "9" * 5000, 1e300, True, "/../../x")
MOMENTS = ("0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59-14:00", "0001-01-01", "", "9" * 64, "2026-11-20T21:30:00")


def lies(stay: list[HostMessage], random: Random) -> Iterator[tuple[str, list[HostMessage]]]:
    """Without end: what was lied in, and a stay with that lie in a message's place, or where it does not belong."""
    mutated = mutants(stay, random)
    while True:
        number, lie = next(mutated)
        if random.random() < 0.5:
            number = random.randrange(len(stay))
            lie = forged(stay[number], random) or lie
        if random.random() < 0.3:
            number = random.randrange(1, len(stay))
            yield type(lie).__name__, [*stay[:number], lie, *stay[number:]]
        else:
            yield type(lie).__name__, [*stay[:number], lie, *stay[number + 1 :]]


class LyingHost:
    """A port at which a list of messages is said to whoever comes in."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.frames = b""
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def say(self, messages: list[HostMessage], last: HostMessage) -> None:
        """What the next guest is told."""
        self.frames = b"".join(map(pack, [*messages, last]))

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                guest, _ = self._listener.accept()
                with guest, contextlib.suppress(OSError):
                    guest.settimeout(5)
                    guest.recv(1 << 16)
                    guest.sendall(self.frames)
                    while guest.recv(1 << 16):
                        pass

    def close(self) -> None:
        with suppress(OSError):  # only some systems let who listens be shut down, and on those `accept` ends by it
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(10)


@pytest.fixture
def host() -> Iterator[LyingHost]:
    host = LyingHost()
    yield host
    host.close()


def visit(host: LyingHost) -> LanClient:
    """A guest comes, hears everything and is gone; how that ended."""
    client = LanClient(Address("127.0.0.1", host.port), "Mia", GAMES, patience=0.0)
    log = ConnectionLog(lambda: "")
    connection = RoomConnection(client, log)
    feed: LanFeed | None = None
    until = time.monotonic() + PATIENCE
    while client.state not in ENDS and not any(line.key == DONE for line in log.lines):
        assert time.monotonic() < until, f"still {client.state}"
        connection.poll(time.monotonic())
        if connection.unshown and connection.match is not None and connection.match.caught_up and not connection.over:
            feed = feed or LanFeed(connection, Texts("en"))
        if feed is not None:
            feed.poll(time.monotonic())
            feed.take_notices()
    connection.poll(time.monotonic())
    connection.leave()
    return client


def test_a_guest_takes_whatever_a_host_says(stay: list[HostMessage], host: LyingHost, home: Path) -> None:
    said: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    texts = Texts("en")
    for kind, told in islice(lies(stay, Random(3)), 500):
        host.say(told, Told(DONE))
        client = visit(host)
        if client.error is not None:
            assert texts.attempt(client.error.key, client.error.values), client.error
        said[kind] += 1
        endings[client.error.key if client.error else "none"] += 1
    assert {type(message).__name__ for message in stay} <= set(said)
    assert endings["none"] > 100 and endings["net.error.host_strange"] > 50, endings
    assert [path for path in home.rglob("*") if "planted" in path.name and path.parent != paths.replays()] == []


@pytest.mark.parametrize("part", ["--watch", "--bot=random"])
def test_join_takes_whatever_a_host_says(
    part: str, stay: list[HostMessage], host: LyingHost, capsys: pytest.CaptureFixture[str]
) -> None:
    count = 60 if part == "--watch" else 12
    for _, told in islice(lies(stay, Random(4)), count):
        host.say(told, Dropped("kicked"))
        assert main(["join", f"127.0.0.1:{host.port}", part]) in (0, 1)
        assert "broke" not in capsys.readouterr().err
    assert list(paths.logs().glob("crash*")) == []


def test_a_window_goes_on_whatever_a_host_says(stay: list[HostMessage], home: Path) -> None:
    random = Random(5)
    begun = next(number for number, message in enumerate(stay) if isinstance(message, Begun))
    last = {kind: number for number, kind in enumerate(map(type, stay))}
    late = [forged(stay[last[kind]], random) for kind in (Entered, Recorded, RoomChanged) for _ in range(6)]
    with windows([lobby_scene], ["Mia"], home) as together, rude_host() as host:
        for number in range(len(late)):
            driver = join(together, host, GAME)
            host.say(*stay[1 : begun + 1])
            together.until(lambda: isinstance(driver.context.stack.top, LanTable))  # noqa: B023
            lie = late[number]
            assert lie is not None
            host.say(*stay[begun + 1 : last[Entered]], lie)
            host.say_bytes(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            assert back_in_the_lobby(together, driver)
            host.hang_up()


def test_what_breaks_on_a_hosts_word_all_the_same_ends_the_connection_alone(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SceneStack, "forgiving", True)

    def broken(*_: object) -> None:
        raise RuntimeError("a mistake of ours")

    with windows([lobby_scene], ["Mia"], home) as together, rude_host() as host:
        driver = join(together, host, GAME)
        together.until(lambda: lobby_of(driver).connection is not None and lobby_of(driver).connection.inside)  # type: ignore[union-attr]
        monkeypatch.setattr(RoomConnection, "_take", broken)
        host.say(Pong(1))
        assert back_in_the_lobby(together, driver)
        assert list(paths.logs().glob("crash*"))


def test_what_breaks_beside_the_scenes_ends_by_itself(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SceneStack, "forgiving", True)
    calls: list[float] = []

    def broken(now: float) -> None:
        calls.append(now)
        raise RuntimeError("a mistake of ours")

    def make(context: Context) -> Any:
        context.companions.append(broken)
        return lobby_scene(context)

    with windows([make], ["Mia"], home) as together:
        for _ in range(3):
            together.step()
        assert len(calls) == 1 and together.drivers[0].context.companions == []
