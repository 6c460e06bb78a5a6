"""The presentation of Rooftops: its stall on the street."""

from __future__ import annotations

from game.cabinets.rooftops.sounds import SOUNDS
from game.engine.colour import OUTLINE
from game.engine.ornament import DEEP_GLAZE
from game.engine.stage.presentation import Entry, Presentation
from game.engine.stage.stall import SHELF_MIDDLES, SHELVES, Stall, shelves
from game.engine.vector import circle, path, rect


def goods() -> str:
    """Return SVG code of the stall's goods: shoes, coins on a string, small lanterns."""
    drawn = (_shoes, _coins, _lantern)
    body = shelves()
    for side, x in enumerate(SHELF_MIDDLES):
        for number, y in enumerate(SHELVES):
            body += drawn[(number + side) % len(drawn)](x, y)
    return body


def _shoes(x: float, y: float) -> str:
    body = ""
    for dx in (-12, 6):
        left, toe = x + dx - 6, x + dx + 14
        sole = f"M{left} {y - 16} V{y - 2} H{toe} C{toe + 6} {y - 2} {toe + 4} {y - 12} {toe - 4} {y - 9}"
        body += path(f"{sole} L{left + 9} {y - 16} Z", "#D9643A", OUTLINE, 1.6)
    return body


def _coins(x: float, y: float) -> str:
    string = path(f"M{x - 18} {y - 34} Q{x} {y - 14} {x + 18} {y - 34}", "none", "#8A5A1E", 1.6)
    return string + "".join(
        circle(x + 9 * place, y - 20 + 1.2 * place * place, 5, "#F2B134", OUTLINE, 1.4) for place in (-1, 0, 1)
    )


def _lantern(x: float, y: float) -> str:
    glass = path(
        f"M{x - 8} {y - 24} H{x + 8} L{x + 11} {y - 14} L{x + 7} {y - 3} H{x - 7} L{x - 11} {y - 14} Z",
        "#FFD98A",
        OUTLINE,
        1.6,
    )
    return (
        glass
        + rect(x - 8, y - 3, 16, 3, 1, "#8A5A1E", OUTLINE, 1)
        + path(f"M{x - 8} {y - 24} L{x} {y - 33} L{x + 8} {y - 24} Z", "#8A5A1E", OUTLINE, 1.4)
    )


PRESENTATION = Presentation(
    "rooftops.stage.stage:RooftopsStage",
    stall=Stall("gable", "#8A4A63", DEEP_GLAZE, "#F6C26A", goods),
    sounds=SOUNDS,
    points=False,
    more=(
        Entry("daily", "calendar", "rooftops.scenes.daily:daily"),
        Entry("first", "footprints", "rooftops.scenes.races:first_race"),
    ),
    guides={"first": "rooftops.stage.guide:FIRST", "tenths": "rooftops.stage.guide:TENTHS"},
    plays=("platform",),
    pictures="rooftops.stage.rules:rules_pictures",
)
