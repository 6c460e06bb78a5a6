"""Turns what a person typed or pasted to name their own player into a specification,
without running any of its code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path, PureWindowsPath
from urllib.parse import urlsplit

from game.core.bot.loading import (
    COMMAND_PREFIX,
    ENTRY_PREFIX,
    BotClassError,
    BotFileError,
    BotSyntaxError,
    parse_spec,
)
from game.core.errors import reason
from game.core.given import ending

_SUFFIX = ".py"
_QUOTED = re.compile(r"^([\"'])(.+)\1(:\w+)?$")
_LARGEST = 1 << 20
"""Most bytes of a file that is searched for classes."""
_MOST_TOLD = 10
"""How many classes of a file a sentence lists at most."""


def is_own(spec: str) -> bool:
    """Return whether a specification names a person's own player, and neither a person nor a built-in bot.

    >>> is_own("my/bot.py:MyBot"), is_own("cmd:node bot.js"), is_own("expert")
    (True, True, False)
    """
    return spec.startswith((COMMAND_PREFIX, ENTRY_PREFIX)) or f"{_SUFFIX}:" in spec.lower()


def own_name(spec: str) -> str:
    """Return the name of a person's own player: its class, or the program with its arguments.

    >>> own_name("my/bot.py:MyBot"), own_name("cmd:node bots/bot.js")
    ('MyBot', 'node bot.js')
    """
    if spec.startswith(ENTRY_PREFIX):
        return parse_spec(spec, ()).label
    if spec.startswith(COMMAND_PREFIX):
        return " ".join(Path(word).name for word in spec.removeprefix(COMMAND_PREFIX).split())
    return spec.rpartition(":")[2]


def short_spec(spec: str) -> str:
    """Return a bot as it was named, on whatever system, but without the folders of its file.

    >>> short_spec("my/bots/fox.py:Fox"), short_spec("cmd:node bots/bot.js"), short_spec("expert")
    ('fox.py:Fox', 'node bot.js', 'expert')
    """
    if not is_own(spec) or spec.startswith((COMMAND_PREFIX, ENTRY_PREFIX)):
        return own_name(spec) if is_own(spec) else spec
    path, _, name = spec.rpartition(":")
    return f"{PureWindowsPath(path).name}:{name}"


def read_own(text: str) -> str:
    """Return the specification of the player that `text` names: `path/file.py:Class` with the full path, or `cmd:…`.

    Understands quotes, `file://` and `~`; the class may be left out where a file has only one. Raises BotError.
    """
    text = unquoted(text.strip())
    if text.startswith((COMMAND_PREFIX, ENTRY_PREFIX)):
        parse_spec(text, ())
        return text
    path, colon, name = text.rpartition(":")
    if not colon or ending(path) != _SUFFIX:
        path, name = text, ""
    file = Path(_path_of(path)).expanduser()
    if ending(file) != _SUFFIX or not file.is_file():
        raise BotFileError("bots.load.no_file" if ending(file) == _SUFFIX else "bots.load.no_python", path=str(file))
    classes, imported = _names_in(file)
    if not name and len(classes) == 1:
        (name,) = classes
    told = ", ".join([*classes[:_MOST_TOLD], *["…"][: len(classes) > _MOST_TOLD]])
    if not name:
        raise BotClassError(f"bots.load.{'which' if classes else 'no_name'}", path=str(file), classes=told)
    if name not in classes and name not in imported:
        raise BotClassError("bots.load.no_class", path=str(file), name=name, classes=told or "–")
    return f"{file.resolve()}:{name}"


def beside_results(spec: str, folder: Path | None) -> str:
    """Return the specification of a contest's entry with the path from the folder of its results."""
    path = Path(spec.removeprefix(ENTRY_PREFIX))
    return spec if folder is None or path.is_absolute() else f"{ENTRY_PREFIX}{(folder / path).resolve()}"


def unquoted(text: str) -> str:
    """Return `text` without the quotation marks around all of it, or around all but the class.

    >>> unquoted('"my,bots/a.py":A'), unquoted("'my bots/a.py:A'")
    ('my,bots/a.py:A', 'my bots/a.py:A')
    """
    return _QUOTED.sub(r"\2\3", text)


def listed(specs: Iterable[str]) -> str:
    """Return specifications as the list with commas that the command line takes; one that holds a comma is quoted.

    >>> listed(["loner", "my,bots/a.py:A"])
    'loner,"my,bots/a.py:A"'
    """
    return ",".join(map(quoted, specs))


def quoted(spec: str) -> str:
    """Return a specification as an entry of a list with commas, quoted if it holds a comma."""
    if "," not in spec:
        return spec
    mark = next((mark for mark in "\"'" if mark not in spec), "")
    return f"{mark}{spec}{mark}"


def _path_of(text: str) -> str:
    """Return a path; a `file:` address is turned into one."""
    if not text.startswith("file:"):
        return text
    from urllib.request import url2pathname  # importing it costs a bot's process a third of its start

    return url2pathname(urlsplit(text).path)


def _names_in(file: Path) -> tuple[list[str], set[str]]:
    """Return the classes that a Python file defines at its top level, and the names it imports there.

    Raises BotError.
    """
    try:
        with file.open("rb") as opened:
            source = opened.read(_LARGEST + 1)
    except OSError as error:
        raise BotFileError("bots.load.unreadable", path=str(file), why=reason(error)) from error
    if len(source) > _LARGEST:
        raise BotFileError("bots.load.large", path=str(file), most=_LARGEST >> 20)
    try:
        tree = ast.parse(source, str(file))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:  # the last two: source nested too deep
        line, why = getattr(error, "lineno", None) or 0, getattr(error, "msg", "") or str(error) or "nested too deep"
        raise BotSyntaxError("bots.load.syntax", path=str(file), line=line, error=why) from error
    imports = (node for node in tree.body if isinstance(node, ast.ImportFrom | ast.Import))
    imported = {name.asname or name.name for node in imports for name in node.names}
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef)], imported
