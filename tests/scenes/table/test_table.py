"""The table: whole matches by mouse, keys and pad, and everything around them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.nullgame.rules import MOST, Take
from game.cabinets.nullgame.stage import BUTTON, BUTTONS_Y, MIDDLE
from game.core.recording.replay import read_replay
from game.engine.input import (
    FIRST_PAD,
    KEYBOARD,
    Command,
    CommandName,
    CommandReleased,
    Device,
    InputEvent,
    KeyPressed,
    KeyReleased,
    PointerPressed,
    StickMoved,
    Unplugged,
)
from game.engine.scene import Context
from game.engine.stage import SETTLE
from game.engine.widgets import Button
from game.engine.widgets.dialog import Dialog
from game.ground.settings import Settings
from game.scenes.feeds.local import LocalFeed, start_local
from game.scenes.replays.table import ReplayTable, replay_table
from game.scenes.table.menu import MenuChoice, TableMenu
from game.scenes.table.results import ResultsScene
from game.scenes.table.rules import RulesPage
from game.scenes.table.scene import TableScene
from game.scenes.table.widgets.layout import table_layout
from tests.engine.widgets.page_driver import SIZES
from tests.in_turns import in_turns
from tests.processes import children, wait_until
from tests.scenes.scene_driver import Driver, Told, driving, plan, played


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")  # a fresh home has no compiled code: compiling takes longer than playing
    return tmp_path


def table_of(context: Context, game: str = "nullgame", seats: tuple[str, ...] = ("human", "human")) -> TableScene:
    return TableScene(context, start_local(plan(game, *seats), context.settings), replay_table)


def table(driver: Driver) -> TableScene:
    return next(scene for scene in driver.context.stack.scenes if isinstance(scene, TableScene))


def asked(driver: Driver) -> bool:
    scene = driver.context.stack.top
    return isinstance(scene, ResultsScene) or (isinstance(scene, TableScene) and scene.board.choosing)


def take_by_pointer(driver: Driver, stones: int) -> None:
    left, top = table(driver).board.box.topleft
    driver.click(left + MIDDLE[0] + (stones - 2) * (BUTTON + 20), top + BUTTONS_Y)


def finished(driver: Driver) -> bool:
    return isinstance(driver.context.stack.top, ResultsScene)


def test_a_whole_match_by_pointer_alone() -> None:
    with driving(table_of) as driver:
        while True:
            driver.until(lambda: asked(driver))
            if finished(driver):
                break
            take_by_pointer(driver, 1)
        feed = table(driver).feed
        assert feed.over and {entry.movers for entry in feed.entries} == {(), (0,), (1,)}
        again = next(w for w in driver.top.group.widgets if w.focused)  # type: ignore[attr-defined]
        driver.click(*again.box.center)
        driver.until(lambda: isinstance(driver.top, TableScene) and driver.top.feed is not feed)


@pytest.mark.parametrize("device", [KEYBOARD, FIRST_PAD], ids=str)
def test_a_whole_match_by_commands_alone(device: Device) -> None:
    with driving(lambda context: table_of(context, seats=("human", "expert"))) as driver:
        while True:
            driver.until(lambda: asked(driver))
            if finished(driver):
                break
            driver.command(CommandName.RIGHT, device)
            driver.command(CommandName.CONFIRM, device)
        assert table(driver).feed.over
        driver.command(CommandName.RIGHT, device)
        driver.command(CommandName.BACK, device)
        driver.until(lambda: isinstance(driver.top, TableScene))
        driver.command(CommandName.BACK, device)
        driver.until(lambda: isinstance(driver.top, TableMenu))
        for _ in range(6):
            driver.command(CommandName.DOWN, device)
        driver.command(CommandName.CONFIRM, device)
        driver.until(lambda: driver.context.stack.top is None)


def test_a_whole_match_of_marrakech_by_keys_alone() -> None:
    with driving(lambda context: table_of(context, "marrakech")) as driver:
        driver.context.settings.motion.pace = "instant"
        driver.context.stack.apply_settings()
        presses = 0
        while not finished(driver):
            driver.until(lambda: asked(driver))
            if not finished(driver):
                driver.command(CommandName.CONFIRM)
                presses += 1
                if presses % 3 == 0:
                    driver.command(CommandName.DOWN)
            assert presses < 600
        assert table(driver).feed.over


def test_undo_takes_a_move_back() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        take_by_pointer(driver, 3)
        driver.until(lambda: asked(driver))
        assert len(table(driver).feed.entries) == 2
        driver.command(CommandName.UNDO)
        driver.until(lambda: asked(driver))
        assert len(table(driver).feed.entries) == 1
        take_by_pointer(driver, 1)
        driver.until(lambda: asked(driver))
        assert table(driver).feed.view.taken == (1, 0)


def test_a_press_hurries_what_moves() -> None:
    with driving(table_of) as driver:
        assert table(driver).stage.busy
        driver.send(Command(CommandName.HURRY))
        assert not table(driver).stage.busy and asked(driver)
        driver.step(round(SETTLE * 60) + 1)
        take_by_pointer(driver, 2)
        assert table(driver).stage.busy
        x, y = table(driver).board.box.center
        driver.send(PointerPressed(x, y))
        assert not table(driver).stage.busy


def test_a_press_that_came_too_late_to_hurry_is_not_taken_for_a_choice() -> None:
    with driving(table_of) as driver:
        driver.send(Command(CommandName.HURRY))
        before = len(table(driver).feed.entries)
        take_by_pointer(driver, 2)
        assert asked(driver) and len(table(driver).feed.entries) == before
        driver.step(round(SETTLE * 60) + 1)
        take_by_pointer(driver, 2)
        assert len(table(driver).feed.entries) == before + 1


def test_settings_that_change_leave_a_choice_where_it_was() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        driver.command(CommandName.RIGHT)
        driver.command(CommandName.LEFT)
        before = table(driver).stage
        table(driver).settings_applied()
        driver.until(lambda: asked(driver))
        assert table(driver).stage is not before
        driver.command(CommandName.CONFIRM)
        assert table(driver).feed.entries[-1].events[0].data["stones"] == MOST - 1


def test_a_deadline_plays_for_who_is_late() -> None:
    def make(context: Context) -> TableScene:
        return TableScene(context, LocalFeed(CABINETS["nullgame"], plan("nullgame", "human", "human", limit=5.0)))

    with driving(make) as driver:
        driver.until(lambda: asked(driver))
        deadline = table(driver).feed.deadline
        assert deadline is not None and deadline.seconds == 5.0
        driver.step(30)
        driver.until(lambda: len(table(driver).feed.entries) == 2, frames=400)
        assert table(driver).feed.entries[1].movers == (0,)


def test_the_menu_stops_the_clock() -> None:
    def make(context: Context) -> TableScene:
        return TableScene(context, LocalFeed(CABINETS["nullgame"], plan("nullgame", "human", "human", limit=5.0)))

    with driving(make) as driver:
        driver.until(lambda: asked(driver))
        driver.command(CommandName.MENU)
        driver.until(lambda: isinstance(driver.top, TableMenu))
        driver.step(600)
        driver.command(CommandName.BACK)
        driver.until(lambda: isinstance(driver.top, TableScene))
        driver.step(5)
        assert len(table(driver).feed.entries) == 1


def test_leaving_a_match_is_asked_about_and_its_recording_kept() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        take_by_pointer(driver, 2)
        driver.command(CommandName.BACK)
        driver.until(lambda: isinstance(driver.top, TableMenu))
        for _ in range(4):
            driver.command(CommandName.DOWN)
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, Dialog))
        line = driver.context.texts.line
        assert isinstance(driver.top, Dialog) and driver.top.text == line("table.leave.goes_on")
        assert line("title.continue") in driver.top.text, "it says where the match can be continued"
        recording = table(driver).feed.recording
        driver.command(CommandName.BACK)
        driver.until(lambda: isinstance(driver.top, TableScene))
        table(driver).resumed("leave")
        driver.until(lambda: driver.context.stack.top is None)
        assert recording is not None and len(read_replay(recording).steps) == 2


def test_the_way_out_is_in_one_place_however_much_the_menu_offers() -> None:
    places = set()
    for choices in ([MenuChoice.RULES] * 2, [MenuChoice.RULES] * 5):
        with driving(lambda context, choices=choices: TableMenu(context, [*choices, MenuChoice.LEAVE])) as driver:
            last = [widget for widget in driver.top.group.walk() if isinstance(widget, Button)][-1]  # type: ignore[attr-defined]
            places.add(tuple(last.box))
    assert len(places) == 1


def test_rules_and_log_are_reached_by_keys() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        driver.command(CommandName.LOG)
        assert table(driver).group.focused_widget is table(driver).log
        driver.command(CommandName.LOG)
        assert table(driver).group.focused_widget is table(driver).board
        for _ in range(MOST + 3):
            driver.command(CommandName.NEXT)
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, RulesPage))


def test_whose_turn_begins_has_the_keys_on_the_board() -> None:
    """Arrows pressed while others move lead away from the board, and Return would then press a button."""
    with driving(lambda context: table_of(context, seats=("human", "expert"))) as driver:
        driver.until(lambda: asked(driver))
        take_by_pointer(driver, 1)
        driver.command(CommandName.LOG)
        assert table(driver).group.focused_widget is table(driver).log
        driver.until(lambda: asked(driver))
        assert table(driver).group.focused_widget is table(driver).board
        driver.command(CommandName.LOG)
        driver.step(30)
        assert table(driver).group.focused_widget is table(driver).log


def test_the_log_tells_only_what_has_been_shown() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        take_by_pointer(driver, 2)
        assert len(table(driver).feed.entries) == 2 and len(table(driver).conductor.seen) == 1
        driver.until(lambda: asked(driver))
        assert len(table(driver).conductor.seen) == 2


def test_a_refusal_leaves_the_choice_open() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        table(driver).conductor.chosen(Take(9))
        driver.step()
        assert asked(driver) and len(table(driver).feed.entries) == 1


def test_the_replay_follows_the_results_and_leads_back_to_them() -> None:
    def make(context: Context) -> TableScene:
        return TableScene(context, played(start_local(plan("nullgame", "human", "human"), Settings())), replay_table)

    with driving(make) as driver:
        driver.until(lambda: finished(driver))
        driver.command(CommandName.LEFT)
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, ReplayTable) and not driver.context.stack.fading)
        driver.command(CommandName.BACK)
        driver.until(lambda: finished(driver) and not driver.context.stack.fading)
        driver.context.stack.pop(MenuChoice.AGAIN)
        driver.until(lambda: isinstance(driver.top, TableScene) and not driver.top.feed.over)


def test_a_window_closed_in_mid_animation_leaves_no_process(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "from game.cabinets.nullgame.bots import ExpertBot\n\n\nclass Own(ExpertBot):\n    pass\n", encoding="utf-8"
    )
    before = children()
    with driving(lambda context: table_of(context, seats=(f"{file}:Own", "expert"))) as driver:
        driver.until(lambda: bool(children() - before))
        driver.until(lambda: table(driver).stage.busy)
    wait_until(lambda: children() <= before, "the end of the bots")


def test_a_bot_that_fails_is_named_and_the_match_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("class Broken: pass\n", encoding="utf-8")
    told = Told()
    with driving(lambda context: table_of(context, seats=("human", f"{file}:Broken"))) as driver:
        driver.context.notify = told
        driver.until(lambda: asked(driver))
        take_by_pointer(driver, 1)
        driver.until(lambda: asked(driver))
        assert len(table(driver).feed.entries) == 3
    assert len(told) == 1 and told[0].startswith("Seat 1: ")


def test_a_table_that_is_built_again_rings_its_board_only_where_it_was_ringed() -> None:
    with driving(partial(table_of, seats=("random", "random"))) as driver:
        for ringed in (False, True):
            table(driver).board.announced = ringed
            table(driver).rebuild()
            assert table(driver).board.focused and table(driver).board.announced == ringed


def test_settings_changed_in_a_match_are_taken_over() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        driver.context.settings.language = "ko"
        driver.context.settings.display.text_size = 150
        driver.app.apply_settings()
        driver.until(lambda: asked(driver))
        driver.step()
        assert driver.context.typeface.overflows == []
        take_by_pointer(driver, 1)
        driver.until(lambda: asked(driver))
        assert len(table(driver).feed.entries) == 2


@pytest.mark.parametrize("seats", range(1, 9))
@pytest.mark.parametrize("with_timeline", [False, True])
def test_nothing_lies_on_anything_else(seats: int, with_timeline: bool) -> None:
    layout = table_layout(seats, with_timeline)
    boxes = [layout.board, layout.log, layout.side, *layout.panels, *([layout.timeline] if layout.timeline else [])]
    for number, box in enumerate(boxes):
        assert box.width > 0 and box.height >= 60
        assert box.left >= 0 and box.right <= 1280 and box.bottom <= 720
        assert all(not box.colliderect(other) for other in boxes[number + 1 :])


@in_turns(language=["ko", "en"], size=SIZES, text_size=[100, 150])
@pytest.mark.parametrize(("game", "seats"), [("marrakech", 4), ("nullgame", 3)])
def test_no_text_overflows(language: str, size: tuple[int, int], text_size: int, game: str, seats: int) -> None:
    def make(context: Context) -> TableScene:
        feed = played(LocalFeed(CABINETS[game], plan(game, *["human"] * seats)), 4)
        return TableScene(context, feed)

    with driving(make, size=size, language=language, text_size=text_size) as driver:
        driver.until(lambda: asked(driver))
        driver.step(2)
        assert driver.context.typeface.overflows == []


@pytest.mark.parametrize("game", ["nullgame", "marrakech"])
def test_a_hint_is_put_in_focus_and_can_be_played(game: str) -> None:
    with driving(lambda context: table_of(context, game)) as driver:
        driver.until(lambda: asked(driver))
        scene = table(driver)
        suggested: list[object] = []
        suggest = scene.stage.suggest

        def listen(action: object) -> None:
            suggested.append(action)
            suggest(action)

        scene.stage.suggest = listen  # type: ignore[method-assign]
        driver.command(CommandName.HINT)

        def hinted() -> bool:
            driver.step()
            return bool(suggested)

        wait_until(hinted, "the hint")
        assert scene.feed.hints == 1
        before = len(scene.feed.entries)
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: len(scene.feed.entries) > before)
        if isinstance(suggested[0], Take):
            assert scene.feed.view.taken[0] == suggested[0].stones


def test_a_stage_hears_of_keys_that_are_held_and_let_go() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        heard: list[InputEvent] = []
        scene = table(driver)
        scene.stage.handle = heard.append  # type: ignore[method-assign, assignment]
        driver.send(KeyPressed("a"), KeyPressed("a", repeated=True), KeyReleased("a"), KeyReleased("b"))
        assert heard == [KeyPressed("a"), KeyPressed("a", repeated=True), KeyReleased("a")]
        heard.clear()
        driver.send(KeyPressed("a"), Command(CommandName.UP))
        driver.command(CommandName.MENU)
        driver.step(3)
        let_go = [KeyReleased("a"), CommandReleased(CommandName.UP)]
        assert heard == [KeyPressed("a"), Command(CommandName.UP), *let_go], "a menu lies over the table"
        driver.command(CommandName.BACK)
        driver.until(lambda: driver.top is scene)
        heard.clear()
        driver.command(CommandName.LOG)
        driver.send(StickMoved(0.5, 0.0), Unplugged(FIRST_PAD), KeyReleased("a"))
        assert heard == [StickMoved(0.5, 0.0), Unplugged(FIRST_PAD)], "a stick is the board's, whatever has the focus"


def test_what_is_refused_stands_in_the_log_with_what_was_played_then() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        log = table(driver).log
        before = [row.text for row in log._rows]
        table(driver).conductor.chosen(Take(9))
        driver.until(lambda: bool(table(driver).conductor.refusals))
        driver.step(2)
        assert [row.text for row in log._rows] == before, "nothing is added to what somebody else has played"
        refusal = table(driver).conductor.refusals[0]
        why = driver.context.texts.line(refusal.key)
        table(driver).conductor.chosen(Take(1))
        driver.until(lambda: len(log._rows) > len(before))
        row = log._rows[len(before)]
        assert why in row.text and row.turn.entries[0].movers == (refusal.seat,)
