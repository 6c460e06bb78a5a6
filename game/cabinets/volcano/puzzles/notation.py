"""Text for the moves of a win: what is done and where, such as `place:3,-1,2` or `expand:0,2,sand`."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.cabinets.volcano.state import Action, Build, Expand, Place, name_of


def write(actions: Sequence[Place | Build]) -> str:
    """Return actions as text, separated by spaces.

    >>> write([Place(3, -1, 2), Expand(0, 2, "sand")])
    'place:3,-1,2 expand:0,2,sand'
    """
    return " ".join(map(_written, actions))


def read(text: str) -> list[Action]:
    """Return the actions that a text written by `write` stands for.

    >>> read("tower:1,1")
    [Tower(q=1, r=1)]
    """
    return [_read(word) for word in text.split()]


def _written(action: Place | Build) -> str:
    more = f",{action.way}" if isinstance(action, Place) else f",{action.field}" if isinstance(action, Expand) else ""
    return f"{name_of(action)}:{action.q},{action.r}{more}"


def _read(word: str) -> Action:
    name, _, rest = word.partition(":")
    q, r, *more = rest.split(",")
    told: dict[str, object] = {"do": name, "q": int(q), "r": int(r)}
    if more:
        told["way" if name == "place" else "field"] = int(more[0]) if name == "place" else more[0]
    action: Action = msgspec.convert(told, Action)
    return action
