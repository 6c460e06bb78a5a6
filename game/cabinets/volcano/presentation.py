"""What the house knows of the picture of Volcano Isle: its stall, and how long things take."""

from __future__ import annotations

from typing import Final

from game.engine.colour import OUTLINE
from game.engine.ornament import DEEP_GLAZE
from game.engine.stage.presentation import Presentation
from game.engine.stage.stall import SHELF_MIDDLES, SHELVES, Stall, shelves
from game.engine.vector import circle, path, points

DELAYS: Final = {"tile": 350, "house": 180, "next": 60}
_FIELDS: Final = ("#6B4238", "#3E8F4E", "#F2D79B", "#4FB4E3", "#A29DB4", "#BFD46A")


def piles() -> str:
    """Piles of tiles, one more on each shelf further down."""
    body = shelves()
    for side, x in enumerate(SHELF_MIDDLES):
        for row, y in enumerate(SHELVES):
            for level in range(row + 1):
                top = y - 8 - 10 * level
                shape = [(x - 18, top - 5), (x, top - 12), (x + 18, top - 5), (x + 18, top + 3), (x, top + 10),
                         (x - 18, top + 3)]  # fmt: skip
                body += path(points([(px, py + 5) for px, py in shape]), "#7A5B49", OUTLINE, 2)
                body += path(points(shape), _FIELDS[(side + row + level * 2) % 6], OUTLINE, 2)
            body += circle(x, y - 9 - 10 * row, 5, "#E2521F", "#2A1414", 2)
    return body


PRESENTATION = Presentation(
    "volcano.stage.stage:VolcanoStage",
    points=False,
    stall=Stall("dome", "#C2502E", DEEP_GLAZE, "#FFB765", piles),
    delays=DELAYS,
    guide="volcano.stage.guide:GUIDE",
)
"""Its stall sells piles of tiles."""
