"""Somebody who reads a guide and does only what it says."""

from __future__ import annotations

from game.engine.input import CommandName
from game.engine.stage.guide import Step
from game.scenes.guide.table import GuideTable
from tests.engine.widgets.page_driver import click
from tests.scenes.scene_driver import Driver

_ARROWS = (CommandName.RIGHT, CommandName.DOWN, CommandName.LEFT, CommandName.UP)


def table(driver: Driver) -> GuideTable:
    """The guide's table, which is on top."""
    scene = driver.top
    assert isinstance(scene, GuideTable)
    return scene


def speaks(driver: Driver) -> bool:
    """Whether something is said, or everything was."""
    return table(driver).step_now is not None or table(driver).feed.course.done


def obey(driver: Driver, step: Step) -> None:  # type: ignore[type-arg]
    """Read on, or do what the step asks for."""
    guide = table(driver)
    if guide.bubble.next is not None:
        click(driver, guide.bubble.next)
    elif step.until is None:
        act(driver, guide)
    else:
        while guide.step_now is step:
            follow(driver, guide)
            driver.until(lambda: guide.step_now is not step or guide.board.choosing)
    driver.until(lambda: guide.step_now is not step)


def follow(driver: Driver, guide: GuideTable) -> None:
    """Make the first move of those that the guide allows, as a hint would."""
    driver.until(lambda: guide.board.choosing and guide.conductor.idle)
    choice, before = guide.feed.choice, len(guide.feed.entries)
    assert choice is not None and choice.legal
    guide.board.stage.suggest(choice.legal[0])
    driver.command(CommandName.CONFIRM)
    driver.until(lambda: len(guide.feed.entries) > before)


def act(driver: Driver, guide: GuideTable) -> None:
    """Make a move that the guide allows: by arrows and Return, else the one a hint would mark."""
    driver.until(lambda: guide.board.choosing)
    choice = guide.feed.choice
    assert choice is not None and choice.legal
    before = len(guide.feed.entries)
    if guide.feed.match.legal(choice.seat) is None:
        guide.conductor.stage.suggest(choice.legal[0])
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: len(guide.feed.entries) > before)
    for press in (press for key in _ARROWS for press in (key, CommandName.CONFIRM)):
        if len(guide.feed.entries) == before:
            driver.command(press)
            driver.step(2)  # whoever chose last sees what came of it a frame later
    if len(guide.feed.entries) == before:
        guide.board.stage.suggest(choice.legal[0])
        driver.command(CommandName.CONFIRM)
