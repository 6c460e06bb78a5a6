"""Above a scene that is only wide a person with a phone held upright is asked to turn it."""

from __future__ import annotations

import pygame
import pytest

from game.engine.canvas import Canvas
from game.engine.input import PointerPressed
from game.engine.loop.turning import draw_turn
from game.engine.scene import Scene
from game.engine.text import Typeface
from tests.scenes.scene_driver import driving


class Ground(Scene):
    """A scene of one colour, upright or not."""

    stands = False

    @property
    def upright(self) -> bool:
        return self.stands

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill("#203040")


class Standing(Ground):
    stands = True


def said(kind: type[Scene], by: str, size: tuple[int, int] = (412, 892)) -> bool:
    with driving(lambda context: kind(context), size=size) as driver:
        driver.app.take(PointerPressed(200, 200, 1, by))  # type: ignore[arg-type]
        driver.step(60)
        surface = driver.app.screen.surface
        return len({surface.get_at((x, y))[:3] for x in range(0, size[0], 2) for y in range(0, 260, 2)}) > 1


def test_a_wide_scene_in_a_tall_window_asks_a_finger_and_nobody_else() -> None:
    assert said(Ground, "finger")
    assert not said(Ground, "mouse") and not said(Standing, "finger") and not said(Ground, "finger", (1280, 720))


@pytest.mark.parametrize("text_size", [100, 130, 150])
@pytest.mark.parametrize("text", ["Turned on its side, this is larger", "가로로 돌리면 더 크게 보여요"])
def test_the_sentence_is_readable_and_within_the_window(text: str, text_size: int) -> None:
    surface = pygame.Surface((412, 690))
    typeface = Typeface(text_size)
    canvas = Canvas.fit(surface)
    draw_turn(canvas, typeface, text)
    drawn = pygame.mask.from_threshold(surface, "black", (1, 1, 1))
    drawn.invert()
    left, top, wide, high = drawn.get_bounding_rects()[0].unionall(drawn.get_bounding_rects())
    assert left >= 0 and left + wide <= 412 and top >= 0 and top + high <= 690 / 2 - 412 * 9 / 32
    assert high >= 14 and not typeface.overflows
