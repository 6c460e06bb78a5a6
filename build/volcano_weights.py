"""Better the weights of Volcano Isle's expert by duels between it and changed copies of itself.

    SOUK_PLAIN= python build/volcano_weights.py many 2 --matches 80 --steps 30

changes a few weights at random, lets both play every draw of tiles from both sides, keeps what wins clearly, and prints
the weights, in thousandths, for `game/cabinets/volcano/weights.py`. Needs the `sim` extra to be quick.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

from game.cabinets.volcano import ground as g
from game.cabinets.volcano import search
from game.cabinets.volcano.bots import KEEP
from game.cabinets.volcano.state import STOCK
from game.cabinets.volcano.tiles import KINDS
from game.cabinets.volcano.weights import weights_of
from game.core.compiled import array

ACROSS = 120
CLEARLY = 0.57
"""Share of the duels that a change must win to be kept."""


class Table:
    """One match on a flat window, without the house around it."""

    def __init__(self, builds: str, weights: list[Any], chance: Random) -> None:
        self.seats = seats = len(weights)
        self.chance, self.many = chance, builds == "many"
        self.ground, self.desk = g.new_ground(ACROSS, ACROSS), search.new_desk()
        self.stock, self.gone = array([*STOCK] * seats), array([0] * seats)
        self.room, self.weights = array([0] * search.FEATURES), [array(each) for each in weights]
        self.bag = [kind for kind in KINDS for _ in range(kind.number)]
        chance.shuffle(self.bag)

    def play(self) -> list[int]:
        """Play to the end; who won."""
        turns, seat = self.seats * 12, self.chance.randrange(self.seats)
        for turn in range(turns):
            if self._take_turn(seat, self.bag[turn], (turns - turn - 1) // self.seats, turn == 0):
                return [seat]
            alive = [other for other in range(self.seats) if not self.gone[other]]
            if len(alive) == 1:
                return alive
            seat = next(o for step in range(1, 5) if not self.gone[o := (seat + step) % self.seats])
        scores = {o: (-self.stock[3 * o + 1], -self.stock[3 * o + 2], -self.stock[3 * o]) for o in alive}
        return [other for other in alive if scores[other] == max(scores.values())]

    def _take_turn(self, seat: int, kind: Any, turns: int, first: bool) -> bool:
        """One turn; whether it won."""
        ground, desk = self.ground, self.desk
        facts = search.Seats(self.stock, self.gone, self.weights[seat], turns, True, self.many)
        if first:
            place = 6 * (ACROSS // 2 * (ACROSS + 1))
        else:
            search.plan(ground, facts, seat, kind.left, kind.right, KEEP, desk, self.room)
            place = int(desk.found[0])
        g.lay(ground, place // 6, place % 6, kind.left, kind.right, self.stock, True, desk.undo)
        built = -1
        while True:
            best = search.best_build(ground, facts, seat, built, desk, self.room)
            if best < -search.WIN:
                self.gone[seat] = built < 0
                return False
            if built >= 0 and best <= search.value(ground, facts, seat, self.room):
                return False
            code = int(desk.found[1])
            g.survey(ground, seat)
            g.build(ground, seat, code, self.stock, desk.cells, 0)
            if sum(int(self.stock[3 * seat + each]) == 0 for each in range(3)) >= 2:
                return True
            built = min(code % g.CODES, g.EXPAND)
            if not self.many:
                return False


def share(builds: str, seats: int, one: Any, others: Any, matches: int, seed: int) -> float:
    """How much of its matches one set of weights wins, alone against others; its fair share counts as a half."""
    won = 0.0
    for match in range(matches):
        seat = match % seats
        weights = [one if other == seat else others for other in range(seats)]
        winners = Table(builds, weights, Random(seed + match // seats)).play()
        won += (seat in winners) / len(winners)
    part = won / matches
    return part * (seats - 1) / (part * (seats - 2) + 1)


def changed(weights: Any, chance: Random) -> Any:
    """Three weights are others."""
    found = list(weights)
    for _ in range(3):
        number = chance.randrange(len(found))
        found[number] = round(found[number] * chance.choice((0.5, 0.75, 1.4, 2.0)) + chance.choice((-40, 0, 40)))
    return tuple(found)


def main() -> int:
    """Duel and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("builds", choices=("many", "one"))
    parser.add_argument("seats", type=int)
    parser.add_argument("--matches", type=int, default=80)
    parser.add_argument("--steps", type=int, default=30)
    given = parser.parse_args()
    chance, weights = Random(1), weights_of(given.builds, given.seats)
    for step in range(given.steps):
        tried = changed(weights, chance)
        part = share(given.builds, given.seats, tried, weights, given.matches, 1000 * step)
        if part >= CLEARLY:
            weights = tried
        print(f"{part:.2f}", "kept" if part >= CLEARLY else "left", tried, flush=True)
    print(given.builds, given.seats, weights)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
