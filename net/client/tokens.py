"""Tokens kept on this machine: with one, a program that was killed gets back to its seat."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from io import FileIO
from pathlib import Path

from game.core.holding import hold, is_held
from net.address import Address
from net.limits import SECRET

_MOST = 64
"""The most programs under one name in one room from one machine."""
_LONGEST = 1024
"""The most bytes of a file: the token, and the id of the match in which it has a seat."""


def seat_kept(folder: Path, address: Address, name: str) -> str:
    """Return the id of the match in which the token that a `TokenFile` would take now has a seat; empty if none."""
    for path in _paths(folder, address, name):
        try:
            kept = path.read_bytes()
        except OSError:
            return ""
        if not is_held(path):
            return kept[SECRET:].decode(errors="replace")
    return ""


def _written(file: FileIO, kept: bytes) -> None:
    """Replace the contents of an open file. Raises OSError."""
    file.seek(0)
    file.write(kept)
    file.truncate()


def _paths(folder: Path, address: Address, name: str) -> Iterator[Path]:
    """Yield the paths where tokens are kept; a program takes the first that no other program holds."""
    stem = sha256(f"{address}/{name}".encode()).hexdigest()[:24]
    for number in range(_MOST):
        yield folder / f"{stem}-{number}.token"


class TokenFile:
    """The token of one person in one room. The file stays locked while the program runs, so that no two share a token.

    If it cannot be written, the program still works, but does not get back to its seat after being killed.
    """

    def __init__(self, folder: Path, address: Address, name: str) -> None:
        self._file: FileIO | None = None
        self._kept = b""
        self.failed = False
        """Whether the token could not be written: if killed now, the program would not get back to its seat."""
        any(self._hold(path) for path in _paths(folder, address, name))

    @property
    def token(self) -> bytes:
        return self._kept[:SECRET] if len(self._kept) >= SECRET else b""

    def keep(self, token: bytes, seat_in: str = "") -> None:
        """Keep a token instead of the last one, with the id of the match in which it has a seat."""
        kept = token + seat_in.encode()
        if kept == self._kept or self._file is None:
            return
        self._kept = kept
        self.failed = False
        try:
            _written(self._file, kept)
        except OSError:
            self.failed = True
            self.close()

    def forget(self) -> None:
        """Forget the token: there is no seat to come back to."""
        self.keep(b"")

    def close(self) -> None:
        """Release the file. The token stays in it."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _hold(self, path: Path) -> bool:
        """Lock a file and read it. Return False if another program holds it or it cannot be opened."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = FileIO(path, "r+", opener=lambda name, flags: os.open(name, flags | os.O_CREAT, 0o600))
        except OSError:
            return False
        try:
            hold(file)
            path.chmod(0o600)
            kept = file.read(_LONGEST)
        except OSError:
            file.close()
            return False
        self._file, self._kept = file, kept
        return True
