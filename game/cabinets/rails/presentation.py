"""The presentation of Caravan Rails: its stall, sounds, guides and its own scenes."""

from __future__ import annotations

from typing import Final

from game.engine.colour import OUTLINE
from game.engine.ornament import RED_GLAZE
from game.engine.stage.presentation import Entry, Presentation
from game.engine.stage.stall import SHELF_MIDDLES, SHELVES, Stall, shelves
from game.engine.vector import circle, path, rect

HAMMER: Final = "hammer"
"""Sound of something being built."""
WHEELS: Final = "wheels"
"""Sound of a departing train."""
CHIME: Final = "chime"
"""Sound of another thousand coins of income."""
BELL: Final = "bell"
"""Sound of a jam."""
SOUNDS: Final = (HAMMER, WHEELS, CHIME, BELL)
"""All sounds of Caravan Rails, as names of their files."""


def goods() -> str:
    """Return SVG code of the stall's goods on three shelves: engines, wagons of coal, signals."""
    drawn = (_engine, _wagon, _signal)
    body = shelves()
    for side, x in enumerate(SHELF_MIDDLES):
        for number, y in enumerate(SHELVES):
            body += drawn[(number + side) % len(drawn)](x, y)
    return body


def _wheels(x: float, y: float, places: tuple[float, ...]) -> str:
    return "".join(circle(x + dx, y - 5, 5, "#3A2418", "#F0BE62", 2) for dx in places)


def _engine(x: float, y: float) -> str:
    body = rect(x - 16, y - 22, 24, 14, 5, "#4A4060", OUTLINE, 1.5) + rect(
        x + 4, y - 32, 13, 24, 2, "#B3244A", OUTLINE, 1.5
    )
    body += rect(x - 12, y - 32, 6, 11, 1, "#C98F3C", OUTLINE, 1.2) + rect(x + 7, y - 28, 7, 7, 1, "#FFD98A")
    return body + path(f"M{x - 18} {y - 8}L{x - 12} {y - 8}L{x - 18} {y - 2}Z", "#C98F3C") + _wheels(x, y, (-10, 1, 12))


def _wagon(x: float, y: float) -> str:
    heap = path(f"M{x - 14} {y - 20}Q{x - 8} {y - 31} {x} {y - 29}T{x + 14} {y - 20}Z", "#332C42", OUTLINE, 1.2)
    return heap + rect(x - 17, y - 21, 34, 13, 2, "#B9834B", OUTLINE, 1.5) + _wheels(x, y, (-9, 9))


def _signal(x: float, y: float) -> str:
    body = path(f"M{x} {y}L{x} {y - 22}", "none", "#C98F3C", 3.5)
    body += rect(x - 7, y - 42, 14, 24, 5, "#1B1430", "#FFE2A0", 1.6)
    return body + circle(x, y - 36, 3.8, "#FF5A4D") + circle(x, y - 25, 3.8, "#7FE8B0")


PRESENTATION = Presentation(
    "rails.stage.stage:RailsStage",
    stall=Stall("gable", "#8A3B2A", RED_GLAZE, "#FFC46B", goods),
    pictures="rails.stage.rules:rules_pictures",
    sounds=SOUNDS,
    more=(
        Entry("free", "map-pin", "rails.scenes.tasks:free"),
        Entry("lessons", "book-open", "rails.scenes.tasks:lessons"),
        Entry("yards", "flag", "rails.scenes.tasks:yards"),
        Entry("saved", "save", "rails.scenes.saved:saved"),
        Entry("daily", "calendar", "rails.scenes.daily:daily"),
    ),
    account="rails.scenes.books:account",
    guides={"first": "rails.stage.guide:FIRST"},
)
"""The presentation of Caravan Rails; its stall sells toy trains."""
