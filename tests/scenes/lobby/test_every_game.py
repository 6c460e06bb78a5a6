"""The panel of a room for every game and whoever looks at it; where it breaks, its person keeps their seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS, offered
from game.engine.scene import SceneStack
from game.engine.widgets import Button
from game.ground import paths
from game.scenes.evening.poster import PosterScene
from game.scenes.lobby.bare import BarePanel
from game.scenes.lobby.next_game import next_game_menu, plan_for, wish_menu
from game.scenes.lobby.open import OpenScene
from game.scenes.lobby.people import late_menu, people_menu
from game.scenes.lobby.room import RoomPanel
from game.scenes.page.menu import ButtonMenu
from net.address import Address
from net.evening import SetCustoms, Wish
from net.host.room.choosing import chosen_places, chosen_terms
from net.host.room.core import RoomCore
from net.host.room.seating import RoomSeat
from net.messages import Choose, Ready, RoomChanged, RoomState
from net.parts import Customs
from tests.engine.widgets.page_driver import click, the, widgets
from tests.in_turns import some
from tests.net.house import OWNER_KEY, Peer, house, plan_of
from tests.scenes.lobby.lobby_driver import Lobby, at_lobby
from tests.scenes.lobby.test_crowd import Hall, in_hall
from tests.showroom.lan import ME, OWNER

ROLES = ("owner", "deputy", "guest")
SEATS = ("usual", "open", "closed", "taken", "computers")
MOST_PEOPLE = 8


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


class Rooms:
    """The states of rooms as a host tells them, after a game was chosen."""

    def __init__(self, folder: Path, hall: Hall) -> None:
        self._hall = hall
        self._core = RoomCore(plan_of(folder, games=dict(CABINETS), lists=folder))
        for number in range(MOST_PEOPLE):
            self._core.people.add(f"Person {number + 1}", bytes([number]) * 32, self._core.limits)

    def state(self, game: str, people: int, seats: str, role: str) -> RoomState:
        """The room of a game for so many people, as the person ME finds it in a role."""
        core, cabinet = self._core, CABINETS[game]
        plan = plan_for(self._hall.context, cabinet, people)
        choice = Choose(game, dict(plan.options), plan.seats, 0)
        core.seating.places[:] = [RoomSeat("person", person=number + 1) for number in range(people)]
        core.arrange(
            chosen_terms(core.plan.games, core.plan.terms, core.plan.lists, choice), chosen_places(cabinet, choice)
        )
        bots = cabinet.table_bots
        for seat, place in enumerate(core.seating.places):
            if place.kind == "person" or seats == "usual":
                continue
            if seats == "taken":
                core.seating.places[seat] = RoomSeat("person", person=min(people + 1, MOST_PEOPLE))
                people = min(people + 1, MOST_PEOPLE)
            elif seats == "computers" and bots:
                core.seating.places[seat] = RoomSeat("bot", bot=bots[seat % len(bots)])
            else:
                core.seating.places[seat] = RoomSeat("closed" if seats == "closed" else "open")
        core.people.owner = ME if role == "owner" else OWNER
        core.evening.deputies = {ME} if role == "deputy" else set()
        return core.state()


def all_shown(tmp_path: Path, games: list[str], counts: range, seats: tuple[str, ...], *, draw: bool) -> int:
    """Show the panel for each of these, in one window after another state was shown; the number of states."""
    shown = 0
    with in_hall(ME) as (driver, hall):
        rooms = Rooms(tmp_path, hall)
        for game in games:
            for role in ROLES:
                for people in counts:
                    for kind in seats:
                        state = rooms.state(game, people, kind, role)
                        hall.change(state)
                        hall.panel.show()
                        assert hall.connection.owner == (role != "guest")
                        _rows_tell_every_seat(hall, state)
                        shown += 1
                        if draw:
                            driver.step()
        driver.step()
    return shown


def _rows_tell_every_seat(hall: Hall, state: RoomState) -> None:
    """No row stands for nothing, and what the owner may open has a row."""
    names = [row.facts.name for row in hall.panel.rows]
    assert names and not any(name.startswith("0 ") for name in names), names
    kinds = {seat.kind for seat in state.seats}
    if hall.connection.owner and kinds & {"closed", "bot"}:
        assert any(row.action for row in hall.panel.rows), "nothing can be opened"


@pytest.mark.parametrize("game", some(2, offered()))
def test_the_panel_of_every_game_is_shown_to_everybody(game: str, tmp_path: Path) -> None:
    assert all_shown(tmp_path, [game], range(1, MOST_PEOPLE + 1), SEATS, draw=False) == 8 * 3 * 5


@pytest.mark.slow
def test_the_panel_of_every_game_is_drawn_for_every_number_of_people(tmp_path: Path) -> None:
    games = offered()
    assert all_shown(tmp_path, games, range(1, MOST_PEOPLE + 1), SEATS, draw=True) == len(games) * 8 * 3 * 5


@pytest.mark.slow
@pytest.mark.parametrize("game", offered())
def test_what_an_owner_opens_over_a_room_is_shown_for_every_game(game: str) -> None:
    with at_lobby(size=(960, 540)) as lobby:
        lobby.come_in(OWNER)
        change_game(lobby, game)
        connection = lobby.lobby.connection
        assert connection is not None and connection.room is not None and connection.room.game == game
        context = lobby.driver.context
        pages = (
            next_game_menu(context, connection),
            wish_menu(context, connection),
            people_menu(context, connection),
            late_menu(context, connection),
            OpenScene(context, "", game, room=connection.room),
            PosterScene(context, connection, [Address("10.0.0.5", 25250)]),
        )
        for page in pages:
            context.stack.push(page)
            lobby.driver.step(2)
            lobby.driver.until(lambda: not context.stack.fading)
            lobby.driver.step(2)
            assert lobby.driver.top is page
            context.stack.pop()
            lobby.driver.step(2)
            lobby.driver.until(lambda: not context.stack.fading)


def test_closed_seats_of_a_large_room_are_told_to_who_may_open_them(tmp_path: Path) -> None:
    with in_hall(ME) as (_, hall):
        rooms = Rooms(tmp_path, hall)
        hall.change(rooms.state("sketch", 3, "usual", "guest"))
        hall.panel.show()
        room = hall.connection.room
        assert room is not None
        closed = [seat for seat, place in enumerate(room.seats) if place.kind == "closed"]
        assert closed and len(hall.panel.rows) == closed[0], "closed seats are nothing to a guest"
        hall.change(rooms.state("sketch", 3, "usual", "owner"))
        hall.panel.show()
        assert hall.panel.rows[-1].facts.name == f"{len(closed)} closed seats"
        hall.panel.rows[-1].press()
        (asked,) = hall.client.sent
        assert (asked.seat, asked.to) == (closed[0], "open")  # type: ignore[attr-defined]


class Walk:
    """A real room, and the panel of one window that is shown each of its states."""

    def __init__(self, folder: Path, peers: list[Peer], hall: Hall) -> None:
        self.peers, self.hall = peers, hall
        self.plan = lambda game: plan_for(hall.context, CABINETS[game], len(peers))

    def everybody_sees(self, game: str) -> None:
        """All are told of the game, and nobody is gone; the panel is shown as each of them sees it."""
        for peer in self.peers:
            room = peer.until_room(lambda room: room.game == game and not any(one.wish for one in room.people))
            assert sum(person.present for person in room.people) == len(self.peers)
            self.hall.client.person = peer.person
            self.hall.change(room)
            self.hall.panel.show()


@pytest.fixture
def walk(tmp_path: Path) -> Iterator[Walk]:
    """Three people in a room of every game, Mia its owner."""
    with house(plan_of(tmp_path, seats=3, games=dict(CABINETS), lists=tmp_path)) as running, in_hall(ME) as (_, hall):
        peers = [Peer(running.port) for _ in range(3)]
        for peer, name in zip(peers, ("Mia", "Omar", "Jun"), strict=True):
            peer.enter(name, owner=OWNER_KEY if name == "Mia" else b"")
        yield Walk(tmp_path, peers, hall)
        for peer in peers:
            peer.close()


def test_a_room_walks_through_all_games_by_choice(walk: Walk) -> None:
    for game in offered():
        plan = walk.plan(game)
        walk.peers[0].send(Choose(game, dict(plan.options), plan.seats, 0))
        walk.everybody_sees(game)


def test_a_room_walks_through_all_games_by_vote(walk: Walk) -> None:
    walk.peers[0].send(SetCustoms(Customs(votes=True)))
    for game in offered():
        plan = walk.plan(game)
        for peer in walk.peers[1:]:
            peer.send(Wish(game, dict(plan.options), plan.seats, 0))
        walk.everybody_sees(game)


# What breaks.


@pytest.fixture
def forgiving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SceneStack, "forgiving", True)


def broken(*_: Any, **__: Any) -> Any:
    raise ValueError("max() arg is an empty sequence")


def crashes() -> int:
    return len(list(paths.logs().glob("crash*.txt")))


@pytest.mark.parametrize("method", ["show", "draw", "_build"])
@pytest.mark.parametrize("person", [OWNER, ME])
def test_a_panel_that_cannot_be_shown_keeps_its_person_in_the_room(
    person: int, method: str, forgiving: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_lobby() as lobby:
        lobby.come_in(person)
        with monkeypatch.context() as breaking:
            breaking.setattr(RoomPanel, method, broken)
            change_game(lobby, "omok")
        connection = lobby.lobby.connection
        assert connection is not None and connection.inside, "the seat is kept"
        assert isinstance(lobby.lobby.panel, BarePanel) and crashes() == 1
        lobby.press("Start" if person == OWNER else "Ready")
        if person == ME:
            assert lobby.sent == [Ready(True)]
        change_game(lobby, "marrakech")
        assert isinstance(lobby.lobby.panel, RoomPanel), "another game is shown whole again"
        change_game(lobby, "omok")
        assert isinstance(lobby.lobby.panel, BarePanel) and crashes() == 1, "one incident, one log"


def test_a_menu_that_breaks_is_closed_and_the_room_stays(forgiving: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_lobby() as lobby:
        lobby.come_in(OWNER)
        click(lobby.driver, the(lobby.driver, Button, lambda button: button.tooltip == "Another game"))
        monkeypatch.setattr(ButtonMenu, "draw", broken)
        frames(lobby)
        assert lobby.driver.top is lobby.lobby and isinstance(lobby.lobby.panel, RoomPanel)
        assert lobby.lobby.connection is not None and crashes() == 1
        assert widgets(lobby.driver, Button)


def test_only_a_lobby_that_cannot_be_shown_at_all_leaves_the_room(
    forgiving: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_lobby() as lobby:
        lobby.come_in(OWNER)
        monkeypatch.setattr(RoomPanel, "draw", broken)
        monkeypatch.setattr(BarePanel, "draw", broken)
        frames(lobby)
        assert lobby.lobby.connection is None and lobby.keys[-1] == "lobby.log.unshown"


def frames(lobby: Lobby) -> None:
    """A few frames, each of them drawn."""
    for _ in range(5):
        lobby.driver.step()


def change_game(lobby: Lobby, game: str) -> None:
    """The host tells that another game is played, for two."""
    room = lobby.client.room
    assert room is not None
    seats = tuple(seat for seat in room.seats if seat.person in (OWNER, ME))
    people = tuple(
        msgspec.structs.replace(one, seat=next((at for at, seat in enumerate(seats) if seat.person == one.person), -1))
        for one in room.people
    )
    changed = msgspec.structs.replace(
        room, game=game, version=CABINETS[game].info.version, options={}, seats=seats, people=people
    )
    lobby.client.messages.append(RoomChanged(changed))
    frames(lobby)
