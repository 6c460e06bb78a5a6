"""The card of direct infection: asleep while anybody is ill or dead, offered, or counting down."""

from __future__ import annotations

from typing import Final

import pygame

from game.cabinets.l4g.rules.views import PlayerState, View
from game.cabinets.l4g.stage.floor.picture import Picture
from game.cabinets.l4g.stage.floor.token import draw_token
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import MUTED, PAPER
from game.engine.light import shine
from game.engine.sprites import sprite
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.vector import arc, circle, icon, path, svg
from game.engine.widgets.parts import faces

_DIAL = 34.0
"""Radius of the dial, in design units."""
_RED: Final = "#F0506A"
_SEGMENTS = 10


@sprite(kept=16)
def _dial(size_px: int, lit: int) -> pygame.Surface:
    body = circle(50, 50, 46, "#17132F", "#C99043", 2.2)
    for piece in range(_SEGMENTS):
        data = arc(50, 50, 36, (piece + 0.14) / _SEGMENTS, (piece + 0.86) / _SEGMENTS)
        body += path(data, "none", _RED, 7, stroke_opacity=1 if piece < lit else 0.25)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=3)


def turns_left(view: View) -> int:
    """Return the turns until direct infection fires; 0 if none is running."""
    return max(0, view.firing - view.turn) if view.firing else 0


def draw_infection(
    canvas: Canvas, surroundings: Surroundings, box: Box, picture: Picture, accepts: bool | None
) -> None:
    """Draw the card in one of its three states.

    `accepts` is the answer that a person has set so far; None if no person is asked.
    """
    faces.glass_panel(canvas, box)
    typeface, texts = surroundings.typeface, surroundings.texts
    view = picture.view
    y = box.top + 10 + typeface.leading(theme.BODY) / 2
    left = box.left + 14
    typeface.line(canvas, texts.line("l4g_stage.direct"), left, y, theme.BODY, Weight.BOLD, PAPER)
    top = y + typeface.leading(theme.BODY) / 2
    x, middle = left + _DIAL + 2, (top + box.bottom - 8) / 2
    text_left = x + _DIAL + 14
    room = Box(text_left, top, box.right - 12 - text_left, box.bottom - 8 - top)
    if view.choosing:
        shine(canvas, x, middle, 66, _RED, 0.45, 1.6)
        canvas.put_middle(_dial(canvas.px(2 * _DIAL), _SEGMENTS), x, middle)
        canvas.put_middle(icon("syringe", canvas.px(22), "#FFD9DC", 2.2), x, middle)
        _offer(canvas, surroundings, room, accepts)
    elif left_turns := turns_left(view):
        total = max(1, surroundings.options.incubation)
        canvas.put_middle(_dial(canvas.px(2 * _DIAL), round(_SEGMENTS * (1 - left_turns / total))), x, middle)
        size = theme.HEADING * 100 / typeface.text_size
        typeface.line(canvas, str(left_turns), x, middle, size, Weight.BOLD, "#FFD9DC", "middle")
        _words(canvas, surroundings, room, texts.line("l4g_stage.turns_to_go"), _waiting(surroundings, picture))
    else:
        canvas.put_middle(_dial(canvas.px(2 * _DIAL), 0), x, middle)
        canvas.put_middle(icon("moon", canvas.px(20), "#F08AA6", 2.2), x, middle)
        _asleep(canvas, surroundings, room, picture)


def _offer(canvas: Canvas, surroundings: Surroundings, box: Box, accepts: bool | None) -> None:
    """Draw the offer to everybody, and a person's answer as a switch."""
    line = surroundings.texts.line
    if accepts is None:
        turns = surroundings.options.incubation
        _words(canvas, surroundings, box, line("l4g_stage.accept"), line("l4g_stage.accept_help", turns=turns))
        return
    head = line("l4g_stage.accepting" if accepts else "l4g_stage.declining")
    box = Box(box.left, box.top, box.width, box.height)
    typeface = surroundings.typeface
    track = Box(box.left, box.centery - 24, 40, 22)
    faces.draw_face(canvas, track, faces.SWITCH_ON if accepts else faces.TRACK, 11)
    knob = Box(track.right - 20 if accepts else track.left + 2, track.top + 2, 18, 18)
    faces.draw_face(canvas, knob, faces.THUMB, 9)
    typeface.line(canvas, head, track.right + 8, track.centery, theme.BODY, Weight.SEMIBOLD, PAPER)
    words = line("l4g_stage.accept_keys")
    room = Box(box.left, track.bottom + 4, box.width, box.bottom - track.bottom - 4)
    if typeface.height_of(words, room.width, theme.CAPTION) <= room.height:
        typeface.paragraph(canvas, words, room, theme.CAPTION, Weight.REGULAR, MUTED)


def _waiting(surroundings: Surroundings, picture: Picture) -> str:
    """Return how many accepted, for viewers who know; for a seat, whether it accepted itself."""
    line = surroundings.texts.line
    accepted = [figure.life.accepted for figure in picture.figures.values() if figure.life is not None]
    if picture.view.number >= 0:
        return line("l4g_stage.you_accepted" if any(accepted) else "l4g_stage.you_declined")
    return line("l4g_stage.accepted", count=sum(accepted), health=surroundings.options.direct_health)


def _words(canvas: Canvas, surroundings: Surroundings, box: Box, head: str, below: str) -> None:
    typeface = surroundings.typeface
    lines = typeface.wrap(below, box.width, theme.CAPTION)
    high, low = typeface.leading(theme.BODY), typeface.leading(theme.CAPTION)
    fitting = lines[: max(0, int((box.height - high + 3) / low))]
    top = box.centery - (high + low * len(fitting)) / 2
    typeface.line(canvas, head, box.left, top + high / 2, theme.BODY, Weight.SEMIBOLD, PAPER, max_width=box.width + 6)
    for place, words in enumerate(fitting):
        y = top + high + (place + 0.5) * low
        typeface.line(canvas, words, box.left, y, theme.CAPTION, Weight.REGULAR, MUTED)


def _asleep(canvas: Canvas, surroundings: Surroundings, box: Box, picture: Picture) -> None:
    """Draw what must be gone before direct infection is offered again; numbers only for viewers who know them."""
    typeface, texts = surroundings.typeface, surroundings.texts
    if picture.view.number >= 0:
        _words(canvas, surroundings, box, texts.line("l4g_stage.asleep"), texts.line("l4g_stage.asleep_help"))
        return
    low, high = typeface.leading(theme.CAPTION), typeface.leading(theme.BODY)
    top = box.centery - (2 * low + high) / 2
    before, after = texts.line("l4g_stage.next_choice_when"), texts.line("l4g_stage.are_gone")
    typeface.line(canvas, before, box.left, top + low / 2, theme.CAPTION, Weight.REGULAR, MUTED)
    states = [figure.state for figure in picture.figures.values()]
    x = box.left
    for state in (PlayerState.CORPSE, PlayerState.INFECTED):
        draw_token(canvas, typeface, state, x + 9, top + low + high / 2, 9)
        count = str(states.count(state))
        typeface.line(canvas, count, x + 24, top + low + high / 2, theme.BODY, Weight.SEMIBOLD, PAPER)
        x += 36 + typeface.measure("00", theme.BODY, Weight.SEMIBOLD)
    typeface.line(canvas, after, box.left, top + low + high + low / 2, theme.CAPTION, Weight.REGULAR, MUTED)
