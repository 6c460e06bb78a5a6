"""Friends who play at this screen: their names, which can be given to any seat, and the sign of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.ground.settings.declared import Settings

SIGNS = 8
"""How many looks of seats there are; a sign is the number of a look."""
MOST = 40
"""The most friends in the list; beyond that, those not seated for longest are dropped."""


def friends_of(settings: Settings) -> dict[str, int]:
    """Return the friends' names with their signs, the one seated last first.

    >>> friends_of(Settings(friends=("3 Mina", "0 Jun")))
    {'Mina': 3, 'Jun': 0}
    """
    return {line[2:]: int(line[0]) for line in settings.friends}


def keep_friends(settings: Settings, friends: Mapping[str, int]) -> None:
    """Put these friends into the settings."""
    settings.friends = tuple(f"{sign} {name}" for name, sign in friends.items())[:MOST]


def seated(friends: Mapping[str, int], names: Iterable[str]) -> dict[str, int]:
    """Return the list after these names have sat down: they come first, new ones with unused signs.

    >>> seated({"Mina": 3, "Jun": 0}, ["Jun", "Sora"])
    {'Jun': 0, 'Sora': 1, 'Mina': 3}
    """
    first: dict[str, int] = {}
    for name in names:
        first[name] = friends.get(name, free_sign({**friends, **first}))
    return {**first, **{name: sign for name, sign in friends.items() if name not in first}}


def free_sign(friends: Mapping[str, int]) -> int:
    """Return the first of the signs that the fewest friends have."""
    return min(range(SIGNS), key=lambda sign: (sum(other == sign for other in friends.values()), sign))


def signs_of(people: Sequence[str | None], friends: Mapping[str, int]) -> tuple[int, ...]:
    """Return the number of each seat's look: a friend has their own sign, and the seat that had this look gets theirs.

    `people`: the name in each seat, None for a computer's. Of two friends with the same sign the first gets it. All
    looks stay different; the looks of further seats follow.

    >>> signs_of([None, "Mina", "Jun"], {"Mina": 3, "Jun": 3})
    (0, 3, 2, 1, 4, 5, 6, 7)
    """
    order = list(range(SIGNS))
    given: set[int] = set()
    for seat, name in enumerate(people[:SIGNS]):
        sign = friends.get(name) if name is not None else None
        if sign is None or sign in given:
            continue
        other = order.index(sign)
        order[seat], order[other] = sign, order[seat]
        given.add(sign)
    return tuple(order)
