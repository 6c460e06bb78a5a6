"""Marks while a person decides: where one may go, what is pointed at, warnings, and the wait."""

from __future__ import annotations

import pygame

from game.cabinets.l4g.rules.rules import Way
from game.cabinets.l4g.stage.choice import WAIT_SECONDS, Choice, towards
from game.cabinets.l4g.stage.floor.layout import Floor, Plan
from game.cabinets.l4g.stage.floor.picture import Figure
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, PAPER, ROSE, Colour
from game.engine.light import shine
from game.engine.ornament import outline
from game.engine.sprites import faded, sprite
from game.engine.stage import Surroundings
from game.engine.vector import arc, circle, group, path, svg
from game.kit.marks import reason_over

_TURNS = {Way.UP: 0, Way.RIGHT: 90, Way.DOWN: 180, Way.LEFT: 270}
_STEPS = 48


@sprite(kept=32)
def _arrow(size_px: int, turn: int, colour: Colour) -> pygame.Surface:
    """Return a broad arrow head, turned by `turn` degrees."""
    head = path("M50 14L84 62H62V86H38V62H16Z", colour, "#1A1030", 7)
    return svg(group(head, f"rotate({turn} 50 50)"), size_px, size_px, box=(0, 0, 100, 100), oversample=3)


@sprite(kept=64)
def _countdown(size_px: int, step: int) -> pygame.Surface:
    body = circle(50, 50, 44, "none", INK, 10, stroke_opacity=0.6)
    if step >= _STEPS:
        body += circle(50, 50, 44, "none", LANTERN, 6)
    elif step > 0:
        body += path(arc(50, 50, 44, 0, step / _STEPS), "none", LANTERN, 6)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=3)


def draw_choice(canvas: Canvas, plan: Plan, choice: Choice, figure: Figure | None) -> None:
    """Draw what may be chosen and what is pointed at."""
    if choice.only_waits:
        if figure is not None:
            left = 1 - min(1.0, choice.waited / WAIT_SECONDS)
            canvas.put_middle(_countdown(canvas.px(figure.radius * 3.2), round(left * _STEPS)), figure.x, figure.y)
    elif choice.placing:
        _draw_place(canvas, plan, choice)
    elif choice.me.square is not None:
        for way in Way:
            _draw_way(canvas, plan.floor, choice, way)


def _draw_place(canvas: Canvas, plan: Plan, choice: Choice) -> None:
    box = plan.floor.square(choice.focus) if isinstance(choice.focus, tuple) else plan.sky
    shine(canvas, box.centerx, box.centery, plan.floor.cell * 0.9, LANTERN, 0.4, 1.5)
    area = canvas.pixels(box)
    canvas.put(outline(area.width, area.height, canvas.px(8), LANTERN, max(2, canvas.px(3))), box.left, box.top)


def _draw_way(canvas: Canvas, floor: Floor, choice: Choice, way: Way) -> None:
    """Draw an arrow on a square one may go to, or a frame around the one that is pointed at."""
    assert choice.me.square is not None
    square = towards(choice.me.square, way)
    pointed = choice.focus is way
    allowed = way in choice.ways
    box = floor.square(square)
    if pointed:
        colour = LANTERN if allowed else ROSE
        shine(canvas, box.centerx, box.centery, floor.cell * 0.8, colour, 0.4, 1.5)
        area = canvas.pixels(box.inflate(-4, -4))
        line = outline(area.width, area.height, canvas.px(7), colour, max(2, canvas.px(3)))
        canvas.put(line, box.left + 2, box.top + 2)
    if way in _TURNS and allowed:
        down, right = square[0] - choice.me.square[0], square[1] - choice.me.square[1]
        x, y = box.centerx - right * floor.cell * 0.34, box.centery - down * floor.cell * 0.34
        made = _arrow(canvas.px(22), _TURNS[way], LANTERN if pointed else PAPER)
        canvas.put_middle(made if pointed else faded(made, 0.85), x, y)


def draw_warning(canvas: Canvas, surroundings: Surroundings, floor: Floor, choice: Choice, frame: Box) -> None:
    """Draw the warning beside its square: why the way is punished, and that a second press goes it all the same."""
    if choice.warning is None or choice.warned is None or choice.me.square is None:
        return
    text = surroundings.texts.line(choice.warning, turns=surroundings.options.penalty)
    reason_over(canvas, surroundings.typeface, text, floor.square(towards(choice.me.square, choice.warned)), frame)
