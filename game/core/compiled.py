"""One source, two speeds: numba where the `sim` extra is installed, plain Python where it is not.

Hot code is written over flat arrays of whole numbers made by `array`, and decorated with `@compiled`. Set
`SOUK_PLAIN=1` to run the plain source although numba is installed: tests compare both. Both speeds must give the same
numbers: use whole numbers below 2⁶², copy with `.copy()` (a slice of an array shares its memory), and never index by a
negative number.

Numba's cache fails for functions that call each other in a ring.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from threading import RLock
from types import FunctionType
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
    from numba.core.types.misc import unliteral
except ImportError:
    numba = None

COMPILED: bool = numba is not None
"""Whether `@compiled` functions run as machine code in this process."""

_REMEMBERED = 1 << 16
_INTERPRETING: ContextVar[bool] = ContextVar("interpreting", default=False)
_TWINS: dict[Any, Any] = {}
_TWINS_LOCK = RLock()

if numba is not None:

    class _Once(CPUDispatcher):  # type: ignore[misc]
        """Compiled function that has one version for all whole numbers: numba makes one more for each constant."""

        def get_call_template(self, args: Any, kws: Any) -> Any:
            return super().get_call_template([unliteral(each) for each in args], _unliterals(kws))

        def fold_argument_types(self, args: Any, kws: Any) -> Any:
            return super().fold_argument_types([unliteral(each) for each in args], _unliterals(kws))

        def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
            return interpreted(self) if _INTERPRETING.get() else super()._compile_for_args(*args, **kws)

    def _unliterals(kws: Any) -> Any:
        return {name: unliteral(each) for name, each in kws.items()}

    class _Inner(_Once):
        """Compiled function without a wrapper for Python. A call from Python raises TypeError instead of crashing."""

        def __call__(self, *_: Any, **__: Any) -> Any:
            raise TypeError(f"{self.py_func.__qualname__} is @inner: compiled functions call it, Python cannot")


def cache_folder(module: str) -> Path:
    """Return the folder for machine code of a module, a separate one for every version of the sources it may depend on.

    Numba itself notices neither a changed constant nor a changed function in another file. The code of a game depends
    on core and on the game; other code on all sources. They lie in NUMBA_CACHE_DIR where that is set, as numba itself
    has it: homes may then share what is compiled.
    """
    named, home = os.environ.get("NUMBA_CACHE_DIR"), os.environ.get("SOUK_HOME")
    cache = Path(home) / "cache" if home else Path(platformdirs.user_cache_dir("souk", appauthor=False))
    path = module.split(".")
    digest = program_digest(path[2] if path[:2] == ["game", "cabinets"] else "")
    return (Path(named) if named else cache / "numba") / digest


def _machine_code(function: FunctionT, **how: Any) -> FunctionT:
    numba.config.CACHE_DIR = str(cache_folder(function.__module__))  # numba reads it when a function is decorated
    # No function is passed on as a C pointer; leaving out the wrapper for that saves a sixth of the time to compile.
    result: Any = numba.njit(cache=True, nogil=True, no_cfunc_wrapper=True, **how)(function)
    if isinstance(result, CPUDispatcher):  # NUMBA_DISABLE_JIT leaves functions as they are
        result.__class__ = _Once
    return result  # type: ignore[no-any-return]


def compiled(function: FunctionT) -> FunctionT:
    """Compile `function` with numba where it is installed; else return it as it is."""
    return function if numba is None else _machine_code(function)


def in_place(function: FunctionT) -> FunctionT:
    """Compile like `compiled`, for hot functions that make no array and call none that does.

    The machine code counts no references to its arrays, which saves a third of the time. It takes only arrays and
    numbers. A list, which `compiled` accepts, fails here, but only where numba is installed.
    """
    return function if numba is None else _machine_code(function, _nrt=False)


def inner(function: FunctionT) -> FunctionT:
    """Compile like `in_place`, for functions that only compiled functions call: Python cannot call them.

    The wrapper for Python takes several times as long to compile as a short function with many arrays. A call from
    Python raises TypeError, but only where numba is installed.
    """
    if numba is None:
        return function
    result: Any = _machine_code(function, _nrt=False, no_cpython_wrapper=True)
    if isinstance(result, CPUDispatcher):
        result.__class__ = _Inner
    return result  # type: ignore[no-any-return]


def inlined(function: FunctionT) -> FunctionT:
    """Compile like `in_place`, for small functions: machine code copies them to wherever they are called.

    That saves passing seven numbers for each array. Copies of large functions would make compiling slow.
    """
    return function if numba is None else _machine_code(function, _nrt=False, inline="always")


def remembered(function: FunctionT) -> FunctionT:
    """Compile like `compiled`, a pure function of whole numbers whose results plain Python should remember.

    Machine code computes each result anew; plain Python remembers the latest 65,536.
    """
    if numba is not None:
        return compiled(function)
    result: Any = lru_cache(maxsize=_REMEMBERED)(function)
    return result  # type: ignore[no-any-return]


def interpreted(function: FunctionT) -> FunctionT:
    """Return the plain Python of a function and of all compiled functions that it calls by their names.

    For short work in a place where loading or even making machine code would take far longer, such as reading options.
    """
    if numba is None:
        return function
    with _TWINS_LOCK:
        if function not in _TWINS:
            source: Any = getattr(function, "py_func", function)
            known = source.__globals__
            seen = dict(known)
            twin = FunctionType(source.__code__, seen, source.__name__, source.__defaults__, source.__closure__)
            _TWINS[function] = twin  # before those it calls, which may call it
            for name in source.__code__.co_names:
                if isinstance(known.get(name), CPUDispatcher):
                    seen[name] = interpreted(known[name])
        return _TWINS[function]  # type: ignore[no-any-return]


@contextmanager
def interpreting() -> Iterator[None]:
    """Let compiled functions that Python calls in this thread run as plain Python, unless their machine code is loaded.

    For short work that a person waits for, where loading or even making machine code would take far longer.
    """
    token = _INTERPRETING.set(True)
    try:
        yield
    finally:
        _INTERPRETING.reset(token)


def _bit_count(number: int) -> int:
    """Return how many bits of `number`, in range(2⁶²), are set. It avoids `int.bit_count`, which numba lacks."""
    pairs = number - ((number >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    bytewise = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bytewise * 0x0101010101010101 >> 56) & 0xFF


bit_count: Callable[[int], int] = int.bit_count if numba is None else compiled(_bit_count)
"""Return how many bits of a whole number in range(2⁶²) are set."""
if numba is not None:
    _TWINS[bit_count] = lambda number: int(number).bit_count()  # numpy's numbers warn where machine code wraps round


@compiled
def next_chance(chance: int) -> int:
    """Return the next number of a pseudo-random sequence in 1 … 2³¹ - 2 (Park and Miller, 1988)."""
    return chance * 48271 % 2147483647


@compiled
def first_of_most(values: Any, count: int) -> int:
    """Return the first index of the greatest of the first `count` values."""
    most = 0
    for index in range(1, count):
        if values[index] > values[most]:
            most = index
    return most


def array(values: Iterable[int]) -> Any:
    """Return a flat array of whole numbers in the fastest form: a list, or a numpy int64 array for numba."""
    return list(values) if numba is None else numpy.array(list(values), dtype=numpy.int64)


def filled(length: int, value: int = 0) -> Any:
    """Return a flat array of `length` times `value`. For large arrays it is faster than `array`."""
    if numba is None:
        return [value] * length
    numbers: Any = numpy.empty(length, dtype=numpy.int64)
    numbers.fill(value)
    return numbers


def plain(values: Any) -> list[int]:
    """Return an array made by `array` as a list of Python's own whole numbers."""
    numbers: list[int] = list(values) if numba is None else values.tolist()
    return numbers


def table(rows: Iterable[Iterable[int]]) -> Any:
    """Return a table of rows of equal length in the form of `array`; `table[index]` is the row itself, not a copy."""
    return [list(row) for row in rows] if numba is None else numpy.array([list(row) for row in rows], dtype=numpy.int64)


def octets(rows: int, length: int, value: int = 0) -> Any:
    """Return rows of bytes that compiled code may write, set to `value`; `memoryview(octets[row])` makes no copy."""
    if numba is None:
        return [bytearray([value]) * length for _ in range(rows)]
    return numpy.full((rows, length), value, numpy.uint8)
