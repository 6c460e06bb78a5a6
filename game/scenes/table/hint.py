"""A hint at a table: asked for by whoever is to choose, put in focus on the board when it is thought out."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.audio import Sound
from game.engine.scene import Context
from game.scenes.table.conductor import Conductor
from game.texts import Texts


class Hint:
    """Tells of a hint for as long as the choice is open for which it was asked."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._thinking = False

    def ask(self, conductor: Conductor, texts: Texts) -> None:
        """Ask for a hint, where somebody is to choose."""
        if conductor.chooser is not None:
            conductor.feed.ask_for_hint()
            self._thinking = True
            still_open = _open(conductor)
            self._say("asked", conductor, texts, lambda: self._thinking and still_open())

    def tell(self, conductor: Conductor, texts: Texts) -> bool:
        """Say once that a hint is there. Returns whether one is."""
        if not conductor.advised:
            return False
        conductor.advised = self._thinking = False
        self._context.audio.play(Sound.NOTICE)
        self._say("given", conductor, texts, _open(conductor))
        return True

    def _say(self, what: str, conductor: Conductor, texts: Texts, while_true: Callable[[], bool]) -> None:
        feed = conductor.feed
        bot = texts.line(f"{feed.game}.bot.{feed.adviser}.name")
        self._context.notify(texts.line(f"table.hint.{what}", bot=bot), while_true=while_true)


def _open(conductor: Conductor) -> Callable[[], bool]:
    """A function that tells whether the present choice is still open."""
    position, chooser = conductor.showing, conductor.chooser
    return lambda: conductor.chooser == chooser and conductor.showing == position
