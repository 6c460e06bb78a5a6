"""How many players are drawn into several rooms, round by round, where one room is too small for all of them.

In each round everybody sits in one of the rooms, which are as equal as possible, and each room plays as many games. So
everybody plays equally often. Whoever is dealt a place goes to the room where it has met those already there least,
so that everybody meets everybody else about equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.core.chance import derive

ROUNDS, MOST_ROUNDS = 50, 100
"""Into how many rounds games are divided, at least where there are as many games, and at most. A round is one
observation when players of different rooms are compared, but it starts everybody's own program anew, which costs as
much as nine games."""
ENOUGH = 10
"""Games of a room in a round, which it does not exceed before there are `MOST_ROUNDS`."""


def rooms_for(players: int, seats: int) -> int:
    """Return how many rooms with so many seats are needed.

    >>> rooms_for(98, 49), rooms_for(99, 49)
    (2, 3)
    """
    return -(-players // seats)


def rounds_for(games: int) -> tuple[int, int]:
    """Return the number of rounds, and of each room's games in a round; together `games`, or few more.

    >>> rounds_for(40), rounds_for(100), rounds_for(1000), rounds_for(1001)
    ((40, 1), (50, 2), (100, 10), (91, 11))
    """
    each = max(1, min(ENOUGH, games // ROUNDS), -(-games // MOST_ROUNDS))
    return -(-games // each), each


def draw_rooms(players: int, rooms: int, rounds: int, seed: str) -> list[list[list[int]]]:
    """Return by round and room who sits there, as numbers below `players`, in a drawn order.

    >>> draw_rooms(5, 2, 1, "souk")
    [[[2, 0, 3], [4, 1]]]
    """
    sizes = [players // rooms + (room < players % rooms) for room in range(rooms)]
    pairs, together = players * (players - 1), sum(size * (size - 1) for size in sizes)
    met = [[0] * players for _ in range(players)]
    drawn = []
    for number in range(rounds):
        order = list(range(players))
        Random(derive(0, "rooms", seed, number)).shuffle(order)
        dealt: list[list[int]] = [[] for _ in sizes]
        for player in order:
            dealt[_least_met(dealt, sizes, met[player], pairs, number * together)].append(player)
        for room in dealt:
            for player in room:
                for other in room:
                    met[player][other] += 1
        drawn.append(dealt)
    return drawn


def _least_met(
    dealt: Sequence[Sequence[int]], sizes: Sequence[int], met: Sequence[int], pairs: int, expected: int
) -> int:
    """Return the room with a free place whose players were met least, compared with what is expected of so many: a
    pair has met `expected / pairs` times in the mean.
    """
    free = [room for room, size in enumerate(sizes) if len(dealt[room]) < size]
    return min(free, key=lambda room: (sum(met[other] * pairs - expected for other in dealt[room]), len(dealt[room])))
