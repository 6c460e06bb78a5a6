"""A canvas that remembers its pictures: no frame is painted twice in a row, and each looks as it always would."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pygame
import pytest

from game.engine.canvas import ADD, WIDE, Box, Canvas
from game.engine.plate import Plate
from game.engine.sprites import blank
from game.engine.widgets.parts.faces import Clip

SIZE = (320, 180)
Frame = Callable[[Canvas], object]


def sprite(colour: str, side: int = 40) -> pygame.Surface:
    made = blank(side, side)
    made.fill(pygame.Color(colour).premul_alpha())
    return made


RED, GREEN, GLASS = sprite("#C03020"), sprite("#208040"), sprite("#40608080")


@pytest.fixture
def painted() -> tuple[Canvas, pygame.Surface, Callable[[Frame], bool]]:
    """A canvas that remembers, its surface, and what draws a frame and tells whether it was painted."""
    surface = pygame.Surface(SIZE, depth=32)
    canvas = Canvas.fit(surface, WIDE, Plate(surface))

    def draw(frame: Frame) -> bool:
        canvas.begin()
        frame(canvas)
        return canvas.end()

    return canvas, surface, draw


def test_the_same_frame_is_painted_once(
    painted: tuple[Canvas, pygame.Surface, Callable[[Frame], bool]],
) -> None:
    _, surface, draw = painted
    assert draw(lambda canvas: canvas.put(RED, 10, 10))
    seen = pygame.image.tobytes(surface, "RGB")
    assert not draw(lambda canvas: canvas.put(RED, 10, 10))
    assert pygame.image.tobytes(surface, "RGB") == seen
    assert draw(lambda canvas: canvas.put(RED, 10, 14)), "elsewhere"
    assert draw(lambda canvas: canvas.put(RED, 10, 14, ADD)), "another blend"
    assert draw(lambda canvas: canvas.put(RED.copy(), 10, 14, ADD)), "another sprite"


def test_who_asks_for_the_pixels_finds_what_was_drawn_and_may_change_them(
    painted: tuple[Canvas, pygame.Surface, Callable[[Frame], bool]],
) -> None:
    canvas, surface, draw = painted

    def frame(canvas: Canvas) -> None:
        canvas.lay(RED, (0, 0))
        assert canvas.surface.get_at((5, 5)) == RED.get_at((5, 5))
        canvas.surface.fill("#FFFFFF", (0, 0, 8, 8))
        canvas.lay(GREEN, (20, 0))

    assert draw(frame) and draw(frame), "what was done to the pixels is not known"
    assert surface.get_at((5, 5)) == pygame.Color("#FFFFFF") and surface.get_at((30, 5)) == GREEN.get_at((5, 5))
    assert draw(lambda canvas: canvas.lay(RED, (0, 0)))
    canvas.lay(GREEN, (0, 0))
    assert draw(lambda canvas: canvas.lay(RED, (0, 0))), "something was drawn between two frames"
    assert surface.get_at((5, 5)) == RED.get_at((5, 5))


def test_a_frame_that_breaks_leaves_the_picture_before_it(
    painted: tuple[Canvas, pygame.Surface, Callable[[Frame], bool]],
) -> None:
    canvas, surface, draw = painted
    assert draw(lambda canvas: canvas.lay(RED, (0, 0)))
    canvas.begin()
    canvas.lay(GREEN, (0, 0))
    assert not draw(lambda canvas: canvas.lay(RED, (0, 0)))
    assert surface.get_at((5, 5)) == RED.get_at((5, 5))


def _some_frame(random: Random) -> Sequence[Frame]:
    return [_some_act(random) for _ in range(random.randrange(6))]


def _some_act(random: Random) -> Frame:
    made, place = random.choice((RED, GREEN, GLASS)), (random.randrange(-20, 300), random.randrange(-20, 170))
    box = Box(random.randrange(1000), random.randrange(500), 200, 200)
    kept = [(made, place), (GLASS, (place[0] + 5, place[1]))]
    acts: Sequence[Frame] = (
        lambda canvas: canvas.lay(made, place),
        lambda canvas: canvas.lay_all(kept),
        lambda canvas: _clipped(canvas, box, made, place),
        lambda canvas: canvas.placed(0.5, (9, 9)).put_middle(made, box.left, box.top),
        lambda canvas: canvas.surface.fill("#102030", (*place, 30, 30)),
    )
    return random.choice(acts)


def _clipped(canvas: Canvas, box: Box, made: pygame.Surface, place: tuple[int, int]) -> None:
    with Clip(canvas, box):
        canvas.lay(made, place)


def test_every_frame_looks_as_on_a_canvas_that_remembers_nothing(
    painted: tuple[Canvas, pygame.Surface, Callable[[Frame], bool]],
) -> None:
    _, surface, draw = painted
    plain, random = pygame.Surface(SIZE, depth=32), Random(5)
    frames = [_some_frame(random) for _ in range(5)]
    left_out = 0
    for _ in range(120):
        acts = random.choice(frames)

        def frame(canvas: Canvas, acts: Sequence[Frame] = acts) -> None:
            canvas.lay(GROUND, (0, 0), 0)
            for act in acts:
                act(canvas)

        left_out += not draw(frame)
        frame(Canvas.fit(plain))
        assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(plain, "RGB")
        assert surface.get_clip() == plain.get_clip()
    assert left_out


GROUND = pygame.Surface(SIZE, depth=32)
