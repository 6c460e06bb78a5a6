"""The page of rules: every game that brings pictures shows them, each part with something of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.cabinets.stages import PRESENTATIONS
from game.engine.canvas import Box, Canvas
from game.engine.widgets.parts.markup import BlockKind, parse
from game.ground.texts import LANGUAGES, Texts
from game.scenes.table.rules import RulesPage
from tests.commands.command_line import ROOT, environment
from tests.in_turns import some
from tests.scenes.scene_driver import driving

PICTURED = [game for game in PRESENTATIONS.names if PRESENTATIONS[game].pictures]


def named(game: str, language: str) -> list[str]:
    return [block.sign for block in parse(Texts(language).line(f"{game}.rules")) if block.kind is BlockKind.PICTURE]


@pytest.mark.parametrize("game", PICTURED)
def test_the_rules_name_the_same_pictures_in_every_language(game: str) -> None:
    assert len({tuple(named(game, language)) for language in LANGUAGES}) == 1 <= len(named(game, "en"))


@pytest.mark.parametrize("game", some(4, PICTURED))
def test_the_pictures_of_the_rules_exist_and_show_something(game: str) -> None:
    with driving(lambda context: RulesPage(context, game), language="en") as driver:
        page = driver.top
        assert isinstance(page, RulesPage)
        pictures = page.pictures()
        assert {*named(game, "en")} <= pictures.keys()
        for picture in pictures.values():
            wide = min(780.0, picture.widest)
            surface = pygame.Surface((int(wide), int(wide * picture.shape)))
            picture.paint(Canvas(surface, 1.0), Box(0, 0, *surface.get_size()))
            thirds = [thirds_of(surface, number) for number in range(3)]
            assert min(len(set(part)) for part in thirds) > 5
            assert len(set(thirds)) == 3


def thirds_of(surface: pygame.Surface, number: int) -> tuple[int, ...]:
    """Some pixels of a third of a picture, inside its frame."""
    wide, high = surface.width // 3, surface.height
    return tuple(
        surface.get_at_mapped((number * wide + x, y)) for x in range(20, wide - 20, 7) for y in range(20, high - 20, 7)
    )


_OPENED = """
from game.core.compiled import COMPILED
if COMPILED:
    import pygame
    from numba.core.dispatcher import Dispatcher
    from game.engine.canvas import Box, Canvas
    from game.scenes.table.rules import RulesPage
    from tests.laws.test_rules_page import PICTURED
    from tests.scenes.scene_driver import driving

    class Asked(Exception):
        pass

    def ask(self, *_, **__):
        raise Asked

    Dispatcher._compile_for_args = ask  # called where no machine code is loaded
    for game in PICTURED:
        try:
            with driving(lambda context: RulesPage(context, game), language="en") as driver:
                for picture in driver.top.pictures().values():
                    picture.paint(Canvas(pygame.Surface((780, 400)), 1.0), Box(0, 0, 780, 400))
        except Asked:
            print("compiles:", game)
"""


@pytest.mark.slow
def test_opening_the_rules_compiles_nothing_and_loads_nothing_that_was_compiled(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", _OPENED],
        cwd=ROOT,
        env=environment(tmp_path, SOUK_PLAIN=""),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "compiles:" not in done.stdout, done.stdout
