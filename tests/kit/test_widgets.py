"""The engine's widgets on a stage: a press acts at once, and leaves the keys to the board."""

from __future__ import annotations

import pygame
import pytest

from game.engine.canvas import Box, Canvas
from game.engine.input import PointerMoved, PointerPressed
from game.engine.stage import Surroundings
from game.engine.text import Typeface
from game.engine.widgets.parts.label import OneLine
from game.ground.texts import Texts
from game.kit.widgets import StageButton, StageWidgets


@pytest.fixture
def widgets() -> StageWidgets:
    return StageWidgets(Surroundings(Texts("en", []), Typeface(100), [], 0, None))


def test_a_press_acts_at_once_and_leaves_the_keys_to_the_board(widgets: StageWidgets) -> None:
    pressed: list[str] = []
    button = StageButton(widgets.style, "check", "Done", lambda: pressed.append("done"))
    widgets.replace([button])
    button.lay(Box(10, 10, button.natural_width(), button.natural_height(0)))
    assert widgets.handle(PointerPressed(*button.box.center)) and pressed == ["done"]
    assert widgets.focused_widget is None
    assert not widgets.handle(PointerPressed(button.box.right + 5, 10)), "what no button used is for the board"
    widgets.handle(PointerPressed(*button.box.center, 3))
    assert pressed == ["done"]


def test_a_pointed_at_button_moves_nothing_by_itself(widgets: StageWidgets) -> None:
    button = StageButton(widgets.style, "check", "Done", lambda: None, lit=True)
    widgets.replace([button])
    button.lay(Box(0, 0, 90, 30))
    widgets.handle(PointerMoved(20, 10))
    assert button.hovered and widgets.still_for > 0


def test_after_a_press_others_are_pointed_at_though_no_release_was_told(widgets: StageWidgets) -> None:
    first, second = (StageButton(widgets.style, "check", "Done", lambda: None) for _ in range(2))
    widgets.replace([first, second])
    first.lay(Box(0, 0, 90, 30))
    second.lay(Box(100, 0, 90, 30))
    widgets.handle(PointerPressed(20, 10))
    assert widgets.handle(PointerMoved(120, 10)) and second.hovered and not first.hovered
    assert not widgets.handle(PointerMoved(120, 90))


def test_a_line_without_words_draws_nothing(widgets: StageWidgets) -> None:
    line = OneLine(widgets.style, "", colour="#FFFFFF")
    line.lay(Box(0, 0, 40, 20))
    surface = pygame.Surface((40, 20))
    line.draw(Canvas(surface, 1.0))
    assert pygame.transform.average_color(surface)[:3] == (0, 0, 0)
