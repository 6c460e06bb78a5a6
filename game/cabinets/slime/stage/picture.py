"""What is on the field at one moment: slimes between two squares, and a flood under way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.cabinets.slime.field import TEAM
from game.cabinets.slime.rules import Heading, TeamView, View
from game.cabinets.slime.stage.flood import Tide
from game.cabinets.slime.stage.layout import CELL, LYING, Plan

_BESIDE = 11.0
"""Distance between slimes that share a square, in design units."""
_NUMBER_ASIDE = 17.0


@dataclass
class Figure:
    """One slime as it is drawn; (x, y) is the middle of the square it stands on."""

    team: int
    number: int
    """Number of the slime in its team, from 1."""
    heading: Heading
    """Where it looks on the screen."""
    x: float
    y: float
    deaths: int = 0
    stretch: float = 0.0
    """Deformation of the body: above 0 tall and thin, below 0 flat and wide."""
    height: float = 0.0
    """Height above the ground, in design units."""
    opacity: float = 1.0

    def number_place(self, heading: Heading, figures: Sequence[Figure]) -> tuple[float, float]:
        """Return where the slime's number stands: at its right foot; at its left foot if it faces right and no slime
        stands there.
        """
        taken = any(abs(self.x - CELL - other.x) < CELL / 2 and abs(self.y - other.y) < CELL / 2 for other in figures)
        aside = -_NUMBER_ASIDE if heading is Heading.RIGHT and not taken else _NUMBER_ASIDE
        return self.x + aside, self.y + 12 - self.height


@dataclass
class Picture:
    """Everything on the field at one moment."""

    owners: tuple[int, ...]
    teams: tuple[TeamView, TeamView]
    turn: int
    turns: int
    figures: list[Figure]
    tide: Tide | None = None

    @classmethod
    def of(cls, view: View, plan: Plan = LYING) -> Picture:
        figures = [
            Figure(n // TEAM, n % TEAM + 1, plan.seen(slime.heading), *plan.middle(slime.square), slime.deaths)
            for n, slime in enumerate(view.slimes)
        ]
        return cls(view.owners, view.teams, view.turn, view.turns, figures)

    @property
    def left(self) -> int:
        """Turns that are still to be played."""
        return self.turns - self.turn

    def team(self, team: int) -> Sequence[Figure]:
        """Return the slimes of one team in the order of their numbers."""
        return self.figures[team * TEAM :][:TEAM]

    def spread(self) -> list[Figure]:
        """Return the visible figures from back to front; those on one spot are moved beside each other."""
        spots: dict[tuple[int, int], list[Figure]] = {}
        for figure in self.figures:
            if figure.opacity > 0:
                spots.setdefault((round(figure.x), round(figure.y)), []).append(figure)
        placed = [
            replace(figure, x=figure.x + (number - (len(together) - 1) / 2) * _BESIDE)
            for together in spots.values()
            for number, figure in enumerate(together)
        ]
        return sorted(placed, key=lambda figure: (figure.y, figure.x, figure.team, figure.number))
