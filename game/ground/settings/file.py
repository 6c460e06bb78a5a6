"""Reading and writing settings.toml.

`load` never fails: it replaces unusable parts by defaults, keeps a copy of them, and reports it. `save` keeps a
person's comments and unknown keys.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin

import msgspec
import tomlkit
from msgspec import Struct, inspect
from tomlkit.exceptions import ParseError, TOMLKitError

from game.core.errors import SpokenError, reason
from game.core.given import TextError, toml_text
from game.ground import files, paths
from game.ground.settings.declared import Settings
from game.ground.texts import Texts

StructT = TypeVar("StructT", bound=Struct)


_RENAMED = {"rug_colours": "seat_colours"}
"""Old names of settings, with their present names."""
_agreed: dict[Path, Settings] = {}
"""The settings last read from or written to each file, or the defaults where none could be read.

A value that differs was changed by this program.
"""


_UNKNOWN = object()


class SettingsError(SpokenError):
    """The settings file could not be used, or could not be written."""


def default_path() -> Path:
    """Return the path of this person's settings."""
    return paths.config() / "settings.toml"


def load(path: Path | None = None) -> tuple[Settings, SettingsError | None]:
    """Read the settings; return them with an error that says what was wrong with the file, or None.

    No file means defaults. A file that is not TOML is moved to `settings.broken-<n>.toml`. A file with forbidden values
    is copied there, then written again with defaults in their place, so that the complaint comes only once.
    """
    path = path or default_path()
    _agreed[path] = Settings()
    try:
        data = tomlkit.parse(toml_text(path.read_bytes())).unwrap()
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        return Settings(), SettingsError("settings_file.unreadable", file=str(path), reason=reason(error))
    except (TOMLKitError, ValueError, RecursionError) as error:
        line = error.line if isinstance(error, ParseError | TextError) else 1
        kept = _set_aside(path)
        return Settings(), SettingsError("settings_file.no_toml", file=str(path), line=line, kept=kept.name)
    wrong: list[str] = []
    for old, new in _RENAMED.items():
        if old in data:
            data.setdefault(new, data[old])
    settings = _taken(Settings, data, "", wrong)
    if not wrong:
        _agreed[path] = deepcopy(settings)
        return settings, None
    del _agreed[path]  # so that what is wrong in the file is replaced
    kept = _set_aside(path, shutil.copyfile)
    if kept != path:
        with contextlib.suppress(SettingsError):
            save(settings, path)
    told = {"file": str(path), "fields": ", ".join(wrong), "kept": kept.name}
    return settings, SettingsError("settings_file.not_allowed", **told)


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings, changing in the file only what this program has changed since it last read or wrote them.

    So two windows of one person do not undo each other's changes. New keys get a comment in the language of the
    settings. Raises SettingsError and leaves the old file unchanged.
    """
    path = path or default_path()
    texts = Texts(settings.resolved_language)
    try:
        with files.only_writer(path):
            document = _document(path, texts)
            _write_into(document, settings, _agreed.get(path), "", texts)
            files.write_whole(path, tomlkit.dumps(document).encode())
        _agreed[path] = deepcopy(settings)
    except OSError as error:
        raise SettingsError("settings_file.unsaved", file=str(path), reason=reason(error)) from error


def _set_aside(path: Path, by: Callable[[Path, Path], object] = shutil.move) -> Path:
    """Move or copy an unusable file; return where it is kept, which is `path` itself if the disk refuses."""
    kept = files.free_name(path.parent, f"{path.stem}.broken", path.suffix)
    try:
        by(path, kept)
    except OSError:
        return path
    return kept


def _taken(declared: type[StructT], data: Mapping[str, Any], at: str, wrong: list[str]) -> StructT:
    """Make a Struct of everything allowed in `data`; what is not allowed is added to `wrong` as "key = value
    (allowed)".
    """
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(declared):
        if field.name not in data:
            continue
        name, value = f"{at}{field.name}", data[field.name]
        try:
            if _is_struct(field.type) and isinstance(value, Mapping):
                values[field.name] = _taken(field.type, value, f"{name}.", wrong)
            elif get_origin(field.type) is dict and isinstance(value, Mapping):
                default = getattr(declared(), field.name)
                values[field.name] = default | _taken_entries(field.type, value, f"{name}.", wrong)
            else:
                values[field.name] = msgspec.convert(value, field.type)
        except msgspec.ValidationError:
            wrong.append(f"{name} = {_written(value)} ({allowed(field.type)})")
    return declared(**values)


def _taken_entries(
    declared: type[dict[Any, Any]], data: Mapping[str, Any], at: str, wrong: list[str]
) -> dict[Any, Any]:
    """Return the allowed entries. Unknown names are skipped, like unknown keys elsewhere."""
    key_type, value_type = get_args(declared)
    entries: dict[Any, Any] = {}
    for name, value in _flat(data):
        if not _is(name, key_type):
            continue
        if _is(value, value_type):
            entries[msgspec.convert(name, key_type)] = msgspec.convert(value, value_type)
        else:
            wrong.append(f"{at}{name} = {_written(value)} ({allowed(value_type)})")
    return entries


def _flat(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a table and of the tables in it: `[delays.game] step` is "game.step"."""
    for name, value in data.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}.{inner}", entry) for inner, entry in value.items())
        else:
            yield name, value


def _is(value: Any, declared: Any) -> bool:
    try:
        msgspec.convert(value, declared)
    except msgspec.ValidationError:
        return False
    return True


def _is_struct(declared: Any) -> bool:
    return isinstance(declared, type) and issubclass(declared, Struct)


def _written(value: Any) -> str:
    """Return a value as the file has it, shortened to fit a sentence."""
    text: str = tomlkit.item(value).as_string()
    return text if len(text) <= 30 else text[:29] + "…"


def allowed(declared: Any) -> str:
    """Return the values that a setting of this type takes, in notation that needs no translation.

    >>> from game.ground.settings.declared import Pace, Percent
    >>> allowed(Percent), allowed(Pace), allowed(bool)
    ('0…100', '"fast", "instant", "normal", "slow"', 'true, false')
    """
    return _allowed(inspect.type_info(declared))


def _allowed(kind: inspect.Type) -> str:
    match kind:
        case inspect.IntType(ge=low, le=high):
            return f"{low}…{high}"
        case inspect.BoolType():
            return "true, false"
        case inspect.LiteralType(values=values):
            return ", ".join(f'"{value}"' for value in values)
        case inspect.StrType(pattern=str()):
            return '"#RRGGBB"'
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(_allowed(item) for item in items)}]"
        case inspect.VarTupleType(item_type=item):
            return f"[{_allowed(item)}, …]"
        case inspect.StructType() | inspect.DictType():
            return "[…]"
    return '"…"'


def _document(path: Path, texts: Texts) -> tomlkit.TOMLDocument:
    """Read the file for changing; return an empty one with a heading if it does not exist or cannot be read."""
    try:
        return tomlkit.parse(toml_text(path.read_bytes()))
    except FileNotFoundError:
        pass
    except (TOMLKitError, ValueError, RecursionError):
        _set_aside(path)
    document = tomlkit.document()
    for line in texts.line("settings_file.heading").splitlines():
        document.add(tomlkit.comment(line))
    return document


def _write_into(
    table: MutableMapping[str, Any], settings: Struct, agreed: Struct | None, at: str, texts: Texts
) -> None:
    """Write the settings into a table of the file, touching only what differs.

    A value that is the same as in `agreed` stays as another program may have left it.
    """
    for field in msgspec.structs.fields(type(settings)):
        name, value = f"{at}{field.name}", getattr(settings, field.name)
        before = getattr(agreed, field.name, _UNKNOWN)
        if isinstance(value, Struct):
            section = _section(table, field.name, name, texts)
            _write_into(section, value, before if isinstance(before, Struct) else None, f"{name}.", texts)
        elif isinstance(value, dict):
            section = _section(table, field.name, name, texts)
            _write_entries(section, value, before if isinstance(before, dict) else None, field.type, name, texts)
        elif value != before or field.name not in table:
            _put(table, field.name, value, name, texts)


def _write_entries(
    section: MutableMapping[str, Any],
    entries: dict[Any, Any],
    agreed: dict[Any, Any] | None,
    declared: Any,
    name: str,
    texts: Texts,
) -> None:
    key_type = get_args(declared)[0]
    for gone, _ in [*_flat(section)]:
        if _is(gone, key_type) and gone not in entries and (agreed is None or gone in agreed):
            _drop(section, gone)
    for key, entry in entries.items():
        outer, _, inner = str(key).rpartition(".")
        place = _inner(section, outer) if outer else section
        if agreed is None or agreed.get(key, _UNKNOWN) != entry or inner not in place:
            _put(place, inner, entry, f"{name}.{key}", texts)


def _inner(section: MutableMapping[str, Any], key: str) -> MutableMapping[str, Any]:
    """Return a table within a section, created if it is missing."""
    if not isinstance(section.get(key), MutableMapping):
        section[key] = tomlkit.table()
    inner: MutableMapping[str, Any] = section[key]
    return inner


def _drop(section: MutableMapping[str, Any], key: str) -> None:
    """Remove an entry; remove a table that becomes empty as well."""
    outer, _, inner = key.rpartition(".")
    place = section[outer] if outer else section
    del place[inner]
    if outer and not place:
        del section[outer]


def _section(table: MutableMapping[str, Any], key: str, name: str, texts: Texts) -> MutableMapping[str, Any]:
    if not isinstance(table.get(key), MutableMapping):
        section = tomlkit.table()
        section.add(tomlkit.comment(texts.line(f"settings_file.comment.{name}.about")))
        table[key] = section
    inner: MutableMapping[str, Any] = table[key]
    return inner


def _put(table: MutableMapping[str, Any], key: str, value: Any, name: str, texts: Texts) -> None:
    plain = msgspec.to_builtins(value)
    plain = list(plain) if isinstance(plain, tuple) else plain
    if key in table:
        if table[key] != plain:
            table[key] = plain
        return
    item = tomlkit.item(plain)
    comment = texts.maybe(f"settings_file.comment.{name}")
    table[key] = item.comment(comment) if comment else item
