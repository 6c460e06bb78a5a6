"""Open what people provide: levels, generators, chunks, rules and actions of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.cabinets.workshop.bench import method_of
from game.cabinets.workshop.scenes.desks import DeskScene
from game.cabinets.workshop.scenes.drafts import Offered, draft_menu, forget
from game.cabinets.workshop.scenes.methods import OPEN
from game.cabinets.workshop.scenes.sharing import read_file
from game.core.bot.reading import read_own
from game.core.forge.formats.reading import file_text, read_source
from game.core.forge.methods.registry import whole_recipe
from game.core.forge.model.level import Level, Recipe
from game.core.forge.model.method import Brought
from game.core.given import ending
from game.scenes.files.chooser import FileChooser
from game.scenes.files.consent import asking_first

OPENED = (".py", ".json", ".txt", ".chunks", ".grammar", ".actions")
"""Endings of files that can be opened in the Workshop."""


class OpeningScene(DeskScene):
    """A scene with desks on which files can be opened, and levels that were drawn and left."""

    _offered = False
    """Whether levels that were drawn and left have been offered."""

    def rebuild_keeping_list(self) -> None:
        """Rebuild the scene, keeping the focus in its list."""
        self.rebuild()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if not self._offered and self.stack.top is self:
            self._offered = True
            if (menu := draft_menu(self.context)) is not None:
                self.stack.push(menu)

    def resumed(self, value: Any) -> None:
        """Open the file, or take the draft, that was chosen."""
        match value:
            case Path():
                self.open_file(value)
            case Offered((draft, *_), goes_on=True):
                self.attempt(lambda: self._go_on(draft))
            case Offered(drafts):
                self.attempt(lambda: forget(drafts))

    def open_level(self, found: Level | Recipe) -> None:
        """Open a level, or the recipe of one, on the active desk. Raises RecipeError."""
        if isinstance(found, Recipe):
            found = whole_recipe(found)
        self.desk.leave_own()
        self.desk.open(found)
        self.rebuild()

    def open_file(self, path: Path) -> None:
        """Open a file on the active desk: a level, or an own generator (a `.py` file)."""
        if ending(path) == ".py":
            self.attempt(lambda: self._bring_own(read_own(str(path))))
        else:
            self.attempt(lambda: self._take_text(path))

    def _take_text(self, path: Path) -> None:
        """Make levels from a file of chunks, rules or actions, or open the level in the file."""
        text = file_text(read_file(path))
        method = method_of(path.name.lower(), text)
        if method is None:
            self.open_level(read_source(text))
            return
        self.desk.leave_own()
        if method.id != self.bench.method.id and not (
            ending(path) == ".grammar" and self.bench.method.id == "topology"
        ):
            self.bench.choose(method.id)
        self.desk.piece = None
        self.desk.bring(Brought(text))
        self.rebuild()

    def _go_on(self, draft: Path) -> None:
        self.open_level(read_source(read_file(draft)))
        self.desk.draft = draft

    def take_own(self, spec: str) -> None:
        """Let an own generator make the levels, or open a chooser for its file."""
        if spec == OPEN:
            title = self.context.texts.line("workshop.own.choose")
            self.stack.push(FileChooser(self.context, title, OPENED, Path.cwd()))
            return
        if spec != self.desk.own_spec:
            self._bring_own(spec)

    def _bring_own(self, spec: str) -> None:
        """Start an own generator once the person agrees, and restart it if it runs already, since its file may have
        changed.
        """
        asking_first(self.context, (spec,), lambda: self.attempt(lambda: self._start_own(spec)))

    def _start_own(self, spec: str) -> None:
        self.desk.take_own(spec)
        if spec not in self.own:
            self.own.append(spec)
        self.rebuild_keeping_list()
