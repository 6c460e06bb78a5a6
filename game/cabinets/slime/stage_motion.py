"""Events into movement: a hop, what died of it, land that floods, and who rises again.

Two timelines: one for what a player waits for, one for what may go on while they choose already (the flood, words
that fade). Where only computers play, the flood is waited for too: it is what there is to see.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from game.cabinets.slime.field import HOMES, TEAM
from game.cabinets.slime.rules import View
from game.cabinets.slime.stage_flood import Flood
from game.cabinets.slime.stage_ground import Tide
from game.cabinets.slime.stage_layout import centre_of, heading_between, middle
from game.cabinets.slime.stage_picture import Figure, Label, Picture, Rising, Splat
from game.core.rules import Event
from game.engine.audio import Sound
from game.engine.colour import Colour
from game.engine.stage import Surroundings
from game.engine.tween import Timeline, arc, back, ease_in_out, ease_out, lerp_point, linear

DELAYS: Final[Mapping[str, int]] = {"slime_hop": 240, "slime_flood": 700, "slime_rise": 260}
"""Milliseconds of a hop, of the longest flood, and of a slime rising again, where the settings name none."""
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


def _by_kind(events: Sequence[Event]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for event in events:
        found.setdefault(event.kind, []).append(event.data)
    return found


class Director:
    """Leads the picture from one view to the next."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self._waiting: deque[tuple[View, Sequence[Event]]] = deque()
        self._main = Timeline()
        self._beside = Timeline()
        self._hurrying = False
        self._goal: View | None = None
        self.picture: Picture | None = None

    @property
    def busy(self) -> bool:
        """Whether something moves that a player waits for."""
        return self._main.busy or bool(self._waiting)

    @property
    def moving(self) -> bool:
        """Whether anything moves."""
        return self.busy or self._beside.busy

    def reset(self, view: View) -> None:
        """Show a view at rest."""
        self._main.clear()
        self._beside.clear()
        self._waiting.clear()
        self._goal = None
        self.picture = Picture.of(view)

    def show(self, view: View, events: Sequence[Event]) -> None:
        """Go over to a view, after what is still to be shown."""
        if self.picture is None or self._surroundings.speed <= 0:
            self.reset(view)
            return
        self._waiting.append((view, events))
        if not self._main.busy:
            self._begin_next()

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._main.update(seconds)
        self._beside.update(seconds)
        if not self._main.busy and self._waiting:
            self._begin_next()

    def hurry(self) -> None:
        """Bring everything to its end."""
        self._hurrying = True
        while self.busy:
            self._main.finish()
            if self._waiting:
                self._begin_next()
        self._settle()
        self._hurrying = False

    @property
    def _watched(self) -> bool:
        """Whether nobody at this screen plays."""
        return not any(look.person for look in self._surroundings.looks)

    def _seconds(self, name: str) -> float:
        return self._surroundings.delays.get(name, DELAYS[name]) / 1000

    def _sound(self, sound: Sound) -> None:
        if not self._hurrying:
            self._surroundings.play_sound(sound)

    def _settle(self) -> None:
        """End what still goes on beside, and stand as the last view has it."""
        self._beside.finish()
        self._beside.clear()
        if self._goal is not None:
            self.picture = Picture.of(self._goal)
            self._goal = None

    def _begin_next(self) -> None:
        view, events = self._waiting.popleft()
        self._settle()
        assert self.picture is not None
        told = _by_kind(events)
        if "moved" not in told:
            self.picture = Picture.of(view)
            return
        self._goal = view
        self._main.speed = self._beside.speed = self._surroundings.speed
        _Turn(self, self.picture, view, told).play()


class _Turn:
    """One turn being written onto the timelines."""

    def __init__(
        self, director: Director, picture: Picture, view: View, told: Mapping[str, list[dict[str, Any]]]
    ) -> None:
        self._director = director
        self._picture = picture
        self._view = view
        self._told = told
        self._main, self._beside = director._main, director._beside
        self._reduced = director._surroundings.reduced_motion
        moved = told["moved"][0]
        self._from: Sequence[int] = moved["from"]
        self._to: Sequence[int] = moved["to"]
        self._captured = [square for data in told.get("captured", ()) for square in data["squares"]]

    def _slimes(self, *kinds: str) -> list[int]:
        return [slime for kind in kinds for data in self._told.get(kind, ()) for slime in data["slimes"]]

    def play(self) -> None:
        """Write it."""
        tide = self._tide()
        flood_seconds = self._flood_seconds(tide)
        if self._reduced:
            self._main.then(SHORT, lambda _: None)
            self._main.call(lambda: self._land(0.0))
            return
        self._main.call(lambda: self._director._sound(Sound.HOP))
        hop = self._director._seconds("slime_hop")
        self._main.then(hop, self._hop(), linear)
        self._main.call(lambda: self._land(flood_seconds))
        waits = 0.0
        if self._slimes("rose"):
            enclosed = self._slimes("enclosed")
            rising = _RISE_AFTER + self._director._seconds("slime_rise")
            waits = flood_seconds * _ENCLOSED_AT * bool(enclosed)
            waits += max(rising, _SPLAT_SECONDS) if self._director._watched else rising
        if self._director._watched:
            waits = max(waits, flood_seconds)
        self._main.wait(waits)

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
        if tide is None or self._reduced:
            return 0.0
        longest = self._director._seconds("slime_flood")
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
        picture, view, beside = self._picture, self._view, self._beside
        picture.teams, picture.turn = view.teams, view.turn
        for figure, slime in zip(picture.figures, view.slimes, strict=True):
            figure.deaths = slime.deaths
        if self._reduced:
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
            self._director._sound(Sound.SPLAT)
        if self._captured:
            self._director._sound(Sound.GROW)

    def _count(self, share: float) -> None:
        self._picture.countdown = share

    def _flow(self, seconds: float) -> None:
        picture = self._picture
        tide = picture.tide
        if tide is None:
            return
        if self._captured:
            self._director._sound(Sound.GROW)

        def flow(share: float) -> None:
            tide.front = share * tide.flood.reach
            if share >= 1:
                picture.owners, picture.tide = tide.owners, None

        self._beside.beside(seconds, flow, _even_then_slow)

    def _die(self, slimes: Sequence[int], delay: float) -> None:
        """Pop, and rise at home."""
        for slime in slimes:
            figure = self._picture.figures[slime]
            aside = _ASIDE if figure.team else -_ASIDE
            splat = Splat(figure.team, (figure.x + aside, figure.y - aside / 2))
            self._beside.beside(_SPLAT_SECONDS, self._pop(figure, splat), linear, delay)
            self._beside.beside(
                self._director._seconds("slime_rise"), self._rise(slime, figure), linear, delay + _RISE_AFTER
            )
        if slimes:
            self._beside.beside(0.0, lambda _: self._director._sound(Sound.SPLAT), linear, delay)

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
                self._beside.beside(_LABEL_SECONDS, self._float(label), linear, 0.05)

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
