"""What the house knows of Tablut's picture."""

from __future__ import annotations

from game.engine.colour import OUTLINE
from game.engine.ornament import TEAL_GLAZE
from game.engine.stage.presentation import Entry, Presentation
from game.engine.stage.stall import SHELF_MIDDLES, SHELVES, Stall, shelves
from game.engine.vector import circle, path, rect, star


def _shield(x: float, y: float) -> str:
    body = circle(x, y - 19, 17, "#35284A", OUTLINE, 1.6) + circle(x, y - 19, 13, "none", "#C98C38", 2.4)
    return body + path(star(x, y - 19, 8), "#F3E3C3", OUTLINE, 1)


def _king(x: float, y: float) -> str:
    body = path(f"M{x - 12} {y}L{x - 8} {y - 26}H{x + 8}L{x + 12} {y}Z", "#F0DDB8", OUTLINE, 1.6)
    body += rect(x - 12, y - 9, 24, 5, 1, "#B3244A") + circle(x, y - 32, 8, "#FFF1D0", OUTLINE, 1.4)
    crown = f"M{x - 9} {y - 34}L{x - 11} {y - 48}L{x - 4} {y - 42}L{x} {y - 51}L{x + 4} {y - 42}"
    return body + path(f"{crown}L{x + 11} {y - 48}L{x + 9} {y - 34}Z", "#F2B134", OUTLINE, 1.4)


def goods() -> str:
    """Shields and kings on the shelves, in turn."""
    body = shelves()
    for row, y in enumerate(SHELVES):
        for x in SHELF_MIDDLES:
            body += (_shield if (row + (x > 200)) % 2 else _king)(x, y)
    return body


PRESENTATION = Presentation(
    "tablut.stage.stage:TablutStage",
    points=False,
    stall=Stall("gable", "#3F5FA8", TEAL_GLAZE, "#9DB6FF", goods),
    more=(Entry("contest", "swords", "tablut.scenes.opening:contest_hall"),),
    editing="tablut.scenes.editing:TablutEditing",
    puzzles="tablut.puzzles:TablutPuzzles",
    guide="tablut.stage.guide:GUIDE",
    samples={
        "tablut-waiting": "tablut.commands.samples:waiting",
        "tablut-server": "tablut.commands.samples:match",
    },
)
