"""The boxes of the parts of the word game's picture, in the stage's design units."""

from __future__ import annotations

from game.engine.canvas import Box

ASKED = Box(132, 62, 360, 238)
LINE = Box(112, 342, 400, 48)
CHAIN = Box(12, 468, 600, 148)
KEYS = Box(72, 432, 480, 176)
"""The open keyboard; it hides the chain."""
SMALL_CHAIN = Box(20, 334, 584, 286)
"""The chain on a small screen, which has no line to write in."""
