"""The picture of nullgame: a heap of river stones in a brass dish, and three buttons to take some.

Copy it to begin the picture of a new game: it shows a view at once (`reset`), goes over to another (`show`),
takes a choice by pointer, keys and pad alike (`handle`), and keeps what does not move as sprites.
"""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from game.cabinets.nullgame.rules import Take, View
from game.core.rules import Event, Seat
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, OUTLINE, WHITE, darken, lighten, mix
from game.engine.input import Command, CommandName, InputEvent, KeyPressed, PointerMoved, PointerPressed
from game.engine.light import shadow, shine
from game.engine.ornament import BRASS, LIT, SHEET, TEAL_GLAZE, pill, round_button, zellige
from game.engine.sprites import clipped, put, sprite
from game.engine.stage import Stage, Surroundings
from game.engine.text import Weight
from game.engine.tween import Point, Timeline, arc, bounce, ease_in_out, lerp_point
from game.engine.vector import circle, ellipse, path, radial, svg

MIDDLE: Point = (312.0, 268.0)
DISH = 264.0
"""Radius of the dish with its rim."""
FLOOR = 228.0
"""Radius of its tiled floor."""
STONE = 46.0
"""Diameter of a stone."""
SPREAD = 29.0
"""How far the heap's spiral grows: stone `n` lies `SPREAD * sqrt(n)` from the middle."""
GOLDEN = math.pi * (3 - math.sqrt(5))
BUTTON = 56.0
BUTTONS_Y = 586.0
FLY_SECONDS, DROP_SECONDS, DROP_DELAY = 0.5, 0.35, 0.04
REFUSAL_SECONDS = 2.5
SMALL = 0.35
"""Scale below which what could not be read is left out."""
TONES = ("#8C93A8", "#B7A890", "#6F7F8E", "#A98F7C", "#9AA79B")


def place(stone: int) -> Point:
    """Where a stone of the heap lies: sunflower seeds, each a little out of its place."""
    chance = random.Random(stone)
    reach, turn = SPREAD * math.sqrt(stone + 0.4), stone * GOLDEN
    return (
        MIDDLE[0] + reach * math.cos(turn) + chance.uniform(-3, 3),
        MIDDLE[1] + reach * math.sin(turn) + chance.uniform(-3, 3),
    )


@sprite(kept=8)
def dish(size_px: int) -> pygame.Surface:
    """The brass dish, empty, with teal tiles as its floor."""
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
def pebble(kind: int, size_px: int, lit: bool) -> pygame.Surface:
    """One polished stone; `lit` has a ring of lantern light: it would be taken."""
    chance = random.Random(kind)
    tone = TONES[kind % len(TONES)]
    flat, lean = chance.uniform(0.80, 0.94), chance.uniform(-25, 25)
    fills = radial("stone", [(0, lighten(tone, 0.65)), (0.45, tone), (1, darken(tone, 0.55))], 0.36, 0.30, 0.78)
    body = ellipse(0, 0, 40, 40 * flat, "url(#stone)", LANTERN if lit else darken(tone, 0.75), 6 if lit else 2.5)
    vein = mix(tone, WHITE, 0.55)
    body += path(f"M-34 {-4 * flat}C-12 {chance.uniform(2, 18)} 10 {chance.uniform(-20, 0)} 34 6", "none", vein, 2.6)
    body += ellipse(-13, -17 * flat, 10, 5.5, WHITE, fill_opacity=0.55)
    made = svg(body, size_px, size_px, defs=fills, box=(-46, -46, 92, 92), oversample=4)
    return pygame.transform.rotozoom(made, lean, 1.0)


@dataclass
class _Flight:
    """A stone on its way: from the heap to whoever took it, or down onto the heap."""

    stone: int
    begin: Point
    end: Point
    progress: float = 0.0

    @property
    def point(self) -> Point:
        x, y = lerp_point(self.begin, self.end, self.progress)
        return x, y - 60 * arc(self.progress)


class NullgameStage(Stage[View, Take]):
    """Shows a heap and lets a person take from it."""

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self._timeline = Timeline(surroundings.speed)
        self._waiting: deque[tuple[View, Sequence[Event]]] = deque()
        self._heap = 0
        self._flights: list[_Flight] = []
        self._chooser: Seat | None = None
        self._most = 0
        self._aimed = 1
        self._refusal = ""
        self._refused_for = 0.0

    def reset(self, view: View) -> None:
        self._timeline.clear()
        self._waiting.clear()
        self._flights.clear()
        self.view = view
        self._heap = view.heap

    def show(self, view: View, events: Sequence[Event]) -> None:
        self._waiting.append((view, events))
        if not self._timeline.busy:
            self._begin_next()

    def update(self, seconds: float) -> None:
        self._refused_for = max(0.0, self._refused_for - seconds)
        self._timeline.update(seconds)
        if not self._timeline.busy and self._waiting:
            self._begin_next()

    @property
    def busy(self) -> bool:
        return self._timeline.busy or bool(self._waiting)

    def hurry(self) -> None:
        while self.busy:
            self._timeline.finish()
            if self._waiting:
                self._begin_next()

    def _begin_next(self) -> None:
        """Animate the oldest of what waits; the view counts from the animation's end."""
        view, events = self._waiting.popleft()
        for event in events:
            match event.kind:
                case "heaped":
                    self._drop(event.data["heap"])
                case "took":
                    self._fly(event.data["seat"], event.data["stones"], event.data["heap"])
        self._timeline.call(lambda: self._arrive(view))

    def _arrive(self, view: View) -> None:
        self.view = view
        self._heap = view.heap
        self._flights.clear()

    def _drop(self, heap: int) -> None:
        self._timeline.call(lambda: self.surroundings.play_sound(Sound.DICE_LAND))
        for stone in range(heap):
            x, y = place(stone)
            flight = _Flight(stone, (x, y) if self.surroundings.reduced_motion else (x, y - 300), (x, y))
            delay = stone * DROP_DELAY
            add = self._timeline.then if stone == 0 else self._timeline.beside
            more: dict[str, Any] = {} if stone == 0 else {"delay": delay}
            add(DROP_SECONDS, self._mover(flight), bounce, **more)

    def _fly(self, seat: Seat, stones: int, left: int) -> None:
        def leave() -> None:
            self._heap = left
            self.surroundings.play_sound(Sound.COIN)

        self._timeline.call(leave)
        end = self.surroundings.anchors.get(seat, (MIDDLE[0], 700.0))
        for number in range(stones):
            flight = _Flight(left + number, place(left + number), end)
            self._timeline.beside(FLY_SECONDS, self._mover(flight), ease_in_out, number * 0.08)

    def _mover(self, flight: _Flight) -> Callable[[float], None]:
        def move(progress: float) -> None:
            if flight not in self._flights:
                self._flights.append(flight)
            flight.progress = progress

        return move

    def choose(self, seat: Seat | None, legal: Sequence[Take] | None) -> None:
        self._chooser = seat
        self._most = 0 if seat is None else len(legal or ())
        self._aimed = max(1, min(self._aimed, self._most))

    def handle(self, event: InputEvent) -> Take | None:
        if self._chooser is None:
            return None
        match event:
            case PointerMoved(x=x, y=y):
                self._aimed = self._count_at(x, y) or self._aimed
            case PointerPressed(x=x, y=y, button=1):
                if count := self._count_at(x, y):
                    return Take(count)
            case Command(name=CommandName.LEFT | CommandName.UP):
                self._aimed = max(1, self._aimed - 1)
            case Command(name=CommandName.RIGHT | CommandName.DOWN):
                self._aimed = min(self._most, self._aimed + 1)
            case Command(name=CommandName.CONFIRM, repeated=False):
                return Take(self._aimed)
            case KeyPressed(key=key) if key in ("1", "2", "3"):
                return Take(int(key))
        return None

    def _count_at(self, x: float, y: float) -> int | None:
        """How many stones a point stands for: a button, or a stone with all that lie outside of it."""
        for count in range(1, self._most + 1):
            button_x, button_y = self._button(count)
            if math.hypot(x - button_x, y - button_y) <= BUTTON / 2:
                return count
        for stone in range(self._heap - 1, self._heap - 1 - self._most, -1):
            stone_x, stone_y = place(stone)
            if math.hypot(x - stone_x, y - stone_y) <= STONE / 2:
                return self._heap - stone
        return None

    def _button(self, count: int) -> Point:
        return MIDDLE[0] + (count - 2) * (BUTTON + 20), BUTTONS_Y

    def refuse(self, key: str) -> None:
        self._refusal = self.surroundings.texts.line(key)
        self._refused_for = REFUSAL_SECONDS

    def suggest(self, action: Take) -> None:
        self._aimed = max(1, min(action.stones, self._most))

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        return None if self._chooser is None else ("nullgame.stage.instruction", {})

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        return None if self.view is None else ("nullgame.stage.turn", {"turn": self.view.turn + 1})

    def draw(self, canvas: Canvas) -> None:
        size = canvas.px(2 * DISH)
        blur = canvas.px(18)
        canvas.put_middle(shadow(size, size, size // 2, blur, 190), MIDDLE[0], MIDDLE[1] + 12)
        canvas.put_middle(dish(size), *MIDDLE)
        aimed = self._aimed if self._chooser is not None and not self.busy else 0
        for stone in range(self._heap):
            self._draw_stone(canvas, stone, place(stone), stone >= self._heap - aimed)
        for flight in self._flights:
            if flight.stone >= self._heap:
                self._draw_stone(canvas, flight.stone, flight.point, False)
        if canvas.scale < SMALL:
            return
        self._draw_count(canvas)
        if self._chooser is not None:
            self._draw_buttons(canvas)
        if self._refused_for:
            self._draw_refusal(canvas)

    def _draw_stone(self, canvas: Canvas, stone: int, point: Point, lit: bool) -> None:
        size = canvas.px(STONE)
        soft = shadow(round(size * 0.72), round(size * 0.6), size // 3, max(1, size // 10), 150)
        canvas.put_middle(soft, point[0] + 2, point[1] + 6)
        if lit:
            shine(canvas, *point, STONE * 0.95, LANTERN, 0.5)
        canvas.put_middle(pebble(stone % 11, size, lit), *point)

    def _draw_count(self, canvas: Canvas) -> None:
        typeface = self.surroundings.typeface
        x, y = MIDDLE[0], MIDDLE[1] + DISH - 14
        wide, high = canvas.px(64), canvas.px(typeface.grown(32))
        canvas.put_middle(pill(wide, high, INK, 0.88, "#FFE3A0"), x, y)
        typeface.line(canvas, str(self._heap), x, y, theme.LABEL, Weight.BOLD, theme.TEXT_BRIGHT, "middle")

    def _draw_buttons(self, canvas: Canvas) -> None:
        typeface = self.surroundings.typeface
        for count in range(1, self._most + 1):
            x, y = self._button(count)
            aimed = count == self._aimed
            size = canvas.px(BUTTON)
            canvas.put_middle(shadow(size, size, size // 2, canvas.px(6), 110), x, y + 4)
            if aimed:
                shine(canvas, x, y, BUTTON * 1.1, LANTERN, 0.45)
            canvas.put_middle(round_button(size, LIT if aimed else SHEET), x, y)
            typeface.line(canvas, str(count), x, y, theme.HEADING, Weight.BOLD, theme.TEXT_ON_LANTERN, "middle")

    def _draw_refusal(self, canvas: Canvas) -> None:
        typeface = self.surroundings.typeface
        wide = typeface.measure(self._refusal, theme.BODY) + 40
        y = MIDDLE[1] + 150
        canvas.put_middle(pill(canvas.px(wide), canvas.px(typeface.grown(36)), theme.BAD, 0.95), MIDDLE[0], y)
        typeface.line(canvas, self._refusal, MIDDLE[0], y, theme.BODY, Weight.SEMIBOLD, WHITE, "middle")

    def warm(self, canvas: Canvas) -> Iterator[None]:
        dish(canvas.px(2 * DISH))
        yield
        for kind in range(11):
            for lit in (False, True):
                pebble(kind, canvas.px(STONE), lit)
            yield

    def draw_panel(self, canvas: Canvas, seat: Seat, box: Box) -> None:
        if self.view is None:
            return
        typeface = self.surroundings.typeface
        taken = self.view.taken[seat]
        size = min(34.0, box.height * 0.6)
        canvas.put_middle(pebble(seat, canvas.px(size), False), box.left + size / 2, box.centery)
        typeface.line(
            canvas, str(taken), box.left + size + 12, box.centery, theme.HEADING, Weight.BOLD, theme.TEXT_BRIGHT
        )
