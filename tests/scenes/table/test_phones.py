"""Phones at the big screen: invited from the table's menu, a whole race by two of them, and one that is pulled away."""

from __future__ import annotations

import builtins
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import pygame
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from game.cabinets.rooftops.stage.stage import RooftopsStage
from game.core.forge.physics import numbers as n
from game.core.forge.proof.platform import prove
from game.engine.loop.phones import PHONE
from game.scenes.pads.dialog import PhonesDialog
from game.scenes.pads.phones import Phones, phones_of
from game.scenes.table.menu import MenuChoice
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from net.web import gate as gates
from net.web import phone as phone_rules
from net.web.phone import AGREED, MESSAGE
from tests.processes import PATIENCE
from tests.scenes.scene_driver import Driver, driving
from tests.scenes.table.real_time_table import TableOf, running

pytestmark = pytest.mark.usefixtures("plain_home")
HERE = "127.0.0.1"


@pytest.fixture(autouse=True)
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Gates of tests that run side by side take any free port, and only loopback; events have their queue."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    made = gates.Gate
    monkeypatch.setattr(gates, "Gate", lambda _hosts, words, told: made([HERE], words, told, ports=[0]))
    yield
    pygame.display.quit()


class Thumbs:
    """A phone, without its page."""

    def __init__(self, phones: Phones, token: str, links: ExitStack) -> None:
        here = f"{HERE}:{phones.gate.port}"
        self.link: ClientConnection = links.enter_context(
            connect(f"ws://{here}/pad", origin=Origin(f"http://{here}"), proxy=None)
        )
        self.link.send(f"{phones.gate.invitation} {token * 32}")
        self._number = 0

    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.link.recv(timeout=10))
        return found

    def sit(self, seat: int) -> dict[str, Any]:
        """Choose a seat; return what the page is told once it has it."""
        self.link.send(str(seat))
        while (told := self.told())["seat"] != seat:
            pass
        return told

    def hold(self, mask: int) -> None:
        self.link.send(MESSAGE.pack(mask, self._number, time.monotonic() * 1000))
        self._number += 1


def step(driver: Driver, until: Callable[[], object] = lambda: True) -> None:
    """Run frames with what phones have told, until something is true."""
    end = time.monotonic() + PATIENCE
    while True:
        driver.app.step(pygame.event.get(), draw=False)
        if until():
            return
        assert time.monotonic() < end, "it did not happen"


def race(*seats: str) -> TableOf:
    return TableOf("rooftops", *seats, level="first")


@pytest.fixture
def links() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def invite(driver: Driver) -> Phones:
    phones = phones_of(driver.app.context)
    step(driver)
    return phones


def test_the_menu_leads_to_a_code_and_says_who_has_joined(links: ExitStack) -> None:
    with driving(race("human", "human")) as driver:
        table, _ = running(driver, RooftopsStage)
        assert MenuChoice.PHONES in table.menu_choices()
        table.carry_out(MenuChoice.PHONES)
        driver.step(3)
        dialog = driver.top
        assert isinstance(dialog, PhonesDialog)
        phones = phones_of(driver.app.context)
        thumbs = Thumbs(phones, "a", links)
        assert thumbs.sit(1)["state"] == "ready", "a dialog lies over the table"
        step(driver, lambda: phones.guest_of(1))
        assert [state for _, state in dialog.picture.rows()] == ["free", "joined"]


def test_the_dialog_closes_once_everybody_by_phone_is_ready(links: ExitStack) -> None:
    with driving(race("human", "human")) as driver:
        table, _ = running(driver, RooftopsStage)
        table.carry_out(MenuChoice.PHONES)
        driver.step(3)
        dialog, phones = driver.top, phones_of(driver.app.context)
        assert isinstance(dialog, PhonesDialog)
        one, other = Thumbs(phones, "a", links), Thumbs(phones, "b", links)
        for seat, thumbs in enumerate((one, other)):
            thumbs.sit(seat)
        one.link.send(AGREED)
        step(driver, lambda: [state for _, state in dialog.picture.rows()] == ["agrees", "joined"])
        assert driver.top is dialog
        other.link.send(AGREED)
        step(driver, lambda: driver.top is table)
        step(driver, lambda: one.told().get("state") == "play")


def test_a_phone_asleep_is_told_on_its_runners_pane(links: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    with driving(race("human", "human")) as driver:
        _, stage = running(driver, RooftopsStage)
        thumbs = Thumbs(invite(driver), "a", links)
        thumbs.sit(1)
        step(driver)
        said = driver.context.texts.line("pads.sleeps")
        assert said not in stage._said(1)
        monkeypatch.setattr(phone_rules, "ASLEEP", 0.1)
        step(driver, lambda: stage._said(1) == [said])
        assert stage._said(0) != [said]
        monkeypatch.setattr(phone_rules, "ASLEEP", 60.0)
        step(driver, lambda: stage._said(1) != [said])


def test_a_game_of_turns_and_a_table_of_computers_offer_no_phones() -> None:
    for table_of in (TableOf("omok", "human", "human"), race("rookie", "rookie")):
        with driving(table_of) as driver:
            assert isinstance(driver.top, TableScene)
            assert MenuChoice.PHONES not in driver.top.menu_choices()


def test_without_the_library_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = builtins.__import__

    def missing(name: str, *rest: Any) -> Any:
        if name == "net.web.gate":
            raise ModuleNotFoundError(name)
        return usual(name, *rest)

    with driving(race("human", "human")) as driver:
        table, _ = running(driver, RooftopsStage)
        monkeypatch.setattr(builtins, "__import__", missing)
        table.carry_out(MenuChoice.PHONES)
        driver.step(2)
        assert driver.top is table


def play(driver: Driver, pair: Sequence[Thumbs], way: Sequence[tuple[int, int]]) -> None:
    """Hold what a way says on all phones, each for exactly its ticks."""
    before = 0
    for ticks, buttons in (*way, (1, 0)):
        events: list[pygame.Event] = []
        for thumbs in pair if buttons != before else ():
            thumbs.hold(buttons)
        end = time.monotonic() + PATIENCE
        while buttons != before and [event.mask for event in events].count(buttons) < len(pair):
            events += [event for event in pygame.event.get() if event.type == PHONE]
            assert time.monotonic() < end, "it did not arrive"
        before = buttons
        for _ in range(ticks):
            driver.app.step(events, draw=False)
            events = []


@pytest.mark.slow
def test_two_phones_play_a_whole_race_and_the_next_begins_when_both_want_it(
    links: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_rules, "SILENCE", 60.0)  # frames of this test keep no time
    monkeypatch.setattr(phone_rules, "GONE", 60.0)
    with driving(TableOf("rooftops", "human", "human", width=100, difficulty=0)) as driver:
        table, stage = running(driver, RooftopsStage)
        phones = invite(driver)
        pair = [Thumbs(phones, "a", links), Thumbs(phones, "b", links)]
        for seat, thumbs in enumerate(pair):
            thumbs.sit(1 - seat)
        assert stage.course is not None
        driver.until(lambda: table.feed.view.slices > 0)
        play(driver, pair, prove(stage.course.level).way)
        step(driver, lambda: all(stage.numbers(seat)[n.GOAL] for seat in (0, 1)))
        step(driver, lambda: table.feed.over)
        step(driver)
        while pair[0].told()["state"] != "over":
            pass
        driver.until(lambda: isinstance(driver.top, ResultsScene))
        for thumbs in pair:
            step(driver)
            assert isinstance(driver.top, ResultsScene), "only one of them wants another race"
            while thumbs.told()["state"] != "again":
                pass
            thumbs.link.send(AGREED)
        step(driver, lambda: isinstance(driver.top, TableScene) and driver.top is not table)


def test_a_phone_pulled_away_lets_go_and_comes_back_to_its_runner(links: ExitStack) -> None:
    with driving(race("human", "human")) as driver:
        _, stage = running(driver, RooftopsStage)
        phones = invite(driver)
        thumbs = Thumbs(phones, "a", links)
        thumbs.sit(1)
        thumbs.hold(2)
        step(driver, lambda: int(stage.claims.mask(1)) == 2)
        thumbs.link.socket.close()
        step(driver, lambda: int(stage.claims.mask(1)) == 0)
        again = Thumbs(phones, "a", links)
        assert again.told()["seat"] == 1
        again.hold(16)
        step(driver, lambda: int(stage.claims.mask(1)) == 16)
        assert int(stage.claims.mask(0)) == 0


def test_a_closed_window_ends_the_gate(links: ExitStack) -> None:
    with driving(race("human", "human")) as driver:
        running(driver, RooftopsStage)
        gate = invite(driver).gate
        Thumbs(phones_of(driver.app.context), "a", links)
    driver.app.close()
    assert not gate._thread.is_alive()
