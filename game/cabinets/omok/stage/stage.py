"""The picture of Omok: stones on a wooden board, the choices of the opening, and why a point is forbidden."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias, TypeVar

import pygame

from game.cabinets.omok import board as b
from game.cabinets.omok import notation
from game.cabinets.omok.openings import PROTOCOLS
from game.cabinets.omok.reasons import Row, levels_of, threats_of
from game.cabinets.omok.stage import ground
from game.cabinets.omok.state import (
    FREE_TO_PASS,
    PASS,
    Action,
    Choose,
    Count,
    Pass,
    Pick,
    Place,
    Swap,
    View,
    board_of,
    foul_name,
)
from game.core.rules import Event, Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, PAPER, ROSE, TEAL, WHITE
from game.engine.input import InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.engine.light import drop_shadow
from game.engine.stage import ListsMoves, Surroundings, Tool, switch
from game.engine.text import Weight
from game.kit import marks
from game.kit.buttons import draw_plates
from game.kit.choosing import Chooser
from game.kit.grid.bands import Band, draw_band
from game.kit.grid.labels import draw_labels, letters, numbers
from game.kit.grid.settling import SettlingStage, plates
from game.kit.layout import Layout, Together
from game.kit.panel.forms import Figure, Panel, figures_panel
from game.kit.pieces import Piece, Pieces

ActionT = TypeVar("ActionT")
ABOVE: Final = 70.0
"""How far above the finger the focus lies, in the stage's design units."""


class Sliding:
    """Moves the focus of a chooser in which every action is a single spot."""

    def __init__(self, slides: Callable[[Any], bool]) -> None:
        """`slides` tells whether a spot can be reached by sliding; other spots are pressed like buttons."""
        self._slides = slides
        self._held = False

    def handle(self, event: InputEvent, choice: Chooser[Any, ActionT]) -> ActionT | None:
        """Take an input in place of the chooser. Returns the action it chose, None if it chose none."""
        match event:
            case PointerPressed(x, y, 1) if self._slides(choice.layout.at(x, y)):
                self._held = True
                choice.point(x, y - ABOVE)
            case PointerMoved(x, y):
                choice.point(x, y - ABOVE if self._held else y)
            case PointerReleased(x, y, 1) if self._held:
                self._held = False
                return choice.handle(PointerPressed(x, y - ABOVE, 1))
            case _:
                return choice.handle(event)
        return None


Key: TypeAlias = int | str
"""A point of the board, or a button by the key of its text."""
_FOOT = 604.0
_COUNT = "count_"
_FOUL_SIGNS = {"overline": "6", "fours": "44", "threes": "33"}


class OmokStage(SettlingStage[View, Action, Key], ListsMoves):
    """Shows the board and lets a person place stones and answer the opening."""

    upright = True
    piece_size = 1.0
    numbered = False
    plates_foot = _FOOT
    plates_columns = 3
    settling_title = "omok.stage.tool.asides"
    carried = (*SettlingStage.carried, "_slides", "_threats", "_fouls", "_numbers")

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self._slides = False
        """Whether a finger slides a stone to its point and places it where it is lifted."""
        self._threats = False
        self._fouls = True
        self._numbers = 0
        """How many of the latest stones show their number; negative for all."""
        self._barred = (-1, -1)
        """The forbidden point that was pointed at last, and how often in a row."""
        self._focus: Key | None = None
        self._sliding = Sliding(lambda key: not isinstance(key, str))

    def own_tools(self) -> Sequence[Tool]:
        return (
            switch(self, "_threats", "swords", "omok.stage.tool.threats", "t"),
            switch(self, "_fouls", "circle-x", "omok.stage.tool.fouls", "f"),
            Tool("hash", "omok.stage.tool.numbers", "n", self._next_numbers, lambda: self._numbers != 0),
        )

    def may_offer(self, view: View) -> bool:
        return view.phase == "stone" and not view.steps and len(view.moves) >= FREE_TO_PASS

    @property
    def under_loupe(self) -> bool:
        return not self._slides

    def own_buttons(self, view: View) -> Mapping[str, str]:
        words = ["pass"] if self.may_offer(view) and self.surroundings.options.may_pass else []
        words += ["press" if self._slides else "slide"] if view.phase in ("stone", "fifths") else []
        return {word: f"omok.stage.aside.{word}" for word in words}

    def press_own(self, word: str) -> Action | None:
        if word in ("slide", "press"):
            self._slides = word == "slide"
        return Pass(self.with_draw) if word == "pass" else None

    def _next_numbers(self) -> None:
        self._numbers = {0: 1, 1: 5, 5: -1, -1: 0}[self._numbers]

    def take(self, event: InputEvent) -> Action | None:
        if self._slides and self.choice is not None and not self.settling:
            return self._sliding.handle(event, self.choice)
        return super().take(event)

    def handle(self, event: InputEvent) -> None:
        super().handle(event)
        focus = self.choice.focus if self.choice else None
        if focus != self._focus and self.view is not None and any(foul.point == focus for foul in self.view.forbidden):
            assert isinstance(focus, int)
            self._barred = (focus, self._barred[1] + 1 if self._barred[0] == focus else 0)
        self._focus = focus

    def layout_of(self, view: View) -> Layout[Key]:
        words = self._answers(view)
        if not words:
            return ground.points_of(view.size)
        return Together(ground.points_of(view.size), plates(words, min(6, len(words)), _FOOT))

    @staticmethod
    def _answers(view: View) -> Sequence[str]:
        """Return the buttons of an ask that is not answered on the board."""
        match view.phase:
            case "swap":
                return ("keep", "swap")
            case "choose":
                return tuple(f"choose_{word}" for word in view.where.split())
            case "count":
                return tuple(f"{_COUNT}{number}" for number in range(1, 13))
        return ()

    def pieces(self, view: View) -> Pieces[Key]:
        laid: dict[Key, Piece] = {
            point: Piece("stone", number % 2, point % 7) for number, point in enumerate(view.moves) if point != PASS
        }
        return laid | {point: Piece("fifth", 0, number + 1) for number, point in enumerate(view.fifths)}

    def path_of(self, action: Action) -> tuple[Key, ...]:
        assert self.view is not None
        match action:
            case Place():
                return (action.point(self.view.size),)
            case Swap(yes):
                return ("swap" if yes else "keep",)
            case Choose(what):
                return (f"choose_{what}",)
            case Count(number):
                return (f"{_COUNT}{number}",)
            case Pick(index):
                return (self.view.fifths[index],)
        raise AssertionError(action)

    def unlisted(self, path: tuple[Key, ...]) -> Action | None:
        point = path[-1]
        if self.view is None or not isinstance(point, int) or self.view.phase not in ("stone", "fifths"):
            return None
        return Place.on(point, self.view.size, self.with_draw)

    def ghost(self, view: View, path: tuple[Key, ...]) -> Piece | None:
        point = path[-1]
        if not isinstance(point, int) or view.phase == "pick":
            return None
        return Piece("fifth", 0) if view.phase == "fifths" else Piece("stone", len(view.moves) % 2, point % 7)

    def last_move(self, view: View) -> Sequence[Key]:
        return () if view.five else tuple(point for point in view.moves[-1:] if point != PASS)

    def spots_of(self, view: View, event: Event) -> Sequence[Key]:
        return (event.data["point"],) if event.kind in ("placed", "offered_fifth") else ()

    def panel(self, view: View, seat: Seat) -> Panel:
        if view.black < 0:
            return ()
        word = self.surroundings.texts.line("omok.stage.black" if view.black == seat else "omok.stage.white")
        colour = seat != view.black
        stones = sum(point != PASS for point in view.moves[int(colour) :: 2])
        return figures_panel([Figure(str(stones), word, lambda size: ground.stone(not colour, 0, size), PAPER)])

    def asks(self, view: View) -> tuple[str, dict[str, Any]]:
        place = f".{view.where}" if view.phase == "stone" and view.where != "any" else ""
        values = {"number": len(view.fifths) + 1, "colour": ("black", "white")[len(view.moves) % 2]}
        return f"omok.stage.ask.{view.phase}{place or '.any' if view.phase == 'stone' else ''}", values

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        view = self.shown
        if view is None or view.mover < 0:
            return None
        if view.steps:
            steps = len(PROTOCOLS[view.opening])
            step = max(1, steps - len(view.steps) + 1)
            return "omok.stage.opening", {"opening": view.opening, "step": step, "steps": steps}
        return "omok.stage.turn", {"turn": len(view.moves) + 1}

    def written_moves(self) -> Sequence[str]:
        view = self.shown
        return [notation.name(point, view.size) for point in view.moves] if view else ()

    def draw_ground(self, canvas: Canvas) -> None:
        drop_shadow(canvas, Box(0, 0, ground.SIDE, ground.SIDE), 14, 18, 170, 10)
        size = self.view.size if self.view else 15
        canvas.put(ground.board(size, canvas.px(ground.SIDE)), 0, 0)
        names, typeface = (letters(size), numbers(size)), self.surroundings.typeface
        draw_labels(canvas, typeface, ground.BOARD, ground.LINES, *names, "#4A2E16", of_lines=True)

    def sprite_of(self, piece: Piece, size_px: int) -> pygame.Surface:
        if piece.kind == "fifth":
            return ground.hollow("#2B2936", size_px)
        return ground.stone(piece.seat == 0, piece.name, size_px)

    def draw_details(self, canvas: Canvas) -> None:
        view = self.shown
        if view is None or self.busy:
            return
        spots = self.layout(view).spots
        for number, point in enumerate(view.fifths):
            marks.chip(canvas, self.surroundings.typeface, str(number + 1), *spots[point].middle)
        if self._threats and not view.five:
            self._draw_threats(canvas, view)
        self._draw_numbers(canvas, view)
        if view.moves and view.moves[-1] != PASS and not view.five and not self._numbers:
            canvas.put_middle(ground.spot(len(view.moves) % 2 == 1, canvas.px(14)), *spots[view.moves[-1]].middle)
        if view.five:
            self._draw_band(canvas, view.five, LANTERN)
        if self.choice:
            if isinstance(self.choice.focus, int):
                self._draw_reason(canvas, view, self.choice.focus)
            self._draw_answers(canvas, view, self.choice)

    def draw_offer(self, canvas: Canvas, choice: Chooser[Key, Action]) -> None:
        """Draw the focus, the forbidden points, and the reason of the forbidden point in focus."""
        view = self.view
        assert view is not None
        spots = choice.layout.spots
        for foul in view.forbidden if self._fouls else ():
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
        if isinstance(choice.focus, int) and choice.focus in choice.stops:
            marks.focus(canvas, spots[choice.focus])

    def _draw_reason(self, canvas: Canvas, view: View, point: int) -> None:
        """Draw each three and four that makes the point forbidden; each further press shows the next level."""
        if not any(foul.point == point for foul in view.forbidden):
            return
        levels = levels_of(board_of(view), point, view.colour)
        placed, rows = levels[max(0, self._barred[1]) % len(levels)]
        spots, typeface = self.layout(view).spots, self.surroundings.typeface
        for row in rows:
            false = row.kind == "false_three"
            self._draw_band(canvas, row.stones, TEAL if false else ROSE, Band.DASHED if false else Band.WHOLE)
            for end in row.ends:
                marks.target(canvas, spots[end], ROSE if false else PAPER, taken=True)
        for number, stone in enumerate(placed[:-1]):
            marks.chip(canvas, typeface, str(number + 1), *spots[stone].middle)
        marks.cross_out(canvas, spots[placed[-1]])

    def _draw_threats(self, canvas: Canvas, view: View) -> None:
        """Draw the fours and open threes of both colours: whole bands for black, dashed ones for white."""
        spots = self.layout(view).spots
        for colour, band, tone in ((b.BLACK, Band.WHOLE, ROSE), (b.WHITE, Band.DASHED, TEAL)):
            for row in _threats(view, colour):
                self._draw_band(canvas, row.stones, tone, band)
                for end in row.ends:
                    marks.target(canvas, spots[end], tone, taken=row.kind == "four")

    def _draw_numbers(self, canvas: Canvas, view: View) -> None:
        spots, typeface = self.layout(view).spots, self.surroundings.typeface
        first = len(view.moves) - self._numbers if self._numbers >= 0 else 0
        size = min(theme.BODY, ground.pitch_of(view.size) * 0.42) * 100 / typeface.text_size
        for number, point in enumerate(view.moves):
            if number >= first and point != PASS:
                last = number == len(view.moves) - 1
                tone = ("#FFB347" if last else WHITE) if number % 2 == 0 else ("#B3203C" if last else INK)
                typeface.line(canvas, str(number + 1), *spots[point].middle, size, Weight.BOLD, tone, "middle")

    def _draw_band(self, canvas: Canvas, held: Sequence[int], colour: str, band: Band = Band.WHOLE) -> None:
        """Draw a band through a row of points, which must be in order."""
        assert self.view is not None
        layout = self.layout(self.view)
        draw_band(canvas, layout.middle(held[0]), layout.middle(held[-1]), colour, band)

    def _draw_answers(self, canvas: Canvas, view: View, choice: Chooser[Key, Action]) -> None:
        """Draw the answers of the opening on plates over the foot of the board."""
        line = self.surroundings.texts.line
        keys = [key for key in self._answers(view) if key in choice.targets]
        texts = {
            key: key.removeprefix(_COUNT) if view.phase == "count" else line(f"omok.stage.button.{key}") for key in keys
        }
        draw_plates(canvas, self.surroundings.typeface, choice.layout, texts, choice.focus)


@lru_cache(maxsize=4)
def _threats(view: View, colour: int) -> tuple[Row, ...]:
    return threats_of(board_of(view), colour)
