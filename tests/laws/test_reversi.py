"""The example game: its rules by known counts, its stage by mouse, keys and advice, its pictures by the view."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from souk_reversi.bots import BOTS
from souk_reversi.rules import BOARD, Options, Place, Reversi, State, View, moves_of
from souk_reversi.stage import ReversiStage

from game.conformance import bench
from game.conformance.laws import LAWS_OF_RULES
from game.core.cabinet import Cabinet
from game.core.rules import SPECTATOR, Move
from game.engine.audio import Sound
from game.engine.input import Command, CommandName, InputEvent, KeyPressed, PointerMoved, PointerPressed
from game.ground.paths import assets
from game.ground.texts import LANGUAGES
from tests import ROOT
from tests.deciding import given

RULES = Reversi()
EXAMPLE = ROOT / "examples" / "reversi" / "souk_reversi"


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The texts of the house with those of the example among them."""
    pygame.init()
    pygame.display.set_mode((1, 1))
    folder = tmp_path_factory.mktemp("texts")
    shutil.copytree(assets() / "texts", folder, dirs_exist_ok=True)
    for language in LANGUAGES:
        shutil.copy(EXAMPLE / "texts" / language / "reversi.toml", folder / language)
    return folder


def asking(texts: Path, **more: object) -> tuple[ReversiStage, View]:
    """A stage at the beginning, on which the first player is asked."""
    stage = ReversiStage(bench.surroundings(2, Options(), texts=texts, **more))
    view = RULES.view(RULES.start(2, Options()), SPECTATOR)
    stage.reset(view)
    stage.choose(0, RULES.legal(RULES.start(2, Options()), 0))
    return stage, view


def middle(stage: ReversiStage, square: int) -> tuple[float, float]:
    assert stage.view is not None
    return stage.layout(stage.view).middle(square)


def count(board: list[int], seat: int, depth: int) -> int:
    """How many ways a match may go, so many moves deep; a pass is a move."""
    moves = moves_of(board, seat)
    if depth == 0 or (not moves and not moves_of(board, 1 - seat)):
        return 1
    if not moves:
        return count(board, 1 - seat, depth - 1)
    total = 0
    for square in moves:
        state = State(list(board), seat)
        RULES.step(state, [Move(seat, Place(square))])
        total += count(state.board, 1 - seat, depth - 1)
    return total


def test_as_many_ways_as_are_known() -> None:
    start = RULES.start(2, Options())
    assert [count(start.board, 0, depth) for depth in range(1, 6)] == [4, 12, 56, 244, 1396]


@pytest.mark.parametrize("check", LAWS_OF_RULES, ids=lambda check: check.name)
def test_it_keeps_every_law(check: Callable[[Cabinet, int, int], None]) -> None:
    check(Cabinet(RULES, BOTS), 2, 3)


@pytest.mark.parametrize(
    "events",
    [
        ["point 19", "press 19"],
        ["key 1"],
        [CommandName.UP, CommandName.CONFIRM],
        [CommandName.NEXT, CommandName.CONFIRM],
    ],
)
def test_a_stone_is_placed_by_pointer_digit_or_keys(events: list[str | CommandName], texts: Path) -> None:
    stage, _ = asking(texts)
    actions = [given(stage, _event(stage, event)) for event in events]
    assert actions == [None] * (len(events) - 1) + [Place(19)]


def _event(stage: ReversiStage, event: str | CommandName) -> InputEvent:
    if isinstance(event, CommandName):
        return Command(event)
    kind, value = event.split()
    if kind == "key":
        return KeyPressed(value)
    x, y = middle(stage, int(value))
    return PointerMoved(x, y) if kind == "point" else PointerPressed(x, y)


def test_a_forbidden_square_is_sent_by_the_pointer_so_that_the_match_says_why(texts: Path) -> None:
    heard: list[Sound] = []
    stage, _ = asking(texts, play_sound=heard.append)
    action = given(stage, PointerPressed(*middle(stage, 0)))
    assert action == Place(0)
    stage.refuse("reversi.refuse.turns_nothing")
    assert stage.reason == "reversi.refuse.turns_nothing"
    assert heard[-1] is Sound.REFUSE
    stage.handle(PointerMoved(*middle(stage, 19)))
    stage.update(0.01)
    assert stage.reason is None


def test_advice_is_put_in_focus(texts: Path) -> None:
    stage, _ = asking(texts)
    stage.suggest(Place(37))
    assert given(stage, Command(CommandName.CONFIRM)) == Place(37)


def test_a_stage_made_again_goes_on_where_the_first_was(texts: Path) -> None:
    stage, view = asking(texts)
    stage.handle(Command(CommandName.NEXT))
    stage.handle(Command(CommandName.NEXT))
    assert stage.choice is not None
    other = ReversiStage(stage.surroundings)
    other.reset(view)
    other.follow_on(stage)
    other.choose(0, RULES.legal(RULES.start(2, Options()), 0))
    assert other.choice is not None
    assert other.choice.focus == stage.choice.focus


@pytest.mark.parametrize("way", ["run", "hurried", "reduced", "instant", "overtaken"])
def test_after_every_movement_the_picture_is_that_of_the_view(way: str, texts: Path) -> None:
    speed, reduced = (0.0 if way == "instant" else 1.0), way == "reduced"
    given = bench.surroundings(2, Options(), texts=texts, speed=speed, reduced_motion=reduced)
    stage, fresh = ReversiStage(given), ReversiStage(given)
    for number, step in enumerate(bench.match(RULES, 2, 11)):
        if number == 0:
            stage.reset(step.before)
        stage.show(step.view, step.events)
        if way in ("hurried", "overtaken"):
            stage.update(0.1)
            assert stage.busy and stage.shown == step.before and stage.view == step.view
        if way == "overtaken" and number % 2 == 0:
            continue
        if way == "hurried":
            stage.hurry()
        bench.finish(stage)
        assert stage.shown == stage.view
        if number % 4 == 1:
            fresh.reset(step.view)
            assert bench.pixels(stage) == bench.pixels(fresh), f"after step {number}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (320, 180)])
def test_every_kind_of_moment_is_drawn_and_no_text_is_cut(size: tuple[int, int], language: str, texts: Path) -> None:
    stage = ReversiStage(bench.surroundings(2, Options(), language, 150, texts))
    for number, step in enumerate(bench.match(RULES, 2, 2)):
        if number == 0:
            stage.reset(step.before)
        stage.show(step.view, step.events)
        stage.update(0.12)
        stage.choose(step.seat, step.legal)
        if number % 5 == 0:
            bench.draw_table(stage, bench.table_canvas(stage, *size))
            stage.hurry()
            stage.handle(Command(CommandName.NEXT))
            bench.draw_table(stage, bench.table_canvas(stage, *size))
        stage.choose(None, None)
    assert stage.surroundings.typeface.overflows == []


def test_the_whole_game_is_small() -> None:
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in EXAMPLE.glob("*.py"))
    assert lines <= 450
    assert len(BOARD) == 64
