"""A guest's window as heir: what a host can make it do, and what it cannot."""

from __future__ import annotations

import socket
from pathlib import Path
from random import Random

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.conformance.walks import Thoughtless, play_on
from game.core.errors import SpokenError
from game.core.match.match import Match
from game.core.recording.growing import written
from game.core.recording.replay import Replay, SeatRecord, header_of
from game.core.rules import NATURE
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.heir import HeirDuty
from game.scenes.lan.ledger import differing_step
from game.scenes.lan.log import ConnectionLog
from game.scenes.process.host import HostPlan, Opened
from net.client.knocking import LOOKS_FROM
from net.client.succession import ASKING, Turn
from net.heirs import LOST, Handed, Heir, HeirLine, Heirs, Kept, KeptLog, Move, Moved
from net.heirs import Opened as HeirOpened
from net.host.room.handed import HandedFile
from net.ledger.lines import public_key, signing_installed
from net.limits import PROTOCOL, SECRET
from net.messages import HostMessage, Told, Welcome
from net.states import ClientState
from tests.net.transcript import room_of
from tests.processes import wait_until
from tests.showroom.lan import StillClient

pytestmark = pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")
HANDED = Handed(2, "nullgame", b"{}", b"log")


class StillHost:
    """A host that opens when it is told to."""

    def __init__(self, plan: HostPlan) -> None:
        self.plan = plan
        self.ended = False
        self.journal: Path | None = None
        self.opened: Opened | SpokenError | None = None
        self.closed = self.goes_on = False
        if not plan.prepared:
            self.file = self._read()

    def _read(self) -> HandedFile:
        assert self.plan.handed is not None
        return msgspec.msgpack.decode(self.plan.handed.read_bytes(), type=HandedFile)

    def go_on(self) -> None:
        self.goes_on, self.file = True, self._read()

    def poll(self, now: float) -> Opened | None:
        if isinstance(self.opened, SpokenError):
            raise self.opened
        return self.opened

    def abandon(self) -> None:
        raise AssertionError

    def close(self) -> None:
        self.closed = True


class Window:
    """A duty with its client and the hosts that it started."""

    def __init__(self, folder: Path, *, willing: bool = True) -> None:
        self.client = StillClient()
        self.client.state, self.client.person, self.client.room = ClientState.ROOM, 2, room_of("nullgame")
        self.hosts: list[StillHost] = []
        self.duty = HeirDuty(self.client, self._open, lambda: folder / "kept.room", lambda: willing)

    def _open(self, plan: HostPlan) -> StillHost:
        self.hosts.append(StillHost(plan))
        return self.hosts[-1]

    def hear(self, *messages: HostMessage, now: float = 0.0) -> None:
        for message in messages:
            self.duty.hear(message)
            self.duty.poll(now)

    def chosen(self, now: float = 0.0) -> int:
        """Come in and be chosen; the port where the window listens."""
        self.hear(Welcome(PROTOCOL, 2, bytes(SECRET), room_of("nullgame"), generation=1), now=now)
        offer = self.client.sent[-1]
        assert isinstance(offer, Heir) and not offer.port
        self.hear(Heirs((HeirLine(2, 0, offer.key),)), now=now)
        again = self.client.sent[-1]
        assert isinstance(again, Heir) and again.key == offer.key
        return again.port


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def test_it_listens_once_chosen_and_hosts_what_is_handed(home: Path) -> None:
    window = Window(home)
    port = window.chosen()
    with socket.create_connection(("127.0.0.1", port), 5) as knock:
        window.duty.poll(0.0)
        assert knock.recv(1) == b"", "whoever knocks is let go at once"
    window.hear(HANDED)
    (host,) = window.hosts
    assert host.plan.port == port and host.file.said == HANDED and host.file.heir == 2
    assert host.plan.handed is not None and host.plan.handed.stat().st_mode & 0o077 == 0
    host.opened = Opened(port, b"o" * SECRET)
    window.hear(Told("net.log.moving"))
    assert window.client.sent[-1] == HeirOpened(port)
    window.hear(Moved(2, 2, "127.0.0.1", port, public_key(host.file.secret)))
    assert window.duty.taken is not None and window.duty.taken.host is host and window.client.owner == b"o" * SECRET
    window.duty.close()
    assert not host.closed, "it is the lobby's now"


def test_a_host_that_does_not_come_up_or_is_not_wanted_is_ended(home: Path) -> None:
    window = Window(home)
    window.chosen()
    window.hear(HANDED)
    window.hosts[0].opened = SpokenError("lobby.host.ended")
    window.hear(Told("net.log.moving"))
    assert window.client.sent[-1] == HeirOpened(0)
    window.chosen()
    window.hear(HANDED, Told("net.log.not_moved"))
    assert window.hosts[1].closed
    assert not list((home / "cache").rglob("*.handed")), "the key lies nowhere"


def test_where_the_heir_before_it_is_lost_with_the_host_its_own_turn_comes_at_once(home: Path) -> None:
    window = Window(home)
    window.chosen()
    with socket.create_server(("127.0.0.1", 0)) as server:
        closed: int = server.getsockname()[1]
    following, key = window.client.following, public_key(window.duty._secret)
    following.hear(Heirs((HeirLine(7, closed, b"k" * SECRET, "127.0.0.1"), HeirLine(2, 9, key, "127.0.0.1"))))
    window.hear(Kept(2, "nullgame", b"{}", (2,)), KeptLog(0, b"log"))
    following.silence = LOOKS_FROM
    wait_until(lambda: (window.duty.poll(0.0), following.words)[1], "the elder is not looked for")
    following.silence = LOST
    assert window.duty.turn == Turn(2, ASKING)
    following.silence = LOST + ASKING
    window.duty.poll(0.0)
    (host,) = window.hosts
    assert host.file.gone == (7,) and host.file.said.log == b"log"
    window.duty.close()


def first_heir(home: Path) -> Window:
    """A window that is the first heir of a room with no other window, and holds the room and its match."""
    window = Window(home)
    window.chosen()
    key = public_key(window.duty._secret)
    window.client.following.hear(Heirs((HeirLine(2, 9, key, "127.0.0.1"), HeirLine(3, 9, b"k" * SECRET, "127.0.0.1"))))
    window.hear(Kept(2, "nullgame", b"{}", (2,)), KeptLog(0, b"log"))
    return window


def test_the_program_is_loaded_before_the_turn_comes_and_opens_the_room_only_then(home: Path) -> None:
    window = first_heir(home)
    following = window.client.following
    following.silence = LOST - 6
    window.duty.poll(0.0)
    assert not window.hosts
    following.silence = LOST - 4
    window.duty.poll(1.0)
    following.silence = LOST + ASKING - 0.1
    window.duty.poll(2.0)
    (host,) = window.hosts
    assert host.plan.prepared and not host.goes_on and not window.duty.opening
    assert host.plan.handed is not None and not host.plan.handed.exists(), "the room lies nowhere before"
    following.silence = LOST + ASKING
    window.duty.poll(3.0)
    assert window.hosts == [host] and host.goes_on and host.file.said.log == b"log" and window.duty.opening
    host.opened = Opened(9, b"o" * SECRET)
    window.duty.poll(4.0)
    assert [moved.port for moved in window.client.went_to] == [9]
    window.duty.close()


@pytest.mark.parametrize("ends", ["heard", "not here", "closed", "handed"])
def test_a_program_that_was_loaded_in_vain_ends(home: Path, ends: str) -> None:
    window = first_heir(home)
    window.client.following.silence = LOST + 1
    window.duty.poll(0.0)
    (prepared,) = window.hosts
    match ends:
        case "heard":
            window.client.following.heard()
            window.duty.poll(1.0)
        case "not here":
            window.duty.not_here()
            window.duty.poll(1.0)
        case "handed":
            window.hear(HANDED, now=1.0)
            assert window.hosts[1].file.said == HANDED and not window.hosts[1].closed
        case _:
            window.duty.close()
    assert prepared.closed and not prepared.goes_on
    window.duty.close()


def test_the_second_heir_loads_nothing_while_the_first_has_its_turn(home: Path) -> None:
    window = Window(home)
    window.chosen()
    key = public_key(window.duty._secret)
    window.client.following.hear(Heirs((HeirLine(7, 9, b"k" * SECRET, "127.0.0.1"), HeirLine(2, 9, key, "127.0.0.1"))))
    window.hear(Kept(2, "nullgame", b"{}", (2,)))
    for silence in (LOST - 1, LOST + 1):
        window.client.following.silence = silence
        window.duty.poll(0.0)
    assert not window.hosts
    window.client.following.said(7, "not_here")
    window.duty.poll(1.0)
    assert window.hosts[0].plan.prepared
    window.duty.close()


@pytest.mark.parametrize("first", [[], [Heirs(())], [Told("net.log.moving")]])
def test_nothing_is_opened_for_a_host_that_did_not_choose_this_window(home: Path, first: list[HostMessage]) -> None:
    window = Window(home)
    window.hear(*first, HANDED, Moved(2, 2, "127.0.0.1", 9, b"k" * SECRET))
    assert not window.hosts and window.duty.taken is None and not window.client.owner


def test_a_window_that_hosts_a_room_is_no_heir(home: Path) -> None:
    window = Window(home, willing=False)
    window.hear(Welcome(PROTOCOL, 2, bytes(SECRET), room_of("nullgame"), generation=1), HANDED)
    assert not window.client.sent and not window.hosts


def test_an_older_host_is_sent_nothing_that_it_does_not_know(home: Path) -> None:
    window = Window(home)
    window.hear(Welcome(PROTOCOL, 2, bytes(SECRET), room_of("nullgame")))
    assert not window.client.sent


def test_no_host_starts_programs_here_without_end(home: Path) -> None:
    window = Window(home)
    for number in range(40):
        window.chosen(now=number / 10)
        window.hear(HANDED, Told("net.log.not_moved"), now=number / 10)
    assert len(window.hosts) == 3 and all(host.closed for host in window.hosts)
    window.duty.close()


def test_who_presses_twice_still_goes_home(home: Path) -> None:
    client = StillClient([Welcome(PROTOCOL, 1, bytes(SECRET), room_of("nullgame"), generation=1)])
    connection = RoomConnection(client, ConnectionLog(lambda: ""))
    client.messages += [Heirs((HeirLine(2, 25250, b"k" * SECRET),))]
    connection.poll(0.0)
    connection.go_home()
    connection.go_home()
    assert client.sent == [Move(2)] and connection.going_home
    client.messages = [Told("net.log.not_moved", {"heir": "Player 1"})]
    connection.poll(1.0)
    assert not connection.going_home, "the room stays, and so does its owner"


def test_a_recording_with_another_past_is_named_at_its_step(home: Path) -> None:
    match = Match(CABINETS["marrakech"].rules, 3, CABINETS["marrakech"].info.options(), 7)
    player = Thoughtless(CABINETS["marrakech"], 3, match.options, Random(7))
    play_on(match, player, 20)
    header = header_of(match.rules.info, 7, match.options, [SeatRecord(name) for name in "ABC"])
    steps = tuple(match.steps)
    whole = home / "whole.souk"
    whole.write_bytes(written(Replay(header, steps)))
    assert differing_step(b"", whole) is None and differing_step(b"no recording", whole) is None
    assert differing_step(written(Replay(header, steps[:11])), whole) is None
    rolled = next(step for step in reversed(steps[:15]) if step.moves[0].seat == NATURE)
    move = msgspec.structs.replace(rolled.moves[0], action=rolled.moves[0].action + 1)
    other = msgspec.structs.replace(rolled, moves=(move, *rolled.moves[1:]))
    changed = (*steps[: rolled.number], other, *steps[rolled.number + 1 :])
    assert differing_step(written(Replay(header, changed)), whole) == rolled.number
    assert not list((home / "cache").rglob("*.souk"))
