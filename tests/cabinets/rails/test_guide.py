"""The first three minutes of Caravan Rails: by mouse, keys and pad, doing only what the screen says, by game time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.cabinets.rails.stage.guide import FIRST, jammed, passed
from game.cabinets.rails.stage.stage import RailsStage
from game.engine.canvas import Box
from game.engine.input import KEYBOARD, CommandName, Device, PointerMoved, PointerPressed, PointerReleased
from game.ground.texts import Texts
from game.scenes.guide.table import GuideTable
from tests.engine.widgets.page_driver import click
from tests.in_turns import some
from tests.scenes.scene_driver import Driver, driving

READ = {"en": 4.0, "ko": 3.75}
"""Words a second."""
PRESS = 0.5
"""Seconds for each press."""
PAD = Device("pad")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")


class Reader:
    """Somebody who reads each step and does what it says, with a clock of their own beside that of the game."""

    def __init__(self, driver: Driver, language: str) -> None:
        self.driver = driver
        self.language = language
        self.texts = Texts(language)
        self.hands = 0.0
        """Seconds that reading and pressing took."""
        self.passed: dict[str, float] = {}

    @property
    def table(self) -> GuideTable:
        top = self.driver.top
        assert isinstance(top, GuideTable)
        return top

    @property
    def stage(self) -> RailsStage:
        assert isinstance(self.table.stage, RailsStage)
        return self.table.stage

    @property
    def seconds(self) -> float:
        return self.table._now + self.hands

    def step(self) -> str:
        """What is said now, once it is said."""
        self.driver.until(lambda: self.table.step_now is not None or self.table.feed.course.done)
        now = self.table.step_now
        return now.name if now else ""

    def read(self) -> None:
        self.driver.step(2)
        bubble = self.table.bubble
        assert not any(bubble.box.colliderect(box) for box in (*bubble.lit, *bubble.unhidden)), self.step()
        text = self.texts.line(f"rails.guide.first.{self.step()}", {"one": "6,180", "two": "10,200"})
        self.hands += len(text.split()) / READ[self.language]

    def next(self) -> None:
        """Read on."""
        self.read()
        self.hands += PRESS
        before = self.table.step_now
        assert self.table.bubble.next is not None
        click(self.driver, self.table.bubble.next)
        self.driver.until(lambda: self.table.step_now is not before)

    def until_another(self, name: str) -> None:
        self.driver.until(lambda: self.table.step_now is None or self.table.step_now.name != name)
        self.passed[name] = self.seconds

    def lit(self, number: int = 0) -> Box:
        """What is lit, where it lies in the window."""
        self.driver.step(2)
        return self.table.bubble.lit[number]


class Mouse(Reader):
    def track(self) -> None:
        gap = self.lit()
        y = gap.centery
        points = [(gap.left + gap.width * share, y) for share in (0.004, 0.2, 0.6, 0.9, 0.996)]
        self.driver.send(PointerMoved(*points[0]), PointerPressed(*points[0]))
        for point in points[1:]:
            self.driver.send(PointerMoved(*point))
        self.driver.send(PointerReleased(*points[-1]))
        self.hands += 2.0

    def buy(self) -> None:
        if self.stage.place("buy") is None:
            box = self.lit()
            self.driver.click(box.centerx, box.centery)
            self.hands += PRESS
        box = self.lit()
        self.driver.click(*box.center)
        self.hands += PRESS

    def way_out(self) -> None:
        box = self.lit()
        self.driver.click(box.centerx, box.bottom - box.height / 4)
        self.hands += PRESS


class Keys(Reader):
    device = KEYBOARD

    def press(self, name: CommandName, times: int = 1) -> None:
        for _ in range(times):
            self.driver.command(name, self.device)
        self.hands += PRESS if times == 1 else PRESS + 0.09 * times

    def track(self) -> None:
        self.press(CommandName.CONFIRM)
        self.press(CommandName.RIGHT, 11)
        self.press(CommandName.CONFIRM)

    def buy(self) -> None:
        if self.stage.place("buy") is None:
            x, _y = self.stage.map.cursor
            self.press(CommandName.LEFT, x - 7)
            self.press(CommandName.CONFIRM)
        self.press(CommandName.CONFIRM)

    def way_out(self) -> None:
        self.press(CommandName.CONFIRM)


class Pad(Keys):
    device = PAD


@pytest.mark.parametrize(
    ("kind", "language"),
    some(3, [(Mouse, "ko"), (Keys, "en"), (Pad, "ko")]),
    ids=["mouse", "keys", "pad"],
)
def test_the_first_three_minutes(kind: type[Mouse] | type[Keys], language: str) -> None:
    with driving(lambda context: GuideTable(context, "rails", "first"), language=language) as driver:
        reader = kind(driver, language)
        assert reader.step() == "valley"
        reader.next()
        reader.read()
        reader.track()
        reader.until_another("track")
        assert reader.passed["track"] <= 30
        reader.read()
        reader.buy()
        reader.until_another("train")
        begun = reader.seconds
        reader.read()
        reader.until_another("reservation")
        assert reader.seconds - begun <= 20 and reader.passed["reservation"] <= 70
        reader.read()
        reader.buy()
        reader.until_another("more")
        reader.until_another("meeting")
        assert reader.step() == "ring"
        reader.read()
        reader.way_out()
        reader.until_another("ring")
        assert reader.passed["ring"] <= 120
        assert reader.step() == "two"
        reader.read()
        reader.until_another("two")
        assert passed(reader.table.feed.view)
        reader.next()
        driver.until(lambda: reader.table.feed.course.done)
        assert reader.seconds <= 180
        assert reader.table.feed.course.whole
        units = reader.table.feed.view.units[0]
        driver.until(lambda: reader.table.feed.view.units[0] > units)
        assert not jammed(reader.table.feed.view)


def words() -> Iterator[tuple[str, int]]:
    for language in ("en", "ko"):
        texts = Texts(language)
        said = [texts.raw(f"rails.guide.first.{step.name}") for step in FIRST.steps]
        yield language, sum(len(re.findall(r"\S+", text)) for text in said)


def test_the_guide_is_short() -> None:
    assert all(count <= 220 for _, count in words()), dict(words())
