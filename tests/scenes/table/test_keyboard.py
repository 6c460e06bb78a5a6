"""A keyboard on the screen leaves half of a tall window: what is written stays in sight, and everything is as it was
once the keyboard is closed.
"""

from __future__ import annotations

import pygame
import pytest

from game.engine.canvas import WIDE, Box
from game.engine.input import Resized, TextTyped
from game.scenes import arcade
from game.scenes.table.drawer import Page
from game.scenes.table.scene import TableScene
from tests.scenes.lan.test_table import asked, at_table
from tests.scenes.scene_driver import Driver, driving, plan

pytestmark = pytest.mark.usefixtures("plain_home")
WHOLE, LEFT = (412, 780), 360


def in_sight(driver: Driver, box: Box) -> bool:
    """Whether a box of the design lies in the window."""
    return bool(driver.context.canvas.bounds.inflate(0.5, 0.5).contains(box))


def resize(driver: Driver, width: int, height: int) -> None:
    driver.app.screen._surface = pygame.Surface((width, height), depth=32)  # type: ignore[attr-defined]
    driver.app.take(Resized(width, height))
    driver.step(2)


def test_the_line_of_the_chat_stays_above_the_keyboard_twenty_times() -> None:
    with at_table(asked(), size=WHOLE) as here:
        driver = here.driver
        driver.context.hand.finger = True
        table = here.table
        assert table.drawer is not None
        for _ in range(20):
            table.drawer.open(Page.CHAT)
            table.group.focus(table.chat.entry)
            driver.step(2)
            before = table.layout, driver.context.canvas.scale
            resize(driver, WHOLE[0], LEFT)
            assert (table.layout, driver.context.canvas.scale) == before, "nothing is laid out anew"
            assert in_sight(driver, table.chat.entry.box)
            driver.send(TextTyped("a"))
            resize(driver, *WHOLE)
            assert table.design == WHOLE and driver.context.canvas.origin == (0.0, 0.0)
        assert len(table.chat.entry.text) == 20


def test_a_word_is_written_above_the_keyboard_and_presses_meet_what_is_shown() -> None:
    match = plan("words", "human", "human")
    with driving(lambda context: arcade.table(context, match), size=WHOLE) as driver:
        driver.context.hand.finger = True
        table = driver.top
        assert isinstance(table, TableScene)
        driver.until(lambda: table.board.choosing and table.wants_text)
        resize(driver, WHOLE[0], LEFT)
        box = table.text_box
        assert box is not None and table.design.upright and in_sight(driver, box)
        canvas = driver.context.canvas
        x, y = canvas.design(*canvas.pixel(box.centerx, box.centery))
        assert abs(x - box.centerx) < 1 and abs(y - box.centery) < 1 and 0 <= canvas.pixel(0, box.centery)[1] < LEFT
        settings = driver.context.settings.display
        assert settings.height != LEFT, "the keyboard's window is nobody's wish"


def test_a_window_made_low_by_hand_is_wide() -> None:
    with driving(lambda context: arcade.table(context, plan("omok", "human", "human")), size=WHOLE) as driver:
        driver.context.hand.finger = True
        driver.step(3)
        resize(driver, WHOLE[0], LEFT)
        assert isinstance(driver.top, TableScene) and driver.top.design == WIDE


def test_what_a_stage_draws_over_its_table_does_not_lie_on_an_opened_drawer(monkeypatch: pytest.MonkeyPatch) -> None:
    with at_table(asked(), size=WHOLE) as here:
        drawn: list[object] = []
        monkeypatch.setattr(here.table.stage, "draw_over", drawn.append)
        assert here.table.drawer is not None
        here.table.drawer.close()
        here.driver.step(2)
        assert drawn
        here.table.drawer.open(Page.CHAT)
        drawn.clear()
        here.driver.step(2)
        assert not drawn
