"""Where the parts of the word game's picture are, in the stage's design units."""

from __future__ import annotations

from game.engine.canvas import Box

ASKED = Box(132, 62, 360, 238)
LINE = Box(112, 342, 400, 48)
CHAIN = Box(12, 468, 600, 148)
KEYS = Box(72, 432, 480, 176)
"""The keyboard, where it is open; the chain is hidden then."""
SMALL_CHAIN = Box(20, 334, 584, 286)
"""The chain on a little screen, which has no line to write in."""
