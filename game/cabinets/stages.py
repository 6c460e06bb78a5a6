"""The pictures of the games. Listed by hand: a bundle cannot search folders."""

from __future__ import annotations

from typing import Any

from game.cabinets.listed import Listed
from game.engine.stage import Stage

STAGES = Listed[type[Stage[Any, Any]]](
    {
        "l4g": "l4g.stage.stage:L4gStage",
        "marrakech": "marrakech.stage.stage:MarrakechStage",
        "slime": "slime.stage.stage:SlimeStage",
        "nullgame": "nullgame.stage:NullgameStage",
    }
)
"""The stage of every game by its id."""
