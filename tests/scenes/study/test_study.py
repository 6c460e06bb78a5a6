"""Editors of positions and puzzles, of every game that brings them: by mouse, by keys, by text."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cabinets.listed import CABINETS, found
from game.cabinets.stages import PRESENTATIONS
from game.core.puzzles.book import SpotQuiz
from game.engine.input import CommandName, PointerMoved, PointerPressed, PointerReleased
from game.engine.loop.pace import FRAMES_PER_SECOND
from game.engine.widgets import Button, Entry, MemoryClipboard
from game.ground import paths
from game.scenes.page.more import entries_of
from game.scenes.replays.shelf import Shelf
from game.scenes.review.sandbox import SandboxTable
from game.scenes.review.table import ReviewTable
from game.scenes.setup.scene import SetupScene
from game.scenes.study import opening
from game.scenes.study.editor import BrushButton, EditorScene
from game.scenes.study.progress import Kept, Progress, puzzle_of
from game.scenes.study.puzzle_table import PuzzleTable
from game.scenes.study.puzzles import PuzzlesScene
from game.scenes.study.quiz import BOARDS, QuizScene
from game.scenes.table.results import HASTE
from game.scenes.table.widgets.panels import seat_lines
from tests.engine.widgets.page_driver import click, the, widgets
from tests.processes import wait_until
from tests.scenes.scene_driver import Driver, Told, driving
from tests.walks import state_of


def named(name: str) -> list[str]:
    found = [game for game in PRESENTATIONS.names if any(entry.name == name for entry in entries_of(game))]
    assert found, "a test of nothing"
    return found


def opener(game: str, name: str) -> Any:
    return lambda context: getattr(opening, name)(context, game)


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")


@pytest.fixture(params=named("editor"))
def editor(request: pytest.FixtureRequest) -> Iterator[Driver]:
    with driving(opener(request.param, "editor")) as driver:
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
    while scene.past:
        editor.command(CommandName.UNDO)
    assert scene.position == begun


def test_a_brush_that_is_held_down_paints_what_it_comes_over(editor: Driver) -> None:
    scene = top(editor)
    scene.clear()
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
    scene.clear()
    assert scene.group.focused_widget is scene.board
    for key in (CommandName.CONFIRM, CommandName.UP, CommandName.CONFIRM):
        editor.command(key)
    assert len(scene.position.pieces) == 1
    editor.command(CommandName.NEXT)
    assert scene.group.focused_widget is not scene.board


def test_turns_flips_and_shifts_come_back(editor: Driver) -> None:
    scene = top(editor)
    scene.clear()
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
    scene.clear()
    assert widgets(editor, Entry)[0].text != text
    entry.on_change(text)
    assert scene.position.pieces == pieces
    said = scene.said.text
    entry.on_change("@@ nonsense")
    assert scene.said.text != said
    assert scene.position.pieces == pieces


def test_a_position_is_played_and_analysed(editor: Driver) -> None:
    scene = top(editor)
    if scene.as_text()[1] is not None or not scene.as_text()[0]:
        press(editor, free(editor)[len(free(editor)) // 2])
    text, problem = scene.as_text()
    assert problem is None
    editor.context.settings.guided = (scene.editing.game,)
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
        recording = table.trial.recording
        review = the(editor, Button, lambda button: button.icon == "chart-line")
        assert recording is not None and not review.enabled
        choice = table.feed.choice
        assert choice is not None and choice.legal
        table.conductor.play(choice.legal[0])
        editor.until(lambda: review.enabled and table.conductor.idle)
        click(editor, review)
        editor.until(lambda: isinstance(editor.top, ReviewTable) and not editor.context.stack.fading)
        shown = editor.top
        assert isinstance(shown, ReviewTable)
        assert shown.feed.recording == recording and Shelf(paths.replays()).recordings[0].path == recording
        assert shown.feed.options == setup_options(scene, text) and shown.judging.match.count >= 2
        editor.command(CommandName.BACK)


def setup_options(scene: EditorScene, text: str) -> Any:
    """The options of a match from a position of the editor."""
    return msgspec.structs.replace(scene.options, position=text)


@pytest.mark.parametrize("tried", [False, True])
def test_a_study_is_kept_once_something_is_tried(editor: Driver, tried: bool) -> None:
    scene = top(editor)
    if scene.as_text()[1] is not None or not scene.as_text()[0]:
        press(editor, free(editor)[len(free(editor)) // 2])
    scene.analyse()
    editor.until(lambda: isinstance(editor.top, SandboxTable) and not editor.context.stack.fading)
    table = editor.top
    assert isinstance(table, SandboxTable)
    if tried:
        editor.until(lambda: table.conductor.chooser is not None)
        choice = table.feed.choice
        assert choice is not None and choice.legal
        table.conductor.play(choice.legal[0])
        editor.until(lambda: table.anything_tried and table.conductor.idle)
    table.ask_to_leave()
    editor.until(lambda: editor.top is scene and not editor.context.stack.fading)
    assert len(list(paths.replays().glob("*.souk"))) == tried


@pytest.mark.parametrize("game", named("editor"))
def test_nothing_of_the_editor_is_cut(game: str) -> None:
    for language, size, text_size in (("ko", (960, 540), 150), ("en", (1920, 1080), 100)):
        with driving(opener(game, "editor"), language=language, size=size, text_size=text_size) as driver:
            driver.context.typeface.overflows.clear()
            driver.step(2)
            assert not driver.context.typeface.overflows


def book_of(game: str) -> Any:
    with driving(opener(game, "puzzles")) as driver:
        scene = driver.top
        assert isinstance(scene, PuzzlesScene)
        return scene.book


def table(driver: Driver) -> PuzzleTable:
    driver.until(lambda: isinstance(driver.top, PuzzleTable) and not driver.context.stack.fading)
    scene = driver.top
    assert isinstance(scene, PuzzleTable)
    driver.until(lambda: scene.board.choosing)
    return scene


def solve(driver: Driver) -> None:
    """Play what the book says until it is won."""
    scene = table(driver)
    while not scene.feed.solved:
        driver.until(lambda: scene.board.choosing or scene.feed.solved)
        if scene.feed.solved:
            break
        moves = scene.feed.moves
        scene.choose(scene.feed.best())
        driver.until(lambda moves=moves: scene.feed.moves > moves)  # type: ignore[misc]
        assert not scene.feed.wrong
    driver.until(lambda: scene.conductor.idle)
    driver.step(2)


def confirm_lit(driver: Driver, scene: PuzzleTable) -> None:
    """Press what is lit by Enter, once it was seen how the puzzle went."""
    driver.until(lambda: scene.conductor.idle)
    driver.step(round(HASTE * FRAMES_PER_SECOND) + 2)
    driver.command(CommandName.CONFIRM)


def first_wrong(scene: PuzzleTable) -> Any:
    """A move that lets the win slip."""
    choice = scene.feed.choice
    assert choice is not None
    if choice.legal is None:
        return scene.feed.match.rules.fallback(state_of(scene.feed.match), scene.feed.solver)
    best = scene.feed.best()
    return next(action for action in choice.legal if action != best)


@pytest.mark.parametrize("game", named("puzzles"))
def test_a_puzzle_is_solved_failed_taken_back_and_counted(game: str) -> None:
    with driving(opener(game, "puzzles")) as driver:
        scene = driver.top
        assert isinstance(scene, PuzzlesScene)
        driver.context.settings.motion.pace = "instant"
        first = scene.shown[0]
        driver.command(CommandName.CONFIRM)
        puzzle = table(driver)
        assert puzzle.puzzle == first
        told = [(info.name, *seat_lines(info, game, puzzle.texts, alone=True)) for info in puzzle.feed.seats]
        assert len({words for plate in told for words in plate}) == 4, "a plate says a thing once"
        puzzle.choose(first_wrong(puzzle))
        driver.until(lambda: puzzle.feed.wrong)
        driver.until(lambda: puzzle.progress.of(first).tries == 1)
        assert puzzle.feed.choice is None
        assert not puzzle.progress.of(first).solved
        driver.until(lambda: puzzle.conductor.idle)
        driver.step(2)
        assert puzzle.ribbon().text == puzzle.texts.line("study.puzzle.wrong"), "nobody is moving any more"
        if game == "omok":
            assert puzzle.texts.line("omok.why.fours") in puzzle._said, "what was missed is said"
        driver.command(CommandName.CONFIRM)
        driver.step(3)
        assert driver.top is puzzle and puzzle.feed.wrong, "a press that was meant for the board"
        confirm_lit(driver, puzzle)
        puzzle = table(driver)
        assert not puzzle.feed.wrong
        assert puzzle.feed.moves == 0
        driver.command(CommandName.HINT)
        assert puzzle.progress.of(first).hints == 1
        solve(driver)
        assert puzzle.progress.of(first).solved
        assert puzzle.progress.of(first).tries == 2
        assert puzzle.ribbon().text == puzzle.texts.line("study.puzzle.solved")
        confirm_lit(driver, puzzle)
        driver.until(lambda: driver.top is not puzzle)
        assert table(driver).puzzle == scene.shown[1]
        driver.context.stack.pop()
        driver.until(lambda: driver.top is scene)
        driver.step(3)
        assert Progress(game).of(first).solved
        assert scene.subheading.startswith("1 ")
        scene.open(next(puzzle for puzzle in scene.puzzles if puzzle.kind == scene.kinds[-1]))
        assert scene._list.count == len(scene.shown)


@pytest.mark.parametrize("game", named("puzzles"))
def test_every_days_puzzle_is_the_same_for_all_and_progress_survives_a_broken_file(game: str, tmp_path: Path) -> None:
    puzzles = book_of(game).puzzles()
    assert len({puzzle.name for puzzle in puzzles}) == len(puzzles)
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(60)]
    assert len({puzzle_of(day, puzzles).name for day in days}) > min(30, len(puzzles) // 2)
    assert puzzle_of(days[0], puzzles) == puzzle_of(days[0], puzzles)
    progress = Progress(game)
    progress.tried(puzzles[0], solved=True)
    (file,) = (tmp_path / "config" / "puzzles").glob("*.json")
    file.write_text("{", encoding="utf-8")
    assert not Progress(game).of(puzzles[0]).solved


@pytest.mark.slow
@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("game", named("puzzles"))
def test_what_each_kind_of_puzzle_asks_is_whole_in_large_text(game: str, language: str) -> None:
    with driving(opener(game, "puzzles"), language=language, size=(960, 540), text_size=150) as driver:
        scene = driver.top
        assert isinstance(scene, PuzzlesScene)
        for kind in scene.kinds:
            scene.open([puzzle for puzzle in scene.puzzles if puzzle.kind == kind][-1])
            table(driver)
            driver.context.typeface.forget_overflows()
            driver.step(2)
            assert driver.context.typeface.overflows == [], kind
            driver.context.stack.pop()
            driver.until(lambda: driver.top is scene)


@pytest.mark.parametrize("game", named("puzzles"))
@pytest.mark.parametrize(
    ("language", "size", "text_size"),
    [("ko", (960, 540), 150), pytest.param("en", (1920, 1080), 100, marks=pytest.mark.slow)],
)
def test_nothing_of_the_puzzles_is_cut(game: str, language: str, size: tuple[int, int], text_size: int) -> None:
    with driving(opener(game, "puzzles"), language=language, size=size, text_size=text_size) as driver:
        driver.step(2)
        driver.command(CommandName.CONFIRM)
        scene = table(driver)
        scene.choose(first_wrong(scene))
        driver.until(lambda: scene.conductor.idle)
        driver.step(2)
        assert not driver.context.typeface.overflows


@pytest.mark.parametrize(
    "data", [b'{"on\xff":{}}', b'{"one":' + b"[" * 3000, b"[]", b""], ids=["text", "deep", "list", "none"]
)
def test_progress_that_cannot_be_read_counts_as_none(data: bytes) -> None:
    path = paths.config() / "puzzles" / "omok.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    assert Progress("omok").solved([]) == 0


def test_games_that_bring_something_to_study_are_found() -> None:
    assert {"omok", "tablut"} <= {*named("editor")} & {*named("puzzles")}
    assert "omok" in named("quiz")


@pytest.mark.parametrize("game", named("quiz"))
def test_a_quiz_counts_what_is_found_and_its_clock_stands_while_it_is_told(game: str) -> None:
    with driving(lambda context: opening.quiz(context, game, seed=1)) as driver:
        scene = driver.top
        assert isinstance(scene, QuizScene)
        for number in range(BOARDS):
            question, board = scene.question, scene.board
            scale = board.box.width / board.stage.width
            wanted = sorted(question.spots)[number == 0 :]
            for spot in (*wanted, min(question.taken)):
                middle = board.chooser.layout.middle(spot)
                driver.click(board.box.left + middle[0] * scale, board.box.top + middle[1] * scale)
            assert board.marked == frozenset(wanted), "what is taken is not marked"
            driver.step(3)
            click(driver, scene.go)
            seconds = scene.seconds
            assert seconds > 0
            assert board.right == question.spots
            driver.step(10)
            assert scene.seconds == seconds
            assert scene.solved == number, "the first board lacks one"
            if number < BOARDS - 1:
                click(driver, scene.go)
                driver.step(2)
        assert scene.over
        assert driver.context.typeface.overflows == []


def _spot_quiz(game: str) -> SpotQuiz:
    quiz: SpotQuiz = found(PRESENTATIONS[game].quiz or "")()
    return quiz


@pytest.mark.parametrize("game", named("quiz"))
def test_a_quiz_asks_the_same_for_the_same_seed_and_what_the_rules_forbid(game: str) -> None:
    first, second = (list(islice(_spot_quiz(game).questions(seed=2), count)) for count in (BOARDS, BOARDS // 4))
    assert len(first) == BOARDS and first[: len(second)] == second != []
    for question in first:
        assert question.spots
        assert not question.spots & question.taken


@pytest.mark.slow
@pytest.mark.parametrize("game", named("puzzles")[:1])
def test_the_last_puzzle_of_a_set_leads_back_with_a_word(game: str) -> None:
    with driving(opener(game, "puzzles")) as driver:
        scene = driver.top
        assert isinstance(scene, PuzzlesScene)
        driver.command(CommandName.CONFIRM)
        puzzle = table(driver)
        for other in scene.puzzles:
            if other.kind == puzzle.puzzle.kind and other != puzzle.puzzle:
                puzzle.progress._kept[other.name] = Kept(1, 0, solved=True)
        driver.context.notify = said = Told()  # type: ignore[method-assign]
        puzzle._go_on()
        driver.until(lambda: driver.top is scene)
        assert not said, "this one is still open"
        puzzle.progress.tried(puzzle.puzzle, solved=True)
        scene.open(puzzle.puzzle)
        driver.until(lambda: driver.top is not scene)
        table(driver)._go_on()
        driver.until(lambda: driver.top is scene)
        assert said == [puzzle.texts.line("study.puzzle.whole_set")]
