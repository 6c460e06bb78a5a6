"""The owner of a room goes home: real windows and hosts on loopback, each window with a home of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.listed import CABINETS
from game.core.recording.replay import Playback, read_replay
from game.engine.widgets import Button, Dialog
from game.scenes.process import host as host_process
from game.scenes.process.host import HostPlan
from game.scenes.table.widgets.banner import BannerText
from net.host.room.record import SUFFIX
from net.ledger.lines import signing_installed
from net.messages import SetSeat
from tests.processes import KILL, children, wait_until
from tests.scenes.lan.lan_driver import Windows, windows
from tests.scenes.lan.test_return import connection, go_in, lobby, lobby_of, own, play, table
from tests.scenes.scene_driver import Driver

pytestmark = pytest.mark.skipif(not signing_installed(), reason="PyNaCl is not installed")
PLAN = HostPlan("nullgame", ("open", "open", "open"), "Leila's room", options={"smallest": 40}, port=0)


@pytest.fixture(autouse=True)
def on_loopback(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Hosts that only this computer reaches, so that the room may move within it."""
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")
    words = host_process.host_words
    monkeypatch.setattr(host_process, "host_words", lambda plan: [*words(plan), "--address", "127.0.0.1"])
    yield tmp_path


def at_the_table(together: Windows, plan: HostPlan = PLAN) -> None:
    """The first opens a room, the others come in, and a match begins."""
    owner, *guests = together.drivers
    lobby_of(owner).open(plan)
    together.until(lambda: connection(owner) is not None and connection(owner).inside, "the room did not open")
    for guest in guests:
        go_in(together, guest, connection(owner).client.address.port)
        connection(guest).set_ready(True)
    together.until(lambda: sum(seat.ready for seat in connection(owner).room.seats) >= len(guests))
    connection(owner).start()
    together.until(lambda: all(table(driver) for driver in together.drivers), "no match began")


def press(together: Windows, driver: Driver, label: str) -> None:
    """Press a button of the dialog that is open."""

    def button() -> Button | None:
        top = driver.context.stack.top
        if not isinstance(top, Dialog):
            return None
        return next((one for one in top.group.widgets if isinstance(one, Button) and one.label == label), None)

    together.until(lambda: button() is not None, f"no button {label}")
    found = button()
    assert found is not None
    found.on_press()


def settled(driver: Driver) -> Any:
    there = connection(driver)
    return there is not None and there.inside and not there.lost and there.playing and not there.room.waits


@pytest.mark.slow
def test_the_owner_goes_home_and_the_match_goes_on_at_a_guests(on_loopback: Path) -> None:
    before = children()
    with windows([lobby] * 3, ["Leila", "Omar", "Nora"], on_loopback, apart=True) as together:
        owner, omar, nora = together.drivers
        at_the_table(together)
        play(together, 3)
        together.until(lambda: connection(owner).heir is not None, "nobody can be reached")
        heir = omar if connection(owner).heir.name == "Omar" else nora
        connection(nora).say("Good night!")
        number = len(table(nora).feed.entries)
        table(owner).ask_to_leave()
        press(together, owner, "Move and quit")
        together.until(lambda: connection(owner) is None, "the owner stays")
        assert not own(owner) and not own(owner).failure
        assert owner.context.stack.top is lobby_of(owner), "whoever went home is out of the table"
        together.drivers.remove(owner)
        together.until(lambda: settled(omar) and settled(nora), "nobody is back")
        assert "lobby.log.took_room" in [line.key for line in lobby_of(heir).log.lines]
        assert own(heir) and connection(heir).first_owner and not own(nora if heir is omar else omar)
        for driver in (omar, nora):
            keys = [line.key for line in lobby_of(driver).log.lines]
            assert "net.log.moved" in keys and "net.log.differs" not in keys and "net.log.went_back" not in keys
            assert connection(driver).room.seats[0].bot and not connection(driver).differs
            assert [line.text for line in connection(driver).chat] == ["Good night!"]
        assert len(table(nora).feed.entries) >= number
        play(together, 3)
        assert not list((on_loopback / "Leila").rglob(f"*.souk{SUFFIX}")), "Leila's window offers it to be opened again"
        together.drivers.append(owner)
    wait_until(lambda: children() <= before, "a process is left")
    journal = max(
        (on_loopback / heir.app.context.settings.names[0]).rglob("*.souk"), key=lambda one: one.stat().st_size
    )

    replay = read_replay(journal)
    Playback(replay, CABINETS["nullgame"].rules).seek(len(replay.steps))
    assert len(replay.steps) > number


@pytest.mark.slow
def test_between_matches_the_room_moves_from_the_lobby(on_loopback: Path) -> None:
    before = children()
    with windows([lobby] * 2, ["Leila", "Omar"], on_loopback, apart=True) as together:
        owner, omar = together.drivers
        lobby_of(owner).open(PLAN)
        together.until(lambda: connection(owner) is not None and connection(owner).inside)
        go_in(together, omar, connection(owner).client.address.port)
        connection(owner).client.send(SetSeat(2, "bot", "random"))
        together.until(lambda: connection(owner).heir is not None)
        lobby_of(owner).ask_to_leave()
        press(together, owner, "Move and quit")
        together.until(lambda: connection(owner) is None and own(omar) and not connection(omar).lost)
        together.until(lambda: [seat.kind for seat in connection(omar).room.seats] == ["open", "person", "bot"])
        assert connection(omar).first_owner and connection(omar).room.name == "Leila's room"
        together.until(lambda: [one.name for one in connection(omar).room.people] == ["Omar"])
        go_in(together, owner, connection(omar).client.address.port)
        connection(owner).set_ready(True)
        together.until(lambda: any(seat.ready for seat in connection(omar).room.seats))
        connection(omar).start()
        together.until(lambda: table(owner) and table(omar), "no match begins there")
    wait_until(lambda: children() <= before, "a process is left")


@pytest.mark.slow
def test_the_hosts_machine_is_gone_and_an_heir_opens_the_room_with_one_press(on_loopback: Path) -> None:
    before = children()
    with windows([lobby] * 3, ["Leila", "Omar", "Nora"], on_loopback, apart=True) as together:
        owner, omar, nora = together.drivers
        at_the_table(together)
        play(together, 3)
        together.until(lambda: bool(connection(owner).heirs), "nobody can be reached")
        guests = [omar, nora]
        heir = next(one for one in guests if one.app.context.settings.names[0] == connection(owner).heirs[0])
        together.until(lambda: connection(heir).duty.held is not None and connection(heir).duty.held.windows == (2, 3))
        connection(nora).say("Are you there?")
        together.until(lambda: connection(omar).said)
        together.drivers.remove(owner)
        process = own(owner).host
        assert process.pid is not None
        os.kill(process.pid, KILL)
        connection(owner).client.close()
        for kept in on_loopback.rglob(f"*{SUFFIX}"):
            kept.unlink()  # the machine is gone: no other window of it opens the room again
        shown = table(heir).notices
        together.until(lambda: bool((shown.now() or BannerText("", "")).answers[1:]), "nobody is asked")
        label, _, press_it = shown.now().answers[0]
        assert label == "Open here" and "does not answer" in shown.now().text
        press_it()
        together.until(lambda: settled(omar) and settled(nora), "nobody is back")
        assert own(heir) and connection(heir).first_owner and not own(nora if heir is omar else omar)
        for driver in guests:
            keys = [line.key for line in lobby_of(driver).log.lines]
            assert "net.log.moved" in keys and "net.log.differs" not in keys
            assert connection(driver).room.seats[0].bot
            assert [line.text for line in connection(driver).chat] == ["Are you there?"]
        play(together, 3)
        together.drivers.append(owner)
    wait_until(lambda: children() <= before, "a process is left")
