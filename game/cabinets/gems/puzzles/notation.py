"""Text for the moves of a win: `t012` takes, `r45` reserves, `b45:00100` buys, `x001000` returns, `n3` chooses a noble.

The digits after `b45:` are the gold paid in place of each colour.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.cabinets.gems.state import Action, Buy, Reserve, Return, Take, Welcome


def write(actions: Sequence[Action]) -> str:
    """Return actions as text, separated by spaces. Drawing has no text, since the decks are empty in puzzles.

    >>> write([Take((0, 1, 2)), Buy(45, (0, 0, 1, 0, 0)), Welcome(3)])
    't012 b45:00100 n3'
    """
    return " ".join(map(_written, actions))


def read(text: str) -> list[Action]:
    """Return the actions that a text written by `write` stands for.

    >>> read("r45 x001000")
    [Reserve(card=45), Return(tokens=(0, 0, 1, 0, 0, 0))]
    """
    return [_read(word) for word in text.split()]


def _written(action: Action) -> str:
    match action:
        case Take(gems):
            return "t" + _digits(gems)
        case Reserve(card):
            return f"r{card}"
        case Buy(card, gold):
            return f"b{card}:{_digits(gold)}"
        case Return(tokens):
            return "x" + _digits(tokens)
        case Welcome(noble):
            return f"n{noble}"
    raise AssertionError(action)


def _read(word: str) -> Action:
    kind, rest = word[0], word[1:]
    if kind == "t":
        return msgspec.convert({"do": "take", "gems": [*map(int, rest)]}, Take)
    if kind == "r":
        return Reserve(int(rest))
    if kind == "b":
        card, _, gold = rest.partition(":")
        return msgspec.convert({"do": "buy", "card": int(card), "gold": [*map(int, gold)]}, Buy)
    if kind == "x":
        return msgspec.convert({"do": "return", "tokens": [*map(int, rest)]}, Return)
    return Welcome(int(rest))


def _digits(numbers: Sequence[int]) -> str:
    return "".join(map(str, numbers))
