"""How parts along a row or a column share its length."""

from __future__ import annotations

from collections.abc import Sequence


def shared(room: float, liked: Sequence[float], least: Sequence[float], grow: Sequence[float]) -> list[float]:
    """Return the length of each part: what it likes, and those that `grow` share what is left by that weight.

    One that likes more than its share keeps what it likes. Where there is too little, those that do not grow
    shrink towards their least first, then those that do.

    >>> shared(100, liked=[20, 10, 50], least=[20, 0, 50], grow=[0, 1, 1])
    [20, 30.0, 50]
    >>> shared(60, liked=[20, 10, 50], least=[20, 0, 30], grow=[0, 1, 1])
    [20.0, 3.33..., 36.66...]
    """
    missing = sum(liked) - room
    if missing <= 0:
        return _grown(room, liked, grow)
    fixed = [long if weight else short for long, short, weight in zip(liked, least, grow, strict=True)]
    lengths = _shrunk(missing, liked, fixed)
    return _shrunk(sum(lengths) - room, lengths, least)


def _grown(room: float, liked: Sequence[float], grow: Sequence[float]) -> list[float]:
    lengths = list(liked)
    sharing = [number for number, weight in enumerate(grow) if weight]
    free = room - sum(long for number, long in enumerate(lengths) if number not in sharing)
    while sharing:
        weight = sum(grow[number] for number in sharing)
        greedy = [number for number in sharing if lengths[number] > free * grow[number] / weight + 1e-6]
        if not greedy:
            for number in sharing:
                lengths[number] = free * grow[number] / weight
            break
        free -= sum(lengths[number] for number in greedy)
        sharing = [number for number in sharing if number not in greedy]
    return lengths


def _shrunk(missing: float, liked: Sequence[float], least: Sequence[float]) -> list[float]:
    """Take what is missing from each in proportion to what it can spare."""
    spare = [max(0.0, long - short) for long, short in zip(liked, least, strict=True)]
    whole = sum(spare)
    taken = min(1.0, max(0.0, missing) / whole) if whole else 0.0
    return [long - taken * more for long, more in zip(liked, spare, strict=True)]
