"""Hand a level over to a game that plays it."""

from __future__ import annotations

from functools import partial

import msgspec

from game.cabinets.listed import CABINETS
from game.cabinets.stages import games_that_play
from game.core.errors import SpokenError
from game.core.forge.formats.codes import write_level
from game.core.forge.model.level import Level
from game.engine.scene import Context, Scene
from game.engine.widgets import Button
from game.scenes.page.menu import ButtonMenu, MenuItem


def play_level(context: Context, level: Level) -> None:
    """Open the setup of the game that plays this kind of level, with the level; a menu if there are several games."""
    games = games_that_play(level.kind)
    if not games:
        context.notify(context.texts.line("workshop.nobody_plays"))
    elif len(games) == 1:
        _open(context, games[0], level)
    else:
        context.stack.push(PlayMenu(context, games, level))


def _open(context: Context, game: str, level: Level, *, in_place: bool = False) -> None:
    """Open a game's setup with a level, or say why the game does not accept it."""
    try:
        scene = _setup(context, game, level)
    except SpokenError as error:
        context.notify(context.texts.line(error.key, error.values))
        return
    (context.stack.replace if in_place else context.stack.push)(scene)


def _setup(context: Context, game: str, level: Level) -> Scene:
    from game.scenes.arcade import setup

    options = CABINETS[game].info.options()
    if hasattr(options, "level"):
        options = msgspec.structs.replace(options, level=write_level(level))
    return setup(context, game, options)


class PlayMenu(ButtonMenu):
    """A menu of the games that play a level; the chosen game's setup replaces it."""

    def __init__(self, context: Context, games: tuple[str, ...], level: Level) -> None:
        self._level = level
        items = [MenuItem(context.texts.line(f"{game}.name"), "play", game) for game in games]
        super().__init__(context, context.texts.line("workshop.play"), items)

    def _button(self, item: MenuItem) -> Button:
        return Button(self.style, item.label, icon=item.icon, on_press=partial(self._take, item.value))

    def _take(self, game: str) -> None:
        _open(self.context, game, self._level, in_place=True)
