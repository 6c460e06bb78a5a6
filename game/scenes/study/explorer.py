"""The explorer of openings: a board to walk through positions, and what the computers' matches played from each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.core.match.match import Match
from game.core.rules import Event
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.stage.advice import Advice
from game.engine.text import Weight
from game.engine.text.fitting import fitted_end
from game.engine.widgets import Button, Kind, Label, ListView, Option, Panel, RowState, Widget, choice, row
from game.kit.board import BoardStage
from game.scenes import arcade
from game.scenes.charts.bars import draw_bar
from game.scenes.feeds.feed import SeatInfo
from game.scenes.page.page import PageScene
from game.scenes.staging.stills import still_surroundings
from game.scenes.staging.told import choice_label
from game.scenes.study.opening_book import OpeningBook, PlayedMove
from game.scenes.table.widgets.board import BoardWidget

_GAP = 10.0
_DRAWN = 5
"""The most moves of the book drawn on the board."""
_ROW = 34.0


class ExplorerBoard(BoardWidget):
    """A board that draws its stage itself, as there is no table to do so."""

    def draw(self, canvas: Canvas) -> None:
        self.stage.draw(self.canvas_for(canvas))

    @property
    def still_for(self) -> float:
        return min(super().still_for, self.stage.still_for)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.stage.update(seconds)


class ExplorerScene(PageScene):
    """Every legal move can be walked; the list has the moves that were played."""

    def __init__(self, context: Context, book: OpeningBook, variant: str = "") -> None:
        """Begin at the start of that variant; if empty, of the book's first one."""
        super().__init__(context)
        self.book = book
        self.variant = variant or book.variants[0]
        self.walked: list[Any] = []
        """The actions from the start to the shown position."""
        self.moves: list[PlayedMove] = []
        """The moves played from the shown position, the most frequent first."""
        self._begin()

    def _begin(self) -> None:
        options = self.book.options(self.variant)
        self.match = Match(CABINETS[self.book.game].rules, 2, options, 0)
        self.match.tick(0.0)

    @property
    def heading(self) -> str:
        return self.context.texts.line(f"{self.book.game}.more.explorer.title")

    @property
    def subheading(self) -> str:
        return self.context.texts.line("study.explorer.from", count=self.book.known.matches[self.variant])

    @property
    def view(self) -> Any:
        """The view of the shown position."""
        return self.match.view(max(0, min(self.match.waiting_for, default=0)))

    def first_focus(self) -> Widget | None:
        return self._list

    def build_body(self, body: Box) -> Sequence[Widget]:
        line, style, game = self.context.texts.line, self.style, self.book.game
        seats = [SeatInfo(line("setup.person", number=number)) for number in (1, 2)]
        surroundings = still_surroundings(style, self.context.settings, seats, self.match.options)
        stage = STAGES[game](surroundings)
        assert isinstance(stage, BoardStage)
        self.stage: BoardStage[Any, Any, Any] = stage
        side = body.height
        self.board = ExplorerBoard(style, Box(body.left, body.top, side, side), stage, self._walk_on)
        panel = Panel(style, Box(body.left + side + 20, body.top, body.width - side - 20, body.height))
        inside, high = panel.inside, style.typeface.grown(theme.CONTROL_HEIGHT)
        top = Box(inside.left, inside.top, inside.width, high)
        key = f"{game}.option.{self.book.option}"
        variants = [Option(each, choice_label(self.context.texts, key, each)) for each in self.book.variants]
        picked = choice(style, variants, self.variant, top.width, on_change=self.choose)
        picked.box = top
        leading = style.typeface.leading(theme.BODY)
        self._path = Label(style, "", Box(inside.left, top.bottom + _GAP, inside.width, leading))
        self._told = Label(style, "", Box(inside.left, self._path.box.bottom + 4, inside.width, leading))
        self._told.colour = theme.TEXT_MUTED
        foot = Box(inside.left, inside.bottom - high, inside.width, high)
        begin = self._button("skip-back", "begin", self.begin_again)
        back = self._button("step-back", "back", self.step_back)
        play = Button(style, line("study.explorer.play"), icon="play", kind=Kind.PRIMARY, on_press=self._play)
        begin.box, back.box, play.box = row(foot, [high, high, None], _GAP)
        self._back_ways, self._play_way = (begin, back), play
        listed = self._told.box.bottom + _GAP
        self._list = ListView(
            style,
            self._paint,
            box=Box(inside.left, listed, inside.width, foot.top - _GAP - listed),
            row_height=_ROW,
            empty=line("study.explorer.nothing"),
            on_select=self._select,
            on_choose=self.walk_row,
        )
        self._show()
        return [self.board, panel, picked, self._path, self._told, self._list, begin, back, play]

    def _button(self, icon: str, name: str, press: Any) -> Button:
        return Button(self.style, icon=icon, on_press=press, tooltip=self.context.texts.line(f"study.explorer.{name}"))

    def choose(self, variant: str) -> None:
        """Change to another variant of the rules, at its start."""
        self.variant = variant
        self.walked = []
        self._begin()
        self.rebuild()

    def _walk_on(self) -> None:
        """Walk what was decided on the board."""
        while self.stage.outbox:
            self.walk(self.stage.outbox.popleft().action)

    def walk(self, action: Any) -> None:
        """Play a move on the board, and go on from there."""
        if self.book.spots(action) is None:
            self.style.play_sound(Sound.REFUSE)
        else:
            self._show(self._play_on(action))

    def walk_row(self, number: int) -> None:
        """Play a move of the list."""
        action = self._action_of(self.moves[number])
        if action is not None:
            self.walk(action)

    def begin_with(self, moves: int) -> None:
        """Play this many moves from the start, each the most frequent one."""
        for _ in range(moves):
            found = self.book.moves(self.variant, self.view)
            action = self._action_of(found[0]) if found else None
            if action is not None:
                self._play_on(action)

    def _play_on(self, action: Any) -> list[Event]:
        """Play a move; return its events."""
        (seat,) = self.match.waiting_for
        self.match.offer(seat, action)
        self.walked.append(action)
        return [event for step in self.match.tick(0.0) for event in step.events_for(seat)]

    def step_back(self) -> None:
        """Take the last move back."""
        self._go_to(len(self.walked) - 1)

    def begin_again(self) -> None:
        """Go back to the start."""
        self._go_to(0)

    def _go_to(self, number: int) -> None:
        if number < 0 or not self.walked:
            self.style.play_sound(Sound.REFUSE)
            return
        before, self.walked = self.walked[:number], []
        self._begin()
        for action in before:
            self._play_on(action)
        self._show()

    def legal(self) -> list[Any]:
        if self.match.over:
            return []
        (seat,) = self.match.waiting_for
        return [action for action in self.match.legal(seat) or () if self.book.spots(action) is not None]

    def _action_of(self, move: PlayedMove) -> Any:
        """Return the action of a move of the book; None where the rules do not allow it."""
        return next((action for action in self.legal() if self.book.spots(action) == move.spots), None)

    def _show(self, events: Sequence[Event] | None = None) -> None:
        """Show the position: with the movement of `events`, or at once."""
        if events is None:
            self.stage.reset(self.view)
        else:
            self.stage.show(self.view, events)
            self.style.play_sound(Sound.STEP)
        seat = None if self.match.over else self.match.waiting_for[0]
        self.stage.choose(seat, self.legal() if seat is not None else None)
        self.board.choosing = seat is not None
        self.moves = moves = [] if self.match.over else self.book.moves(self.variant, self.view)
        self._list.refill(len(moves), 0 if moves else -1)
        self._list.empty = self.context.texts.line(f"study.explorer.{'over' if self.match.over else 'nothing'}")
        for button in self._back_ways:
            button.enabled = bool(self.walked)
        self._play_way.enabled = not self.match.over
        self._tell(moves)
        self._advise()

    def _tell(self, moves: Sequence[PlayedMove]) -> None:
        """Write the moves that led here, whose turn it is and how that seat scored."""
        line, game, typeface = self.context.texts.line, self.book.game, self.style.typeface
        names = (self.book.name(spots) for spots in map(self.book.spots, self.walked) if spots is not None)
        path = "  ".join(f"{number}. {name}" for number, name in enumerate(names, 1))
        self._path.text = (
            fitted_end(typeface, path, self._path.box.width, theme.BODY) if path else line("study.explorer.start")
        )
        if self.match.over:
            self._told.text = ""
            return
        side = line(f"{game}.editor.side.{self.book.sides[self.book.side(self.view)]}")
        times = sum(move.times for move in moves)
        share = round(50 * sum(move.halves for move in moves) / times) if times else 0
        self._told.text = line(f"study.explorer.{'here' if times else 'to_move'}", side=side, count=times, share=share)

    def _select(self, number: int) -> None:
        self._advise()

    def _advise(self) -> None:
        """Draw the most played moves on the board, the selected one on top."""
        moves = self.moves
        chosen = self._list.selected
        drawn = [number for number in range(min(_DRAWN, len(moves))) if number != chosen][::-1]
        drawn += [chosen] if 0 <= chosen < len(moves) else []
        advice = []
        for number in drawn:
            action = self._action_of(moves[number])
            if action is not None:
                label = str(round(100 * moves[number].share))
                share = 1.0 if number == chosen else 0.45
                advice.append(Advice(action, self.match.waiting_for[0], label, share))
        self.stage.advise(advice)

    def _play(self) -> None:
        """Open the setup of a match from this position."""
        if self.match.over:
            self.style.play_sound(Sound.REFUSE)
            return
        position = self.book.position(self.view) if self.walked else ""
        self.stack.push(arcade.setup(self.context, self.book.game, self.book.options(self.variant, position)))

    def _paint(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        """Paint a move: its name, its share of points, how often it was played."""
        typeface, line = self.style.typeface, self.context.texts.line
        move = self.moves[number]
        left, right, y = box.left + 12, box.right - 12, box.centery
        typeface.line(canvas, self.book.name(move.spots), left, y, theme.BODY, Weight.BOLD, theme.TEXT_BRIGHT)
        told = line("study.explorer.times", count=move.times)
        typeface.line(canvas, told, right, y, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right")
        percent = line("study.explorer.share", share=round(100 * move.share))
        middle = box.right - 12 - box.width * 0.26
        typeface.line(canvas, percent, middle, y, theme.BODY, colour=theme.TEXT, anchor="right")
        start = box.left + box.width * 0.24
        end = middle - typeface.measure("100%", theme.BODY) - 12
        draw_bar(canvas, Box(start, y - 5, end - start, 10), 0, 100 * move.share)
