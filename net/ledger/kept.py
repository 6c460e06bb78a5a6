"""The ledgers a computer has: a file for each evening, a line of JSON for each match, and the secret of its host."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from pathlib import Path

import msgspec

from game.core.errors import UNDECODABLE
from game.files import append_lines, write_whole
from net.ledger.lines import LedgerLine, evening_of, new_signing_key, read_line, signing_installed
from net.parts import SignedLine

SUFFIX = ".ledger"
MOST_LINES = 400
"""Of one evening."""
MOST_BYTES = 8 * 1024 * 1024
NEAR = timedelta(days=1)
"""How far an evening may be from ours for its lines to be taken from others: clocks differ, strangers invent."""
_SECRET = 32


class _Written(msgspec.Struct, frozen=True):
    """A line as a file has it: people can read what it says."""

    line: str
    key: str
    signature: str


class Ledger:
    """The ledgers of one folder, which several programs of this computer may write into."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.failed = False
        """Whether something could not be written: then it is known here until the program ends."""
        self._unwritten: dict[date, dict[bytes, LedgerLine]] = {}

    @property
    def evenings(self) -> list[date]:
        """The evenings of which there are lines, the latest first."""
        found = {evening for evening, lines in self._unwritten.items() if lines}
        for path in self.folder.glob(f"*{SUFFIX}"):
            try:
                found.add(date.fromisoformat(path.stem))
            except ValueError:
                continue
        return sorted(found, reverse=True)

    def lines(self, evening: date) -> list[LedgerLine]:
        """What is known of an evening, in the order in which it happened: the same wherever the same lines are."""
        found: dict[tuple[bytes, str, str], LedgerLine] = {}
        for line in self._all(evening):
            other = found.setdefault(line.identity, line)
            if line.digest < other.digest:  # a host that says two things is heard alike everywhere
                found[line.identity] = line
        return sorted(found.values(), key=lambda line: (datetime.fromisoformat(line.said.ended), line.digest))

    def _all(self, evening: date) -> list[LedgerLine]:
        return [*self._read(evening), *self._unwritten.get(evening, {}).values()]

    def add(self, signed: Iterable[SignedLine], now: datetime) -> list[LedgerLine]:
        """Take lines in; those that are new here. What nobody signed, or is of another day, is left out."""
        if not signing_installed():
            return []
        tonight = evening_of(now)
        fresh: dict[date, list[LedgerLine]] = {}
        for line in filter(None, map(read_line, signed)):
            if abs(line.said.evening - tonight) <= NEAR:
                fresh.setdefault(line.said.evening, []).append(line)
        return [line for evening, lines in fresh.items() for line in self._enter(evening, lines)]

    def _enter(self, evening: date, lines: list[LedgerLine]) -> list[LedgerLine]:
        known = {line.digest for line in self._all(evening)}
        new = list({line.digest: line for line in lines if line.digest not in known}.values())
        new = new[: max(0, MOST_LINES - len(known))]
        try:
            if new:
                told = b"".join(msgspec.json.encode(_written(line.signed)) + b"\n" for line in new)
                append_lines(self._path(evening), told)
        except OSError:
            self.failed = True
            self._unwritten.setdefault(evening, {}).update({line.digest: line for line in new})
        return new

    def secret(self) -> bytes:
        """What this computer's hosts sign with; made when it is asked for first. Raises OSError."""
        path = self.folder / "host.key"
        try:
            secret = path.read_bytes()
        except FileNotFoundError:
            secret = b""
        if len(secret) != _SECRET:
            secret = new_signing_key()
            write_whole(path, secret, mode=0o600)
        return secret

    def _path(self, evening: date) -> Path:
        return self.folder / f"{evening.isoformat()}{SUFFIX}"

    def _read(self, evening: date) -> list[LedgerLine]:
        """The lines of a file that their hosts signed."""
        if not signing_installed():
            return []
        try:
            with self._path(evening).open("rb") as file:
                data = file.read(MOST_BYTES)
        except OSError:
            return []
        found = (read_line(signed) for signed in map(_signed, data.splitlines()[:MOST_LINES]) if signed)
        return [line for line in found if line is not None and line.said.evening == evening]


def _written(signed: SignedLine) -> _Written:
    return _Written(signed.body.decode(), signed.key.hex(), signed.signature.hex())


def _signed(line: bytes) -> SignedLine | None:
    try:
        written = msgspec.json.decode(line, type=_Written)
        return SignedLine(written.line.encode(), bytes.fromhex(written.key), bytes.fromhex(written.signature))
    except (ValueError, *UNDECODABLE):
        return None
