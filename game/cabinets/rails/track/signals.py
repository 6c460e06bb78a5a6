"""The kinds of signals, a row for each: a further one needs its row, its name, its picture, its texts and its bits.

Notation, plans, what a click puts up next, and where trains may pass all follow from the row.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, Literal, TypeAlias, get_args

SignalKind: TypeAlias = Literal["one_way", "two_way"]
"""The name of a kind in plans, in the order of the kinds' numbers."""
NAMES: Final[tuple[SignalKind, ...]] = get_args(SignalKind)


class SignalModel(IntEnum):
    """Kinds of signals, in the order in which clicks put them up. Trains wait at all of them."""

    closes: bool
    """Whether no train passes the signal from behind."""
    signs: tuple[str, ...]
    """How the kind is written in yard files: first the sign that is written, then others that are read."""

    def __new__(cls, number: int, closes: bool = False, *signs: str) -> SignalModel:
        """Make a member of a row."""
        member = int.__new__(cls, number)
        member._value_ = number
        member.closes, member.signs = closes, signs
        return member

    ONE_WAY = 1, True, "›", ">"
    TWO_WAY = 2, False, "◇", "<>"

    @property
    def word(self) -> SignalKind:
        """The kind's name."""
        return NAMES[self - 1]


CLOSES: Final = (False, *(model.closes for model in SignalModel))
"""Whether each kind, by number, lets nothing pass from behind; 0 is no signal."""


def signal_named(name: SignalKind) -> SignalModel:
    """Return the kind with a name. Raise KeyError if there is none.

    >>> signal_named("two_way").closes
    False
    """
    return SignalModel[name.upper()]
