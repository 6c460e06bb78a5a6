"""The module that people's own players import. Its address is fixed; what it names lives in `players/player.py`."""

from game.cabinets.l4g.players.player import (
    LIMITS,
    Cell,
    Deed,
    Direction,
    Myself,
    Player,
    PlayerView,
    Scores,
    Sight,
    State,
)

__all__ = ["LIMITS", "Cell", "Deed", "Direction", "Myself", "Player", "PlayerView", "Scores", "Sight", "State"]
