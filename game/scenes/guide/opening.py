"""Opening a game's guides from its setup and its stall."""

from __future__ import annotations

from game.cabinets.stages import PRESENTATIONS
from game.engine.scene import Context, Scene
from game.scenes.guide.listing import GuidesScene
from game.scenes.guide.table import GuideTable


def has_guides(game: str) -> bool:
    """Whether the game has at least one guide."""
    shown = PRESENTATIONS.get(game)
    return shown is not None and bool(shown.guide or shown.guides)


def guides(context: Context, game: str) -> Scene:
    """Make the list of the game's guides, or the table of its only one."""
    several = tuple(PRESENTATIONS[game].guides)
    if len(several) > 1:
        return GuidesScene(context, game)
    return GuideTable(context, game, *several)
