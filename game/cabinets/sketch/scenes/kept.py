"""The kept papers: a folder of JSON files, filled from the recorded matches. No drawing here."""

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
from game.core.language.written import whole_number
from game.core.recording.replay import ReplayError, read_header
from game.core.recording.views import read_view_header
from game.files import only_writer, write_whole
from game.recordings import REPLAY_SUFFIX, VIEWS_SUFFIX

MOST_PAPERS = 2000
MOST_BYTES = 40_000_000
LONGEST = 96_000
"""Bytes of one file."""
_SUFFIX = ".json"
_STARRED = ".star.json"
_KNOWN = "recordings.txt"
"""Names and sizes of the recordings whose papers were taken: what a person deletes does not come back."""
_WHEN = "%Y-%m-%d %H.%M.%S"
_MORNING = timedelta(hours=6)
"""After midnight an evening goes on until then."""
_FORBIDDEN = re.compile(r'[\\/:*?"<>|\x00-\x1f]')


class PaperError(SpokenError):
    """A file of the gallery that is no paper; the sentence says why."""


class Gallery:
    """The papers in a folder, the newest first. Those that have a star are never thrown away."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.paths: list[Path] = []
        self.refresh()

    def refresh(self) -> None:
        """Look into the folder again; no file is read."""
        with contextlib.suppress(OSError):
            self.paths = sorted(self.folder.glob(f"*{_SUFFIX}"), key=lambda path: path.name, reverse=True)

    def read(self, path: Path) -> Paper:
        """A paper. Raises PaperError."""
        try:
            with path.open("rb") as file:
                data = file.read(LONGEST + 1)
            if len(data) > LONGEST:
                raise PaperError("sketch.gallery.broken", name=path.name)
            return msgspec.json.decode(data, type=Paper)
        except (OSError, msgspec.MsgspecError, ValueError) as error:
            raise PaperError("sketch.gallery.broken", name=path.name) from error

    def keep(self, paper: Paper) -> Path:
        """Write a paper, unless it is there; where it lies. Raises OSError."""
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
        """Give a paper a star, or take it; its file is there then. Raises OSError."""
        name = path.name.removesuffix(_STARRED) if self.starred(path) else path.name.removesuffix(_SUFFIX)
        target = path.with_name(name + (_SUFFIX if self.starred(path) else _STARRED))
        path.rename(target)
        self.refresh()
        return target

    def delete(self, path: Path) -> None:
        """Throw a paper away. Raises OSError."""
        path.unlink(missing_ok=True)
        self.refresh()

    def take(self, recordings: Path) -> Iterator[None]:
        """Take the papers of the recordings that are new since the last time, one recording a step.

        A recording that cannot be read is passed over. Raises OSError where a paper cannot be written.
        """
        known = self.known()
        for path in sorted(recordings.glob("*")):
            size = path.stat().st_size if path.is_file() else 0
            if path.suffix in (REPLAY_SUFFIX, VIEWS_SUFFIX) and known.get(path.name) != size:
                for paper in _papers(path):
                    self.keep(paper)
                self._throw_away()
                known[path.name] = size
                self.remember(known)
                yield

    def _throw_away(self) -> None:
        """The oldest without a star, until the gallery is no larger than it may be."""
        self.refresh()
        whole = sum(path.stat().st_size for path in self.paths)
        for path in [path for path in reversed(self.paths) if not self.starred(path)]:
            if len(self.paths) <= MOST_PAPERS and whole <= MOST_BYTES:
                return
            whole -= path.stat().st_size
            self.paths.remove(path)
            path.unlink(missing_ok=True)

    def known(self) -> dict[str, int]:
        """Read how many bytes each recording had when it was looked through."""
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
    """Those of a match of this game; none of what is no such recording."""
    with contextlib.suppress(ReplayError):
        header = read_view_header(recording) if recording.suffix == VIEWS_SUFFIX else read_header(recording)
        if header.game == "sketch":
            return papers_of(recording)
    return ()


def evening(path: Path) -> date | None:
    """The day on whose evening a paper was drawn, after midnight too; None where its file's name does not say."""
    try:
        return (datetime.strptime(path.name[:19], _WHEN) - _MORNING).date()
    except (ValueError, OverflowError):
        return None
