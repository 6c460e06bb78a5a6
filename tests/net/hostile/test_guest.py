"""A host that means ill, or has other code than we have, and the guest's window: a sentence, and back in the lobby."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.nullgame.rules import Nullgame, State
from game.commands import main
from game.core.cabinet import Cabinet
from game.core.rules import Viewer
from game.engine.scene import Context, SceneStack
from game.ground.texts import Texts
from game.scenes.feeds.lan import LanFeed
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.log import ConnectionLog
from game.scenes.lobby.scene import LobbyScene
from game.scenes.lobby.table import LanTable
from net.client import remote_match
from net.errors import ProtocolError
from net.limits import PROTOCOL, SECRET
from net.messages import Begun, Hello, HostMessage, Ready, RoomChanged, Start, Stepped, Welcome, raw
from net.parts import ToClient
from net.wire import FrameReader, client_message, pack
from tests.net.house import Peer, house, plan_of
from tests.net.transcript import mutants, room_of, transcript
from tests.scenes.lan.lan_driver import Windows, windows
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.lan import StillClient, StillFinder

GAMES = ("nullgame", "marrakech", "slime")
STRANGE = "net.error.host_strange"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def forgiving(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window as people have it: what breaks in a table closes that table."""
    monkeypatch.setattr(SceneStack, "forgiving", True)


def lobby_scene(context: Context) -> LobbyScene:
    return LobbyScene(context, finder=StillFinder())


def lobby_of(driver: Driver) -> LobbyScene:
    found = driver.context.stack.scenes[0]
    assert isinstance(found, LobbyScene)
    return found


class RudeHost:
    """A port that says what a test wants to whoever comes in."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self.port: int = self._listener.getsockname()[1]
        self._guest: socket.socket | None = None

    def greeted(self) -> bool:
        """Whether a guest has said hello."""
        try:
            if self._guest is None:
                self._guest, _ = self._listener.accept()
                self._guest.setblocking(False)
            (body,) = FrameReader(1 << 16).feed(self._guest.recv(1 << 16))
        except BlockingIOError:
            return False
        return isinstance(client_message(body), Hello)

    def say(self, *messages: ToClient) -> None:
        assert self._guest is not None
        self._guest.setblocking(True)
        self._guest.sendall(b"".join(map(pack, messages)))

    def say_bytes(self, data: bytes) -> None:
        assert self._guest is not None
        self._guest.sendall(data)

    def hang_up(self) -> None:
        if self._guest is not None:
            self._guest.close()
            self._guest = None

    def close(self) -> None:
        self.hang_up()
        self._listener.close()


@contextmanager
def rude_host() -> Iterator[RudeHost]:
    host = RudeHost()
    try:
        yield host
    finally:
        host.close()


def join(together: Windows, host: RudeHost, game: str) -> Driver:
    """The window goes into the rude host's room."""
    (driver,) = together.drivers
    lobby = lobby_of(driver)
    lobby.address_entry.text = f"127.0.0.1:{host.port}"
    lobby.join()
    together.until(host.greeted)
    host.say(Welcome(PROTOCOL, 1, bytes(SECRET), room_of(game)))
    return driver


def back_in_the_lobby(together: Windows, driver: Driver) -> str:
    """Wait until the guest is out of the room; the sentence that the lobby's log ends with."""
    lobby = lobby_of(driver)
    together.until(lambda: lobby.connection is None and driver.context.stack.top is lobby, "still in the room")
    together.until(lambda: not driver.context.stack.fading)
    last = lobby.log.lines[-1]
    return Texts("en").line(last.key, last.values)


def _needs_its_events(game: str, message: HostMessage) -> bool:
    """Whether it is a step whose sentence needs what its events tell."""
    if not isinstance(message, Stepped):
        return False
    keys = [f"{game}.log.{event.kind}" for event in message.step.events]
    keys += [f"{game}.event.{event.kind}" for event in message.step.events]
    texts = Texts("en")
    return any(texts.has(key) and texts.attempt(key, {}) is None for key in keys)


def lies(game: str, step: HostMessage) -> dict[str, ToClient]:
    """What a host may say in the place of an honest step."""
    assert isinstance(step, Stepped)
    wrong_mover = msgspec.structs.replace(step.step, movers=(63,))
    without_data = tuple(msgspec.structs.replace(event, data={}) for event in step.step.events)
    room = room_of(game)
    return {
        "view": Stepped(step.step, raw({"of": "another shape"})),
        "mover": Stepped(wrong_mover, step.view),
        "events": Stepped(msgspec.structs.replace(step.step, events=without_data), step.view),
        "seats": RoomChanged(msgspec.structs.replace(room, seats=(), people=())),
    }


@pytest.mark.parametrize("game", ["nullgame", "marrakech"])
def test_a_host_that_lies_sends_its_guest_back_to_the_lobby_with_a_sentence(
    game: str, home: Path, forgiving: None
) -> None:
    honest = transcript(home, game, steps=6)
    first = next(number for number, message in enumerate(honest) if _needs_its_events(game, message))
    with windows([lobby_scene], ["Mia"], home) as together, rude_host() as host:
        for what, lie in lies(game, honest[first]).items():
            driver = join(together, host, game)
            host.say(*honest[:first])
            together.until(lambda: isinstance(driver.context.stack.top, LanTable))  # noqa: B023
            together.until(lambda: not driver.context.stack.fading)  # noqa: B023
            host.say(lie)
            assert "another version" in back_in_the_lobby(together, driver), what
            host.hang_up()
        driver = join(together, host, game)
        host.say(*honest[:first])
        together.until(lambda: isinstance(driver.context.stack.top, LanTable))
        host.say_bytes(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        assert "nothing Souk understands" in back_in_the_lobby(together, driver)


def test_a_room_that_is_none_is_left_at_once(home: Path, forgiving: None) -> None:
    empty = msgspec.structs.replace(room_of("nullgame", phase="waiting"), seats=(), people=(), watching=3)
    with windows([lobby_scene], ["Mia"], home) as together, rude_host() as host:
        driver = join(together, host, "nullgame")
        together.until(lambda: lobby_of(driver).connection is not None and lobby_of(driver).connection.inside)  # type: ignore[union-attr]
        host.say(RoomChanged(empty))
        assert "another version" in back_in_the_lobby(together, driver)


class OtherView(msgspec.Struct, frozen=True):
    """What another state of the code shows: equal versions, another shape."""

    stones: int
    mover: int


class OtherNullgame(Nullgame):
    """The rules of nullgame as somebody else has them who forgot to raise the version."""

    info: ClassVar[Any] = msgspec.structs.replace(Nullgame.info, view=OtherView)

    def view(self, state: State, viewer: Viewer) -> Any:
        return OtherView(state.heap, state.mover)


def test_two_machines_with_unequal_code_and_equal_versions_part_with_a_sentence(home: Path) -> None:
    other = Cabinet(OtherNullgame(), CABINETS["nullgame"].bots)
    with house(plan_of(home, other)) as running, windows([lobby_scene], ["Mia"], home) as together:
        owner = Peer(running.port)
        owner.enter("Leila")
        (driver,) = together.drivers
        lobby = lobby_of(driver)
        lobby.address_entry.text = f"127.0.0.1:{running.port}"
        lobby.watch()
        together.until(lambda: lobby.connection is not None and lobby.connection.inside)
        owner.send(Start("random"))
        assert "another version" in back_in_the_lobby(together, driver)
        owner.until_room(lambda room: room.watching == 0)
        owner.close()


def test_a_bot_and_a_spectator_of_unequal_code_end_with_a_sentence(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    other = Cabinet(OtherNullgame(), CABINETS["nullgame"].bots)
    for part in (["--bot", "random"], ["--watch"]):
        with house(plan_of(home, other, start_when_full=True)) as running:
            owner = Peer(running.port)
            owner.enter("Leila")
            owner.send(Ready(True))
            if part == ["--watch"]:
                third = Peer(running.port)
                third.enter("Omar")
                third.send(Ready(True))
                owner.until(Begun)
            assert main(["join", f"127.0.0.1:{running.port}", *part]) == 1
            assert "another version" in capsys.readouterr().err


def test_a_match_without_end_is_refused_when_it_is_too_large(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    honest = transcript(home, "nullgame", steps=9)
    monkeypatch.setattr(remote_match, "MOST_BYTES", 200)
    connection, client = connected("nullgame", *honest)
    assert connection.over and isinstance(client.error, ProtocolError)


def connected(game: str, *messages: HostMessage) -> tuple[RoomConnection, StillClient]:
    client = StillClient([Welcome(PROTOCOL, 1, bytes(SECRET), room_of(game)), *messages])
    connection = RoomConnection(client, ConnectionLog(lambda: ""))
    connection.poll(0.0)
    return connection, client


@pytest.mark.parametrize("game", GAMES)
def test_a_feed_takes_whatever_comes(game: str, home: Path) -> None:
    honest = [RoomChanged(room_of(game)), *transcript(home, game, steps=8)]
    random = Random(11)
    texts = Texts("en")
    ended = 0
    for number, lie in islice(mutants(honest, random), 600):
        connection, client = connected(game, *honest[:number])
        feed = LanFeed(connection, texts) if connection.unshown else None
        client.messages += [lie, *honest[number + 1 :]]
        connection.poll(1.0)
        if feed is not None:
            feed.poll(1.0)
            feed.take_refusal()
            feed.take_notices()
            assert feed.number is None and feed.deadline is None
            assert all(entry.number < len(feed.entries) for entry in feed.entries)
        if connection.over:
            ended += 1
            assert isinstance(client.error, ProtocolError)
        connection.leave()
    assert ended > 180


@pytest.mark.parametrize("game", GAMES)
def test_a_table_shows_whatever_a_feed_lets_through_or_closes(game: str, home: Path, forgiving: None) -> None:
    honest = transcript(home, game, steps=6)
    through = 0

    def lobby(context: Context) -> LobbyScene:
        return LobbyScene(context, finder=StillFinder())

    with driving(lobby, size=(320, 180)) as driver:
        for number, lie in mutants(honest, Random(2)):
            connection, client = connected(game, *honest[:number])
            if not connection.unshown:
                continue
            client.messages.append(lie)
            table = LanTable(driver.context, LanFeed(connection, driver.context.texts))
            driver.context.companions.append(connection.poll)
            driver.context.stack.push(table)
            driver.step(2)
            driver.until(lambda: not driver.context.stack.fading)
            client.messages += honest[number + 1 :]
            driver.step(12)
            driver.context.stack.home()
            driver.step(2)
            driver.until(lambda: not driver.context.stack.fading)
            driver.context.companions.remove(connection.poll)
            through += not connection.over
            if through >= 5:
                break


@pytest.mark.parametrize("game", ["cisterns"])
def test_a_view_whose_parts_disagree_is_none(game: str, home: Path) -> None:
    honest = transcript(home, game, steps=6)
    number, step = next((at, one) for at, one in enumerate(honest) if isinstance(one, Stepped))
    view = msgspec.msgpack.decode(step.view)
    for lie in ({"width": view["width"] + 1}, {"squares": view["squares"][:-1]}, {"squares": b""}, {"height": 0}):
        connection, client = connected(game, *honest[:number], Stepped(step.step, raw({**view, **lie})))
        assert connection.over and client.error is not None and client.error.key == STRANGE, lie
