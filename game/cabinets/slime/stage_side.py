"""The game's own card: how many squares each team had, turn by turn, as land that grows from both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from game.cabinets.slime.field import SQUARES, TURNS
from game.cabinets.slime.stage_tones import land_tones
from game.engine.canvas import Box, Canvas
from game.engine.colour import MUTED, PAPER, SAND, Colour, mix
from game.engine.ornament import khatam
from game.engine.sprites import put, sprite
from game.engine.stage import Look, Surroundings
from game.engine.text import Weight
from game.engine.theme import CAPTION, LABEL
from game.engine.vector import linear, path, points, rect, svg

Shares = tuple[int, int]
"""Squares of team A and of team B."""
_TICKS = (0, 60, 120, TURNS)


class History:
    """How many squares each team had after the turns that were seen."""

    def __init__(self) -> None:
        self._seen: dict[int, Shares] = {}
        self.captures: dict[int, tuple[int, int]] = {}
        """Turn → team and squares of the largest capture in it."""

    def see(self, turn: int, shares: Shares) -> None:
        """This is how it stood after a turn."""
        if self._seen.get(turn) != shares:
            later = [seen for seen in self._seen if seen > turn]
            if turn in self._seen:
                for seen in later:
                    del self._seen[seen]
                    self.captures.pop(seen, None)
            self._seen[turn] = shares

    def until(self, turn: int) -> tuple[tuple[int, int, int], ...]:
        """Turn and squares, ascending, up to a turn."""
        return tuple((seen, *self._seen[seen]) for seen in sorted(self._seen) if seen <= turn)


@sprite(kept=4)
def _areas(
    width_px: int, height_px: int, history: tuple[tuple[int, int, int], ...], first: Colour, second: Colour
) -> pygame.Surface:
    """The chart: A's land from the foot, B's from the top, what is still to come as a faint field."""
    wide, high = width_px, height_px

    def at(turn: int, height: float) -> tuple[float, float]:
        return turn / TURNS * wide, high * (1 - height / SQUARES)

    radius = min(6.0, high / 8)
    body = rect(0, 0, wide, high, radius, PAPER, fill_opacity=0.07)
    last = history[-1][0] if history else 0
    if last > 0:
        low = [at(turn, ours) for turn, ours, _ in history]
        top = [at(turn, SQUARES - theirs) for turn, _, theirs in history]
        if history[0][0] > 0:
            low.insert(0, (0.0, low[0][1]))
            top.insert(0, (0.0, top[0][1]))
        end = last / TURNS * wide
        body += path(points([*low, *reversed(top)]), SAND, fill_opacity=0.22)
        body += path(points([*low, (end, high), (0, high)]), "url(#first)")
        body += path(points([*top, (end, 0), (0, 0)]), "url(#second)")
        line = max(1.2, high / 36)
        body += path(points(low, closed=False), "none", mix(first, PAPER, 0.6), line)
        body += path(points(top, closed=False), "none", mix(second, PAPER, 0.6), line)
    defs = linear("first", [(0, first), (1, land_tones(first).shore)], 0, 0, 0, 1)
    defs += linear("second", [(0, land_tones(second).shore), (1, second)], 0, 0, 0, 1)
    chart = svg(body, width_px, height_px, defs=defs, oversample=3).copy()
    mask = svg(rect(0, 0, wide, high, radius, "#FFFFFF"), width_px, height_px)
    chart.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return chart


def draw_areas(canvas: Canvas, box: Box, history: History, turn: int, looks: Sequence[Look]) -> None:
    """The chart alone, with a line where the match is."""
    area = canvas.pixels(box)
    chart = _areas(area.width, area.height, history.until(turn), looks[0].colour, looks[1].colour)
    put(canvas.surface, chart, *area.topleft)
    x = area.left + round(turn / TURNS * area.width)
    pygame.draw.line(canvas.surface, PAPER, (x, area.top), (x, area.bottom - 1), max(1, canvas.px(1.5)))
    if area.height >= canvas.px(24):
        canvas.put_middle(khatam(canvas.px(11), PAPER, "#D9643A"), box.left + turn / TURNS * box.width, box.top)


def draw_side(
    canvas: Canvas, surroundings: Surroundings, history: History, turn: int, told: Mapping[str, int], box: Box
) -> None:
    """The chart with its turns below and, where there is height, the squares in figures above."""
    typeface, looks = surroundings.typeface, surroundings.looks
    line = typeface.leading(CAPTION)
    top = box.top + 6
    if box.height > 110 + 2 * line:
        top += _draw_figures(canvas, surroundings, told, Box(box.left, box.top, box.width, typeface.leading(LABEL)))
    chart = Box(box.left, top, box.width, box.bottom - line - top)
    if chart.height < 12:
        return
    draw_areas(canvas, chart, history, turn, looks)
    y = box.bottom - line / 2 + 2
    for tick in _TICKS:
        x = chart.left + tick / TURNS * chart.width
        anchor = "left" if tick == 0 else "right" if tick == TURNS else "middle"
        typeface.line(canvas, str(tick), x, y, CAPTION, Weight.REGULAR, MUTED, anchor)  # type: ignore[arg-type]
    left = TURNS - turn
    room = chart.right - (chart.left + turn / TURNS * chart.width) - 16
    text = surroundings.texts.line("slime_stage.to_go", turns=left)
    if left and typeface.measure(text, CAPTION) <= room:
        typeface.line(canvas, text, chart.right - 8 - room / 2, chart.centery, CAPTION, Weight.REGULAR, MUTED, "middle")


def _draw_figures(canvas: Canvas, surroundings: Surroundings, told: Mapping[str, int], box: Box) -> float:
    """Both teams' squares and what is nobody's, in their colours; the height used."""
    typeface, looks = surroundings.typeface, surroundings.looks
    y = box.centery
    for number, (x, anchor) in enumerate(((box.left, "left"), (box.right, "right"))):
        tone = mix(looks[number].colour, PAPER, 0.25)
        share = f"{100 * told['AB'[number]] / SQUARES:.0f}%"
        typeface.line(canvas, share, x, y, LABEL, Weight.BOLD, tone, anchor)  # type: ignore[arg-type]
    free = surroundings.texts.line("slime_stage.free", squares=told["free"])
    room = box.width - 2 * typeface.measure("100%", LABEL, Weight.BOLD) - 16
    if typeface.measure(free, CAPTION) <= room:
        typeface.line(canvas, free, box.centerx, y, CAPTION, Weight.REGULAR, MUTED, "middle")
    return box.height + 8
