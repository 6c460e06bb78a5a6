"""A graph while a grammar rewrites it, drawn in place of the map."""

from __future__ import annotations

import pygame

from game.cabinets.workshop.stage.growing import Growing
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, PAPER, Colour, rgb
from game.engine.text import Typeface, Weight
from game.engine.text.fitting import fitted
from game.ground.texts import Texts
from game.kit.levels.tiles import LOCK_COLOURS

_COLOURS: dict[str, Colour] = {"open": PAPER, "oneway": "#57E0D0", "secret": "#B9A9C4"}
_NODE: Colour = "#4A3F86"


def draw_growing(canvas: Canvas, typeface: Typeface, texts: Texts, box: Box, graph: Growing) -> None:
    """Draw nodes in columns from left to right with their edges; the nodes that a rule matched are lit."""
    surface = canvas.surface
    inside = box.inflate(-24, -24)
    places = graph.places()
    middles = {
        node: (inside.left + x * inside.width, inside.top + y * inside.height) for node, (x, y) in places.items()
    }
    wide = min(110.0, inside.width / max(1, len({x for x, _ in places.values()})) - 14)
    high = typeface.grown(24)
    for (a, b), (kind, key) in graph.edges.items():
        if a not in middles or b not in middles:
            continue
        colour = LOCK_COLOURS[key % len(LOCK_COLOURS)] if kind == "locked" else _COLOURS.get(kind, PAPER)
        start, end = canvas.pixel(*middles[a]), canvas.pixel(*middles[b])
        pygame.draw.line(surface, rgb(INK), start, end, max(3, canvas.px(4)))
        pygame.draw.line(surface, rgb(colour), start, end, max(1, canvas.px(2)))
        if kind in ("oneway", "locked"):
            middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
            pygame.draw.circle(surface, rgb(INK), middle, max(4, canvas.px(6)))
            pygame.draw.circle(surface, rgb(colour), middle, max(3, canvas.px(4)))
    for node, (x, y) in middles.items():
        lit = node in graph.found
        area = canvas.pixels(Box(x - wide / 2, y - high / 2, wide, high))
        pygame.draw.rect(surface, rgb(LANTERN if lit else INK), area.inflate(4, 4), border_radius=8)
        pygame.draw.rect(surface, rgb(_NODE), area, border_radius=6)
        name = f"workshop.node.{graph.nodes[node]}"
        words = texts.line(name) if texts.has(name) else graph.nodes[node]
        shown = fitted(typeface, words, wide - 6, theme.CAPTION)
        typeface.line(canvas, shown, x, y, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_BRIGHT, "middle")
