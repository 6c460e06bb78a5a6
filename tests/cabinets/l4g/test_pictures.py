"""L4G at rest, compared by digests with pictures that were looked at.

After a change that is meant to be seen, look at what this draws, and put the digests it prints here:
`SOUK_PICTURES=/tmp/l4g python -m tests.cabinets.l4g.test_pictures`.
"""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.cabinets.l4g.stage.rules import rules_pictures
from game.cabinets.l4g.stage.stage import L4gStage
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, PointerMoved
from game.engine.light import opaque
from tests.cabinets.l4g.staging import (
    REPLAY,
    RULES,
    after,
    draw_table,
    point_at,
    save,
    stage_at,
    surroundings,
    table_canvas,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        (pygame.version.ver, platform.machine()) != ("2.5.8", "x86_64"),
        reason="the digests are of pygame-ce 2.5.8 on x86_64; other versions blend otherwise by a level or two",
    ),
]
FOLDER = Path(os.environ["SOUK_PICTURES"]) if "SOUK_PICTURES" in os.environ else None
SMALL, MIDDLE, LARGE = (960, 540), (1280, 720), (1920, 1080)


def seen(stage: L4gStage, size: tuple[int, int]) -> Canvas:
    canvas = table_canvas(*size)
    draw_table(stage, canvas)
    return canvas


def watched(
    turn: int, size: tuple[int, int], language: str, text_size: int = 100, follow: int | None = None, low: bool = False
) -> Canvas:
    """The table of somebody who looks on."""
    given = surroundings(49, language, text_size)
    stage = stage_at(after(3, turn), given, REPLAY) if low else stage_at(after(3, turn), given)
    stage.follow(follow)
    return seen(stage, size)


def asked(seat: int, turn: int, size: tuple[int, int], language: str, *commands: CommandName) -> Canvas:
    """The table of somebody who decides."""
    step = after(3, turn, viewer=seat)
    stage = stage_at(step, surroundings(49, language, viewer=seat))
    ask = RULES.ask(step[0])
    assert ask is not None and seat in ask.seats
    stage.choose(seat, RULES.legal(step[0], seat))
    for command in commands:
        stage.handle(Command(command))
    return seen(stage, size)


def pointed(row: int, column: int) -> Canvas:
    """Who stands on a square."""
    stage = stage_at(after(3, 40), surroundings(49, "ko"))
    point_at(stage, (row, column))
    return seen(stage, MIDDLE)


def alone(width: int, height: int) -> Canvas:
    """The room as the screen of a stall or of the setup shows it."""
    stage = L4gStage(surroundings())
    stage.reset(after(3, 40)[1])
    stage.handle(PointerMoved(-1000, -1000))
    surface = opaque(width, height)
    stage.draw(Canvas(surface, 1.0).within(Box(0, 0, width, height), stage.width, stage.height))
    return Canvas(surface, 1.0)


def rules_picture() -> Canvas:
    picture = rules_pictures(L4gStage, surroundings(5))["turn"]
    canvas = Canvas(opaque(800, 260), 1.0)
    picture.paint(canvas, Box(10, 10, 780, 234))
    return canvas


PICTURES: dict[str, tuple[Callable[[], Canvas], str]] = {
    "start": (lambda: watched(0, MIDDLE, "ko"), "b05f4893e179e0f3"),
    "watched": (lambda: watched(40, MIDDLE, "en"), "5a29263ee9dbd487"),
    "watched-small": (lambda: watched(40, SMALL, "ko"), "8acf486788cb17b1"),
    "watched-large": (lambda: watched(40, LARGE, "ko"), "0c100457a58dfa9b"),
    "watched-large-letters": (lambda: watched(40, MIDDLE, "en", 150), "00a02e9e44229296"),
    "followed": (lambda: watched(40, MIDDLE, "ko", follow=7), "1c0629b098a21bf3"),
    "followed-in-a-replay": (lambda: watched(25, MIDDLE, "en", follow=12, low=True), "af604483d52c1ddb"),
    "asked": (lambda: asked(4, 3, MIDDLE, "ko"), "48a0a9d7e1e3f89e"),
    "asked-up": (lambda: asked(4, 3, SMALL, "en", CommandName.UP), "b9328abb4cc001d4"),
    "asked-left": (lambda: asked(9, 3, MIDDLE, "en", CommandName.LEFT), "65775a8eab3caab6"),
    "pointed-at": (lambda: pointed(3, 3), "58aa825056c353c1"),
    "stall": (lambda: alone(190, 190), "1202d932b3a14ad6"),
    "preview": (lambda: alone(420, 300), "01acdb5c5577a866"),
    "rules": (rules_picture, "33f1d66d29f41282"),
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
