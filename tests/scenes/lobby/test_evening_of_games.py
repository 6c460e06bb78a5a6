"""An evening of all games in one room with its usual seats: three windows, and nobody falls out of the room."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.listed import offered
from game.engine.widgets import Button, Dialog
from game.scenes.lobby.room import RoomPanel
from game.scenes.lobby.scene import LobbyScene
from game.scenes.lobby.table import LanTable
from game.scenes.page.menu import ButtonMenu
from game.scenes.table.results import ResultsScene
from tests.engine.widgets.page_driver import click, widgets
from tests.scenes.lan.lan_driver import windows
from tests.scenes.lan.test_window import go_in, lobby, lobby_of, open_room, room, scene
from tests.scenes.lobby.test_evening_windows import Evening, present, seat_of, word
from tests.scenes.scene_driver import Driver

FIRST = "sketch"
"""The game with which the room is opened: one of more seats than rows."""


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")
    return tmp_path


class Party(Evening):
    """The windows, and the game that they are at."""

    def all_here(self, game: str) -> None:
        """Everybody is in the room of this game, and its whole panel is drawn."""
        self.until(lambda: self.everywhere(game), f"{game} does not come")
        self.all_at(LobbyScene)
        everybody = len(self.together.drivers)
        self.until(lambda: all(present(one) == everybody for one in self.together.drivers), f"{game}: somebody is gone")
        for driver in self.together.drivers:
            driver.step(2)
            assert isinstance(lobby_of(driver).panel, RoomPanel), f"{game}: a bare panel"
            assert driver.context.typeface.overflows == []

    def choose(self, driver: Driver, game: str) -> None:
        """Choose a game in the menu on top, wherever it is scrolled to."""
        self.until(lambda: isinstance(scene(driver), ButtonMenu) and self.settled(), "no menu of games")
        name = word(driver, f"{game}.name")
        button = next(one for one in widgets(driver, Button) if one.label.partition(" · ")[0] == name)
        scene(driver).group.focus(button)
        driver.step(30)
        click(driver, button)

    def allow_votes(self, owner: Driver) -> None:
        """The owner lets the room vote on the next game."""
        self.press(owner, icon="layout-grid")
        self.press(owner, "lobby.customs.way")
        self.press(owner, said=f"{word(owner, 'lobby.customs.votes')}: {word(owner, 'setup.no')}")
        self.press(owner, "widgets.ok")
        self.until(lambda: all(room(one).customs.votes for one in self.together.drivers))

    def play(self, owner: Driver, game: str) -> None:
        """Everybody is ready who has a seat; the match begins, everybody sees its table, and the owner ends it."""
        for guest in self.together.drivers[1:]:
            seat = seat_of(guest)
            assert seat is not None or game_seats(guest) < len(self.together.drivers), f"{game}: a guest without a seat"
            if seat is not None and not room(guest).seats[seat].ready:
                self.press(guest, "lobby.room.ready")
        self.start(owner)
        self.all_at(LanTable)
        for driver in self.together.drivers:
            driver.step(2)
        connection = lobby_of(owner).connection
        assert connection is not None
        connection.stop()  # not by the menu: on a busy machine a race may be over before it is open
        self.until(lambda: all(room(one).phase == "after" for one in self.together.drivers), f"{game} does not end")
        ended = (Dialog, ResultsScene)
        self.until(lambda: isinstance(scene(owner), ended) and self.settled(), "the end is not told")


def game_seats(driver: Driver) -> int:
    return sum(seat.kind != "closed" for seat in room(driver).seats)


@pytest.mark.slow
def test_an_evening_of_all_games_in_one_room_with_usual_seats(home: Path) -> None:
    games = [FIRST, *(game for game in offered() if game != FIRST)]
    assert len(games) >= 8
    with windows([lobby] * 3, ["Leila", "Omar", "지영"], home, ["en", "en", "ko"], apart=True) as together:
        party = Party(together)
        leila, *guests = together.drivers
        address = open_room(together, leila, FIRST, 0)
        for guest in guests:
            go_in(together, guest, address, word(guest, "lobby.join.join"))
        party.all_here(FIRST)
        party.allow_votes(leila)
        party.play(leila, FIRST)
        for number, game in enumerate(games[1:]):
            if number % 3 == 0:
                party.press(leila, "table.menu.other_game")
                party.choose(leila, game)
            elif number % 3 == 1:
                party.press(leila, "table.menu.room")
                party.press(leila, icon="layout-grid")
                party.choose(leila, game)
            else:
                party.press(leila, "table.menu.again")
                for guest in guests:
                    party.all_at(LobbyScene)
                    party.press(guest, icon="heart")
                    party.choose(guest, game)
            party.all_here(game)
            party.play(leila, game)
            assert not list(home.rglob("crash*.txt")), game
        party.until(lambda: len(list((home / "Leila" / "replays").glob("*.souk"))) == len(games), "a match is not kept")
