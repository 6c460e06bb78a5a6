"""How different two texts are."""

from __future__ import annotations


def distance(one: str, other: str) -> int:
    """Return how many letters to change, insert or delete to turn one text into the other (Levenshtein).

    >>> distance("lantern", "lanten"), distance("lantern", "eastern")
    (1, 2)
    """
    row = list(range(len(other) + 1))
    for number, sign in enumerate(one, 1):
        before, row[0] = row[0], number
        for place, there in enumerate(other, 1):
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, before + (sign != there))
    return row[-1]
