"""L4G at the table: watched, followed, stepped through by keys; played by a person among computers; replayed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from game.cabinets.l4g.rules.rules import Options
from game.cabinets.l4g.rules.views import PlayerState
from game.cabinets.l4g.stage.floor.acts import Act
from game.cabinets.l4g.stage.stage import L4gStage
from game.cabinets.listed import CABINETS
from game.core.recording.replay import ReplayWriter, SeatRecord, header_of
from game.engine.input import FIRST_PAD, Command, CommandName, KeyPressed, PointerPressed
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.replays.table import ReplayTable, replay_table
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import Driver, driving

OPTIONS = Options(rows=4, columns=4, turns=16, incubation=3, penalty=2)
BOTS = ("predator", "scout", "seeker", "horn-done") * 3


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def feed(*seats: str, writer: ReplayWriter | None = None) -> LocalFeed:
    """A match whose computers think in this process."""
    plans = tuple(SeatPlan(f"Seat {number}", spec) for number, spec in enumerate(seats))
    made = LocalFeed(CABINETS["l4g"], MatchPlan("l4g", plans, OPTIONS, 3), writer=writer)
    made.seat_bots(None, inline=True)
    return made


def table(driver: Driver) -> TableScene:
    """The table in sight."""
    scene = driver.context.stack.scenes[0]
    assert isinstance(scene, TableScene)
    return scene


def stage_of(driver: Driver) -> L4gStage:
    stage = table(driver).stage
    assert isinstance(stage, L4gStage)
    return stage


def recorded(home: Path) -> Path:
    """The recording of a match between computers."""
    path = home / "match.souk"
    writer = ReplayWriter(path, header_of(CABINETS["l4g"].info, 3, OPTIONS, tuple(SeatRecord(b, b) for b in BOTS)))
    match = feed(*BOTS, writer=writer)
    now = 0.0
    while not match.over:
        match.poll(now)
        now += 1.0
    match.close()
    return path


def test_the_stage_has_the_whole_table_and_the_log_comes_over_it() -> None:
    with driving(lambda context: TableScene(context, feed(*BOTS))) as driver:
        at_table = table(driver)
        assert at_table.frame and at_table.frame.panels == [] and at_table.frame.side is None
        assert not at_table.log.visible
        assert stage_of(driver).width == at_table.layout.board.width
        driver.command(CommandName.LOG)
        assert at_table.log.visible and at_table.group.focused_widget is at_table.log
        driver.command(CommandName.LOG)
        assert not at_table.log.visible and at_table.group.focused_widget is at_table.board
        driver.step(2)
        assert driver.context.typeface.overflows == []


def test_a_match_is_watched_act_by_act_with_the_keyboard() -> None:
    with driving(lambda context: TableScene(context, feed(*BOTS))) as driver:
        driver.send(KeyPressed("p"))
        stage = stage_of(driver)
        seen = []
        for _ in range(20):
            driver.until(lambda: stage.paused)
            seen.append(stage.director.act)
            driver.step(30)
            assert stage.paused and stage.director.act is seen[-1], "it waits"
            driver.command(CommandName.HURRY if len(seen) % 2 else CommandName.CONFIRM)
        begin = seen.index(Act.MOVE)
        assert begin < 8 and seen[begin : begin + 9] == [*Act, Act.MOVE]
        driver.send(KeyPressed("p"))
        driver.until(lambda: table(driver).feed.over)


def test_a_press_on_the_floor_goes_on_and_one_on_a_player_follows_it() -> None:
    with driving(lambda context: TableScene(context, feed(*BOTS))) as driver:
        driver.send(KeyPressed("p"))
        stage = stage_of(driver)
        while stage.director.act is not Act.SPOTTING:
            driver.until(lambda: stage.paused)
            driver.command(CommandName.HURRY)
            driver.until(lambda: stage.paused)
        board = table(driver).layout.board
        picture = stage.director.picture
        assert picture is not None
        figure = picture.figures[2]
        driver.click(board.left + figure.x, board.top + figure.y)
        assert stage.paused and stage.director.focus == 2
        driver.click(board.left + stage.director.plan.floor.box.left - 20, board.top + 40)
        assert not stage.paused or stage.director.act is not Act.SPOTTING


def test_following_is_a_tool_for_keys_and_pads() -> None:
    with driving(lambda context: TableScene(context, feed(*BOTS))) as driver:
        stage = stage_of(driver)
        driver.until(lambda: stage.director.turn == 2)
        driver.send(KeyPressed("f"))
        first = stage.director.focus
        assert first is not None
        tool, button = table(driver).toolbar.of_stage[0]
        table(driver).group.focus(button)
        driver.command(CommandName.CONFIRM, FIRST_PAD)
        assert stage.director.focus not in (None, first)
        assert tool.lit()


def test_a_person_plays_among_computers_and_waits_without_a_press() -> None:
    match = feed("human", *BOTS[1:])
    with driving(lambda context: TableScene(context, match)) as driver:
        at_table, stage = table(driver), stage_of(driver)
        waited = decided = 0
        while not match.over:
            driver.until(lambda: match.over or at_table.conductor.chooser is not None)
            if match.over:
                break
            turn, steps = match.view.turn, len(match.entries)
            if stage.decides_alone:
                assert match.view.me.state in (PlayerState.CORPSE, PlayerState.SOUL)
                driver.until(lambda: len(match.entries) > steps)  # noqa: B023
                waited += 1
                continue
            decided += 1
            assert stage.choice is not None
            if stage.choice.placing:
                driver.command(CommandName.CONFIRM)
            else:
                way = stage.choice.ways[turn % len(stage.choice.ways)]
                driver.command(CommandName(way.value if way.value != "stay" else "confirm"))
            driver.until(lambda: len(match.entries) > steps)  # noqa: B023
        assert waited >= 1 and decided >= 4
        assert match.result is not None and match.result.seats[0].details["punished"] == 0


def test_a_move_that_would_be_punished_needs_a_second_press() -> None:
    match = feed("human", *BOTS[1:])
    with driving(lambda context: TableScene(context, match)) as driver:
        at_table, stage = table(driver), stage_of(driver)

        def moves() -> bool:
            return at_table.conductor.chooser is not None and not stage.decides_alone and match.view.phase == "move"

        while not moves():
            if at_table.conductor.chooser is not None and not stage.decides_alone:
                driver.command(CommandName.CONFIRM)
            driver.step()
        steps = len(match.entries)
        assert stage.choice is not None
        stage.choice.accepts = False
        driver.click(*_on_table(at_table, stage, match.view.me.square))
        driver.step(20)
        assert len(match.entries) == steps and stage.choice.warning == "l4g_stage.warn_stay"
        assert driver.context.typeface.overflows == []
        driver.click(*_on_table(at_table, stage, match.view.me.square))
        driver.until(lambda: len(match.entries) > steps)
        assert match.view.me.state is PlayerState.SOUL


def _on_table(at_table: TableScene, stage: L4gStage, square: tuple[int, int]) -> tuple[float, float]:
    x, y = stage.director.plan.floor.middle(square)
    return at_table.layout.board.left + x, at_table.layout.board.top + y


def test_a_replay_is_stepped_act_by_act(home: Path) -> None:
    with driving(lambda context: replay_table(context, recorded(home))) as driver:
        at_table, stage = table(driver), stage_of(driver)
        assert isinstance(at_table, ReplayTable)
        at_table.pause()
        at_table.seek(8)
        driver.send(KeyPressed("p"))
        acts: list[Act] = []
        while len(acts) < 10:
            driver.command(CommandName.RIGHT)
            driver.until(lambda: stage.paused or not stage.busy)
            if stage.paused and stage.director.act is not None:
                acts.append(stage.director.act)
        assert sorted(set(acts)) == list(Act)
        assert all(later > act or act is Act.SPOTTING for act, later in pairwise(acts))
        driver.send(Command(CommandName.HURRY), PointerPressed(640, 300))
        driver.step(3)
        assert driver.context.typeface.overflows == []


def test_settings_changed_in_a_match_keep_what_one_follows() -> None:
    with driving(lambda context: TableScene(context, feed(*BOTS))) as driver:
        driver.until(lambda: stage_of(driver).director.turn == 3)
        stage_of(driver).follow(4)
        driver.context.settings.language = "ko"
        driver.context.settings.display.text_size = 150
        driver.app.apply_settings()
        driver.step(2)
        assert stage_of(driver).director.focus == 4


def test_who_has_no_panel_sees_its_deadline_beside_the_ribbon() -> None:
    plans = tuple(SeatPlan(f"Seat {number}", spec) for number, spec in enumerate(("human", *BOTS[1:])))
    match = LocalFeed(CABINETS["l4g"], MatchPlan("l4g", plans, OPTIONS, 3, 20.0))
    match.seat_bots(None, inline=True)
    with driving(lambda context: TableScene(context, match)) as driver:
        at_table = table(driver)
        driver.until(lambda: at_table.conductor.chooser is not None and not at_table.stage.decides_alone)
        assert match.deadline is not None and at_table.frame and at_table.frame.panels == []
        told: list[float] = []
        assert at_table.frame.head
        at_table.frame.head.draw_deadline = lambda _canvas, _ribbon, left, _seconds: told.append(left)  # type: ignore[method-assign, assignment]
        driver.step(2)
        assert told and 0 < told[-1] <= 20
