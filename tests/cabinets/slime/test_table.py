"""Slime at the table: its wide board, orders that are sent when time runs out, and the chart of a replay."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.slime.field import HEIGHT
from game.cabinets.slime.rules import Heading, Options
from game.cabinets.slime.stage.stage import SlimeStage
from game.core.recording.replay import ReplayWriter, SeatRecord, header_of
from game.engine import theme
from game.engine.canvas import Box
from game.engine.input import FIRST_PAD, Command, CommandName, KeyPressed
from game.engine.stage import Tick
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.replays.table import ReplayTable, replay_table
from game.scenes.table.scene import TableScene
from game.scenes.table.widgets.layout import table_layout
from tests.cabinets.slime.table import drag
from tests.scenes.scene_driver import Driver, driving

RATIO = SlimeStage.width / SlimeStage.height


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def feed(*seats: str, seconds: int = 0, writer: ReplayWriter | None = None) -> LocalFeed:
    """A match whose computers think in this process."""
    plans = tuple(SeatPlan(f"Team {'AB'[number]}", spec) for number, spec in enumerate(seats))
    made = LocalFeed(CABINETS["slime"], MatchPlan("slime", plans, Options(seconds), 3), writer=writer)
    made.seat_bots(None, inline=True)
    return made


def table(driver: Driver) -> TableScene:
    """The table in sight."""
    scene = driver.context.stack.scenes[0]
    assert isinstance(scene, TableScene)
    return scene


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("with_timeline", [False, True])
def test_nothing_lies_over_another_thing_beside_a_wide_board(seats: int, with_timeline: bool) -> None:
    layout = table_layout(seats, with_timeline, RATIO)
    boxes = [layout.board, *layout.panels, layout.log, *filter(None, (layout.side, layout.timeline))]
    frame = Box(theme.MARGIN, 72, 1280 - 2 * theme.MARGIN, 720 - 72 - 8)
    assert all(frame.contains(box) for box in boxes)
    assert not any(one.colliderect(other) for one, other in combinations(boxes, 2))
    assert layout.board.width / layout.board.height == pytest.approx(RATIO, abs=0.01)
    assert layout.side is not None and min(layout.log.height, layout.side.height) > 40


def test_a_wide_board_is_half_as_large_again_as_it_would_be_between_columns() -> None:
    wide = table_layout(2, ratio=RATIO).board
    assert wide.width > 1.4 * table_layout(2).board.width
    assert table_layout(2, True, RATIO).board.size == wide.size


def test_orders_are_sent_when_the_time_runs_out() -> None:
    match = feed("human", "random", seconds=1)
    with driving(lambda context: TableScene(context, match)) as driver:
        at_table = table(driver)
        driver.until(lambda: at_table.conductor.chooser is not None)
        driver.send(KeyPressed("2"), Command(CommandName.UP))
        before = match.view.slimes[1].square
        driver.until(lambda: match.view.turn == 1)
        move = next(step.moves[0] for step in match._match.steps if step.moves[0].seat == 0)
        assert move.action.headings == (None, Heading.UP, None, None, None)
        assert not move.forced
        assert match.view.slimes[1].square == before + 1


def test_next_chooses_a_slime_while_one_steers_and_leads_on_else() -> None:
    with driving(lambda context: TableScene(context, feed("human", "random"))) as driver:
        at_table = table(driver)
        driver.until(lambda: at_table.conductor.chooser is not None)
        driver.command(CommandName.NEXT, FIRST_PAD)
        assert at_table.stage.instruction() == ("slime_stage.steer", {"number": 2})
        assert at_table.group.focused_widget is at_table.board
        driver.command(CommandName.CONFIRM, FIRST_PAD)
        driver.command(CommandName.NEXT, FIRST_PAD)
        assert at_table.group.focused_widget is not at_table.board


def test_settings_applied_in_the_middle_of_a_turn_keep_orders_routes_and_words() -> None:
    with driving(lambda context: TableScene(context, feed("human", "random"))) as driver:
        at_table = table(driver)
        driver.until(lambda: at_table.conductor.chooser is not None)
        before = at_table.stage
        assert isinstance(before, SlimeStage) and before.view is not None
        start = before.view.slimes[2].square
        driver.send(KeyPressed("2"), Command(CommandName.UP))
        drag(before, start, start + 3 * HEIGHT)
        before.say(0, "hello")
        steer = before.draft()
        assert steer is not None and steer.headings == (None, Heading.UP, Heading.RIGHT, None, None)
        at_table.settings_applied()
        driver.until(lambda: at_table.conductor.chooser is not None)
        after = at_table.stage
        assert isinstance(after, SlimeStage) and after is not before
        assert after.draft() == steer
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: at_table.conductor.chooser is not None and after.view != before.view)
        route = after.draft()
        assert route is not None and route.headings[2] is Heading.RIGHT, "the route goes on"


def recorded(home: Path, *bots: str) -> Path:
    """The recording of a match between two computers."""
    path = home / "match.souk"
    seats = tuple(SeatRecord(name, bot) for name, bot in zip("AB", bots, strict=True))
    writer = ReplayWriter(path, header_of(CABINETS["slime"].info, 3, Options(), seats))
    match = feed(*bots, writer=writer)
    now = 0.0
    while not match.over:
        match.poll(now)
        now += 1.0
    match.close()
    return path


def test_a_replay_knows_the_whole_chart_wherever_it_is_entered(home: Path) -> None:
    path = recorded(home, "greedy", "random")
    with driving(lambda context: replay_table(context, path)) as driver:
        at_table = table(driver)
        stage = at_table.stage
        assert isinstance(stage, SlimeStage)
        assert isinstance(at_table, ReplayTable)
        at_table.pause()
        at_table.seek(len(at_table.replay))
        driver.step(3)
        known = stage._history.until(180)
        assert [turn for turn, _, _ in known] == list(range(181))
        assert known[-1][1:] == at_table.replay.entries[-1].scores
        assert driver.context.typeface.overflows == []


def test_the_timeline_marks_captures_and_deaths(home: Path) -> None:
    with driving(lambda context: replay_table(context, recorded(home, "greedy", "greedy"))) as driver:
        at_table = table(driver)
        assert isinstance(at_table, ReplayTable)
        timeline = at_table.timeline
        seen = set()
        for number, turn in enumerate(timeline.turns):
            kinds = {event.kind for entry in turn.entries for event in entry.events}
            ticks = timeline.ticks_of(number)
            assert (Tick.GAIN in ticks) == ("captured" in kinds)
            assert (Tick.LOSS in ticks) == bool(kinds & {"crossed", "met", "enclosed"})
            seen |= ticks
        assert seen == {Tick.GAIN, Tick.LOSS}


def test_a_replay_goes_on_by_hand_a_turn_at_a_time(home: Path) -> None:
    with driving(lambda context: replay_table(context, recorded(home, "greedy", "greedy"))) as driver:
        at_table = table(driver)
        assert isinstance(at_table, ReplayTable)
        driver.command(CommandName.HURRY)
        assert not at_table.playing
        at_table.seek(0)
        for step in (1, 2, 3):
            driver.command(CommandName.RIGHT)
            driver.until(lambda: at_table.conductor.idle)
            assert at_table.replay.position == step
        driver.step(300)
        assert at_table.replay.position == 3
        driver.command(CommandName.LEFT)
        assert at_table.replay.position == 2
