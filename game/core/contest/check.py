"""The check of a contest's entry: what was found in its trial matches, and whether it plays."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import msgspec

from game.core.bot.conduct import Deed, read_conduct
from game.core.bot.loading import BotError, BotSpec, BuiltinSpec
from game.core.bot.patience import Patience
from game.core.cabinet import Cabinet
from game.core.contest.entries import EntryError, Found
from game.core.contest.trial import Trial, Tried, try_in_matches
from game.core.moving import remove_file

_WORDLESS = ("bots.crash.exit", "bots.crash.signal", "bots.crash.silent")
"""The text keys of ends that say nothing of the reason: there its author needs what it printed."""
_MISSING = re.compile(r"No module named '(\w+)'")
MUCH = 16 << 10
"""Bytes printed in a match above which it is told."""

Seconds = Annotated[float, msgspec.Meta(gt=0, le=86_400)]


class CheckLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When an entry is out; the table `[limits]` of contest.toml."""

    lost: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 3
    """Processes that it may lose in its trial."""
    call: Seconds = 0.02
    """Seconds that its calls may take in the mean."""
    check: Seconds = 60.0
    """Seconds that its trial may take."""
    hung: Seconds = 60.0
    """Seconds that may be lost by its hangs in the contest itself."""


class Fault(msgspec.Struct, frozen=True):
    """One thing that was found, for the entry's author: what was asked, what it did, how often."""

    kind: str
    """As in `FailedCall`, or `load`, `slow`, `prints`, `said`, or a `conduct.Kind`."""
    key: str = ""
    """The text key of a sentence that says it; with `text` where that is empty."""
    values: dict[str, Any] = {}
    text: str = ""
    turn: int | None = None
    call: str = ""
    """The call, as the game names it; empty where none was made."""
    times: int = 0
    """How many calls ended so; 0 where that cannot be counted."""
    calls: int = 0
    """Of how many."""


class Checked(msgspec.Struct, frozen=True):
    """What the check of an entry found."""

    out: str = ""
    """Why it does not play: load, lost, slow or withdrawn; empty for one that plays."""
    faults: tuple[Fault, ...] = ()
    each: float = 0.0
    """Mean seconds of a call."""
    calls: int = 0
    matches: int = 0
    lost: int = 0


def refused(error: EntryError | BotError) -> Checked:
    """Return the check of an entry that cannot even be copied."""
    return Checked("load", (_load(error.key, error.values),))


def hint_about(checked: Checked, entry: Found) -> Fault | None:
    """Return what to do where a module was not found that lies beside the entry: only its own files are copied."""
    for fault in checked.faults:
        missing = _MISSING.search(str(fault.values.get("error", ""))) if fault.key == "bots.load.import" else None
        if missing and (entry.root / f"{missing[1]}.py").is_file():
            values = {"module": f"{missing[1]}.py", "name": entry.source.stem}
            return Fault("load", "entries.error.beside", values)
    return None


def check_entry(
    cabinet: Cabinet, spec: BotSpec, options: Any, limits: CheckLimits, logs: Path, conduct: Path
) -> Checked:
    """Try an entry among built-in players, and return what was found. `conduct` is a file that is made for it."""
    assert not isinstance(spec, BuiltinSpec) and spec.entrant is not None
    remove_file(conduct)
    conduct.parent.mkdir(parents=True, exist_ok=True)
    watched = msgspec.structs.replace(spec, entrant=msgspec.structs.replace(spec.entrant, conduct=str(conduct)))
    patience = Patience(lost=limits.lost, seconds=limits.check)
    trial = Trial(watched, options, cabinet.limits, logs, patience, limits.call)
    try:
        tried = (cabinet.trial or try_in_matches)(cabinet, trial)
    except BotError as error:
        return refused(error)
    failures = tuple(msgspec.structs.replace(one, text=without_folder(one.text, spec)) for one in tried.failures)
    beginning = without_folder(tried.beginning, spec)
    tried = msgspec.structs.replace(tried, failures=failures, beginning=beginning)
    found = verdict(tried, read_conduct(conduct), limits)
    remove_file(conduct)
    return found


def verdict(tried: Tried, deeds: Sequence[Deed], limits: CheckLimits) -> Checked:
    """Return what a trial means for an entry."""
    if tried.fault is not None:
        return Checked("load", (_load(*tried.fault), *_said(tried, [tried.fault[0]])))
    out = ""
    if tried.given_up == "lost" or tried.lost > limits.lost:
        out = "lost"
    elif tried.given_up or tried.each > limits.call:
        out = "slow"
    faults = [*_calls(tried), *(Fault(deed.kind, values={"name": deed.name}) for deed in deeds)]
    if out == "slow":
        faults.append(Fault("slow", values={"each": tried.each}, calls=tried.calls))
    if tried.printed > MUCH * max(1, tried.matches):
        each = tried.printed // max(1, tried.matches)
        faults.append(Fault("prints", values={"bytes": each}, text=tried.beginning))
    else:
        faults += _said(tried, [failure.key for failure in tried.failures])
    return Checked(out, tuple(faults), tried.each, tried.calls, tried.matches, tried.lost)


def median_call(checks: Mapping[str, Checked]) -> float:
    """Return the median of the mean seconds of a call of all entries that were tried to the end; 0 without any."""
    found = [check.each for check in checks.values() if check.calls and not check.out]
    return median(found) if found else 0.0


def without_folder(text: str, spec: BotSpec | None) -> str:
    """Return what a bot said with names of its own files instead of their whole paths in its copy."""
    entrant = None if spec is None or isinstance(spec, BuiltinSpec) else spec.entrant
    return text.replace(f"{entrant.folder}{os.sep}", "") if entrant else text


def _calls(tried: Tried) -> list[Fault]:
    """Return a fault for each kind of failed call: the first one, and how many there were."""
    kinds = {(failure.kind, failure.key): failure for failure in reversed(tried.failures)}
    faults = []
    for (kind, key), failure in reversed(kinds.items()):
        own = sum((other.kind, other.key) == (kind, key) for other in tried.failures)
        only = sum(other == kind for other, _ in kinds) == 1
        times = max(own, tried.failed.get(kind, 0)) if only else own
        values = named(failure.values)
        faults.append(Fault(kind, key, values, failure.text, failure.turn, failure.call, times, tried.calls))
    return faults


def _said(tried: Tried, keys: Sequence[str]) -> list[Fault]:
    """Return what a process printed that ended without a reason; nothing for other ends, `keys` being their texts'."""
    return [Fault("said", text=tried.beginning)] if tried.beginning and set(keys) & {*_WORDLESS} else []


def _load(key: str, values: Mapping[str, Any]) -> Fault:
    return Fault("load", key, named(values))


def named(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a sentence with names of files instead of whole paths."""
    return {name: Path(value).name if name == "path" else value for name, value in values.items()}
