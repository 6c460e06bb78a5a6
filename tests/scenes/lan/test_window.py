"""Whole matches over several windows and a real host process on loopback, driven by inputs alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.listed import CABINETS, TEMPLATES
from game.core.recording.replay import read_replay
from game.core.recording.views import is_view_recording
from game.core.work.pieces import at_once
from game.engine.input import Command, CommandName, KeyPressed, TextTyped
from game.engine.scene import Context
from game.engine.stage import Speaking
from game.engine.widgets import Button, DropDown, Entry
from game.ground import paths
from game.ground.history import read_history
from game.scenes.feeds.seen import opening_recording
from game.scenes.lobby.open import OpenScene
from game.scenes.lobby.scene import LobbyScene
from game.scenes.lobby.table import LanTable
from game.scenes.process import host as lobby_host
from game.scenes.process.host import HostPlan, HostProcess
from game.scenes.replays.scene import ReplaysScene
from game.scenes.replays.shelf import Shelf
from game.scenes.replays.table import replay_table
from game.scenes.table.results import ResultsScene
from game.scenes.table.speech import SpeechDialog
from net.ledger.kept import Ledger
from net.ledger.lines import evening_of, signing_installed
from tests.engine.widgets.page_driver import click, group_of, the, widgets
from tests.processes import children, wait_until
from tests.scenes.lan.lan_driver import Windows, windows
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.lan import StillFinder


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")
    return tmp_path


def open_quietly(plan: HostPlan) -> HostProcess:
    return HostProcess(replace(plan, port=plan.port or 0))


def lobby(context: Context) -> LobbyScene:
    return LobbyScene(context, finder=StillFinder(), opener=open_quietly)


def scene(driver: Driver) -> Any:
    return driver.context.stack.top


def button(driver: Driver, label: str) -> Button:
    return the(driver, Button, lambda widget: widget.label == label)


def press(driver: Driver, label: str) -> None:
    click(driver, button(driver, label))


def write(driver: Driver, entry: Entry, text: str) -> None:
    click(driver, entry)
    driver.send(KeyPressed("a", frozenset({"ctrl"})), TextTyped(text))


def room(driver: Driver) -> Any:
    connection = lobby_of(driver).connection
    return connection.room if connection else None


def lobby_of(driver: Driver) -> LobbyScene:
    found = driver.context.stack.scenes[0]
    assert isinstance(found, LobbyScene)
    return found


def open_room(together: Windows, driver: Driver, game: str, close: int) -> str:
    """Open a room of two seats through the window; its address."""
    click(driver, lobby_of(driver).cards.open_card)
    together.until(lambda: isinstance(scene(driver), OpenScene) and not driver.context.stack.fading)
    if game in TEMPLATES:
        scene(driver).take_game(game)
        driver.step(2)
    elif game != scene(driver).game:
        take_game(driver, game)
        assert scene(driver).game == game
    for seat in range(len(scene(driver).seats) - close, len(scene(driver).seats)):
        drop = [w for w in widgets(driver, DropDown) if w.value not in CABINETS][seat]
        click(driver, drop)
        for _ in range(len(drop.options)):
            driver.command(CommandName.DOWN)
        driver.command(CommandName.CONFIRM)
        assert scene(driver).seats[seat] == "closed"
    press(driver, "Open the room")
    together.until(lambda: room(driver) is not None, "the room did not open")
    connection = lobby_of(driver).connection
    assert connection is not None
    return str(connection.client.address)  # type: ignore[attr-defined]


def take_game(driver: Driver, game: str) -> None:
    """Choose a game from the list, by mouse and keys."""
    picker = next(w for w in widgets(driver, DropDown) if w.value in CABINETS)
    click(driver, picker)
    there = [option.value for option in picker.options]
    steps = there.index(game) - there.index(picker.value)
    for _ in range(abs(steps)):
        driver.command(CommandName.DOWN if steps > 0 else CommandName.UP)
    driver.command(CommandName.CONFIRM)
    driver.step(2)


def go_in(together: Windows, driver: Driver, address: str, how: str) -> None:
    write(driver, lobby_of(driver).address_entry, address)
    press(driver, how)
    together.until(lambda: room(driver) is not None, "nobody let us in")


def play(together: Windows, players: list[Driver], presses: int) -> None:
    """Everybody plays whatever has the focus when they are asked, until the results are there."""
    count = 0
    while not all(isinstance(scene(driver), ResultsScene) for driver in players):
        for driver in players:
            table = scene(driver)
            if isinstance(table, LanTable) and table.board.choosing and not table.stage.busy:
                count += 1
                if count % 3 == 0:
                    driver.context.stack.handle(Command(CommandName.DOWN))
                driver.context.stack.handle(Command(CommandName.CONFIRM))
        together.step()
        assert count < presses, "it does not end"


def say(together: Windows, driver: Driver, text: str) -> None:
    """Say something with the next move."""
    together.until(lambda: scene(driver).board.choosing and not scene(driver).stage.busy)
    driver.send(KeyPressed("m"))
    together.until(lambda: isinstance(scene(driver), SpeechDialog) and not driver.context.stack.fading)
    driver.send(TextTyped(text))
    driver.command(CommandName.CONFIRM)
    together.until(lambda: isinstance(scene(driver), LanTable))


def test_people_take_open_seats_among_many_computers(home: Path) -> None:
    with windows([lobby] * 2, ["Leila", "Omar"], home) as together:
        owner, guest = together.drivers
        address = open_room(together, owner, "l4g", 0)
        go_in(together, guest, address, "Join")
        together.until(lambda: len(room(owner).people) == 2)
        assert len(room(guest).seats) == 49
        press(guest, "Ready")
        together.until(lambda: button(owner, "Start").enabled)
        press(owner, "Start")
        together.until(lambda: all(isinstance(scene(driver), LanTable) for driver in together.drivers))
        viewers = [scene(driver).feed.viewer for driver in together.drivers]
        assert len(set(viewers)) == 2 and min(viewers) >= 0
        assert [scene(driver).feed.view.number for driver in together.drivers] == viewers


@pytest.mark.slow
@pytest.mark.parametrize(("game", "close"), [("nullgame", 2), ("marrakech", 2), ("slime", 0), ("workshop", 0)])
def test_two_windows_play_and_a_third_watches(game: str, close: int, home: Path) -> None:
    before = children()
    with windows([lobby] * 3, ["Leila", "Omar", "Nora"], home) as together:
        owner, guest, watcher = together.drivers
        address = open_room(together, owner, game, close)
        go_in(together, guest, address, "Join")
        go_in(together, watcher, address, "Watch")
        together.until(lambda: len(room(owner).people) == 3)
        press(guest, "Ready")
        together.until(lambda: button(owner, "Start").enabled)
        press(owner, "Start")
        together.until(lambda: all(isinstance(scene(driver), LanTable) for driver in together.drivers))
        together.until(lambda: not any(driver.context.stack.fading for driver in together.drivers))
        seen = scene(watcher)
        if isinstance(seen.stage, Speaking):
            say(together, guest, "안녕!")
        play(together, [owner, guest], 2000)
        together.until(lambda: isinstance(scene(watcher), ResultsScene))
        assert seen.feed.viewer == -2 and seen.feed.over and not seen.board.choosing
        press(watcher, "Save what I saw")
        together.until(lambda: any((home / "replays").glob("*.views")))
        recording = next((home / "replays").glob("*.views"))
        assert is_view_recording(recording)
        press(owner, "Play again")
        together.until(lambda: all(scene(driver) is lobby_of(driver) for driver in together.drivers))
        assert room(guest).phase == "waiting"
        together.until(lambda: not any(driver.context.stack.fading for driver in together.drivers))
        for driver in (guest, watcher):
            driver.command(CommandName.BACK)
        together.until(lambda: len(room(owner).people) == 1)
    (replay,) = (home / "replays").glob("*.souk")
    kept = read_history(paths.history())
    assert len(kept) == 1, "one computer has one line for a match, whichever of its windows was first"
    assert kept[0].lan and kept[0].mine is not None and kept[0].replay in ("", str(replay))
    if signing_installed():
        (line,) = Ledger(paths.ledger()).lines(evening_of(datetime.now().astimezone()))
        assert [seat.name for seat in line.said.seats if not seat.bot] == ["Leila", "Omar"]
        assert line.said.game == game
    whole, watched = at_once(opening_recording(replay)), at_once(opening_recording(recording))
    assert [entry.movers for entry in watched.entries] == [entry.movers for entry in whole.entries]
    for feed in (whole, watched):
        feed.seek(len(feed))
    if game == "slime":
        assert watched.view.teams[1].message == "안녕!"
    assert watched.over and watched.result == whole.result and watched.view == whole.view
    shelf = Shelf(home / "replays")
    for known in shelf.recordings:
        known.open()
    assert sorted(known.seen for known in shelf.recordings) == [False, True]
    assert not any(known.error or known.unfinished for known in shelf.recordings)
    with driving(lambda context: ReplaysScene(context, lambda _path: None)) as driver:
        driver.step(30)
        assert not driver.context.typeface.overflows
    with driving(lambda context: replay_table(context, recording)) as driver:
        driver.context.settings.motion.pace = "instant"
        driver.context.stack.apply_settings()
        driver.top.speed = 8.0  # type: ignore[attr-defined]
        driver.until(lambda: driver.top.feed.position == len(whole))  # type: ignore[attr-defined]
    assert read_replay(replay).end is not None
    wait_until(lambda: children() <= before, "the end of the host")


@pytest.mark.slow
def test_closing_the_room_sends_everybody_home(home: Path) -> None:
    before = children()
    with windows([lobby] * 2, ["Leila", "Omar"], home) as together:
        owner, guest = together.drivers
        address = open_room(together, owner, "nullgame", 2)
        go_in(together, guest, address, "Join")
        together.until(lambda: len(room(owner).people) == 2)
        press(owner, "Close room")
        together.until(lambda: scene(owner) is not lobby_of(owner))
        press(owner, "Close room")
        together.until(lambda: lobby_of(guest).connection is None)
        assert lobby_of(guest).log.lines[-1].key == "net.dropped.closing"
        assert button(guest, "Join").enabled
        together.until(lambda: children() <= before, "the host did not end")
        assert group_of(guest).focused_widget is button(guest, "Join")


@pytest.mark.slow
def test_a_room_outlives_its_owners_window_until_the_last_has_left(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_host, "LINGER", 1)
    before = children()
    with windows([lobby] * 2, ["Leila", "Omar"], home) as together:
        owner, guest = together.drivers
        address = open_room(together, owner, "nullgame", 2)
        go_in(together, guest, address, "Join")
        together.until(lambda: len(room(owner).people) == 2)
        owner.app.close()
        together.drivers.remove(owner)
        together.until(lambda: [person.name for person in room(guest).people if person.present] == ["Omar"])
        assert not lobby_of(guest).connection.lost  # type: ignore[union-attr]
        guest.command(CommandName.BACK)
        together.until(lambda: children() <= before, "the host did not end")
