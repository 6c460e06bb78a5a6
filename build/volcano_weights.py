"""Fit the weights of Volcano Isle's expert: logistic regression on matches of its own.

    SOUK_PLAIN= python build/volcano_weights.py many 2 --matches 300 --rounds 3

plays matches between experts that now and then lay a tile at random, notes the features after every turn, and prints
the weights, in thousandths, for `game/cabinets/volcano/weights.py`. Needs the `sim` extra.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

import numpy

from game.cabinets.volcano import ground as g
from game.cabinets.volcano import search
from game.cabinets.volcano.bots import KEEP
from game.cabinets.volcano.state import STOCK
from game.cabinets.volcano.tiles import KINDS
from game.cabinets.volcano.weights import weights_of
from game.core.compiled import array, plain

ACROSS = 120
AT_RANDOM = 0.15
"""How often a tile is laid anywhere, so that positions differ."""
HOLD = 12.0
"""How strongly weights are held near 0 (ridge)."""


class Table:
    """One match on a flat window, without the house around it."""

    def __init__(self, builds: str, seats: int, weights: Any, chance: Random) -> None:
        self.chance, self.seats, self.many = chance, seats, builds == "many"
        self.ground, self.desk = g.new_ground(ACROSS, ACROSS), search.new_desk()
        self.stock, self.gone = array([*STOCK] * seats), array([0] * seats)
        self.room, self.weights = array([0] * search.FEATURES), array(weights)
        self.bag = [kind for kind in KINDS for _ in range(kind.number)]
        chance.shuffle(self.bag)
        self.rows: list[tuple[int, list[float]]] = []

    def play(self) -> list[int]:
        """Play to the end; who won."""
        turns, seat = self.seats * 12, self.chance.randrange(self.seats)
        for turn in range(turns):
            if self._take_turn(seat, self.bag[turn], (turns - turn - 1) // self.seats, turn == 0):
                return [seat]
            alive = [other for other in range(self.seats) if not self.gone[other]]
            if len(alive) == 1:
                return alive
            self._note(alive, (turns - turn - 1) // self.seats)
            seat = next(o for step in range(1, 5) if not self.gone[o := (seat + step) % self.seats])
        scores = {o: (-self.stock[3 * o + 1], -self.stock[3 * o + 2], -self.stock[3 * o]) for o in alive}
        return [other for other in alive if scores[other] == max(scores.values())]

    def _facts(self, turns: int) -> search.Seats:
        return search.Seats(self.stock, self.gone, self.weights, turns, True, self.many)

    def _take_turn(self, seat: int, kind: Any, turns: int, first: bool) -> bool:
        """One turn; whether it won."""
        facts, ground, desk = self._facts(turns), self.ground, self.desk
        if first:
            place = 6 * (ACROSS // 2 * (ACROSS + 1))
        elif self.chance.random() < AT_RANDOM:
            place = int(desk.places[self.chance.randrange(g.places(ground, desk.places))])
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

    def _note(self, alive: list[int], turns: int) -> None:
        rows = {}
        for seat in alive:
            search.features(self.ground, self._facts(turns), seat, self.room)
            rows[seat] = numpy.array(plain(self.room), dtype=float)
        for seat in alive:
            others = numpy.mean([rows[other] for other in alive if other != seat], axis=0)
            self.rows.append((seat, list(rows[seat] - others)))


def fitted(rows: Any, won: Any) -> Any:
    """Weights by Newton's method on the logistic likelihood, with a ridge."""
    weights = numpy.zeros(rows.shape[1])
    for _ in range(12):
        chance = 1 / (1 + numpy.exp(-numpy.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (won - chance) - HOLD * weights
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + HOLD * numpy.eye(rows.shape[1])
        weights += numpy.linalg.solve(curve, slope)
    return weights


def main() -> int:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("builds", choices=("many", "one"))
    parser.add_argument("seats", type=int)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    weights: Any = weights_of(given.builds, given.seats)
    rows: list[list[float]] = []
    won: list[float] = []
    for number in range(given.rounds):
        for match in range(given.matches):
            table = Table(given.builds, given.seats, weights, Random(1000 * number + match))
            winners = table.play()
            rows += [row for _, row in table.rows]
            won += [float(seat in winners) for seat, _ in table.rows]
        found = fitted(numpy.array(rows), numpy.array(won))
        weights = tuple(round(1000 * weight) for weight in found)
        print(given.builds, given.seats, weights, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
