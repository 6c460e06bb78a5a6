"""Faces of the 90 cards and of the nobles: views of a souk of gem cutters, no two alike.

Level 1 shows a mine or a stall, level 2 a workshop, level 3 a palace front: the drawings gems-<level>-<number>, each in
the colour of every stone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pygame

from game.cabinets.gems.cards import CARD_OF, NOBLE_OF
from game.cabinets.gems.stage.market import card_back, card_front
from game.cabinets.gems.stage.stones.cut import STONES, stone
from game.engine.canvas import PREMULTIPLIED
from game.engine.colour import INK, OUTLINE, PAPER, TERRACOTTA, Colour, darken, lighten, mix
from game.engine.sprites import sprite
from game.engine.vector import drawing_body, linear, rect, svg

BACKS: Final = ("#3F7F6A", "#B07A2E", "#4E5FB0")
"""Colour of the card backs, by level."""
_SKINS: Final = ("#C98E5A", "#A86B42", "#E0B088", "#8A5634")
_FIGURES: Final = (1, 2, 0, 1, 2, 0, 1, 2, 2, 1)
"""Index of each noble's drawing; nobles of similar colours get different drawings."""


@sprite(kept=16)
def back(level: int, size_px: int) -> pygame.Surface:
    """Return the back of a level's cards, with as many coins as the level's number."""
    made = card_back(size_px, BACKS[level - 1]).copy()
    coins = svg(drawing_body(f"gems-back-{level}"), *made.get_size(), box=(0, 0, 100, 140), oversample=4)
    made.blit(coins, (0, 0), None, PREMULTIPLIED)
    return made


@sprite(kept=256)
def face(card: int, size_px: int) -> pygame.Surface:
    """Return the picture of a card without its cost and points, which are written over it."""
    of = CARD_OF[card]
    tone = STONES[of.bonus]
    alike = [number for number, other in CARD_OF.items() if (other.level, other.bonus) == (of.level, of.bonus)]
    made = card_front(size_px, mix(tone, PAPER, 0.55)).copy()
    sky = linear("sky", [(0, darken(tone, 0.62)), (0.6, mix(tone, "#F0A860", 0.45)), (1, "#F4D9A0")])
    body = rect(8, 31, 84, 101, 4, "url(#sky)", OUTLINE, 1.6)
    body += _tinted(f"gems-{of.level}-{alike.index(card)}", _cut_of(tone))
    body += rect(8, 31, 84, 101, 4, "none", OUTLINE, 1.6) + rect(8, 31, 30, 101, 4, INK, fill_opacity=0.28)
    made.blit(svg(body, *made.get_size(), defs=sky, box=(0, 0, 100, 140), oversample=3), (0, 0), None, PREMULTIPLIED)
    gem = round(size_px * 0.33)
    corner = size_px - gem - round(size_px * 0.045), round(size_px * 0.03)
    made.blit(stone(of.bonus, gem), corner, None, PREMULTIPLIED)
    return made


def _cut_of(tone: Colour) -> Mapping[str, Colour]:
    """Return the colours of a drawing that depend on its stone."""
    rock = mix("#7A5A44", tone, 0.22)
    return {
        "Color": tone,
        "Light": lighten(tone, 0.25),
        "Shade": darken(tone, 0.25),
        "Pot": mix(tone, TERRACOTTA, 0.5),
        "Glow": mix("#F7C878", tone, 0.3),
        "Wall": lighten(mix("#D9A86C", tone, 0.18), 0.25),
        "Rock": rock,
        "Cliff": darken(rock, 0.25),
    }


def _tinted(name: str, colours: Mapping[str, Colour]) -> str:
    """Return the SVG code of a drawing with words such as `currentWall` replaced by colours."""
    body = drawing_body(name)
    for word, colour in colours.items():
        body = body.replace(f"current{word}", colour)
    return body


@sprite(kept=64)
def noble_face(noble: int, size_px: int) -> pygame.Surface:
    """Return a noble's tile: a figure in the colours of the bonuses the noble asks for."""
    wanted = [STONES[colour] for colour, cards in enumerate(NOBLE_OF[noble]) if cards]
    robe, gem, band = wanted[0], wanted[len(wanted) // 2], wanted[-1]
    colours = {"Robe": robe, "Gem": gem, "Band": band, "Skin": _SKINS[noble % len(_SKINS)]}
    defs = linear("wall", [(0, mix(robe, "#F4D9A0", 0.6)), (1, mix(band, "#5A3A50", 0.5))])
    body = rect(1.5, 1.5, 97, 97, 9, "url(#wall)", OUTLINE, 3) + rect(5, 5, 90, 90, 6, "none", PAPER, 1.4)
    body += _tinted(f"gems-noble-{_FIGURES[noble - 1]}", colours) + rect(5, 5, 30, 90, 6, INK, fill_opacity=0.3)
    return svg(body, size_px, size_px, defs=defs, box=(0, 0, 100, 100), oversample=3)
