"""For how long a picture stays as it is: what scenes, widgets and stages answer as `still_for`, in seconds.

It is about what moves by itself. Inputs, messages of other people and changed settings may come at any time; they need
not be foreseen, because a window in use draws every frame, and a window left alone draws a few times a second at least.
"""

from __future__ import annotations

import math
from typing import Final

MOVES: Final = 0.0
"""Something moves, and needs every frame."""
DRIFTS: Final = 1 / 20
"""Something moves so gently that a third of the frames show it as well, while nobody touches the window."""
STILL: Final = math.inf
"""Nothing moves until something happens."""


def still_while(resting: bool) -> float:
    """Return STILL if everything is `resting`, else MOVES."""
    return STILL if resting else MOVES
