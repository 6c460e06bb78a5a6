"""House rules: a game's options under a name, each in a TOML file that can be given to friends.

A file names its game and, under `[options]`, the options that differ from the defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomlkit

from game.core.cabinet import Cabinet
from game.core.errors import SpokenError, reason
from game.core.given import TextError, ending, toml_of
from game.core.moving import remove_file
from game.core.options import describe, read
from game.ground import files, paths

SUFFIX = ".toml"
MOST_BYTES = 16 << 10
"""The most bytes of a file that is read."""
MOST = 60
"""The most house rules of one game that are offered."""
LONGEST_NAME = 40


class HouseRulesError(SpokenError):
    """House rules cannot be read, do not fit the game, or cannot be saved."""


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a file of house rules."""

    game: str
    options: dict[str, int | bool | str] = {}
    limit: int | None = None
    """Seconds that a person has for a choice; None for no limit."""


def differing(options: Mapping[str, Any], usual: Mapping[str, Any], cabinet: Cabinet) -> dict[str, Any]:
    """Return the options that differ from the defaults, without texts: a text, such as a level's code, belongs to one
    match.
    """
    kept = [option.name for option in describe(cabinet.info.options) if option.kind != "text"]
    return {name: options[name] for name in kept if options[name] != usual[name]}


def fitting(cabinet: Cabinet, usual: Mapping[str, Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a game: the `chosen` values where possible, otherwise the defaults.

    A chosen value that this version of the game refuses, alone or together with the others, is left at its default.
    """
    options = dict(usual)
    for option in describe(cabinet.info.options):
        if option.name in chosen and option.kind != "text":
            tried = {**options, option.name: chosen[option.name]}
            try:
                read(cabinet.info.options, tried)
            except SpokenError:
                continue
            options = tried
    return options


def folder(game: str) -> Path:
    """Return the folder of a game's house rules."""
    return paths.config() / "rules" / game


def kept(game: str) -> dict[str, Path]:
    """Return the files of a game's house rules by name, in order of name; empty where the folder cannot be read."""
    try:
        found = sorted(path for path in folder(game).iterdir() if ending(path) == SUFFIX and path.is_file())
    except OSError:
        return {}
    return {path.stem: path for path in found[:MOST]}


def is_house_rules(path: Path) -> bool:
    """Whether a file claims to be house rules; a person's own lists may have the same ending."""
    try:
        return "game" in _table(path)
    except HouseRulesError:
        return False


def read_rules(path: Path, cabinet: Cabinet) -> HouseRules:
    """Read a stranger's file of house rules for this game. Raises HouseRulesError or OptionError."""
    try:
        rules = msgspec.convert(_table(path), HouseRules)
    except msgspec.ValidationError as error:
        raise HouseRulesError("house_rules.error.shape", file=path.name, why=str(error)) from error
    if rules.game != cabinet.id:
        raise HouseRulesError("house_rules.error.other_game", file=path.name, game=rules.game[:LONGEST_NAME])
    known = {option.name for option in describe(cabinet.info.options) if option.kind != "text"}
    for name in rules.options:
        if name not in known:
            raise HouseRulesError("house_rules.error.option", file=path.name, option=name[:LONGEST_NAME])
    read(cabinet.info.options, rules.options)
    return rules


def keep(cabinet: Cabinet, name: str, rules: HouseRules) -> Path:
    """Write house rules under a name, replacing any of that name. Raises HouseRulesError."""
    target = folder(cabinet.id) / (files.file_name(name.strip()[:LONGEST_NAME]) + SUFFIX)
    if not name.strip():
        raise HouseRulesError("house_rules.error.no_name")
    if target.stem not in (known := kept(cabinet.id)) and len(known) >= MOST:
        raise HouseRulesError("house_rules.error.full", most=MOST, folder=str(target.parent))
    document = tomlkit.document()
    document["game"] = rules.game
    if rules.limit is not None:
        document["limit"] = rules.limit
    document["options"] = rules.options
    try:
        files.write_whole(target, tomlkit.dumps(document).encode())
    except OSError as error:
        raise HouseRulesError("house_rules.error.unwritten", file=str(target), why=reason(error)) from error
    return target


def forget(path: Path) -> None:
    """Delete a file of house rules; does nothing if it is gone. Raises HouseRulesError."""
    try:
        remove_file(path)
    except OSError as error:
        raise HouseRulesError("house_rules.error.unwritten", file=str(path), why=reason(error)) from error


def _table(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise HouseRulesError("house_rules.error.unread", file=str(path), why=reason(error)) from error
    if len(data) > MOST_BYTES:
        raise HouseRulesError("house_rules.error.long", file=path.name, most=MOST_BYTES >> 10)
    try:
        return toml_of(data)
    except TextError as error:
        raise HouseRulesError("house_rules.error.no_toml", file=path.name, why=error.why) from error
