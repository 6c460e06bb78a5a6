"""A match outlives its host, through the windows of those who play it: real hosts, killed, on loopback."""

from __future__ import annotations

import errno
import os
import socket
import sys
import time
from dataclasses import replace
from io import FileIO
from ipaddress import IPv4Interface
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.core.holding import hold
from game.core.recording.replay import read_replay
from game.engine.input import Command, CommandName
from game.engine.scene import Context
from game.engine.widgets import Button
from game.scenes import arcade
from game.scenes.lan import own_room
from game.scenes.lan.kept import kept_rooms
from game.scenes.lan.link import RememberedClient, connect, was_seated
from game.scenes.lan.log import ConnectionLog
from game.scenes.lan.own_room import OwnRoom
from game.scenes.lobby.scene import LobbyScene
from game.scenes.lobby.table import LanTable
from game.scenes.process.host import START_SECONDS, HostError, HostPlan, HostProcess, Opened, rooms_left
from game.scenes.replays.scene import ReplaysScene
from net.address import Address, parse_address
from net.client import tokens
from net.discovery.discovery import Found
from net.host.room.record import read_record, record_path, write_record
from net.limits import SECRET
from net.messages import Told
from net.states import ClientState
from tests.engine.widgets.page_driver import click, the
from tests.net.discovery.on_loopback import offer
from tests.net.house import Peer, house, plan_of
from tests.net.house import begin as start
from tests.processes import KILL, children, wait_until
from tests.scenes.lan.lan_driver import Windows, windows
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.lan import StillFinder

PLAN = HostPlan("nullgame", ("open", "open"), "Leila's room", options={"smallest": 40}, port=0)


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")
    return tmp_path


def lobby(context: Context) -> LobbyScene:
    return LobbyScene(context, finder=StillFinder(), opener=HostProcess)


def lobby_of(driver: Driver) -> LobbyScene:
    found = driver.context.stack.scenes[0]
    assert isinstance(found, LobbyScene)
    return found


def connection(driver: Driver) -> Any:
    return lobby_of(driver).connection


def inside(together: Windows) -> list[Driver]:
    return [driver for driver in together.drivers if connection(driver) is not None and connection(driver).inside]


def table(driver: Driver) -> Any:
    return next((scene for scene in driver.context.stack.scenes if isinstance(scene, LanTable)), None)


def own(driver: Driver) -> OwnRoom:
    return lobby_of(driver).own_room


def host_pid(driver: Driver) -> int:
    host = own(driver).host
    assert isinstance(host, HostProcess) and host.pid is not None
    return host.pid


def begin(together: Windows, owner: Driver, guest: Driver, plan: HostPlan = PLAN) -> None:
    """Both are at the table of a match in the first one's room."""
    lobby_of(owner).open(plan)
    together.until(lambda: connection(owner) is not None and connection(owner).inside, "the room did not open")
    go_in(together, guest, connection(owner).client.address.port)
    connection(guest).set_ready(True)
    together.until(lambda: all(seat.ready or seat.person == 1 for seat in connection(owner).room.seats))
    connection(owner).start()
    together.until(lambda: all(table(driver) for driver in together.drivers), "no match began")


def go_in(together: Windows, driver: Driver, port: int) -> None:
    lobby_of(driver)._begin_connection(parse_address(f"127.0.0.1:{port}"), False, "", b"")
    together.until(lambda: connection(driver) is not None and connection(driver).inside, "nobody let us in")


def play(together: Windows, steps: int) -> None:
    """Everybody plays what has the focus when they are asked, until so many more steps are played."""
    feeds = [table(driver).feed for driver in together.drivers]
    wanted = len(feeds[0].entries) + steps

    def press() -> bool:
        for driver in together.drivers:
            shown = table(driver)
            if shown is not None and driver.context.stack.top is shown and shown.board.choosing:
                driver.context.stack.handle(Command(CommandName.CONFIRM))
        return all(len(feed.entries) >= wanted for feed in feeds)

    together.until(press, "nobody can play")


def leave_alone(together: Windows, owner: Driver, guest: Driver) -> None:
    """The guest leaves; the room of who is alone in it ends with their window."""
    connection(guest).leave()
    together.until(lambda: connection(owner).others == 0)


def back(driver: Driver) -> bool:
    """Whether somebody is back at a match that goes on."""
    return connection(driver).playing and not connection(driver).lost and not connection(driver).room.waits


@pytest.mark.slow
def test_a_host_that_was_killed_is_started_again_by_its_window_and_everybody_is_back(home: Path) -> None:
    before = children()
    with windows([lobby] * 2, ["Leila", "Omar"], home) as together:
        owner, guest = together.drivers
        begin(together, owner, guest)
        port = connection(owner).client.address.port
        for _ in range(2):
            play(together, 3)
            seats = [connection(driver).seat for driver in together.drivers]
            (journal,) = (home / "replays").glob("*.souk")
            kept = read_replay(journal).steps
            os.kill(host_pid(owner), KILL)
            together.until(lambda: connection(owner).lost and connection(owner).reviving)
            said = table(owner).notices.now()
            assert said is not None and said.text == owner.context.texts.line("table.lan.reviving")
            assert not table(owner).board.choosing and not table(owner).feed.thinking
            together.until(lambda: back(owner) and back(guest), "nobody is back")
            assert connection(owner).client.address.port == port
            assert [connection(driver).seat for driver in together.drivers] == seats
            assert read_replay(journal).steps[: len(kept)] == kept
        play(together, 2)
        assert connection(owner).owner and own(owner).failure is None
        room_id = connection(owner).client.room_id
        told = offer(name=PLAN.name, game=PLAN.game, port=port, playing=True, host_id=room_id)
        card = Found(told, "127.0.0.1", None)
        assert not was_seated(card, "Omar"), "he is there"
        leave_alone(together, owner, guest)
        assert was_seated(card, "Omar") and not was_seated(card, "Nora")
    wait_until(lambda: children() <= before, "the end of the host")


@pytest.mark.slow
def test_a_room_whose_window_was_killed_too_is_hosted_again_from_the_lobby(home: Path) -> None:
    with windows([lobby] * 2, ["Leila", "Omar"], home) as together:
        owner, guest = together.drivers
        begin(together, owner, guest)
        play(together, 3)
        pid, seats = host_pid(owner), [connection(driver).seat for driver in together.drivers]
        assert not kept_rooms(home / "replays"), "it is open"
        owner.context.companions.clear()
        connection(owner).client.close()
        lobby_of(owner).own_room = OwnRoom(HostProcess, lobby_of(owner).log)
        together.drivers.remove(owner)
        os.kill(pid, KILL)
        os.waitpid(pid, 0)
        together.until(lambda: connection(guest).lost)
        with windows([lobby], ["Leila"], home) as again:
            (returned,) = again.drivers
            together.drivers.append(returned)
            (room,) = kept_rooms(home / "replays")
            assert room.name == "Leila's room"
            lobby_of(returned).host_again(room)
            together.until(lambda: table(returned) is not None and back(returned) and back(guest))
            assert [connection(driver).seat for driver in (returned, guest)] == seats
            play(together, 2)
            leave_alone(together, returned, guest)
            together.drivers.remove(returned)


@pytest.mark.slow
def test_a_room_that_outlived_its_window_is_hosted_again_by_the_next_one(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opened it came back as a guest does, by its card, when its host is killed."""
    monkeypatch.setattr(own_room, "_ADOPT_AFTER", 1.0)
    with windows([lobby] * 2, ["Leila", "Omar"], home) as together:
        owner, guest = together.drivers
        begin(together, owner, guest)
        port, pid = connection(owner).client.address.port, host_pid(owner)
        owner.context.companions.clear()
        connection(owner).client.close()
        lobby_of(owner).own_room = OwnRoom(HostProcess, lobby_of(owner).log)
        together.drivers.remove(owner)
        with windows([lobby], ["Leila"], home) as again:
            (returned,) = again.drivers
            together.drivers.append(returned)
            go_in(together, returned, port)
            together.until(lambda: table(returned) is not None and not connection(returned).hosting)
            play(together, 2)
            os.kill(pid, KILL)
            os.waitpid(pid, 0)
            together.until(lambda: connection(returned).lost and connection(guest).lost)
            together.until(lambda: back(returned) and back(guest), "nobody is back")
            both = (returned, guest)
            together.until(lambda: sum(connection(driver).hosting for driver in both) == 1, "they have one home here")
            for driver in both:
                assert connection(driver).owner is connection(driver).hosting and own(driver).failure is None
                assert connection(driver).client.address.port == port
            play(together, 2)
            leave_alone(together, returned, guest)
            together.drivers.remove(returned)


@pytest.fixture
def cut_off(home: Path) -> Path:
    """The recording of a match whose host was killed, beside the record of its room."""
    folder = home / "replays"
    with house(plan_of(home, name="A room with the longest of names")) as running:
        peers = [Peer(running.port), Peer(running.port)]
        for peer, name in zip(peers, ("Leila", "Omar"), strict=True):
            peer.enter(name)
        start(peers, peers[0])
        folder.mkdir()
        for path in (home / "match-0.souk", record_path(home / "match-0.souk")):
            (folder / path.name).write_bytes(path.read_bytes())
    return folder / "match-0.souk"


def test_a_room_that_was_cut_off_is_offered_on_the_street_in_the_lobby_and_among_replays(cut_off: Path) -> None:
    asked: list[Path] = []
    (room,) = kept_rooms(cut_off.parent)
    assert room.people == ("Leila", "Omar") and room.plan.resume == cut_off
    with driving(lambda context: ReplaysScene(context, print, on_host_again=lambda r: asked.append(r.journal))) as at:
        at.step(20)
        click(at, the(at, Button, lambda button: button.label == "Host it again" and button.visible))
        assert asked == [cut_off] and not at.context.typeface.overflows
    with driving(lobby) as at:
        at.step(5)
        assert the(at, Button, lambda button: "again" in button.label).enabled
        assert not at.context.typeface.overflows
    with driving(arcade.title) as at:
        assert at.context.texts.line("title.kept", name=room.name) in list(at.top._news)  # type: ignore[attr-defined]


@pytest.mark.parametrize("what", ["open", "over", "damaged"])
def test_a_room_that_cannot_go_on_is_not_offered(cut_off: Path, what: str) -> None:
    if what == "open":
        with FileIO(cut_off, "r+b") as file:
            hold(file)
            assert not kept_rooms(cut_off.parent)
        assert kept_rooms(cut_off.parent)
    elif what == "over":
        record = read_record(cut_off)
        write_record(cut_off, msgspec.structs.replace(record, agreed=True))
        assert not kept_rooms(cut_off.parent)
    else:
        record_path(cut_off).write_bytes(b"{" * 3000)
        assert not kept_rooms(cut_off.parent)


class Frail:
    """A host that opens its room at once and ends as soon as it is asked again."""

    ended = False

    def __init__(self, journal: Path) -> None:
        self.journal = journal
        self.phones: tuple[str, ...] = ()
        self.phones_refused = ""
        self.phones_unasked = False

    def poll(self, now: float) -> Opened | None:
        if self.ended:
            return None
        self.ended = True
        return Opened(25250, b"key")

    def go_on(self) -> None:
        pass

    def abandon(self) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_host_that_ends_again_and_again_is_given_up_unless_its_match_goes_on(tmp_path: Path, goes_on: bool) -> None:
    journal = tmp_path / "match.souk"
    started: list[HostPlan] = []

    def start(plan: HostPlan) -> Frail:
        with journal.open("ab") as file:
            file.write(b"step" if goes_on or not started else b"")
        started.append(plan)
        return Frail(journal)

    room = OwnRoom(start, ConnectionLog())
    room.begin(PLAN)
    for tenth in range(600):
        room.poll(tenth / 10)
    assert bool(room) is goes_on
    assert (room.failure is None) is goes_on
    assert len(started) > 20 if goes_on else 4 <= len(started) <= 6


@pytest.mark.slow
def test_a_room_that_another_window_has_opened_is_gone_into_not_opened_twice(cut_off: Path) -> None:
    (room,) = kept_rooms(cut_off.parent)
    plan = replace(room.plan, port=0)
    with windows([lobby] * 2, ["Leila", "Omar"], cut_off.parents[1]) as together:
        first, second = together.drivers
        lobby_of(first).host_again(replace(room, plan=plan))
        together.until(lambda: inside(together) == [first] and read_record(room.journal).port != room.plan.port)
        lobby_of(second).host_again(replace(room, plan=plan))
        together.until(lambda: inside(together) == [first, second], "nobody let us in")
        assert connection(first).hosting and not connection(second).hosting
        assert connection(first).owner and not connection(second).owner
        assert own(second).failure is None
        leave_alone(together, first, second)


def test_a_host_that_cannot_be_started_is_given_up_in_a_sentence(home: Path) -> None:
    with windows([lobby], ["Leila"], home) as together:
        (owner,) = together.drivers
        lobby_of(owner).open(replace(PLAN, game="chess"))
        together.until(lambda: not own(owner))
        assert own(owner).failure is not None and "chess" in str(own(owner).failure)


def test_a_host_that_is_slow_to_start_is_waited_for(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.scenes.process.program.own_command", lambda words: [sys.executable, "-c", "input()"])
    host = HostProcess(PLAN)
    assert host.poll(0.0) is host.poll(START_SECONDS) is None and host.pid is not None
    with pytest.raises(HostError, match="silent"):
        host.poll(START_SECONDS + 0.1)
    assert host.pid is None


def test_who_cannot_keep_a_token_is_told_once(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tokens, "_written", full)
    with house(plan_of(tmp_path)) as running:
        client = RememberedClient(Address("127.0.0.1", running.port), "Mia", watch=False, password="", owner=b"")
        told: list[Any] = []
        wait_until(lambda: told.extend(client.poll(time.monotonic())) or client.connected, "a way in")
        for _ in range(3):
            told += client.poll(time.monotonic())
        assert [one.key for one in told if isinstance(one, Told)].count("net.log.token_unkept") == 1
        client.leave()


@pytest.mark.parametrize("owner", [b"", b"k" * 32], ids=["guest", "owner"])
def test_only_the_way_into_a_room_of_our_own_is_not_given_up_when_nobody_answers(owner: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    client = connect(Address("127.0.0.1", port), "Leila", watch=False, password="", owner=owner)
    seen: set[ClientState] = set()

    def decided() -> bool:
        client.poll(time.monotonic())
        seen.add(client.state)
        return client.error is not None or ClientState.LOST in seen

    wait_until(decided, "an answer or none")
    assert (client.error is None) is bool(owner)
    client.close()


def test_the_seat_of_who_hosts_is_found_by_the_card_of_any_own_address(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = (IPv4Interface("127.0.0.1/8"), IPv4Interface("10.77.0.1/24"))
    monkeypatch.setattr("game.scenes.lan.link.interfaces", lambda: ours)
    client = RememberedClient(Address("127.0.0.1", 25250), "Anna", watch=False, password="", owner=b"")
    card = Found(offer(name="the party", game="nullgame", port=25250, playing=True), "10.77.0.1", 0.001)
    client._tokens.belongs_to(card.offer.host_id)
    client._tokens.keep(b"t" * SECRET, "nullgame/the party")
    client.close()
    assert was_seated(card, "Anna") and not was_seated(card, "Omar")
    other = offer(name="the party", game="nullgame", port=25250, playing=True, host_id="f" * 16)
    assert not was_seated(Found(other, "10.77.0.1", 0.001), "Anna"), "another room of that machine"
    back = RememberedClient(Address("10.77.0.1", 25250), "Anna", watch=False, password="", owner=b"")
    assert back.token == b"t" * SECRET
    back.close()


def test_a_room_that_goes_on_without_its_window_is_known_until_it_ends(home: Path) -> None:
    before = children()
    host = HostProcess(PLAN)
    wait_until(lambda: host.poll(0.0), "the room")
    pid = host.pid
    assert pid is not None and rooms_left() == []
    host.abandon()
    assert rooms_left() == [PLAN.name]
    os.kill(pid, KILL)
    wait_until(lambda: rooms_left() == [], "its end")
    wait_until(lambda: children() <= before, "the end of the host")
