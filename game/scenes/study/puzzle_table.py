"""The table of a puzzle: the board, the task, the tries so far, and the button to the next puzzle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game.core.puzzles.book import Puzzle, PuzzleBook
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas, Frame
from game.engine.input import Command, CommandName, InputEvent
from game.engine.layer import Layer
from game.engine.scene import Context
from game.engine.stage import StandsUpright
from game.engine.text import Weight
from game.engine.widgets import REST, Button, Kind, Widget, inset, row
from game.engine.widgets.parts import faces
from game.scenes.study.progress import Progress
from game.scenes.study.puzzle_feed import PuzzleFeed
from game.scenes.table.results import HASTE
from game.scenes.table.scene import TableScene
from game.scenes.table.widgets.head import Ribbon
from game.scenes.table.widgets.layout import TableLayout, table_layout
from game.scenes.table.widgets.upright import BOARD_WIDTH, TALL_FROM, under_head

_PADDING = 16.0
_TONES = {"solved": theme.GOOD, "wrong": theme.WARNING}
"""Colours of what is said of an outcome, by the state that it leaves."""
GAP = 10.0
"""Distance between the lines of the card."""


class PuzzleTable(TableScene):
    """The table of one puzzle. A wrong move is answered like any other and called wrong; it can be taken back."""

    feed: PuzzleFeed
    may_fold = False

    def __init__(
        self,
        context: Context,
        game: str,
        book: PuzzleBook[Any, Any],
        puzzle: Puzzle,
        progress: Progress,
        following: Callable[[Puzzle], Puzzle | None],
    ) -> None:
        """`following` returns the puzzle after a given one; None at the end."""
        line = context.texts.line
        names = line("study.puzzle.you"), line("study.puzzle.other")
        roles = line("study.puzzle.solves"), line("study.puzzle.answers")
        super().__init__(context, PuzzleFeed(game, book, puzzle, names, roles))
        self.puzzle = puzzle
        self.progress = progress
        self._following = following
        self._told = False
        """Whether this try has been counted."""
        self._seen = 0.0
        """Seconds since the try was counted."""
        self.gained: int | None = None
        """Change of the rating by the first try; None before it, and where it takes no points yet."""
        self._missed = ""
        """What a wrong move misses, in words; empty where it cannot be said."""
        self._low = False
        """Whether the card is on an upright frame that is low, where it has room for one sentence."""
        self._card = Layer(margin=32)

    def lay_out(self) -> TableLayout:
        frame = self.design
        self._low = frame.upright and frame.height < TALL_FROM
        if frame.upright:
            return self._stand_below(frame)
        whole = table_layout(2)
        assert whole.side is not None
        self._frame = whole.side
        return replace(whole, side=None)

    def _stand_below(self, frame: Frame) -> TableLayout:
        """Lay the card out above the board, as high as the task needs."""
        room = frame.width - 2 * (theme.GRID + _PADDING)
        needed = self.style.typeface.height_of(self.task, room, theme.BODY) + self.besides + GAP + 2 * _PADDING
        needed += self.style.control_height
        stage = self.stage
        if not isinstance(stage, StandsUpright):
            layout, self._frame = under_head(frame, stage.width / stage.height, needed)
            return layout
        layout, self._frame = under_head(frame, BOARD_WIDTH / frame.height, needed)
        stage.stand(layout.board.width, layout.board.height)
        return layout

    @property
    def besides(self) -> float:
        """Height of what an upright card says besides the task: on a low frame nothing, for a larger board."""
        typeface = self.style.typeface
        return 0.0 if self._low else typeface.leading(theme.LABEL) + 2 * typeface.leading(theme.CAPTION) + 3 * GAP

    def go_back(self) -> None:
        self.stack.pop()

    def tools(self) -> list[Button]:
        bar = self.toolbar
        return [button for button in super().tools() if button not in (bar.undo, bar.hint)]

    def more_widgets(self) -> list[Widget]:
        style, line = self.style, self.texts.line
        high = style.control_height
        self.again = Button(style, line("study.puzzle.back"), icon="undo-2", on_press=self._try_again)
        self.show_move = Button(style, line("study.puzzle.hint"), icon="lightbulb", on_press=self._hint)
        self.next = Button(style, line("study.puzzle.next"), icon="arrow-right", on_press=self._go_on)
        inside = self._inside
        if self.design.upright:
            for button in (self.again, self.show_move):
                button.tooltip, button.label = button.label, ""
            foot = Box(inside.left, inside.bottom - high, inside.width, high)
            self.again.box, self.show_move.box, self.next.box = row(foot, [high, high, REST], GAP)
            return [self.again, self.show_move, self.next, *super().more_widgets()]
        self.next.box = Box(inside.left, inside.bottom - high, inside.width, high)
        upper = Box(inside.left, self.next.box.top - GAP - high, inside.width, high)
        if max(self.again.natural_width(), self.show_move.natural_width()) * 2 + GAP > inside.width:
            for button in (self.again, self.show_move):
                button.tooltip, button.label = button.label, ""
        self.again.box, self.show_move.box = row(upper, [None, None], GAP)
        return [self.again, self.show_move, self.next, *super().more_widgets()]

    @property
    def _inside(self) -> Box:
        return inset(self._frame, _PADDING, _PADDING / 2 if self._low else _PADDING)

    @property
    def task(self) -> str:
        """What is to be done, in words."""
        return self.texts.line(f"{self.game}.puzzle.goal.{self.puzzle.kind}", level=self.puzzle.level)

    @property
    def state(self) -> str:
        """The state of the puzzle: `solved`, `wrong`, `going` or `begun`."""
        if self.feed.solved:
            return "solved"
        return "wrong" if self.feed.wrong else "going" if self.feed.moves else "begun"

    def update(self, seconds: float) -> None:
        super().update(seconds)
        state, choosing = self.state, self.board.choosing
        if state in ("solved", "wrong") and not self._told and self.conductor.idle:
            self._told = True
            self.context.audio.play(Sound.WIN if state == "solved" else Sound.REFUSE)
            reason = self.feed.missed()
            self._missed = self.texts.line(reason.key, reason.values) if reason else ""
            self.count_try(solved=state == "solved")
        self._seen = self._seen + seconds if self._told else 0.0
        self.adjust(state, choosing=choosing)

    def handle(self, event: InputEvent) -> None:
        """Handle an input. CONFIRM presses the lit button once the outcome was seen and there is nothing to choose."""
        lit = next(
            (button for button in (self.next, self.again) if button.enabled and button.kind is Kind.PRIMARY), None
        )
        at_board = self.group.focused_widget in (self.board, None) and not self.board.choosing
        confirmed = isinstance(event, Command) and event.name is CommandName.CONFIRM and not event.repeated
        if lit is not None and lit.visible and at_board and confirmed and self._seen >= HASTE:
            lit.press()
        else:
            super().handle(event)

    def count_try(self, *, solved: bool) -> None:
        """Count a try: the puzzle was solved, or the win was given away."""
        before = self.progress.rating
        self.progress.tried(self.puzzle, solved=solved)
        after = self.progress.rating
        if after.counted > before.counted:
            self.gained = round(after.mean) - round(before.mean)

    def adjust(self, state: str, *, choosing: bool) -> None:
        """Enable the buttons that may be pressed, and highlight the one that leads on."""
        self.again.enabled = bool(self.feed.moves) and state != "solved"
        self.again.kind = Kind.PRIMARY if state == "wrong" else Kind.GLASS
        self.show_move.enabled = choosing and state in ("begun", "going")
        self.next.kind = Kind.PRIMARY if state == "solved" else Kind.GLASS

    def _end(self, seconds: float) -> None:
        """Do nothing at the end: the card shows the outcome."""

    def _try_again(self) -> None:
        if self.feed.can_undo:
            self._undo()
        elif self.feed.moves:
            self._open(self.puzzle)

    def _undo(self) -> None:
        super()._undo()
        self._told = False

    def _hint(self) -> None:
        best = self.feed.best()
        if best is not None and self.conductor.chooser is not None:
            self.stage.suggest(best)
            self.progress.hinted(self.puzzle)
            self.group.focus(self.board)

    def _go_on(self) -> None:
        following = self._following(self.puzzle)
        if following is None:
            if self.progress.of(self.puzzle).solved:
                self.context.notify(self.texts.line("study.puzzle.whole_set"))
            self.stack.pop()
        else:
            self._open(following)

    def _open(self, puzzle: Puzzle) -> None:
        feed = self.feed
        table = PuzzleTable(self.context, self.game, feed.book, puzzle, self.progress, self._following)
        self.stack.replace(table)

    def may_close(self) -> bool:
        return True

    def ask_to_leave(self) -> None:
        self.stack.pop()

    def draw_more(self, canvas: Canvas) -> None:
        super().draw_more(canvas)
        self._card.draw(canvas, self._frame, self.card_key(), self._paint)

    def ribbon(self) -> Ribbon:
        """Return the ribbon's words; after the outcome was told, that outcome: nobody is moving any more."""
        state = self.state
        if self._told and (state == "solved" or (state == "wrong" and self.again.visible)):
            return Ribbon(self.texts.line(f"study.puzzle.{state}"), now=state == "wrong")
        return super().ribbon()

    def card_key(self) -> tuple[Any, ...]:
        """Return the values that the card shows; it is painted again when they change."""
        kept = self.progress.of(self.puzzle)
        return self.state, self._missed, kept.tries, kept.hints, kept.solved, self.gained, self.style.typeface.text_size

    @property
    def _said(self) -> str:
        """What the card says of the state; of a wrong move also what it misses, once that is told."""
        if self.state == "begun":
            return ""
        said = self.texts.line(f"study.puzzle.{self.state}")
        why = self._missed if self.state == "wrong" and self._told else ""
        return f"{said} {self.texts.line('study.puzzle.missed', {'why': why})}" if why else said

    def _paint(self, canvas: Canvas) -> None:
        typeface, box, line = self.style.typeface, self._inside, self.texts.line
        faces.glass_panel(canvas, self._frame)
        if self._low or (self.design.upright and not self._has_room(box)):
            self._paint_sentence(canvas, Box(box.left, box.top, box.width, self.again.box.top - GAP - box.top))
            return
        size = typeface.grown(18)
        y = box.top + typeface.leading(theme.LABEL) / 2
        faces.draw_icon(canvas, "puzzle", box.left + size / 2, y, size, theme.TEXT_MUTED)
        title = line(f"{self.game}.puzzle.kind.{self.puzzle.kind}")
        beside = Box(box.left + size + 8, box.top, box.width - size - 8, 3 * typeface.leading(theme.LABEL))
        top = box.top + GAP
        top += typeface.paragraph(canvas, title, beside, theme.LABEL, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        foot = self.again.box.top - typeface.leading(theme.CAPTION) - 2 * GAP
        task, tone = self.task, _TONES.get(self.state, theme.TEXT_MUTED)
        rated = line("study.puzzle.rated", rating=self.puzzle.rating)
        if self.gained is not None:
            own = round(self.progress.rating.mean)
            rated = line("study.puzzle.gained", rating=self.puzzle.rating, own=own, gained=f"{self.gained:+d}")
        first = task if self.state == "begun" else self._said
        needed = typeface.height_of(first, box.width, theme.BODY) + GAP
        if typeface.height_of(rated, box.width, theme.CAPTION) + needed + 2 <= foot - top:
            place = Box(box.left, top + 2, box.width, foot - top - 2)
            top += 2 + typeface.paragraph(canvas, rated, place, theme.CAPTION, colour=theme.TEXT_MUTED)
        said = self._said
        room = Box(box.left, top, box.width, foot - top)
        wanted = [typeface.height_of(text, box.width, theme.BODY) + GAP for text in (task, said)]
        if self.state == "begun" or sum(wanted) <= room.height:
            used = typeface.paragraph(canvas, task, room, theme.BODY, colour=theme.TEXT) + GAP
            room = Box(room.left, room.top + used, room.width, room.height - used)
        if self.state != "begun":
            typeface.paragraph(canvas, said, room, theme.BODY, Weight.SEMIBOLD, tone)
        kept = self.progress.of(self.puzzle)
        told = line("study.puzzle.kept", tries=kept.tries, hints=kept.hints)
        low = foot + GAP + typeface.leading(theme.CAPTION) / 2
        typeface.line(canvas, told, box.left, low, theme.CAPTION, colour=theme.TEXT_MUTED, max_width=box.width)

    def _has_room(self, box: Box) -> bool:
        """Return whether an upright card has room for all of its first sentence between heading and counts."""
        typeface = self.style.typeface
        first = self.task if self.state == "begun" else self._said
        heads = typeface.leading(theme.LABEL) + typeface.leading(theme.CAPTION) + 3 * GAP
        return heads + typeface.height_of(first, box.width, theme.BODY) <= self.again.box.top - box.top

    def _paint_sentence(self, canvas: Canvas, room: Box) -> None:
        """Write the task, or what came of it, in letters that fit."""
        typeface, state = self.style.typeface, self.state
        text = self.task if state == "begun" else self._said
        fits = typeface.height_of(text, room.width, theme.BODY) <= room.height
        size, tone = theme.BODY if fits else theme.CAPTION, _TONES.get(state, theme.TEXT)
        typeface.paragraph(canvas, text, room, size, colour=tone)
