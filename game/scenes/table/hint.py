"""A hint at a table: asked for by whoever is to choose, put in focus on the board when it is thought out."""

from __future__ import annotations

from game.engine.audio import Sound
from game.engine.scene import Context
from game.scenes.table.conductor import Conductor
from game.texts import Texts


def ask_for_hint(conductor: Conductor, context: Context, texts: Texts) -> None:
    """Ask, where somebody is to choose."""
    if conductor.chooser is not None:
        conductor.feed.ask_for_hint()
        _say("asked", conductor, context, texts)


def tell_of_hint(conductor: Conductor, context: Context, texts: Texts) -> None:
    """Say once that there is one."""
    if conductor.advised:
        conductor.advised = False
        context.audio.play(Sound.NOTICE)
        _say("given", conductor, context, texts)


def _say(what: str, conductor: Conductor, context: Context, texts: Texts) -> None:
    feed = conductor.feed
    bot = texts.line(f"{feed.game}.bot.{feed.adviser}.name")
    context.notify(texts.line(f"table.hint.{what}", bot=bot))
