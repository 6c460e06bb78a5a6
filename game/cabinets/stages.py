"""The pictures of the cabinets. Listed by hand: a bundle cannot search folders."""

from __future__ import annotations

from typing import Any

from game.cabinets.l4g.stage import L4gStage
from game.cabinets.marrakech.stage import MarrakechStage
from game.cabinets.nullgame.stage import NullgameStage
from game.cabinets.slime.stage import SlimeStage
from game.engine.stage import Stage

STAGES: dict[str, type[Stage[Any, Any]]] = {
    "l4g": L4gStage,
    "marrakech": MarrakechStage,
    "slime": SlimeStage,
    "nullgame": NullgameStage,
}
"""The stage of every game by its id."""
