"""Ratings of puzzles and of those who solve them: their laws, days in a row, storms, and what the files say."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cabinets.listed import found
from game.cabinets.stages import PRESENTATIONS
from game.core.puzzles.book import Puzzle, PuzzleBook
from game.core.puzzles.rating import TAUGHT, Attempt, rating_of, streak_of
from game.engine.input import CommandName
from game.ground import paths
from game.scenes.study import opening
from game.scenes.study.progress import Progress
from game.scenes.study.puzzles import PuzzlesScene
from game.scenes.study.storm_table import PENALTY, SECONDS, Storm, StormTable, rising
from tests.commands.command_line import ROOT
from tests.scenes.scene_driver import Driver, driving

GAMES = [game for game in PRESENTATIONS.names if PRESENTATIONS[game].puzzles]
TODAY = date(2026, 3, 1)
PUZZLES = {
    f"p{level}{nodes}": Puzzle(f"p{level}{nodes}", "win", level, "", nodes)
    for level in range(1, 9)
    for nodes in (2, 99)
}
BEGUN = [Attempt("p12", "2026-02-28", solved=True, first=True)] * TAUGHT
"""Somebody who has learned what a puzzle is."""
tries = st.lists(
    st.builds(Attempt, st.sampled_from(sorted(PUZZLES)), st.just("2026-03-01"), st.booleans(), st.just(True))
).map(lambda more: BEGUN + more)


def book(game: str) -> PuzzleBook[object, object]:
    made: PuzzleBook[object, object] = found(PRESENTATIONS[game].puzzles or "")()
    return made


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")


@given(tries, st.sampled_from(sorted(PUZZLES)))
def test_who_solves_gains_and_who_misses_loses(before: list[Attempt], name: str) -> None:
    rating = rating_of(before, PUZZLES)
    won = rating_of([*before, Attempt(name, "", solved=True, first=True)], PUZZLES)
    lost = rating_of([*before, Attempt(name, "", solved=False, first=True)], PUZZLES)
    assert lost.mean < rating.mean < won.mean
    assert won.counted == lost.counted == rating.counted + 1


def test_the_first_ones_teach_and_take_no_points() -> None:
    missed, solved = (Attempt("p12", "", solved=solved, first=True) for solved in (False, True))
    assert rating_of([missed] * 5, PUZZLES) == rating_of([], PUZZLES)
    assert rating_of([missed, solved, missed], PUZZLES) == rating_of([solved], PUZZLES)
    assert rating_of([*BEGUN, missed], PUZZLES).mean < rating_of(BEGUN, PUZZLES).mean


@given(tries)
def test_a_harder_one_brings_more_and_costs_less(before: list[Attempt]) -> None:
    hard, easy = max(PUZZLES.values(), key=lambda p: p.rating).name, min(PUZZLES.values(), key=lambda p: p.rating).name
    for solved in (True, False):
        after = [
            rating_of([*before, Attempt(name, "", solved=solved, first=True)], PUZZLES).mean for name in (hard, easy)
        ]
        assert after[0] > after[1]


@given(tries)
def test_only_first_tries_at_known_puzzles_count(before: list[Attempt]) -> None:
    more = [Attempt("gone", "", solved=True, first=True), Attempt("p12", "", solved=False)]
    assert rating_of([*before, *more], PUZZLES) == rating_of(before, PUZZLES)


def test_a_rating_finds_the_strength_of_who_solves_and_gets_surer() -> None:
    chance = Random(5)
    for strength in (1000, 1500):
        chosen = [chance.choice(sorted(PUZZLES)) for _ in range(300)]
        attempts = [
            Attempt(
                name, "", solved=chance.random() < 1 / (1 + 10 ** ((PUZZLES[name].rating - strength) / 400)), first=True
            )
            for name in chosen
        ]
        rating = rating_of(attempts, PUZZLES)
        assert abs(rating.mean - strength) < 200
        assert rating.doubt < rating_of(attempts[:10], PUZZLES).doubt


@pytest.mark.parametrize("game", GAMES)
def test_harder_puzzles_have_more_moves_nodes_and_wrong_moves(game: str) -> None:
    puzzles = sorted(book(game).puzzles(), key=lambda puzzle: puzzle.rating)
    third = len(puzzles) // 3
    for what in ("level", "nodes", "wrong", "among"):
        easy, hard = (sum(getattr(puzzle, what) for puzzle in part) for part in (puzzles[:third], puzzles[-third:]))
        assert easy < hard or len({getattr(puzzle, what) for puzzle in puzzles}) == 1
    assert puzzles[-1].rating - puzzles[0].rating > 600


@pytest.mark.parametrize("game", GAMES)
def test_ratings_tell_the_puzzles_of_a_set_apart_the_easiest_ones_too(game: str) -> None:
    for kind in {puzzle.kind for puzzle in book(game).puzzles()}:
        rated = sorted(puzzle.rating for puzzle in book(game).puzzles() if puzzle.kind == kind)
        for part in (rated, rated[: len(rated) // 3]):
            assert Counter(part).most_common(1)[0][1] <= max(3, len(part) // 5), kind
        assert 700 < rated[0] < 1600 and rated[-1] < 3000, kind


@pytest.mark.slow
def test_the_files_say_what_the_search_meets() -> None:
    done = subprocess.run(
        [sys.executable, "build/puzzle_effort.py", "--check"], cwd=ROOT, capture_output=True, check=False
    )
    assert done.returncode == 0, "run build/puzzle_effort.py"


def test_days_in_a_row_end_where_one_was_missed() -> None:
    def solved(*ago: int) -> list[Attempt]:
        return [Attempt("p12", (TODAY - timedelta(days=day)).isoformat(), solved=True, daily=True) for day in ago]

    assert streak_of(solved(0, 1, 2, 4), TODAY) == 3
    assert streak_of(solved(1, 2), TODAY) == 2, "today may still come"
    assert streak_of(solved(2, 3), TODAY) == 0
    assert streak_of([Attempt("p12", TODAY.isoformat(), solved=True)], TODAY) == 0


def test_the_days_puzzle_counts_whenever_it_is_solved_that_day_and_once_for_the_rating() -> None:
    puzzles = tuple(PUZZLES.values())
    days = iter([TODAY] * 20)
    progress = Progress("omok", puzzles, lambda: next(days))
    of_today = progress.of_today
    assert of_today is not None
    progress.tried(of_today, solved=False)
    missed = progress.rating
    progress.tried(of_today, solved=True)
    assert progress.rating == missed
    assert Progress("omok", puzzles, lambda: TODAY).streak == 1
    assert Progress("omok", puzzles, lambda: TODAY).rating == missed


def test_a_torn_line_costs_itself_alone() -> None:
    puzzles = tuple(PUZZLES.values())
    progress = Progress("omok", puzzles, lambda: TODAY)
    progress.tried(puzzles[0], solved=True)
    progress.stormed(4, 1, 1300)
    for name in ("omok-tries.jsonl", "omok-storms.jsonl"):
        file = paths.config() / "puzzles" / name
        file.write_bytes(b'{"puz' + b"\n" + file.read_bytes() + b"[[[")
    again = Progress("omok", puzzles, lambda: TODAY)
    assert again.rating.counted == 1
    assert again.best_storm == 4


@given(st.integers(1, 60), st.integers(0, 9))
def test_puzzles_of_a_storm_come_once_each_and_get_harder(count: int, seed: int) -> None:
    puzzles = [Puzzle(f"{number}", "win", 1 + number % 7, "", number) for number in range(count)]
    drawn = rising(puzzles, Random(seed))
    first = [next(drawn) for _ in range(count)]
    assert {puzzle.name for puzzle in first} == {puzzle.name for puzzle in puzzles}
    if count > 20:
        assert sum(puzzle.rating for puzzle in first[:5]) < sum(puzzle.rating for puzzle in first[15:20])
    assert next(drawn) in puzzles


def test_a_miss_costs_seconds() -> None:
    storm = Storm(iter(()))
    storm.count(PUZZLES["p199"], solved=False)
    storm.count(PUZZLES["p12"], solved=True)
    assert (storm.left, storm.solved, storm.missed) == (SECONDS - PENALTY, 1, [PUZZLES["p199"]])
    storm.pass_by(SECONDS)
    assert storm.over


def table(driver: Driver) -> StormTable:
    driver.until(lambda: isinstance(driver.top, StormTable) and not driver.context.stack.fading)
    scene = driver.top
    assert isinstance(scene, StormTable)
    return scene


def test_a_card_of_a_storm_is_painted_again_with_every_second_that_it_shows() -> None:
    game = GAMES[-1]
    with driving(lambda context: StormTable(context, game, book(game), Progress(game), Random(1))) as driver:
        storm = table(driver)
        keys = []
        for left in (59.0005, 59.0, 58.0005):
            storm.storm.left = left
            keys.append(storm.card_key())
        assert keys[0] != keys[1] == keys[2], "1:00 gives way to 0:59"


@pytest.mark.parametrize("game", [pytest.param(game, marks=pytest.mark.slow) for game in GAMES[:-1]] + GAMES[-1:])
def test_a_storm_from_the_first_puzzle_to_the_next_storm(game: str) -> None:
    with driving(lambda context: opening.puzzles(context, game)) as driver:
        driver.context.settings.motion.pace = "instant"
        scene = driver.top
        assert isinstance(scene, PuzzlesScene)
        scene._open_storm()
        first = table(driver)
        driver.until(lambda: first.board.choosing)
        while not first.feed.solved:
            moves = first.feed.moves
            first.choose(first.feed.best())
            driver.until(lambda moves=moves: first.feed.moves > moves)  # type: ignore[misc]
            driver.until(lambda: first.board.choosing or first.feed.solved)
        driver.until(lambda: driver.top is not first)
        second = table(driver)
        assert second.storm is first.storm
        assert (second.storm.solved, second.puzzle == first.puzzle) == (1, False)
        second.skip.on_press()
        driver.until(lambda: driver.top is not second)
        third = table(driver)
        assert third.storm.missed == [second.puzzle]
        third.storm.pass_by(SECONDS)
        driver.until(lambda: third.next.visible)
        driver.step(2)
        assert third.feed.choice is None
        assert third.ribbon().text == driver.context.texts.line("study.storm.over"), "nobody is asked to move"
        assert Progress(game).best_storm == 1
        assert not Progress(game).attempts, "a storm is no rating"
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: driver.top is not third)
        assert table(driver).storm.solved == 0
        assert not driver.context.typeface.overflows
