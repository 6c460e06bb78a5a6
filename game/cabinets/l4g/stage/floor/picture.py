"""What is seen of a match at one moment: where each player is drawn, even between two squares."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from game.cabinets.l4g.rules.views import Deed, Life, PlayerState, PlayerView, Sight, View, sight_of
from game.cabinets.l4g.stage.floor.crowd import Spot, Standing, arranged
from game.cabinets.l4g.stage.floor.layout import Place, Plan
from game.engine.tween import Point, lerp

BURST_SECONDS, LABEL_SECONDS = 0.6, 1.1


@dataclass
class Figure:
    """One player as it is drawn."""

    number: int
    state: PlayerState
    square: Place | None
    """Row and column; None in the sky."""
    health: int | None = None
    life: Life | None = None
    x: float = 0.0
    y: float = 0.0
    radius: float = 0.0
    opacity: float = 1.0
    lift: float = 0.0
    """How far above the floor the token is while it hops, in design units."""
    swell: float = 1.0
    """The token's size as a multiple of that at rest, while its state changes."""

    @classmethod
    def of(cls, player: PlayerView) -> Figure:
        """Return the figure of a player at rest, not placed yet."""
        return cls(player.number, player.state, player.square, player.health, player.life)

    @property
    def standing(self) -> Standing:
        """What decides where the token stands."""
        return Standing(self.number, self.state, self.square, self.life.cooldown if self.life else 0)

    def put(self, spot: Spot) -> None:
        """Stand still at `spot`."""
        self.x, self.y, self.radius = spot
        self.lift, self.swell, self.opacity = 0.0, 1.0, 1.0

    def between(self, start: Spot, end: Spot, share: float) -> None:
        """Be at a share of the way from one spot to another."""
        self.x, self.y = lerp(start.x, end.x, share), lerp(start.y, end.y, share)
        self.radius = lerp(start.radius, end.radius, share)

    @property
    def spot(self) -> Spot:
        """Where the token is now."""
        return Spot(self.x, self.y, self.radius)


@dataclass
class Burst:
    """A light where something happened."""

    kind: str
    number: int
    """The player it happened to."""
    place: Point
    share: float = 0.0
    """Share of the burst's time that is over."""


@dataclass
class Label:
    """Words that rise from a place and fade."""

    text: str
    kind: str
    place: Point
    share: float = 0.0


@dataclass
class Picture:
    """What is drawn at one moment: all known players, and what happened on the squares."""

    view: View
    figures: dict[int, Figure]
    deeds: list[Deed] = field(default_factory=list)
    """The deeds of this turn that were shown so far."""
    bursts: list[Burst] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    sight: tuple[Sight, ...] | None = None
    """What the followed player knows of each square, row by row; None if everything is seen."""
    last_sight: tuple[Sight, ...] | None = None
    sight_share: float = 1.0
    """How far the picture has changed from the last sight to this one, 0 … 1."""

    @classmethod
    def of(cls, view: View, plan: Plan, focus: int | None = None) -> Picture:
        picture = cls(view, {player.number: Figure.of(player) for player in view.players})
        picture.deeds = [*view.actions, *view.events]
        for number, spot in picture.spots(plan).items():
            picture.figures[number].put(spot)
        picture.see(focus)
        picture.last_sight = picture.sight
        return picture

    def see(self, focus: int | None, without: Iterable[int] = ()) -> None:
        """Change the sight to what a player sees of the known players, except those in `without`, who are leaving."""
        gone = set(without)
        self.last_sight, self.sight, self.sight_share = self.sight, None, 0.0
        figure = self.figures.get(focus) if focus is not None else None
        if figure is None or figure.state is PlayerState.SOUL:
            return
        known = [
            PlayerView(one.number, one.state, one.square) for one in self.figures.values() if one.number not in gone
        ]
        self.sight = sight_of(known, figure.number, self.view.rows, self.view.columns)

    def spots(self, plan: Plan, without: Iterable[int] = ()) -> dict[int, Spot]:
        """Return where each token belongs, except those in `without`, who are leaving."""
        gone = set(without)
        standing = [figure.standing for figure in self.figures.values() if figure.number not in gone]
        return dict(arranged(standing, plan))

    def fade(self, seconds: float) -> None:
        """Let `seconds` of bursts and labels pass."""
        for burst in self.bursts:
            burst.share += seconds / BURST_SECONDS
        for label in self.labels:
            label.share += seconds / LABEL_SECONDS
        self.bursts[:] = [burst for burst in self.bursts if burst.share < 1]
        self.labels[:] = [label for label in self.labels if label.share < 1]

    def in_order(self) -> list[Figure]:
        """Return the figures from the back to the front."""
        return sorted(self.figures.values(), key=lambda figure: (figure.y, figure.number))
