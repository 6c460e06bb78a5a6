"""Turns one act into movement: players glide to their new places; changes of state happen half way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.cabinets.l4g.rules.views import View
from game.cabinets.l4g.stage.floor.acts import Act, Change, Scene
from game.cabinets.l4g.stage.floor.crowd import Spot
from game.cabinets.l4g.stage.floor.layout import Plan
from game.cabinets.l4g.stage.floor.picture import Burst, Figure, Label, Picture
from game.engine.tween import Timeline, arc, ease_in_out, linear

HOP: Final = 0.14
"""How high tokens hop, in squares."""
BURSTS: Final = frozenset({"died", "rose", "turned", "vanished", "punished", "arrested"})
"""Kinds of deeds that are lit up where they happen."""


class Turn:
    """A turn being written onto a timeline, towards the view after it."""

    def __init__(self, main: Timeline, picture: Picture, plan: Plan, goal: View) -> None:
        self._main = main
        self._picture = picture
        self._plan = plan
        self._goal = goal
        self._known = {player.number: player for player in goal.players}

    def play(self, scene: Scene, seconds: float, focus: int | None) -> None:
        """Write the movement of an act, which leads to the picture after the act.

        `focus` is whose sight is drawn.
        """
        figures = self._picture.figures
        appearing = {change.number for change in scene.appear}
        for change in scene.appear:
            self._come(change)
        spots = {number: figure.spot for number, figure in figures.items()}
        states = {number: figure.state for number, figure in figures.items()}
        moved = {change.number for change in scene.changes if figures[change.number].square != change.square}
        moved |= {change.number for change in scene.appear if change.origin is not None}
        for change in (*scene.appear, *scene.changes):
            self._apply(figures[change.number], change)
        self._picture.deeds.extend(scene.deeds)
        self._tell(scene, focus)
        self._picture.see(focus, without=scene.vanish)
        goals = self._picture.spots(self._plan, without=scene.vanish)
        becoming = {number: figures[number].state for number in figures if figures[number].state is not states[number]}
        for number in becoming:
            figures[number].state = states[number]

        def glide(share: float) -> None:
            self._picture.sight_share = share
            for number, figure in figures.items():
                figure.between(spots[number], goals.get(number, spots[number]), ease_in_out(share))
                figure.lift = arc(share) * HOP * self._plan.floor.cell if number in moved else 0.0
                figure.opacity = share if number in appearing else 1 - share if number in scene.vanish else 1.0
                if number in becoming:
                    figure.swell = 1 + 0.3 * arc(share)
                    figure.state = becoming[number] if share >= 0.5 else states[number]

        self._main.then(seconds, glide, linear)
        self._main.call(lambda: self._end(scene, goals))

    def _end(self, scene: Scene, goals: Mapping[int, Spot]) -> None:
        for number in scene.vanish:
            self._picture.figures.pop(number, None)
        for number, spot in goals.items():
            self._picture.figures[number].put(spot)

    def _come(self, change: Change) -> None:
        """Add a player that becomes known, invisible at first."""
        figure = Figure(change.number, change.state, change.origin or change.square)
        self._learn(figure)
        self._picture.figures[change.number] = figure
        figure.put(self._picture.spots(self._plan)[change.number])
        figure.opacity = 0.0

    def _apply(self, figure: Figure, change: Change) -> None:
        """Put a figure into its new state and square, with what is known of its life from then on."""
        figure.square = change.square
        if change.state is not figure.state:
            figure.state = change.state
            self._learn(figure)

    def _learn(self, figure: Figure) -> None:
        player = self._known.get(figure.number)
        if player is not None:
            figure.health, figure.life = player.health, player.life

    def _tell(self, scene: Scene, focus: int | None) -> None:
        """Add bursts of light where something happened, and labels for what it brought the followed player."""
        figures = self._picture.figures
        for deed in scene.deeds:
            if deed.kind in BURSTS and deed.number in figures:
                figure = figures[deed.number]
                self._picture.bursts.append(Burst(deed.kind, figure.number, (figure.x, figure.y)))
        healed = {deed.number for deed in scene.deeds if deed.kind in ("gave", "gained")}
        for number, figure in figures.items():
            health = figure.health
            if number in healed or scene.act is Act.FADING:
                self._learn(figure)
            if number == focus and health and figure.health is not None and figure.health != health:
                self._say(f"{figure.health - health:+d}".replace("-", "−"), "health", figure)
        if scene.act is Act.SPOTTING and focus in figures and (found := self._spotted(focus)):
            self._say(f"+{found}", "spotting", figures[focus])

    def _say(self, text: str, kind: str, figure: Figure) -> None:
        self._picture.labels.append(Label(text, kind, (figure.x, figure.y - figure.radius)))

    def _spotted(self, number: int) -> int:
        """Return what spotting brought a player this turn, as far as the viewer knows it; else 0."""
        index = 0 if self._goal.number >= 0 else number
        before, after = self._picture.view.scores, self._goal.scores
        return after[index].survivor_total - before[index].survivor_total if index < len(before) else 0
