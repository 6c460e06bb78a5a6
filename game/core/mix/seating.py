"""Who sits with whom in a round: as few tables as possible, all about as large, and nobody idle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from game.core.chance import fair

COMPUTER = -1
"""Stands for a computer where people are numbered."""
BY_LOT = 2
"""The rounds that are seated by lot; later ones seat neighbours in the standing together."""

Pair = tuple[int, int]


def table_sizes(people: int, allowed: Collection[int]) -> tuple[int, ...] | None:
    """Return how many sit at each table, computers included: of all ways with the fewest computers the one with the
    fewest tables, as equal as possible, the largest first. None where the allowed sizes hold nobody.

    >>> table_sizes(5, (2, 3)), table_sizes(5, (2,)), table_sizes(8, (2, 3, 4)), table_sizes(1, (2, 3))
    ((3, 2), (2, 2, 2), (4, 4), (2,))
    """
    if not allowed or people < 1:
        return None
    for seats in range(people, people + max(allowed)):
        for tables in range(1, seats + 1):
            low, more = divmod(seats, tables)
            sizes = (low + 1,) * more + (low,) * (tables - more)
            if all(size in allowed for size in sizes):
                return sizes
    return None


def seated(
    people: Sequence[int], sizes: Sequence[int], points: Mapping[int, int], number: int, seed: int
) -> list[tuple[int, ...]]:
    """Return who sits at each table in round `number`, from 1, by lot or beside neighbours in the standing.

    People are spread as evenly as the seats; computers take the seats that are left.

    >>> seated((1, 2, 3, 4, 5), (3, 2), {5: 9, 3: 8, 1: 7, 2: 2, 4: 1}, 3, seed=0)
    [(5, 3, 1), (2, 4)]
    """
    order = drawn(people, seed, "seats", number)
    if number > BY_LOT:
        order.sort(key=lambda person: -points.get(person, 0))
    low, more = divmod(len(people), len(sizes))
    tables, begin = [], 0
    for place, size in enumerate(sizes):
        end = begin + low + (place < more)
        tables.append((*order[begin:end], *[COMPUTER] * (size - (end - begin))))
        begin = end
    return tables


def paired(
    people: Sequence[int], past: Iterable[Pair], points: Mapping[int, int], number: int, seed: int
) -> list[Pair]:
    """Return the duels of round `number`; who sits first in a pair begins.

    The rounds of a circle, in which everybody meets everybody once, are made from the seed. Of those in which the
    fewest have met before, the one is taken whose pairs stand nearest to each other in the standing: pairing neighbours
    one by one would leave some who meet again before they have met all. An odd person plays a computer, as one of
    these pairs.
    """
    met = [*past]
    often = Counter(frozenset(pair) for pair in met)

    def cost(pairs: Sequence[Pair]) -> tuple[int, int]:
        apart = sum(
            abs(points.get(one, 0) - points.get(other, 0)) for one, other in pairs if COMPUTER not in (one, other)
        )
        return sum(often[frozenset(pair)] for pair in pairs), apart

    everybody = drawn(people, seed, "circle")
    rounds = circle([*everybody, *([COMPUTER] if len(everybody) % 2 else [])])
    balance = Counter(first for first, _ in met)
    balance.subtract(second for _, second in met)
    return [_sides(pair, balance, number, seed) for pair in min(rounds, key=cost)]


def _sides(pair: Pair, balance: Mapping[int, int], number: int, seed: int) -> Pair:
    """Return the pair with the one first who was first less often; the lot decides between equals."""
    one, other = pair
    if balance[one] == balance[other]:
        return pair if fair(2, seed, "sides", number, *sorted(pair)) else (other, one)
    return pair if balance[one] < balance[other] else (other, one)


def circle(people: Sequence[int]) -> list[list[Pair]]:
    """Return rounds of pairs in which each of an even number of people meets each other once.

    >>> circle([1, 2, 3, 4])
    [[(1, 4), (2, 3)], [(1, 3), (4, 2)], [(1, 2), (3, 4)]]
    """
    first, *rest = people
    rounds = []
    for _ in range(len(rest)):
        row = [first, *rest]
        rounds.append([(row[place], row[-1 - place]) for place in range(len(row) // 2)])
        rest = [rest[-1], *rest[:-1]]
    return rounds


def drawn(people: Sequence[int], seed: int, *labels: str | int) -> list[int]:
    """Return people in an order by lot."""
    left, order = sorted(people), []
    while left:
        order.append(left.pop(fair(len(left), seed, *labels, len(left))))
    return order
