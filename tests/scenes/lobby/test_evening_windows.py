"""An evening of four games in one room: five windows in two languages, a host killed twice, every press counted."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from game.engine.input import CommandName
from game.engine.widgets import Button, Kind
from game.ground.settings.declared import Language
from game.scenes.lobby.scene import LobbyScene
from game.scenes.lobby.table import LanTable
from game.scenes.page.menu import ButtonMenu
from game.scenes.table.menu import TableMenu
from game.scenes.table.results import ResultsScene
from net.ledger.kept import Ledger
from net.ledger.lines import evening_of, read_line, signing_installed
from net.messages import Entered, Lines
from tests.engine.widgets.page_driver import click, the
from tests.net.house import Peer
from tests.processes import KILL
from tests.scenes.lan.lan_driver import Apart, Windows, windows
from tests.scenes.lan.test_return import host_pid
from tests.scenes.lan.test_window import go_in, lobby, lobby_of, open_room, play, room, scene
from tests.scenes.scene_driver import Driver

HOST, GUEST = 4, 1
"""Presses that a change of game may cost the owner and a guest."""


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")
    return tmp_path


class Evening:
    """The windows, with what each pressed since the last change of game."""

    def __init__(self, together: Windows) -> None:
        self.together = together
        self.presses: Counter[str] = Counter()

    def until(self, condition: Callable[[], object], why: str = "") -> None:
        try:
            self.together.until(lambda: bool(condition()), why)
        except AssertionError as error:
            raise AssertionError("\n".join([str(error), *map(self.told, self.together.drivers)])) from None

    def told(self, driver: Driver) -> str:
        """What a window knows of the room, and the last that its log says."""
        there, connection = room(driver), lobby_of(driver).connection
        name = name_of(driver)
        if there is None or connection is None:
            return f"{name}: in no room"
        seats = [(seat.kind, seat.name, seat.ready) for seat in there.seats]
        match = connection.match
        shown = connection.unshown, match is not None and match.caught_up
        log = [(line.key, dict(line.values)) for line in lobby_of(driver).log.lines][-8:]
        known = f"{there.game} {there.phase}, {connection.client.state}, owner {connection.owner}, shown {shown}"
        return f"{name}: {known}, seats {seats}, log {log}"

    def settled(self) -> bool:
        stacks = [driver.context.stack for driver in self.together.drivers]
        return not any(stack.changing or stack.fading for stack in stacks)

    def press(self, driver: Driver, key: str = "", *, said: str = "", icon: str = "", primary: bool = False) -> None:
        """Press a button by its words or its icon, once it is there and can be."""
        said = said or (word(driver, key) if key else "")

        def found() -> list[Button]:
            group = getattr(driver.context.stack.top, "group", None)
            buttons = [one for one in group.walk() if isinstance(one, Button)] if group else []
            meant = [one for one in buttons if (one.label == said if said else one.icon == icon)]
            return [one for one in meant if one.enabled and (one.kind is Kind.PRIMARY or not primary)]

        self.until(lambda: self.settled() and found(), f"no button {said or icon}")
        click(driver, found()[0])
        self.presses[name_of(driver)] += 1

    def start(self, owner: Driver) -> None:
        """Start the match once everybody knows of everybody that they are ready: who comes makes Start wait."""

        def ready() -> bool:
            there, own = room(owner), seat_of(owner)
            alike = there is not None and all(room(one) == there for one in self.together.drivers)
            seats = enumerate(there.seats) if there else ()
            return alike and all(place.ready or place.kind != "person" or seat == own for seat, place in seats)

        self.until(ready, "somebody is not ready")
        self.press(owner, "lobby.room.start")

    def menu(self, driver: Driver, key: str) -> None:
        """Something in the menu of the table."""
        self.until(lambda: self.settled() and isinstance(scene(driver), LanTable))
        driver.command(CommandName.MENU)
        self.presses[name_of(driver)] += 1
        self.until(lambda: isinstance(scene(driver), TableMenu) and self.settled())
        self.press(driver, key)

    def stop(self, owner: Driver) -> None:
        """End the match for all."""
        self.menu(owner, "table.menu.stop")
        self.press(owner, "table.menu.stop")
        self.until(lambda: all(room(one).phase == "after" for one in self.together.drivers))
        self.presses.clear()

    def everywhere(self, game: str) -> bool:
        return all(room(one).game == game for one in self.together.drivers)

    def all_at(self, kind: type) -> None:
        self.until(
            lambda: self.settled() and all(isinstance(scene(one), kind) for one in self.together.drivers),
            f"not everybody is at {kind.__name__}",
        )

    def changed(self, host: Driver) -> None:
        """A change of game is done: nobody had to press more than they may, whoever changed it or not."""
        for name, count in self.presses.items():
            assert count <= (HOST if name == name_of(host) else GUEST), self.presses
        self.presses.clear()

    def kill_the_host(self) -> None:
        """As a power cut would; the window starts it again, and everybody is back by themselves."""
        drivers = self.together.drivers
        os.kill(host_pid(drivers[0]), KILL)
        self.until(lambda: all(lost(one) for one in drivers), "nobody misses it")
        self.until(
            lambda: all(not lost(one) and present(one) == len(drivers) for one in drivers),
            "not everybody is back",
        )

    def one_ledger(self, address: str) -> None:
        """All computers have the same four lines, and a stranger who comes is told them."""
        if not signing_installed():
            return
        evening = evening_of(datetime.now().astimezone())

        def kept(driver: Driver) -> dict[bytes, tuple[str, bool]]:
            assert isinstance(driver, Apart)
            lines = Ledger(driver.home / "ledger").lines(evening)
            return {line.digest: (line.said.game, line.said.stopped) for line in lines}

        drivers = self.together.drivers
        self.until(lambda: all(len(kept(one)) == 4 for one in drivers), "lines are missing")
        first = kept(drivers[0])
        assert set(first.values()) == {("nullgame", False), ("tablut", True), ("omok", True), ("gems", True)}
        assert all(kept(one) == first for one in drivers)
        late = Peer(int(address.rpartition(":")[2]))
        late.enter("Late", watch=True)
        late.send(Lines(first=True))
        told = [read_line(signed) for signed in late.until(Entered).lines]
        assert {line.digest for line in told if line} == set(first)
        late.close()


def present(driver: Driver) -> int:
    there = room(driver)
    return sum(person.present for person in there.people) if there else 0


def lost(driver: Driver) -> bool:
    connection = lobby_of(driver).connection
    return connection is None or connection.lost


def name_of(driver: Driver) -> str:
    return driver.context.settings.names[0]


def word(driver: Driver, key: str) -> str:
    """What a window says in its language."""
    return driver.context.texts.line(key)


def seat_of(driver: Driver) -> int | None:
    connection = lobby_of(driver).connection
    return connection.seat if connection else None


PEOPLE: dict[str, Language] = {"Leila": "en", "Omar": "en", "민수": "ko", "Nora": "en", "지영": "ko"}


@pytest.mark.slow
def test_an_evening_of_five_people_and_four_games_in_one_room(home: Path) -> None:
    with windows([lobby] * 5, list(PEOPLE), home, list(PEOPLE.values()), apart=True) as together:
        evening = Evening(together)
        leila, omar, minsu, nora, jiyeong = together.drivers
        address = open_room(together, leila, "nullgame", 1)
        for guest, how in ((omar, "join"), (minsu, "join"), (nora, "watch"), (jiyeong, "watch")):
            go_in(together, guest, address, word(guest, f"lobby.join.{how}"))
        evening.press(leila, icon="layout-grid")
        evening.press(leila, "lobby.customs.way")
        evening.press(leila, said=f"{word(leila, 'lobby.customs.votes')}: {word(leila, 'setup.no')}")
        evening.press(leila, "widgets.ok")
        evening.until(lambda: room(jiyeong).customs.votes)
        for guest in (omar, minsu):
            evening.press(guest, "lobby.room.ready")
        evening.start(leila)
        evening.all_at(LanTable)
        evening.presses.clear()
        play(together, [leila, omar, minsu], 2000)
        evening.all_at(ResultsScene)

        evening.press(leila, "table.menu.other_game")
        evening.press(leila, "tablut.name")
        evening.all_at(LobbyScene)
        evening.until(lambda: evening.everywhere("tablut"))
        seats = [seat_of(one) for one in together.drivers]
        evening.kill_the_host()
        assert room(leila).game == "tablut" and room(leila).customs.votes, "it comes again as it was"
        assert [seat_of(one) for one in together.drivers] == seats == [0, 1, None, None, None]
        evening.press(leila, icon="bell")
        evening.press(leila, "lobby.late.without")
        evening.all_at(LanTable)
        evening.changed(leila)

        evening.menu(minsu, "table.menu.take_over")
        evening.until(lambda: isinstance(scene(minsu), ButtonMenu) and evening.settled())
        click(minsu, the(minsu, Button, lambda button: button.icon == "armchair"))
        evening.until(lambda: seat_of(minsu) is not None, "the seat is not his")
        evening.kill_the_host()
        evening.until(lambda: all(room(one).phase == "playing" for one in together.drivers), "it does not go on")
        assert [seat_of(one) is not None for one in together.drivers] == [True, False, True, False, False]
        evening.stop(leila)

        evening.press(leila, "table.menu.room")
        evening.press(leila, icon="layout-grid")
        evening.press(leila, "omok.name")
        evening.all_at(LobbyScene)
        evening.until(lambda: evening.everywhere("omok"))
        evening.press(minsu, "lobby.room.ready")
        evening.start(leila)
        evening.all_at(LanTable)
        evening.changed(leila)
        evening.stop(leila)

        evening.press(leila, "table.menu.again")
        evening.all_at(LobbyScene)
        evening.press(leila, icon="users")
        evening.until(lambda: isinstance(scene(leila), ButtonMenu) and evening.settled())
        click(leila, the(leila, Button, lambda button: button.label.startswith("Omar")))
        for _ in range(2):  # the second answers whether it is meant
            evening.press(leila, "lobby.people.hand_over")
        evening.until(lambda: lobby_of(omar).connection.owner, "Omar does not own it")  # type: ignore[union-attr]
        evening.presses.clear()
        evening.press(nora, icon="heart")
        evening.press(nora, "gems.name")
        for one in (minsu, jiyeong):
            evening.press(one, icon="heart", primary=True)
        evening.until(lambda: evening.everywhere("gems"), "the vote is not carried out")
        evening.press(leila, "lobby.room.ready")
        evening.start(omar)
        evening.all_at(LanTable)
        evening.changed(nora)
        evening.stop(omar)
        evening.one_ledger(address)
