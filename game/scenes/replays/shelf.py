"""A person's recorded matches: listed, read piece by piece, renamed, deleted. Nothing is drawn here."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.cabinets.listed import CABINETS
from game.core.errors import SpokenError, reason
from game.core.given import ending
from game.core.moving import move_file
from game.core.recording.replay import Header, Playback, Replay, ReplayError, read_header, read_replay
from game.core.recording.views import ViewRecording, read_view_header, read_view_recording
from game.core.rules import Result
from game.core.work.pieces import Pieces
from game.ground.files import file_name, write_new, write_whole
from game.ground.recordings import REPLAY_SUFFIX, VIEWS_SUFFIX, delete_recording, move_beside
from game.ground.texts import Texts
from game.scenes.replays.foreign import Recorded, is_foreign, record_foreign

_USUAL_NAME = re.compile(r"\d{4}-\d\d-\d\d \d\d\.\d\d ")
_LONGEST_NAME = 80


class ShelfError(SpokenError):
    """A replay cannot be renamed or deleted; the sentence says why."""


def by_name(error: SpokenError) -> dict[str, Any]:
    """Return an error's values with the file's name instead of its path, for people who chose it from a list."""
    path = error.values.get("path")
    return error.values if path is None else {**error.values, "path": Path(path).name}


@dataclass
class Recording:
    """One replay file, as far as it has been read."""

    path: Path
    header: Header | None = None
    error: SpokenError | None = None
    """Why the file cannot be read or played; None if nothing is known to be wrong."""
    replay: Replay | None = None
    """The whole replay; None until it has been read, or if it cannot be read."""
    views: ViewRecording | None = None
    """The whole recording of views, in a file of what a spectator saw; None as for `replay`."""
    opened: bool = field(default=False, repr=False)

    @property
    def seen(self) -> bool:
        """Whether the file holds a spectator's views instead of moves."""
        return ending(self.path) == VIEWS_SUFFIX

    @property
    def given_name(self) -> str | None:
        """The name that a person gave the file; None while it has its original name."""
        return None if _USUAL_NAME.match(self.path.stem) else self.path.stem

    @property
    def date(self) -> str:
        """The day and minute of the recording, "2026-11-20 21:05"; empty where unknown."""
        return self.header.when[:16].replace("T", " ") if self.header else ""

    @property
    def result(self) -> Result | None:
        """The match's result; None while unknown or unfinished."""
        whole = self.replay or self.views
        return whole.end.result if whole and whole.end else None

    @property
    def unfinished(self) -> bool:
        """Whether the recording was cut off before the end of the match."""
        whole = self.replay or self.views
        return whole is not None and whole.end is None

    @property
    def can_go_on(self) -> bool:
        """Whether the match was left at a screen, so that people can go on with it there; False while that is
        unknown.
        """
        return self.replay is not None and self.replay.end is None

    def glance(self) -> None:
        """Read the header, once: what a list shows."""
        if self.header is None and self.error is None:
            try:
                self.header = _seen_header(self.path) if self.seen else read_header(self.path)
            except ReplayError as error:
                self.error = error

    def open(self) -> None:
        """Read the whole file, once."""
        self.glance()
        if self.opened or self.error:
            return
        self.opened = True
        try:
            if self.seen:
                self.views = read_view_recording(self.path)
            else:
                self.replay = read_replay(self.path)
                self._check_end(self.replay)
        except ReplayError as error:
            self.error = error

    @staticmethod
    def _check_end(replay: Replay) -> None:
        if replay.end is not None and len(replay.end.result.seats) != len(replay.header.seats):
            raise ReplayError("replay.error.end")

    def playing(self) -> Pieces[Playback | None]:
        """Play the match to its end, a piece at each step of the iterator; the result is None, and `error` says why,
        where the current rules cannot.
        """
        self.open()
        if self.replay is None:
            return None
        game = self.replay.header.game
        try:
            if game not in CABINETS:
                raise ReplayError("replay.error.unknown_game", game=game)
            playback = Playback(self.replay, CABINETS[game].rules)
            yield from playback.seeking(len(playback))
        except ReplayError as error:
            self.error = error
            return None
        return playback


def _seen_header(path: Path) -> Header:
    """Read the header of a recording of views; its seed is 0, as spectators are not told it. Raises ReplayError."""
    header = read_view_header(path)
    return Header(header.game, header.version, 0, header.options, header.seats, header.when)


class Shelf:
    """The replays in a folder, the newest first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.recordings: list[Recording] = []
        self.refresh()

    def take_in(self, path: Path, texts: Texts) -> Recorded:
        """Copy a recording into the folder, or make one of another program's file. Returns where it is.

        Raises SpokenError for a file that is neither.
        """
        if is_foreign(path):
            return record_foreign(path, self.folder, texts)
        recording = Recording(path)
        recording.open()
        if recording.error is not None:
            raise recording.error
        if path.parent == self.folder:
            return Recorded(path)
        try:
            target = self.folder / path.name
            if target.exists():
                return Recorded(write_new(self.folder, path.stem, path.suffix, path.read_bytes()))
            write_whole(target, path.read_bytes())
        except OSError as error:
            raise ShelfError("replays.not_taken_in", name=path.name, why=reason(error)) from error
        return Recorded(target)

    def refresh(self) -> None:
        """List the folder again; keep what was read of files that still exist."""
        known = {recording.path: recording for recording in self.recordings}
        try:
            paths = [path for path in self.folder.glob("*") if ending(path) in (REPLAY_SUFFIX, VIEWS_SUFFIX)]
            found = [(path.stat().st_mtime, path) for path in paths]
        except OSError:
            found = []
        found.sort(key=lambda entry: (-entry[0], entry[1].name))
        self.recordings = [known.get(path) or Recording(path) for _, path in found]

    def rename(self, recording: Recording, name: str) -> None:
        """Rename a recording's file. Raises ShelfError and leaves the file unchanged."""
        name = unicodedata.normalize("NFC", name).strip(" .")[:_LONGEST_NAME]
        if not name:
            return
        name = file_name(name)
        target = recording.path.with_name(f"{name}{recording.path.suffix}")
        if target == recording.path:
            return
        if target.exists():
            raise ShelfError("replays.rename_taken", name=name)
        try:
            move_file(recording.path, target)
        except OSError as error:
            raise ShelfError("replays.rename_refused", why=reason(error)) from error
        move_beside(recording.path, target)
        recording.path = target

    def delete(self, recording: Recording) -> None:
        """Delete a recording's file for good. Raises ShelfError and leaves the file unchanged."""
        try:
            delete_recording(recording.path)
        except OSError as error:
            raise ShelfError("replays.delete_refused", why=reason(error)) from error
        self.recordings.remove(recording)
