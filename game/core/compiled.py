"""One source, two speeds: numba where the `sim` extra is installed, plain Python where not.

Hot code is written over flat arrays of whole numbers made by `array`, and decorated with `@compiled`. Set
`SOUK_PLAIN=1` to run the plain source although numba is installed: tests compare both. Both speeds must give
the same numbers: use whole numbers below 2⁶², copy with `.copy()` (a slice of an array is a window on it),
and never index by a negative number. Numba's cache breaks on functions that call each other in a ring, and it makes
two of one that calls itself if somebody passes a constant to it: pass variables.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

from game.core.sources import program_digest

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

try:
    if os.environ.get("SOUK_PLAIN"):
        raise ImportError("plain Python was asked for")
    import numba
    import numpy
    from numba.core.registry import CPUDispatcher
except ImportError:
    numba = None

COMPILED: bool = numba is not None
"""Whether `@compiled` functions run as machine code in this process."""

_REMEMBERED = 1 << 16

if numba is not None:

    class _Inner(CPUDispatcher):  # type: ignore[misc]
        """Machine code without a way in, which Python would otherwise jump into nowhere."""

        def __call__(self, *_: Any, **__: Any) -> Any:
            raise TypeError(f"{self.py_func.__qualname__} is @inner: compiled functions call it, Python cannot")


def _cache_folder(module: str) -> Path:
    """Where machine code is kept, apart for every version of the sources that it may follow from.

    Numba itself notices neither a changed constant nor a changed function in another file. A game uses core and itself.
    """
    home = os.environ.get("SOUK_HOME")
    cache = Path(home) / "cache" if home else Path(platformdirs.user_cache_dir("souk", appauthor=False))
    path = module.split(".")
    return cache / "numba" / program_digest(path[2] if path[:2] == ["game", "cabinets"] else "")


def _machine_code(function: FunctionT, **how: Any) -> FunctionT:
    numba.config.CACHE_DIR = str(_cache_folder(function.__module__))  # read when a function is decorated
    # Nobody hands on functions as pointers of C; what lets one do so takes a sixth of the time that compiling takes.
    result: FunctionT = numba.njit(cache=True, nogil=True, no_cfunc_wrapper=True, **how)(function)
    return result


def compiled(function: FunctionT) -> FunctionT:
    """Compile `function` with numba where it is installed; else return it as it is."""
    return function if numba is None else _machine_code(function)


def in_place(function: FunctionT) -> FunctionT:
    """Like `compiled`, for hot functions that make no array and call none that does.

    Machine code then counts no references to the arrays that it is given, which took a third of the time. It is given
    nothing but arrays and numbers: a list, which `compiled` takes too, fails, and only where numba is installed.
    """
    return function if numba is None else _machine_code(function, _nrt=False)


def inner(function: FunctionT) -> FunctionT:
    """Like `in_place`, for what only compiled functions call: it has no way in from Python.

    That takes several times as long to compile as a short function with many arrays. Python's call raises TypeError,
    but only where numba is installed.
    """
    if numba is None:
        return function
    result: Any = _machine_code(function, _nrt=False, no_cpython_wrapper=True)
    result.__class__ = _Inner
    return result  # type: ignore[no-any-return]


def inlined(function: FunctionT) -> FunctionT:
    """Like `in_place`, for small functions: machine code copies them to wherever they are called.

    A call passes seven numbers for each array. Copying large functions makes compiling slow.
    """
    return function if numba is None else _machine_code(function, _nrt=False, inline="always")


def remembered(function: FunctionT) -> FunctionT:
    """Like `compiled`, for a pure function of whole numbers whose results plain Python should remember.

    Machine code works it out each time; plain Python remembers the latest 65,536 answers.
    """
    if numba is not None:
        return compiled(function)
    result: Any = lru_cache(maxsize=_REMEMBERED)(function)
    return result  # type: ignore[no-any-return]


def _bit_count(number: int) -> int:
    """How many bits of `number` are set; it lies in range(2⁶²). Without the method that numba lacks."""
    pairs = number - ((number >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    bytewise = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bytewise * 0x0101010101010101 >> 56) & 0xFF


bit_count: Callable[[int], int] = int.bit_count if numba is None else compiled(_bit_count)
"""How many bits of a whole number in range(2⁶²) are set."""


@compiled
def next_chance(chance: int) -> int:
    """The next of a row of numbers in 1 … 2³¹ - 2 that look random (Park and Miller, 1988)."""
    return chance * 48271 % 2147483647


@compiled
def first_of_most(values: Any, count: int) -> int:
    """The first index of the greatest of `count` values."""
    most = 0
    for index in range(1, count):
        if values[index] > values[most]:
            most = index
    return most


@compiled
def one_of_most(values: Any, count: int, chance: int) -> int:
    """The index of one of the greatest of `count` values: of n equals, number `chance` modulo n."""
    most = values[first_of_most(values, count)]
    equals = 0
    for index in range(count):
        equals += values[index] == most
    skip = chance % equals
    for index in range(count):
        if values[index] == most:
            if skip == 0:
                return index
            skip -= 1
    return 0


def array(values: Iterable[int]) -> Any:
    """A flat array of whole numbers in the form that is fastest here: a list, or int64 for numba."""
    return list(values) if numba is None else numpy.array(list(values), dtype=numpy.int64)


def filled(length: int, value: int = 0) -> Any:
    """Such an array of one number; for large ones, which `array` makes number by number."""
    if numba is None:
        return [value] * length
    numbers: Any = numpy.empty(length, dtype=numpy.int64)
    numbers.fill(value)
    return numbers


def plain(values: Any) -> list[int]:
    """What `array` made, as a list of Python's own whole numbers."""
    numbers: list[int] = list(values) if numba is None else values.tolist()
    return numbers


def table(rows: Iterable[Iterable[int]]) -> Any:
    """Rows of equal length, each as `array` makes it: `table[index]` is the row itself and no copy."""
    return [list(row) for row in rows] if numba is None else numpy.array([list(row) for row in rows], dtype=numpy.int64)


def octets(rows: int, length: int, value: int = 0) -> Any:
    """Rows of bytes, all of one value, that compiled code writes; `memoryview(octets[row])` shares without a copy."""
    if numba is None:
        return [bytearray([value]) * length for _ in range(rows)]
    return numpy.full((rows, length), value, numpy.uint8)
