"""The faces of the 90 cards and of the nobles: windows on a souk of gem cutters, no two alike.

Level 1 shows a mine or a stall, level 2 a workshop, level 3 the front of a palace; the card's id decides the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import pygame

from game.cabinets.gems.cards import CARD_OF, NOBLE_OF
from game.engine.colour import INK, LANTERN, OUTLINE, PAPER, SAND, TERRACOTTA, Colour, darken, lighten, mix
from game.engine.sprites import sprite
from game.engine.vector import circle, linear, path, points, rect, star, svg
from game.kit.cards import RATIO, card_back, card_front
from game.kit.tokens import STONES, stone

BACKS: Final = ("#3F7F6A", "#B07A2E", "#4E5FB0")
"""Of each level's deck."""
_BOX = (0.0, 0.0, 100.0, 140.0)
_WALLS: Final = ("#C98E5A", "#D9A86C", "#B8774A", "#E0BC8A")


@sprite(kept=16)
def back(level: int, size_px: int) -> pygame.Surface:
    """The back of a level's cards: as many rubies as it is high."""
    made = card_back(size_px, BACKS[level - 1]).copy()
    side = round(size_px * 0.26)
    for number in range(level):
        x = size_px * 0.5 + (number - (level - 1) / 2) * side * 0.95
        dot = _pip(side)
        made.blit(dot, (round(x - side / 2), round(size_px * RATIO * 0.5 - side / 2)), special_flags=_OVER)
    return made


_OVER = pygame.BLEND_PREMULTIPLIED


@sprite(kept=8)
def _pip(size_px: int) -> pygame.Surface:
    body = circle(50, 50, 44, OUTLINE) + circle(50, 50, 36, PAPER) + path(star(50, 50, 24), "#8A5A18")
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)


@sprite(kept=256)
def face(card: int, size_px: int) -> pygame.Surface:
    """A card without its cost and points, which are written over it."""
    of, chance = CARD_OF[card], Random(card)
    tone = STONES[of.bonus]
    made = card_front(size_px, mix(tone, PAPER, 0.55)).copy()
    sky = linear("sky", [(0, darken(tone, 0.62)), (0.6, mix(tone, "#F0A860", 0.45)), (1, "#F4D9A0")])
    body = rect(8, 31, 84, 101, 4, "url(#sky)", OUTLINE, 1.6)
    body += _lights(chance) + (_mine, _stall)[chance.randrange(2)](chance, tone) if of.level == 1 else ""
    body += _lights(chance) + _workshop(chance, tone) if of.level == 2 else ""
    body += _lights(chance) + _palace(chance, tone) if of.level == 3 else ""
    body += rect(8, 31, 84, 101, 4, "none", OUTLINE, 1.6)
    body += rect(8, 31, 30, 101, 4, INK, fill_opacity=0.28)
    made.blit(svg(body, size_px, round(size_px * RATIO), defs=sky, box=_BOX, oversample=3), (0, 0), None, _OVER)
    gem = round(size_px * 0.33)
    made.blit(stone(of.bonus, gem), (size_px - gem - round(size_px * 0.045), round(size_px * 0.03)), None, _OVER)
    return made


def _lights(chance: Random) -> str:
    """A sun or a moon, and stars."""
    x, y, size = chance.uniform(48, 82), chance.uniform(42, 56), chance.uniform(5, 9)
    body = circle(x, y, size, "#FFF1C4", fill_opacity=0.9)
    if chance.random() < 0.5:
        body += circle(x + size * 0.45, y - size * 0.25, size * 0.85, "#5A4A78", fill_opacity=0.75)
    for _ in range(chance.randrange(3, 8)):
        body += circle(chance.uniform(12, 88), chance.uniform(35, 66), chance.uniform(0.5, 1.1), "#FFF6E3")
    return body


def _hills(chance: Random, top: float, colour: Colour) -> str:
    corners = [(8.0, 132.0), (8.0, top + chance.uniform(-6, 6))]
    corners += [(x, top + chance.uniform(-14, 10)) for x in (24, 42, 58, 76)]
    return path(points([*corners, (92, top + chance.uniform(-6, 6)), (92, 132)]), colour, OUTLINE, 1.2)


def _mine(chance: Random, tone: Colour) -> str:
    """Rocks, a way in, and what glitters before it."""
    rock = mix("#7A5A44", tone, 0.22)
    body = _hills(chance, chance.uniform(70, 86), darken(rock, 0.25)) + _hills(chance, chance.uniform(92, 104), rock)
    x, wide, high = chance.uniform(56, 70), chance.uniform(13, 18), chance.uniform(26, 38)
    left, right, top = x - wide, x + wide, 126 - high
    body += path(f"M{left} 127V{top + 8}Q{x} {top - 8} {right} {top + 8}V127Z", "#1B1030", "#5A3A22", 3.2)
    for beam in range(chance.randrange(1, 3)):
        body += rect(left - 1, top + 6 + 9 * beam, 2 * wide + 2, 3, 1, "#8A5A30", OUTLINE, 0.8)
    for _ in range(chance.randrange(4, 8)):
        px, py, size = chance.uniform(42, 90), chance.uniform(117, 130), chance.uniform(2.2, 4.6)
        body += path(
            points([(px, py - size), (px + size * 0.8, py), (px, py + size * 0.7), (px - size * 0.8, py)]),
            lighten(tone, 0.2),
            OUTLINE,
            0.9,
        )
    return body


def _stall(chance: Random, tone: Colour) -> str:
    """An awning over a counter of stones."""
    body = rect(8, 112, 84, 20, 0, "#B98A58") + rect(8, 110, 84, 3, 0, "#8A6038")
    left, right, top = chance.uniform(38, 44), chance.uniform(82, 88), chance.uniform(68, 78)
    stripes = chance.randrange(4, 8)
    wide = (right - left) / stripes
    for post in (left + 2, right - 4):
        body += rect(post, top + 8, 3, 118 - top, 0, "#6B4426", OUTLINE, 0.8)
    for stripe in range(stripes):
        x = left + stripe * wide
        cloth = tone if stripe % 2 else PAPER
        edge = f"M{x:.1f} {top}H{x + wide:.1f}V{top + 14}Q{x + wide / 2:.1f} {top + 20} {x:.1f} {top + 14}Z"
        body += path(edge, cloth, OUTLINE, 1)
    body += rect(left - 1, 104, right - left + 2, 20, 1, chance.choice(_WALLS), OUTLINE, 1.2)
    for number in range(chance.randrange(3, 6)):
        x = left + 6 + number * (right - left - 12) / 4
        body += circle(x, 101, chance.uniform(2.4, 3.8), lighten(tone, chance.uniform(0, 0.5)), OUTLINE, 0.9)
    for lamp in range(chance.randrange(1, 4)):
        x = left + 10 + lamp * 13
        body += path(f"M{x:.1f} {top + 16}V{top + 22}", "none", OUTLINE, 0.9) + circle(
            x, top + 24, 2.6, LANTERN, OUTLINE, 0.8
        )
    return body


def _workshop(chance: Random, tone: Colour) -> str:
    """A room behind an arch: a bench, shelves, a lamp, a great stone being cut."""
    wall = chance.choice(_WALLS)
    body = rect(8, 31, 84, 101, 4, darken(wall, 0.35))
    arch_left, arch_right = chance.uniform(38, 43), chance.uniform(84, 90)
    middle, top = (arch_left + arch_right) / 2, chance.uniform(42, 54)
    arch = f"M{arch_left:.1f} 132V{top + 20:.1f}Q{arch_left:.1f} {top + 4:.1f} {middle:.1f} {top - 6:.1f}"
    arch += f"Q{arch_right:.1f} {top + 4:.1f} {arch_right:.1f} {top + 20:.1f}V132Z"
    body += path(arch, mix("#F7C878", tone, 0.3), wall, 3.4) + path(arch, "none", OUTLINE, 1)
    for shelf in range(chance.randrange(1, 3)):
        y = top + 22 + 15 * shelf
        body += rect(arch_left + 5, y, arch_right - arch_left - 10, 2.4, 0, "#7A4E2A", OUTLINE, 0.6)
        for number in range(chance.randrange(2, 5)):
            x, high = arch_left + 9 + number * 8, chance.uniform(4, 9)
            pot = mix(tone, TERRACOTTA, chance.random())
            body += rect(x - 2.5, y - high, 5, high, 1.6, pot, OUTLINE, 0.8)
    body += rect(arch_left + 2, 112, arch_right - arch_left - 4, 5, 1, "#8A5A30", OUTLINE, 1)
    body += rect(arch_left + 6, 117, 4, 15, 0, "#6B4426") + rect(arch_right - 10, 117, 4, 15, 0, "#6B4426")
    size, sides = chance.uniform(9, 13), chance.choice((5, 6, 8))
    corners = [(middle + size * dx, 110 - size * dy) for dx, dy in _GEM[sides]]
    body += path(points(corners), lighten(tone, 0.25), OUTLINE, 1.3)
    body += path(points([corners[0], (middle, 110 - size * 0.3), corners[-1]]), "none", PAPER, 1, stroke_opacity=0.8)
    x = chance.uniform(arch_left + 8, arch_right - 8)
    body += path(f"M{x:.1f} {top + 2:.1f}V{top + 9:.1f}", "none", OUTLINE, 1) + circle(
        x, top + 12, 3.6, LANTERN, OUTLINE, 1
    )
    return body


_GEM: Final[dict[int, Sequence[tuple[float, float]]]] = {
    5: ((-0.9, 0.55), (-0.5, 1.05), (0.5, 1.05), (0.9, 0.55), (0.0, -0.15)),
    6: ((-0.8, 0.3), (-0.5, 1.0), (0.1, 1.3), (0.75, 0.8), (0.6, 0.1), (-0.3, -0.15)),
    8: ((-0.7, 0.2), (-0.8, 0.8), (-0.3, 1.2), (0.3, 1.2), (0.8, 0.8), (0.7, 0.2), (0.3, -0.15), (-0.3, -0.15)),
}


def _palace(chance: Random, tone: Colour) -> str:
    """Towers and domes in the evening."""
    body = _hills(chance, chance.uniform(96, 106), darken("#B98A58", 0.3))
    wall = lighten(mix(chance.choice(_WALLS), tone, 0.18), 0.25)
    for x, wide, high in _towers(chance):
        top = 124 - high
        tip = top - wide * 1.1
        body += rect(x - wide / 2, top, wide, high + 8, 0, wall, OUTLINE, 1.2)
        roof = chance.choice((tone, darken(tone, 0.25), LANTERN))
        body += path(
            f"M{x - wide * 0.62:.1f} {top:.1f}Q{x - wide * 0.75:.1f} {top - wide * 0.7:.1f} {x:.1f} {tip:.1f}"
            f"Q{x + wide * 0.75:.1f} {top - wide * 0.7:.1f} {x + wide * 0.62:.1f} {top:.1f}Z",
            roof,
            OUTLINE,
            1.2,
        )
        body += path(f"M{x:.1f} {tip:.1f}v-5", "none", OUTLINE, 1.2) + circle(x, top - wide * 1.1 - 5, 1.5, LANTERN)
        for y in range(round(top + 7), 112, 13):
            lit = LANTERN if chance.random() < 0.6 else "#3A2A50"
            body += path(f"M{x - 2.2} {y + 6}v-4q2.2 -4 4.4 0v4z", lit, OUTLINE, 0.8)
    gate = chance.uniform(60, 70)
    body += path(f"M{gate - 7:.1f} 132V116Q{gate:.1f} 102 {gate + 7:.1f} 116V132Z", "#3A2038", SAND, 1.6)
    return body


def _towers(chance: Random) -> list[tuple[float, float, float]]:
    """Middle, width and height of each, the highest behind."""
    count = chance.randrange(3, 6)
    places = [46 + number * 35 / (count - 1) for number in range(count)]
    towers = [(x, chance.uniform(10, 17), chance.uniform(22, 62)) for x in places]
    return sorted(towers, key=lambda tower: -tower[2])


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
