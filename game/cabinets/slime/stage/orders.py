"""Steering a team: the chosen slime, each slime's direction or route.

A direction is kept from turn to turn; a route is followed one square per turn until it ends or its slime is thrown off
it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from game.cabinets.slime.field import TEAM
from game.cabinets.slime.rules import Heading, Steer, View
from game.cabinets.slime.stage.layout import LYING, Plan, beyond, heading_between, way_between
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
from game.kit.choosing import DIGITS

GRASP = 26.0
"""Distance from a slime's middle, in design units, within which a press takes hold of it."""
_FINGER_GRASP, _TURNED_GRASP = 50.0, 36.0
"""The same for a finger, which covers several squares of a small field, and fewer of a turned one."""


@dataclass
class Order:
    """The order of one slime."""

    square: int = 0
    kept: Heading = Heading.RIGHT
    """The heading in which the slime goes if it is not steered."""
    route: list[int] = field(default_factory=list)
    """The squares that the slime is to cross, the next one first; empty without a route."""
    turned: Heading | None = None
    """The direction given for this turn; None without one."""

    @property
    def given(self) -> Heading | None:
        """The heading in which the slime is steered; None keeps its heading."""
        return heading_between(self.square, self.route[0]) if self.route else self.turned

    @property
    def heading(self) -> Heading:
        """The heading of the slime's next move, steered or not."""
        return self.kept if self.given is None else self.given

    @property
    def leaves(self) -> bool:
        """Whether the slime would run against the edge, where chance turns it."""
        return beyond(self.square, self.heading) is None

    def give(self, heading: Heading | None) -> None:
        """Replace the route by a direction, or by no order at all."""
        self.route, self.turned = [], heading

    def come_to(self, square: int) -> None:
        """Update the order after the slime reached a square: the route goes on from there, or ends if the slime was
        thrown off it.
        """
        if self.route and self.route[0] == square:
            del self.route[0]
        elif self.route and heading_between(square, self.route[0]) is None:
            self.route.clear()
        self.turned = None


class Orders:
    """The orders that one person at this screen gives the five slimes of their team."""

    def __init__(self, seat: Seat, plan: Plan = LYING) -> None:
        self.seat = seat
        self.plan = plan
        self.chosen = 0
        """Index, from 0, of the slime that directions go to."""
        self.slimes = [Order() for _ in range(TEAM)]
        self.message: str | None = None
        """The message to send with the orders; None for none."""
        self._dragged: Order | None = None
        self._turn = -1

    def begin(self, view: View) -> None:
        """Begin a turn: routes go on from the squares that their slimes reached."""
        own = view.slimes[self.seat * TEAM : (self.seat + 1) * TEAM]
        for order, slime in zip(self.slimes, own, strict=True):
            if view.turn < self._turn:
                order.give(None)
            elif view.turn != self._turn:
                order.come_to(slime.square)
            order.square, order.kept = slime.square, slime.heading
        if view.teams[self.seat].message == self.message:
            self.message = None
        self._turn = view.turn

    @property
    def steer(self) -> Steer:
        """The orders of this turn as one action."""
        first, second, third, fourth, fifth = (order.given for order in self.slimes)
        return Steer((first, second, third, fourth, fifth), self.message)

    def suggest(self, steer: Steer) -> None:
        """Take over the headings that a hint advises."""
        for order, heading in zip(self.slimes, steer.headings, strict=True):
            if heading is not None:
                order.give(heading)

    def handle(self, event: InputEvent) -> bool:
        """Handle an input. Returns whether it changed an order or the chosen slime."""
        match event:
            case KeyPressed(key=key) if key in DIGITS[:TEAM]:
                self.chosen = DIGITS.index(key)
            case Command(name=CommandName.NEXT):
                self.chosen = (self.chosen + 1) % TEAM
            case Command(name=CommandName.PREVIOUS):
                self.chosen = (self.chosen - 1) % TEAM
            case Command(name=name) if name in self.plan.directions:
                self.slimes[self.chosen].give(self.plan.directions[name])
            case PointerPressed(x, y, 1):
                return self._press(x, y, self._finger_grasp if event.by == "finger" else GRASP)
            case PointerPressed(x, y, 3):
                slime = self.slime_at(x, y)
                self.slimes[self.chosen if slime is None else slime].give(None)
            case PointerMoved(x, y) if self._dragged is not None:
                return _lead(self._dragged, self.plan.layout.at(x, y))
            case PointerReleased():
                self._dragged = None
                return False
            case _:
                return False
        return True

    @property
    def _finger_grasp(self) -> float:
        return _TURNED_GRASP if self.plan.turned else _FINGER_GRASP

    def slime_at(self, x: float, y: float, grasp: float = GRASP) -> int | None:
        """Return the slime within `grasp` of a point; of several at one spot the one after the chosen one, so that
        clicks go through them all.
        """
        away = [math.dist(self.plan.middle(order.square), (x, y)) for order in self.slimes]
        if min(away) > grasp:
            return None
        same = [slime for slime in range(TEAM) if away[slime] == min(away)]
        return next((slime for slime in same if slime > self.chosen), same[0])

    def offered(self, x: float, y: float) -> list[int]:
        """Return the route that a press at a point would give the chosen slime; empty where it would choose another
        slime.
        """
        square = self.plan.layout.at(x, y)
        if square is None or self._dragged is not None or self.slime_at(x, y) is not None:
            return []
        return way_between(self.slimes[self.chosen].square, square)

    def _press(self, x: float, y: float, grasp: float) -> bool:
        """Choose the slime that is pressed and begin its route; on an empty square, send the chosen slime there."""
        square = self.plan.layout.at(x, y)
        if square is None:
            return False
        slime = self.slime_at(x, y, grasp)
        self.chosen = self.chosen if slime is None else slime
        order = self._dragged = self.slimes[self.chosen]
        order.route = way_between(order.square, square) if slime is None else []
        return True


def _lead(order: Order, square: int | None) -> bool:
    """Extend a dragged route to the square under the pointer; dragging back shortens it."""
    last = order.route[-1] if order.route else order.square
    if square is None or square == last:
        return False
    if square in order.route:
        del order.route[order.route.index(square) + 1 :]
    elif square == order.square:
        order.route.clear()
    else:
        order.route += way_between(last, square)
    return True
