"""Tells whether the compiler is installed without loading it. Loading it (core/compiled.py) takes a second."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec


@cache
def compiler_installed() -> bool:
    """Return whether a new process could compile to machine code, even if this process runs plain Python."""
    return find_spec("numba") is not None
