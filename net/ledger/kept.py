"""The ledgers on a computer: a file for each evening, with a line of JSON for each match.

Lines of hosts that count here (`net.ledger.hosts`) are kept in one file. Lines of others wait in a second file until a
person says that they count: until then they are in no standing and are told to nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path

import msgspec

from game.core.errors import UNDECODABLE
from game.ground.files import append_lines, only_writer
from net.ledger.hosts import Hosts, Stamp, stamp_of
from net.ledger.lines import LedgerLine, MatchLine, evening_of, line_digest, read_line, sign, signing_installed
from net.parts import SignedLine

SUFFIX = ".ledger"
WAITING = ".waiting"
"""Suffix of the file of an evening's waiting lines."""
MOST_OF_HOST = 400
"""The most lines of one evening from one other host; this computer's own lines are not limited."""
MOST_BYTES_OF_HOST = 1 << 20
"""The most bytes of one evening's lines from one other host."""
MOST_WAITING = 200
"""The most waiting lines of one evening."""
MOST_HOSTS_WAITING = 24
"""The most hosts with waiting lines of one evening."""
MOST_BROUGHT = 40
"""The most waiting or unsigned lines that one bringer may bring."""
MOST_HOSTS_BROUGHT = 8
"""The most hosts of whose waiting or unsigned lines one bringer may bring some."""
MOST_BYTES = 64 << 20
"""The most bytes read of a ledger's file; what follows is ignored."""
NEAR = timedelta(days=1)
"""How far the evening of a line from others may be from the present one: clocks differ, and strangers invent."""
_MOST_BRINGERS = 1024


def _one_of_each(lines: Iterable[LedgerLine]) -> list[LedgerLine]:
    """Return the lines without those of a match that went on at another host, too, and further there."""
    counted: dict[object, LedgerLine] = {}
    for line in lines:
        origin = line.identity if line.said.origin is msgspec.UNSET else line.said.origin
        counted[origin] = min(counted.get(origin, line), line, key=lambda one: one.branch)
    return list(counted.values())


class _Written(msgspec.Struct, frozen=True):
    """A line as written in a file: its content can be read by people."""

    line: str
    key: str
    signature: str


@dataclass
class _Bringer:
    """How much one bringer brought of hosts unknown here, and of unsigned lines."""

    lines: int = 0
    hosts: set[bytes] = field(default_factory=set)


class Ledger:
    """The ledgers of one folder, which several programs of this computer may write.

    A line is checked only once in a run of the program; asking for an evening again costs a look at its files' dates.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.hosts = Hosts(folder)
        self.failed = False
        """Whether something could not be written: it is remembered, and written again with the next line."""
        self._read: dict[Path, tuple[Stamp, dict[bytes, LedgerLine]]] = {}
        self._unwritten: dict[Path, dict[bytes, LedgerLine]] = {}
        self._lines: dict[date, tuple[object, list[LedgerLine]]] = {}
        self._bringers: dict[str, _Bringer] = {}

    @property
    def evenings(self) -> list[date]:
        """The evenings that have lines, the latest first."""
        found: set[date] = set()
        written = [*self.folder.glob(f"*{SUFFIX}"), *self.folder.glob(f"*{WAITING}")]
        for path in [*written, *(path for path, lines in self._unwritten.items() if lines)]:
            try:
                found.add(date.fromisoformat(path.stem))
            except ValueError:
                continue
        return sorted(found, reverse=True)

    def lines(self, evening: date) -> list[LedgerLine]:
        """Return the lines of an evening that count, in the order in which matches ended.

        The order is the same on all computers on which the same lines count.
        """
        files = [self._path(evening, suffix) for suffix in (SUFFIX, WAITING)]
        stamp = (self.hosts.stamp, *((stamp_of(path), len(self._unwritten.get(path, ()))) for path in files))
        if evening not in self._lines or self._lines[evening][0] != stamp:
            self._lines[evening] = stamp, self._in_order(evening)
        return [*self._lines[evening][1]]

    def _in_order(self, evening: date) -> list[LedgerLine]:
        found: dict[tuple[bytes, str, str, int], LedgerLine] = {}
        said_yes = (line for line in self._all(evening, WAITING).values() if self.hosts.counts(line.key))
        for line in [*self._all(evening, SUFFIX).values(), *said_yes]:
            other = found.setdefault(line.identity, line)
            if line.precedence < other.precedence:  # a host that says two things is treated alike on every computer
                found[line.identity] = line
        return sorted(
            _one_of_each(found.values()), key=lambda line: (datetime.fromisoformat(line.said.ended), line.digest)
        )

    def waiting(self, evening: date) -> list[LedgerLine]:
        """Return the lines of an evening whose hosts nobody here has decided about."""
        known = self._all(evening, SUFFIX)
        lines = (line for digest, line in self._all(evening, WAITING).items() if digest not in known)
        return [line for line in lines if not self.hosts.counts(line.key) and not self.hosts.left_out(line.key)]

    def add(self, signed: Iterable[SignedLine], now: datetime, bringer: str = "") -> list[LedgerLine]:
        """Take in lines that somebody brought. Return those that are new here and count.

        Lines that are unsigned, of another day, or too many are left out.
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
        """Sign and keep a line of this computer's own host. Return it, or nothing if it is known. Raises OSError if
        there is no secret to sign with.
        """
        line = read_line(sign(said, self.hosts.secret()))
        if line is None or line.digest in self._all(line.said.evening, SUFFIX):
            return []
        self._enter(line, SUFFIX)
        return [line]

    def checked(self, signed: SignedLine) -> LedgerLine | None:
        """Return what a line says, as `read_line` does, without checking the signature of a line known here again."""
        digest = line_digest(signed)
        for _stamp, lines in self._read.values():
            if digest in lines:
                return lines[digest]
        return read_line(signed)

    def _taken(self, signed: SignedLine, tonight: date, bringer: _Bringer) -> LedgerLine | None:
        """Take in a line. Return it if it is new and counts, else None."""
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
        """Return whether a bringer may bring one more line of a host unknown here, as checking it costs time."""
        return bringer.lines < MOST_BROUGHT and (key in bringer.hosts or len(bringer.hosts) < MOST_HOSTS_BROUGHT)

    def _may_wait(self, line: LedgerLine) -> bool:
        waiting = self.waiting(line.said.evening)
        hosts = {other.key for other in waiting}
        return len(waiting) < MOST_WAITING and (line.key in hosts or len(hosts) < MOST_HOSTS_WAITING)

    def _bringer(self, name: str) -> _Bringer:
        """Return what is known of a bringer; when there are very many, the earliest are forgotten."""
        while len(self._bringers) > _MOST_BRINGERS:
            del self._bringers[next(iter(self._bringers))]
        return self._bringers.setdefault(name, _Bringer())

    def _enter(self, line: LedgerLine, suffix: str) -> None:
        """Add a line to a file of its evening, together with lines that could not be written before."""
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
        """Return the lines of a file, and those that could not be written to it, by digest."""
        path = self._path(evening, suffix)
        stamp = stamp_of(path)
        if path not in self._read or self._read[path][0] != stamp:
            self._read[path] = stamp, self._lines_in(path, evening)
        read, unwritten = self._read[path][1], self._unwritten.get(path)
        return {**read, **unwritten} if unwritten else read

    def _lines_in(self, path: Path, evening: date) -> dict[bytes, LedgerLine]:
        """Return the lines of a file that are signed by their hosts."""
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
