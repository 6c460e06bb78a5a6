"""The game's own card: how many squares each team had, turn by turn, as land that grows from both sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from game.cabinets.slime.field import SQUARES, TEAM, TURNS
from game.cabinets.slime.stage.picture import Picture
from game.cabinets.slime.stage.tones import land_tones
from game.engine.canvas import Box, Canvas
from game.engine.colour import MUTED, PAPER, SAND, Colour, mix
from game.engine.ornament import khatam
from game.engine.sprites import put, sprite
from game.engine.stage import Look, Surroundings
from game.engine.text import Weight
from game.engine.text.typeface import Anchor
from game.engine.theme import CAPTION, LABEL
from game.engine.vector import linear, path, points, rect, svg

_TICKS: tuple[tuple[int, Anchor], ...] = ((0, "left"), (60, "middle"), (120, "middle"), (TURNS, "right"))
_LEAST_CHART = 18.0
"""Height of the chart below which it has no turns written under it."""


class History:
    """How many squares each team had after each turn, as far as it is known."""

    def __init__(self) -> None:
        self._known: dict[int, Sequence[int]] = {0: (TEAM, TEAM)}

    def learn(self, scores: Iterable[tuple[int, Sequence[int]]]) -> None:
        """Turns, and both teams' squares after each."""
        self._known.update(scores)

    def until(self, turn: int) -> tuple[tuple[int, int, int], ...]:
        """Turn and squares, ascending, up to a turn."""
        return tuple((known, ours, theirs) for known, (ours, theirs) in sorted(self._known.items()) if known <= turn)


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


def draw_side(canvas: Canvas, given: Surroundings, history: History, picture: Picture, box: Box) -> None:
    """The chart with its turns below and, where there is height, the squares in figures above."""
    typeface, turn = given.typeface, picture.turn
    low, top = typeface.leading(CAPTION), box.top + 6
    if box.height > 110 + 2 * low:
        _draw_figures(canvas, given, picture, Box(box.left, box.top, box.width, typeface.leading(LABEL)))
        top += typeface.leading(LABEL) + 8
    with_ticks = box.bottom - low - top >= _LEAST_CHART
    chart = Box(box.left, top, box.width, box.bottom - (low if with_ticks else 0) - top)
    draw_areas(canvas, chart, history, turn, given.looks)
    if not with_ticks:
        return
    narrow = chart.width / 3 < typeface.measure("120", CAPTION) + 20
    for tick, anchor in (_TICKS[0], _TICKS[-1]) if narrow else _TICKS:
        x = chart.left + tick / TURNS * chart.width
        typeface.line(canvas, str(tick), x, box.bottom - low / 2 + 2, CAPTION, Weight.REGULAR, MUTED, anchor)
    room = chart.right - (chart.left + turn / TURNS * chart.width) - 16
    text = given.texts.line("slime_stage.to_go", turns=picture.left)
    if picture.left and typeface.measure(text, CAPTION) <= room:
        typeface.line(canvas, text, chart.right - 8 - room / 2, chart.centery, CAPTION, Weight.REGULAR, MUTED, "middle")


def _draw_figures(canvas: Canvas, given: Surroundings, picture: Picture, box: Box) -> None:
    """Both teams' squares and what is nobody's, in their colours."""
    typeface, squares = given.typeface, [team.squares for team in picture.teams]
    ends: tuple[tuple[float, Anchor], ...] = ((box.left, "left"), (box.right, "right"))
    for look, own, (x, anchor) in zip(given.looks, squares, ends, strict=True):
        tone = mix(look.colour, PAPER, 0.25)
        typeface.line(canvas, f"{100 * own / SQUARES:.0f}%", x, box.centery, LABEL, Weight.BOLD, tone, anchor)
    free = given.texts.line("slime_stage.free", squares=SQUARES - sum(squares))
    room = box.width - 2 * typeface.measure("100%", LABEL, Weight.BOLD) - 16
    if typeface.measure(free, CAPTION) <= room:
        typeface.line(canvas, free, box.centerx, box.centery, CAPTION, Weight.REGULAR, MUTED, "middle")
