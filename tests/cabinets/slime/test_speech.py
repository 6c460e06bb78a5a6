"""What people say at the table of Slime: written or chosen, heard with the next orders, shown beside the banner."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.slime.rules import MESSAGE_BYTES
from game.engine.input import FIRST_PAD, CommandName, KeyPressed, TextTyped
from game.engine.widgets.parts.editing import EditedLine
from game.scenes.feeds.local import LocalFeed
from game.scenes.table.menu import MenuChoice
from game.scenes.table.scene import TableScene
from game.scenes.table.speech import SpeechDialog
from tests.cabinets.slime.test_table import feed, table
from tests.scenes.scene_driver import Driver, driving


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def opened(driver: Driver) -> SpeechDialog:
    """The dialog, opened by its key once somebody is asked."""
    at_table = table(driver)
    driver.until(lambda: at_table.conductor.chooser is not None)
    driver.send(KeyPressed("m"))
    driver.until(lambda: not driver.context.stack.fading)
    dialog = driver.top
    assert isinstance(dialog, SpeechDialog)
    return dialog


def play_turn(driver: Driver, match: LocalFeed) -> None:
    turn = match.view.turn
    driver.command(CommandName.CONFIRM)
    driver.until(lambda: match.view.turn == turn + 1 and table(driver).conductor.chooser is not None)


def test_what_is_written_is_heard_with_the_next_orders() -> None:
    match = feed("human", "random")
    with driving(lambda context: TableScene(context, match)) as driver:
        opened(driver)
        driver.send(TextTyped("조심하세요"))
        driver.command(CommandName.CONFIRM)
        assert driver.top is table(driver)
        assert match.view.teams[0].message == "", "it goes out with the orders, not before"
        play_turn(driver, match)
        assert match.view.teams[0].message == "조심하세요"
        assert any(event.kind == "said" for event in match.entries[0].events)
        play_turn(driver, match)
        moves = [move for step in match._match.steps for move in step.moves if move.seat == 0]
        assert moves[-1].action.message is None, "it is said once"
        assert match.view.teams[0].message == "조심하세요", "and stays until the next"


def test_a_pad_chooses_among_what_is_ready() -> None:
    match = feed("human", "random")
    with driving(lambda context: TableScene(context, match)) as driver:
        at_table = table(driver)
        driver.until(lambda: at_table.conductor.chooser is not None)
        driver.command(CommandName.MENU, FIRST_PAD)
        assert MenuChoice.SAY in at_table.menu_choices()
        driver.context.stack.pop(MenuChoice.SAY)
        driver.until(lambda: isinstance(driver.top, SpeechDialog) and not driver.context.stack.fading)
        driver.command(CommandName.DOWN, FIRST_PAD)
        driver.command(CommandName.CONFIRM, FIRST_PAD)
        assert driver.top is at_table
        play_turn(driver, match)
        assert match.view.teams[0].message in ("Hello!", "Good luck!", "Well done!", "Watch out!")


def test_what_was_said_goes_out_when_the_time_runs_out() -> None:
    match = feed("human", "random", seconds=1)
    with driving(lambda context: TableScene(context, match)) as driver:
        opened(driver)
        driver.send(TextTyped("hi"))
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: match.view.turn == 1)
        assert match.view.teams[0].message == "hi"


def test_an_entry_takes_no_more_bytes_than_the_protocol_has() -> None:
    with driving(lambda context: TableScene(context, feed("human", "random"))) as driver:
        dialog = opened(driver)
        driver.send(TextTyped("슬" * 20))
        assert dialog.entry is not None
        assert dialog.entry.text == "슬" * (MESSAGE_BYTES // 3)


def test_a_message_that_may_not_be_said_is_refused_at_once() -> None:
    match = feed("human", "random")
    with driving(lambda context: TableScene(context, match)) as driver:
        stage = table(driver).stage
        assert stage.say(0, "👩\u200d🚀") == "slime.refuse.message"
        driver.until(lambda: table(driver).conductor.chooser is not None)
        play_turn(driver, match)
        assert match.view.teams[0].message == ""


def test_only_who_plays_may_speak() -> None:
    with driving(lambda context: TableScene(context, feed("random", "random"))) as driver:
        at_table = table(driver)
        driver.send(KeyPressed("m"))
        assert driver.top is at_table
        assert MenuChoice.SAY not in at_table.menu_choices()


def test_a_line_may_be_bounded_in_bytes() -> None:
    line = EditedLine("ab", limit=10, most_bytes=6)
    assert not line.insert("슬라임")
    assert line.text == "ab슬"
    assert line.insert("c") and line.text == "ab슬c"
    line.set("슬라임")
    assert line.text == "슬라"
