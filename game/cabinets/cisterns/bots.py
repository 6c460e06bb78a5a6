"""Computer players of Cisterns. They know only what their view tells and what they have seen before."""

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
    Shove,
    Step,
    Wait,
)
from game.cabinets.cisterns.rules.views import View
from game.core.bots import Bot, BotSetup, RandomBot, Request
from game.core.forge.model.level import GATES, HEADINGS, LOCKED

FORESEEN = 400
"""The greatest distance from a goal at which an expert plans the way there."""
LEAVES = 110
"""The turn of a floor at which an expert wants to be at the stairs, if it knows them."""
PATIENT = 3
"""Number of turns without progress after which a step nearer to the goal counts one more."""
A_DOOR = 25
"""Number of further steps that an expert walks for a locked door it can open."""
GAIN, STAYS = 4, 3
"""Further steps that an expert walks for things to carry, and how much better a new goal must be to replace the old."""
LATE = 160
"""The turn of a floor from which bots only look for the stairs."""
BOLD = 8
"""Number of turns with somebody awake after which a greedy hero stops stepping aside, for as many turns."""
SHOVED = frozenset(("brute", "lurker"))
"""Kinds of monsters whose announced blow no longer reaches who shoved them."""


class GreedyBot(Bot[View, Action]):
    """Goes to the nearest known good thing, else to the unknown, and steps off squares on which harm is announced."""

    light = True

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        self.options: Options = setup.options
        self._watched = 0
        """Number of turns in a row in which somebody was awake in sight."""

    def decide(self, request: Request) -> Action:
        view: View = request.view
        known = Knowledge(view, self.setup.seat)
        awake = any(not monster.asleep for monster in known.monsters.values())
        self._watched = self._watched + 1 if awake or known.threats else max(0, self._watched - 1)
        action = self.choose(known)
        return action if request.legal is None or action in request.legal else Wait()

    def choose(self, known: Knowledge) -> Action:
        """Return the action for this knowledge."""
        return (
            self.kill(known)
            or self.dodge(known)
            or self.mend(known, 3)
            or self.fight(known)
            or self.hunt(known)
            or self.travel(known)
        )

    def kill(self, known: Knowledge) -> Action | None:
        """Strike an adjacent monster that dies of it, so that its announced harm does not come; None if there is none.

        Not done on a square where other announced harm would kill the hero.
        """
        if known.me.hearts <= known.threats.get(known.here, 0):
            return None
        for heading, square in known.beside(known.here):
            if square in known.monsters and known.monsters[square].hearts <= STRIKE:
                return Step(heading)
        return None

    def dodge(self, known: Knowledge) -> Action | None:
        """Step off a square on which harm is announced, or shove who announced it away; None if neither helps.

        After some turns a hero who can bear it goes on through: a spitter is never reached by stepping aside.
        """
        harm = known.threats.get(known.here, 0)
        if not harm or (self._watched // BOLD % 2 and known.me.hearts > harm + 2):
            return None
        safe = known.safe_steps()
        return Step(safe[0]) if safe else self.shove(known)

    def shove(self, known: Knowledge) -> Action | None:
        """Shove an adjacent brute or lurker, whose blow then falls short; None if there is none that can be shoved."""
        for heading, square in known.beside(known.here):
            monster = known.monsters.get(square)
            behind = square[0] + HEADINGS[heading][0], square[1] + HEADINGS[heading][1]
            free = known.walkable(behind, heading) and behind not in known.monsters and behind not in known.others
            if monster is not None and monster.kind in SHOVED and not monster.asleep and free:
                return Shove(heading)
        return None

    def mend(self, known: Knowledge, least: int) -> Action | None:
        """Drink a potion if at most `least` hearts are left; else None."""
        return Drink() if known.me.potions and known.me.hearts <= least else None

    def fight(self, known: Knowledge) -> Action | None:
        """Strike an adjacent monster; None if there is none."""
        for heading, square in known.beside(known.here):
            if square in known.monsters:
                return Step(heading)
        return None

    def hunt(self, known: Knowledge) -> Action | None:
        """Go towards a monster that is awake, around announced squares, or through them if the hero survives that.

        The bot waits for brutes to come instead. None if there is nothing to hunt.
        """
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
        """Go to the nearest good thing or unknown square; go down if there is none, or if it is late."""
        brutes = [each for each, monster in known.monsters.items() if monster.kind == "brute" and not monster.asleep]
        beside = {square for brute in brutes for _, square in known.beside(brute)}
        steps = known.steps({*known.threats, *known.others, *brutes, *beside})
        wanted = self.wanted(known)
        ahead = [(far, square) for square, (far, _) in steps.items() if far and square in wanted]
        stairs = [square for square, kind in known.things.items() if kind == "exit" and square in steps]
        late = bool(stairs) and (
            known.view.turn > min(LATE, self.options.turns // 2)
            or known.me.hearts <= 2
            or known.is_shut_by(steps[stairs[0]][0])
        )
        ahead += _frontier(known, steps)
        if brutes and not ahead:
            return Wait()
        if not ahead or late:
            return self.leave(known, stairs, steps)
        return Step(steps[min(ahead)[1]][1])

    def leave(self, known: Knowledge, stairs: list[Square], steps: dict[Square, tuple[int, int]]) -> Action:
        """Go to the stairs and down; if none are known, go anywhere else."""
        if known.here in stairs:
            return Descend()
        if stairs:
            return Step(steps[stairs[0]][1])
        any_way = sorted((-far, square) for square, (far, _) in steps.items() if far)
        return Step(steps[any_way[0][1]][1]) if any_way else Wait()

    def wanted(self, known: Knowledge) -> set[Square]:
        """Return squares with good things that the hero can carry, and doors that it has a key for."""
        full = {"potion"} if known.me.potions >= MOST_CARRIED else set()
        full |= {"bomb"} if known.me.bombs >= MOST_CARRIED else set()
        return {square for square, kind in known.things.items() if kind in GOODS - full}


class ExpertBot(GreedyBot):
    """Looks seven turns ahead while a monster is awake, explores where most is unknown, and leaves in time."""

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        self._target: Square = (-1, -1)
        self._stalled = 0
        """Number of turns in which a monster was awake and the hero came no nearer to its goal."""
        self._nearest = (-1, self._target, 0)
        """The hero's worth, goal and fewest steps to it so far."""

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
        """Count turns without progress, so that a hero avoiding a spitter's line is not caught by the rising water."""
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
        """Return the square of the present goal: a wanted thing or the stairs; None if nothing is left."""
        steps = known.steps(known.others)
        stairs = next((square for square, kind in known.things.items() if kind == "exit" and square in steps), None)
        turn = known.view.turn
        leaves = min(LEAVES, self.options.turns // 2)
        if stairs is not None and (
            turn + steps[stairs][0] > leaves or known.me.hearts <= 3 or known.is_shut_by(steps[stairs][0])
        ):
            return stairs
        found = [(_cost(known, square, far), square) for far, square in _frontier(known, steps)]
        keys = {square for square, kind in known.things.items() if kind == "key"}
        wanted = keys if turn > leaves else self.wanted(known)
        found += [(steps[square][0] - GAIN, square) for square in wanted if square in steps and steps[square][0]]
        if not found:
            return stairs
        best = min(found)
        kept = next((value for value, square in found if square == self._target), None)
        if kept is None or kept > best[0] + STAYS:
            self._target = best[1]
        return self._target


def _frontier(known: Knowledge, steps: dict[Square, tuple[int, int]]) -> list[tuple[int, Square]]:
    """Return the squares elsewhere that have an unknown neighbour, each after its number of steps."""
    return [(far, square) for square, (far, _) in steps.items() if far and known.is_frontier(square)]


def _cost(known: Knowledge, square: Square, far: int) -> int:
    """Return the cost of exploring from a square: lower with unknown squares around, lower still at a locked door."""
    locked = LOCKED <= known.tile(square) < GATES
    return far - known.unknown_near(square) - (A_DOOR if locked else 0)


BOTS: dict[str, type[Bot[Any, Any]]] = {"random": RandomBot, "greedy": GreedyBot, "expert": ExpertBot}
"""Bot classes by id, weakest first."""
