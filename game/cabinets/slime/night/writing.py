"""A schedule as the text of a TOML file, in which what a person wrote by hand stays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import tomlkit

from game.cabinets.slime.night.schedule import Schedule, TeamEntry

_TEAMS = "teams"


def schedule_text(schedule: Schedule, before: str = "") -> str:
    """Return a schedule as TOML. `before` is the text that it was read from, of which comments and all values that are
    still the same stay; empty for a new file.
    """
    document, plain = tomlkit.parse(before), msgspec.to_builtins(schedule)
    teams = document.pop(_TEAMS, [])
    for field in msgspec.structs.fields(Schedule):
        if field.name == _TEAMS:
            continue
        value = plain[field.name]
        if field.name in document:
            if document[field.name] != value:
                document[field.name] = value
        elif value != field.default:
            document.add(field.name, value)
    document.add(_TEAMS, teams if _same(teams, schedule.teams) else _tables(schedule.teams))
    return tomlkit.dumps(document)


def _same(written: Any, teams: Sequence[TeamEntry]) -> bool:
    return bool(written) and msgspec.convert(tomlkit.item(written).unwrap(), tuple[TeamEntry, ...]) == tuple(teams)


def _tables(teams: Sequence[TeamEntry]) -> Any:
    """Return a table for each team, with what it says beyond its name."""
    tables = tomlkit.aot()
    for team in teams:
        table = tomlkit.table()
        for name, value in msgspec.to_builtins(team).items():
            if value:
                table.add(name, list(value) if isinstance(value, tuple) else value)
        tables.append(table)
    return tables
