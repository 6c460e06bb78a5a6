"""The Workshop at a moment worth a picture."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.commands.shared.errors import CommandError
from game.core.forge.methods.registry import METHODS
from game.engine.scene import Scene

if TYPE_CHECKING:
    from game.commands.samples.moment import Moment


def bench(moment: Moment) -> Scene:
    """The scene as it opens on a day, or with the method and preset that were asked for."""
    from game.scenes.arcade import setup

    context = moment.context
    scene = WorkshopScene(context, lambda: setup(context, "workshop"), date(2026, 11, 24))
    method, preset = moment.wishes.get("method"), moment.wishes.get("preset")
    if method:
        try:
            scene.show_preset(method, preset)
        except KeyError as error:
            known = ", ".join(f"{each.id} ({' '.join(p.name for p in each.presets)})" for each in METHODS.values())
            raise CommandError("workshop.error.sample", name=str(error.args[0]), known=known) from error
    return scene
