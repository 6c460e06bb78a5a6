"""The ledgers a computer has: a file for each evening, a line of JSON for each match.

Lines of hosts that count here (`net.ledger.hosts`) are kept in one file, lines of others wait in a second one until
somebody says that they count: they are in nobody's standing, are told to nobody and are brought nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path

import msgspec

from game.core.errors import UNDECODABLE
from game.files import append_lines, only_writer
from net.ledger.hosts import Hosts, Stamp, stamp_of
from net.ledger.lines import LedgerLine, MatchLine, evening_of, line_digest, read_line, sign, signing_installed
from net.parts import SignedLine

SUFFIX = ".ledger"
WAITING = ".waiting"
"""The suffix of the file in which lines of an evening wait."""
MOST_OF_HOST = 400
"""Lines of an evening that one other host has; this computer's own are not limited."""
MOST_BYTES_OF_HOST = 1 << 20
"""Bytes of these lines."""
MOST_WAITING = 200
"""Lines of an evening that wait…"""
MOST_HOSTS_WAITING = 24
"""…and the hosts whose they are…"""
MOST_BROUGHT = 40
"""…and of those that one bringer brings, and lines that nobody signed…"""
MOST_HOSTS_BROUGHT = 8
"""…and the hosts whose they are."""
MOST_BYTES = 64 << 20
"""Bytes of a ledger's file that are read; what it holds beyond them is left alone."""
NEAR = timedelta(days=1)
"""How far an evening may be from ours for its lines to be taken from others: clocks differ, strangers invent."""
_MOST_BRINGERS = 1024


class _Written(msgspec.Struct, frozen=True):
    """A line as a file has it: people can read what it says."""

    line: str
    key: str
    signature: str


@dataclass
class _Bringer:
    """How much somebody brought of hosts that nobody here has seen, and of unsigned lines."""

    lines: int = 0
    hosts: set[bytes] = field(default_factory=set)


class Ledger:
    """The ledgers of one folder, which several programs of this computer may write into.

    A line is checked once while the program runs: looking at an evening again costs a look at its files' dates.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.hosts = Hosts(folder)
        self.failed = False
        """Whether something could not be written: it is known here meanwhile, and tried again with the next line."""
        self._read: dict[Path, tuple[Stamp, dict[bytes, LedgerLine]]] = {}
        self._unwritten: dict[Path, dict[bytes, LedgerLine]] = {}
        self._lines: dict[date, tuple[object, list[LedgerLine]]] = {}
        self._bringers: dict[str, _Bringer] = {}

    @property
    def evenings(self) -> list[date]:
        """The evenings of which there are lines, the latest first."""
        found: set[date] = set()
        written = [*self.folder.glob(f"*{SUFFIX}"), *self.folder.glob(f"*{WAITING}")]
        for path in [*written, *(path for path, lines in self._unwritten.items() if lines)]:
            try:
                found.add(date.fromisoformat(path.stem))
            except ValueError:
                continue
        return sorted(found, reverse=True)

    def lines(self, evening: date) -> list[LedgerLine]:
        """The lines of an evening that count, in the order of the matches: the same on every computer on which the same
        lines count."""
        files = [self._path(evening, suffix) for suffix in (SUFFIX, WAITING)]
        stamp = (self.hosts.stamp, *((stamp_of(path), len(self._unwritten.get(path, ()))) for path in files))
        if evening not in self._lines or self._lines[evening][0] != stamp:
            self._lines[evening] = stamp, self._in_order(evening)
        return [*self._lines[evening][1]]

    def _in_order(self, evening: date) -> list[LedgerLine]:
        found: dict[tuple[bytes, str, str], LedgerLine] = {}
        said_yes = (line for line in self._all(evening, WAITING).values() if self.hosts.counts(line.key))
        for line in [*self._all(evening, SUFFIX).values(), *said_yes]:
            other = found.setdefault(line.identity, line)
            if line.digest < other.digest:  # a host that says two different things is treated alike everywhere
                found[line.identity] = line
        return sorted(found.values(), key=lambda line: (datetime.fromisoformat(line.said.ended), line.digest))

    def waiting(self, evening: date) -> list[LedgerLine]:
        """The lines of an evening whose hosts nobody here has said anything about."""
        known = self._all(evening, SUFFIX)
        lines = (line for digest, line in self._all(evening, WAITING).items() if digest not in known)
        return [line for line in lines if not self.hosts.counts(line.key) and not self.hosts.left_out(line.key)]

    def add(self, signed: Iterable[SignedLine], now: datetime, bringer: str = "") -> list[LedgerLine]:
        """Take in lines that somebody brought; those that are new here and count.

        What nobody signed, is of another day or is too much is left out.
        """
        if not signing_installed():
            return []
        fresh: list[LedgerLine] = []
        for one in {line_digest(one): one for one in signed}.values():
            line = self._taken(one, evening_of(now), self._bringer(bringer))
            if line is not None:
                fresh.append(line)
        return fresh

    def write(self, said: MatchLine, now: datetime) -> list[LedgerLine]:
        """Sign a line of this computer's own host and keep it. Raises OSError where it has no secret to sign with."""
        line = read_line(sign(said, self.hosts.secret()))
        if line is None or line.digest in self._all(line.said.evening, SUFFIX):
            return []
        self._enter(line, SUFFIX)
        return [line]

    def checked(self, signed: SignedLine) -> LedgerLine | None:
        """What a line says, as `read_line` does; without checking it again where it is here."""
        digest = line_digest(signed)
        for _stamp, lines in self._read.values():
            if digest in lines:
                return lines[digest]
        return read_line(signed)

    def _taken(self, signed: SignedLine, tonight: date, bringer: _Bringer) -> LedgerLine | None:
        """Take in a line; None where it is here already, waits or is left out."""
        near = [tonight - NEAR, tonight, tonight + NEAR]
        digest, counts = line_digest(signed), self.hosts.counts(signed.key)
        if any(digest in self._all(evening, SUFFIX) for evening in near):
            return None
        waits = any(digest in self._all(evening, WAITING) for evening in near)
        if waits or self.hosts.left_out(signed.key) or not (counts or self._may_bring(signed.key, bringer)):
            return None
        line = read_line(signed)
        if line is None or not counts:
            bringer.lines += 1
            bringer.hosts.add(signed.key)
        if line is None or line.said.evening not in near:
            return None
        if not counts:
            if self._may_wait(line):
                self._enter(line, WAITING)
            return None
        others = [other for other in self._all(line.said.evening, SUFFIX).values() if other.key == line.key]
        size = sum(len(other.signed.body) for other in others) + len(signed.body)
        if line.key != self.hosts.own and (len(others) >= MOST_OF_HOST or size > MOST_BYTES_OF_HOST):
            return None
        self._enter(line, SUFFIX)
        return line

    def _may_bring(self, key: bytes, bringer: _Bringer) -> bool:
        """Whether somebody may bring one more line of a host that nobody here has seen: it costs a look at it."""
        return bringer.lines < MOST_BROUGHT and (key in bringer.hosts or len(bringer.hosts) < MOST_HOSTS_BROUGHT)

    def _may_wait(self, line: LedgerLine) -> bool:
        waiting = self.waiting(line.said.evening)
        hosts = {other.key for other in waiting}
        return len(waiting) < MOST_WAITING and (line.key in hosts or len(hosts) < MOST_HOSTS_WAITING)

    def _bringer(self, name: str) -> _Bringer:
        """What is known of somebody who brings lines; of very many, the first are forgotten."""
        while len(self._bringers) > _MOST_BRINGERS:
            del self._bringers[next(iter(self._bringers))]
        return self._bringers.setdefault(name, _Bringer())

    def _enter(self, line: LedgerLine, suffix: str) -> None:
        """Put a line into a file of its evening, with those that could not be written before."""
        path = self._path(line.said.evening, suffix)
        lines = self._unwritten.setdefault(path, {})
        lines[line.digest] = line
        try:
            with only_writer(self.folder / "ledger"):
                before = stamp_of(path)
                append_lines(path, b"".join(map(_written, lines.values())))
                after = stamp_of(path)
        except OSError:
            self.failed = True
            return
        self._unwritten.pop(path)
        stamp, read = self._read.get(path, (None, {}))
        if stamp == before:
            self._read[path] = after, {**read, **lines}

    def _path(self, evening: date, suffix: str) -> Path:
        return self.folder / f"{evening.isoformat()}{suffix}"

    def _all(self, evening: date, suffix: str) -> Mapping[bytes, LedgerLine]:
        """The lines of a file and those that could not be written into it, by digest."""
        path = self._path(evening, suffix)
        stamp = stamp_of(path)
        if path not in self._read or self._read[path][0] != stamp:
            self._read[path] = stamp, self._lines_in(path, evening)
        read, unwritten = self._read[path][1], self._unwritten.get(path)
        return {**read, **unwritten} if unwritten else read

    def _lines_in(self, path: Path, evening: date) -> dict[bytes, LedgerLine]:
        """The lines of a file that their hosts signed."""
        if not signing_installed():
            return {}
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES)
        except OSError:
            return {}
        found: dict[bytes, LedgerLine] = {}
        for signed in filter(None, map(_signed, data.splitlines())):
            line = self.checked(signed)
            if line is not None and line.said.evening == evening:
                found[line.digest] = line
        return found


def _written(line: LedgerLine) -> bytes:
    signed = line.signed
    return msgspec.json.encode(_Written(signed.body.decode(), signed.key.hex(), signed.signature.hex())) + b"\n"


def _signed(line: bytes) -> SignedLine | None:
    try:
        written = msgspec.json.decode(line, type=_Written)
        return SignedLine(written.line.encode(), bytes.fromhex(written.key), bytes.fromhex(written.signature))
    except (ValueError, *UNDECODABLE):
        return None
