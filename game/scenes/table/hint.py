"""A hint at a table: a person asks for it before choosing; it is focused on the board once it is ready."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.audio import Sound
from game.engine.scene import Context
from game.ground.texts import Texts
from game.scenes.table.conductor import Conductor


class Hint:
    """The messages about a hint, shown while the choice it was asked for is open."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._thinking = False
        self._awaited: Callable[[], bool] = lambda: False

    @property
    def thinking(self) -> bool:
        """Whether a hint is still to come."""
        return self._thinking and self._awaited()

    def ask(self, conductor: Conductor, texts: Texts) -> None:
        """Ask the feed for a hint, if a person is to choose and somebody gives hints: nobody does on the LAN."""
        if conductor.chooser is not None and conductor.feed.adviser is not None:
            conductor.feed.ask_for_hint()
            self._thinking = True
            still_open, feed = _open(conductor), conductor.feed
            self._awaited = lambda: feed.advising if feed.hints_last else still_open()
            self._say("asked", conductor, texts, lambda: self.thinking)

    def tell(self, conductor: Conductor, texts: Texts) -> bool:
        """Say once that a hint is ready. Returns whether one was ready."""
        if not conductor.advised:
            return False
        conductor.advised = self._thinking = False
        self._context.audio.play(Sound.NOTICE)
        self._say("given", conductor, texts, None if conductor.feed.hints_last else _open(conductor))
        return True

    def _say(self, what: str, conductor: Conductor, texts: Texts, while_true: Callable[[], bool] | None) -> None:
        feed = conductor.feed
        bot = texts.line(f"{feed.game}.bot.{feed.adviser}.name")
        self._context.notify(texts.line(f"table.hint.{what}", bot=bot), while_true=while_true)


def _open(conductor: Conductor) -> Callable[[], bool]:
    """Return a function that tells whether the current choice is still open."""
    position, chooser = conductor.showing, conductor.chooser
    return lambda: conductor.chooser == chooser and conductor.showing == position
