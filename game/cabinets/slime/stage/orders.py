"""Steering a team: which slime is chosen, what each is told, and the routes that are kept from turn to turn.

A direction is a standing order; a route is followed a square a turn until it ends or its slime is thrown off it.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.slime.field import TEAM
from game.cabinets.slime.rules import Heading, Steer, View
from game.cabinets.slime.stage.layout import beyond, heading_between, middle, square_at, way_between
from game.core.rules import Seat
from game.engine.input import (
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)

DIRECTIONS = {
    CommandName.UP: Heading.UP,
    CommandName.RIGHT: Heading.RIGHT,
    CommandName.DOWN: Heading.DOWN,
    CommandName.LEFT: Heading.LEFT,
}
NUMBERS = tuple(str(number + 1) for number in range(TEAM))
GRASP = 26.0
"""How near to a slime's middle a press takes hold of it, in design units."""


class Orders:
    """What one person at this screen tells the five slimes of their team."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.chosen = 0
        """The slime, from 0, that directions are for."""
        self.routes: list[list[int]] = [[] for _ in range(TEAM)]
        """For each slime the squares it is to come to, the next one first."""
        self.message: str | None = None
        """What is said with the orders and was not heard yet."""
        self._headings: list[Heading | None] = [None] * TEAM
        self._kept: tuple[Heading, ...] = ()
        self._squares: tuple[int, ...] = ()
        self._dragged: int | None = None
        self._turn = -1

    def begin(self, view: View) -> None:
        """A turn is to be ordered: routes go on where their slimes came to."""
        slimes = view.slimes[self.seat * TEAM : (self.seat + 1) * TEAM]
        squares = tuple(slime.square for slime in slimes)
        if view.turn < self._turn:
            self.routes = [[] for _ in range(TEAM)]
        if view.turn != self._turn:
            self._headings = [None] * TEAM
            for number, (route, square) in enumerate(zip(self.routes, squares, strict=True)):
                self.routes[number] = self._rest_of(route, square)
        if view.teams[self.seat].message == self.message:
            self.message = None
        self._turn = view.turn
        self._squares = squares
        self._kept = tuple(slime.heading for slime in slimes)

    def _rest_of(self, route: list[int], square: int) -> list[int]:
        """What of a route is still ahead of a slime; nothing when it was thrown off."""
        if route and route[0] == square:
            return route[1:]
        return route if route and heading_between(square, route[0]) is not None else []

    def heading(self, slime: int) -> Heading:
        """Where a slime will go, as far as it is told."""
        told = self._told(slime)
        return self._kept[slime] if told is None else told

    def told(self, slime: int) -> bool:
        """Whether a slime is told where to go, and does not just go on."""
        return self._told(slime) is not None

    def leaves(self, slime: int) -> bool:
        """Whether a slime would run against the edge, where chance turns it."""
        return beyond(self._squares[slime], self.heading(slime)) is None

    def square(self, slime: int) -> int:
        """Where a slime stands."""
        return self._squares[slime]

    def _told(self, slime: int) -> Heading | None:
        route = self.routes[slime]
        if route:
            return heading_between(self._squares[slime], route[0])
        return self._headings[slime]

    @property
    def steer(self) -> Steer:
        """All orders of this turn as the action they are."""
        first, second, third, fourth, fifth = (self._told(slime) for slime in range(TEAM))
        return Steer((first, second, third, fourth, fifth), self.message)

    def suggest(self, steer: Steer) -> None:
        """Take over the orders that somebody advises."""
        for slime, heading in enumerate(steer.headings):
            if heading is not None:
                self._point(slime, heading)

    def handle(self, event: InputEvent) -> bool:
        """Take an input; whether it changed an order or the choice of a slime."""
        match event:
            case KeyPressed(key=key) if key in NUMBERS:
                self.chosen = NUMBERS.index(key)
            case Command(name=CommandName.NEXT):
                self.chosen = (self.chosen + 1) % TEAM
            case Command(name=CommandName.PREVIOUS):
                self.chosen = (self.chosen - 1) % TEAM
            case Command(name=name) if name in DIRECTIONS:
                self._point(self.chosen, DIRECTIONS[name])
            case PointerPressed(x, y, 1):
                return self._press(x, y)
            case PointerPressed(x, y, 3):
                return self._forget(x, y)
            case PointerMoved(x, y) if self._dragged is not None:
                return self._drag(x, y)
            case PointerReleased():
                self._dragged = None
                return False
            case _:
                return False
        return True

    def _point(self, slime: int, heading: Heading) -> None:
        self.routes[slime] = []
        self._headings[slime] = heading

    def slime_at(self, x: float, y: float) -> int | None:
        """The slime near a point; of several the one after the chosen one, so that clicks go through them all."""
        near = [slime for slime in range(TEAM) if _distance(self._squares[slime], x, y) <= GRASP]
        if not near:
            return None
        nearest = min(_distance(self._squares[slime], x, y) for slime in near)
        same = [slime for slime in near if _distance(self._squares[slime], x, y) == nearest]
        return next((slime for slime in same if slime > self.chosen), same[0])

    def offered(self, x: float, y: float) -> list[int]:
        """The route a press at a point would give the chosen slime; empty where it would choose another."""
        square = square_at(x, y)
        if square is None or self._dragged is not None or self.slime_at(x, y) is not None:
            return []
        return way_between(self._squares[self.chosen], square)

    def _press(self, x: float, y: float) -> bool:
        """Choose the slime that is pressed and begin a route from it; else send the chosen one to the square."""
        square = square_at(x, y)
        if square is None:
            return False
        slime = self.slime_at(x, y)
        if slime is not None:
            self.chosen = slime
            self.routes[slime] = []
        else:
            self.routes[self.chosen] = way_between(self._squares[self.chosen], square)
        self._dragged = self.chosen
        return True

    def _drag(self, x: float, y: float) -> bool:
        """Lead the route on to the square under the pointer; going back shortens it."""
        square = square_at(x, y)
        assert self._dragged is not None
        route = self.routes[self._dragged]
        last = route[-1] if route else self._squares[self._dragged]
        if square is None or square == last:
            return False
        if square in route:
            del route[route.index(square) + 1 :]
        elif square == self._squares[self._dragged]:
            route.clear()
        else:
            route += way_between(last, square)
        return True

    def _forget(self, x: float, y: float) -> bool:
        """Take back what the slime at a point, or else the chosen one, is told."""
        slime = self.slime_at(x, y)
        number = self.chosen if slime is None else slime
        self.routes[number] = []
        self._headings[number] = None
        return True


def _distance(square: int, x: float, y: float) -> float:
    left, top = middle(square)
    return float(((x - left) ** 2 + (y - top) ** 2) ** 0.5)


def shown_route(orders: Orders, slime: int) -> Sequence[int]:
    """The squares of a slime's route with the one it stands on; empty without a route."""
    route = orders.routes[slime]
    return (orders.square(slime), *route) if route else ()
