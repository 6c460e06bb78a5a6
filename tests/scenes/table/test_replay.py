"""A replay at the table: played, stepped, leapt through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.cabinets.nullgame.rules import Nullgame
from game.cabinets.nullgame.stage import NullgameStage
from game.engine.input import FIRST_PAD, Command, CommandName, KeyPressed, PointerMoved
from game.engine.scene import Context, SceneStack
from game.engine.widgets.parts.button import Button
from game.ground.crash import CrashError
from game.ground.settings import Settings
from game.scenes.feeds.local import start_local
from game.scenes.replays.table import ReplayTable, replay_table
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from tests.engine.widgets.page_driver import SIZES, click, the
from tests.in_turns import in_turns
from tests.scenes.scene_driver import Driver, driving, plan, played


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def recording(home: Path) -> Path:
    return record("nullgame", 2)


def record(game: str, seats: int) -> Path:
    feed = played(start_local(plan(game, *["human"] * seats), Settings()))
    feed.close()
    assert feed.recording is not None
    return feed.recording


def replay(driver: Driver) -> ReplayTable:
    scene = driver.context.stack.scenes[0]
    assert isinstance(scene, ReplayTable)
    return scene


def idle(driver: Driver) -> bool:
    return not replay(driver).stage.busy


def test_it_plays_to_its_end_by_itself(recording: Path) -> None:
    with driving(lambda context: replay_table(context, recording)) as driver:
        table = replay(driver)
        driver.until(lambda: table.replay.over and idle(driver))
        driver.until(lambda: not table.playing)
        assert table.timeline.position == len(table.replay)
        assert len(table.conductor.seen) == len(table.feed.entries)


@pytest.mark.slow
def test_a_higher_speed_takes_less_time(recording: Path) -> None:
    def frames(speed: float) -> int:
        with driving(lambda context: replay_table(context, recording)) as driver:
            replay(driver).speed = speed
            taken = 0
            while not (replay(driver).replay.over and idle(driver)):
                driver.step()
                taken += 1
            return taken

    assert frames(8.0) * 4 < frames(1.0)


def test_space_pauses_and_arrows_go_step_by_step(recording: Path) -> None:
    with driving(lambda context: replay_table(context, recording)) as driver:
        table = replay(driver)
        driver.command(CommandName.HURRY)
        assert not table.playing
        driver.send(KeyPressed("home"))
        assert table.replay.position == 0
        for position in (1, 2, 3):
            driver.command(CommandName.RIGHT, FIRST_PAD)
            assert table.replay.position == position
        driver.command(CommandName.LEFT)
        assert table.replay.position == 2 and idle(driver)
        driver.step(300)
        assert table.replay.position == 2
        driver.send(KeyPressed("end"))
        assert table.replay.over
        driver.command(CommandName.CONFIRM)
        assert table.playing and table.replay.position == 0


def test_a_jump_that_goes_wrong_says_so_and_stays_in_the_replay(
    recording: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = Nullgame.load

    def load_with_a_gift(rules: Nullgame, data: bytes) -> Any:
        state = load(rules, data)
        state.taken[0] += 1
        return state

    with driving(lambda context: replay_table(context, recording)) as driver:
        table = replay(driver)
        table.pause()
        driver.send(KeyPressed("home"))
        told: list[str] = []
        monkeypatch.setattr(driver.context, "notify", told.append)
        monkeypatch.setattr(Nullgame, "load", load_with_a_gift)
        driver.send(KeyPressed("end"))
        driver.step()
        assert table.replay.position < len(table.replay) and not table.replay.over
        assert len(told) == 1 and "differs from the rules at step" in told[0], told
        monkeypatch.undo()
        driver.send(KeyPressed("home"))
        driver.send(KeyPressed("end"))
        assert table.replay.over


def test_a_picture_that_breaks_with_no_scene_below_ends_the_program_with_a_sentence(
    recording: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SceneStack, "forgiving", True)

    def broken(stage: NullgameStage, *_: Any) -> None:
        raise ValueError("no picture")

    with driving(lambda context: replay_table(context, recording)) as driver:
        monkeypatch.setattr(NullgameStage, "draw", broken)
        with pytest.raises(CrashError) as told:
            driver.step(3)
        assert told.value.key == "table.broken"
        monkeypatch.undo()


def test_up_and_down_go_from_turn_to_turn() -> None:
    path = record("marrakech", 4)
    with driving(lambda context: replay_table(context, path)) as driver:
        table = replay(driver)
        table.pause()
        driver.send(KeyPressed("home"))
        begins = [turn.begin for turn in table.timeline.turns]
        for number in (1, 2, 3):
            driver.command(CommandName.DOWN)
            assert table.replay.position == begins[number]
        driver.command(CommandName.UP)
        assert table.replay.position == begins[2]


def test_a_click_on_the_timeline_or_the_log_leads_there() -> None:
    path = record("marrakech", 4)
    with driving(lambda context: replay_table(context, path)) as driver:
        table = replay(driver)
        table.pause()
        box = table.timeline.box
        driver.click(box.centerx, box.centery)
        assert abs(table.replay.position - len(table.replay) / 2) <= 1
        driver.step(60)
        view = table.log.view
        driver.click(view.centerx, view.top + 20)
        assert 0 < table.replay.position < len(table.replay) / 2


def test_pointing_at_the_timeline_tells_the_turn(recording: Path) -> None:
    with driving(lambda context: replay_table(context, recording)) as driver:
        box = replay(driver).timeline.box
        before = driver.context.canvas.surface.copy()
        driver.send(PointerMoved(*box.center))
        driver.step()
        above = driver.context.canvas.pixels(box.move(0, -40))
        pixels = [surface.subsurface(above).get_buffer().raw for surface in (before, driver.context.canvas.surface)]
        assert pixels[0] != pixels[1]


def test_the_buttons_are_reached_by_keys(recording: Path) -> None:
    with driving(lambda context: replay_table(context, recording)) as driver:
        table = replay(driver)
        seen = set()
        for _ in range(14):
            driver.command(CommandName.NEXT)
            seen.add(id(table.group.focused_widget))
        buttons = [w for w in table.group.walk() if isinstance(w, Button) and w.takes_focus]
        assert {id(button) for button in buttons} <= seen


def test_the_results_are_shown_when_asked_for(recording: Path) -> None:
    with driving(lambda context: replay_table(context, recording)) as driver:
        driver.command(CommandName.MENU)
        driver.until(lambda: len(driver.context.stack.scenes) == 2)
        driver.command(CommandName.DOWN)
        driver.command(CommandName.DOWN)
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, ResultsScene))
        assert replay(driver).replay.over
        driver.send(Command(CommandName.BACK))
        driver.until(lambda: driver.top is replay(driver))


@pytest.mark.parametrize("by_key", [True, False])
def test_one_press_leaves_a_replay(recording: Path, by_key: bool) -> None:
    with driving(lambda context: replay_table(context, recording)) as driver:
        if by_key:
            driver.command(CommandName.BACK)
        else:
            click(driver, the(driver, Button, lambda button: button.icon == "chevron-left"))
        driver.until(lambda: driver.context.stack.top is None)


def test_a_match_is_played_on_from_any_step() -> None:
    path = record("marrakech", 3)
    with driving(lambda context: replay_table(context, path)) as driver:
        table = replay(driver)
        table.pause()
        table.seek(31)
        view = table.replay.view
        driver.step(5)
        driver.command(CommandName.MENU)
        driver.until(lambda: len(driver.context.stack.scenes) == 2)
        driver.command(CommandName.DOWN)
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: driver.top is not table and isinstance(driver.top, TableScene))
        going_on = driver.top
        assert isinstance(going_on, TableScene) and not isinstance(going_on, ReplayTable)
        assert [entry.events for entry in going_on.feed.entries[:31]] == [e.events for e in table.feed.entries[:31]]
        assert going_on.conductor.shown >= 31 and view.turn <= going_on.feed.view.turn
        for _ in range(6):
            driver.until(lambda: going_on.board.choosing)
            driver.command(CommandName.CONFIRM)
        assert len(going_on.feed.entries) > 33


@in_turns(language=["ko", "en"], size=SIZES, text_size=[100, 150])
def test_no_text_overflows(language: str, size: tuple[int, int], text_size: int) -> None:
    path = record("marrakech", 4)

    def make(context: Context) -> ReplayTable:
        return ReplayTable(context, replay_table(context, path).replay, position=90)

    with driving(make, size=size, language=language, text_size=text_size) as driver:
        driver.step(60)
        assert driver.context.typeface.overflows == []
