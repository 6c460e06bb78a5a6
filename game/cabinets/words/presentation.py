"""What the house knows of the word game's picture."""

from __future__ import annotations

from game.engine.colour import OUTLINE
from game.engine.ornament import VIOLET_GLAZE
from game.engine.stage.presentation import Entry, Presentation
from game.engine.stage.stall import SHELF_MIDDLES, SHELVES, Stall, shelves
from game.engine.vector import ellipse, path, rect

_PAPERS = ("#F2B134", "#E4572E", "#8FD6A8")
_COVERS = ("#B3244A", "#2E5FA8", "#1FA5A0", "#7A4FB5")


def _lantern(x: float, y: float, paper: str) -> str:
    body = ellipse(x, y - 24, 17, 19, paper, OUTLINE, 1.6)
    for reach in (6, 12):
        body += ellipse(x, y - 24, reach, 19, "none", OUTLINE, 0.7)
    body += rect(x - 8, y - 46, 16, 5, 1.5, "#C98C38", OUTLINE, 1.2) + rect(
        x - 8, y - 7, 16, 5, 1.5, "#C98C38", OUTLINE, 1.2
    )
    return body + path(f"M{x} {y - 46}V{y - 54}M{x} {y - 2}V{y}", "none", "#F3E3C3", 1.6)


def _books(x: float, y: float, turn: int) -> str:
    """Three dictionaries, one on the other."""
    body = ""
    for row, aside in enumerate((0, 3, -2)):
        cover, top = _COVERS[(row + turn) % len(_COVERS)], y - 13 * (row + 1)
        body += rect(x - 18 + aside, top, 36, 13, 2, cover, OUTLINE, 1.4)
        body += rect(x + 11 + aside, top + 2.5, 7, 8, 0, "#F3E3C3") + rect(
            x - 12 + aside, top + 5.5, 14, 2, 1, "#F2B134"
        )
    return body


def goods() -> str:
    """Paper lanterns and dictionaries on the shelves, in turn."""
    body = shelves()
    for row, y in enumerate(SHELVES):
        for side, x in enumerate(SHELF_MIDDLES):
            body += _books(x, y, row + side) if (row + side) % 2 else _lantern(x, y, _PAPERS[row])
    return body


PRESENTATION = Presentation(
    "words.stage.stage:WordsStage",
    stall=Stall("dome", "#B3244A", VIOLET_GLAZE, "#FFB765", goods),
    guide="words.stage.guide:GUIDE",
    delays={"sung": 1200, "told": 2600},
    puzzles="words.drills:WordDrills",
    more=(Entry("dictionary", "book-open", "words.scenes.browser:dictionary"),),
    samples={"words-dictionary": "words.commands.samples:searched"},
)
"""The word game as the arcade knows it."""
