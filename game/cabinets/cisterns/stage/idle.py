"""For a hero that has fallen, or is down before the others: a ribbon's sentence, and why a rival's map is black."""

from __future__ import annotations

from game.cabinets.cisterns.rules.state import Options
from game.cabinets.cisterns.rules.views import HeroSeen, View
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER
from game.engine.text import Typeface, Weight
from game.ground.texts import Texts

_WIDE = 420.0


def why_idle(view: View | None, viewer: int, options: Options) -> str | None:
    """Return the text key for a viewer who is not asked any more, or not until others are down; None for all others."""
    hero = _idle(view, viewer)
    if hero is None:
        return None
    if hero.hearts:
        return "cisterns.stage.down"
    return "cisterns.stage.fallen_friend" if options.mode == "coop" else "cisterns.stage.fallen_rival"


def hides_all(view: View, viewer: int, options: Options) -> bool:
    """Return whether the match is hidden from a viewer: a rival whose hero has fallen or gone down."""
    return options.mode == "rivals" and _idle(view, viewer) is not None


def _idle(view: View | None, viewer: int) -> HeroSeen | None:
    """Return the hero of a viewer who has one that is not asked any more; else None."""
    if view is None or view.over or not view.floor or not 0 <= viewer < len(view.heroes):
        return None
    hero: HeroSeen = view.heroes[viewer]
    return hero if hero.down or not hero.hearts else None


def draw_hidden(canvas: Canvas, typeface: Typeface, within: Box, texts: Texts) -> None:
    """Write why the map is black."""
    lines = typeface.wrap(texts.line("cisterns.stage.hidden"), _WIDE, theme.BODY)
    for number, line in enumerate(lines):
        y = within.centery + (number - (len(lines) - 1) / 2) * typeface.leading(theme.BODY)
        typeface.line(canvas, line, within.centerx, y, theme.BODY, Weight.SEMIBOLD, PAPER, "middle", outline=2)
