"""A storm and its table: three minutes of puzzles that get harder, each miss costs ten seconds; then the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from random import Random
from typing import Any

from game.core.puzzles.book import Puzzle, PuzzleBook
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.stillness import MOVES
from game.engine.text import Weight
from game.engine.widgets import Button, Kind, Widget
from game.engine.widgets.parts import faces
from game.ground.times import clock_time
from game.scenes.study.progress import Progress
from game.scenes.study.puzzle_table import GAP, PuzzleTable
from game.scenes.table.widgets.head import Ribbon

SECONDS = 180.0
PENALTY = 10.0
"""Seconds that a missed puzzle costs."""
STEPS = 24
"""After this many puzzles come the hardest ones."""


def rising(puzzles: Sequence[Puzzle], chance: Random) -> Iterator[Puzzle]:
    """Yield random puzzles without end, ever harder; none repeats while others are left."""
    left = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.name))
    number = 0
    while True:
        if not left:
            left = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.name))
        width = max(1, len(left) // STEPS)
        start = min(len(left) - width, round(min(1.0, number / STEPS) * (len(left) - width)))
        yield left.pop(start + chance.randrange(width))
        number += 1


@dataclass
class Storm:
    """The state of a running storm."""

    puzzles: Iterator[Puzzle]
    left: float = SECONDS
    """Seconds that are left."""
    solved: int = 0
    missed: list[Puzzle] = field(default_factory=list)
    hardest: int = 0
    """The rating of the hardest puzzle solved; 0 where none was."""

    @property
    def over(self) -> bool:
        return self.left <= 0

    def pass_by(self, seconds: float) -> None:
        """Let `seconds` pass."""
        self.left = max(0.0, self.left - seconds)

    def count(self, puzzle: Puzzle, *, solved: bool) -> None:
        """Count a puzzle that was solved or missed."""
        if solved:
            self.solved += 1
            self.hardest = max(self.hardest, puzzle.rating)
        else:
            self.missed.append(puzzle)
            self.pass_by(PENALTY)


_REST = 0.6
"""Seconds that a puzzle stays on screen after it is solved or missed."""
_HURRY = 15.0
"""When fewer seconds than this are left, the time is drawn in another colour."""


class StormTable(PuzzleTable):
    """Goes to the next puzzle by itself after each one; tries do not count for the rating."""

    def __init__(
        self,
        context: Context,
        game: str,
        book: PuzzleBook[Any, Any],
        progress: Progress,
        chance: Random,
        storm: Storm | None = None,
    ) -> None:
        """`storm`: the running one; None begins a new one."""
        self.storm = storm or Storm(rising(book.puzzles(), chance))
        self._chance = chance
        super().__init__(context, game, book, next(self.storm.puzzles), progress, lambda _: None)
        self._rest = _REST
        self._kept = False
        self._record = progress.best_storm

    def more_widgets(self) -> list[Widget]:
        widgets = super().more_widgets()
        skip, inside = self.texts.line("study.storm.skip"), self._inside
        self.skip = Button(self.style, skip, icon="skip-forward", on_press=lambda: self._count(solved=False))
        self.skip.box = self.next.box
        self.next.label, self.next.icon = self.texts.line("study.storm.again"), "rotate-ccw"
        high = self.skip.box.height
        if self.design.upright:
            self.skip.box = self.next.box = Box(inside.left, self.skip.box.top, inside.width, high)
        else:
            self.next.box = Box(inside.left, self.skip.box.top - GAP - high, inside.width, high)
        self.again.visible = self.show_move.visible = False
        return [self.skip, *widgets]

    @property
    def besides(self) -> float:
        typeface = self.style.typeface
        whole = typeface.leading(theme.HEADING) + typeface.leading(theme.BODY) + 3 * GAP
        return typeface.leading(theme.BODY) + GAP if self._low else whole

    @property
    def still_for(self) -> float:
        return super().still_for if self.storm.over else MOVES

    def update(self, seconds: float) -> None:
        if not self.storm.over and self.state != "solved":
            self.storm.pass_by(seconds)
        super().update(seconds)
        if self.storm.over:
            self._end_storm()
        elif self._told:
            self._rest -= seconds
            if self._rest <= 0:
                self._open_next()

    def count_try(self, *, solved: bool) -> None:
        self.storm.count(self.puzzle, solved=solved)

    def adjust(self, state: str, *, choosing: bool) -> None:
        over = self.storm.over
        self.next.visible, self.skip.visible = over, not over
        self.skip.enabled = state not in ("solved", "wrong")
        self.next.kind = Kind.PRIMARY
        self.feed.frozen = over

    def _count(self, *, solved: bool) -> None:
        self._told = True
        self.context.audio.play(Sound.REFUSE)
        self.count_try(solved=solved)
        self._rest = 0.0

    def _end_storm(self) -> None:
        """Keep the result of the storm, once."""
        if not self._kept:
            self._kept = True
            storm = self.storm
            self.progress.stormed(storm.solved, len(storm.missed), storm.hardest)
            self.context.audio.play(Sound.WIN if storm.solved > self._record else Sound.NOTICE)
            self.group.focus(self.next)

    def _open_next(self) -> None:
        self._open_storm(self.storm)

    def _go_on(self) -> None:
        self._open_storm(None)

    def _open_storm(self, storm: Storm | None) -> None:
        table = StormTable(self.context, self.game, self.feed.book, self.progress, self._chance, storm)
        self.stack.replace(table)

    def ribbon(self) -> Ribbon:
        return Ribbon(self.texts.line("study.storm.over")) if self.storm.over else super().ribbon()

    def card_key(self) -> tuple[Any, ...]:
        storm = self.storm
        return (*super().card_key(), self._clock, storm.solved, len(storm.missed))

    @property
    def _clock(self) -> str:
        """The time that is left, as the card shows it."""
        return self.texts.line("study.storm.over") if self.storm.over else clock_time(ceil(self.storm.left))

    def _paint(self, canvas: Canvas) -> None:
        typeface, box, line, storm = self.style.typeface, self._inside, self.texts.line, self.storm
        faces.glass_panel(canvas, self._frame)
        top, clock = box.top, self._clock
        tone = theme.WARNING if storm.left <= _HURRY else theme.TEXT_BRIGHT
        told: list[tuple[str, float, Weight, Any]] = [
            (clock, theme.TITLE, Weight.BOLD, tone),
            (line("study.storm.solved", count=storm.solved), theme.HEADING, Weight.SEMIBOLD, theme.GOOD),
            (line("study.storm.missed", count=len(storm.missed)), theme.BODY, Weight.REGULAR, theme.TEXT_MUTED),
        ]
        if storm.over:
            record = "record" if storm.solved > self._record else "best"
            best = max(storm.solved, self._record)
            told.append((line(f"study.storm.{record}", count=best), theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT))
            if storm.hardest:
                hardest = line("study.storm.hardest", rating=storm.hardest)
                told.append((hardest, theme.BODY, Weight.REGULAR, theme.TEXT_MUTED))
        else:
            told.append((self.task, theme.BODY, Weight.REGULAR, theme.TEXT))
        room = self.skip.box.top - GAP - top

        def fits() -> bool:
            high = [typeface.height_of(text, box.width, size, weight) + GAP for text, size, weight, _ in told]
            return sum(high) <= room

        if not fits():
            counts = f"{told[1][0]} · {told[2][0]}"
            told[:3] = [(clock, theme.HEADING, Weight.BOLD, tone), (counts, theme.BODY, Weight.SEMIBOLD, theme.GOOD)]
        if not storm.over and (self._low or (self.design.upright and not fits())):
            counts = f"{clock} · {told[1][0]}"
            told = [(counts, theme.BODY, Weight.BOLD, tone), told[-1]]
            if not fits():
                told[-1] = (told[-1][0], theme.CAPTION, Weight.REGULAR, theme.TEXT)
        for text, size, weight, colour in told:
            place = Box(box.left, top, box.width, self.skip.box.top - top)
            top += typeface.paragraph(canvas, text, place, size, weight, colour) + GAP
