"""The hosts whose ledger lines count on this computer: its own, those it has played at, and those a person accepted."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from game.ground.files import append_lines, only_writer, write_whole
from net.ledger.lines import new_signing_key, public_key

MOST_BYTES = 1 << 20
"""The most bytes read of the file of decisions."""
SECRET = 32
_COUNTS, _LEFT_OUT = "counts", "left out"

Stamp = tuple[int, int, int] | None
"""Identifies the state of a file, to tell whether it has changed; None if there is no file."""


def stamp_of(path: Path) -> Stamp:
    """Return the stamp of the file at `path`; a file that only grows never has the same stamp twice."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


class Hosts:
    """The decisions of one folder, one in each line; the last about a key holds. Several programs may add to them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / "hosts.txt"
        self._secret_path = folder / "host.key"
        self._read: tuple[Stamp, dict[bytes, bool]] = None, {}
        self._own: tuple[Stamp, bytes] = None, b""
        self._unwritten: dict[bytes, bool] = {}

    @property
    def stamp(self) -> tuple[object, ...]:
        """A value that changes whenever the keys that count may have changed."""
        return stamp_of(self._path), stamp_of(self._secret_path), tuple(self._unwritten.items())

    def counts(self, key: bytes) -> bool:
        """Return whether the lines of the host with this key count."""
        return key == self.own or self._decisions.get(key, False)

    def left_out(self, key: bytes) -> bool:
        """Return whether somebody decided that the lines of this host do not count."""
        return not self._decisions.get(key, True)

    def decide(self, key: bytes, *, counts: bool) -> None:
        """Decide whether the lines of a host count. A decision that cannot be written holds until the program ends."""
        if self._decisions.get(key) == counts:
            return
        try:
            with only_writer(self._path):
                append_lines(self._path, f"{_COUNTS if counts else _LEFT_OUT} {key.hex()}\n".encode())
            self._unwritten.pop(key, None)
        except OSError:
            self._unwritten[key] = counts

    @property
    def own(self) -> bytes:
        """Public key of this computer's hosts; empty until the first one signs a line."""
        stamp = stamp_of(self._secret_path)
        if stamp != self._own[0]:
            secret = b""
            with suppress(OSError):
                secret = self._kept_secret()
            self._own = stamp, public_key(secret) if secret else b""
        return self._own[1]

    def secret(self) -> bytes:
        """Return the secret that this computer's hosts sign with; it is made when first asked for. Raises OSError."""
        secret = self._kept_secret()
        if not secret:
            with only_writer(self._secret_path):
                secret = self._kept_secret()
                if not secret:
                    secret = new_signing_key()
                    write_whole(self._secret_path, secret, mode=0o600)
        return secret

    def _kept_secret(self) -> bytes:
        """Return the secret in its file; empty if there is none. Raises OSError if it cannot be read."""
        try:
            with self._secret_path.open("rb") as file:
                secret = file.read(SECRET + 1)
        except FileNotFoundError:
            return b""
        return secret if len(secret) == SECRET else b""

    @property
    def _decisions(self) -> dict[bytes, bool]:
        stamp = stamp_of(self._path)
        if stamp != self._read[0]:
            self._read = stamp, self._read_decisions()
        return {**self._read[1], **self._unwritten} if self._unwritten else self._read[1]

    def _read_decisions(self) -> dict[bytes, bool]:
        found: dict[bytes, bool] = {}
        try:
            with self._path.open("rb") as file:
                data = file.read(MOST_BYTES)
        except OSError:
            return found
        for line in data.decode(errors="replace").splitlines():
            word, _, key = line.rpartition(" ")
            if word in (_COUNTS, _LEFT_OUT) and len(key) == 2 * SECRET:
                try:
                    found[bytes.fromhex(key)] = word == _COUNTS
                except ValueError:
                    continue
        return found
