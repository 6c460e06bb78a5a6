"""What the house knows of Slime's picture: its stall, what it plays, how long things take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.engine.colour import OUTLINE, WHITE, darken
from game.engine.ornament import TEAL_GLAZE
from game.engine.stage.presentation import Entry, Presentation
from game.engine.stage.stall import SHELF_MIDDLES, SHELVES, Stall, shelves
from game.engine.vector import circle, path, rect

HOP, SPLAT, GROW = "hop", "splat", "grow"

DELAYS: Final[Mapping[str, int]] = {"slime_hop": 240, "slime_flood": 700, "slime_rise": 260}
"""Of a hop, of the longest flood, and of a slime rising again."""


def _jar(x: float, y: float, colour: str) -> str:
    """A jar with a slime that looks out of it."""
    left, right = x - 15, x + 15
    outline = (
        f"M{left} {y - 1}V{y - 36}Q{left} {y - 42} {x - 9} {y - 44}H{x + 9}Q{right} {y - 42} {right} {y - 36}V{y - 1}Z"
    )
    body = path(outline, "#BFE6F0", "#E8FBFF", 1.4, fill_opacity=0.20)
    body += path(
        f"M{x - 13} {y - 3}V{y - 20}Q{x - 8} {y - 30} {x} {y - 27}Q{x + 9} {y - 25} {x + 13} {y - 18}V{y - 3}Z",
        colour,
        darken(colour, 0.5),
        1.2,
    )
    for eye in (x - 4.5, x + 4.5):
        body += circle(eye, y - 14, 2.8, WHITE) + circle(eye + 0.5, y - 13.4, 1.5, "#1B1030")
    body += rect(x - 12, y - 50, 24, 7, 2, "#C98C38", OUTLINE, 1.4)
    return body + path(f"M{x - 11} {y - 36}V{y - 22}", "none", WHITE, 2, stroke_opacity=0.65)


def jars() -> str:
    """A jar on every shelf, red and blue in turn."""
    body = shelves()
    for row, y in enumerate(SHELVES):
        for x in SHELF_MIDDLES:
            body += _jar(x, y, ("#E2455F", "#4D78F0")[(row + (x > 200)) % 2])
    return body


PRESENTATION = Presentation(
    "slime.stage.stage:SlimeStage",
    stall=Stall("dome", "#2BA7A0", TEAL_GLAZE, "#8A7BFF", jars),
    sounds=(HOP, SPLAT, GROW),
    delays=DELAYS,
    seat_sign="slime.stage.sign:draw_team",
    guide="slime.stage.guide:GUIDE",
    more=(Entry("contest", "swords", "slime.scenes.opening:contest_hall"),),
    samples={
        "contest-waiting": "slime.commands.samples:hall",
        "contest-one": "slime.commands.samples:one",
        "contest-soon": "slime.commands.samples:soon",
        "contest": "slime.commands.samples:match",
        "contest-watched": "slime.commands.samples:watched",
        "contest-end": "slime.commands.samples:end",
    },
)
