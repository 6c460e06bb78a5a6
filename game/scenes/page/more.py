"""Further entries of a game besides its match: the game's own scenes, and scenes that the house makes from its data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from game.cabinets.listed import CABINETS, found
from game.cabinets.stages import PRESENTATIONS
from game.engine.scene import Context, Scene
from game.engine.stage import Look
from game.engine.stage.presentation import Account, Entry, Opened, Reference
from game.scenes.page.menu import ButtonMenu, MenuItem

ICON = "layout-grid"


class MoreMenu(ButtonMenu):
    """Menu of a game's entries; the pressed entry's scene takes the menu's place."""

    def __init__(self, context: Context, game: str, *, at_stall: bool = False, under_way: bool = False) -> None:
        """`at_stall`: opened from the street, where the setup is an entry too if the stall opens something else.
        `under_way`: the stall goes on with an unfinished match, so a new one is an entry.
        """
        self._game = game
        self._texts = context.texts
        entries = [FRESH] if under_way else []
        entries += [entry for entry in entries_of(game, at_stall) if not (under_way and entry is SETUP)]
        items = [
            MenuItem(self._words(entry, "title"), entry.icon, entry, under=self._words(entry, "help"))
            for entry in entries
        ]
        super().__init__(context, context.texts.line(f"{game}.name"), items)

    def _words(self, entry: Entry, part: str) -> str:
        if entry in (FRESH, SETUP, GUIDES, MIX):
            return self._texts.line(f"page.entry.{entry.name}.{part}")
        return self._texts.line(f"{self._game}.more.{entry.name}.{part}")

    def choose(self, value: Entry) -> None:
        self.attempt(lambda: self.stack.replace(self._scene(value)))

    def _scene(self, entry: Entry) -> Scene:
        if entry in _HOUSE:
            module, _, name = _HOUSE[entry].partition(":")
            made: Scene = getattr(import_module(module), name)(self.context, self._game)
            return made
        scene: Scene = found(entry.scene)(self.context)
        return scene


SETUP = Entry("setup", "play", "")
"""Entry for the setup of a match, where a stall opens something else."""
FRESH = Entry("fresh", "play", "")
"""Entry for the setup of a match where the stall goes on with an unfinished one."""
GUIDES = Entry("guides", "footprints", "")
_STUDY = (
    Entry("puzzles", "puzzle", ""),
    Entry("quiz", "hourglass", ""),
    Entry("explorer", "search", ""),
    Entry("editor", "pencil", ""),
)
"""Entries for scenes that the house makes from a game's data, such as puzzles."""
MIX = Entry("mix", "party-popper", "")
"""Entry for many short matches one after the other, at the stalls of all games that have short ones."""
_HOUSE = {
    SETUP: "game.scenes.arcade:setup",
    FRESH: "game.scenes.arcade:fresh_setup",
    GUIDES: "game.scenes.guide.opening:guides",
    MIX: "game.scenes.mix.opening:ask",
    **{entry: f"game.scenes.study.opening:{entry.name}" for entry in _STUDY},
}
"""Where each house scene is made. Written as names, not imports: setups have this menu, and these lead to setups."""


def entries_of(game: str, at_stall: bool = False) -> Iterator[Entry]:
    """Yield a game's entries at its stall, besides what the stall opens, or in its setup. The game's rules are imported
    for the last one only.
    """
    shown = PRESENTATIONS.get(game)
    if shown is None:
        return
    if at_stall and shown.opens:
        yield SETUP
    if shown.guides:
        yield GUIDES
    brought = (shown.puzzles, shown.quiz, shown.explorer, shown.editing)
    yield from (entry for entry, named in zip(_STUDY, brought, strict=True) if named)
    yield from shown.more
    cabinet = CABINETS.get(game) if at_stall else None
    if cabinet is not None and cabinet.shorts:
        yield MIX


def reference_of(game: str, options: Any, view: Any, under_way: bool) -> Opened | None:
    """Return a function that opens a game's reference book; None where it has none or it may not be read now."""
    place = PRESENTATIONS[game].reference if game in PRESENTATIONS else None
    if place is None:
        return None
    reference: Reference = found(place)
    return reference(options, view, under_way)


def account_of(game: str, brief: Any, view: Any, looks: Sequence[Look]) -> Opened | None:
    """Return a function that opens a game's own page about a match; None where it has none."""
    place = PRESENTATIONS[game].account if game in PRESENTATIONS else None
    if place is None:
        return None
    account: Account = found(place)
    return account(brief, view, looks)


def has_more(game: str, at_stall: bool = False) -> bool:
    """Whether the game has any entry."""
    return next(entries_of(game, at_stall), None) is not None
