"""How the arcade presents Slime: its stall, its sounds, and how long movements take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.engine.ornament import TEAL_GLAZE
from game.engine.stage.presentation import Entry, Presentation
from game.engine.stage.stall import Stall

HOP, SPLAT, GROW = "hop", "splat", "grow"

DELAYS: Final[Mapping[str, int]] = {"slime_hop": 240, "slime_flood": 700, "slime_rise": 260}
"""Milliseconds of a hop, of the longest flood, and of a slime rising again."""


PRESENTATION = Presentation(
    "slime.stage.stage:SlimeStage",
    stall=Stall("dome", "#2BA7A0", TEAL_GLAZE, "#8A7BFF", "slime-goods"),
    sounds=(HOP, SPLAT, GROW),
    delays=DELAYS,
    seat_sign="slime.stage.sign:draw_team",
    pictures="slime.stage.rules:rules_pictures",
    guide="slime.stage.guide:GUIDE",
    more=(
        Entry("contest", "swords", "slime.scenes.opening:contest_hall"),
        Entry("night", "trophy", "slime.scenes.opening:night_plan"),
    ),
)
