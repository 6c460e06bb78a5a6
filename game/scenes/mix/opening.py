"""The way to a mix at this screen: who plays it, or that of the day."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.chance import derive, fresh_key
from game.engine.scene import Context, Scene
from game.ground.days import today
from game.scenes.mix.home import begun_mix, mix_of_the_day
from game.scenes.page.menu import ButtonMenu, MenuItem

SECONDS = 20 * 60
"""How long a mix lasts that is not that of the day."""


class HomeMixMenu(ButtonMenu):
    """Menu of the mixes that can be played at this screen; the chosen one takes its place."""

    def __init__(self, context: Context) -> None:
        line = context.texts.line

        def item(name: str, icon: str, made: Callable[[], Scene], **count: int) -> MenuItem:
            under = line(f"mix.home.{name}_help")
            return MenuItem(line(f"mix.home.{name}", **count), icon, made, primary=name == "day", under=under)

        items = [
            item("day", "calendar", lambda: mix_of_the_day(context, today())),
            item("alone", "user", partial(_mix, context, 1)),
            *(item("people", "users", partial(_mix, context, count), count=count) for count in (2, 3, 4)),
        ]
        super().__init__(context, line("mix.home.title"), items)

    def choose(self, value: Callable[[], Scene]) -> None:
        self.attempt(lambda: self.stack.replace(value()))


def _mix(context: Context, people: int) -> Scene:
    return begun_mix(context, people, seed=derive(fresh_key(), "mix"), seconds=SECONDS)


def ask(context: Context, game: str) -> Scene:
    """Return the menu that is reached at every stall whose game has short forms."""
    return HomeMixMenu(context)
