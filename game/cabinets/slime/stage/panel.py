"""What a team has, in its panel: squares in large figures, painted, deaths; what it says, or how its slimes fare."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.cabinets.slime.rules import TeamView
from game.cabinets.slime.stage.picture import Figure
from game.cabinets.slime.stage.slime import draw_number, slime
from game.cabinets.slime.stage.tones import skin_tones
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import MUTED, PAPER, SAND
from game.engine.light import drop_shadow
from game.engine.ornament import SHEET, card
from game.engine.sprites import sprite
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.vector import icon, path, points, svg

WIDE = 300.0
"""Width of a panel's inside from which on figures have their words below them and slimes stand beside."""
_FIGURE_GAP = 18.0
_HEAD = 34.0


def draw_panel(
    canvas: Canvas,
    surroundings: Surroundings,
    seat: int,
    team: TeamView,
    figures: Sequence[Figure],
    box: Box,
    unheard: str | None = None,
) -> None:
    """Fill the inside of a team's panel. What is `unheard` will be said with the next orders: it stands there faint."""
    typeface = surroundings.typeface
    if box.width < WIDE:
        _figures_in_signs(canvas, surroundings, seat, team, box, with_message=True)
        return
    high = typeface.grown(theme.HEADING) + typeface.leading(theme.CAPTION)
    in_words = box.height >= high
    tell = _figures_in_words if in_words else _figures_in_signs
    right = tell(canvas, surroundings, seat, team, box)
    rest = Box(right + 12, box.top, box.right - right - 12, box.height)
    if unheard or (team.message and unheard is None):
        _bubble(canvas, surroundings, unheard or team.message, rest, faint=bool(unheard))
    elif in_words:
        _roster(canvas, surroundings, seat, figures, rest)


def _figures_in_words(canvas: Canvas, surroundings: Surroundings, seat: int, team: TeamView, box: Box) -> float:
    """Squares, painted, deaths, each over its word; where they end."""
    typeface, texts = surroundings.typeface, surroundings.texts
    tone = skin_tones(surroundings.looks[seat].colour).middle
    caption_y = box.bottom - typeface.leading(theme.CAPTION) / 2 + 2
    number_y = (box.top + caption_y - typeface.leading(theme.CAPTION) / 2) / 2 + 2
    x = box.left
    entries = (
        ("slime_stage.squares", team.squares, theme.HEADING, tone),
        ("slime_stage.painted", team.painted, theme.LABEL, SAND),
        ("slime_stage.deaths", team.deaths, theme.LABEL, SAND),
    )
    for key, value, size, colour in entries:
        word, number = texts.line(key), str(value)
        wide = max(
            typeface.measure(word, theme.CAPTION),
            typeface.measure(number, size, Weight.BOLD),
            typeface.measure("000", size, Weight.BOLD),
        )
        typeface.line(canvas, number, x + wide / 2, number_y, size, Weight.BOLD, colour, "middle")
        typeface.line(canvas, word, x + wide / 2, caption_y, theme.CAPTION, Weight.REGULAR, MUTED, "middle")
        x += wide + _FIGURE_GAP
    return x - _FIGURE_GAP


def _figures_in_signs(
    canvas: Canvas, surroundings: Surroundings, seat: int, team: TeamView, box: Box, *, with_message: bool = False
) -> float:
    """Squares large; painted and deaths behind their signs, as many as fit; and what the team says, given height.

    Returns where the figures end.
    """
    typeface = surroundings.typeface
    tone = skin_tones(surroundings.looks[seat].colour).middle
    low = typeface.leading(theme.CAPTION)
    fits = with_message and box.height >= typeface.grown(theme.HEADING) + low
    message = team.message if fits else ""
    y = box.centery - (low / 2 if message else 0)
    typeface.line(canvas, str(team.squares), box.left, y, theme.HEADING, Weight.BOLD, tone)
    x = box.left + typeface.measure("000", theme.HEADING, Weight.BOLD) + 12
    size = typeface.grown(15)
    signs = [("skull", team.deaths), ("wand-sparkles", team.painted)]
    if not with_message and team.message:
        del signs[1:]
    for name, value in signs:
        wide = size + 4 + typeface.measure(str(value), theme.BODY, Weight.SEMIBOLD)
        if x + wide > box.right:
            break
        canvas.put_middle(icon(name, canvas.px(size), MUTED), x + size / 2, y)
        typeface.line(canvas, str(value), x + size + 4, y, theme.BODY, Weight.SEMIBOLD, SAND)
        x += wide + 12
    if message:
        (said,) = typeface.lines_in(message, box.width, low, theme.CAPTION)
        typeface.line(canvas, said, box.left, box.bottom - low / 2, theme.CAPTION, Weight.REGULAR, PAPER)
    return x - 12


def _roster(canvas: Canvas, surroundings: Surroundings, seat: int, figures: Sequence[Figure], box: Box) -> None:
    """The five slimes with their numbers and, below, how often each died."""
    typeface, look = surroundings.typeface, surroundings.looks[seat]
    step = min(40.0, box.width / max(1, len(figures)))
    if step < 26:
        return
    head = min(_HEAD, step - 4, box.height - typeface.leading(theme.CAPTION) - 2)
    left = box.right - step * len(figures)
    low = box.bottom - typeface.leading(theme.CAPTION) / 2 + 2
    for number, figure in enumerate(figures):
        x, y = left + (number + 0.5) * step, box.top + head / 2 + 2
        drawn = slime(seat, figure.heading, canvas.px(head), canvas.px(head * 1.04), look.colour, look.pattern)
        canvas.put_middle(drawn, x, y)
        draw_number(canvas, typeface, figure.number, x + head * 0.4, y + head * 0.34, look.colour, 15)
        _deaths(canvas, surroundings, figure.deaths, x, low)


def _deaths(canvas: Canvas, surroundings: Surroundings, deaths: int, x: float, y: float) -> None:
    typeface = surroundings.typeface
    size = typeface.grown(11)
    tone = SAND if deaths else MUTED
    canvas.put_middle(icon("skull", canvas.px(size), MUTED), x - size * 0.55, y)
    typeface.line(canvas, str(deaths), x + 3, y, theme.CAPTION, Weight.SEMIBOLD, tone)


@sprite(kept=4)
def _tail(size_px: int) -> pygame.Surface:
    """The tip of a bubble, to the left."""
    return svg(path(points([(12, 0), (0, 8), (12, 12)]), SHEET.top), size_px, size_px, box=(0, 0, 12, 12), oversample=4)


def _bubble(canvas: Canvas, surroundings: Surroundings, message: str, room: Box, *, faint: bool) -> None:
    """What the team says, on paper, in one line or two."""
    typeface = surroundings.typeface
    widest = room.width - 34
    lines = typeface.lines_in(message, widest, room.height - 6, theme.CAPTION, Weight.SEMIBOLD)
    leading = typeface.leading(theme.CAPTION)
    wide = max(typeface.measure(line, theme.CAPTION, Weight.SEMIBOLD) for line in lines) + 24
    high = leading * len(lines) + 8
    box = Box(room.left + 10, room.centery - high / 2, wide, high)
    drop_shadow(canvas, box, 10, 6, 110, 3)
    area = canvas.pixels(box)
    canvas.put_middle(_tail(canvas.px(12)), box.left - 4, box.centery)
    canvas.put(card(area.width, area.height, canvas.px(10), SHEET), box.left, box.top)
    ink = theme.TEXT_ON_PAPER_MUTED if faint else theme.TEXT_ON_PAPER
    weight = Weight.REGULAR if faint else Weight.SEMIBOLD
    for number, line in enumerate(lines):
        y = box.top + 4 + (number + 0.5) * leading
        typeface.line(canvas, line, box.left + 12, y, theme.CAPTION, weight, ink)
