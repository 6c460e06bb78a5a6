"""Errors that a person is told of, in their language."""

from __future__ import annotations

import os
from typing import Any

import msgspec

UNDECODABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What decoding bytes of strangers may raise: msgspec lets text that is no UTF-8 and depths beyond Python's through."""


class SpokenError(Exception):
    """Something went wrong that a person can do something about.

    It carries a text key and values; who shows it says it in the language in use. `str()` is for logs.
    """

    def __init__(self, key: str, /, **values: Any) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        return f"{self.key} {self.values}" if self.values else self.key


def reason(error: OSError) -> str:
    """What the system says about a failed call, without its number and path."""
    return error.strerror or (os.strerror(error.errno) if error.errno else str(error) or os.strerror(0))
