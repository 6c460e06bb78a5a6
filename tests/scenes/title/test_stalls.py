"""A game that breaks while it is only looked at: its stall lets the shutters down, its setup says so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.marrakech.stage.stage import MarrakechStage
from game.core.cabinet import Kind
from game.core.rules import Event
from game.engine.canvas import Canvas
from game.engine.input import CommandName
from game.engine.scene import SceneStack
from game.ground import paths
from game.scenes import arcade
from game.scenes.setup.scene import SetupScene
from game.scenes.title.scene import TitleScene
from tests.in_turns import some
from tests.planting import planted
from tests.scenes.scene_driver import Driver, Told, driving

GAME = "fragile"
GOOD_PICTURES = 4


class FragileStage(MarrakechStage):
    """Breaks where it is told to, after so many good pictures."""

    breaks: str
    drawn: int

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.breaks == "update":
            self._break()

    def show(self, view: Any, events: Sequence[Event]) -> None:
        super().show(view, events)
        if self.breaks == "show":
            self._break()

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        type(self).drawn += 1
        if self.breaks == "draw":
            self._break()

    def warm(self, canvas: Canvas) -> Iterator[None]:
        yield
        if self.breaks == "warm":
            raise IndexError("no such square")

    def _break(self) -> None:
        if self.drawn > GOOD_PICTURES:
            raise IndexError("no such square")


def visited(driver: Driver) -> TitleScene:
    assert isinstance(driver.top, TitleScene)
    return driver.top


@pytest.fixture
def street(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FragileStage]]:
    """A street that begins at a stall whose stage may break; the rules of the game, too."""
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setattr(SceneStack, "forgiving", True)
    stage = type("Fragile", (FragileStage,), {"breaks": "", "drawn": 0})
    named = [(GAME, "Fragile Game", "깨지는 게임", Kind.BOARD)]
    with planted(named, shown={"stage": "planted:stage"}, things={"stage": stage}):
        yield stage


def wait_for_trouble(driver: Driver, told: Told) -> None:
    for _ in range(600):
        driver.step()
        if told:
            return
    pytest.fail("nothing broke")


def walk_past(driver: Driver, told: Told) -> None:
    """The street goes on round the stall that broke, which cannot be entered."""
    title = visited(driver)
    assert GAME in title.street.shutters.troubles
    assert not title.street.shutters.are_up(title.street.stand)
    for way in (CommandName.RIGHT, CommandName.LEFT):
        driver.command(way)
        driver.step(30)
    assert title.street.stand.game == GAME
    driver.command(CommandName.CONFIRM)
    driver.step(60)
    assert driver.top is title
    assert [log.name[:5] for log in paths.logs().iterdir() if log.is_file()] == ["crash"]
    assert all("Fragile Game" in line and "IndexError" in line and "shutters" in line for line in told)


def driven(told: Told) -> Any:
    def make(context: Any) -> TitleScene:
        context.notify = told
        context.settings.played = (GAME,)
        title = arcade.title(context)
        assert isinstance(title, TitleScene)
        return title

    return driving(make, size=(960, 540))


@pytest.mark.parametrize("breaks", some(2, ["update", "show", "draw", "warm"]))
def test_a_stage_that_breaks_closes_its_stall_alone(breaks: str, street: type[FragileStage]) -> None:
    street.breaks = breaks
    told = Told()
    with driven(told) as driver:
        wait_for_trouble(driver, told)
        walk_past(driver, told)


@pytest.mark.parametrize("breaks", some(2, ["step", "view", "start"]))
def test_rules_that_break_close_their_stall_alone(
    breaks: str, street: type[FragileStage], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules: Any = CABINETS[GAME].rules
    asked = 0
    honest = getattr(rules, breaks)

    def breaking(*given: Any) -> Any:
        nonlocal asked
        asked += 1
        if breaks == "start" or street.drawn > GOOD_PICTURES:
            raise IndexError("no such square")
        return honest(*given)

    monkeypatch.setattr(rules, breaks, breaking)
    told = Told()
    with driven(told) as driver:
        wait_for_trouble(driver, told)
        walk_past(driver, told)
    assert asked


def test_a_bot_that_breaks_costs_its_seat_and_not_the_stall(
    street: type[FragileStage], monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in set(CABINETS[GAME].bots.values()):
        monkeypatch.setattr(kind, "decide", lambda _self, _request: [][1])
    told = Told()
    with driven(told) as driver:
        title = visited(driver)
        while street.drawn <= GOOD_PICTURES:
            driver.step()
        assert title.street.shutters.are_up(title.street.stand) and not told


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
@pytest.mark.parametrize("breaks", ["draw", "step"])
def test_a_setup_whose_picture_breaks_stays_open(
    breaks: str, size: tuple[int, int], street: type[FragileStage], monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaking(*_given: Any) -> None:
        raise IndexError("no such square")

    monkeypatch.setattr(*((street, "draw") if breaks == "draw" else (CABINETS[GAME].rules, "step")), breaking)
    with driving(lambda context: arcade.setup(context, GAME, CABINETS[GAME].info.options()), size=size) as driver:
        driver.context.settings.guided = (GAME,)
        for _ in range(3):
            driver.step()
        assert isinstance(driver.top, SetupScene)
        driver.top.rebuild()
        driver.step()
        assert not driver.context.typeface.overflows
        driver.command(CommandName.BACK)
        driver.step(3)
    (log,) = (log for log in paths.logs().iterdir() if log.name.startswith("crash"))
    assert "no such square" in log.read_text(encoding="utf-8")
