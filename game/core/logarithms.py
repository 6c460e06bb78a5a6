"""Natural logarithms and powers of e in whole numbers, from a table.

The last digit of floats differs between machines, and bots must decide alike everywhere.
"""

from __future__ import annotations

from bisect import bisect_left
from decimal import Context, Decimal
from typing import Final

ONE: Final = 1 << 16
"""The fixed-point number that stands for 1."""
_STEP: Final = ONE >> 8
"""The distance between neighbouring logarithms in the table, as a fixed-point number."""
_DIGITS: Final = 64
_LEAST: Final = 16 * ONE
"""Powers of e to less than minus sixteen count as 0."""


def _powers() -> tuple[int, ...]:
    """Return e to the power of 0, -1 step, -2 steps …, in fixed-point numbers."""
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
    """Return e to the power of a fixed-point logarithm that is 0 or less, as a fixed-point number.

    >>> power(0) == ONE, power(-ONE) / ONE
    (True, 0.3678741455078125)
    """
    step = -logarithm // _STEP
    return _POWERS[step] if step < len(_POWERS) else 0


def logarithm(number: int) -> int:
    """Return the natural logarithm of a fixed-point number above 0, as a fixed-point number.

    >>> logarithm(ONE), logarithm(10 * ONE) / ONE
    (0, 2.3038330078125)
    """
    doubled = number.bit_length() - ONE.bit_length() + (number.bit_count() > 1)
    share = number >> doubled if doubled >= 0 else number << -doubled
    return doubled * _HALF - (len(_TO_A_HALF) - 1 - bisect_left(_TO_A_HALF, share)) * _STEP
