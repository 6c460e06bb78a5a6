"""For who has fallen or is down before the others: what is said in their ribbon, and why a rival sees nothing."""

from __future__ import annotations

from game.cabinets.cisterns.rules.state import Options
from game.cabinets.cisterns.rules.views import HeroSeen, View
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER
from game.engine.text import Typeface, Weight
from game.texts import Texts

_WIDE = 420.0


def why_idle(view: View | None, viewer: int, options: Options) -> str | None:
    """What is said to a viewer who is not asked any more, or not before the others are down; None to all else."""
    hero = _idle(view, viewer)
    if hero is None:
        return None
    if hero.hearts:
        return "cisterns.stage.down"
    return "cisterns.stage.fallen_friend" if options.mode == "coop" else "cisterns.stage.fallen_rival"


def hides_all(view: View, viewer: int, options: Options) -> bool:
    """Whether all that goes on is hidden from a viewer: from rivals who are not there any more."""
    return options.mode == "rivals" and _idle(view, viewer) is not None


def _idle(view: View | None, viewer: int) -> HeroSeen | None:
    """The hero of a viewer who sits here, has one and is not asked."""
    if view is None or view.over or not view.floor or not 0 <= viewer < len(view.heroes):
        return None
    hero: HeroSeen = view.heroes[viewer]
    return hero if hero.down or not hero.hearts else None


def draw_hidden(canvas: Canvas, typeface: Typeface, within: Box, texts: Texts) -> None:
    """Say why all is black."""
    lines = typeface.wrap(texts.line("cisterns.stage.hidden"), _WIDE, theme.BODY)
    for number, line in enumerate(lines):
        y = within.centery + (number - (len(lines) - 1) / 2) * typeface.leading(theme.BODY)
        typeface.line(canvas, line, within.centerx, y, theme.BODY, Weight.SEMIBOLD, PAPER, "middle", outline=2)
