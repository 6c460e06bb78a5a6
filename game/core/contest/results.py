"""What a contest came to, as `results.json` keeps it: an evaluation or a league, and beside it who took part."""

from __future__ import annotations

from typing import Any

import msgspec

from game.core.bot.loading import ENTRY_PREFIX, CommandSpec, FileSpec
from game.core.contest.check import Checked, Fault

PROGRAMS = "programs"
"""The folder of the copies beside the results."""


class EntryLine(msgspec.Struct, frozen=True):
    """An entry of a contest, whether it played or not."""

    name: str
    source: str
    """The name of its file or folder."""
    checked: Checked
    digest: str = ""
    spec: FileSpec | CommandSpec | None = None
    """How its copy is started; None where it could not be copied."""
    members: tuple[str, ...] = ()
    group: str = ""
    plays: bool = False
    banner: bytes = b""
    """Its picture, a PNG file; empty for none."""
    banner_fault: Fault | None = None
    """Why its picture is not shown."""
    hint: Fault | None = None
    """What its author may do about what was found."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What its author should know."""
        return (*self.checked.faults, *(fault for fault in (self.hint, self.banner_fault) if fault is not None))


class ContestPart(msgspec.Struct, frozen=True):
    """What `results.json` has beyond the fields of an evaluation or a league, under `contest`."""

    title: str
    games: int
    seed: str
    entries: tuple[EntryLine, ...]
    command: str
    """The command line that gives the same figures again."""
    landlock: int
    """The version of Landlock that kept entries to their folders; 0 for none."""
    souk: str
    """The version of Souk that played it."""
    seconds: float = 0.0
    """How long it played, all runs together."""
    certain: bool = False
    """Whether the order of a league is certain."""
    before: tuple[str, ...] = ()
    """The entries by rank in the results before these, which `before_file` names; empty for none."""
    before_file: str = ""

    @property
    def playing(self) -> tuple[EntryLine, ...]:
        """The entries that played."""
        return tuple(entry for entry in self.entries if entry.plays)


class WithContest(msgspec.Struct, frozen=True):
    """The field of a document that holds a contest's part."""

    contest: ContestPart | None = None


def document_with(document: dict[str, Any], contest: ContestPart) -> bytes:
    """Return the content of `results.json`."""
    specs = {entry.name: f"{ENTRY_PREFIX}{PROGRAMS}/{entry.digest}.json" for entry in contest.playing}
    return msgspec.json.format(msgspec.json.encode({**document, "specs": specs, "contest": contest}), indent=1)
