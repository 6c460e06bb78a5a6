"""What the house knows of L4G's picture: its stall and what it plays."""

from __future__ import annotations

import random

from game.engine.colour import WHITE, darken
from game.engine.ornament import VIOLET_GLAZE
from game.engine.stage.presentation import Presentation
from game.engine.stage.stall import SHELVES, Stall, shelves
from game.engine.vector import path, rect

GROW, SPLAT = "grow", "splat"


def _candle(x: float, y: float) -> str:
    body = rect(x + 13, y - 28, 12, 28, 2, "#FFF1D6", "#5A3A2A", 1.2)
    tip, foot = f"{x + 19} {y - 48}", f"{x + 19} {y - 30}"
    flame = f"M{foot}C{x + 12} {y - 37} {x + 17} {y - 43} {tip}C{x + 21} {y - 43} {x + 26} {y - 37} {foot}Z"
    return body + path(flame, "#FFC54D") + rect(x + 8, y - 4, 22, 4, 2, "#C98C38")


def books() -> str:
    """Books on the shelves, and a candle here and there."""
    chance = random.Random(4)
    body = shelves()
    for row, y in enumerate(SHELVES):
        for left in (58, 348):
            if (row + (left > 200)) % 3 == 1:
                body += _candle(left, y)
                continue
            x = float(left)
            while x < left + 34:
                wide, high = chance.choice((6, 7, 9)), chance.randint(30, 46)
                colour = chance.choice(("#E8507A", "#2BA7A0", "#F2B134", "#5B7BE5", "#D9643A", "#8E6BC9"))
                body += rect(x, y - high, wide, high, 1.4, colour, darken(colour, 0.6), 1.2)
                body += rect(x + 1.5, y - high + 5, wide - 3, 3, 0, "#FFF1D6", fill_opacity=0.8)
                body += rect(x + 1.2, y - high + 1, 1.6, high - 2, 0, WHITE, fill_opacity=0.28)
                x += wide + 0.8
    return body


PRESENTATION = Presentation(
    "l4g.stage.stage:L4gStage",
    stall=Stall("gable", "#7A4FB5", VIOLET_GLAZE, "#8FD6A8", books),
    sounds=(GROW, SPLAT),
    guide="l4g.stage.guide:GUIDE",
    samples={
        "l4g-crowd": "l4g.commands.samples:crowd",
        "l4g-fog": "l4g.commands.samples:fog",
        "l4g-choosing": "l4g.commands.samples:choosing",
        "l4g-phases": "l4g.commands.samples:phases",
        "evaluation": "l4g.commands.evaluations:evaluation",
        "evaluation-players": "l4g.commands.evaluations:evaluation_players",
        "evaluations": "l4g.commands.evaluations:evaluation_shelf",
        "evaluate": "l4g.commands.evaluations:evaluate",
    },
)
