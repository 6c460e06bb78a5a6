"""The picture of racer: a lane for each racer; those of people here run ahead of what the match has confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.cabinets.racer.course import AIRBORNE, JUMP, RUN, Racer
from game.cabinets.racer.rules import SLICE, Run, View
from game.cabinets.racer.steering import Own
from game.core.rules import Event, Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, OUTLINE, PAPER, SAND, darken, lighten
from game.engine.input import InputEvent
from game.engine.sprites import sprite
from game.engine.stage import READABLE_FROM, Flows, Stage, Steers, Surroundings
from game.engine.text import Weight
from game.engine.vector import circle, path, radial, rect, svg
from game.kit.held import Buttons, Claims, Held
from game.kit.panel.forms import Figure, draw_panel, figures_panel

TICK = 1 / 60
SCALE = 0.052
"""Design units of the picture for a unit of the course."""
LANE_TOP, LANE = 132.0, 112.0
LEFT = 150.0
"""Distance of the foremost person's racer from the left, in design units."""
FIGURE = 58.0
HIGH = 46.0
"""Height of a jump, in design units."""
EASE = 9.0
"""How fast a racer that is not steered here moves to its known place: the share of the distance a second."""


@sprite(kept=16)
def runner(colour: str, size_px: int) -> pygame.Surface:
    """Return a round lantern with a face to the right."""
    fills = radial("glow", [(0, lighten(colour, 0.55)), (0.7, colour), (1, darken(colour, 0.4))], 0.4, 0.35, 0.75)
    body = circle(0, 0, 42, "url(#glow)", OUTLINE, 3) + circle(16, -8, 6, INK) + circle(18, -10, 2, PAPER)
    return svg(body + path("M10 16Q20 22 28 13", "none", INK, 3), size_px, size_px, defs=fills, box=(-46, -46, 92, 92))


@sprite(kept=4)
def hurdle(width_px: int, height_px: int) -> pygame.Surface:
    """Return a hurdle: two brass posts and a bar."""
    posts = rect(2, 6, 5, 52, 2, darken(LANTERN, 0.3)) + rect(21, 6, 5, 52, 2, darken(LANTERN, 0.3))
    return svg(posts + rect(0, 8, 28, 8, 3, LANTERN), width_px, height_px, box=(0, 0, 28, 60))


def _fill(canvas: Canvas, box: Box, colour: str) -> None:
    canvas.surface.fill(colour, canvas.pixels(box))


class RacerStage(Stage[View, Run], Steers, Flows):
    """Steers the racers of people here, and shows the others where the match says they are."""

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        people = [seat for seat, look in enumerate(surroundings.looks) if look.person]
        self.claims = Claims(Held(surroundings.play_keys), people, surroundings.pad_seats)
        self._own: dict[Seat, Own] = {}
        self._shown: list[float] = []
        """Where each racer is seen, in units of the course."""
        self._owed = 0.0
        """Seconds that have passed but were not run yet."""
        self._left = 0.0
        """Seconds until the shown slice ends, if nobody here steers; below 0, how late the next slice is."""

    def reset(self, view: View) -> None:
        self.view = view
        self._own = {seat: Own(view.racers[seat]) for seat in self._own}
        self._shown = [float(racer.x) for racer in view.racers]
        self._left = 0.0

    def show(self, view: View, events: Sequence[Event]) -> None:
        self.view = view
        for seat, own in self._own.items():
            own.confirm(view.racers[seat], view.hurdles, view.goal)
        speed = self.surroundings.speed
        self._left = 0.0 if self._own or not speed else self._left + SLICE / speed

    def steer(self, people: Sequence[Seat], seconds: float) -> None:
        view = self.view
        if view is None or not people or not view.hurdles:
            self.claims.held.let_go()
            return
        for seat in people:
            self._own.setdefault(seat, Own(view.racers[seat]))
        self._owed = min(self._owed + seconds, 10 * TICK)
        while self._owed >= TICK:
            self._owed -= TICK
            for seat in people:
                run = self._own[seat].tick(self._buttons(seat), view)
                if run:
                    self.decide(run, seat)
            self.claims.held.tick()

    def _buttons(self, seat: Seat) -> int:
        mask = self.claims.mask(seat)
        return (RUN if mask & Buttons.RIGHT else 0) | (JUMP if mask & (Buttons.ACT | Buttons.UP) else 0)

    def handle(self, event: InputEvent) -> None:
        self.claims.handle(event)

    def update(self, seconds: float) -> None:
        self._left = max(-SLICE, self._left - seconds)
        share = min(1.0, EASE * seconds) if self.surroundings.speed else 1.0
        for seat, x in enumerate(self._shown):
            here = self.racer(seat).x
            self._shown[seat] = here if seat in self._own else x + (here - x) * share

    @property
    def busy(self) -> bool:
        return self._left > 0.0

    def hurry(self) -> None:
        self._left = min(self._left, 0.0)
        self._shown = [float(self.racer(seat).x) for seat in range(len(self._shown))]

    def racer(self, seat: Seat) -> Racer:
        """Return a racer as it is seen at this screen: a person's own is ahead of the match."""
        assert self.view is not None
        return self._own[seat].racer if seat in self._own else self.view.racers[seat]

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        return ("racer.stage.instruction", {})

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        return ("racer.stage.time", {"seconds": self.view.slices // 10}) if self.view else None

    def draw_panel(self, canvas: Canvas, seat: Seat, box: Box) -> None:
        view = self.view
        if view is None or not view.goal:
            return
        word = self.surroundings.texts.line("racer.stage.way")
        share = min(100, 100 * self.racer(seat).x // view.goal)
        panel = figures_panel([Figure(f"{share}", word, "flag")])
        draw_panel(canvas, self.surroundings.typeface, panel, box)

    def draw(self, canvas: Canvas) -> None:
        view = self.view
        if view is None:
            return
        begin = max([self.racer(seat).x for seat in self._own] or self._shown) - LEFT / SCALE
        for seat in range(len(view.racers)):
            self._draw_lane(canvas, seat, view, begin)

    def _draw_lane(self, canvas: Canvas, seat: Seat, view: View, begin: float) -> None:
        look, racer = self.surroundings.looks[seat], self.racer(seat)
        ground = LANE_TOP + LANE * seat + FIGURE / 2 + 14
        _fill(canvas, Box(0, ground, self.width, 12), darken(look.colour, 0.45))
        _fill(canvas, Box(0, ground, self.width, 2), look.colour)
        for place in (*view.hurdles, view.goal):
            x = (place - begin) * SCALE
            if -40 < x < self.width + 40 and place != view.goal:
                canvas.put_middle(hurdle(canvas.px(22), canvas.px(48)), x, ground - 22)
            elif -40 < x < self.width + 40:
                _fill(canvas, Box(x, ground - 78, 4, 78), PAPER)
                _fill(canvas, Box(x, ground - 78, 30, 18), LANTERN)
        rise = racer.air * (AIRBORNE - racer.air) * 4 / AIRBORNE**2 * HIGH - (10 if racer.down else 0)
        x = (self._shown[seat] - begin) * SCALE
        canvas.put_middle(runner(look.colour, canvas.px(FIGURE)), x, ground - FIGURE / 2 - rise)
        if canvas.scale >= READABLE_FROM:
            typeface = self.surroundings.typeface
            typeface.line(canvas, look.name, 14, ground + 24, theme.CAPTION, Weight.BOLD, SAND, "left")
