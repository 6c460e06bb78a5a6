"""Drives a lobby before its window, on a made-up network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from game.core.errors import SpokenError
from game.engine.input import KeyPressed, TextTyped
from game.engine.scene import Context
from game.engine.widgets import Button, Entry
from game.scenes.lan.actions import Client
from game.scenes.lan.log import ConnectionLog
from game.scenes.lobby.card import MatchCard
from game.scenes.lobby.room import RoomPanel
from game.scenes.lobby.scene import LobbyScene
from game.scenes.process.host import HostError, HostPlan, Opened
from net.address import Address
from net.discovery.discovery import Found
from net.messages import RoomChanged
from net.parts import ToHost
from tests.engine.widgets.page_driver import click, the, widgets
from tests.scenes.scene_driver import Driver, driving
from tests.showroom.lan import ME, OWNER, StillClient, StillFinder, found, room, welcome

MATCHES = found("en", "marrakech")


class Rooms:
    """What stands for the network: a finder, connections that were asked for, and rooms that were opened."""

    def __init__(self, matches: Sequence[Found] = ()) -> None:
        self.finder = StillFinder(matches)
        self.clients: list[StillClient] = []
        self.asked: list[tuple[Address, str, bool, str, bytes]] = []
        self.plans: list[HostPlan] = []
        self.opened: Opened | HostError | None = None
        self.host_ends: list[str] = []
        self.went_on: list[HostPlan] = []
        """The rooms that were opened by a program that was loaded before."""

    def connect(self, address: Address, name: str, *, watch: bool, password: str, owner: bytes, room: str) -> Client:
        self.asked.append((address, name, watch, password, owner))
        self.clients.append(StillClient())
        return self.clients[-1]

    def open(self, plan: HostPlan) -> Rooms:
        self.plans.append(plan)
        return self

    # A room of our own.

    ended = False
    phones: tuple[str, ...] = ()
    phones_refused = ""
    phones_unasked = False
    journal: Path | None = None

    def poll(self, now: float) -> Opened | None:
        if isinstance(self.opened, HostError):
            raise self.opened
        return self.opened

    def go_on(self) -> None:
        self.went_on.append(self.plans[-1])

    def abandon(self) -> None:
        self.host_ends.append("abandoned")

    def close(self) -> None:
        self.host_ends.append("closed")


class Lobby:
    """A lobby before the window."""

    def __init__(self, driver: Driver, net: Rooms) -> None:
        self.driver = driver
        self.net = net
        self.scene = driver.top
        assert isinstance(self.scene, LobbyScene)
        self.lobby: LobbyScene = self.scene

    @property
    def client(self) -> StillClient:
        return self.net.clients[-1]

    @property
    def sent(self) -> list[ToHost]:
        return self.client.sent

    @property
    def keys(self) -> list[str]:
        return [line.key for line in self.lobby.log.lines]

    def button(self, label: str) -> Button:
        return the(self.driver, Button, lambda widget: widget.label == label)

    def press(self, label: str) -> None:
        click(self.driver, self.button(label))
        self.driver.step(2)

    def cards(self) -> list[MatchCard]:
        return widgets(self.driver, MatchCard)

    def entry(self, label: str) -> Entry:
        return the(self.driver, Entry, lambda widget: widget.label == label)

    def write(self, entry: Entry, text: str) -> None:
        click(self.driver, entry)
        self.driver.send(KeyPressed("a", frozenset({"ctrl"})), TextTyped(text))

    def come_in(self, person: int = ME, phase: str = "waiting", owner: int = OWNER) -> RoomPanel:
        """Write an address, join, and be let in."""
        line = self.driver.context.texts.line
        self.write(self.entry(line("lobby.join.address")), "10.0.0.5")
        self.press(line("lobby.join.join"))
        self.client.messages += welcome("en", room("en", "marrakech", phase, owner=owner), person)
        self.driver.step(3)
        return the(self.driver, RoomPanel, bool)

    def change(self, **fields: object) -> None:
        """The host tells of the room, changed."""
        assert self.client.room is not None
        self.client.messages.append(RoomChanged(msgspec.structs.replace(self.client.room, **fields)))
        self.driver.step(2)

    def fail(self, error: SpokenError) -> None:
        self.client.give_up(error)
        self.driver.step(3)


@contextmanager
def at_lobby(matches: Sequence[Found] = (), **more: object) -> Iterator[Lobby]:
    net = Rooms(matches)

    def make(context: Context) -> LobbyScene:
        log = ConnectionLog(lambda: "12:00:00")
        return LobbyScene(context, finder=net.finder, connector=net.connect, opener=net.open, log=log)

    with driving(make, **more) as driver:  # type: ignore[arg-type]
        yield Lobby(driver, net)
