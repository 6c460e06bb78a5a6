"""One turn as movement: slimes hop, some die, land floods, the dead come back."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from game.cabinets.slime.field import HOMES
from game.cabinets.slime.presentation import GROW, HOP, SPLAT
from game.cabinets.slime.rules import Heading, View
from game.cabinets.slime.stage.effects import Rising, Splat
from game.cabinets.slime.stage.flood import Tide
from game.cabinets.slime.stage.layout import Plan, heading_between
from game.cabinets.slime.stage.picture import Figure, Picture
from game.core.rules import Event
from game.engine import theme
from game.engine.colour import lighten
from game.engine.tween import Point, arc, back, ease_in_out, ease_out, lerp_point, linear
from game.kit.drawing.effects import Words
from game.kit.script import SHORT, Script

LAST_TURNS: Final = 10
"""The last turns of a match, counted down over the field."""
_HOP_HEIGHT: Final = 13.0
_SPLAT_SECONDS, _WORDS_SECONDS, _WOBBLE_SECONDS, _COUNT_SECONDS = 0.7, 1.3, 0.32, 0.7
_RISE_AFTER = 0.16
"""Seconds between a death and the light on the home square."""
_ENCLOSED_AT = 0.4
"""Share of a flood's time after which enclosed slimes die."""
_SQUARES_A_SECOND = 15.0
_FEWEST_SAID = 2
"""The least squares of a capture whose size is written over it."""
_ASIDE = 7.0
"""Distance of a splat from its square's middle, to opposite sides for the two teams, so that both are seen."""
_FOAM: Final = "#FFF3CC"


class Turn:
    """Writes one turn's movement into the script."""

    def __init__(self, script: Script, picture: Picture, view: View, events: Sequence[Event], plan: Plan) -> None:
        self._script, self._picture, self._view, self._plan = script, picture, view, plan
        self._events: dict[str, list[dict[str, Any]]] = {}
        for event in events:
            self._events.setdefault(event.kind, []).append(event.data)
        (self._moved,) = self._events["moved"]
        self._captures = self._events.get("captured", [])
        self._enclosed = self._slimes("enclosed")

    def _slimes(self, *kinds: str) -> list[int]:
        return [slime for kind in kinds for data in self._events.get(kind, ()) for slime in data["slimes"]]

    def write(self) -> None:
        script = self._script
        self._prepare_tide()
        flood = self._flood_seconds()
        inside = flood * _ENCLOSED_AT if self._enclosed else 0.0
        if script.reduced:
            script.rest(SHORT)
        else:
            script.sound(HOP)
            script.then(script.seconds("slime_hop"), self._hop())
            script.call(lambda: self._land(flood, inside))
        if self._captures:
            script.sound(GROW)
        if self._slimes("crossed", "met"):
            script.sound(SPLAT)
        if self._enclosed:
            script.sound(SPLAT, inside)
        script.rest(0.0 if script.reduced else self._waits(flood, inside) - inside)

    def _waits(self, flood: float, inside: float) -> float:
        """Return how many seconds a player waits after the slimes have landed."""
        script, waits = self._script, 0.0
        if self._slimes("rose"):
            rising = _RISE_AFTER + script.seconds("slime_rise")
            waits = inside + (max(rising, _SPLAT_SECONDS) if script.watched else rising)
        return max(waits, flood) if script.watched else waits

    def _prepare_tide(self) -> None:
        """Begin painting the new land while the slimes still hop."""
        before, after = self._picture.owners, self._view.owners
        (painted,) = self._events["painted"]
        stepped_on = {square for team, own in enumerate(painted["squares"]) for square in own if after[square] == team}
        if after != before:
            foam = _FOAM if self._captures else None
            self._picture.tide = Tide(before, after, stepped_on, foam, self._plan)

    def _flood_seconds(self) -> float:
        if self._picture.tide is None or self._script.reduced:
            return 0.0
        return min(self._script.seconds("slime_flood"), 0.16 + self._picture.tide.reach / _SQUARES_A_SECOND)

    def _hop(self) -> Callable[[float], None]:
        """Return the movement of every slime to its next square; slimes that swap squares meet half way."""
        crossed, middle = self._slimes("crossed"), self._plan.middle
        ways: list[tuple[Figure, Point, Point]] = []
        for slime, (start, end) in enumerate(zip(self._moved["from"], self._moved["to"], strict=True)):
            figure, heading = self._picture.figures[slime], heading_between(start, end)
            assert heading is not None, "a slime moves to a square beside its own"
            figure.heading = self._plan.seen(heading)
            there = lerp_point(middle(start), middle(end), 0.5 if slime in crossed else 1.0)
            ways.append((figure, middle(start), there))

        def hop(share: float) -> None:
            for figure, start, end in ways:
                figure.x, figure.y = lerp_point(start, end, ease_in_out(share))
                figure.height = _HOP_HEIGHT * arc(share)
                figure.stretch = 0.16 * arc(share)

        return hop

    def _land(self, flood: float, inside: float) -> None:
        """Schedule what follows the landing: figures change, the flood begins, slimes die."""
        picture, view, script = self._picture, self._view, self._script
        picture.teams, picture.turn = view.teams, view.turn
        for figure, slime in zip(picture.figures, view.slimes, strict=True):
            figure.deaths = slime.deaths
        script.aside.then(0.0, lambda _: None)
        if 0 < picture.left < LAST_TURNS:
            count = Words(str(picture.left), self._plan.field.center, size=self._size(theme.DISPLAY * 1.8), rise=0.0)
            script.effect_beside(count, _COUNT_SECONDS, ease_out, waits=False)
        dead = self._slimes("rose")
        alive = [figure for slime, figure in enumerate(picture.figures) if slime not in dead]
        script.aside.beside(_WOBBLE_SECONDS, lambda share: _wobble(alive, share), linear)
        if picture.tide:
            script.aside.beside(flood, self._flow(picture.tide), _even_then_slow)
        self._die(self._slimes("crossed", "met"), 0.0)
        self._die(self._enclosed, inside)
        for capture in self._captures:
            if capture["count"] >= _FEWEST_SAID:
                script.effect_beside(self._words(capture), _WORDS_SECONDS, linear, 0.05, waits=False)

    def _flow(self, tide: Tide) -> Callable[[float], None]:
        picture = self._picture

        def flow(share: float) -> None:
            tide.front = share * tide.reach
            if share >= 1:
                picture.owners, picture.tide = tide.owners, None

        return flow

    def _die(self, slimes: Sequence[int], delay: float) -> None:
        """Schedule these slimes' deaths and their return at home."""
        script, rise = self._script, self._script.seconds("slime_rise")
        for slime in slimes:
            figure, heading = self._picture.figures[slime], self._plan.seen(self._view.slimes[slime].heading)
            x, y = figure.x, figure.y
            aside = _ASIDE if figure.team else -_ASIDE
            splat = Splat(figure.team, (x + aside, y - aside / 2))
            script.effect_beside(splat, _SPLAT_SECONDS, linear, delay, waits=False)
            script.aside.beside(
                _RISE_AFTER + rise,
                _dying(figure, heading, self._plan.middle(HOMES[figure.team]), _RISE_AFTER / rise),
                linear,
                delay,
            )
        for team in {self._picture.figures[slime].team: None for slime in slimes}:
            script.effect_beside(Rising(team, self._plan), rise, linear, delay + _RISE_AFTER, waits=False)

    def _words(self, capture: dict[str, Any]) -> Words:
        """Return the text of how many squares were captured, over the most central one without a slime."""
        free = [square for square in capture["squares"] if square not in self._moved["to"]]
        x, y = self._centre_of(free or capture["squares"])
        field = self._plan.field
        place = min(max(x, field.left + 30), field.right - 30), max(y, field.top + 34)
        colour = lighten(self._script.surroundings.looks[capture["seat"]].colour, 0.7)
        return Words(f"+{capture['count']}", place, colour, self._size(theme.HEADING))

    def _centre_of(self, squares: Iterable[int]) -> Point:
        """Return the middle of the square nearest to an area's centre."""
        places = [self._plan.middle(square) for square in squares]
        centre = sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
        return min(places, key=lambda place: math.dist(place, centre))

    def _size(self, size: float) -> float:
        """Return a type size that looks the same at every text size setting."""
        return size * 100 / self._script.surroundings.typeface.text_size


def _dying(figure: Figure, heading: Heading, home: Point, away: float) -> Callable[[float], None]:
    """Return a movement that hides a figure, then raises it at home; hidden `away` times as long as the
    raising takes.
    """

    def die(share: float) -> None:
        risen = min(1.0, share * (1 + away) - away)
        if risen < 0:
            figure.opacity = 0.0
            return
        figure.heading, figure.height = heading, 0.0
        figure.x, figure.y = home
        figure.stretch = -0.7 * (1 - back(risen))
        figure.opacity = min(1.0, 3 * risen)

    return die


def _wobble(figures: Sequence[Figure], share: float) -> None:
    """Let the jelly of these figures come to rest after a hop."""
    for figure in figures:
        figure.height = 0.0
        figure.stretch = -0.2 * (1 - share) ** 2 * math.cos(share * 3 * math.pi) if share < 1 else 0.0


def _even_then_slow(share: float) -> float:
    """Ease a flood that slows down only at its end."""
    return 1 - math.sqrt(1 - share) ** 3
