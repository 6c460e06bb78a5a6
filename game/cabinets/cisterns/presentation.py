"""The presentation of Cisterns: its stall on the street, and the durations of its movements."""

from __future__ import annotations

from typing import Final

from game.cabinets.cisterns.sounds import SOUNDS
from game.engine.colour import OUTLINE
from game.engine.ornament import TEAL_GLAZE
from game.engine.stage.presentation import Entry, Presentation
from game.engine.stage.stall import SHELF_MIDDLES, SHELVES, Stall, shelves
from game.engine.vector import circle, ellipse, path, rect

DELAYS: Final = {"heroes": 90, "blows": 60, "monsters": 60}


def goods() -> str:
    """Return SVG code of the stall's goods: flasks, keys on a ring, jars of water."""
    drawn = (_flask, _keys, _jar)
    body = shelves()
    for side, x in enumerate(SHELF_MIDDLES):
        for number, y in enumerate(SHELVES):
            body += drawn[(number + side) % len(drawn)](x, y)
    return body


def _flask(x: float, y: float) -> str:
    glass = f"M{x - 4} {y - 34} H{x + 4} V{y - 22} L{x + 13} {y - 6} Q{x + 14} {y - 1} {x + 8} {y - 1} H{x - 8}"
    body = path(f"{glass} Q{x - 14} {y - 1} {x - 13} {y - 6} L{x - 4} {y - 22} Z", "#BDF3E6", OUTLINE, 1.6)
    body += path(
        f"M{x - 10} {y - 11} H{x + 10} L{x + 12} {y - 6} Q{x + 12} {y - 3} {x + 8} {y - 3} H{x - 8} Z", "#E8507A"
    )
    return body + rect(x - 5, y - 38, 10, 5, 1.5, "#A8672F", OUTLINE, 1.2)


def _keys(x: float, y: float) -> str:
    ring = circle(x, y - 26, 9, "none", "#8A5A1E", 2.4)
    body = ""
    for dx, colour in ((-8, "#F2B134"), (0, "#2BA7A0"), (8, "#E8507A")):
        data = f"M{x + dx} {y - 18} V{y - 3} M{x + dx} {y - 7} H{x + dx + 4} M{x + dx} {y - 3} H{x + dx + 4}"
        body += path(data, "none", OUTLINE, 4.2) + path(data, "none", colour, 2.4)
    return ring + body


def _jar(x: float, y: float) -> str:
    data = f"M{x - 7} {y - 32} H{x + 7} C{x + 4} {y - 27} {x + 16} {y - 22} {x + 12} {y - 1} H{x - 12}"
    body = path(f"{data} C{x - 16} {y - 22} {x - 4} {y - 27} {x - 7} {y - 32} Z", "#C77B4E", OUTLINE, 1.6)
    return body + ellipse(x, y - 32, 7, 2.2, "#2BA7A0", OUTLINE, 1.2) + rect(x - 12, y - 14, 24, 3, 0, "#2BA7A0")


PRESENTATION = Presentation(
    "cisterns.stage.stage:CisternsStage",
    stall=Stall("dome", "#2A6F86", TEAL_GLAZE, "#8FD8E8", goods),
    delays=DELAYS,
    sounds=SOUNDS,
    plays=("dungeon",),
    more=(Entry("daily", "calendar", "cisterns.scenes.daily:daily"),),
    guide="cisterns.stage.guide:GUIDE",
    pictures="cisterns.stage.rules:rules_pictures",
)
