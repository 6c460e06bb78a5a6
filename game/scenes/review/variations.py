"""What was tried out from a recording: kept beside it, as recordings that can be reviewed themselves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from game.core.recording.replay import Replay, ReplayError, read_replay
from game.engine.scene import Context
from game.recordings import REPLAY_SUFFIX
from game.scenes.page.menu import ButtonMenu, MenuItem

MOST = 12
"""Variations that the menu lists: the last ones."""


@dataclass(frozen=True)
class Variation:
    """Something that was tried."""

    path: Path
    begin: int
    """The step at which it left the recording."""
    count: int
    """Steps from there on."""


def folder_of(recording: Path) -> Path:
    """Where the variations of a recording are kept."""
    return recording.with_name(f"{recording.name}.variations")


def variations_of(recording: Path) -> list[Path]:
    """The files of them, the first one first."""
    kept = folder_of(recording).glob(f"*{REPLAY_SUFFIX}")
    return sorted(kept, key=lambda path: (len(path.name), path.name))


def read_variations(recording: Path) -> list[Variation]:
    """The last ones; a file that cannot be read is left out. Raises ReplayError where the recording itself cannot."""
    whole = read_replay(recording)
    found: list[Variation] = []
    for path in variations_of(recording)[-MOST:]:
        try:
            tried = read_replay(path)
        except ReplayError:
            continue
        begin = _shared(whole, tried)
        found.append(Variation(path, begin, len(tried.steps) - begin))
    return found


def _shared(one: Replay, other: Replay) -> int:
    """How many steps two recordings begin with in common."""
    pairs = list(zip(one.steps, other.steps, strict=False))
    return next((number for number, (a, b) in enumerate(pairs) if a.moves != b.moves), len(pairs))


class VariationMenu(ButtonMenu):
    """Lists the variations of a recording; returns the one to review, or None."""

    def __init__(self, context: Context, recording: Path) -> None:
        line = context.texts.line
        items = [
            MenuItem(line("review.try.kept", step=each.begin, count=each.count), "footprints", each)
            for each in read_variations(recording)
        ]
        super().__init__(
            context, line("table.menu.variations"), [MenuItem(line("page.back"), "chevron-left", None), *items]
        )
