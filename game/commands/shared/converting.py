"""The common part of commands that convert between recordings and other programs' files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.core.given import TextError, text_of
from game.ground.files import write_whole


def declare_conversion(
    subparsers: Any, name: str, does: str, sources: str, targets: str, *, example: str
) -> argparse.ArgumentParser:
    """Declare a command that reads one file and writes another, or prints it."""
    parser = declare(subparsers, name, does, example=example)
    parser.add_argument("source", type=Path, metavar="FROM", help=sources)
    parser.add_argument("target", type=Path, metavar="TO", nargs="?", help=targets)
    return parser


def data_in(path: Path, most: int) -> bytes:
    """Read at most `most` + 1 bytes of a file, so that the caller can tell that it is too long.

    Raises CommandError for a file that cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise CommandError("cli.convert.unreadable", name=path.name) from error


def text_in(path: Path, most: int) -> str:
    """Read a file like `data_in`, as text. Raises CommandError also for what is no text."""
    try:
        return text_of(data_in(path, most))
    except TextError as error:
        raise CommandError(error.key, **error.values) from error


def put_out(text: str, target: Path | None) -> None:
    """Write a text to a file, or print it if `target` is None."""
    if target is None:
        print(text, end="")
    else:
        write_whole(target, text.encode())
