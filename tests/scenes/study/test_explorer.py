"""Opening books and the explorer that walks them, of every game that brings one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.cabinets.listed import CABINETS, found
from game.cabinets.stages import PRESENTATIONS
from game.core.match.match import Match
from game.core.space import Squares
from game.engine.input import FIRST_PAD, KEYBOARD, CommandName, Device
from game.engine.widgets import Button, ListView
from game.scenes.page.more import entries_of
from game.scenes.setup.scene import SetupScene
from game.scenes.study import opening
from game.scenes.study.explorer import ExplorerScene
from game.scenes.study.opening_book import BookFile, OpeningBook, folded
from tests import ROOT
from tests.engine.widgets.page_driver import SIZES, click, go_to, the
from tests.scenes.scene_driver import Driver, driving

GAMES = [game for game in PRESENTATIONS.names if any(entry.name == "explorer" for entry in entries_of(game))]


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


@pytest.fixture(params=GAMES)
def explorer(request: pytest.FixtureRequest) -> Iterator[Driver]:
    with driving(lambda context: opening.explorer(context, request.param)) as driver:
        yield driver


def top(driver: Driver) -> ExplorerScene:
    scene = driver.top
    assert isinstance(scene, ExplorerScene)
    return scene


def book_of(game: str) -> OpeningBook:
    book: OpeningBook = found(PRESENTATIONS[game].explorer or "")()
    return book


def test_equal_positions_have_one_key_and_equal_moves_one_name() -> None:
    board, chance = Squares(5, 5), Random(1)
    for _ in range(40):
        cells = [chance.choice((0, 0, 0, 1, 2)) for _ in board]
        spots = tuple(chance.sample(range(25), 2))
        here = folded(board, cells, 1)
        assert here.fold(here.unfold(here.fold(spots))) == here.fold(spots)
        assert folded(board, cells, 0).key != here.key
        for symmetry in range(8):
            images = board.images(symmetry)
            turned = [0] * 25
            for square, image in enumerate(images):
                turned[image] = cells[square]
            there = folded(board, turned, 1)
            assert there.key == here.key
            assert there.fold(tuple(images[spot] for spot in spots)) == here.fold(spots)
    empty = folded(board, [0] * 25, 0)
    assert len(empty.ways) == 8 and len({empty.fold((spot,)) for spot in board}) == 6


def test_a_book_comes_back_as_it_was_written() -> None:
    book = BookFile()
    book.add("seed", [("aa", (1, 2), 2), ("bb", (3, 4), 0)])
    book.add("seed", [("aa", (1, 2), 1), ("cc", (3, 4), 0)])
    again = BookFile.read(book.write())
    assert again.matches == {"seed": 2} and again.positions == {"seed": {"aa": {(1, 2): (2, 3)}}}
    assert again.write() == book.write()
    for broken in ("", "souk-openings 2\n", "souk-openings 1\n= seed 1\naa 1 2\n"):
        with pytest.raises(ValueError):
            BookFile.read(broken)


@pytest.mark.parametrize("game", GAMES)
def test_the_book_of_a_game_fits_its_rules(game: str) -> None:
    book = book_of(game)
    assert book.file.stat().st_size <= 300_000
    for variant in book.variants:
        match = Match(CABINETS[game].rules, 2, book.options(variant), 0)
        match.tick(0.0)
        first = book.moves(variant, match.view(match.waiting_for[0]))
        assert sum(move.times for move in first) == book.known.matches[variant]
        before = book.known.matches[variant]
        for _ in range(4):
            (seat,) = match.waiting_for
            moves = book.moves(variant, match.view(seat))
            offered = {book.spots(action): action for action in match.legal(seat) or ()}
            assert moves and {move.spots for move in moves} <= offered.keys()
            assert sum(move.times for move in moves) <= before
            assert all(0 <= move.halves <= 2 * move.times for move in moves)
            before = moves[0].times if len(moves) > 1 else before
            assert match.offer(seat, offered[moves[0].spots]) is None
            match.tick(0.0)


def test_a_mirrored_way_meets_the_same_matches(explorer: Driver) -> None:
    scene = top(explorer)
    book, board = scene.book, scene.book.board
    scene.walk_row(0)
    scene.walk_row(0)
    told = sorted((move.times, move.halves) for move in scene.moves)
    way = [book.spots(action) for action in scene.walked]
    for symmetry in range(1, 8):
        images = board.images(symmetry)
        scene.begin_again()
        for spots in way:
            wanted = tuple(images[spot] for spot in spots or ())
            scene.walk(next(action for action in scene.legal() if book.spots(action) == wanted))
        assert sorted((move.times, move.halves) for move in scene.moves) == told


@pytest.mark.parametrize("device", [KEYBOARD, FIRST_PAD])
def test_one_walks_on_and_back_by_keys_or_pad(explorer: Driver, device: Device) -> None:
    scene = top(explorer)
    whole = scene.moves
    explorer.command(CommandName.CONFIRM, device)
    assert len(scene.walked) == 1 and scene.book.spots(scene.walked[0]) == whole[0].spots
    assert sum(move.times for move in scene.moves) == whole[0].times
    explorer.command(CommandName.CONFIRM, device)
    back = the(explorer, Button, lambda button: button.icon == "step-back")
    go_to(explorer, back, device)
    explorer.command(CommandName.CONFIRM, device)
    assert len(scene.walked) == 1
    explorer.command(CommandName.CONFIRM, device)
    assert scene.walked == [] and scene.moves == whole


def test_on_the_board_any_move_goes_on_and_a_match_begins_from_there(explorer: Driver) -> None:
    scene = top(explorer)
    played = {move.spots for move in scene.moves}
    other = next(action for action in scene.legal() if scene.book.spots(action) not in played)
    for spot in scene.stage.path_of(other):
        place = scene.stage.layout(scene.view).spots[spot]
        scale = scene.board.box.width / scene.stage.width
        explorer.click(scene.board.box.left + place.x * scale, scene.board.box.top + place.y * scale)
    assert scene.walked == [other]
    assert not scene.moves or min(move.times for move in scene.moves) > 0
    click(explorer, the(explorer, Button, lambda button: button.icon == "play"))
    explorer.until(lambda: isinstance(explorer.top, SetupScene))
    setup = explorer.top
    assert isinstance(setup, SetupScene)
    assert setup.options["position"] == scene.book.position(scene.view)
    assert setup.options[scene.book.option] == scene.variant


def test_every_variant_is_shown(explorer: Driver) -> None:
    scene = top(explorer)
    for variant in scene.book.variants:
        scene.choose(variant)
        explorer.step(2)
        assert scene.moves and scene.walked == []
        assert str(scene.book.known.matches[variant]) in scene.subheading


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_in_large_text(game: str, language: str) -> None:
    def make(context):  # type: ignore[no-untyped-def]
        return opening.explorer(context, game)

    with driving(make, size=SIZES[0], text_size=150, language=language) as driver:
        top(driver).walk_row(0)
        driver.step(2)
        assert driver.context.typeface.overflows == []
        assert the(driver, ListView, lambda view: view.count).box.height > 100


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_matches_of_the_book_are_played_so_again(game: str) -> None:
    command = [sys.executable, "build/openings.py", game, "--check", "1"]
    environment = {**os.environ, "SOUK_PLAIN": "", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
