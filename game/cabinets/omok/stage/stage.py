"""The picture of Omok: stones on a wooden board, the choices of the opening, and why a point is forbidden."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import pygame

from game.cabinets.omok import board as b
from game.cabinets.omok.openings import PROTOCOLS
from game.cabinets.omok.reasons import Row, rows_of
from game.cabinets.omok.stage import ground
from game.cabinets.omok.state import FORBIDDEN, PASS, Action, Choose, Count, Pick, Place, Swap, View, foul_name
from game.core.rules import Event, Seat
from game.core.space import Squares
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, PAPER, ROSE, TEAL, WHITE
from game.engine.light import drop_shadow
from game.engine.ornament import LIT, SHEET, card
from game.engine.stage import READABLE_FROM
from game.engine.text import Weight
from game.kit import marks
from game.kit.board import BoardStage
from game.kit.choosing import Chooser
from game.kit.grid.bands import Band, draw_band
from game.kit.grid.labels import draw_labels, letters, numbers
from game.kit.layout import Layout, Together, crossings, slots
from game.kit.panel import Figure
from game.kit.pieces import Piece, Pieces

Key: TypeAlias = int | str
"""A point of the board, or a button by what it says."""
_BUTTONS = Box(112, 500, 400, 104)
_FOUL_SIGNS = {"overline": "6", "fours": "44", "threes": "33"}


@lru_cache(maxsize=8)
def _points(size: int) -> Layout[Key]:
    return crossings(Squares(size, size), ground.LINES).renamed(lambda point: point)


class OmokStage(BoardStage[View, Action, Key]):
    """Shows the board and lets a person place stones and answer the opening."""

    piece_size = 1.0
    numbered = False

    def layout_of(self, view: View) -> Layout[Key]:
        words = self._words(view)
        if not words:
            return _points(view.size)
        columns = min(6, len(words))
        rows = -(-len(words) // columns)
        box = Box(_BUTTONS.left, _BUTTONS.bottom - rows * 48, _BUTTONS.width, rows * 48)
        return Together(_points(view.size), slots(words, columns, box, 10))

    @staticmethod
    def _words(view: View) -> Sequence[str]:
        """The buttons of an ask that is not answered on the board."""
        match view.phase:
            case "swap":
                return ("keep", "swap")
            case "choose":
                return tuple(f"choose_{word}" for word in view.where.split())
            case "count":
                return tuple(f"count_{number}" for number in range(1, 13))
        return ()

    def pieces(self, view: View) -> Pieces[Key]:
        laid: dict[Key, Piece] = {
            point: Piece("stone", number % 2, point % 7) for number, point in enumerate(view.moves) if point != PASS
        }
        return laid | {point: Piece("fifth", 0, number + 1) for number, point in enumerate(view.fifths)}

    def path_of(self, action: Action) -> tuple[Key, ...]:
        assert self.view is not None
        match action:
            case Place(x, y):
                return (x + self.view.size * y,)
            case Swap(yes):
                return ("swap" if yes else "keep",)
            case Choose(what):
                return (f"choose_{what}",)
            case Count(number):
                return (f"count_{number}",)
            case Pick(index):
                return (self.view.fifths[index],)
        raise AssertionError(action)

    def unlisted(self, path: tuple[Key, ...]) -> Action | None:
        point = path[-1]
        if self.view is None or not isinstance(point, int) or self.view.phase not in ("stone", "fifths"):
            return None
        return Place(point % self.view.size, point // self.view.size)

    def ghost(self, view: View, path: tuple[Key, ...]) -> Piece | None:
        point = path[-1]
        if not isinstance(point, int) or view.phase == "pick":
            return None
        return Piece("fifth", 0) if view.phase == "fifths" else Piece("stone", len(view.moves) % 2, point % 7)

    def last_move(self, view: View) -> Sequence[Key]:
        return () if view.five else tuple(point for point in view.moves[-1:] if point != PASS)

    def spots_of(self, view: View, event: Event) -> Sequence[Key]:
        return (event.data["point"],) if event.kind in ("placed", "offered_fifth") else ()

    def figures(self, view: View, seat: Seat) -> Sequence[Figure]:
        if view.black < 0:
            return ()
        word = self.surroundings.texts.line("omok.stage.black" if view.black == seat else "omok.stage.white")
        colour = seat != view.black
        stones = sum(point != PASS for point in view.moves[int(colour) :: 2])
        return (Figure(str(stones), word, lambda size: ground.stone(not colour, 0, size), PAPER),)

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        view = self.view
        if self.choice is None or view is None:
            return None
        place = f".{view.where}" if view.phase == "stone" and view.where != "any" else ""
        values = {"number": len(view.fifths) + 1, "colour": ("black", "white")[len(view.moves) % 2]}
        return f"omok.stage.ask.{view.phase}{place or '.any' if view.phase == 'stone' else ''}", values

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        view = self.shown
        if view is None or not view.mover + 1:
            return None
        if view.steps:
            whole = len(PROTOCOLS[view.opening])
            return "omok.stage.opening", {
                "opening": view.opening,
                "step": max(1, whole - len(view.steps) + 1),
                "steps": whole,
            }
        return "omok.stage.turn", {"turn": len(view.moves) + 1}

    def draw_ground(self, canvas: Canvas) -> None:
        drop_shadow(canvas, Box(0, 0, ground.SIDE, ground.SIDE), 14, 18, 170, 10)
        size = self.view.size if self.view else 15
        canvas.put(ground.board(size, canvas.px(ground.SIDE)), 0, 0)
        pitch = ground.pitch_of(size)
        columns = [(ground.RIM + line * pitch, letter) for line, letter in enumerate(letters(size))]
        rows = [(ground.RIM + line * pitch, number) for line, number in enumerate(numbers(size))]
        draw_labels(canvas, self.surroundings.typeface, ground.BOARD, ground.LINES, columns, rows, "#4A2E16")

    def sprite_of(self, piece: Piece, size_px: int) -> pygame.Surface:
        if piece.kind == "fifth":
            return ground.hollow("#2B2936", size_px)
        return ground.stone(piece.seat == 0, piece.name, size_px)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        view = self.shown
        if view is None or canvas.scale < READABLE_FROM or self.busy:
            return
        spots = self.layout(view).spots
        for number, point in enumerate(view.fifths):
            x, y = spots[point].middle
            self.surroundings.typeface.line(
                canvas, str(number + 1), x, y, theme.BODY, Weight.BOLD, WHITE, "middle", outline=2, edge=INK
            )
        if view.five:
            self._draw_band(canvas, view.five, LANTERN)
        if self.choice:
            self._draw_buttons(canvas, self.choice)

    def draw_offer(self, canvas: Canvas, choice: Chooser[Key, Action]) -> None:
        """The focus, what is forbidden, and the reason of the forbidden point in focus."""
        view = self.view
        assert view is not None
        spots = choice.layout.spots
        for foul in view.forbidden:
            x, y = spots[foul.point].middle
            sign = _FOUL_SIGNS[foul_name(foul.kinds)]
            self.surroundings.typeface.line(
                canvas, sign, x, y, theme.CAPTION, Weight.BOLD, "#C4203E", "middle", outline=2, edge="#F6DFB4"
            )
        if view.phase == "pick":
            for key in choice.targets:
                marks.target(canvas, spots[key], taken=True)
        elif view.where not in ("any", "") and view.phase == "stone" and len(choice.targets) < 90:
            for key in choice.targets:
                marks.target(canvas, spots[key])
        if isinstance(choice.focus, int):
            if choice.focus in choice.stops:
                marks.focus(canvas, spots[choice.focus])
            else:
                self._draw_reason(canvas, view, choice.focus)

    def _draw_reason(self, canvas: Canvas, view: View, point: int) -> None:
        if not any(foul.point == point for foul in view.forbidden):
            return
        for row in _rows(view, point):
            false = row.kind == "false_three"
            self._draw_band(canvas, row.stones, TEAL if false else ROSE, Band.DASHED if false else Band.WHOLE)
            for end in row.ends:
                marks.target(canvas, self.layout(view).spots[end], ROSE if false else PAPER, taken=True)
        marks.cross_out(canvas, self.layout(view).spots[point])

    def _draw_band(self, canvas: Canvas, held: Sequence[int], colour: str, band: Band = Band.WHOLE) -> None:
        """A line through a row of points."""
        assert self.view is not None
        spots = self.layout(self.view).spots
        size = self.view.size
        ends = sorted(held, key=lambda point: (point // size, point % size))
        draw_band(canvas, spots[ends[0]].middle, spots[ends[-1]].middle, colour, band)

    def _draw_buttons(self, canvas: Canvas, choice: Chooser[Key, Action]) -> None:
        """The answers of the opening, on plates over the foot of the board."""
        texts, typeface = self.surroundings.texts, self.surroundings.typeface
        for key in choice.targets:
            if not isinstance(key, str):
                continue
            spot = choice.layout.spots[key]
            wide, high = spot.size
            box = Box(spot.x - wide / 2, spot.y - high / 2, wide, high)
            lit = key == choice.focus
            drop_shadow(canvas, box, 10, 6, 140, 3)
            area = canvas.pixels(box)
            canvas.put(card(area.width, area.height, canvas.px(10), LIT if lit else SHEET), box.left, box.top)
            word, _, number = key.partition("_")
            text = number if word == "count" else texts.line(f"omok.stage.button.{key}")
            typeface.line(
                canvas, text, *spot.middle, theme.BODY, Weight.BOLD, theme.TEXT_ON_LANTERN, "middle", max_width=wide - 8
            )


def _rows(view: View, point: int) -> tuple[Row, ...]:
    stones = [b.EMPTY] * view.size**2
    for number, move in enumerate(view.moves):
        if move != PASS:
            stones[move] = 1 + number % 2
    colour = 1 + len(view.moves) % 2
    return rows_of(stones, view.size, point, colour, FORBIDDEN[view.rule][colour - 1])
