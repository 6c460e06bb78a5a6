"""One source, two speeds: numba where the `sim` extra is installed, plain Python where not.

Hot code is written over flat arrays of whole numbers made by `array`, and decorated with `@compiled`. Set
`SOUK_PLAIN=1` to run the plain source although numba is installed: tests compare both.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

try:
    if os.environ.get("SOUK_PLAIN"):
        raise ImportError("plain Python was asked for")
    import numba
    import numpy
except ImportError:
    numba = None

COMPILED: bool = numba is not None
"""Whether `@compiled` functions run as machine code in this process."""


def compiled(function: FunctionT) -> FunctionT:
    """Compile `function` with numba where it is installed; else return it as it is."""
    if numba is None:
        return function
    result: FunctionT = numba.njit(cache=True, nogil=True)(function)
    return result


def array(values: Iterable[int]) -> Any:
    """A flat array of whole numbers in the form that is fastest here: a list, or int64 for numba."""
    return list(values) if numba is None else numpy.array(list(values), dtype=numpy.int64)
