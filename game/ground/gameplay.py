"""A person's last runs in platform levels at this computer, kept for generators that make levels for them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from game.core.forge.play import Play, together
from game.ground import files, paths

MOST_RUNS = 100
"""How many of the latest runs are kept; older ones no longer show the person's skill."""
_MOST_BYTES = 1 << 17
_DECODER = msgspec.msgpack.Decoder(Annotated[tuple[Play, ...], msgspec.Meta(max_length=MOST_RUNS)])


def own_play() -> Play | None:
    """Return the record of all runs that are kept; None before the first."""
    return together(_kept())


def keep(run: Play, before: Play | None = None) -> None:
    """Keep a run; it replaces `before`, the same run as it was kept earlier."""
    runs = [each for each in _kept() if each != before]
    with contextlib.suppress(OSError):
        files.write_whole(_path(), msgspec.msgpack.encode([*runs[1 - MOST_RUNS :], run]))


def _kept() -> Sequence[Play]:
    try:
        if _path().stat().st_size > _MOST_BYTES:
            return ()
        kept: tuple[Play, ...] = _DECODER.decode(_path().read_bytes())
        return kept
    except (OSError, msgspec.MsgspecError):
        return ()


def _path() -> Path:
    return paths.history().with_name("gameplay.msgpack")
