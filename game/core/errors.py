"""Errors that are told to a person in the person's language."""

from __future__ import annotations

import os
from typing import Any

import msgspec

UNDECODABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""Exceptions that decoding a stranger's bytes may raise.
Msgspec does not turn invalid UTF-8 and too deep nesting into its own errors."""


class SpokenError(Exception):
    """Something went wrong that a person can do something about.

    It carries a text key and values, from which a sentence in the language in use is made. `str()` is for logs.
    """

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        return f"{self.key} {self.values}" if self.values else self.key


def reason(error: OSError) -> str:
    """Return what the system says about a failed call, without the error number and the path."""
    return error.strerror or (os.strerror(error.errno) if error.errno else str(error) or os.strerror(0))
