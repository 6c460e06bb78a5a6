"""The gallery's papers on disk: a folder of JSON files, filled from recorded matches. Nothing is drawn here."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path

import msgspec

from game.cabinets.sketch.drawing.lists import MOST_LETTERS
from game.cabinets.sketch.papers import Paper, papers_of
from game.core.errors import SpokenError
from game.core.given import ending
from game.core.language.written import whole_number
from game.core.moving import move_file, remove_file
from game.core.recording.replay import ReplayError, read_header
from game.core.recording.views import read_view_header
from game.ground.files import only_writer, write_whole
from game.ground.recordings import REPLAY_SUFFIX, VIEWS_SUFFIX

MOST_PAPERS = 2000
MOST_BYTES = 40_000_000
LONGEST = 96_000
"""The most bytes of one paper's file."""
_SUFFIX = ".json"
_STARRED = ".star.json"
_KNOWN = "recordings.txt"
"""File with names and sizes of the recordings whose papers were taken, so that a deleted paper does not come back."""
_WHEN = "%Y-%m-%d %H.%M.%S"
_MORNING = timedelta(hours=6)
"""An evening lasts until this time of the next day."""
_FORBIDDEN = re.compile(r'[\\/:*?"<>|\x00-\x1f]')


class PaperError(SpokenError):
    """A file of the gallery is no valid paper; the sentence says why."""


class Gallery:
    """The papers in a folder, the newest first. Starred papers are never thrown away."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.paths: list[Path] = []
        self.refresh()

    def refresh(self) -> None:
        """List the folder again; no file is read."""
        with contextlib.suppress(OSError):
            self.paths = sorted(self.folder.glob(f"*{_SUFFIX}"), key=lambda path: path.name, reverse=True)

    def read(self, path: Path) -> Paper:
        """Read a paper from its file. Raises PaperError."""
        try:
            with path.open("rb") as file:
                data = file.read(LONGEST + 1)
            if len(data) > LONGEST:
                raise PaperError("sketch.gallery.broken", name=path.name)
            return msgspec.json.decode(data, type=Paper)
        except (OSError, msgspec.MsgspecError, ValueError) as error:
            raise PaperError("sketch.gallery.broken", name=path.name) from error

    def keep(self, paper: Paper) -> Path:
        """Write a paper unless its file exists; return the file's path. Raises OSError."""
        day = f"{paper.when[:10]} {paper.when[11:19].replace(':', '.')}".strip() or "0000"
        called = f"{day} {paper.round}-{paper.category[:MOST_LETTERS]}-{paper.word[:MOST_LETTERS]}"
        name = _FORBIDDEN.sub("_", called)
        path = self.folder / f"{name}{_SUFFIX}"
        starred = self.folder / f"{name}{_STARRED}"
        if not path.exists() and not starred.exists():
            write_whole(path, msgspec.json.encode(paper))
        return starred if starred.exists() else path

    def starred(self, path: Path) -> bool:
        """Whether a paper has a star."""
        return path.name.endswith(_STARRED)

    def star(self, path: Path) -> Path:
        """Give a paper a star, or take its star away; return the file's new path. Raises OSError."""
        name = path.name.removesuffix(_STARRED) if self.starred(path) else path.name.removesuffix(_SUFFIX)
        target = path.with_name(name + (_SUFFIX if self.starred(path) else _STARRED))
        move_file(path, target)
        self.refresh()
        return target

    def delete(self, path: Path) -> None:
        """Delete a paper's file. Raises OSError."""
        remove_file(path)
        self.refresh()

    def take(self, recordings: Path) -> Iterator[None]:
        """Take the papers of new recordings, one recording at each step of the iterator.

        A recording that cannot be read is skipped. Raises OSError where a paper cannot be written.
        """
        known = self.known()
        for path in sorted(recordings.glob("*")):
            size = path.stat().st_size if path.is_file() else 0
            if ending(path) in (REPLAY_SUFFIX, VIEWS_SUFFIX) and known.get(path.name) != size:
                for paper in _papers(path):
                    self.keep(paper)
                self._throw_away()
                known[path.name] = size
                self.remember(known)
                yield

    def _throw_away(self) -> None:
        """Delete the oldest papers without a star until the gallery is within its limits."""
        self.refresh()
        whole = sum(path.stat().st_size for path in self.paths)
        for path in [path for path in reversed(self.paths) if not self.starred(path)]:
            if len(self.paths) <= MOST_PAPERS and whole <= MOST_BYTES:
                return
            whole -= path.stat().st_size
            self.paths.remove(path)
            remove_file(path)

    def known(self) -> dict[str, int]:
        """Read from `_KNOWN` how many bytes each recording had when its papers were taken."""
        try:
            lines = (self.folder / _KNOWN).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeError):
            return {}
        pairs = (line.rpartition("\t") for line in lines)
        sizes = ((name, whole_number(size)) for name, _, size in pairs)
        return {name: size for name, size in sizes if size is not None}

    def remember(self, known: dict[str, int]) -> None:
        with only_writer(self.folder / _KNOWN):
            every = self.known() | known
            text = "".join(f"{name}\t{size}\n" for name, size in every.items())
            write_whole(self.folder / _KNOWN, text.encode())


def _papers(recording: Path) -> Sequence[Paper]:
    """Return the papers of a recording of this game; none for another game or an unreadable file."""
    with contextlib.suppress(ReplayError):
        header = read_view_header(recording) if ending(recording) == VIEWS_SUFFIX else read_header(recording)
        if header.game == "sketch":
            return papers_of(recording)
    return ()


def evening(path: Path) -> date | None:
    """Return the day to whose evening a paper belongs; hours after midnight belong to the day before. None where the
    file's name has no date.
    """
    try:
        return (datetime.strptime(path.name[:19], _WHEN) - _MORNING).date()
    except (ValueError, OverflowError):
        return None
