"""Draws the room with all players in it: floor, fog, paths, tokens, marks and lights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import pygame

from game.cabinets.l4g.rules.views import PlayerState, Sight
from game.cabinets.l4g.stage.floor.floor import draw_floor, warm_floor
from game.cabinets.l4g.stage.floor.fog import DIMMED, draw_fog
from game.cabinets.l4g.stage.floor.layout import Place, Plan
from game.cabinets.l4g.stage.floor.picture import Figure, Picture
from game.cabinets.l4g.stage.floor.token import COLOURS, draw_plate, draw_token, plate_height, prayers, ring, token
from game.cabinets.l4g.stage.floor.told import KINDS, draw_marks
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, OUTLINE, Colour
from game.engine.light import shine
from game.engine.ornament import pill
from game.engine.sprites import faded, sprite
from game.engine.stage import READABLE_FROM, Surroundings
from game.engine.text import LEAST_PX, Weight
from game.engine.tween import arc
from game.engine.vector import circle, icon, svg

_PLATED = 13.0
"""Radius from which a token has room for plates at its side, in design units."""
_LABEL_COLOURS: Final[dict[str, Colour]] = {"health": "#FFB3BE", "spotting": "#FFE6A8"}


def draw_room(canvas: Canvas, plan: Plan, picture: Picture, path: Sequence[Place], focus: int | None) -> None:
    """Draw everything below the tokens."""
    floor = plan.floor
    draw_floor(canvas, floor)
    draw_fog(canvas, floor, picture.sight, picture.last_sight, picture.sight_share)
    figure = picture.figures.get(focus) if focus is not None else None
    if figure is not None and figure.square is not None:
        x, y = figure.x, figure.y
        shine(canvas, x, y, floor.cell * 1.9, "#FF9F48", 0.25, 1.5)
        shine(canvas, x, y, floor.cell * 0.9, "#FFD890", 0.15, 1.5)
    if canvas.scale >= READABLE_FROM and len(path) > 1:
        _draw_path(canvas, plan, path)


@sprite(kept=16)
def _bead(size_px: int, opacity: int) -> pygame.Surface:
    made = svg(circle(50, 50, 44, LANTERN, OUTLINE, 10), size_px, size_px, box=(0, 0, 100, 100), oversample=4)
    return faded(made, opacity / 8)


def _draw_path(canvas: Canvas, plan: Plan, path: Sequence[Place]) -> None:
    """Draw beads over the squares that a player came over, the older the fainter."""
    steps = list(pairwise(path))
    for age, (begin, end) in enumerate(reversed(steps)):
        opacity = max(1, 7 - age)
        (x, y), (end_x, end_y) = plan.floor.middle(begin), plan.floor.middle(end)
        for share in (0.0, 0.5):
            made = _bead(canvas.px(7 if share else 10), opacity)
            canvas.put_middle(made, x + (end_x - x) * share, y + (end_y - y) * share)


def draw_tokens(canvas: Canvas, surroundings: Surroundings, plan: Plan, picture: Picture, focus: int | None) -> None:
    """Draw all tokens from the back to the front, with the marks of the turn on the squares."""
    readable = canvas.scale >= READABLE_FROM
    for burst in picture.bursts:
        strength = round(8 * arc(0.15 + 0.85 * burst.share)) / 8
        shine(canvas, *burst.place, plan.floor.cell * 0.8, KINDS[burst.kind].colour, 0.7 * strength, 1.5)
    figures = picture.in_order()
    for figure in figures:
        _draw_figure(canvas, surroundings, plan, picture, figure, followed=figure.number == focus)
    if readable:
        for figure in figures:
            if figure.radius >= _PLATED and figure.swell <= 1 and _clearness(plan, picture, figure, focus) > 0.9:
                _draw_plates(canvas, surroundings, figure)
        draw_marks(canvas, plan.floor, picture)


def _draw_figure(
    canvas: Canvas, surroundings: Surroundings, plan: Plan, picture: Picture, figure: Figure, *, followed: bool
) -> None:
    typeface = surroundings.typeface
    radius = figure.radius * figure.swell
    x, y = figure.x, figure.y - figure.lift
    opacity = _clearness(plan, picture, figure, figure.number if followed else None)
    readable = canvas.scale >= READABLE_FROM
    if figure.state is PlayerState.SOUL and opacity > 0.3:
        shine(canvas, x, y, radius * 2.6, "#FFC04A", 0.35, 1.7)
    if followed:
        shine(canvas, x, y, radius * 2.6, LANTERN, 0.6, 1.3)
    label = str(figure.number) if readable else ""
    draw_token(canvas, typeface, figure.state, x, y, radius, label, opacity)
    prays = figure.state is PlayerState.INFECTED and figure.life is not None and figure.life.counter > 0
    if prays and figure.life is not None and readable and opacity > 0.9:
        canvas.put_middle(prayers(canvas.px(radius), figure.life.counter), x, y)
    if followed:
        canvas.put_middle(ring(canvas.px(radius)), x, y)


def _clearness(plan: Plan, picture: Picture, figure: Figure, focus: int | None) -> float:
    """Return the opacity of a token as the followed player sees it."""
    if picture.sight is None or figure.number == focus:
        return figure.opacity
    if figure.square is None:
        return figure.opacity * 0.5
    row, column = plan.floor.at(figure.x, figure.y)
    if not plan.floor.holds((row, column)):
        return figure.opacity
    dimmed = DIMMED[picture.sight[row * plan.floor.columns + column]]
    return figure.opacity * (max(dimmed, DIMMED[Sight.PLAYERS]) if picture.view.number >= 0 else dimmed)


def _draw_plates(canvas: Canvas, surroundings: Surroundings, figure: Figure) -> None:
    """Draw a token's plates: health or a soul's wait at the right, the turns a corpse still lies at the left."""
    x, y = figure.x, figure.y - figure.lift
    high = max(min(14.0, figure.radius * 0.82), plate_height(LEAST_PX / canvas.scale))
    if high > figure.radius:
        return
    aside, down = figure.radius * 0.86, figure.radius * 0.78
    if figure.health is not None and figure.state in (PlayerState.CORPSE, PlayerState.INFECTED):
        draw_plate(canvas, surroundings.typeface, str(figure.health), x + aside, y + down, high, "#F0506A")
    if figure.life is not None and figure.state in (PlayerState.CORPSE, PlayerState.SOUL):
        wait = str(figure.life.cooldown)
        side = -aside if figure.state is PlayerState.CORPSE else aside
        draw_plate(canvas, surroundings.typeface, wait, x + side, y + down, high, LANTERN)


def draw_choosing_turn(canvas: Canvas, surroundings: Surroundings, plan: Plan) -> None:
    """Draw a plate on the frame above the room: direct infection is offered."""
    text = surroundings.texts.line("l4g_stage.choosing_turn")
    y = plan.floor.frame.top + plan.floor.edge / 2
    shine(canvas, plan.floor.frame.centerx, y, plan.floor.cell * 2, "#F0506A", 0.4, 1.6, 0.5)
    _draw_plate_of_words(canvas, surroundings, plan, text, "syringe", y, ("#7A1230", "#FFB3BE", "#FFF1F2"))


def draw_stop(canvas: Canvas, surroundings: Surroundings, plan: Plan) -> None:
    """Draw a plate on the frame below the room: how to go on from a stop between acts."""
    text = surroundings.texts.line("l4g_stage.go_on")
    y = plan.floor.frame.bottom + 2
    if plan.drawer is not None:  # clear of the phases below an upright room
        y -= surroundings.typeface.leading(theme.BODY) / 2 + 6
    colours = ("#FFD98A", "#FFF1C9", theme.TEXT_ON_LANTERN)
    _draw_plate_of_words(canvas, surroundings, plan, text, "step-forward", y, colours)


def _draw_plate_of_words(
    canvas: Canvas,
    surroundings: Surroundings,
    plan: Plan,
    text: str,
    sign: str,
    y: float,
    colours: tuple[Colour, Colour, Colour],
) -> None:
    """Draw a plate with a sign and words on the room's frame; `colours` are those of plate, line and words."""
    typeface = surroundings.typeface
    plate, line, ink = colours
    size = typeface.grown(16)
    wide = typeface.measure(text, theme.BODY, Weight.BOLD) + size + 38
    high = typeface.leading(theme.BODY) + 8
    box = Box(plan.floor.frame.centerx - wide / 2, y - high / 2, wide, high)
    area = canvas.pixels(box)
    canvas.put(pill(area.width, area.height, plate, 0.97, line), box.left, box.top)
    canvas.put_middle(icon(sign, canvas.px(size), ink, 2.4), box.left + 15 + size / 2, box.centery)
    typeface.line(canvas, text, box.left + 23 + size, box.centery, theme.BODY, Weight.BOLD, ink)


def draw_labels(canvas: Canvas, surroundings: Surroundings, picture: Picture) -> None:
    """Draw what the turn brought the followed player, as words that rise from its token."""
    typeface = surroundings.typeface
    size = theme.LABEL * 100 / typeface.text_size
    for label in picture.labels:
        x, y = label.place
        alpha = round(8 * min(1.0, (1 - label.share) * 2)) / 8
        typeface.line(
            canvas,
            label.text,
            x,
            y - 10 - 22 * label.share,
            size,
            Weight.BOLD,
            _LABEL_COLOURS[label.kind],
            "middle",
            outline=3,
            edge=OUTLINE,
            alpha=alpha,
        )


def warm_room(canvas: Canvas, plan: Plan) -> Iterator[None]:
    """Make the sprites of floor and tokens, some at each step."""
    yield from warm_floor(canvas, plan.floor)
    radius = canvas.px(plan.floor.cell * plan.largest)
    for state in COLOURS:
        for size in range(max(3, radius // 3), radius + 1):
            token(state, size)
        yield
