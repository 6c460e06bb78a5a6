"""The check of all entries of a contest: several at once, each told on the console as soon as it is known."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from game.commands.shared.errors import CommandError
from game.core.bot.loading import BotError, BotSpec, BuiltinSpec
from game.core.cabinet import Cabinet
from game.core.contest.banner import read_banner
from game.core.contest.check import Checked, Fault, check_entry, hint_about, median_call, refused
from game.core.contest.copies import copied
from game.core.contest.entries import EntryError, Found
from game.core.contest.results import PROGRAMS, EntryLine
from game.core.contest.settings import Settings
from game.core.errors import UNDECODABLE, reason
from game.core.sources import program_digest
from game.ground.files import write_whole
from game.ground.texts import Texts
from game.report.sentences import Sentences

AT_ONCE = 4
"""How many entries are checked at once: most of the time goes by in waiting for those that hang or sleep."""


class Admission:
    """Who takes part in a contest, and who is out."""

    def __init__(
        self, cabinet: Cabinet, options: Any, settings: Settings, out: Path, words: Texts, admitted: frozenset[str]
    ) -> None:
        """`out` is the folder of the contest's results, where copies and checks are kept; `admitted` are names that
        play whatever the check finds.
        """
        self._cabinet, self._options, self._settings, self._out = cabinet, options, settings, out
        self._words, self._admitted = words, admitted
        self._sentences = Sentences(words, cabinet.id)
        self._kept = _read(self._file)
        self.entries: dict[str, EntryLine] = {}

    @property
    def playing(self) -> dict[str, BotSpec]:
        """The entries that play, by name, in the order of their names."""
        return {name: entry.spec for name, entry in self.entries.items() if entry.spec is not None and entry.plays}

    @property
    def median(self) -> float:
        """The class's median seconds of a call."""
        return median_call({name: entry.checked for name, entry in self.entries.items()})

    def check(self, found: Sequence[Found]) -> None:
        """Copy and check entries. Raises SpokenError where one is to be admitted that does not exist, and where nothing
        can be written.
        """
        names = [entry.name for entry in found]
        for name in self._admitted.difference(names):
            raise CommandError("entries.error.admit", name=name, names=", ".join(names))
        self._keep()
        pool = ThreadPoolExecutor(max(1, min(AT_ONCE, 2 * (os.cpu_count() or 1))))
        try:
            for entry, line in zip(found, pool.map(self._line, found), strict=True):
                self.entries[entry.name] = line
                self._tell(line)
        finally:
            pool.shutdown(cancel_futures=True)
            self._keep()

    def withdraw(self, name: str) -> None:
        """Take an entry out that has cost too much time in the contest itself."""
        entry = self.entries[name]
        gone = msgspec.structs.replace(entry.checked, out="withdrawn")
        self.entries[name] = msgspec.structs.replace(entry, checked=gone, plays=False)
        self._keep()

    @property
    def _file(self) -> Path:
        return self._out / "check" / "checked.json"

    def _line(self, entry: Found) -> EntryLine:
        groups = [group for group, names in self._settings.groups.items() if entry.name in names]
        group = groups[0] if groups else ""
        try:
            if entry.fault is not None:
                raise entry.fault
            spec, digest = copied(entry, self._out / PROGRAMS)
        except (EntryError, BotError) as error:
            return EntryLine(entry.name, entry.source.name, refused(error), members=entry.members, group=group)
        assert not isinstance(spec, BuiltinSpec)
        checked = self._kept.get(self._key(digest))
        if checked is None:
            conduct = (self._out / "check" / f".{digest}.conduct").resolve()
            logs = self._out / "check" / "logs"
            checked = check_entry(self._cabinet, spec, self._options, self._settings.limits, logs, conduct)
        plays = not checked.out or entry.name in self._admitted
        line = EntryLine(entry.name, entry.source.name, checked, digest, spec, entry.members, group, plays)
        line = msgspec.structs.replace(line, hint=hint_about(checked, entry))
        if entry.banner is None:
            return line
        try:
            return msgspec.structs.replace(line, banner=read_banner(entry.banner))
        except EntryError as error:
            fault = Fault("banner", error.key, dict(error.values))
            return msgspec.structs.replace(line, banner_fault=fault)

    def _key(self, digest: str) -> str:
        """Return under what the check of an entry is kept: all that it depends on."""
        options, limits = (msgspec.json.encode(value).decode() for value in (self._options, self._settings.limits))
        return f"{digest} {program_digest(self._cabinet.id)} {options} {limits}"

    def _keep(self) -> None:
        checks = {self._key(entry.digest): entry.checked for entry in self.entries.values() if entry.digest}
        self._kept |= checks
        try:
            write_whole(self._file, msgspec.json.format(msgspec.json.encode(self._kept)))
        except OSError as error:
            raise CommandError("entries.error.write", path=str(self._file), why=reason(error)) from error

    def _tell(self, entry: EntryLine) -> None:
        words, checked = self._words, entry.checked
        if checked.out:
            print(words.line("entries.is_out", name=entry.name, why=self._sentences.out(checked)), flush=True)
        else:
            print(words.line(f"entries.plays{'_faults' if entry.faults else ''}", name=entry.name), flush=True)
        for fault in entry.faults:
            print(f"  {self._sentences.line(fault, self.median)}", flush=True)


def _read(file: Path) -> dict[str, Checked]:
    """Return the checks of earlier runs; none where there are none that can be read."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Checked])
    except (OSError, *UNDECODABLE):
        return {}
