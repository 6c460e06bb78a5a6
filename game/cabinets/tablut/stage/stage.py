"""The picture of Tablut: carved pieces on an inlaid board, what a move takes, and how free the king is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import pygame

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.law import Law
from game.cabinets.tablut.rules.notation import name, square_named
from game.cabinets.tablut.rules.reasons import dangers
from game.cabinets.tablut.rules.rules import PIECE_NAMES, SIDE_NAMES
from game.cabinets.tablut.rules.state import Action, Move, View, listed
from game.cabinets.tablut.stage import ground
from game.cabinets.tablut.stage.eye import CALLED, Call, draw_reason, draw_ways
from game.cabinets.tablut.stage.rules import rules_lines
from game.core.rules import Event, Seat
from game.core.space import STRAIGHT, Squares
from game.engine.audio import Sound
from game.engine.canvas import Canvas
from game.engine.colour import PAPER, ROSE
from game.engine.input import InputEvent, KeyPressed, PointerPressed, PointerReleased
from game.engine.light import drop_shadow
from game.engine.stage import ListsMoves, Surroundings, Tool, WordsRules, switch
from game.kit import marks
from game.kit.choosing import Chooser
from game.kit.grid.labels import draw_labels, letters, numbers
from game.kit.grid.settling import SettlingStage
from game.kit.layout import Layout, squares
from game.kit.panel.forms import Figure, Panel, figures_panel
from game.kit.pieces import Piece, Pieces, Plan

BOARD = Squares(b.SIDE, b.SIDE)
LAYOUT: Layout[int] = squares(BOARD, ground.FIELD)
FLIPPED: Layout[int] = LAYOUT.renamed(lambda square: 80 - square)
_CALLED_SECONDS = 1.1
_BETWEEN = 0.09
"""Seconds between the sounds of men that are taken together."""
dangers_of = lru_cache(maxsize=256)(dangers)


@lru_cache(maxsize=64)
def taken_by(squares: tuple[int, ...], side: int, law: Law) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return what every move of the side to move takes, the king too; moves that take nothing are left out.

    Keys are (origin, target), values the squares of what is taken.
    """
    board, found = b.new_board(squares, side, law), dict[tuple[int, ...], tuple[int, ...]]()
    for origin, target in listed(board):
        with b.played(board, b.code_of(origin, target)) as count:
            gone = b.last_taken(board, count)
            if board.info[b.END] == b.ATTACKER:
                gone = (*gone, b.square_of(int(board.info[b.KING_AT])))
        if gone:
            found[origin, target] = gone
    return found


class TablutStage(SettlingStage[View, Action, int], ListsMoves, WordsRules):
    """Shows the board and lets a person move."""

    upright = True
    delays: ClassVar[Mapping[str, int]] = {"move": 260, "come": 200, "turn": 260, "go": 420}
    piece_size = 0.92
    numbered = False
    carried = (*SettlingStage.carried, "eye", "warned", "flipped")

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self.eye = False
        """Whether the king's ways out and closed sides are shown."""
        self.warned = True
        """Whether squares are marked where a picked piece could be taken next."""
        self.flipped = False
        self.explained: int | None = None
        """The square of the piece whose sides are shown; None for no piece."""

    @classmethod
    def rules_lines(cls, options: Any) -> Sequence[tuple[str, Mapping[str, Any]]]:
        return rules_lines(options)

    def layout_of(self, view: View) -> Layout[int]:
        return FLIPPED if self.flipped else LAYOUT

    def own_tools(self) -> Sequence[Tool]:
        return (
            switch(self, "eye", "crown", "tablut.tool.eye", "k"),
            switch(self, "warned", "circle-alert", "tablut.tool.warn", "w"),
            Tool("rotate-cw", "tablut.tool.flip", "f", self._flip, lambda: self.flipped),
        )

    def _flip(self) -> None:
        self.hurry()
        self.flipped = not self.flipped
        self.lay_out_anew()
        if self.choice is not None:
            self.choose_again()

    def show(self, view: View, events: Sequence[Event]) -> None:
        self.explained = None
        super().show(view, events)

    def reset(self, view: View) -> None:
        self.explained = None
        super().reset(view)

    def handle(self, event: InputEvent) -> None:
        """Take an input.

        A right press, or X at the spot in focus, explains a piece; dragged away, it draws an arrow.
        """
        if isinstance(event, PointerReleased) and event.button == 3 and self.explained is not None:
            if self.view is not None and self.layout(self.view).at(event.x, event.y) == self.explained:
                self.own_marks.let_go()
            else:
                self.explained = None
        elif isinstance(event, PointerPressed | KeyPressed) and self.view is not None and not self.takes_back:
            told, self.explained = self.explained, None
            match event:
                case PointerPressed(x, y, 3):
                    asked = self.layout(self.view).at(x, y)
                case KeyPressed("x", repeated=False):
                    asked = self.choice.focus if self.choice else None
                case _:
                    super().handle(event)
                    return
            if asked is not None and asked != told and self.view.squares[asked] and not self.busy:
                self.explained = asked
            if not isinstance(event, PointerPressed):
                return
        super().handle(event)

    @property
    def under_loupe(self) -> bool:
        return True

    def tell_at(self, x: float, y: float) -> bool:
        asked = self.layout(self.view).at(x, y) if self.view is not None and not self.busy else None
        if asked is None or self.view is None or not self.view.squares[asked]:
            return False
        self.explained = asked
        return True

    def pieces(self, view: View) -> Pieces[int]:
        return {
            square: Piece(PIECE_NAMES[piece], _owner(view, piece)) for square, piece in enumerate(view.squares) if piece
        }

    def path_of(self, action: Action) -> tuple[int, ...]:
        assert isinstance(action, Move)
        return (action.origin, action.target)

    def unlisted(self, path: tuple[int, ...]) -> Action | None:
        if self.view is None or (len(path) == 1 and not self.view.squares[path[0]]):
            return None
        return Move.between(path[0], path[-1])

    def last_move(self, view: View) -> Sequence[int]:
        return (view.moves[-1].origin, view.moves[-1].target) if view.moves else ()

    def spots_of(self, view: View, event: Event) -> Sequence[int]:
        if event.kind == "moved":
            return square_named(event.data["origin"]), square_named(event.data["target"])
        return (event.data["square"],) if event.kind in ("taken", "king_taken") else ()

    def play(self, view: View, events: Sequence[Event]) -> None:
        """Play events; each man that is taken is heard, and calls over the king are heard and seen."""
        super().play(view, events)
        for event in events:
            if event.kind == "taken":
                self.script.sound(Sound.TURN)
                self.script.rest(_BETWEEN)
            elif event.kind in CALLED:
                square = _king_in(view, event)
                words = self.surroundings.texts.line(f"tablut.call.{event.kind}")
                call = Call(words, self.layout(view).spots[square], CALLED[event.kind])
                self.script.sound(Sound.NOTICE)
                self.script.effect(call, _CALLED_SECONDS)

    def tell(self, plan: Plan[int], event: Event) -> None:
        if event.kind in ("taken", "king_taken") and event.data["square"] in plan.gone:
            plan.gone[event.data["square"]] = self.anchor(event.data["seat"])

    def panel(self, view: View, seat: Seat) -> Panel:
        if view.attacker < 0:
            return ()
        attacks = seat == view.attacker
        kind = b.ATTACKER if attacks else b.DEFENDER
        word = self.surroundings.texts.line(f"tablut.stage.men.{SIDE_NAMES[kind]}")
        men = Piece("attacker" if attacks else "king", seat)
        shown = [Figure(str(view.squares.count(kind)), word, lambda size: self.sprite_of(men, size), PAPER)]
        if self.surroundings.options.rounds > 1:
            word = self.surroundings.texts.line("tablut.stage.points")
            shown.append(Figure(str(view.points[seat]), word, "trophy", PAPER))
        return figures_panel(shown)

    def asks(self, view: View) -> tuple[str, dict[str, Any]]:
        what = "to" if self.choice and self.choice.chosen else SIDE_NAMES[view.side]
        return f"tablut.stage.ask.{what}", {}

    def written_moves(self) -> Sequence[str]:
        moves = self.shown.moves if self.shown else ()
        return [f"{name(turn.origin)}–{name(turn.target)}{'×' if turn.taken else ''}" for turn in moves]

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        view = self.shown
        if view is None or view.mover < 0:
            return None
        several = "rounds" if self.surroundings.options.rounds > 1 else "turn"
        return f"tablut.stage.{several}", {"turn": len(view.moves) + 1, "round": view.round}

    def draw_ground(self, canvas: Canvas) -> None:
        drop_shadow(canvas, ground.BOARD, 14, 18, 170, 10)
        law = self.view.law if self.view else Law()
        canvas.put(ground.board(law, canvas.px(ground.SIDE)), 0, 0)
        columns, rows = self._turned(letters(b.SIDE)), self._turned(numbers(b.SIDE, from_top=True))
        draw_labels(canvas, self.surroundings.typeface, ground.BOARD, ground.FIELD, columns, rows, ground.LABELS)

    def _turned(self, names: Sequence[str]) -> Sequence[str]:
        return names[::-1] if self.flipped else names

    def sprite_of(self, piece: Piece, size_px: int) -> pygame.Surface:
        looks = self.surroundings.looks
        colour = looks[piece.seat].colour if 0 <= piece.seat < len(looks) else "#8A6A3A"
        return ground.piece(piece.kind, colour, size_px)

    def draw_offer(self, canvas: Canvas, choice: Chooser[int, Action]) -> None:
        """Draw where a picked piece may go, what it would take there, and what blocks its way."""
        view, spots = self.view, choice.layout.spots
        assert view is not None
        if self.settling:
            return
        if not choice.chosen:
            if choice.focus in choice.stops:
                marks.focus(canvas, spots[choice.focus])
            return
        taking = taken_by(view.squares, view.side, view.law)
        origin = choice.chosen[0]
        marks.frame(canvas, spots[origin], glow=0.25)
        risky = dangers_of(view.squares, view.side, view.law, origin) if self.warned else frozenset()
        for target in choice.targets:
            if target in risky and target != choice.focus:
                marks.frame(canvas, spots[target], ROSE, 0.0, 0.62)
            takes = (origin, target) in taking
            if target != choice.focus:
                marks.target(canvas, spots[target], ROSE if takes else PAPER, taken=takes)
        if choice.focus in choice.stops:
            marks.focus(canvas, spots[choice.focus])
        elif choice.focus is not None:
            blocker = _blocker(view, origin, choice.focus)
            if blocker is not None:
                marks.cross_out(canvas, spots[blocker])

    def draw_details(self, canvas: Canvas) -> None:
        view = self.view
        if view is None or self.busy or self.settling:
            return
        told = self.explained
        if self.eye and b.KING in view.squares:
            draw_ways(canvas, self.layout(view), view)
            told = view.squares.index(b.KING) if told is None else told
        if told is not None:
            draw_reason(canvas, self.surroundings, self.layout(view), view, told)
        path = self.choice.preview if self.choice else None
        for square in taken_by(view.squares, view.side, view.law).get(path, ()) if path else ():
            marks.cross_out(canvas, self.layout(view).spots[square])


def _owner(view: View, piece: int) -> Seat:
    """Return the seat that holds a piece; -1 before the sides are drawn."""
    if view.attacker < 0:
        return -1
    return view.attacker if piece == b.ATTACKER else 1 - view.attacker


def _king_in(view: View, event: Event) -> int:
    """Return the king's square that an event tells of, since a new round may have put him back already."""
    if event.kind == "escaped":
        return square_named(event.data["at"])
    return int(event.data.get("square", view.squares.index(b.KING) if b.KING in view.squares else view.fallen))


def _blocker(view: View, origin: int, target: int) -> int | None:
    """Return the first occupied square between two squares in a line, the target included; None if there is none."""
    rays = ([*BOARD.ray(origin, step)] for step in STRAIGHT)
    between = next((ray[: ray.index(target) + 1] for ray in rays if target in ray), [])
    return next((square for square in between if view.squares[square]), None)
