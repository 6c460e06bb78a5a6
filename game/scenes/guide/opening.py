"""The guides of a game that brings them, as its setup and its stall open them."""

from __future__ import annotations

from game.cabinets.stages import PRESENTATIONS
from game.engine.scene import Context, Scene
from game.scenes.guide.listing import GuidesScene
from game.scenes.guide.table import GuideTable


def has_guides(game: str) -> bool:
    """Whether it brings a guide or several."""
    shown = PRESENTATIONS.get(game)
    return shown is not None and bool(shown.guide or shown.guides)


def guides(context: Context, game: str) -> Scene:
    """The list of its guides, or the table of the only one."""
    several = tuple(PRESENTATIONS[game].guides)
    if len(several) > 1:
        return GuidesScene(context, game)
    return GuideTable(context, game, *several)
