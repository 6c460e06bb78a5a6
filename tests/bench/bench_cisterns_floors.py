"""How floors of Cisterns go for four ways of playing, and how much there is to choose while a monster is in sight.

    python -m tests.bench.bench_cisterns_floors [--floors N] [--danger 1 2 3] [--moments N]

Each floor is a match of its own, alone, medium, by missions. Wanted at danger 2: who explores, waits and strikes comes
out of at most 20 floors in a hundred, the careful of 40 to 60, the expert of 85; in the middle of the moments three
actions or more whose outcomes differ. An outcome is the best that a search of two further turns finds after an action.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

from game.cabinets.cisterns.bots import ExpertBot, GreedyBot
from game.cabinets.cisterns.cabinet import CISTERNS
from game.cabinets.cisterns.knowledge import Knowledge
from game.cabinets.cisterns.rules.state import Action, Options, State, Wait
from game.core.bots import Bot, BotSetup, Request
from game.core.rules import NATURE, Move

RULES: Any = CISTERNS.rules
LOOKS = 2
"""Number of turns searched after each action whose outcome is asked for."""
PATIENCE = 8
"""Turns that the waiter and the careful wait for somebody who is awake."""
EVERY = 5
"""Of the turns with an awake monster in sight one in so many is looked at."""


class WaiterBot(GreedyBot):
    """Explores; waits for who is awake until they are beside it, and strikes; what is announced it ignores.

    It goes for spitters, which do not come, and for anybody after eight turns of waiting.
    """

    def __init__(self, setup: BotSetup) -> None:
        super().__init__(setup)
        self._waited = 0

    def choose(self, known: Knowledge) -> Action:
        return self.mend(known, 4) or self.fight(known) or self.await_them(known) or self.travel(known)

    def await_them(self, known: Knowledge) -> Action | None:
        """Let those who are awake come; None if nobody is, or if they do not come."""
        awake = [monster.kind for monster in known.monsters.values() if not monster.asleep]
        self._waited = self._waited + 1 if awake else 0
        if not awake or self._waited > PATIENCE:
            self._waited = 0 if self._waited > 2 * PATIENCE else self._waited
            return self.hunt(known)
        return self.hunt(known) if set(awake) == {"spitter"} else Wait()


class CarefulBot(WaiterBot):
    """Does the same, but steps off what is announced, and strikes first who would die of it."""

    def choose(self, known: Knowledge) -> Action:
        return (
            self.kill(known)
            or self.dodge(known)
            or self.mend(known, 4)
            or self.fight(known)
            or self.await_them(known)
            or self.travel(known)
        )


POLICIES: dict[str, type[Bot[Any, Any]]] = {
    "waiter": WaiterBot,
    "greedy": GreedyBot,
    "careful": CarefulBot,
    "expert": ExpertBot,
}


@dataclass
class Floor:
    """How one floor went: whether its hero lives, hearts it lost, turns, points, and states worth looking at."""

    lives: bool
    lost: int
    turns: int
    points: int
    moments: list[State]


def play(policy: str, danger: int, number: int) -> Floor:
    """Play one floor."""
    options = Options(danger=danger, floors=1)
    state = RULES.start(1, options)
    player = POLICIES[policy](BotSetup("cisterns", 0, 1, options, None, number))
    RULES.step(state, [Move(NATURE, number * 104_729)])
    lost, watched, moments = 0, 0, []
    while RULES.ask(state) is not None:
        view, before = RULES.view(state, 0), state.heroes[0].hearts
        if any(not monster.asleep for monster in view.monsters):
            watched += 1
            if watched % EVERY == 0:
                moments.append(RULES.load(RULES.dump(state)))
        action = player.decide(Request(0, view, RULES.legal(state, 0), (), state.turns))
        RULES.step(state, [Move(0, action)])
        lost += max(0, before - state.heroes[0].hearts)
    lives = RULES.result(state).reason == "cisterns.end.escaped"
    return Floor(lives, lost, state.turns, RULES.scores(state)[0], moments)


def after(state: State) -> Iterator[tuple[Action, State]]:
    """Yield each legal action with the state it leads to."""
    for action in RULES.legal(state, 0):
        found = RULES.load(RULES.dump(state))
        RULES.step(found, [Move(0, action)])
        yield action, found


def best(state: State, turns: int) -> tuple[int, int, int]:
    """Return the best outcome within so many turns: hearts and potions, monsters' hearts left, worth, told apart so."""
    hero = state.heroes[0]
    left = sum(monster.hearts for monster in state.monsters)
    found = hero.hearts + 4 * hero.potions, -left, hero.worth
    if not turns or state.over or state.floor > 1:
        return found
    return max(best(later, turns - 1) for _, later in after(state))


def choices(state: State) -> int:
    """Return how many different outcomes the actions of a state have."""
    return len({best(later, LOOKS) for _, later in after(state)})


def main() -> None:
    """Print a table for each danger."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--floors", type=int, default=200)
    parser.add_argument("--danger", type=int, nargs="*", default=[1, 2, 3])
    parser.add_argument("--first", type=int, default=0, help="number of the first floor")
    parser.add_argument("--policies", nargs="*", default=list(POLICIES))
    parser.add_argument("--moments", type=int, default=60)
    chosen = parser.parse_args()
    for danger in chosen.danger:
        print(
            f"danger {danger}, {chosen.floors} floors: lives, hearts lost, turns and points (middle), choices (middle)"
        )
        for policy in chosen.policies:
            floors = [play(policy, danger, number) for number in range(chosen.first, chosen.first + chosen.floors)]
            lives = 100 * sum(floor.lives for floor in floors) / len(floors)
            lost = sum(floor.lost for floor in floors) / len(floors)
            turns, points = (median(getattr(floor, what) for floor in floors) for what in ("turns", "points"))
            moments = [moment for floor in floors for moment in floor.moments]
            looked = moments[:: max(1, len(moments) // max(1, chosen.moments))][: chosen.moments]
            differ = median(map(choices, looked)) if looked else 0
            print(f"  {policy:8} {lives:5.1f} %  {lost:4.1f}  {turns:5.0f}  {points:5.0f}  {differ:4.1f}", flush=True)


if __name__ == "__main__":
    main()
