"""The stages of the games, listed as their cabinets are."""

from __future__ import annotations

from typing import Any

from game.cabinets.listed import CABINETS, Listed
from game.engine.stage import Stage
from game.engine.stage.presentation import Presentation

PRESENTATIONS = Listed[Presentation](
    {
        "marrakech": "marrakech.presentation:PRESENTATION",
        "slime": "slime.presentation:PRESENTATION",
        "l4g": "l4g.presentation:PRESENTATION",
        "omok": "omok.presentation:PRESENTATION",
        "tablut": "tablut.presentation:PRESENTATION",
        "gems": "gems.presentation:PRESENTATION",
        "volcano": "volcano.presentation:PRESENTATION",
        "words": "words.presentation:PRESENTATION",
        "sketch": "sketch.presentation:PRESENTATION",
        "nullgame": "nullgame.presentation:PRESENTATION",
        "racer": "racer.presentation:PRESENTATION",
        "rails": "rails.presentation:PRESENTATION",
        "workshop": "workshop.presentation:PRESENTATION",
        "rooftops": "rooftops.presentation:PRESENTATION",
        "cisterns": "cisterns.presentation:PRESENTATION",
        "storm": "storm.presentation:PRESENTATION",
    },
    lambda brought: brought.presentation,
)
"""The presentation of every game by its id."""


def games_that_play(kind: str) -> tuple[str, ...]:
    """Return the ids of the games that play levels of a kind (`Presentation.plays`), in the order of the street."""
    return tuple(game for game, shown in PRESENTATIONS.items() if kind in shown.plays and game in CABINETS)


class _Stages(Listed[type[Stage[Any, Any]]]):
    def __init__(self, presentations: Listed[Presentation]) -> None:
        super().__init__({}, lambda brought: brought.presentation)
        self._presentations = presentations

    @property
    def names(self) -> tuple[str, ...]:
        return self._presentations.names

    def _place(self, game: str) -> str:
        return self._presentations[game].stage


STAGES = _Stages(PRESENTATIONS)
"""The stage of every game by its id."""
