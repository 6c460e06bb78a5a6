"""A quiz on a board, against a clock: find all spots of a kind, then go to the next board."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from game.cabinets.stages import STAGES
from game.core.puzzles.book import SpotQuiz
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import ROSE, TEAL
from game.engine.scene import Context
from game.engine.stillness import STILL
from game.engine.widgets import Button, Kind, Label, Panel, Widget, row
from game.engine.widgets.parts.style import Style
from game.kit import marks
from game.kit.board import BoardStage
from game.scenes.feeds.feed import SeatInfo
from game.scenes.page.page import PageScene
from game.scenes.staging.stage import typeface_for
from game.scenes.staging.stills import still_surroundings
from game.scenes.study.board import EditorBoard

BOARDS = 10
"""How many boards a round has."""
_GAP = 10.0


class QuizBoard(EditorBoard):
    """Marks the pressed spots; after the check also those missed and those wrong."""

    def __init__(
        self, style: Style, box: Box, stage: BoardStage[Any, Any, int], on_spot: Callable[[int, bool], None]
    ) -> None:
        super().__init__(style, box, stage, on_spot)
        self.marked: frozenset[int] = frozenset()
        self.right: frozenset[int] | None = None
        """The spots that were to be found; None until the board is checked."""

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        canvas, spots = self.canvas_for(canvas), self.chooser.layout.spots
        for spot in self.marked | (self.right or frozenset()):
            if self.right is None:
                marks.frame(canvas, spots[spot], glow=0.25)
            elif spot not in self.right:
                marks.cross_out(canvas, spots[spot])
            else:
                marks.frame(canvas, spots[spot], TEAL if spot in self.marked else ROSE, glow=0.25)


class QuizScene(PageScene):
    """BOARDS boards one after another; the clock runs until each is checked."""

    upright = True

    def __init__(self, context: Context, game: str, quiz: SpotQuiz, seed: int | None = None) -> None:
        super().__init__(context)
        self.game = game
        self._questions = quiz.questions(secrets.randbits(32) if seed is None else seed)
        self.question = next(self._questions)
        """The question of the current board."""
        self.number = 0
        self.solved = 0
        self.seconds = 0.0

    @property
    def heading(self) -> str:
        return self.context.texts.line(f"{self.game}.more.quiz.title")

    @property
    def subheading(self) -> str:
        return self.context.texts.line("study.quiz.number", number=self.number + 1, whole=BOARDS)

    @property
    def checked(self) -> bool:
        """Whether the current board has been checked."""
        return self.board.right is not None

    def first_focus(self) -> Widget | None:
        return self.board

    def build_body(self, body: Box) -> Sequence[Widget]:
        line, upright = self.context.texts.line, self.design.upright
        high = self.style.control_height if upright else self.style.typeface.grown(theme.CONTROL_HEIGHT)
        self._asked = Label(self.style, line(f"{self.game}.quiz.asked"))
        self._said = Label(self.style, "", colour=theme.TEXT_MUTED)
        panel = Panel(self.style, self._below(body) if upright else None)
        side = panel.box.top - _GAP - body.top if upright else body.height
        left = body.centerx - side / 2 if upright else body.left
        self.board = QuizBoard(self.style, Box(left, body.top, side, side), self._stage(side), self._pressed)
        self.board.show(self.question.view)
        if not upright:
            panel.box = Box(body.left + side + 20, body.top, body.width - side - 20, body.height)
        right = panel.inside
        asked = self._asked.natural_height(right.width)
        if upright:  # a verdict may be longer than the question
            asked = self._highest(right.width)
        self._asked.box = Box(right.left, right.top, right.width, asked)
        self._said.box = Box(right.left, right.top + asked + _GAP, right.width, 0)
        self.go = Button(self.style, line("study.quiz.check"), icon="check", kind=Kind.PRIMARY, on_press=self.go_on)
        self.go.box = row(Box(right.left, right.bottom - high, right.width, high), [None])[0]
        self._tell()
        return [self.board, panel, self._asked, self._said, self.go]

    def _stage(self, side: float) -> BoardStage[Any, Any, int]:
        """Make the stage of the board, so large on the page."""
        kind, name = STAGES[self.game], self.context.texts.line
        seats = [SeatInfo(name("setup.person", number=number)) for number in (1, 2)]
        surroundings = still_surroundings(self.style, self.context.settings, seats, self.question.options)
        if self.design.upright:
            surroundings.typeface = typeface_for(self.context, kind, side / kind.width)
        stage = kind(surroundings)
        assert isinstance(stage, BoardStage)
        return stage

    def _below(self, body: Box) -> Box:
        """Return the panel's box on an upright frame: below the board, high enough for whatever it says."""
        wide = Panel(self.style, Box(0, 0, body.width, body.height)).inside.width
        high = self._highest(wide) + 2 * self.style.typeface.leading(theme.BODY)
        high += 4 * theme.GRID + self.style.control_height + 2 * _GAP
        high = max(high, body.height - body.width - _GAP)
        return Box(body.left, body.bottom - high, body.width, high)

    def _highest(self, wide: float) -> float:
        """Return the height of the question, or of the longest verdict that takes its place."""
        told = (self._asked.text, *(self.context.texts.line(f"study.quiz.{key}") for key in ("right", "wrong")))
        return max(self.style.typeface.height_of(text, wide) for text in told)

    def _pressed(self, spot: int, _painted: bool) -> None:
        if not self.checked and spot not in self.question.taken:
            self.board.marked ^= {spot}
            self.style.play_sound(Sound.TOGGLE)

    def go_on(self) -> None:
        """Check the board; or, once checked, go to the next one, or begin again after the last."""
        if not self.checked:
            self.board.right = self.question.spots
            right = self.board.marked == self.question.spots
            self.solved += right
            self.style.play_sound(Sound.WIN if right else Sound.REFUSE)
            self.go.label = self.context.texts.line("study.quiz.next" if not self.over else "study.quiz.leave")
            self._tell()
        elif self.over:
            self.stack.pop()
        else:
            self.number += 1
            self.question = next(self._questions)
            self.rebuild()

    @property
    def over(self) -> bool:
        """Whether this is the last board."""
        return self.number == BOARDS - 1

    @property
    def still_for(self) -> float:
        return min(super().still_for, STILL if self.checked else 1.0 - self.seconds % 1.0)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if not self.checked:
            self.seconds += seconds
            self._tell()

    def _tell(self) -> None:
        values = {"solved": self.solved, "asked": self.number + self.checked, "seconds": int(self.seconds)}
        key = "right" if self.board.marked == self.board.right else "wrong" if self.checked else "going"
        line = self.context.texts.line
        verdict, score = line(f"study.quiz.{key}"), line("study.quiz.score", values)
        if self.design.upright:  # the verdict takes the question's place, and the number has none in the heading
            self._asked.text = verdict if self.checked else self._asked.text
            verdict = self.subheading
        self._said.text = f"{verdict}\n{score}"
        self._said.box.height = self._said.natural_height(self._said.box.width)
