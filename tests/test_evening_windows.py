"""An evening of four games in one room: three windows, a host that is killed twice, and every press counted."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from game import paths
from game.engine.input import CommandName
from game.engine.widgets import Button
from game.scenes.lobby.scene import LobbyScene
from game.scenes.lobby.table import LanTable
from game.scenes.page.menu import ButtonMenu
from game.scenes.table.menu import TableMenu
from game.scenes.table.results import ResultsScene
from net.evening import Talk
from net.ledger.kept import Ledger
from net.ledger.lines import evening_of, read_line, signing_installed
from net.messages import Entered, Lines
from tests.lan_driver import Windows, windows
from tests.net.house import Peer
from tests.page_driver import click, the
from tests.scene_driver import Driver
from tests.test_lan_return import host_pid
from tests.test_lan_window import go_in, lobby, lobby_of, open_room, play, room, scene

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
        name = driver.context.settings.names[0]
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

    def press(self, driver: Driver, label: str = "", icon: str = "") -> None:
        """Press a button by its words or its icon, once it is there and can be."""

        def found() -> list[Button]:
            top = driver.context.stack.top
            group = getattr(top, "group", None)
            buttons = [one for one in group.walk() if isinstance(one, Button)] if group else []
            return [one for one in buttons if one.enabled and (one.label == label if label else one.icon == icon)]

        self.until(lambda: self.settled() and found(), f"no button {label or icon}")
        click(driver, found()[0])
        self.presses[driver.context.settings.names[0]] += 1

    def start(self, owner: Driver) -> None:
        """Start the match once everybody knows of everybody that they are ready: who comes makes Start wait."""

        def ready() -> bool:
            there, own = room(owner), seat_of(owner)
            alike = there is not None and all(room(one) == there for one in self.together.drivers)
            seats = enumerate(there.seats) if there else ()
            return alike and all(place.ready or place.kind != "person" or seat == own for seat, place in seats)

        self.until(ready, "somebody is not ready")
        self.press(owner, "Start")

    def menu(self, driver: Driver, label: str) -> None:
        """Something in the menu of the table."""
        self.until(lambda: self.settled() and isinstance(scene(driver), LanTable))
        driver.command(CommandName.MENU)
        self.presses[driver.context.settings.names[0]] += 1
        self.until(lambda: isinstance(scene(driver), TableMenu) and self.settled())
        self.press(driver, label)

    def all_at(self, kind: type) -> None:
        self.until(
            lambda: self.settled() and all(isinstance(scene(one), kind) for one in self.together.drivers),
            f"not everybody is at {kind.__name__}",
        )

    def changed(self, host: str = "Leila") -> None:
        """A change of game is done: nobody had to press more than they may."""
        for name, count in self.presses.items():
            assert count <= (HOST if name == host else GUEST), self.presses
        self.presses.clear()

    def kill_the_host(self) -> None:
        """As a power cut would; the window starts it again, and everybody is back by themselves."""
        os.kill(host_pid(self.together.drivers[0]), signal.SIGKILL)
        drivers = self.together.drivers
        self.until(lambda: all(lost(one) for one in drivers), "nobody misses it")
        self.until(
            lambda: all(not lost(one) and present(one) == 3 for one in drivers),
            "not everybody is back",
        )


def present(driver: Driver) -> int:
    there = room(driver)
    return sum(person.present for person in there.people) if there else 0


def lost(driver: Driver) -> bool:
    connection = lobby_of(driver).connection
    return connection is None or connection.lost


def seat_of(driver: Driver) -> int | None:
    connection = lobby_of(driver).connection
    return connection.seat if connection else None


@pytest.mark.slow
def test_an_evening_of_four_games_in_one_room(home: Path) -> None:
    with windows([lobby] * 3, ["Leila", "Omar", "Nora"], home) as together:
        evening = Evening(together)
        leila, omar, nora = together.drivers
        address = open_room(together, leila, "nullgame", 2)
        go_in(together, omar, address, "Join")
        go_in(together, nora, address, "Watch")

        evening.press(omar, "Ready")
        evening.start(leila)
        evening.all_at(LanTable)
        evening.changed()
        play(together, [leila, omar], 2000)
        evening.all_at(ResultsScene)

        evening.press(leila, "Another game")
        evening.press(leila, "Tablut")
        evening.all_at(LobbyScene)
        evening.until(lambda: all(room(one).game == "tablut" for one in together.drivers))
        evening.kill_the_host()
        assert room(leila).game == "tablut", "it comes again with what was chosen"
        evening.press(leila, icon="bell")
        evening.press(leila, "Start without them")
        evening.all_at(LanTable)
        evening.changed()

        late = next(one for one in (omar, nora) if seat_of(one) is None)
        evening.menu(late, "Take over a computer's seat")
        evening.until(lambda: isinstance(scene(late), ButtonMenu) and evening.settled())
        seat = the(late, Button, lambda button: button.icon == "armchair")
        click(late, seat)
        evening.until(lambda: seat_of(late) is not None, "the seat is not theirs")
        evening.kill_the_host()
        evening.until(lambda: all(room(one).phase == "playing" for one in together.drivers), "it does not go on")
        evening.until(lambda: seat_of(late) is not None, "the seat is gone")
        evening.menu(leila, "End the match for all")
        evening.press(leila, "End the match for all")
        evening.until(lambda: all(room(one).phase == "after" for one in together.drivers))

        evening.press(leila, "To the waiting room")
        for guest in (omar, nora):
            evening.press(guest, "To the waiting room")
        evening.all_at(LobbyScene)
        evening.press(leila, icon="layout-grid")
        evening.press(leila, "How the room goes on…")
        evening.press(leila, "Vote on the next game: No")
        evening.press(leila, "OK")
        evening.until(lambda: room(omar).customs.votes)
        evening.presses.clear()
        evening.press(leila, icon="layout-grid")
        evening.press(leila, "Omok")
        evening.until(lambda: all(room(one).game == "omok" for one in together.drivers))
        for guest in (omar, nora):
            if seat_of(guest) is not None:
                evening.press(guest, "Ready")
        evening.start(leila)
        evening.all_at(LanTable)
        evening.changed()
        evening.menu(leila, "End the match for all")
        evening.press(leila, "End the match for all")
        evening.until(lambda: all(room(one).phase == "after" for one in together.drivers))
        for one in together.drivers:
            evening.press(one, "To the waiting room")
        evening.all_at(LobbyScene)

        evening.press(leila, icon="users")
        evening.until(lambda: isinstance(scene(leila), ButtonMenu) and evening.settled())
        click(leila, the(leila, Button, lambda button: button.label.startswith("Omar")))
        evening.press(leila, "Hand the room over")
        evening.until(lambda: lobby_of(omar).connection.owner, "Omar does not own it")  # type: ignore[union-attr]
        evening.presses.clear()
        evening.press(nora, icon="heart")
        evening.press(nora, "Gem Merchants")
        evening.until(lambda: any(person.wish == "gems" for person in room(leila).people))
        evening.presses.clear()
        evening.press(leila, "Me too")
        evening.until(lambda: all(room(one).game == "gems" for one in together.drivers), "the vote is not carried out")
        evening.start(omar)
        evening.all_at(LanTable)
        evening.changed("Omar")
        evening.menu(omar, "End the match for all")
        evening.press(omar, "End the match for all")
        evening.until(lambda: all(room(one).phase == "after" for one in together.drivers))
        if signing_installed():
            ledger = Ledger(paths.ledger()).lines(evening_of(datetime.now().astimezone()))
            stopped = {line.said.game: line.said.stopped for line in ledger}
            assert stopped == {"nullgame": False, "tablut": True, "omok": True, "gems": True}
            assert len(ledger) == 4
            late_peer = Peer(int(address.rpartition(":")[2]))
            late_peer.enter("Late", watch=True)
            late_peer.send(Lines(first=True))
            told = [read_line(signed) for signed in late_peer.until(Entered).lines]
            assert {line.digest for line in told if line} == {line.digest for line in ledger}
            assert not any(isinstance(message, Talk) for message in late_peer.messages), "nobody said anything"
            late_peer.close()
