"""The contract of a game's picture, and what it is given."""

from game.engine.stage.contract import (
    READABLE_FROM,
    REFUSED,
    SETTLE,
    Look,
    Speech,
    Stage,
    Surroundings,
    Tick,
    Tint,
    Tool,
)

__all__ = [
    "READABLE_FROM",
    "REFUSED",
    "SETTLE",
    "Look",
    "Speech",
    "Stage",
    "Surroundings",
    "Tick",
    "Tint",
    "Tool",
]
