"""The cabinet of the Workshop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.cabinets.workshop.bots import BOTS
from game.cabinets.workshop.rules import Workshop
from game.core.cabinet import Cabinet, Kind
from game.core.honours import Honour
from game.core.levels import Ladder
from game.core.limits import Limits

if TYPE_CHECKING:
    from game.core.tournament.figures import Figures


def _figures() -> Figures:
    """Return the figures of tournaments; imported here because only tournaments need that module."""
    from game.cabinets.workshop.figures import WorkshopFigures

    return WorkshopFigures()


WORKSHOP = Cabinet(
    Workshop(),
    BOTS,
    ladder=Ladder.KINDS,
    mix=("bsp", "caves", "digger-blind", "mission"),
    kind=Kind.WORKSHOP,
    figures=_figures,
    honours=(Honour("difference"), Honour("spread")),
    own="game.core.forge.api:Generator",
    limits=Limits(decision=2.0, first=20.0, memory=512 << 20),
    commands={
        "workshop-new": "workshop.commands.new",
        "workshop-range": "workshop.commands.range",
        "forge": "workshop.commands.forge",
    },
)
