"""The tokens this machine holds: with one, a program that was killed comes back to its seat."""

from __future__ import annotations

import os
from hashlib import sha256
from io import FileIO
from pathlib import Path

from game.core.holding import hold
from net.address import Address
from net.limits import SECRET

_MOST = 64
"""Programs of one name at one room from one machine."""


class TokenFile:
    """The token of one person at one room. The file is held while the program runs, so no two share a token.

    A file that cannot be written only means that a program that is killed does not find its seat again.
    """

    def __init__(self, folder: Path, address: Address, name: str) -> None:
        self._file: FileIO | None = None
        self.token = b""
        stem = sha256(f"{address}/{name}".encode()).hexdigest()[:24]
        for number in range(_MOST):
            if self._hold(folder / f"{stem}-{number}.token"):
                return

    def keep(self, token: bytes) -> None:
        """Keep the token, in place of the one before."""
        if token == self.token or self._file is None:
            return
        self.token = token
        try:
            self._file.seek(0)
            self._file.truncate()
            self._file.write(token)
        except OSError:
            self.close()

    def forget(self) -> None:
        """There is nothing to come back to."""
        self.keep(b"")

    def close(self) -> None:
        """Let the file go. The token stays in it."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _hold(self, path: Path) -> bool:
        """Take this file, if no other program has it."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = FileIO(path, "a+", opener=lambda name, flags: os.open(name, flags, 0o600))
        except OSError:
            return False
        try:
            hold(file, SECRET)
            path.chmod(0o600)
            file.seek(0)
            token = file.read(SECRET)
        except OSError:
            file.close()
            return False
        self._file, self.token = file, token if len(token) == SECRET else b""
        return True
