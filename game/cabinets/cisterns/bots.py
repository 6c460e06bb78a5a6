"""Computer players of Cisterns; they know what their view says and what they saw before."""

from __future__ import annotations

from typing import Any

from game.cabinets.cisterns.foresight import Foresight
from game.cabinets.cisterns.knowledge import GOODS, Knowledge, Square
from game.cabinets.cisterns.rules.state import (
    MOST_CARRIED,
    MOST_HEARTS,
    STRIKE,
    Action,
    Descend,
    Drink,
    Options,
    Step,
    Wait,
)
from game.cabinets.cisterns.rules.views import View
from game.core.bots import Bot, BotSetup, RandomBot, Request
from game.core.forge.model.level import GATES, LOCKED

FORESEEN = 400
"""How far from its goal an expert knows the way there."""
LEAVES = 110
"""The turn of a floor in which an expert wishes to be at the stairs, where it knows them."""
PATIENT = 3
"""Turns in vain after which a step nearer to its goal is worth one more."""
A_DOOR = 25
"""How many steps more it goes for a locked door that it can open."""
GAIN, STAYS = 4, 3
"""How many steps more it goes for what can be carried, and how much better another goal must be to be gone to."""
LATE = 160
"""From which turn of a floor on one looks for the stairs alone."""


class GreedyBot(Bot[View, Action]):
    """Goes to the nearest good thing it knows of, else where something is unknown; steps off announced squares."""

    light = True

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        self.options: Options = setup.options

    def decide(self, request: Request) -> Action:
        view: View = request.view
        known = Knowledge(view, self.setup.seat)
        action = self.choose(known)
        return action if request.legal is None or action in request.legal else Wait()

    def choose(self, known: Knowledge) -> Action:
        """The action for what is known."""
        return (
            self.kill(known)
            or self.dodge(known)
            or self.mend(known, 3)
            or self.fight(known)
            or self.hunt(known)
            or self.travel(known)
        )

    def kill(self, known: Knowledge) -> Action | None:
        """Strike what dies of it: what it announced does not come then. Not where others could end it all."""
        if known.me.hearts <= known.threats.get(known.here, 0):
            return None
        for heading, square in known.beside(known.here):
            if square in known.monsters and known.monsters[square].hearts <= STRIKE:
                return Step(heading)
        return None

    def dodge(self, known: Knowledge) -> Action | None:
        """Off a square on which harm is announced."""
        if known.here not in known.threats:
            return None
        safe = known.safe_steps()
        return Step(safe[0]) if safe else None

    def mend(self, known: Knowledge, least: int) -> Action | None:
        """Drink, with so few hearts left."""
        return Drink() if known.me.potions and known.me.hearts <= least else None

    def fight(self, known: Knowledge) -> Action | None:
        """Strike what stands beside it."""
        for heading, square in known.beside(known.here):
            if square in known.monsters:
                return Step(heading)
        return None

    def hunt(self, known: Knowledge) -> Action | None:
        """Towards what is awake: around announced squares, or through them while that can be borne. Brutes may come."""
        awake = [each for each, monster in known.monsters.items() if not monster.asleep and monster.kind != "brute"]
        if not awake:
            return None
        lines = known.in_lines() - set(awake)
        for avoid in ({*known.threats, *known.others, *lines}, {*known.threats, *known.others}, known.others):
            steps = known.steps(avoid)
            near = sorted((steps[square][0], square) for square in awake if square in steps)
            if near and (avoid is not known.others or known.me.hearts > 3):
                return Step(steps[near[0][1]][1])
        return None

    def travel(self, known: Knowledge) -> Action:
        """On to the nearest good thing or unknown square; down when there is none, or it is late."""
        brutes = [each for each, monster in known.monsters.items() if monster.kind == "brute" and not monster.asleep]
        beside = {square for brute in brutes for _, square in known.beside(brute)}
        steps = known.steps({*known.threats, *known.others, *brutes, *beside})
        wanted = self.wanted(known)
        far = [(far, square) for square, (far, _) in steps.items() if far and square in wanted]
        stairs = [square for square, kind in known.things.items() if kind == "exit" and square in steps]
        late = bool(stairs) and (
            known.view.turn > LATE or known.me.hearts <= 2 or known.is_shut_by(steps[stairs[0]][0])
        )
        far += [
            (self.value(known, square, far), square)
            for square, (far, _) in steps.items()
            if far and known.is_frontier(square)
        ]
        if brutes and not far:
            return Wait()
        if not far or late:
            return self.leave(known, stairs, steps)
        return Step(steps[self.target([square for _, square in sorted(far)])][1])

    def target(self, squares: list[Square]) -> Square:
        """Which of the squares worth going to, the best first, is gone to."""
        return squares[0]

    def value(self, known: Knowledge, square: Square, far: int) -> int:
        """What going to a square costs beside which something is unknown: the least is gone to."""
        return far

    def leave(self, known: Knowledge, stairs: list[Square], steps: dict[Square, tuple[int, int]]) -> Action:
        """To the stairs and down; anywhere else where none is known."""
        if known.here in stairs:
            return Descend()
        if stairs:
            return Step(steps[stairs[0]][1])
        any_way = sorted((-far, square) for square, (far, _) in steps.items() if far)
        return Step(steps[any_way[0][1]][1]) if any_way else Wait()

    def wanted(self, known: Knowledge) -> set[Square]:
        """Where good things lie that it can carry, and doors it has a key for."""
        full = {"potion"} if known.me.potions >= MOST_CARRIED else set()
        full |= {"bomb"} if known.me.bombs >= MOST_CARRIED else set()
        return {square for square, kind in known.things.items() if kind in GOODS - full}


class ExpertBot(GreedyBot):
    """Looks seven turns ahead where somebody is awake, else goes where most is unknown, and leaves in time."""

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        self._target: Square = (-1, -1)
        self._stalled = 0
        """Turns in which somebody was awake and it came no nearer to where it wants to go."""
        self._nearest = (-1, self._target, 0)
        """How near it came: worth, goal and steps."""

    def choose(self, known: Knowledge) -> Action:
        awake = any(not monster.asleep for monster in known.monsters.values())
        if not (awake or known.threats):
            return self.mend(known, MOST_HEARTS - 4) or self.travel(known)
        goal = self.goal(known)
        far = known.far_from(goal, FORESEEN) if goal is not None else {}
        if known.here == goal and known.things.get(known.here) == "exit":
            return Descend()
        self._lose_patience(known, goal, far.get(known.here, FORESEEN))
        return Foresight(known, far).best(1 + self._stalled // PATIENT)

    def _lose_patience(self, known: Knowledge, goal: Square | None, far: int) -> None:
        """Who keeps out of a spitter's line for ever is overtaken by the water."""
        worth, aim, nearest = self._nearest
        if worth == known.me.worth and aim == goal and far >= nearest:
            self._stalled += 1
            return
        self._stalled = 0 if worth != known.me.worth or aim != goal else self._stalled // 2
        self._nearest = known.me.worth, goal or (-1, -1), far

    def travel(self, known: Knowledge) -> Action:
        goal, steps = self.goal(known), known.steps(known.others)
        if goal is None:
            return self.leave(known, [], steps)
        return Descend() if goal == known.here else Step(steps[goal][1])

    def goal(self, known: Knowledge) -> Square | None:
        """Where it is on its way to: what it wants, or the stairs; None where nothing is left."""
        steps = known.steps(known.others)
        stairs = next((square for square, kind in known.things.items() if kind == "exit" and square in steps), None)
        turn = known.view.turn
        if stairs is not None and (
            turn + steps[stairs][0] > LEAVES or known.me.hearts <= 3 or known.is_shut_by(steps[stairs][0])
        ):
            return stairs
        found = [
            (self.value(known, square, far), square)
            for square, (far, _) in steps.items()
            if far and known.is_frontier(square)
        ]
        keys = {square for square, kind in known.things.items() if kind == "key"}
        wanted = keys if turn > LEAVES else self.wanted(known)
        found += [(steps[square][0] - GAIN, square) for square in wanted if square in steps and steps[square][0]]
        if not found:
            return stairs
        best = min(found)
        kept = next((value for value, square in found if square == self._target), None)
        if kept is None or kept > best[0] + STAYS:
            self._target = best[1]
        return self._target

    def value(self, known: Knowledge, square: Square, far: int) -> int:
        """Locked doors lead on to the stairs, long corridors lead round."""
        locked = LOCKED <= known.tile(square) < GATES
        return far - known.unknown_near(square) - (A_DOOR if locked else 0)


BOTS: dict[str, type[Bot[Any, Any]]] = {"random": RandomBot, "greedy": GreedyBot, "expert": ExpertBot}
"""Weakest first."""
