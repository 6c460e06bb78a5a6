"""What a table says beside the board, and where: notices, hints, the way back from the log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.cabinets.nullgame.stage import NullgameStage
from game.core.rules import Event, Result, SeatResult
from game.engine.canvas import Canvas
from game.engine.input import CommandName, PointerMoved, Quit
from game.engine.scene import Context, Scene
from game.engine.stage import Look, TakesUndo
from game.engine.widgets import Button, Stepper
from game.ground.settings import Settings
from game.ground.texts import Texts
from game.kit.stage import PictureStage
from game.scenes import arcade
from game.scenes.feeds.feed import LogEntry, Notice
from game.scenes.feeds.local import LocalFeed, start_local
from game.scenes.feeds.turns import turns_of
from game.scenes.table.conductor import Conductor
from game.scenes.table.finished import FinishedMatch
from game.scenes.table.log import sentence
from game.scenes.table.menu import CloseDialog, MenuChoice
from game.scenes.table.results import ResultsScene
from game.scenes.table.scene import TableScene
from game.scenes.table.widgets.head import Ribbon, TableHead
from game.scenes.table.words import sentence_of, turn_lines
from tests.engine.widgets.page_driver import click, group_of, the, widgets
from tests.scenes.scene_driver import Driver, driving, plan, played
from tests.systems import needs_full_disk

LONG = "This recording cannot be opened, because the file /home/somebody/souk/replays/{} is no longer there."


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")
    return tmp_path


def table_of(context: Context, game: str = "nullgame", seats: tuple[str, ...] = ("human", "human")) -> TableScene:
    return TableScene(context, start_local(plan(game, *seats), context.settings))


def table(driver: Driver) -> TableScene:
    scene = driver.top
    assert isinstance(scene, TableScene)
    return scene


def asked(driver: Driver) -> bool:
    return table(driver).board.choosing


def test_where_a_head_is_short_how_far_a_match_is_leaves_out_what_stands_last() -> None:
    with driving(lambda context: table_of(context, "gems")) as driver:
        stage, texts = table(driver).stage, Texts("en")
        assert turn_lines(stage, None, texts) == ("Round 1 · goal 15", "Round 1")
        assert turn_lines(stage, 7, texts) == ("Round 1 · goal 15 · game 7", "Round 1 · goal 15", "Round 1")


@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize(
    "scene",
    [table_of, arcade.settings, arcade.replays, lambda context: arcade.setup(context, "nullgame")],
    ids=["table", "settings", "replays", "setup"],
)
def test_notices_cover_neither_board_nor_button(scene: Callable[[Context], Scene], text_size: int) -> None:
    with driving(scene, text_size=text_size) as driver:
        driver.context.typeface.overflows.clear()
        for number in range(3):
            driver.context.notify(LONG.format(number))
        driver.step()
        places = driver.app.toasts.boxes(driver.context.stack.notice_place)
        assert places and not driver.context.typeface.overflows
        shown = widgets(driver, Button) + ([table(driver).board] if isinstance(driver.top, TableScene) else [])
        told = [table(driver).log.view] if isinstance(driver.top, TableScene) else []
        covered = [*(widget.box for widget in shown), *told]
        assert not [(place, box) for place in places for box in covered if place.colliderect(box)]


@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_notice_in_place_of_the_name_covers_no_other_words(language: str, text_size: int) -> None:
    """A table without a log has no other room for what is said of a hint."""
    seats = ("human", *["loner"] * 11)
    opening = driving(lambda context: table_of(context, "l4g", seats), language=language, text_size=text_size)
    with opening as driver:
        driver.until(lambda: asked(driver))
        scene, line = table(driver), driver.context.texts.line
        assert scene.frame is not None and scene.frame.head is not None
        head, ribbon = scene.frame.head, scene.ribbon()
        driver.context.notify(line("table.hint.given", bot=line("l4g.bot.loner.name")))
        driver.step()
        (place,) = driver.app.toasts.boxes(driver.context.stack.notice_place)
        assert not place.colliderect(head.ribbon_box(ribbon))
        assert head.covered and not any(head_of(driver)), "the name is left out meanwhile"
        driver.until(lambda: not driver.app.toasts.texts)
        driver.step()
        assert not head.covered and any(head_of(driver))


def head_of(driver: Driver) -> bytes:
    """Return the head's pixels left of the ribbon and its shadow, without the notice that may lie there."""
    canvas = Canvas(pygame.Surface((1280, 720)), 1.0)
    frame = table(driver).frame
    assert frame is not None
    frame.draw_head(canvas, table(driver).ribbon(), 0.0)
    return pygame.image.tobytes(canvas.surface.subsurface((76, 0, 190, 76)), "RGB")


def test_what_is_said_of_a_hint_goes_with_the_choice_it_was_for() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        driver.command(CommandName.HINT)
        assert len(driver.app.toasts.texts) == 1
        driver.until(lambda: table(driver).conductor.advised or driver.app.toasts.texts[0].startswith("Expert would"))
        driver.step(2)
        assert [text.startswith("Expert would") for text in driver.app.toasts.texts] == [True]
        driver.command(CommandName.CONFIRM)
        driver.step(2)
        assert not driver.app.toasts.texts


def test_a_hint_asked_for_by_the_pointer_is_played_by_a_key() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        bulb = table(driver).toolbar.hint
        assert bulb is not None
        click(driver, bulb)
        assert group_of(driver).focused_widget is table(driver).board
        driver.command(CommandName.CONFIRM)
        assert any(entry.movers for entry in table(driver).feed.entries)


def test_enter_and_escape_lead_back_from_the_log() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        for way in (CommandName.CONFIRM, CommandName.BACK):
            driver.command(CommandName.LOG)
            assert group_of(driver).focused_widget is table(driver).log
            driver.command(way)
            assert group_of(driver).focused_widget is table(driver).board
        assert not any(entry.movers for entry in table(driver).feed.entries)


def test_keys_pressed_before_it_is_ones_turn_lead_to_no_button() -> None:
    with driving(table_of) as driver:
        assert table(driver).stage.busy
        for name in (CommandName.UP, CommandName.RIGHT, CommandName.UP, CommandName.RIGHT):
            driver.command(name)
        assert group_of(driver).focused_widget is table(driver).board


@pytest.mark.parametrize("game", ["marrakech", "omok", "tablut", "gems", "volcano"])
def test_pointing_at_a_line_of_the_log_shows_it_on_the_board(game: str) -> None:
    with driving(lambda context: TableScene(context, begun(game, context))) as driver:
        driver.until(lambda: asked(driver))
        scene = table(driver)
        driver.step(30)
        at_rest = board_of(driver)
        row = scene.log.view
        shown = 0
        for y in range(int(row.top) + 12, int(row.bottom), 24):
            driver.send(PointerMoved(row.centerx, y))
            driver.step()
            shown += scene.log.pointed is not None and board_of(driver) != at_rest
        assert shown
        driver.send(PointerMoved(20, 700))
        driver.step(2)
        assert board_of(driver) == at_rest


def test_what_a_turn_of_slime_closed_in_is_shown_on_the_field() -> None:
    def make(context: Context) -> Scene:
        context.settings.motion.reduced = True
        return table_of(context, "slime")

    with driving(make) as driver:
        driver.until(lambda: asked(driver))
        driver.step(30)
        at_rest, stage = board_of(driver), table(driver).stage
        for kind, told in (("captured", {"squares": [150, 163]}), ("met", {"slimes": [0, 5]})):
            stage.point_out([Event("moved", {"to": list(range(100, 110))}), Event(kind, told)])
            driver.step()
            assert board_of(driver) != at_rest
        stage.point_out([])
        driver.step()
        assert board_of(driver) == at_rest


def begun(game: str, context: Context) -> LocalFeed:
    context.settings.motion.reduced = True
    return played(start_local(plan(game, "human", "human"), context.settings), steps=18)


def board_of(driver: Driver) -> bytes:
    part = driver.context.canvas.surface.subsurface(driver.context.canvas.pixels(table(driver).board.box))
    return pygame.image.tobytes(part, "RGB")


@pytest.mark.parametrize(("people", "title"), [((1,), "You won!"), ((0,), "Omar wins!"), ((0, 1), "Omar wins!")])
def test_results_are_told_as_they_are_to_who_sits_here(people: tuple[int, ...], title: str) -> None:
    looks = [Look(name, "#BB3344", "plain", "disc", seat in people) for seat, name in enumerate(("Mia", "Omar"))]
    result = Result((SeatResult(2, 31), SeatResult(1, 40)), "marrakech.end.rugs")

    def shown(context: Context) -> Scene:
        return ResultsScene(context, FinishedMatch("marrakech", looks, result, ()), [])

    with driving(shown) as driver:
        scene = driver.top
        assert isinstance(scene, ResultsScene)
        assert (scene.head.title, scene.head.won) == (title, 1 in people)
        assert ("behind" in scene.head.subtitle) == (people == (0,))
        assert "of 2" not in scene.head.subtitle, "the title has said so"


def test_who_played_against_nobody_is_told_their_points_and_not_that_they_won() -> None:
    looks, result = [Look("Mia", "#BB3344", "plain", "disc", True)], Result((SeatResult(1, 435),), "words.end.rounds")
    with driving(lambda context: ResultsScene(context, FinishedMatch("words", looks, result, ()), [])) as driver:
        scene = driver.top
        assert isinstance(scene, ResultsScene) and scene.head.title == "435 points"


def test_the_way_to_the_street_leads_there_from_anywhere() -> None:
    with driving(arcade.replays) as driver:
        driver.context.stack.push(arcade.settings(driver.context))
        driver.context.stack.push(table_of(driver.context))
        driver.until(lambda: isinstance(driver.top, TableScene) and not driver.context.stack.fading)
        table(driver).resumed(MenuChoice.TITLE)
        driver.step(2)
        assert [type(scene).__name__ for scene in driver.context.stack.scenes] == ["ReplaysScene"]


def test_the_words_of_the_head_give_up_the_name_before_they_are_small() -> None:
    with driving(table_of, text_size=150, size=(960, 540), language="ko") as driver:
        head = TableHead(driver.context.typeface, 76, 1000)
        look = Look("아주아주긴이름을가진사람", "#BB3344", "plain", "disc")
        driver.context.typeface.overflows.clear()
        for text in ("1번 슬라임의 길을 정해 주세요", "직접 감염을 거절해요. 이제 이동하거나 머물러 기도하세요"):
            head.draw(driver.context.canvas, "레프트 포 그레이드", ("1 / 120턴",), Ribbon(text, look, now=True))
        assert not driver.context.typeface.overflows


def test_tools_leave_the_words_of_the_head_their_room_in_large_text() -> None:
    with driving(lambda context: table_of(context, "omok"), text_size=150, size=(960, 540)) as driver:
        tools = table(driver).toolbar.buttons
        assert len(tools) > 3 and min(tool.box.left for tool in tools) >= 800
        assert tools[-1].icon == "menu", "what is left out is in the menu"


def confirming(context: Context) -> TableScene:
    context.settings.confirm = True
    return table_of(context)


def moves(driver: Driver) -> int:
    return sum(bool(entry.movers) for entry in table(driver).feed.entries)


def test_a_chosen_move_is_asked_about_once_more_where_one_likes_it_so() -> None:
    with driving(confirming) as driver:
        driver.until(lambda: asked(driver))
        driver.command(CommandName.RIGHT)
        driver.command(CommandName.CONFIRM)
        assert table(driver).confirming.visible and not moves(driver)
        driver.command(CommandName.BACK)
        assert not table(driver).confirming.visible and isinstance(driver.top, TableScene)
        driver.command(CommandName.CONFIRM)
        driver.command(CommandName.CONFIRM)
        assert moves(driver) == 1
        driver.until(lambda: asked(driver))
        driver.command(CommandName.RIGHT)
        driver.command(CommandName.CONFIRM)
        click(driver, the(driver, Button, lambda button: button.label == "Confirm"))
        assert moves(driver) == 2 and not table(driver).confirming.visible


def test_closing_the_window_over_a_match_asks_once() -> None:
    with driving(table_of) as driver:
        closed: list[bool] = []
        driver.app._quit = driver.context.quit = lambda: closed.append(True)  # type: ignore[method-assign]
        driver.app.take(Quit())
        driver.step(3)
        assert isinstance(driver.top, CloseDialog) and not closed
        click(driver, the(driver, Button, lambda button: button.label == "Go on"))
        driver.until(lambda: isinstance(driver.top, TableScene))
        driver.app.take(Quit())
        driver.step(3)
        click(driver, the(driver, Button, lambda button: button.label == "Leave"))
        driver.step()
        assert closed


@needs_full_disk
def test_nothing_is_promised_of_a_recording_that_the_disk_refused() -> None:
    feed = start_local(plan("nullgame", "human", "human"), Settings(), Path("/dev/full"))
    with driving(lambda context: TableScene(context, feed)) as driver:
        driver.step(3)
        driver.app.take(Quit())
        driver.step(3)
        assert isinstance(driver.top, CloseDialog)
        assert driver.top.text == driver.context.texts.line("table.leave.stopped")


def test_nothing_is_asked_where_nothing_is_lost() -> None:
    with driving(lambda context: table_of(context, seats=("expert", "expert"))) as driver:
        closed: list[bool] = []
        driver.app._quit = lambda: closed.append(True)  # type: ignore[method-assign]
        driver.app.take(Quit())
        assert closed


def test_the_size_of_texts_can_be_pressed_up_without_following_the_button() -> None:
    with driving(arcade.settings) as driver:
        stepper = widgets(driver, Stepper)[0]
        x, y = stepper.box.right - 12, stepper.box.centery
        for _ in range(5):
            driver.click(x, y)
            driver.step(20)
        driver.until(lambda: driver.context.typeface.text_size == 150)


def test_a_hint_that_is_in_focus_already_is_seen_to_be_one() -> None:
    with driving(lambda context: table_of(context, "marrakech")) as driver:
        driver.until(lambda: asked(driver))
        stage = table(driver).stage
        assert isinstance(stage, PictureStage) and stage.choice is not None
        stage.choice.cycle(1)
        driver.step()
        canvas = table(driver).board.canvas_for(driver.context.canvas)
        before = pygame.image.tobytes(canvas.surface, "RGB")
        advised = stage.choice.paths[(stage.choice.focus,)]
        stage.suggest(advised)
        driver.step()
        assert stage.hinted is None
        stage.mark_hint()
        driver.step()
        assert stage.hinted == stage.choice.focus
        assert pygame.image.tobytes(canvas.surface, "RGB") != before
        stage.choice.cycle(1)
        assert stage.hinted not in (None, stage.choice.focus)
        driver.command(CommandName.CONFIRM)
        driver.step(2)
        assert stage.hinted is None


@pytest.mark.parametrize("language", ["ko", "en"])
def test_how_a_computers_process_ended_is_not_told_to_players(language: str) -> None:
    texts = Texts(language).with_seats(["Mia", "Omar"])
    killed = Notice("bots.crash.signal", {"bot": "greedy", "signal": "SIGKILL"}, 1, computer="greedy")
    said = sentence_of(killed, "marrakech", texts)
    assert "Omar" in said and "greedy" not in said and "SIGKILL" not in said
    own = sentence_of(Notice(killed.key, {**killed.values, "bot": "fox.py:Fox"}, 1), "marrakech", texts)
    assert "fox.py:Fox" in own and "SIGKILL" in own
    late = Notice("bots.start.deadline", {"bot": "greedy", "seconds": 10}, 1, computer="greedy")
    assert "greedy" not in sentence_of(late, "marrakech", texts)


def test_what_follows_each_other_in_the_log_is_not_one_sentence() -> None:
    texts = Texts("en").with_seats(["Mia", "Omar"])
    events = (Event("laid", {"seat": 0, "squares": [1, 2]}), Event("over", {"reason": "rugs"}))
    turn = turns_of([LogEntry(0, (0,), events, 1, (0, 0))])[0]
    assert sentence(turn, "marrakech", texts) == "lays a rug · All rugs are laid."


def test_what_one_did_in_a_turn_of_all_is_told_with_a_name() -> None:
    texts = Texts("en").with_seats(["Mia", "Omar"])
    hinted = LogEntry(0, (0, 1), (Event("hinted", {"number": 1}),), 1, (0, 0))
    solved = LogEntry(1, (1,), (Event("solved", {"seat": 1, "points": 62}),), 1, (0, 62))
    (turn,) = turns_of([hinted, solved])
    assert sentence(turn, "words", texts) == "Omar has it (+62)"
    (turn,) = turns_of([solved])
    assert sentence(turn, "words", texts) == "has it (+62)"


class Undoing(NullgameStage, TakesUndo):
    """Has something to take back by itself, once."""

    has = True

    @property
    def takes_undo(self) -> bool:
        return self.has

    def take_undo(self) -> None:
        self.has = False


def test_what_a_stage_takes_back_itself_comes_before_the_matchs_undo() -> None:
    with driving(lambda context: arcade.table(context, plan("nullgame", "human", "human"))) as driver:
        table = driver.top
        assert isinstance(table, TableScene)
        driver.until(lambda: table.board.choosing)
        stage = Undoing(table.stage.surroundings)
        stage.reset(table.feed.view)
        conductor = Conductor(table.feed, stage, table.position())
        assert conductor.can_undo and not table.feed.can_undo
        assert conductor.undo() and not stage.has
        assert not conductor.can_undo and not conductor.undo()


def test_a_stage_that_stays_busy_after_it_was_hurried_hangs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with driving(lambda context: arcade.table(context, plan("nullgame", "human", "human"))) as driver:
        table = driver.top
        assert isinstance(table, TableScene)
        driver.until(lambda: table.board.choosing)
        monkeypatch.setattr(type(table.stage), "busy", property(lambda _self: True))
        with pytest.raises(RuntimeError, match="still busy"):
            table.conductor.hurry()
