"""Whether there is a compiler, asked without loading it (core/compiled.py does, a second long)."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec


@cache
def compiler_installed() -> bool:
    """Whether a process of its own can run machine code here, even if this one was told to do without."""
    return find_spec("numba") is not None
