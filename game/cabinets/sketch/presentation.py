"""What the house knows of the drawing game's picture: its stall, and how long things take."""

from __future__ import annotations

from game.engine.colour import OUTLINE, SEAT_COLOURS
from game.engine.ornament import TEAL_GLAZE
from game.engine.stage.presentation import Entry, Presentation
from game.engine.stage.stall import SHELF_MIDDLES, SHELVES, Stall, shelves
from game.engine.vector import path


def brushes() -> str:
    """Pots with brushes in the colours of the seats."""
    body = shelves()
    colours = list(SEAT_COLOURS.values())
    for side, x in enumerate(SHELF_MIDDLES):
        for row, y in enumerate(SHELVES):
            for number, lean in enumerate((-9, 0, 9)):
                colour = colours[(side * 3 + row * 2 + number) % len(colours)]
                body += path(f"M{x} {y - 10}L{x + lean} {y - 38}", "none", "#8A5430", 4)
                body += path(f"M{x + lean} {y - 36}l-4 -6q4 -12 4 -14q1 6 4 14Z", colour, OUTLINE, 1.5)
            body += path(f"M{x - 13} {y - 22}H{x + 13}L{x + 10} {y}H{x - 10}Z", "#D9643A", OUTLINE, 2)
    return body


PRESENTATION = Presentation(
    "sketch.stage.stage:SketchStage",
    stall=Stall("awning", "#5B7BE5", TEAL_GLAZE, "#FFE3A0", brushes),
    guide="sketch.stage.guide:GUIDE",
    delays={"stroke": 2600, "told": 2200, "card": 3200, "hands": 2600, "revealed": 4200},
    more=(
        Entry("gallery", "palette", "sketch.scenes.gallery:gallery"),
        Entry("solve", "eye", "sketch.scenes.solve:solve"),
    ),
    samples={
        "sketch-gallery": "sketch.commands.samples:wall",
        "sketch-paper": "sketch.commands.samples:paper",
        "sketch-solve": "sketch.commands.samples:solving",
    },
)
"""Its stall sells brushes."""
