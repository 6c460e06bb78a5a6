"""Natural logarithms and their powers in whole numbers, by a table: those of floats differ between machines in their
last digit, and computers are to decide alike everywhere.
"""

from __future__ import annotations

from bisect import bisect_left
from decimal import Context, Decimal
from typing import Final

ONE: Final = 1 << 16
"""One, in all of these numbers."""
_STEP: Final = ONE >> 8
"""Logarithms are told apart by so much."""
_DIGITS: Final = 64
_LEAST: Final = 16 * ONE
"""What is less likely than e to the power of minus sixteen does not happen."""


def _powers() -> tuple[int, ...]:
    """The powers of e to 0, minus one step, minus two …, to the bit."""
    factor = int(Context(prec=40).exp(Decimal(-_STEP) / ONE) * (1 << _DIGITS))
    powers, power = [], 1 << _DIGITS
    for _ in range(_LEAST // _STEP):
        powers.append(power * ONE >> _DIGITS)
        power = power * factor >> _DIGITS
    return tuple(powers)


_POWERS: Final = _powers()
_TO_A_HALF: Final = sorted(power for power in _POWERS if 2 * power >= ONE)
_HALF: Final = int(Context(prec=40).ln(Decimal(2)) * ONE)


def power(logarithm: int) -> int:
    """e to the power of a logarithm that is 0 or less.

    >>> power(0) == ONE, power(-ONE) / ONE
    (True, 0.3678741455078125)
    """
    step = -logarithm // _STEP
    return _POWERS[step] if step < len(_POWERS) else 0


def logarithm(number: int) -> int:
    """The natural logarithm of a number above 0.

    >>> logarithm(ONE), logarithm(10 * ONE) / ONE
    (0, 2.3038330078125)
    """
    doubled = number.bit_length() - ONE.bit_length() + (number.bit_count() > 1)
    share = number >> doubled if doubled >= 0 else number << -doubled
    return doubled * _HALF - (len(_TO_A_HALF) - 1 - bisect_left(_TO_A_HALF, share)) * _STEP
