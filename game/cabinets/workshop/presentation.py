"""The presentation of the Workshop: its stall on the street and its scenes."""

from __future__ import annotations

from game.engine.colour import OUTLINE
from game.engine.ornament import DEEP_GLAZE
from game.engine.stage.presentation import Presentation
from game.engine.stage.stall import SHELF_MIDDLES, SHELVES, Stall, shelves
from game.engine.vector import circle, ellipse, path, rect


def goods() -> str:
    """Return SVG code of the stall's goods: rolled maps, a small stone maze, a coil of rope."""
    drawn = (_rolls, _maze, _rope)
    body = shelves()
    for side, x in enumerate(SHELF_MIDDLES):
        for number, y in enumerate(SHELVES):
            body += drawn[(number + side) % len(drawn)](x, y)
    return body


def _rolls(x: float, y: float) -> str:
    body = ""
    for dx, dy in ((-9, 0), (9, 0), (0, -13)):
        body += ellipse(x + dx, y - 8 + dy, 9, 8, "#F3E3C3", OUTLINE, 1.4) + circle(x + dx, y - 8 + dy, 3.4, "#C98A3A")
    return body


def _maze(x: float, y: float) -> str:
    lines = f"M{x - 12} {y - 6}H{x + 4}V{y - 20}H{x - 12}V{y - 30}H{x + 12}V{y - 12}"
    return rect(x - 16, y - 34, 32, 34, 3, "#6F4B46", OUTLINE, 1.5) + path(lines, "none", "#CFAF82", 4)


def _rope(x: float, y: float) -> str:
    rings = "".join(ellipse(x, y - 5 - 7 * number, 15, 6, "none", "#2BA7A0", 4.5) for number in range(3))
    return "".join(ellipse(x, y - 5 - 7 * number, 15, 6, "none", OUTLINE, 6.5) for number in range(3)) + rings


PRESENTATION = Presentation(
    "workshop.stage.stage:WorkshopStage",
    stall=Stall("dome", "#1F7F7A", DEEP_GLAZE, "#57E0D0", goods),
    delays={"made": 2600},
    opens="workshop.scenes.workshop:workshop",
    pictures="workshop.stage.rules:rules_pictures",
)
"""The presentation of the Workshop."""
