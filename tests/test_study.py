"""Editors of positions and puzzles, of every game that brings them: by mouse, by keys, by text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS, found
from game.cabinets.stages import PRESENTATIONS
from game.engine.input import CommandName, PointerMoved, PointerPressed, PointerReleased
from game.engine.widgets import Button, Entry, MemoryClipboard
from game.scenes.review.sandbox import SandboxTable
from game.scenes.setup.scene import SetupScene
from game.scenes.study.brushes import BrushButton
from game.scenes.study.editor import EditorScene
from tests.page_driver import click, the, widgets
from tests.processes import wait_until
from tests.scene_driver import Driver, driving


def named(name: str) -> list[str]:
    return [game for game in PRESENTATIONS.names if any(entry.name == name for entry in PRESENTATIONS[game].more)]


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")


@pytest.fixture(params=named("editor"))
def editor(request: pytest.FixtureRequest) -> Iterator[Driver]:
    entry = next(entry for entry in PRESENTATIONS[request.param].more if entry.name == "editor")
    with driving(found(entry.scene)) as driver:
        top(driver).style.clipboard = MemoryClipboard()
        yield driver


def top(driver: Driver) -> EditorScene:
    scene = driver.top
    assert isinstance(scene, EditorScene)
    return scene


def place(driver: Driver, square: int) -> tuple[float, float]:
    """Where a square lies in the window."""
    board = top(driver).board
    spot = board.chooser.layout.spots[square]
    scale = board.box.width / board.stage.width
    return board.box.left + spot.x * scale, board.box.top + spot.y * scale


def press(driver: Driver, square: int, button: int = 1) -> None:
    x, y = place(driver, square)
    driver.send(PointerMoved(x, y), PointerPressed(x, y, button), PointerReleased(x, y, button))


def free(driver: Driver) -> list[int]:
    scene = top(driver)
    return [square for square in scene.squares if square not in scene.position.pieces]


def test_stones_are_painted_and_wiped_by_mouse(editor: Driver) -> None:
    scene = top(editor)
    begun = scene.position
    square = free(editor)[3]
    for button in widgets(editor, BrushButton):
        click(editor, button)
        if button.name is not None:
            press(editor, square)
            assert scene.position.pieces[square] == button.name
    press(editor, square)
    assert square not in scene.position.pieces
    first = widgets(editor, BrushButton)[0]
    click(editor, first)
    press(editor, square)
    press(editor, square, 3)
    assert square not in scene.position.pieces
    while scene._past:
        editor.command(CommandName.UNDO)
    assert scene.position == begun


def test_a_brush_that_is_held_down_paints_what_it_comes_over(editor: Driver) -> None:
    scene = top(editor)
    scene._clear()
    row = [square for square in scene.squares if scene.squares.place(square)[1] == 1][1:4]
    x, y = place(editor, row[0])
    editor.send(PointerMoved(x, y), PointerPressed(x, y))
    for square in row[1:]:
        editor.send(PointerMoved(*place(editor, square)))
    editor.send(PointerReleased(*place(editor, row[-1])), PointerMoved(*place(editor, row[-1] + 1)))
    painted = [square for square in row if square in scene.position.pieces]
    assert painted
    assert row[-1] + 1 not in scene.position.pieces
    assert scene.board.brush is not None


def test_keys_alone_paint(editor: Driver) -> None:
    scene = top(editor)
    scene._clear()
    assert scene.group.focused_widget is scene.board
    for key in (CommandName.CONFIRM, CommandName.UP, CommandName.CONFIRM):
        editor.command(key)
    assert len(scene.position.pieces) == 1
    editor.command(CommandName.NEXT)
    assert scene.group.focused_widget is not scene.board


def test_turns_flips_and_shifts_come_back(editor: Driver) -> None:
    scene = top(editor)
    scene._clear()
    for square in (free(editor)[20], free(editor)[31]):
        press(editor, square)
    before = scene.position
    line = scene.context.texts.line
    turn, flip = (
        the(editor, Button, lambda button, name=name: button.tooltip == line(f"study.editor.{name}"))
        for name in ("turn", "flip")
    )
    for button, times in ((turn, 4), (flip, 2)):
        for number in range(times):
            click(editor, button)
            assert (scene.position.pieces == before.pieces) == (number == times - 1)
    shift = [button for button in widgets(editor, Button) if button.tooltip == line("study.editor.shift")]
    for button in (shift[1], shift[3]):
        click(editor, button)
    assert scene.position.pieces == before.pieces
    for _ in range(30):
        click(editor, shift[2])
    assert len(scene.position.pieces) == 2


def test_a_text_is_the_position_and_what_is_none_is_said(editor: Driver) -> None:
    scene = top(editor)
    square = free(editor)[10]
    press(editor, square)
    entry = widgets(editor, Entry)[0]
    text, pieces = entry.text, scene.position.pieces
    assert text
    scene._clear()
    assert widgets(editor, Entry)[0].text != text
    entry.on_change(text)
    assert scene.position.pieces == pieces
    said = scene._said.text
    entry.on_change("@@ nonsense")
    assert scene._said.text != said
    assert scene.position.pieces == pieces


def test_a_position_is_played_and_analysed(editor: Driver) -> None:
    scene = top(editor)
    if scene._as_text()[1] is not None or not scene._as_text()[0]:
        press(editor, free(editor)[len(free(editor)) // 2])
    text, problem = scene._as_text()
    assert problem is None
    line = scene.context.texts.line
    click(editor, the(editor, Button, lambda button: button.label == line("study.editor.play")))
    editor.until(lambda: isinstance(editor.top, SetupScene) and not editor.context.stack.fading)
    setup = editor.top
    assert isinstance(setup, SetupScene)
    assert setup.options["position"] == text
    editor.context.stack.pop()
    editor.until(lambda: editor.top is scene and not editor.context.stack.fading)
    if CABINETS[scene.editing.game].analyst:
        click(editor, the(editor, Button, lambda button: button.label == line("study.editor.analyse")))
        editor.until(lambda: isinstance(editor.top, SandboxTable) and not editor.context.stack.fading)
        table = editor.top
        assert isinstance(table, SandboxTable)

        def judged() -> bool:
            editor.step()
            return table.weighing.judgement is not None

        wait_until(judged, "a judgement")


@pytest.mark.parametrize("game", named("editor"))
def test_nothing_of_the_editor_is_cut(game: str) -> None:
    entry = next(entry for entry in PRESENTATIONS[game].more if entry.name == "editor")
    for language, size, text_size in (("ko", (960, 540), 150), ("en", (1920, 1080), 100)):
        with driving(found(entry.scene), language=language, size=size, text_size=text_size) as driver:
            driver.context.typeface.overflows.clear()
            driver.step(2)
            assert not driver.context.typeface.overflows
