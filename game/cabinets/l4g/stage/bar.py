"""The bar below the room: the turn, its eight acts, and the course of the match."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Final

import pygame

from game.cabinets.l4g.rules.views import Kind, PlayerState, View
from game.cabinets.l4g.stage.floor.acts import ICONS, Act
from game.cabinets.l4g.stage.floor.layout import Cards
from game.cabinets.l4g.stage.floor.picture import Picture
from game.cabinets.l4g.stage.record import Record
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, MUTED, PAPER, Colour, mix, rgb
from game.engine.light import drop_shadow
from game.engine.ornament import LIT, Face
from game.engine.sprites import sprite
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.text.typeface import Anchor
from game.engine.vector import arc, circle, icon, path, svg
from game.engine.widgets.parts import faces

_COUNTED: Final[Mapping[Act, Kind]] = {
    Act.SOULS: "place",
    Act.RISE: "rose",
    Act.INFECTION: "turned",
    Act.KILLS: "died",
    Act.HEALING: "gave",
    Act.FADING: "vanished",
}
"""By act: the kind of deed whose number is shown on the act's plate."""
_DONE = Face(LANTERN, LANTERN, 0.13, LANTERN, 0.5, 0.0)
_STACK: Final = (PlayerState.INFECTED, PlayerState.CORPSE, PlayerState.SURVIVOR, PlayerState.SOUL)
_DEEP: Final[dict[PlayerState, Colour]] = {
    PlayerState.INFECTED: "#C93450",
    PlayerState.CORPSE: "#77718C",
    PlayerState.SURVIVOR: "#EBDDC2",
    PlayerState.SOUL: "#F2B844",
}
_TICKS = 4
_IN_RING: Final = 0.68
"""Width that the number of a turn may have in the ring, as a share of that."""


@sprite(kept=160)
def _turn_ring(size_px: int, step: int, steps: int) -> pygame.Surface:
    body = circle(50, 50, 46, "#17132F", "#C99043", 2)
    if step >= steps:
        body += circle(50, 50, 38, "none", LANTERN, 7)
    else:
        body += circle(50, 50, 38, "none", PAPER, 7, stroke_opacity=0.1)
        if step > 0:
            body += path(arc(50, 50, 38, 0, step / steps), "none", LANTERN, 7)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=3)


class Bar:
    """Draws the bar of a table."""

    def __init__(self, surroundings: Surroundings, record: Record) -> None:
        self._surroundings = surroundings
        self._record = record

    def paint(self, canvas: Canvas, cards: Cards, picture: Picture, turn: int, act: Act | None) -> None:
        """Draw the bar's turn and acts, but not the course of the match."""
        faces.glass_panel(canvas, cards.bar)
        box = cards.bar
        size = min(box.height - 12, 84.0)
        x = box.left + 12 + size / 2
        last = picture.view.turns - 1
        canvas.put_middle(_turn_ring(canvas.px(size), turn * 120 // max(1, last), 120), x, box.centery)
        typeface = self._surroundings.typeface
        number = theme.HEADING if size > 70 else theme.BODY
        y = box.centery - (6 if size > 70 else 0)
        fixed = 100 / typeface.text_size
        wide = typeface.measure(str(last), 10 * fixed, Weight.BOLD) / 10
        letters = min(typeface.grown(number), _IN_RING * size / wide)
        typeface.line(canvas, str(turn), x, y, letters * fixed, Weight.BOLD, PAPER, "middle")
        if size > 70:
            typeface.line(canvas, f"/ {last}", x, y + 19, 12 * fixed, Weight.REGULAR, MUTED, "middle")
        self._paint_acts(canvas, self._acts_box(cards, size), picture, act)

    def paint_phases(self, canvas: Canvas, box: Box, picture: Picture, act: Act | None) -> None:
        """Draw the acts alone in a low line, the lit one in words and the others as signs."""
        gap = 4.0
        typeface, texts = self._surroundings.typeface, self._surroundings.texts
        lit = 0.0
        if act is not None:
            words = texts.line(f"l4g_stage.acts.{act.name.lower()}")
            lit = typeface.measure(words, theme.BODY, Weight.SEMIBOLD) + typeface.grown(17 + 20) + 36
        each = (box.width - 7 * gap - lit) / (8 if act is None else 7)
        kinds, left = [deed.kind for deed in picture.deeds], box.left
        for number, name in enumerate(ICONS):
            which = Act(number)
            place = Box(left, box.top, lit if which is act else each, box.height)
            count = kinds.count(_COUNTED[which]) if which is act and which in _COUNTED else 0
            self._paint_act(canvas, place, which, name, count, act, worded=which is act)
            left = place.right + gap

    def _acts_box(self, cards: Cards, ring: float) -> Box:
        box = cards.bar
        left = box.left + ring + 26
        high = self._surroundings.typeface.leading(theme.BODY) + 14
        return Box(left, box.top + 10, box.right - 14 - left, high)

    def _paint_acts(self, canvas: Canvas, box: Box, picture: Picture, act: Act | None) -> None:
        gap = 8.0
        wide = (box.width - 7 * gap) / 8
        kinds = [deed.kind for deed in picture.deeds]
        for number, name in enumerate(ICONS):
            place = Box(box.left + number * (wide + gap), box.top, wide, box.height)
            which = Act(number)
            shown = act is not None and which <= act
            count = kinds.count(_COUNTED[which]) if shown and which in _COUNTED else 0
            if number:
                link = Box(place.left - gap, place.centery - 1, gap, 2)
                pygame.draw.rect(
                    canvas.surface, rgb(mix(LANTERN, INK, 0.3) if shown else "#4A3D66"), canvas.pixels(link)
                )
            self._paint_act(canvas, place, which, name, count, act)

    def _paint_act(
        self,
        canvas: Canvas,
        box: Box,
        which: Act,
        name: str,
        count: int,
        act: Act | None,
        *,
        worded: bool = True,
    ) -> None:
        typeface, texts = self._surroundings.typeface, self._surroundings.texts
        if which is act:
            drop_shadow(canvas, box, 10, 8, 90, 3)
            faces.draw_face(canvas, box, LIT)
            ink: Colour = theme.TEXT_ON_LANTERN
        elif act is not None and which < act:
            faces.draw_face(canvas, box, _DONE)
            ink = "#FFE3AE"
        else:
            faces.draw_face(canvas, box, faces.ROW_OVER)
            ink = MUTED
        words = texts.line(f"l4g_stage.acts.{which.name.lower()}")
        size = typeface.grown(17)
        wide = typeface.measure(words, theme.BODY, Weight.SEMIBOLD)
        sign = size + 6 if wide + size + 18 <= box.width else 0
        badge = typeface.grown(20) + 4 if count and wide + sign + typeface.grown(20) + 12 <= box.width else 0
        if not worded or wide + 8 > box.width:
            canvas.put_middle(icon(name, canvas.px(size), ink, 2.3), *box.center)
            return
        x = box.centerx - (sign + wide + badge) / 2
        if sign:
            canvas.put_middle(icon(name, canvas.px(size), ink, 2.3), x + size / 2, box.centery)
        typeface.line(canvas, words, x + sign, box.centery, theme.BODY, Weight.SEMIBOLD, ink)
        if badge:
            self._paint_count(canvas, x + sign + wide + 4 + badge / 2, box.centery, count, lit=which is act)

    def _paint_count(self, canvas: Canvas, x: float, y: float, count: int, *, lit: bool) -> None:
        typeface = self._surroundings.typeface
        face, ink = (theme.TEXT_ON_LANTERN, "#FFE3AE") if lit else (LANTERN, theme.TEXT_ON_LANTERN)
        canvas.put_middle(_disc(canvas.px(typeface.grown(19)), face), x, y)
        typeface.line(canvas, str(count), x, y, theme.CAPTION, Weight.BOLD, ink, "middle")

    def paint_course(self, canvas: Canvas, cards: Cards, picture: Picture) -> None:
        """Draw how many players were in each state after each turn, with deaths and choosing turns marked."""
        acts = self._acts_box(cards, min(cards.bar.height - 12, 84.0))
        low = self._surroundings.typeface.leading(theme.CAPTION)
        box = Box(acts.left, acts.bottom + 8, acts.width, cards.bar.bottom - low - 4 - acts.bottom - 8)
        view = picture.view
        area = canvas.pixels(box)
        pygame.draw.rect(canvas.surface, rgb("#2A2148"), area, border_radius=canvas.px(4))
        turns = max(1, view.turns)
        self._paint_unseen(canvas, box, view)
        for turn, moment in self._record.moments.items():
            if 0 < turn <= view.turn:
                self._paint_moment(canvas, box, turn, turns, moment.counts, view)
        for turn, moment in self._record.moments.items():
            x = box.left + box.width * turn / turns
            if moment.choosing and turn <= view.turn and turn < view.turns:
                canvas.put_middle(_diamond(canvas.px(11)), x, box.top)
        self._paint_ticks(canvas, box, view)

    def _paint_unseen(self, canvas: Canvas, box: Box, view: View) -> None:
        """Hatch the turns of which nothing was seen because the viewer came later or jumped over them."""
        typeface = self._surroundings.typeface
        words = self._surroundings.texts.line("l4g_stage.unseen")
        room = typeface.measure(words, theme.CAPTION) + 16
        for first, last in gaps(self._record.moments, view.turn):
            left, right = (box.left + box.width * turn / max(1, view.turns) for turn in (first - 1, last))
            area = canvas.pixels(Box(left, box.top, right - left, box.height))
            if area.width < 1 or area.height < 1:
                continue
            canvas.put(_hatched(area.width, area.height, canvas.px(7)), left, box.top)
            if room <= right - left and typeface.leading(theme.CAPTION) <= box.height:
                typeface.line(
                    canvas, words, (left + right) / 2, box.centery, theme.CAPTION, colour=MUTED, anchor="middle"
                )

    def _paint_moment(self, canvas: Canvas, box: Box, turn: int, turns: int, counts: Sequence[int], view: View) -> None:
        left, right = box.left + box.width * (turn - 1) / turns, box.left + box.width * turn / turns
        total = max(1, sum(counts))
        states = tuple(PlayerState)
        bottom = box.bottom
        for state in _STACK:
            high = box.height * counts[states.index(state)] / total
            area = canvas.pixels(Box(left, bottom - high, right - left, high))
            if area.height > 0:
                pygame.draw.rect(canvas.surface, rgb(_DEEP[state]), area)
            bottom -= high

    def _paint_ticks(self, canvas: Canvas, box: Box, view: View) -> None:
        typeface = self._surroundings.typeface
        last = view.turns - 1
        y = box.bottom + typeface.leading(theme.CAPTION) / 2 + 1
        for tick in range(_TICKS + 1):
            anchor: Anchor = "left" if tick == 0 else "right" if tick == _TICKS else "middle"
            x = box.left + box.width * tick / _TICKS
            typeface.line(canvas, str(last * tick // _TICKS), x, y, theme.CAPTION, Weight.REGULAR, MUTED, anchor)
        x = box.left + box.width * min(1.0, view.turn / max(1, view.turns))
        area = canvas.pixels(Box(x - 1, box.top - 3, 2, box.height + 5))
        pygame.draw.rect(canvas.surface, rgb(INK), area.inflate(2, 0))
        pygame.draw.rect(canvas.surface, rgb(PAPER), area)


def gaps(seen: Container[int], until: int) -> list[tuple[int, int]]:
    """Return the first and the last turn of each run of turns that were not seen, from turn 1 on.

    >>> gaps({3, 4, 6}, 7)
    [(1, 2), (5, 5), (7, 7)]
    """
    found: list[tuple[int, int]] = []
    for turn in range(1, until + 1):
        if turn not in seen:
            joined = found and found[-1][1] == turn - 1
            found.append((found.pop()[0] if joined else turn, turn))
    return found


@sprite(kept=16)
def _hatched(width_px: int, height_px: int, step_px: int) -> pygame.Surface:
    lines = "".join(f"M{x} {height_px}L{x + height_px} 0" for x in range(-height_px, width_px, step_px))
    return svg(path(lines, "none", PAPER, max(1.0, step_px / 7), stroke_opacity=0.14), width_px, height_px)


@sprite(kept=16)
def _disc(size_px: int, colour: Colour) -> pygame.Surface:
    return svg(circle(50, 50, 48, colour), size_px, size_px, box=(0, 0, 100, 100), oversample=3)


@sprite(kept=4)
def _diamond(size_px: int) -> pygame.Surface:
    body = path("M50 4L96 50L50 96L4 50Z", LANTERN, "#2A1604", 8)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=4)
