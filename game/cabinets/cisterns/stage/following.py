"""Which part of a floor the map shows: the hero is in its middle, but a map that somebody presses on stays."""

from __future__ import annotations

import math
from typing import Final

from game.cabinets.cisterns.rules.views import View
from game.cabinets.cisterns.stage.picture import Picture
from game.engine.canvas import Box
from game.engine.tween import Point
from game.kit.camera import Camera

REST: Final = 1.0
"""Seconds after a press in which the map stays, so that the next press meets the square that it was aimed at."""
_FREE: Final = 0.25
"""Share of the map's width and height by which the hero may stand beside its middle without the map coming after."""
_EDGE: Final = 2.5
"""Squares between the hero and the map's edge at which the map goes along even while it stays."""
_SPEED: Final = 30.0
"""Squares per second at which the map comes after the hero."""


class Following:
    """Leads a camera after a hero. Points and sizes are in squares; the zoom is the size of a square."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._kept: Point | None = None
        """The middle at which the map was pressed on; None while the hero is in the middle."""
        self._passed = 0.0
        """Seconds since the last press."""
        self._comes = False
        """Whether the map is on its way to the hero."""
        self.still = True
        """Whether the map stays where it is as long as the hero does."""

    def press(self) -> None:
        """Keep the map where it is, as somebody pressed on it."""
        self._kept, self._passed, self._comes, self.still = self._camera.middle, 0.0, False, False

    def release(self) -> None:
        """Let the map come after the hero, as nobody presses on it any more."""
        self._comes = self._kept is not None
        self.still = not self._comes

    def drop(self) -> None:
        """Have the hero in the middle at once."""
        self._kept, self._comes, self.still = None, False, True

    def look(self, picture: Picture | None) -> None:
        """Point the camera at a picture's floor, unless a person has moved it."""
        if picture is None:
            return
        view = picture.view
        self._camera.world = Box(0, 0, max(1, view.width), max(1, view.height))
        if not self._camera.taken:
            self._camera.middle = self.middle(picture)

    def middle(self, picture: Picture) -> Point:
        """Return the middle of the map for a picture."""
        hero, view = picture.middle, picture.view
        if self._kept is None:
            return self._within(hero, view)
        x, y = (
            min(max(kept, at - reach), at + reach)
            for kept, at, reach in zip(
                self._kept, hero, (max(0.0, side / 2 - _EDGE) for side in self._room), strict=True
            )
        )
        return self._within((x, y), view)

    def update(self, seconds: float, picture: Picture, *, at_once: bool) -> None:
        """Let some seconds pass; `at_once`: the map comes without a movement."""
        if self._kept is None:
            return
        goal = self._within(picture.middle, picture.view)
        self._passed += seconds
        beside = any(abs(a - b) > _FREE * side for a, b, side in zip(self._kept, goal, self._room, strict=True))
        self._comes = self._comes or (beside and self._passed >= REST)
        self.still = not (self._comes or beside)
        if not self._comes:
            return
        far, step = math.dist(self._kept, goal), math.inf if at_once else _SPEED * seconds
        if far <= step:
            self.drop()
        else:
            x, y = self._kept
            self._kept = x + (goal[0] - x) * step / far, y + (goal[1] - y) * step / far

    @property
    def _room(self) -> Point:
        """Width and height of the map on the stage."""
        window, zoom = self._camera.window, self._camera.zoom
        return window.width / zoom, window.height / zoom

    def _within(self, middle: Point, view: View) -> Point:
        """Return the nearest middle at which the map shows nothing outside the floor."""
        x, y = (
            most / 2 if room >= most else min(max(at, room / 2), most - room / 2)
            for at, most, room in zip(middle, (view.width, view.height), self._room, strict=True)
        )
        return x, y
