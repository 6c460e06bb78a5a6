"""The picture of Reversi: stones on a felt board. The kit does everything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from game.core.rules import Event, Seat
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, PAPER, WHITE, Colour, darken, lighten
from game.engine.light import drop_shadow
from game.engine.ornament import wood
from game.engine.sprites import blank, clipped, put, sprite
from game.engine.vector import circle, linear, path, radial, rect, svg
from game.kit.board import BoardStage
from game.kit.layout import Layout, squares
from game.kit.panel.forms import Figure, Panel, figures_panel
from game.kit.pieces import Piece, Pieces
from souk_reversi.rules import BOARD, Place, View

SIDE, FELT = 624.0, Box(32, 32, 560, 560)
CELL = FELT.width / BOARD.columns
LAYOUT = squares(BOARD, FELT)
_STONES = ("#2B2740", "#F4EBD6")


@sprite(kept=4)
def board(size_px: int) -> pygame.Surface:
    """Return the board: green felt with fine lines in a wooden frame."""
    whole, made = (0, 0, SIDE, SIDE), blank(size_px, size_px)
    made.blit(wood(size_px, size_px, "#7A4A2A"), (0, 0))
    made = clipped(made, svg(rect(0, 0, SIDE, SIDE, 16, WHITE), size_px, size_px, box=whole))
    lines = "".join(
        f"M{FELT.left + place * CELL} {FELT.top}V{FELT.bottom}M{FELT.left} {FELT.top + place * CELL}H{FELT.right}"
        for place in range(BOARD.columns + 1)
    )
    body = rect(28, 28, 568, 568, 4, "#2A1609") + rect(32, 32, 560, 560, 0, "url(#felt)")
    body += path(lines, stroke=INK, width=1.6)
    body += "".join(circle(FELT.left + x * CELL, FELT.top + y * CELL, 4, INK) for x in (2, 6) for y in (2, 6))
    put(made, svg(body, size_px, size_px, defs=radial("felt", [(0, "#2F9A74"), (1, "#16604A")]), box=whole), 0, 0)
    return made


@sprite(kept=32)
def stone(seat: Seat, colour: Colour, size_px: int) -> pygame.Surface:
    """Return a dark or a light stone with a ring in the seat's colour: one round line, or eight rays."""
    tone = _STONES[seat]
    fill = linear("face", [(0, lighten(tone, 0.4)), (0.5, tone), (1, darken(tone, 0.35))], 0, 0, 0.7, 1)
    body = circle(50, 50, 47, "url(#face)", INK, 3)
    if seat:
        body += circle(50, 50, 30, "none", darken(colour, 0.2), 9, stroke_dasharray="11.8 11.8")
    else:
        body += circle(50, 50, 30, "none", colour, 6)
    return svg(body, size_px, size_px, defs=fill, box=(0, 0, 100, 100), oversample=3)


class ReversiStage(BoardStage[View, Place, int]):
    """Shows the board and lets a person place stones."""

    def layout_of(self, view: View) -> Layout[int]:
        return LAYOUT

    def pieces(self, view: View) -> Pieces[int]:
        return {square: Piece("stone", owner) for square, owner in enumerate(view.board) if owner >= 0}

    def path_of(self, action: Place) -> tuple[int, ...]:
        return (action.square,)

    def unlisted(self, path: tuple[int, ...]) -> Place | None:
        return Place(path[-1])

    def ghost(self, view: View, path: tuple[int, ...]) -> Piece | None:
        return Piece("stone", view.mover)

    def last_move(self, view: View) -> Sequence[int]:
        return (view.last,) if view.last >= 0 else ()

    def spots_of(self, view: View, event: Event) -> Sequence[int]:
        return (event.data["square"],) if event.kind == "placed" else ()

    def panel(self, view: View, seat: Seat) -> Panel:
        word = self.surroundings.texts.line("reversi.result.stones")
        count = str(view.board.count(seat))
        stone = Piece("stone", seat)
        return figures_panel([Figure(count, word, lambda size: self.sprite_of(stone, size), PAPER)])

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        return ("reversi.stage.instruction", {}) if self.choice else None

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        return ("reversi.stage.turn", {"turn": self.shown.turn + 1}) if self.shown and self.shown.mover >= 0 else None

    def draw_ground(self, canvas: Canvas) -> None:
        drop_shadow(canvas, Box(0, 0, SIDE, SIDE), 16, 18, 170, 10)
        canvas.put(board(canvas.px(SIDE)), 0, 0)

    def sprite_of(self, piece: Piece, size_px: int) -> pygame.Surface:
        return stone(piece.seat, self.surroundings.looks[piece.seat].colour, size_px)
