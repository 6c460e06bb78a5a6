"""Tokens kept on this machine: with one, a program that was killed gets back to its seat.

A token belongs to a room, by its id: the room may be found at another address later, as when a laptop changes networks,
and another room at this one. Which room was last at an address is kept beside the tokens, for who types the address.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from io import FileIO
from pathlib import Path

from game.core.holding import hold, is_held
from game.core.moving import remove_file
from net.address import Address
from net.limits import SECRET

_MOST_KEPT = 400
"""The most files that are kept; of more, those written longest ago go. No clock decides, since clocks jump."""
_MOST = 64
"""The most programs under one name in one room from one machine."""
_LONGEST = 1024
"""The most bytes of a file: the token, and the id of the match in which it has a seat."""


def seat_kept(folder: Path, address: Address, name: str, room: str = "") -> str:
    """Return the id of the match in which the token that a `TokenFile` would take now has a seat; empty if none."""
    for path in _paths(folder, _key(folder, address, room), name):
        try:
            kept = path.read_bytes()
        except OSError:
            return ""
        if not is_held(path):
            return kept[SECRET:].decode(errors="replace")
    return ""


def _index(folder: Path, address: Address) -> Path:
    """Return the file that tells which room was last at an address."""
    return folder / f"{_hashed(str(address))}.at"


def _key(folder: Path, address: Address, room: str) -> str:
    """Return by what tokens are kept: the id of the room, or of the last room at the address, or the address."""
    if room:
        return room
    with suppress(OSError, UnicodeDecodeError):
        known = _index(folder, address).read_text(encoding="ascii")
        if re.fullmatch("[0-9a-f]{16}", known):
            return known
    return str(address)


def _hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:24]


def _forget_old(folder: Path) -> None:
    """Delete the oldest of what was kept of rooms where there is very much."""
    kept = [*folder.glob("*.token"), *folder.glob("*.at")]
    if len(kept) <= _MOST_KEPT:
        return
    with suppress(OSError):
        kept.sort(key=lambda path: path.stat().st_mtime)
        for path in kept[:-_MOST_KEPT]:
            if not is_held(path):
                remove_file(path)


def _written(file: FileIO, kept: bytes) -> None:
    """Replace the contents of an open file. Raises OSError."""
    file.seek(0)
    file.write(kept)
    file.truncate()


def _paths(folder: Path, key: str, name: str) -> Iterator[Path]:
    """Yield the paths where tokens are kept; a program takes the first that no other program holds."""
    stem = _hashed(f"{key}/{name}")
    for number in range(_MOST):
        yield folder / f"{stem}-{number}.token"


class TokenFile:
    """The token of one person in one room. The file stays locked while the program runs, so that no two share a token.

    If it cannot be written, the program still works, but does not get back to its seat after being killed.
    """

    def __init__(self, folder: Path, address: Address, name: str, room: str = "") -> None:
        """Take the token for the room of this id; without one, for the room that was last at the address."""
        self._folder, self._address, self._name = folder, address, name
        self._file: FileIO | None = None
        self._kept = b""
        self.failed = False
        """Whether the token could not be written: if killed now, the program would not get back to its seat."""
        _forget_old(folder)
        self._take(_key(folder, address, room))

    def _take(self, key: str) -> None:
        self._room = key
        any(self._hold(path) for path in _paths(self._folder, key, self._name))

    def belongs_to(self, room: str) -> None:
        """Note which room is at the address; tokens of another one that was there before stay with that one."""
        if not room:
            return
        if room != self._room:
            self.close()
            self._kept = b""
            self._take(room)
        with suppress(OSError):
            _index(self._folder, self._address).write_text(room, encoding="ascii")

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
