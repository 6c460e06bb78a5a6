"""The entries of a contest: what lies in a folder, told apart without running any of it.

An entry is a Python file with one class of the game's kind, a folder with such a file, or a TOML file with the command
of a program in any language. A TOML file without a command describes the entry of its name beside it.
"""

from __future__ import annotations

import ast
import re
import shlex
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from game.core.errors import SpokenError, reason
from game.core.given import TextError, ending, toml_of

TableT = TypeVar("TableT")

SETTINGS = "contest.toml"
LARGEST = 1 << 20
"""Most bytes of a file of Python or TOML."""
MOST_ENTRIES = 500
MOST_NAME = 60
_SPACE = re.compile(r"\s+")

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_NAME)]


class EntryError(SpokenError):
    """An entry, or the folder's settings, cannot be read; the sentence is for whoever wrote it."""


class Described(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `name.toml` may say."""

    command: str | list[str] = ""
    """The program with its arguments; those that name files of the folder belong to the entry."""
    name: str = ""
    members: list[str] = []
    banner: str = ""
    """The name of a PNG file beside it."""
    files: list[str] = []
    """Further files and folders that belong to the entry."""


class Found(msgspec.Struct, frozen=True):
    """An entry as it lies in the folder."""

    name: str
    source: Path
    """The file or folder that it is named after."""
    command: tuple[str, ...] = ()
    """The words of a program's command line; empty for Python."""
    main: str = ""
    """The Python file that defines the class, relative to the entry's folder; empty for a program."""
    files: tuple[str, ...] = ()
    """What belongs to it, relative to `root`."""
    root: Path = Path()
    members: tuple[str, ...] = ()
    banner: Path | None = None
    """The picture that it names, which may not be there; None for an entry that names none."""
    fault: EntryError | None = None
    """Why it cannot be played; None for an entry that may."""


def found_in(folder: Path, names: Mapping[str, str], taken: Iterable[str], besides: Path | None = None) -> list[Found]:
    """Return the entries of a folder in the order of their names, those with a fault included.

    `names` gives other names to file names without ending, `taken` are names that no entry may have, and what lies at
    `besides` is no entry. Raises EntryError for a folder that cannot be read or holds none or too many.
    """
    try:
        inside = sorted(path for path in folder.iterdir() if path.name[0] not in "._")
    except OSError as error:
        raise EntryError("entries.error.folder", path=str(folder), why=reason(error)) from error
    inside = [path for path in inside if path.name != SETTINGS and (besides is None or path.resolve() != besides)]
    names = {composed(stem): name for stem, name in names.items()}
    about = {composed(path.stem): _described(path) for path in inside if ending(path) == ".toml" and path.is_file()}
    parts = {part for one in about.values() if isinstance(one, Described) for part in _parts(folder, one)}
    entries: list[Found] = []
    for path in inside:
        if path.name not in parts:
            entries += _entry(path, about, names)
    if not entries:
        raise EntryError("entries.error.none", path=str(folder))
    if len(entries) > MOST_ENTRIES:
        raise EntryError("entries.error.many", path=str(folder), count=len(entries), most=MOST_ENTRIES)
    return sorted(_told_apart(entries, frozenset(taken)), key=lambda entry: (entry.name, entry.source.name))


def composed(text: str) -> str:
    """Return a name with each syllable in one sign: a Mac writes the names of files with its letters apart.

    >>> composed("\u1100\u1175\u11b7") == "김"
    True
    """
    return unicodedata.normalize("NFC", text)


def stem_of(source: Path) -> str:
    """Return the name of an entry's file without its ending, or of its folder."""
    return composed(source.name if source.is_dir() else source.stem)


def _entry(path: Path, about: Mapping[str, Described | EntryError], names: Mapping[str, str]) -> Iterator[Found]:
    """Yield the entry that a file or folder is, if it is one."""
    python, program = ending(path) == ".py" and path.is_file(), ending(path) == ".toml"
    stem = stem_of(path)
    described = about.get(stem, Described())
    name = _name(names.get(stem) or (described.name if isinstance(described, Described) else "") or stem)
    if isinstance(described, EntryError):
        if program or python or path.is_dir():
            yield Found(name, path, fault=described)
        return
    plain = Found(name, path, members=tuple(described.members[:20]), banner=_banner(path.parent, described))
    made = partial(msgspec.structs.replace, plain)
    try:
        if program and described.command:
            files = tuple(_parts(path.parent, described))
            yield made(command=_words(path, described), files=files, root=path.parent)
        elif python:
            yield made(main=path.name, files=(path.name, *described.files), root=path.parent)
        elif path.is_dir() and (found := _folder(plain)) is not None:
            yield found
    except EntryError as fault:
        yield Found(name, path, fault=fault)


def _banner(folder: Path, described: Described) -> Path | None:
    """Return the picture beside a TOML file; its name cannot lead out of the folder."""
    name = described.banner.replace("\\", "/").rpartition("/")[2]
    return folder / name if name else None


def _folder(plain: Found) -> Found | None:
    """Return the entry that a folder holds; None for a folder without Python and commands. Raises EntryError."""
    path = plain.source
    inside = sorted(file for file in path.iterdir() if file.name[0] not in "._" and file.is_file())
    for file in inside:
        if ending(file) == ".toml":
            described = _described(file)
            if isinstance(described, EntryError):
                raise described
            if described.command:
                name, members = _name(described.name) if described.name else plain.name, tuple(described.members[:20])
                banner = _banner(path, described) or plain.banner
                return Found(name, path, _words(file, described), "", (".",), path, members, banner)
    python = [file for file in inside if ending(file) == ".py"]
    if not python:
        return None
    if len(python) > 1:
        python = [file for file in python if _defines_a_player(file)] or python
    if len(python) > 1:
        raise EntryError("entries.error.which_file", path=path.name, files=", ".join(file.name for file in python[:10]))
    return msgspec.structs.replace(plain, main=python[0].name, files=(".",), root=path)


def _defines_a_player(file: Path) -> bool:
    """Return whether a Python file has a class whose base is imported from Souk; a broken file may be one."""
    try:
        tree = ast.parse(file.read_bytes()[: LARGEST + 1])
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    ours = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "game"
        for alias in node.names
    }
    return any(
        isinstance(node, ast.ClassDef) and any(isinstance(name, ast.Name) and name.id in ours for name in _bases(node))
        for node in tree.body
    )


def _bases(node: ast.ClassDef) -> list[ast.expr]:
    """Return the base classes, without what stands in brackets behind them."""
    return [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]


def _described(path: Path) -> Described | EntryError:
    try:
        return table_of(path, Described, "entries.error.toml")
    except EntryError as error:
        return error


def table_of(path: Path, kind: type[TableT], wrong: str) -> TableT:
    """Return the content of somebody else's TOML file. Raises EntryError, with the key `wrong` for what it says."""
    try:
        with path.open("rb") as file:
            return msgspec.convert(toml_of(file.read(LARGEST)), kind)
    except OSError as error:
        raise EntryError("entries.error.unreadable", path=path.name, why=reason(error)) from error
    except TextError as error:
        raise EntryError(wrong, path=path.name, why=error.why) from error
    except msgspec.ValidationError as error:
        raise EntryError(wrong, path=path.name, why=str(error)) from error


def _words(path: Path, described: Described) -> tuple[str, ...]:
    """Return the words of a command. Raises EntryError."""
    try:
        words = tuple(shlex.split(described.command) if isinstance(described.command, str) else described.command)
    except ValueError as error:
        raise EntryError("entries.error.command", path=path.name, why=str(error)) from error
    if not words:
        raise EntryError("entries.error.command", path=path.name, why="")
    return words


def _parts(folder: Path, described: Described) -> list[str]:
    """Return the files and folders beside a TOML file that belong to its entry, by names within the folder."""
    try:
        words = _words(folder, described) if described.command else ()
    except EntryError:
        return []
    named = [*(word.removeprefix("./") for word in words), *described.files]
    return [name for name in dict.fromkeys(named) if _inside(folder, name)]


def _inside(folder: Path, name: str) -> bool:
    """Return whether a name is that of something in a folder itself."""
    return bool(name) and "/" not in name.rstrip("/") and name not in (".", "..") and (folder / name).exists()


def _name(text: str) -> str:
    """Return a name as it may stand in a table: printable, in one line, not too long."""
    shown = "".join(sign if sign.isprintable() else "·" for sign in _SPACE.sub(" ", composed(text))).strip()
    return shown[:MOST_NAME] or "_"


def _told_apart(entries: list[Found], taken: frozenset[str]) -> Iterator[Found]:
    """Yield the entries; those that have one name, or that of a built-in player, with a fault that says so."""
    names = [entry.name for entry in entries]
    for entry in entries:
        fault = entry.fault
        if names.count(entry.name) > 1:
            others = ", ".join(other.source.name for other in entries if other.name == entry.name)
            fault = EntryError("entries.error.twice", name=entry.name, files=others)
            entry = msgspec.structs.replace(entry, name=entry.source.name)
        elif entry.name in taken:
            fault = EntryError("entries.error.taken", name=entry.name)
            entry = msgspec.structs.replace(entry, name=entry.source.name)
        yield msgspec.structs.replace(entry, fault=fault)
