"""Figures over many matches: by level, by options, by length, and in a row."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from game.engine.text import Typeface
from game.engine.widgets import Button, Style
from game.ground.history import keep_played, read_history
from game.ground.texts import Texts
from game.scenes.history.figures import FiguresScene, by_level, by_options, lengths
from game.scenes.history.rows import HistoryRows
from game.scenes.history.scene import HistoryScene
from game.scenes.history.tallies import Grouping, tallies
from tests.engine.widgets.page_driver import click, the
from tests.scenes.history.test_history import match
from tests.scenes.scene_driver import driving

MATCHES = [match(5, 3, bot="expert"), match(5, 3, bot="random"), match(1, 3, bot="expert"), match(9, 1, bot="expert")]


def test_wins_by_level() -> None:
    shares = by_level(MATCHES, HistoryRows(Style(Typeface(), Texts("en"))))
    assert [(share.won, share.judged) for share in shares] == [(2, 3), (1, 1)]


def test_wins_by_what_was_not_as_usual() -> None:
    texts = Texts("en")
    rapid = [replace(match(1, 0, game="gems"), options={"target": 21}), match(0, 1, game="gems")]
    named = by_options(rapid, texts)
    assert {share.name for share in named} == {"As usual", f"{texts.line('gems.option.target.title')}: 21"}
    assert sum(share.won for share in named) == 1


@pytest.mark.parametrize("turns", [[0], [3, 3, 4], [7, 100, 2500]])
def test_every_length_is_counted_in_a_few_bars(turns: list[int]) -> None:
    counts, step = lengths([match(1, 0, turns=count) for count in turns])
    assert sum(counts) == len(turns)
    assert len(counts) <= 13
    for count in turns:
        assert counts[count // step]


def test_the_run_now_ends_at_the_last_loss() -> None:
    tally = tallies(MATCHES, Grouping.GAME)[1]
    assert (tally.streak_now, tally.streak) == (2, 2)
    assert tallies(MATCHES[2:], Grouping.GAME)[1].streak_now == 0


@pytest.mark.parametrize(("language", "text_size"), [("ko", 150), ("en", 150), ("en", 100)])
def test_figures_of_the_chosen_group_are_drawn_and_nothing_is_cut(
    tmp_path: Path, language: str, text_size: int
) -> None:
    path = tmp_path / "history.jsonl"
    for number, played in enumerate(MATCHES):
        keep_played(path, replace(played, when=f"2026-11-0{number + 1}"))
    keep_played(path, replace(MATCHES[0], game="gone", when="2026-11-09"))
    assert len(read_history(path)) == 5
    size = (960, 540)
    make = lambda context: HistoryScene(context, lambda _path: None, path)  # noqa: E731
    with driving(make, language=language, text_size=text_size, size=size) as driver:
        title = driver.context.texts.line("history.figures.title")
        for group in range(3):
            scene = driver.top
            assert isinstance(scene, HistoryScene)
            scene.choose_group(group)
            driver.step(2)
            click(driver, the(driver, Button, lambda button: button.label == title))
            driver.until(lambda: isinstance(driver.top, FiguresScene) and not driver.context.stack.fading)
            driver.step(2)
            assert not driver.context.typeface.overflows
            driver.context.stack.pop()
            driver.until(lambda scene=scene: driver.top is scene and not driver.context.stack.fading)  # type: ignore[misc]
