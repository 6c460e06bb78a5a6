"""The lobby where a room's host goes: what it asks, and what closing the window as host does."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from game.engine.input import Quit
from game.engine.widgets import Button, Dialog
from game.scenes.lobby.dialogs import CloseRoomDialog
from game.scenes.process.host import HostPlan, Opened
from net.heirs import LOST, HeirLine, Heirs, Kept, Move, Moved
from net.ledger.lines import new_signing_key, public_key, signing_installed
from net.messages import Told
from net.states import ClientState
from tests.scenes.lobby.lobby_driver import Lobby, at_lobby
from tests.showroom.lan import LATE, ME, OWNER, room, welcome

pytestmark = pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")
KEY = b"k" * 32


@contextmanager
def at_a_heirs(first: int) -> Iterator[Lobby]:
    """A guest in a waiting room whose host falls silent; `first` is the first heir."""
    with at_lobby() as lobby, socket.create_server(("127.0.0.1", 0)) as listener:
        lobby.come_in()
        connection = lobby.lobby.connection
        assert connection is not None and connection.duty is not None
        listener.setblocking(False)
        second = ME if first != ME else LATE
        lines = tuple(HeirLine(one, 25250, KEY, "10.0.0.9") for one in (first, second))
        lobby.client.following.hear(Heirs(lines))
        connection.duty._listener, connection.duty._secret = listener.dup(), new_signing_key()
        connection.duty._listener.setblocking(False)
        connection.duty.hear(Kept(2, "marrakech", b"{}", (LATE, ME)))
        lobby.client.state = ClientState.LOST
        lobby.client.following.silence = LOST
        lobby.driver.step(3)
        yield lobby


def silence(lobby: Lobby, seconds: float) -> None:
    lobby.client.following.silence = seconds
    lobby.driver.step(3)


def test_the_first_heir_is_asked_in_the_waiting_room_and_opens_on_a_press() -> None:
    with at_a_heirs(ME) as lobby:
        asking = lobby.driver.top
        assert isinstance(asking, Dialog)
        lobby.press("Open here")
        (plan,) = lobby.net.plans
        assert plan.handed is not None and plan.game == "marrakech"
        assert lobby.net.went_on == [plan]
        lobby.net.opened = Opened(4321, b"o" * 32)
        lobby.driver.step(3)
        (moved,) = lobby.client.went_to
        assert (moved.person, moved.generation, moved.port) == (ME, 2, 4321) and lobby.client.owner == b"o" * 32
        lobby.client.messages += [moved, *welcome("en", room("en", "marrakech"))]
        lobby.client.following.heard()
        lobby.driver.step(3)
        assert lobby.lobby.own_room and "lobby.log.took_room" in lobby.keys
        assert lobby.driver.top is lobby.lobby


def test_who_says_not_here_is_not_asked_again_and_nothing_is_opened() -> None:
    with at_a_heirs(ME) as lobby:
        lobby.press("Not here")
        silence(lobby, LOST + 60)
        assert lobby.client.following.words[ME][0] == "not_here"
        assert lobby.driver.top is lobby.lobby and not lobby.net.went_on and lobby.net.host_ends == ["closed"]
        assert "table.lan.heir_asked" in lobby.keys, "the next one is asked"


def test_the_question_goes_when_the_host_is_back() -> None:
    with at_a_heirs(ME) as lobby:
        lobby.client.state = ClientState.ROOM
        lobby.client.following.heard()
        lobby.driver.step(4)
        assert lobby.driver.top is lobby.lobby and not lobby.net.went_on and lobby.net.host_ends == ["closed"]


def test_nobody_opens_a_room_by_themselves_before_somebody_knocks() -> None:
    with at_a_heirs(ME) as lobby:
        silence(lobby, LOST + 30)
        assert not lobby.net.went_on, "who has lost the network alone opens nothing"
        duty = lobby.lobby.connection.duty  # type: ignore[union-attr]
        assert duty is not None and duty._listener is not None
        with socket.create_connection(duty._listener.getsockname(), 5) as knock:
            lobby.driver.step(3)
            assert b"opening" in knock.recv(100)
        lobby.driver.step(2)
        assert lobby.net.plans == lobby.net.went_on and len(lobby.net.plans) == 1


def test_the_second_heir_is_told_who_is_asked_before_their_own_turn() -> None:
    with at_a_heirs(LATE) as lobby:
        assert lobby.keys[-1] == "table.lan.heir_asked" and lobby.driver.top is lobby.lobby
        silence(lobby, LOST + 4)
        assert isinstance(lobby.driver.top, Dialog)


@contextmanager
def hosting(*heirs: HeirLine) -> Iterator[Lobby]:
    with at_lobby() as lobby:
        lobby.quits = 0  # type: ignore[attr-defined]
        lobby.driver.context.quit = lambda: setattr(lobby, "quits", lobby.quits + 1)  # type: ignore[attr-defined]
        lobby.net.opened = Opened(4321, KEY)
        lobby.lobby.open(HostPlan("marrakech", ("open",) * 4, "Room"))
        lobby.driver.step(2)
        lobby.client.messages += [*welcome("en", room("en", "marrakech"), OWNER), Heirs(heirs)]
        lobby.driver.step(3)
        yield lobby


HEIR = HeirLine(LATE, 25250, KEY, "10.0.0.9")


def close_window(lobby: Lobby) -> None:
    lobby.driver.app.take(Quit())
    lobby.driver.step(2)


def test_closing_the_window_as_host_offers_to_move_the_room_and_then_quits() -> None:
    with hosting(HEIR) as lobby:
        close_window(lobby)
        assert isinstance(lobby.driver.top, CloseRoomDialog) and not lobby.quits  # type: ignore[attr-defined]
        lobby.press("Move and quit")
        assert lobby.sent[-1] == Move(LATE) and not lobby.quits  # type: ignore[attr-defined]
        lobby.client.messages += [Moved(LATE, 2, "10.0.0.9", 25250, public_key(new_signing_key()))]
        lobby.driver.step(3)
        assert lobby.quits == 1 and lobby.lobby.connection is None  # type: ignore[attr-defined]


def test_a_window_stays_open_where_the_room_could_not_move() -> None:
    with hosting(HEIR) as lobby:
        close_window(lobby)
        lobby.press("Move and quit")
        lobby.client.messages += [Told("net.log.not_moved", {"heir": "Jun"})]
        lobby.driver.step(3)
        lobby.client.messages += [Moved(LATE, 2, "10.0.0.9", 25250, KEY)]
        lobby.driver.step(3)
        assert not lobby.quits, "it moved later, for another reason"  # type: ignore[attr-defined]


@pytest.mark.parametrize(("press", "ends"), [("Stay open here", []), ("Close the room", ["closed"])])
def test_the_room_stays_open_or_closes_as_its_owner_says(press: str, ends: list[str]) -> None:
    with hosting(HEIR) as lobby:
        close_window(lobby)
        lobby.press(press)
        lobby.driver.step(2)
        assert lobby.quits == 1 and lobby.net.host_ends == ends  # type: ignore[attr-defined]


def test_closing_twice_always_works_and_staying_asks_again() -> None:
    with hosting() as lobby:
        close_window(lobby)
        assert not [one for one in lobby.driver.top.group.widgets if isinstance(one, Button) and "Move" in one.label]  # type: ignore[attr-defined]
        lobby.press("Stay")
        lobby.driver.step(3)
        assert lobby.driver.top is lobby.lobby
        close_window(lobby)
        assert isinstance(lobby.driver.top, CloseRoomDialog)
        assert lobby.lobby.may_close()


def test_a_guest_closes_the_window_without_a_question() -> None:
    with at_lobby() as lobby:
        lobby.come_in()
        assert lobby.lobby.may_close()


def test_the_panel_says_on_whose_computer_the_room_goes_on() -> None:
    with hosting(HEIR, HeirLine(ME, 25250, KEY, "10.0.0.8")) as lobby:
        panel = lobby.lobby.panel
        names = {one.person: one.name for one in lobby.client.room.people}  # type: ignore[union-attr]
        told = panel._heirs.wordings  # type: ignore[union-attr]
        assert told[0] == f"Goes on without this computer: {names[LATE]}, then {names[ME]}"
        lobby.client.messages += [Heirs(())]
        lobby.driver.step(3)
        assert panel._heirs.wordings == ["Ends with this computer: nobody else can be reached"]  # type: ignore[union-attr]
