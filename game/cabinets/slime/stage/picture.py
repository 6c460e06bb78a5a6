"""What is to be seen of a match at this moment: where the slimes are between two squares, how far a flood has come."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.cabinets.slime.field import HOMES, SLIMES, TEAM
from game.cabinets.slime.rules import Heading, TeamView, View
from game.cabinets.slime.stage.ground import Tide
from game.cabinets.slime.stage.layout import middle
from game.engine.tween import Point

_BESIDE = 11.0
"""How far slimes of one square stand from each other, in design units."""


@dataclass
class Figure:
    """One slime as it is drawn."""

    team: int
    number: int
    """From 1, within its team."""
    heading: Heading
    x: float
    y: float
    stretch: float = 0.0
    height: float = 0.0
    size: float = 1.0
    opacity: float = 1.0
    deaths: int = 0

    def stand(self, square: int, heading: Heading) -> None:
        """Stand still on a square."""
        self.x, self.y = middle(square)
        self.heading = heading
        self.stretch = self.height = 0.0
        self.size = self.opacity = 1.0


@dataclass
class Splat:
    """A slime that has just died."""

    team: int
    place: Point
    share: float = 0.0
    """How much of its time is over."""


@dataclass
class Rising:
    """The light on a team's home square while a slime rises there."""

    team: int
    share: float = 0.0

    @property
    def place(self) -> Point:
        """Where the home square is."""
        return middle(HOMES[self.team])


@dataclass
class Label:
    """Words over the field that rise and fade: how many squares were captured."""

    text: str
    team: int
    place: Point
    share: float = 0.0


@dataclass
class Picture:
    """Everything on the field."""

    owners: tuple[int, ...]
    teams: tuple[TeamView, TeamView]
    turn: int
    turns: int
    figures: list[Figure]
    tide: Tide | None = None
    splats: list[Splat] = field(default_factory=list)
    risings: list[Rising] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    countdown: float = 1.0
    """How much of the time is over that the number of turns left is shown over the field."""

    @classmethod
    def of(cls, view: View) -> Picture:
        """A view at rest."""
        figures = []
        for number, slime in enumerate(view.slimes):
            team, index = divmod(number, TEAM)
            x, y = middle(slime.square)
            figures.append(Figure(team, index + 1, slime.heading, x, y, deaths=slime.deaths))
        assert len(figures) == SLIMES
        return cls(view.owners, view.teams, view.turn, view.turns, figures)

    @property
    def left(self) -> int:
        """Turns still to be played."""
        return self.turns - self.turn

    def spread(self) -> list[tuple[Figure, float, float]]:
        """The figures with their places, from the back to the front; those on one spot stand beside each other."""
        spots: dict[tuple[int, int], list[Figure]] = {}
        for figure in self.figures:
            if figure.opacity > 0:
                spots.setdefault((round(figure.x), round(figure.y)), []).append(figure)
        placed = []
        for together in spots.values():
            for number, figure in enumerate(together):
                aside = number - (len(together) - 1) / 2
                placed.append((figure, figure.x + aside * _BESIDE, figure.y))
        return sorted(placed, key=lambda place: (place[2], place[1], place[0].team, place[0].number))
