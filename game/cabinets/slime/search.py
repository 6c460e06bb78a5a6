"""How an expert team thinks: it tries straight runs for each slime, and plays on from there as greedy teams would.

An *order* sends one slime straight on: `run * 4 + heading`, `run` turns long; order 0 lets the greedy bot steer it.
Orders are improved one slime after another, each judged by the squares and deaths after a few turns of play. So areas
are enclosed when the opponents cannot cut them in time, slimes leave areas about to be enclosed, and a death is risked
where it pays.
"""

from __future__ import annotations

from typing import Final

from game.cabinets.slime import field as f
from game.cabinets.slime.field import Field
from game.cabinets.slime.greedy import steer_greedily
from game.core.compiled import array, compiled, next_chance

AHEAD: Final = 8
"""How many turns are played ahead; with RUNS it sets the cost of a decision. Measured in docs/slime-contest.md."""
RUNS: Final = array((1, 3, 6))
"""The lengths of the runs that are tried, in turns."""
SQUARE: Final = 64
"""Value of one more square at the end of an outlook."""
DEATH: Final = 64
"""Cost of a death while the match goes on: the way back from home. At the match's end, deaths only break ties."""


@compiled
def steer_expertly(field: Field, team: int, chance: int) -> None:
    """Set the headings of a team; `chance` is a number of `next_chance`. Equal inputs give equal headings."""
    orders = field[: f.TEAM].copy()
    for slime in range(f.TEAM):
        orders[slime] = 0
    best = outlook(field, team, orders, chance)
    for slime in range(f.TEAM):
        chosen = 0
        square = field[f.SQUARE + team * f.TEAM + slime]
        for heading in range(4):
            if f.BESIDE[square * 4 + heading] == f.OUTSIDE:
                continue
            for run in RUNS:
                orders[slime] = run * 4 + heading
                value = outlook(field, team, orders, chance)
                if value > best:
                    best = value
                    chosen = orders[slime]
        orders[slime] = chosen
    steer_greedily(field, team, next_chance(chance))
    obey(field, team, orders, 0)


@compiled
def outlook(field: Field, team: int, orders: Field, chance: int) -> int:
    """Return the value for `team` of a few turns of play under these orders; more is better."""
    ahead = field.copy()
    turns = min(AHEAD, f.TURNS - field[f.TURN])
    for turn in range(turns):
        chance = next_chance(chance)
        steer_greedily(ahead, 0, chance)
        steer_greedily(ahead, 1, chance)
        obey(ahead, team, orders, turn)
        f.play_turn(ahead, 0)
    lives = _deaths(ahead, 1 - team) - _deaths(field, 1 - team) - _deaths(ahead, team) + _deaths(field, team)
    squares = f.squares_of(ahead, team) - f.squares_of(ahead, 1 - team)
    return SQUARE * squares + (DEATH if ahead[f.TURN] < f.TURNS else 1) * lives


@compiled
def obey(field: Field, team: int, orders: Field, turn: int) -> None:
    """Set the headings that the orders demand, given `turn` turns ago, unless they lead out of the field."""
    for slime in range(f.TEAM):
        if turn < orders[slime] >> 2:
            heading = orders[slime] & 3
            if f.BESIDE[field[f.SQUARE + team * f.TEAM + slime] * 4 + heading] != f.OUTSIDE:
                field[f.HEADING + team * f.TEAM + slime] = heading


@compiled
def _deaths(field: Field, team: int) -> int:
    count = 0
    for slime in range(team * f.TEAM, team * f.TEAM + f.TEAM):
        count += field[f.DEATHS + slime]
    return count
