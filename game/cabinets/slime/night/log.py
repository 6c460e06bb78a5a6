"""The file in which a Slime night is kept: a line of JSON for each entry, written before anybody is told of it."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from datetime import datetime
from io import SEEK_END, FileIO
from pathlib import Path

import msgspec

from game.cabinets.slime.night.night import Entry, Night, NightError
from game.cabinets.slime.night.schedule import Schedule, ScheduleError
from game.core.errors import UNDECODABLE, reason
from game.core.holding import held, hold

FORMAT = 1


class _Head(msgspec.Struct, frozen=True):
    """The first line."""

    format: int
    at: str
    schedule: Schedule
    seed: str


class _Line(msgspec.Struct, frozen=True):
    """One of the other lines."""

    at: str
    """When it was written, so that a person can follow the night."""
    entry: Entry


def log_of(schedule: Path) -> Path:
    """Return where the night of a schedule is kept: beside it."""
    return schedule.with_name(f"{schedule.stem}.night.jsonl")


class NightLog:
    """A night and its file, which this program alone may write.

    A file that is there is gone on with; a line that a killed program began is dropped. Raises ScheduleError where the
    file belongs to another schedule, is no night, is in use or cannot be written.
    """

    def __init__(self, path: Path, schedule: Schedule, seed: int, when: datetime) -> None:
        self.path = path
        self.failure: ScheduleError | None = None
        """Why the last entries are not in the file; None where all are."""
        self._unwritten = bytearray()
        self._file = self._opened(path)
        try:
            data = self._file.readall()
            self.resumed = b"\n" in data
            """Whether the night had begun before."""
            if self.resumed:
                self.night = self._read(data, schedule)
                self._file.truncate(data.rfind(b"\n") + 1)
            else:
                self._file.truncate(0)
                self.night = Night(schedule, seed)
                self._unwritten += msgspec.json.encode(_Head(FORMAT, _stamp(when), schedule, str(seed))) + b"\n"
                self._write()
                if self.failure is not None:
                    raise self.failure
        except BaseException:
            self._file.close()
            raise

    @staticmethod
    def _opened(path: Path) -> FileIO:
        try:
            file = FileIO(path, "a+")
            try:
                hold(file)
            except OSError as error:
                if held(error):
                    file.close()
                    raise ScheduleError("slime_night.error.in_use", file=path.name) from error
            file.seek(0)
            return file
        except OSError as error:
            raise ScheduleError("slime_night.error.unwritable", file=path.name, why=reason(error)) from error

    def _read(self, data: bytes, schedule: Schedule) -> Night:
        lines = data[: data.rfind(b"\n")].split(b"\n")
        try:
            head = msgspec.json.decode(lines[0], type=_Head)
            night = Night(schedule, int(head.seed))
        except (*UNDECODABLE, ValueError) as error:
            raise ScheduleError("slime_night.error.no_night", file=self.path.name, line=1) from error
        if head.format != FORMAT or not schedule.same_pairs(head.schedule):
            raise ScheduleError("slime_night.error.other", file=self.path.name)
        decoder = msgspec.json.Decoder(_Line)
        for number, line in enumerate(lines[1:], 2):
            try:
                night = night.after(decoder.decode(line).entry)
            except (*UNDECODABLE, NightError, ValueError, IndexError) as error:
                raise ScheduleError("slime_night.error.no_night", file=self.path.name, line=number) from error
        return night

    def note(self, entry: Entry, when: datetime) -> None:
        """Go on from one more entry, and write it. Raises NightError where it does not fit.

        Never raises for a disk error: what could not be written is kept in `failure` and written with the next entry.
        """
        self.night = self.night.after(entry)
        self._unwritten += msgspec.json.encode(_Line(_stamp(when), entry)) + b"\n"
        self._write()

    def _write(self) -> None:
        begin = self._file.seek(0, SEEK_END)
        try:
            written = self._file.write(self._unwritten)
            if written != len(self._unwritten):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(begin)
            self.failure = ScheduleError("slime_night.error.unwritable", file=self.path.name, why=reason(error))
        else:
            self._unwritten.clear()
            self.failure = None

    def close(self) -> None:
        self._file.close()


def _stamp(when: datetime) -> str:
    return when.isoformat(timespec="seconds")
