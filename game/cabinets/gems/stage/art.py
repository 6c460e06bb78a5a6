"""The faces of the 90 cards and of the nobles: windows on a souk of gem cutters, no two alike.

Level 1 shows a mine or a stall, level 2 a workshop, level 3 the front of a palace: the drawings gems-<level>-<number>,
each once in the colour of every stone.
"""

from __future__ import annotations

from random import Random
from typing import Final

import pygame

from game.cabinets.gems.cards import CARD_OF, NOBLE_OF
from game.engine.canvas import PREMULTIPLIED
from game.engine.colour import INK, OUTLINE, PAPER, TERRACOTTA, Colour, darken, lighten, mix
from game.engine.sprites import sprite
from game.engine.vector import circle, drawing_body, linear, path, rect, star, svg
from game.kit.cards import card_back, card_front
from game.kit.tokens import STONES, stone

BACKS: Final = ("#3F7F6A", "#B07A2E", "#4E5FB0")
"""Of each level's deck."""


@sprite(kept=16)
def back(level: int, size_px: int) -> pygame.Surface:
    """The back of a level's cards: as many coins as it is high."""
    made = card_back(size_px, BACKS[level - 1]).copy()
    body = ""
    for number in range(level):
        x = 50 + (number - (level - 1) / 2) * 25
        body += circle(x, 70, 11.4, OUTLINE) + circle(x, 70, 9.4, PAPER) + path(star(x, 70, 6.2), "#8A5A18")
    made.blit(svg(body, *made.get_size(), box=(0, 0, 100, 140), oversample=4), (0, 0), None, PREMULTIPLIED)
    return made


@sprite(kept=256)
def face(card: int, size_px: int) -> pygame.Surface:
    """A card without its cost and points, which are written over it."""
    of = CARD_OF[card]
    tone = STONES[of.bonus]
    alike = [number for number, other in CARD_OF.items() if (other.level, other.bonus) == (of.level, of.bonus)]
    made = card_front(size_px, mix(tone, PAPER, 0.55)).copy()
    sky = linear("sky", [(0, darken(tone, 0.62)), (0.6, mix(tone, "#F0A860", 0.45)), (1, "#F4D9A0")])
    body = rect(8, 31, 84, 101, 4, "url(#sky)", OUTLINE, 1.6)
    body += _tinted(drawing_body(f"gems-{of.level}-{alike.index(card)}"), tone)
    body += rect(8, 31, 84, 101, 4, "none", OUTLINE, 1.6) + rect(8, 31, 30, 101, 4, INK, fill_opacity=0.28)
    made.blit(svg(body, *made.get_size(), defs=sky, box=(0, 0, 100, 140), oversample=3), (0, 0), None, PREMULTIPLIED)
    gem = round(size_px * 0.33)
    corner = size_px - gem - round(size_px * 0.045), round(size_px * 0.03)
    made.blit(stone(of.bonus, gem), corner, None, PREMULTIPLIED)
    return made


def _tinted(body: str, tone: Colour) -> str:
    """A drawing with all that takes its colour from the stone."""
    rock = mix("#7A5A44", tone, 0.22)
    for name, colour in (
        ("Color", tone),
        ("Light", lighten(tone, 0.25)),
        ("Shade", darken(tone, 0.25)),
        ("Pot", mix(tone, TERRACOTTA, 0.5)),
        ("Glow", mix("#F7C878", tone, 0.3)),
        ("Wall", lighten(mix("#D9A86C", tone, 0.18), 0.25)),
        ("Rock", rock),
        ("Cliff", darken(rock, 0.25)),
    ):
        body = body.replace(f"current{name}", colour)
    return body


@sprite(kept=64)
def noble_face(noble: int, size_px: int) -> pygame.Surface:
    """A noble's tile: a figure seen from behind a veil of the colours it comes for, with a turban of its own."""
    chance = Random(1000 + noble)
    wanted = [colour for colour, cards in enumerate(NOBLE_OF[noble]) if cards]
    robe, band = STONES[wanted[0]], STONES[wanted[-1]]
    defs = linear("wall", [(0, mix(robe, "#F4D9A0", 0.6)), (1, mix(band, "#5A3A50", 0.5))])
    body = rect(1.5, 1.5, 97, 97, 9, "url(#wall)", OUTLINE, 3) + rect(5, 5, 90, 90, 6, "none", PAPER, 1.4)
    x, lean = 58.0, chance.uniform(-3, 3)
    body += path(f"M{x - 30} 96Q{x - 26} 62 {x} 60Q{x + 26} 62 {x + 30} 96Z", robe, OUTLINE, 2.4)
    body += path(f"M{x - 5 + lean} 62L{x} 96L{x + 5 + lean} 62Z", band, OUTLINE, 1.4)
    body += circle(x + lean, 45, 14, chance.choice(("#C98E5A", "#A86B42", "#E0B088", "#8A5634")), OUTLINE, 2)
    body += path(
        f"M{x - 17 + lean} 42Q{x + lean} 14 {x + 17 + lean} 42Q{x + lean} 34 {x - 17 + lean} 42Z", band, OUTLINE, 2
    )
    if chance.random() < 0.5:
        body += path(f"M{x - 9 + lean} 50Q{x + lean} 66 {x + 9 + lean} 50Q{x + lean} 56 {x - 9 + lean} 50Z", "#3A2A30")
    feather = chance.uniform(6, 14)
    body += path(f"M{x + lean} 30Q{x + feather} {14} {x + feather + 8} 8", "none", PAPER, 3)
    body += circle(x + lean, 30, 4, STONES[wanted[len(wanted) // 2]], OUTLINE, 1.4)
    body += rect(5, 5, 30, 90, 6, INK, fill_opacity=0.3)
    return svg(body, size_px, size_px, defs=defs, box=(0, 0, 100, 100), oversample=3)
