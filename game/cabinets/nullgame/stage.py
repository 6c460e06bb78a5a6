"""The picture of nullgame: a heap of river stones in a brass dish, and three buttons to take some.

Copy it to begin the picture of a new game: it says where the spots are, what lies on them, which spots make an action
and how things are drawn. The kit does the rest: movement, choosing by pointer, keys and pad, refusals and panels.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, TypeAlias

import pygame

from game.cabinets.nullgame.rules import MOST, Take, View
from game.core.rules import Event, Seat
from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.colour import INK, LANTERN, OUTLINE, PAPER, WHITE, darken, lighten, mix
from game.engine.light import shadow, shine
from game.engine.ornament import BRASS, LIT, SHEET, TEAL_GLAZE, round_button, zellige
from game.engine.sprites import clipped, put, sprite
from game.engine.text import Weight
from game.engine.tween import Point
from game.engine.vector import circle, ellipse, path, radial, svg
from game.kit import marks
from game.kit.board import BoardStage, Paint
from game.kit.choosing import Chooser
from game.kit.layout import Layout, Spot, round_shape
from game.kit.panel.forms import Figure, Panel, figures_panel
from game.kit.pieces import Piece, Pieces, Plan

MIDDLE: Point = (312.0, 268.0)
DISH = 264.0
"""Radius of the dish with its rim."""
FLOOR = 228.0
"""Radius of the dish's tiled floor."""
STONE = 46.0
"""Diameter of a stone."""
SPREAD = 29.0
"""How far the heap's spiral grows: stone `n` lies `SPREAD * sqrt(n)` from the middle."""
GOLDEN = math.pi * (3 - math.sqrt(5))
BUTTON = 56.0
BUTTONS_Y = 586.0
TONES = ("#8C93A8", "#B7A890", "#6F7F8E", "#A98F7C", "#9AA79B")
KINDS = 11

Key: TypeAlias = tuple[str, int]
"""A stone by its number, or the button that takes that many stones."""


def place(stone: int) -> Point:
    """Return where a stone of the heap lies: in a sunflower spiral, each a little out of place."""
    chance = random.Random(stone)
    reach, turn = SPREAD * math.sqrt(stone + 0.4), stone * GOLDEN
    return (
        MIDDLE[0] + reach * math.cos(turn) + chance.uniform(-3, 3),
        MIDDLE[1] + reach * math.sin(turn) + chance.uniform(-3, 3),
    )


@sprite(kept=8)
def dish(size_px: int) -> pygame.Surface:
    """Return the empty brass dish, with teal tiles as its floor."""
    unit = size_px / (2 * DISH)
    box = (-DISH, -DISH, 2 * DISH, 2 * DISH)
    rim = circle(0, 0, DISH - 2, "url(#brass)", OUTLINE, 2) + circle(0, 0, DISH - 9, "none", "#FFEFC0", 1.6)
    for step in range(48):
        angle = step * math.pi / 24
        x, y = (DISH - 19) * math.cos(angle), (DISH - 19) * math.sin(angle)
        rim += circle(x, y, 4.2, "#6B431A") + circle(x - 0.8, y - 1, 2.6, "#FFE3A0", fill_opacity=0.75)
    rim += circle(0, 0, FLOOR + 4, "#3A2012") + circle(0, 0, FLOOR + 2.4, "none", "#FFDF9A", 1.2)
    made = svg(rim, size_px, size_px, defs=BRASS, box=box).copy()
    tiles = zellige(size_px, size_px, 44 * unit, TEAL_GLAZE, vary=0.2)
    put(made, clipped(tiles, svg(circle(0, 0, FLOOR, WHITE), size_px, size_px, box=box)), 0, 0)
    fills = radial("deep", [(0, INK, 0.38), (0.72, INK, 0.46), (0.93, INK, 0.62), (1, INK, 0.82)], 0.5, 0.47, 0.5)
    put(made, svg(circle(0, 0, FLOOR, "url(#deep)"), size_px, size_px, defs=fills, box=box), 0, 0)
    return made


@sprite(kept=64)
def pebble(kind: int, size_px: int) -> pygame.Surface:
    """Return a polished stone, one of KINDS."""
    chance = random.Random(kind)
    tone = TONES[kind % len(TONES)]
    flat, lean = chance.uniform(0.80, 0.94), chance.uniform(-25, 25)
    fills = radial("stone", [(0, lighten(tone, 0.65)), (0.45, tone), (1, darken(tone, 0.55))], 0.36, 0.30, 0.78)
    body = ellipse(0, 0, 40, 40 * flat, "url(#stone)", darken(tone, 0.75), 2.5)
    vein = mix(tone, WHITE, 0.55)
    body += path(f"M-34 {-4 * flat}C-12 {chance.uniform(2, 18)} 10 {chance.uniform(-20, 0)} 34 6", "none", vein, 2.6)
    body += ellipse(-13, -17 * flat, 10, 5.5, WHITE, fill_opacity=0.55)
    made = svg(body, size_px, size_px, defs=fills, box=(-46, -46, 92, 92), oversample=4)
    return pygame.transform.rotozoom(made, lean, 1.0)


class Heap(Layout[Key]):
    """The stones and the buttons; a stone stands for itself and all stones further out."""

    def __init__(self, heap: int) -> None:
        self._heap = heap
        spots = {("stone", stone): Spot(*place(stone), round_shape(STONE / 2)) for stone in range(heap)}
        for count in range(1, MOST + 1):
            spots["take", count] = Spot(MIDDLE[0] + (count - 2) * (BUTTON + 20), BUTTONS_Y, round_shape(BUTTON / 2))
        super().__init__(spots)

    def at(self, x: float, y: float) -> Key | None:
        match super().at(x, y):
            case ("stone", number) if self._heap - number <= MOST:
                return "take", self._heap - number
            case ("take", count):
                return "take", count
        return None


class NullgameStage(BoardStage[View, Take, Key]):
    """Shows a heap and lets a person take from it."""

    upright = True
    piece_size = 1.0
    numbered = False

    def layout_of(self, view: View) -> Layout[Key]:
        return Heap(view.heap)

    def pieces(self, view: View) -> Pieces[Key]:
        return {("stone", stone): Piece(stone % KINDS) for stone in range(view.heap)}

    def path_of(self, action: Take) -> tuple[Key, ...]:
        return (("take", action.stones),)

    def unlisted(self, path: tuple[Key, ...]) -> Take:
        return Take(path[-1][1])

    def tell(self, plan: Plan[Key], event: Event) -> None:
        if event.kind == "took":
            plan.gone = dict.fromkeys(plan.gone, self.anchor(event.data["seat"]))

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        return ("nullgame.stage.instruction", {}) if self.choice else None

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        return ("nullgame.stage.turn", {"turn": self.shown.turn + 1}) if self.shown else None

    def panel(self, view: View, seat: Seat) -> Panel:
        word = self.surroundings.texts.line("nullgame.result.stones")
        return figures_panel([Figure(str(view.taken[seat]), word, lambda size: pebble(seat, size), PAPER)])

    def sprite_of(self, piece: Piece, size_px: int) -> pygame.Surface:
        return pebble(piece.kind, size_px)

    def draw_ground(self, canvas: Canvas) -> None:
        size = canvas.px(2 * DISH)
        canvas.put_middle(shadow(size, size, size // 2, canvas.px(18), 190), MIDDLE[0], MIDDLE[1] + 12)
        canvas.put_middle(dish(size), *MIDDLE)

    def draw_offer(self, canvas: Canvas, choice: Chooser[Key, Take]) -> None:
        """Draw light around the stones that would be taken, and the buttons."""
        heap = self.view.heap if self.view else 0
        aimed = choice.focus[1] if choice.focus in choice.targets else 0
        for stone in range(heap - aimed, heap):
            marks.focus(canvas, choice.layout.spots["stone", stone])
        for target in choice.targets:
            self._draw_button(canvas, choice.layout.spots[target], target[1], lit=target == choice.focus)

    def _draw_button(self, canvas: Canvas, spot: Spot, count: int, *, lit: bool) -> None:
        size = canvas.px(BUTTON)
        canvas.put_middle(shadow(size, size, size // 2, canvas.px(6), 110), spot.x, spot.y + 4)
        if lit:
            shine(canvas, *spot.middle, BUTTON * 1.1, LANTERN, 0.45)
        canvas.put_middle(round_button(size, LIT if lit else SHEET), *spot.middle)
        number, ink = str(count), theme.TEXT_ON_LANTERN
        self.surroundings.typeface.line(canvas, number, *spot.middle, theme.HEADING, Weight.BOLD, ink, "middle")

    def layers(self) -> Sequence[Paint]:
        return (*super().layers(), self._draw_count)

    def _draw_count(self, canvas: Canvas) -> None:
        if self.shown:
            count, y = str(self.shown.heap), MIDDLE[1] + DISH - 14
            marks.pill(canvas, self.surroundings.typeface, count, MIDDLE[0], y, size=theme.LABEL)
