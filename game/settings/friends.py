"""Friends who play at this screen: names that any seat of any game can be given, and the sign that each has there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.settings.declared import Settings

SIGNS = 8
"""So many looks of seats there are; a sign is the number of one."""
MOST = 40
"""The longest list that is kept; who has not been seated for longest leaves it."""


def friends_of(settings: Settings) -> dict[str, int]:
    """Everybody in the list and the number of their sign, who was seated last first.

    >>> friends_of(Settings(friends=("3 Mina", "0 Jun")))
    {'Mina': 3, 'Jun': 0}
    """
    return {line[2:]: int(line[0]) for line in settings.friends}


def keep_friends(settings: Settings, friends: Mapping[str, int]) -> None:
    """Have the settings list these."""
    settings.friends = tuple(f"{sign} {name}" for name, sign in friends.items())[:MOST]


def seated(friends: Mapping[str, int], names: Iterable[str]) -> dict[str, int]:
    """The list once these have sat down: they come first, the new ones with signs that nobody has yet.

    >>> seated({"Mina": 3, "Jun": 0}, ["Jun", "Sora"])
    {'Jun': 0, 'Sora': 1, 'Mina': 3}
    """
    first: dict[str, int] = {}
    for name in names:
        first[name] = friends.get(name, free_sign({**friends, **first}))
    return {**first, **{name: sign for name, sign in friends.items() if name not in first}}


def free_sign(friends: Mapping[str, int]) -> int:
    """The first sign that fewest have."""
    return min(range(SIGNS), key=lambda sign: (sum(other == sign for other in friends.values()), sign))


def signs_of(people: Sequence[str | None], friends: Mapping[str, int]) -> tuple[int, ...]:
    """Which look each of the first seats has, by its number: friends have theirs, whose place it was takes the other's.

    `people`: the name in each seat, None for a computer's. Of two friends with one sign the first has it. All looks
    stay different, and those of seats beyond the last of `people` follow.

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
