"""The desks of the Workshop: one level, or two being compared, with their generators and proofs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from game.cabinets.workshop.bench import Bench
from game.cabinets.workshop.beside.maker import Maker
from game.cabinets.workshop.beside.prover import Prover
from game.cabinets.workshop.scenes.desk import Desk
from game.cabinets.workshop.scenes.drafts import keep
from game.cabinets.workshop.stage.level_view import LevelView
from game.cabinets.workshop.stage.steps import Player, Steps
from game.core.errors import SpokenError
from game.core.forge.model.level import Level
from game.engine.scene import Context
from game.engine.widgets import WidgetScene


class DeskScene(WidgetScene):
    """A scene with one or two desks; its side panels belong to the active one."""

    def __init__(
        self, context: Context, method: str, number: int, prover: Prover, maker: Callable[[], Maker | None]
    ) -> None:
        super().__init__(context)
        self._maker = maker
        self.desks = [Desk(context.typeface, method, number, maker())]
        self.active = 0
        self.linked = True
        """Whether two compared levels share one number, and are panned and zoomed together."""
        self._panned: tuple[Any, ...] = ()
        """Middle and zoom last shared by both linked views."""
        self.own: list[str] = []
        """Specifications of own generators opened so far."""
        self.prover = prover

    @property
    def desk(self) -> Desk:
        """The active desk, which was chosen last."""
        return self.desks[self.active]

    @property
    def bench(self) -> Bench:
        return self.desk.bench

    @property
    def level(self) -> Level:
        return self.desk.level

    @property
    def steps(self) -> Steps:
        return self.desk.steps

    @property
    def player(self) -> Player:
        return self.desk.player

    @property
    def view(self) -> LevelView:
        return self.desk.view

    def leave(self) -> None:
        self.prover.close()
        for desk in self.desks:
            self._put_away(desk)
        super().leave()

    def _put_away(self, desk: Desk) -> None:
        """Close a desk, and keep what was drawn on it."""
        if desk.is_drawn:
            self.attempt(lambda: keep(desk.level, desk.draft))
        desk.close()

    def compare(self) -> None:
        """Open a second level beside the first, or close it again."""
        if len(self.desks) == 1:
            self.player.seek(self.player.count)
            other = Desk(self.context.typeface, self.bench.method.id, self.bench.number, self._maker())
            other.open(self.level)
            other.view.layers = set(self.view.layers)
            other.player.speed = self.player.speed
            self.desks.append(other)
            self.active = 1
        else:
            for desk in self.desks:
                if desk is not self.desk:
                    self._put_away(desk)
            self.desks = [self.desk]
            self.active = 0
        self.view.fit()
        self.rebuild()

    def toggle_link(self) -> None:
        """Link two compared levels, so that their numbers and views change together, or unlink them."""
        if len(self.desks) > 1:
            self.linked = not self.linked
            self.rebuild()

    def pan_together(self) -> None:
        """Let one view follow the other, if two levels of the same size are linked."""
        if len(self.desks) < 2 or not self.linked:
            return
        first, second = (desk.view.camera for desk in self.desks)
        if first.world != second.world:
            return
        for led, following in ((first, second), (second, first)):
            if led.taken and (led.middle, led.zoom) != self._panned:
                self._panned = led.middle, led.zoom
                following.middle, following.zoom, following.taken = led.middle, led.zoom, True
                return

    def take_desk(self, number: int) -> None:
        """Make a desk the active one, which the side panels belong to."""
        if number != self.active and number < len(self.desks):
            self.active = number
            self.rebuild()

    def set_numbers(self, number: int) -> None:
        """Make the level of another number, on both desks if they are linked."""
        for desk in self.desks if self.linked else [self.desk]:
            desk.bench.set_number(number)
            desk.remake()

    def poll_own(self, seconds: float) -> bool:
        """Show what own generators have delivered, or say how they failed. Return whether a level came.

        Side panels are rebuilt only if they change, so that a slider being dragged is kept.
        """
        came = False
        for desk in self.desks:
            before = shape_of(desk)
            try:
                came |= desk.poll_own(time.monotonic(), seconds)
            except SpokenError as error:
                desk.trouble = error
            if shape_of(desk) != before:
                self.rebuild()
        for desk in self.desks:
            if desk.trouble is not None:
                trouble, desk.trouble = desk.trouble, None
                self.refuse(trouble)
        return came


def shape_of(desk: Desk) -> tuple[Any, ...]:
    """Return what the side panels depend on, to detect changes."""
    return desk.own_spec, desk.settings.parameters, desk.level.kind, desk.level.width, desk.level.height
