"""A small bot for Cisterns: it fetches what it sees, explores what it does not, and steps off announced squares.

python main.py play cisterns --seats examples/bots/delver.py:Delver,random --option mode=rivals --headless
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from game.cabinets.cisterns.rules.state import Action, Descend, Drink, Step, Wait
from game.cabinets.cisterns.rules.views import View
from game.core.bots import Bot, Request

HEADINGS = [(0, -1), (1, 0), (0, 1), (-1, 0)]
UNKNOWN = -1
ROCK, WALL, LOCKED, GATES, RUBBLE, SPIKES = 0, 1, range(5, 13), range(13, 17), 17, 18
WANTED = {"treasure", "potion", "bomb", "key"}
WEAK = 3
"""With so few hearts it drinks before it goes on."""

Square = tuple[int, int]


class Delver(Bot[View, Action]):
    """Goes to the nearest square that is worth going to, and never to where harm is announced."""

    def decide(self, request: Request) -> Action:
        view: View = request.view
        me = view.heroes[self.setup.seat]
        legal = list(request.legal or [Wait()])
        harmed = {(threat.x, threat.y) for threat in view.threats}
        harmed |= {(x + right, y + down) for x, y in view.bombs for right in (-1, 0, 1) for down in (-1, 0, 1)}
        here = me.x, me.y
        if here not in harmed and me.hearts <= WEAK and Drink() in legal:
            return Drink()
        things = {(thing.x, thing.y): thing.kind for thing in view.things}
        monsters = {(monster.x, monster.y) for monster in view.monsters}
        finds = {square for square, kind in things.items() if kind in WANTED}
        stairs = {square for square, kind in things.items() if kind == "exit"}
        hurry = view.water or view.shuts > 0
        goals: list[Callable[[Square], bool]] = [
            lambda square: square in finds,
            lambda square: self.borders_on_unknown(view, square),
            lambda square: square in stairs,
        ]
        for goal in reversed(goals) if hurry else goals:
            if here in stairs and goal(here) and Descend() in legal:
                return Descend()
            step = self.step_to(view, here, goal, harmed | monsters)
            if step in legal:
                return step
        safe = [
            action
            for action in legal
            if (isinstance(action, Step) and self.ahead(here, action.heading) not in harmed | monsters)
            or (isinstance(action, Wait) and here not in harmed)
        ]
        return Random(request.seed).choice(safe or legal)

    def step_to(self, view: View, here: Square, goal: Callable[[Square], bool], avoided: set[Square]) -> Step | None:
        """Return the first step of a shortest way to another square that is a goal; None where none is in reach."""
        first: dict[Square, int] = {here: -1}
        wave = [here]
        while wave:
            after = []
            for square in wave:
                for heading in range(4):
                    to = self.ahead(square, heading)
                    if to in first or to in avoided or not self.lets_through(view, to, heading):
                        continue
                    first[to] = heading if square == here else first[square]
                    if goal(to):
                        return Step(first[to])
                    after.append(to)
            wave = after
        return None

    def ahead(self, square: Square, heading: int) -> Square:
        return square[0] + HEADINGS[heading][0], square[1] + HEADINGS[heading][1]

    def tile(self, view: View, square: Square) -> int:
        """Return the tile of a square as docs/protocol/cisterns.md lists them; UNKNOWN for one that nobody saw."""
        x, y = square
        if not (0 <= x < view.width and 0 <= y < view.height):
            return ROCK
        return (view.squares[y * view.width + x] & 31) - 1

    def lets_through(self, view: View, square: Square, heading: int) -> bool:
        tile = self.tile(view, square)
        if tile in GATES:
            return tile - GATES.start == heading
        return tile not in (UNKNOWN, ROCK, WALL, RUBBLE, SPIKES) and tile not in LOCKED

    def borders_on_unknown(self, view: View, square: Square) -> bool:
        return any(self.tile(view, self.ahead(square, heading)) == UNKNOWN for heading in range(4))
