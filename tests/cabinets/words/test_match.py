"""Whole matches of Word Lanterns at one screen: people who take turns at one keyboard, and six computers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.cabinets.words.cabinet import WORDS
from game.cabinets.words.stage.guide import _example
from game.cabinets.words.stage.stage import WordsStage
from game.cabinets.words.state import Options
from game.engine.input import Command, CommandName, TextComposed, TextTyped
from game.engine.scene import Context
from game.scenes.feeds.local import LocalFeed
from game.scenes.table.scene import TableScene
from tests.scenes.scene_driver import Driver, driving, plan

CHAIN = 6
"""Words that are said before somebody gives up."""


def table(context: Context, *seats: str, rounds: int) -> TableScene:
    options = Options(rounds=rounds, words="usual")
    feed = LocalFeed(WORDS, replace(plan("words", *seats), options=options))
    feed.seat_bots(None, inline=True)
    return TableScene(context, feed)


def of(driver: Driver) -> tuple[TableScene, WordsStage]:
    scene = next(scene for scene in driver.context.stack.scenes if isinstance(scene, TableScene))
    assert isinstance(scene.stage, WordsStage)
    return scene, scene.stage


def test_five_people_play_a_match_at_one_screen() -> None:
    """Nothing is secret in turns, so no curtain falls: whoever is asked writes, the line has the focus at once."""
    with driving(lambda context: table(context, *["human"] * 5, rounds=2), language="ko") as driver:
        scene, stage = of(driver)
        wrote = set()
        while not scene.feed.over:
            driver.until(lambda: (stage.asked is not None and not stage.busy) or scene.feed.over)
            if scene.feed.over:
                break
            view, seat = stage.view, stage.asked
            assert view is not None and seat is not None and seat == view.mover and scene.conductor.curtain is None
            wrote.add(seat)
            word = _example(view) if view.words < CHAIN else "ㅈㅈ"
            driver.send(TextComposed(word[-1]), TextTyped(word), Command(CommandName.CONFIRM))
            driver.until(lambda: stage.view is not view)  # noqa: B023
        final = scene.feed.view
        assert wrote == set(range(5))
        assert sum(final.lost) == 2 and sum(final.points) > 0


@pytest.mark.slow
def test_six_computers_play_a_match_at_a_table() -> None:
    with driving(lambda context: table(context, *["random", "novice", "skilled"] * 2, rounds=2)) as driver:
        scene, _ = of(driver)
        driver.until(lambda: scene.feed.over, frames=60_000)
        final = scene.feed.view
        assert len(final.points) == 6 and sum(final.lost) == 2
