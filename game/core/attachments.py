"""Files that belong to a match: a person's own lists that the match's options name, kept by digest.

Rules read no folder. Whoever begins a match attaches the files that its options name, and the rules ask for them by
digest, so that equal options are equal matches everywhere. A bot's process receives these files with its match; a
recording has them beside it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

from game.core.errors import SpokenError, reason
from game.core.moving import move_file
from game.core.options import describe, names_in, own_digest

MOST_BYTES = 2 << 20
"""Most bytes of a file that can be attached."""
FOLDER = "lists"
"""Name of the folder beside recordings that holds attached files; each file is named by its digest."""

_attached: dict[str, bytes] = {}


class AttachmentError(SpokenError):
    """A file that a match needs is missing or cannot be attached."""


def attach(data: bytes) -> str:
    """Make a file available to the rules of this process and return its digest.

    Raises AttachmentError for a file that is too long.
    """
    if len(data) > MOST_BYTES:
        raise AttachmentError("options.error.list_size", most=MOST_BYTES >> 20)
    digest = blake2b(data, digest_size=8).hexdigest()
    _attached[digest] = data
    return digest


def attachment(digest: str) -> bytes:
    """Return the content of an attached file. All files that the options of a running match name are attached."""
    return _attached[digest]


def attached(options: Any) -> dict[str, bytes]:
    """Return the attached files that these options name, by digest, as another process needs them to play."""
    return {digest: _attached[digest] for _, digest in _named(options) if digest in _attached}


def require(options: Any, beside: Path | None = None) -> None:
    """Raise AttachmentError for the first list that these options name and that is neither attached nor in the folder
    of lists `beside` a folder of recordings. Reads no file.
    """
    for name, digest in _named(options):
        if digest not in _attached and not (beside and (beside / FOLDER / digest).is_file()):
            raise AttachmentError("options.error.no_list", name=name.partition("@")[0], digest=digest)


def keep_beside(recordings: Path, options: Any) -> None:
    """Write the attached files that these options name beside the recordings in this folder. Raises AttachmentError."""
    for digest, data in attached(options).items():
        path = recordings / FOLDER / digest
        try:
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                part = path.with_name(f".{digest}.{os.getpid()}.souk-part")  # another program may keep the same list
                part.write_bytes(data)
                move_file(part, path)
        except OSError as error:
            raise AttachmentError("options.error.list_write", path=str(path), why=reason(error)) from error


def attach_from(recordings: Path, options: Any) -> None:
    """Attach the files that these options name from beside a folder's recordings.

    Files that are missing, too long or not of their digest are left out.
    """
    for digest in _missing(options):
        path = recordings / FOLDER / digest
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except OSError:
            continue
        if len(data) <= MOST_BYTES and blake2b(data, digest_size=8).hexdigest() == digest:
            attach(data)


def attach_own(path: Path) -> str:
    """Attach a person's own file and return its name as options write it, `stem@digest`. Raises AttachmentError."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise AttachmentError("options.error.list_read", path=str(path), why=reason(error)) from error
    stem = "".join(" " if sign in ",@\\/" or not sign.isprintable() else sign for sign in path.stem)
    return f"{stem.strip()[:40].strip() or 'list'}@{attach(data)}"


def _missing(options: Any) -> Iterable[str]:
    return [digest for _, digest in _named(options) if digest not in _attached]


def _named(options: Any) -> Iterator[tuple[str, str]]:
    """Yield the name and the digest of each person's own list that these options name."""
    for option in describe(options.__class__):
        if option.kind == "names":
            for name in names_in(getattr(options, option.name)):
                if digest := own_digest(name):
                    yield name, digest
