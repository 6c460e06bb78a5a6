"""Writing a first source file for a person to build on, from a template with one class."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection
from pathlib import Path

from game.commands.shared.errors import CommandError
from game.core.errors import reason
from game.core.given import ending

_SUFFIX = ".py"
_WORD = re.compile(r"[^\W_]+")


def write_first(name: str, template: str, taken: Collection[str], *, bad: str, exists: str) -> tuple[Path, str]:
    """Write `template` with its `title` and the `name` of its class; return the file's path and the class name.

    `taken` are names that the template uses itself. Raises CommandError with the text `bad` for a name that no class
    can have, and `exists` where the file exists already.
    """
    path = Path(name if ending(name) == _SUFFIX else name + _SUFFIX)
    title = path.stem
    parts = _WORD.findall(title)
    kind = "".join(part[0].upper() + part[1:] for part in parts)
    written_otherwise = "".join(parts) != re.sub("[ _-]", "", title)
    if not kind.isidentifier() or keyword.iskeyword(kind) or kind in taken or written_otherwise:
        raise CommandError(bad, name=name)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(template.format(title=title, name=kind))
    except FileExistsError as error:
        raise CommandError(exists, path=str(path)) from error
    except OSError as error:
        raise CommandError("cli.error.write", path=str(path), why=reason(error)) from error
    return path, kind
