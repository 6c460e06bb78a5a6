"""Sprites: kept by what they were drawn from, and forgotten when nobody shows them any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest

from game.engine import sprites
from game.engine.sprites import (
    blank,
    clear_sprites,
    drop_sprites,
    kept_bytes,
    sprite,
    sprite_clock,
    trim_sprites,
)
from game.engine.text import Typeface
from game.engine.thrift import Thrift
from tests.scenes.scene_driver import driving
from tests.scenes.table.test_table import table_of

Drawing = Callable[[int], pygame.Surface]


@pytest.fixture
def drawn() -> Iterator[list[int]]:
    """The sizes that were drawn, each as often as it was."""
    clear_sprites()
    yield []
    clear_sprites()


@pytest.fixture
def draw(drawn: list[int]) -> Iterator[Drawing]:
    @sprite(kept=3)
    def square(size_px: int) -> pygame.Surface:
        drawn.append(size_px)
        return blank(size_px, size_px)

    yield square
    sprites._shelves.pop()


def test_a_sprite_is_drawn_once(draw: Drawing, drawn: list[int]) -> None:
    assert draw(5) is draw(5) and draw(6) is not draw(5)
    assert drawn == [5, 6] and kept_bytes() == 4 * (25 + 36)


def test_the_last_used_are_kept(draw: Drawing, drawn: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sprites, "ROOMIER", 1)
    for size in (1, 2, 3, 1, 4, 1, 3, 2):
        draw(size)
    assert drawn == [1, 2, 3, 4, 2]


def test_what_a_scene_does_not_use_goes_when_there_is_too_much(draw: Drawing, drawn: list[int]) -> None:
    draw(10), draw(20), draw(30)
    begun = sprite_clock()
    draw(20)
    trim_sprites(begun, most=4 * (400 + 900))
    draw(30)
    assert drawn == [10, 20, 30], "the longest unused has gone, and no more than must"
    trim_sprites(begun, most=0)
    draw(20)
    assert drawn == [10, 20, 30], "nothing that is used goes"
    draw(10)
    assert drawn[3:] == [10]


def test_what_only_others_were_made_of_is_dropped(draw: Drawing, drawn: list[int]) -> None:
    draw(10)
    made = sprite_clock()
    draw(20), draw(30)
    shown = sprite_clock()
    draw(30)
    drop_sprites(made, shown)
    assert draw(10) and draw(30) and drawn == [10, 20, 30], "older ones and used ones stay"
    draw(20)
    assert drawn == [10, 20, 30, 20]


def test_a_further_window_finds_the_lines_of_the_one_before() -> None:
    size = 824, 1240
    with driving(table_of, size=size) as driver:
        driver.step(10)
        shared = Typeface.shared
        assert shared is not None
        before = dict(shared.lines)
    with driving(table_of, size=size):
        assert before and all(shared.lines.get(key) is line for key, line in before.items())


def test_a_window_of_another_size_keeps_no_sprite_and_no_line_of_the_old_one() -> None:
    clear_sprites()
    with driving(table_of) as driver:
        driver.context.thrift = Thrift()
        driver.step(10)
        assert Typeface.shared is not None
        lines = Typeface.shared.lines
        assert kept_bytes() > 0 and lines
        driver.app.resize(*driver.app.screen.surface.get_size())
        assert kept_bytes() > 0, "the size is the same"
        driver.app.screen.resized(1920, 1080)
        driver.app.resize(1920, 1080)
        assert kept_bytes() == 0 and not lines
