"""The part of the self-test that draws: the street, the settings, and each game's setup and table."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.cabinets.listed import CABINETS
from game.commands.shared.errors import CommandError
from game.commands.shared.words import texts
from game.core.bot.loading import HUMAN

if TYPE_CHECKING:
    import pygame

    from game.engine.scene import Context, Scene

SIZE = (960, 540)
SECONDS = 1.0
FEWEST_COLOURS = 12
"""The least number of colours in a proper picture shrunk to a thumbnail; an empty picture has fewer."""


def check_pictures() -> str:
    """Draw scenes with fonts, icons and sprites. Raises CommandError for a picture that is empty."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from game.engine.loop.screenshot import picture
    from game.engine.scene import SceneStack
    from game.ground.settings import Settings

    forgiving, SceneStack.forgiving = SceneStack.forgiving, False  # an exception must not show an error page instead
    drawn = 0
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name, game, make in _scenes(Path(folder)):
                colours = _thumbnail(picture(make, SIZE, Settings(), seconds=SECONDS))
                if len(colours) < FEWEST_COLOURS:
                    raise CommandError("cli.selftest.pictures", scene=name, game=game)
                drawn += 1
    finally:
        SceneStack.forgiving = forgiving
    return texts().line("cli.selftest.drawn", count=drawn)


def _scenes(folder: Path) -> Iterator[tuple[str, str | None, Callable[[Context], Scene]]]:
    """Yield the name, the game and the maker of each scene."""
    from game.scenes import arcade

    yield "title", None, arcade.title
    yield "settings", None, arcade.settings
    for game in CABINETS:
        yield "setup", game, partial(arcade.setup, game=game)
        yield "table", game, partial(_table, game=game, recording=folder / f"{game}.souk")


def _table(context: Context, game: str, recording: Path) -> Scene:
    """Make the table of a match that has just begun, of one person and the weakest computers."""
    from game.scenes.feeds.local import start_local
    from game.scenes.feeds.plan import MatchPlan, SeatPlan
    from game.scenes.table.scene import TableScene

    cabinet = CABINETS[game]
    specs = cabinet.filled((HUMAN,), cabinet.info.usual_seats, (next(iter(cabinet.bots)),))
    seats = tuple(SeatPlan(f"{spec} {seat}", spec) for seat, spec in enumerate(specs, 1))
    plan = MatchPlan(game, seats, cabinet.info.options(), 1)
    return TableScene(context, start_local(plan, context.settings, recording))


def _thumbnail(picture: pygame.Surface) -> set[int]:
    """Return the set of colours of a picture shrunk to a thumbnail."""
    import pygame

    small = pygame.transform.smoothscale(picture, (32, 18))
    return {small.get_at_mapped((x, y)) for x in range(32) for y in range(18)}
