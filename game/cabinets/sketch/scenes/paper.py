"""One paper of the gallery: play it, star it, delete it, save it as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from game.cabinets.sketch.freehand.points import WIDTH
from game.cabinets.sketch.papers import Paper
from game.cabinets.sketch.scenes.kept import Gallery
from game.cabinets.sketch.scenes.page import PaperPage
from game.cabinets.sketch.scenes.solve import SolveScene
from game.cabinets.sketch.stage.files import SCALES, as_svg, save_png
from game.cabinets.sketch.state import NOBODY
from game.core.errors import reason
from game.engine import theme
from game.engine.canvas import Box
from game.engine.scene import Context
from game.engine.widgets import Answer, Button, Dialog, Kind, Label, Toggle, Widget, escape, row
from game.ground import files, paths
from game.scenes.page.menu import ButtonMenu, MenuItem

_GAP: Final = 12.0
_DELETE: Final = "delete"


class PaperScene(PaperPage):
    """Shows a paper of the gallery with everything known of its round."""

    def __init__(self, context: Context, paper: Paper, gallery: Gallery, path: Path) -> None:
        super().__init__(context, paper)
        self._gallery = gallery
        self._path = path

    @property
    def heading(self) -> str:
        return self.context.texts.line("sketch.gallery.title", category=self.paper.category, word=self.paper.word)

    @property
    def subheading(self) -> str:
        return self.paper.when[:16].replace("T", " ")

    @property
    def _story(self) -> str:
        """How the round went, in a few sentences."""
        paper, line = self.paper, self.context.texts.line
        known = self.named and paper.master != NOBODY
        told = [line("sketch.gallery.master", name=paper.names[paper.master])] if known else []
        told.append(line("sketch.gallery.odd", name=self.name_of(paper.odd)))
        if paper.suspect == NOBODY:
            told.append(line("sketch.gallery.nobody"))
        elif paper.suspect != paper.odd:
            told.append(line("sketch.gallery.wrong", name=self.name_of(paper.suspect)))
        else:
            told.append(line(f"sketch.gallery.{'right' if paper.right else 'caught'}", guess=paper.guess))
        return " ".join(told)

    def lower_height(self, width: float) -> float:
        typeface = self.style.typeface
        high = typeface.grown(theme.CONTROL_HEIGHT)
        return typeface.height_of(self._story, width, theme.BODY) + 3 * (high + _GAP)

    def build_lower(self, room: Box) -> Sequence[Widget]:
        line, high = self.context.texts.line, self.style.typeface.grown(theme.CONTROL_HEIGHT)
        story = Label(self.style, self._story)
        story.box = Box(room.left, room.top, room.width, room.height - 3 * (high + _GAP))
        names = Toggle(self.style, line("sketch.gallery.names"), self.named, on_change=self._name)
        starred = self._gallery.starred(self._path)
        star = Button(
            self.style,
            icon="star",
            kind=Kind.PRIMARY if starred else Kind.GLASS,
            on_press=self._star,
            tooltip=line("sketch.gallery.unstar" if starred else "sketch.gallery.star"),
        )
        delete = Button(self.style, icon="trash-2", on_press=self._ask_delete, tooltip=line("sketch.gallery.delete"))
        save = Button(self.style, line("sketch.gallery.save"), icon="save", on_press=self._ask_kind)
        solve = Button(self.style, line("sketch.gallery.solve"), icon="eye", on_press=self._solve)
        bottom = room.bottom - high
        names.box = Box(room.left, bottom - 2 * (high + _GAP), room.width, high)
        middle, foot = bottom - high - _GAP, bottom
        solve.box = Box(room.left, middle, room.width, high)
        save.box, star.box, delete.box = row(Box(room.left, foot, room.width, high), [None, high, high], _GAP)
        return [story, names, solve, save, star, delete]

    def _name(self, named: bool) -> None:
        self.named = named
        self.rebuild()

    def _star(self) -> None:
        try:
            self._path = self._gallery.star(self._path)
        except OSError as error:
            self._failed(self._path, error)
        self.rebuild()

    def _solve(self) -> None:
        self.stack.push(SolveScene(self.context, [self.paper]))

    def _ask_kind(self) -> None:
        line = self.context.texts.line
        items = [MenuItem(line("sketch.gallery.svg"), "file", (0, False), primary=True)]
        items += [MenuItem(line("sketch.gallery.png", wide=WIDTH * scale), "file", (scale, False)) for scale in SCALES]
        items.append(MenuItem(line("sketch.gallery.clear", wide=WIDTH * SCALES[1]), "file", (SCALES[1], True)))
        self.stack.push(ButtonMenu(self.context, line("sketch.gallery.save"), items))

    def _ask_delete(self) -> None:
        line = self.context.texts.line
        answers = [
            Answer(line("sketch.gallery.delete"), _DELETE, "trash-2"),
            Answer(line("sketch.gallery.cancel"), None, primary=True),
        ]
        text = escape(line("sketch.gallery.delete_help", word=self.paper.word))
        self.stack.push(Dialog(self.context, line("sketch.gallery.delete"), text, answers))

    def resumed(self, value: Any) -> None:
        if value == _DELETE:
            try:
                self._gallery.delete(self._path)
            except OSError as error:
                self._failed(self._path, error)
            self.stack.pop()
        elif isinstance(value, tuple):
            self._save(*value)
        else:
            super().resumed(value)

    def _save(self, scale: int, clear: bool) -> None:
        """Save the paper as a picture file: a PNG at `scale`, or an SVG for a scale of 0. `clear` leaves out the
        ground.
        """
        suffix = ".png" if scale else ".svg"
        out = files.free_name(paths.pictures(), self._path.name.split(".json")[0].removesuffix(".star"), suffix)
        try:
            if scale:
                save_png(self.paper, out, scale, clear=clear)
            else:
                files.write_whole(out, as_svg(self.paper, clear=clear).encode())
        except OSError as error:
            self._failed(out, error)
            return
        self.context.notify(self.context.texts.line("sketch.gallery.saved", path=str(out)))

    def _failed(self, path: Path, error: OSError) -> None:
        self.context.notify(self.context.texts.line("cli.error.write", path=str(path), why=reason(error)))
