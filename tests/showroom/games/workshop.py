"""Scenes of the Workshop for sample pictures."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from game.cabinets.workshop.bench import Bench
from game.cabinets.workshop.beside.prover import ProverHere
from game.cabinets.workshop.expressive_range import RangeOrder, measured
from game.cabinets.workshop.scenes.ranges.ranged import Ranged, RangedMethod
from game.cabinets.workshop.scenes.ranges.scene import RangeScene
from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.cabinets.workshop.stage.shown import LAYERS
from game.commands.shared.errors import CommandError
from game.core.bot.reading import is_own, read_own
from game.core.forge.methods.registry import METHODS, level_of
from game.engine.scene import Scene

if TYPE_CHECKING:
    from tests.showroom.moment import Moment

DAY = date(2026, 11, 24)
MEASURED = 400
"""Number of levels in a sample picture of an expressive range."""


def bench(moment: Moment) -> WorkshopScene:
    """Return the Workshop's scene as it opens, or with the method, own generator, preset, step and layers asked for."""
    from game.scenes.arcade import setup

    context, wishes = moment.context, moment.wishes
    scene = WorkshopScene(context, lambda: setup(context, "workshop"), DAY, ProverHere)
    if is_own(wishes.get("method", "")):
        _make_own(scene, wishes["method"])
    elif "method" in wishes:
        try:
            scene.show_preset(wishes["method"], wishes.get("preset"))
        except KeyError as error:
            known = ", ".join(f"{each.id} ({' '.join(p.name for p in each.presets)})" for each in METHODS.values())
            raise CommandError("workshop.error.sample", name=str(error.args[0]), known=known) from error
    scene.view.layers |= {layer for layer in LAYERS if layer in wishes.get("layers", "").split(",")}
    if "step" in wishes:
        scene.player.seek(int(wishes["step"]) if wishes["step"].isdecimal() else 0)
    scene.desk.refresh()
    return scene


def _make_own(scene: WorkshopScene, spec: str) -> None:
    """Let an own generator make a level, and wait for it. Raise SpokenError if it fails."""
    scene.take_own(read_own(spec))
    scene.desk.wait_own()
    scene.rebuild()


def compared(moment: Moment) -> Scene:
    """Return the scene with two levels of different numbers side by side."""
    scene = bench(moment)
    scene.linked = False
    scene.compare()
    scene.bench.set_number(scene.bench.number + 1)
    scene.make()
    return scene


class _Measured:
    """An expressive range that is measured at once, in place of a `RangeRun`."""

    def __init__(self, ranged: Ranged, count: int) -> None:
        order = RangeOrder(ranged.named, ranged.values, ranged.size, min(count, MEASURED))
        self._levels = [measured(number, level_of(order.recipe(number))) for number in order.numbers()]

    def poll(self) -> tuple[list[tuple[int, ...]], bool]:
        levels, self._levels = self._levels, []
        return [(each.number, *each.values) for each in levels], False

    def close(self) -> None:
        """Do nothing: there is no process to end."""


def expressive_range(moment: Moment) -> Scene:
    """Return the scene of a method's expressive range, partly measured."""
    desk = Bench(moment.wishes.get("method", "bsp"), 1)
    scene = RangeScene(moment.context, RangedMethod(desk), _Measured)
    scene.shows(1 + moment.seed)
    return scene
