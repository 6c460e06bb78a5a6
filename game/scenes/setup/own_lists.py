"""A person's own lists in the setup of a match: files in a folder per option; dropped files are copied there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from game.core.attachments import AttachmentError, attach_own
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError, reason
from game.core.given import ending
from game.core.options import Option, describe, joined, names_in, read
from game.engine.audio import Sound
from game.engine.scene import Context
from game.engine.widgets import Answer, Dialog, escape
from game.ground import paths
from game.ground.crash import crashed
from game.ground.files import write_whole

KINDS: Final = (".toml", ".csv", ".txt")
"""Endings of files that can be lists."""
MOST: Final = 200


class OwnLists:
    """The options of a game in its setup, with a person's own lists among their choices."""

    def __init__(
        self, context: Context, cabinet: Cabinet, options: dict[str, Any], on_taken: Callable[[], None]
    ) -> None:
        """`options`, by name, are changed by a dropped list; `on_taken` is called after that."""
        self._context, self._cabinet = context, cabinet
        self._options, self._on_taken = options, on_taken
        self.described = self._offered()

    @property
    def choices(self) -> dict[str, tuple[int | str, ...]]:
        """The choices of each option that takes names, by the option's name, own lists included."""
        return {option.name: option.choices for option in self.described if option.kind == "names"}

    def drop(self, path: Path) -> bool:
        """Take a dropped file as a list for an option, asking which if several take lists. Returns False for any other
        file.

        After the question, the scene below is resumed with a function to call.
        """
        wanted = [option.name for option in self.described if option.kind == "names"]
        if not wanted or ending(path) not in KINDS:
            return False
        if len(wanted) == 1:
            self._take(wanted[0], path)
        else:
            self._context.stack.push(self._question(wanted, path))
        return True

    def _offered(self) -> tuple[Option, ...]:
        return tuple(_offered(self._cabinet.id, option) for option in describe(self._cabinet.info.options))

    def _question(self, wanted: Sequence[str], path: Path) -> Dialog:
        """Ask for which option a list is meant; the answer is a function that takes it."""
        line, game = self._context.texts.line, self._cabinet.id
        answers = [Answer(line("widgets.cancel"), None)]
        answers += [
            Answer(line(f"{game}.option.{option}.title"), partial(self._take, option, path), primary=not number)
            for number, option in enumerate(wanted)
        ]
        text = line("setup.list.text", name=escape(path.name))
        return Dialog(self._context, line("setup.list.title"), text, answers, width=680)

    def _take(self, option: str, path: Path) -> None:
        """Add a list to an option's names and keep its file, if the game can read it."""
        info = self._cabinet.info
        try:
            chosen = joined({*names_in(self._options[option]), attach_own(path)})
            self._cabinet.rules.start(info.usual_seats, read(info.options, {**self._options, option: chosen}))
        except SpokenError as error:
            self._refuse(error)
            return
        except Exception as error:  # the file may hold anything, and its reader may have bugs
            self._refuse(crashed(error, f"a list for {option} of {info.id}: {path}", "app.file"))
            return
        self._options[option] = chosen
        try:
            _keep(self._cabinet.id, option, path)
        except AttachmentError as error:
            self._context.notify(self._context.texts.line(error.key, error.values))
        self.described = self._offered()
        self._on_taken()

    def _refuse(self, error: SpokenError) -> None:
        self._context.audio.play(Sound.REFUSE)
        self._context.notify(self._context.texts.line(error.key, error.values))


def _offered(game: str, option: Option) -> Option:
    """Return an option of names with the lists in its folder among its choices; unreadable files are skipped."""
    names = []
    for path in _files(_folder(game, option.name))[:MOST] if option.kind == "names" else ():
        with suppress(AttachmentError):
            names.append(attach_own(path))
    return replace(option, choices=(*option.choices, *names))


def _keep(game: str, option: str, path: Path) -> None:
    """Copy a list into the folder of a game's option, replacing one of the same name. Raises AttachmentError."""
    folder = _folder(game, option)
    there = folder / path.name
    if there not in (files := _files(folder)) and len(files) >= MOST:
        raise AttachmentError("options.error.lists_full", folder=str(folder), most=MOST)
    try:
        if not (there.exists() and there.samefile(path)):
            write_whole(there, path.read_bytes())
    except OSError as error:
        raise AttachmentError("options.error.list_keep", path=str(there), why=reason(error)) from error


def _folder(game: str, option: str) -> Path:
    return paths.lists() / game / option


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if ending(path) in KINDS and path.is_file())
    except OSError:
        return []
