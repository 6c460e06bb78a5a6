"""Slime at rest, compared by digests with pictures that were looked at.

After a change that is meant to be seen, look at what this draws, and put the digests it prints here:
`SOUK_PICTURES=/tmp/slime python -m tests.cabinets.slime.test_pictures`.
"""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.cabinets.slime import field as f
from game.cabinets.slime.rules import View
from game.cabinets.slime.scenes.banner import draw_banner
from game.cabinets.slime.stage.rules import rules_pictures
from game.cabinets.slime.stage.stage import SlimeStage
from game.core.rules import SPECTATOR
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK
from game.engine.input import Command, CommandName, KeyPressed, PointerMoved, PointerPressed
from game.engine.light import opaque
from tests.cabinets.slime.table import RULES, about_to_collide, about_to_flood, at, drag, draw_table, surroundings
from tests.cabinets.slime.table import table_canvas as canvas_of
from tests.engine.kept_pictures import save

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        (pygame.version.ver, platform.machine()) != ("2.5.8", "x86_64"),
        reason="the digests are of pygame-ce 2.5.8 on x86_64; other versions blend otherwise by a level or two",
    ),
]
FOLDER = Path(os.environ["SOUK_PICTURES"]) if "SOUK_PICTURES" in os.environ else None
SMALL, MIDDLE, LARGE = (960, 540), (1280, 720), (1920, 1080)


def at_rest(view: View, language: str = "en", text_size: int = 100, **more: Any) -> SlimeStage:
    stage = SlimeStage(surroundings(language, text_size, **more))
    stage.reset(view)
    return stage


def seen(stage: SlimeStage, size: tuple[int, int], *, narrow: bool = False) -> Canvas:
    """The whole table."""
    canvas = canvas_of(*size)
    draw_table(stage, canvas, narrow=narrow)
    return canvas


def turn(number: int, size: tuple[int, int], language: str = "en", text_size: int = 100, **more: Any) -> Canvas:
    """A random match after so many turns, with its chart."""
    stage = at_rest(at(5, number)[1], language, text_size)
    stage.remember([(past, (5 + past, 5 + past // 2)) for past in range(number)])
    return seen(stage, size, **more)


def said(size: tuple[int, int], *, narrow: bool, text_size: int = 100) -> Canvas:
    """What both teams say."""
    state, _ = at(5, 40)
    state.messages = ["둘레를 잇는 중이니 발밑 조심!"[:13], "Closing the ring, mind your feet! 12345"]
    return seen(at_rest(RULES.view(state, SPECTATOR), "ko", text_size), size, narrow=narrow)


def steered(size: tuple[int, int], language: str) -> Canvas:
    """Routes, a standing order towards the edge, words not yet heard."""
    _, view = at(5, 20)
    stage = at_rest(view, language, person=True)
    stage.choose(0, None)
    start = view.slimes[1].square
    drag(stage, start, start + 4 * f.HEIGHT, 8 * f.HEIGHT + 3)
    stage.handle(KeyPressed("4"))
    stage.handle(Command(CommandName.LEFT))
    stage.say(0, "Here I come")
    return seen(stage, size)


def pointed(x: float, y: float, *, press: bool = False) -> Canvas:
    """Somebody asked, with the pointer there."""
    stage = at_rest(at(1, 3)[1], person=True)
    stage.choose(0, None)
    stage.handle(PointerMoved(x, y))
    if press:
        stage.handle(PointerPressed(x, y))
    return seen(stage, MIDDLE)


def alone(width: int, height: int) -> Canvas:
    """The match as the screen of a stall or of the setup shows it."""
    stage = at_rest(at(5, 90)[1], person=True)
    surface = opaque(width, height)
    stage.draw(Canvas(surface, 1.0).within(Box(0, 0, width, height), stage.width, stage.height))
    return Canvas(surface, 1.0)


def rules_picture() -> Canvas:
    """A turn in the rules."""
    picture = rules_pictures(SlimeStage, surroundings("ko"))["turn"]
    canvas = Canvas(opaque(800, 260), 1.0)
    picture.paint(canvas, Box(10, 10, 780, 234))
    return canvas


def banners() -> Canvas:
    """Both teams' banners, large and small."""
    canvas = Canvas(opaque(420, 220), 1.0)
    canvas.surface.fill(INK)
    for team, look in enumerate(surroundings().looks):
        draw_banner(canvas, team, look, Box(10 + 200 * team, 10, 150, 150))
        draw_banner(canvas, team, look, Box(170 + 200 * team, 170, 40, 40))
    return canvas


PICTURES: dict[str, tuple[Callable[[], Canvas], str]] = {
    "start": (lambda: turn(0, MIDDLE), "bebc80914002af43"),
    "early-ko": (lambda: turn(20, MIDDLE, "ko"), "d92b13c1b70e8846"),
    "early-small": (lambda: turn(20, SMALL), "97bdfe7e153ced8c"),
    "half-large": (lambda: turn(90, LARGE, "ko"), "2989075c9fc9d42e"),
    "half-narrow": (lambda: turn(90, SMALL, "ko", narrow=True), "35f411c9822dc9d8"),
    "half-large-letters": (lambda: turn(90, MIDDLE, "ko", 150), "421211216d2328a1"),
    "half-large-letters-narrow": (lambda: turn(90, MIDDLE, "en", 150, narrow=True), "2eb518ecbfdf0290"),
    "late": (lambda: turn(175, MIDDLE), "f327d8f33e53219f"),
    "end": (lambda: turn(180, SMALL, "ko"), "ad4e3f20fccb0ad9"),
    "said": (lambda: said(MIDDLE, narrow=False), "5c4de81a1194c003"),
    "said-narrow": (lambda: said(MIDDLE, narrow=True), "adaeb938ca23a663"),
    "said-large-letters": (lambda: said(SMALL, narrow=False, text_size=125), "8eb26f5acf854e17"),
    "ring": (lambda: seen(at_rest(RULES.view(about_to_flood(), SPECTATOR)), MIDDLE), "66ec4866f136127b"),
    "together": (lambda: seen(at_rest(RULES.view(about_to_collide(), SPECTATOR), "ko"), SMALL), "6618e541dceec7cf"),
    "steered": (lambda: steered(MIDDLE, "ko"), "44b7922f55f91672"),
    "steered-small": (lambda: steered(SMALL, "en"), "1af32a5e7e378aa8"),
    "steered-large": (lambda: steered(LARGE, "en"), "51fbcc88c0dd605d"),
    "route-offered": (lambda: pointed(700.0, 120.0), "08a7c7be547106f6"),
    "route-given": (lambda: pointed(700.0, 120.0, press=True), "679ace677d5b58e1"),
    "send-pointed-at": (lambda: pointed(468.0, 495.0), "f72908253352ac0b"),
    "stall": (lambda: alone(190, 190), "9a7cbfa3c68bbd0b"),
    "preview": (lambda: alone(260, 160), "06280fd65ebcc9fa"),
    "preview-high": (lambda: alone(480, 560), "7f93084bc98ba108"),
    "rules": (rules_picture, "2353350ce815ed3f"),
    "banners": (banners, "9dcbaf20517e51ab"),
}


def digest(canvas: Canvas) -> str:
    return hashlib.sha256(pygame.image.tobytes(canvas.surface, "RGB")).hexdigest()[:16]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_at_rest_is_as_it_was(name: str) -> None:
    draw, expected = PICTURES[name]
    canvas = draw()
    save(canvas, FOLDER, name)
    assert digest(canvas) == expected


if __name__ == "__main__":
    pygame.init()
    pygame.display.set_mode((1, 1))
    for name, (draw, _) in PICTURES.items():
        canvas = draw()
        save(canvas, FOLDER, name)
        print(name, digest(canvas))
