"""Following a player while watching: by a press on its token or line, by arrows, keys and the wheel."""

from __future__ import annotations

from game.cabinets.l4g.stage.desk import Desk
from game.cabinets.l4g.stage.floor.picture import Figure
from game.cabinets.l4g.stage.motion import Director
from game.engine.audio import Sound
from game.engine.input import InputEvent, KeyPressed, PointerPressed, Wheel
from game.engine.stage import Surroundings

_REACH = 1.25
"""How near to a token a press follows its player, in radii."""
_KEYS = {",": -1, ".": 1}


class Watcher:
    """Decides which player a viewer without a seat follows."""

    def __init__(self, surroundings: Surroundings, director: Director, desk: Desk) -> None:
        self._surroundings = surroundings
        self._director = director
        self._desk = desk

    def follow_next(self, by: int = 1) -> None:
        """Follow the next player in the ranking; beyond its ends show the whole room."""
        if self._director.picture is not None:
            self._desk.rank(self._director.picture.view)
        order: list[int | None] = [None, *(line.number for line in self._desk.lines)]
        place = order.index(self._director.focus) if self._director.focus in order else 0
        self._follow(order[(place + by) % len(order)])

    def listens(self, x: float, y: float) -> bool:
        """Return whether a press at a point decides whom to follow."""
        return self._desk.arrow_at(x, y) is not None or self._player_at(x, y) is not None

    def handle(self, event: InputEvent) -> bool:
        """Take an input. Returns whether it decided whom to follow."""
        match event:
            case Wheel(x, y, steps):
                return self._desk.scroll(x, y, -steps)
            case KeyPressed(key=key) if key in _KEYS:
                self.follow_next(_KEYS[key])
            case PointerPressed(x, y, 1) if (turned := self._desk.arrow_at(x, y)) is not None:
                self.follow_next(turned)
            case PointerPressed(x, y, 1) if (number := self._player_at(x, y)) is not None:
                self._follow(None if number == self._director.focus else number)
            case _:
                return False
        return True

    def _follow(self, number: int | None) -> None:
        self._director.follow(number)
        self._surroundings.play_sound(Sound.TOGGLE)

    def _player_at(self, x: float, y: float) -> int | None:
        line = self._desk.player_at(x, y)
        figure = self._figure_at(x, y)
        return line if line is not None else figure.number if figure else None

    def _figure_at(self, x: float, y: float) -> Figure | None:
        """Return the figure whose token is at a point, the nearest of several; None if there is none."""
        picture = self._director.picture
        if picture is None or not picture.figures:
            return None
        near = [(abs(f.x - x) + abs(f.y - y), f.number, f) for f in picture.figures.values()]
        away, _, figure = min(near)
        return figure if away <= figure.radius * _REACH else None
