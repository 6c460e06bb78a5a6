"""One turn into movement: a hop, what died of it, land that floods, and who rises again."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

from game.cabinets.slime.field import HOMES, TEAM
from game.cabinets.slime.presentation import GROW, HOP, SPLAT
from game.cabinets.slime.rules import View
from game.cabinets.slime.stage.flood import Flood
from game.cabinets.slime.stage.ground import Tide
from game.cabinets.slime.stage.layout import centre_of, heading_between, middle
from game.cabinets.slime.stage.picture import Figure, Label, Picture, Rising, Splat
from game.cabinets.slime.stage.script import Script
from game.core.rules import Event
from game.engine.colour import Colour
from game.engine.tween import arc, back, ease_in_out, ease_out, lerp_point, linear

SHORT: Final = 0.15
"""Seconds of a turn under reduced motion."""
HOP_HEIGHT: Final = 13.0
LAST_TURNS: Final = 10
"""Turns at the end that are counted down over the field."""
_SPLAT_SECONDS, _LABEL_SECONDS, _WOBBLE_SECONDS, _COUNT_SECONDS = 0.7, 1.3, 0.32, 0.7
_RISE_AFTER = 0.16
"""Seconds between a death and the light at home."""
_ENCLOSED_AT = 0.4
"""The share of a flood's time at which those inside die."""
_SQUARES_A_SECOND = 15.0
_FEWEST_TOLD = 2
"""Squares from which on a capture is told in figures."""
_ASIDE = 7.0
"""How far the splats of both teams lie from the middle of their square, so that both are seen."""
FOAM: Final[Colour] = "#FFF3CC"


class Turn:
    """One turn being written onto the timelines."""

    def __init__(self, script: Script, picture: Picture, view: View, events: Sequence[Event]) -> None:
        self._script = script
        self._picture = picture
        self._view = view
        self._told: dict[str, list[dict[str, Any]]] = {}
        for event in events:
            self._told.setdefault(event.kind, []).append(event.data)
        (moved,) = self._told["moved"]
        self._from: Sequence[int] = moved["from"]
        self._to: Sequence[int] = moved["to"]
        self._captured = [square for data in self._told.get("captured", ()) for square in data["squares"]]

    def _slimes(self, *kinds: str) -> list[int]:
        return [slime for kind in kinds for data in self._told.get(kind, ()) for slime in data["slimes"]]

    def play(self) -> None:
        """Write it."""
        tide = self._tide()
        flood_seconds = self._flood_seconds(tide)
        if self._script.reduced:
            self._script.main.then(SHORT, lambda _: None)
            self._script.main.call(lambda: self._land(0.0))
            return
        self._script.main.call(lambda: self._script.sound(HOP))
        hop = self._script.seconds("slime_hop")
        self._script.main.then(hop, self._hop(), linear)
        self._script.main.call(lambda: self._land(flood_seconds))
        waits = 0.0
        if self._slimes("rose"):
            enclosed = self._slimes("enclosed")
            rising = _RISE_AFTER + self._script.seconds("slime_rise")
            waits = flood_seconds * _ENCLOSED_AT * bool(enclosed)
            waits += max(rising, _SPLAT_SECONDS) if self._script.watched else rising
        if self._script.watched:
            waits = max(waits, flood_seconds)
        self._script.main.wait(waits)

    def _tide(self) -> Tide | None:
        """The change of the land, made ready for the picture."""
        picture, view = self._picture, self._view
        changed = [square for square, owner in enumerate(view.owners) if owner != picture.owners[square]]
        if not changed:
            return None
        stepped = {
            square
            for data in self._told["painted"]
            for team, squares in enumerate(data["squares"])
            for square in squares
            if view.owners[square] == team
        }
        sources = [square for square in changed if square in stepped]
        rest = [square for square in changed if square not in stepped]
        foam = FOAM if self._captured else None
        picture.tide = Tide(view.owners, Flood(sources, rest), foam)
        return picture.tide

    def _flood_seconds(self, tide: Tide | None) -> float:
        if tide is None or self._script.reduced:
            return 0.0
        longest = self._script.seconds("slime_flood")
        return min(longest, 0.16 + tide.flood.reach / _SQUARES_A_SECOND)

    def _hop(self) -> Callable[[float], None]:
        """Every slime from its square to the next; those that cross only to where they meet."""
        crossed = set(self._slimes("crossed"))
        ways = []
        for slime, (start, end) in enumerate(zip(self._from, self._to, strict=True)):
            figure = self._picture.figures[slime]
            heading = heading_between(start, end)
            assert heading is not None, "a slime moves to a square beside its own"
            figure.heading = heading
            there = lerp_point(middle(start), middle(end), 0.5) if slime in crossed else middle(end)
            ways.append((figure, middle(start), there))

        def hop(share: float) -> None:
            for figure, start, end in ways:
                figure.x, figure.y = lerp_point(start, end, ease_in_out(share))
                figure.height = HOP_HEIGHT * arc(share)
                figure.stretch = 0.16 * arc(share)

        return hop

    def _land(self, flood_seconds: float) -> None:
        """They have come down: numbers change, the flood sets out, some die."""
        picture, view, beside = self._picture, self._view, self._script.beside
        picture.teams, picture.turn = view.teams, view.turn
        for figure, slime in zip(picture.figures, view.slimes, strict=True):
            figure.deaths = slime.deaths
        if self._script.reduced:
            self._arrive_at_once()
            return
        beside.then(0.0, lambda _: None)
        if picture.left < LAST_TURNS:
            beside.beside(_COUNT_SECONDS, self._count, ease_out)
        dead = set(self._slimes("rose"))
        alive = [figure for slime, figure in enumerate(picture.figures) if slime not in dead]
        beside.beside(_WOBBLE_SECONDS, lambda share: _wobble(alive, share), linear)
        self._flow(flood_seconds)
        self._die(self._slimes("crossed", "met"), 0.0)
        self._die(self._slimes("enclosed"), flood_seconds * _ENCLOSED_AT)
        self._tell_captures()

    def _arrive_at_once(self) -> None:
        picture, view = self._picture, self._view
        picture.owners, picture.tide = view.owners, None
        for figure, slime in zip(picture.figures, view.slimes, strict=True):
            figure.stand(slime.square, slime.heading)
        if self._slimes("rose"):
            self._script.sound(SPLAT)
        if self._captured:
            self._script.sound(GROW)

    def _count(self, share: float) -> None:
        self._picture.countdown = share

    def _flow(self, seconds: float) -> None:
        picture = self._picture
        tide = picture.tide
        if tide is None:
            return
        if self._captured:
            self._script.sound(GROW)

        def flow(share: float) -> None:
            tide.front = share * tide.flood.reach
            if share >= 1:
                picture.owners, picture.tide = tide.owners, None

        self._script.beside.beside(seconds, flow, _even_then_slow)

    def _die(self, slimes: Sequence[int], delay: float) -> None:
        """Pop, and rise at home."""
        for slime in slimes:
            figure = self._picture.figures[slime]
            aside = _ASIDE if figure.team else -_ASIDE
            splat = Splat(figure.team, (figure.x + aside, figure.y - aside / 2))
            self._script.beside.beside(_SPLAT_SECONDS, self._pop(figure, splat), linear, delay)
            self._script.beside.beside(
                self._script.seconds("slime_rise"), self._rise(slime, figure), linear, delay + _RISE_AFTER
            )
        if slimes:
            self._script.beside.beside(0.0, lambda _: self._script.sound(SPLAT), linear, delay)

    def _pop(self, figure: Figure, splat: Splat) -> Callable[[float], None]:
        splats = self._picture.splats

        def pop(share: float) -> None:
            if splat not in splats and share < 1:
                splats.append(splat)
                figure.opacity = 0.0
            splat.share = share
            if share >= 1 and splat in splats:
                splats.remove(splat)

        return pop

    def _rise(self, slime: int, figure: Figure) -> Callable[[float], None]:
        risings = self._picture.risings
        rising = Rising(slime // TEAM)
        heading = self._view.slimes[slime].heading

        def rise(share: float) -> None:
            if rising not in risings and share < 1:
                risings.append(rising)
            figure.stand(HOMES[figure.team], heading)
            figure.stretch = -0.7 * (1 - back(share))
            figure.opacity = min(1.0, 3 * share)
            rising.share = share
            if share >= 1 and rising in risings:
                risings.remove(rising)

        return rise

    def _tell_captures(self) -> None:
        for data in self._told.get("captured", ()):
            if data["count"] >= _FEWEST_TOLD:
                free = [square for square in data["squares"] if square not in self._to]
                label = Label(f"+{data['count']}", data["seat"], centre_of(free or data["squares"]))
                self._script.beside.beside(_LABEL_SECONDS, self._float(label), linear, 0.05)

    def _float(self, label: Label) -> Callable[[float], None]:
        labels = self._picture.labels

        def float_up(share: float) -> None:
            if label not in labels and share < 1:
                labels.append(label)
            label.share = share
            if share >= 1 and label in labels:
                labels.remove(label)

        return float_up


def _wobble(figures: Sequence[Figure], share: float) -> None:
    """Jelly comes to rest."""
    for figure in figures:
        figure.height = 0.0
        figure.stretch = -0.2 * (1 - share) ** 2 * math.cos(share * 3 * math.pi) if share < 1 else 0.0


def _even_then_slow(share: float) -> float:
    """A flood that slows down only at its end."""
    return 1 - math.sqrt(1 - share) ** 3
