"""A storm and its table: three minutes of puzzles that get harder, each miss costs ten seconds; then the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from random import Random
from typing import Any, NamedTuple

from game.core.puzzles.book import Puzzle, PuzzleBook
from game.core.puzzles.rising import next_place
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
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


def rising(puzzles: Sequence[Puzzle], chance: Random) -> Iterator[Puzzle]:
    """Yield random puzzles without end, ever harder; none repeats while others are left."""
    left = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.name))
    number = 0
    while True:
        if not left:
            left = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.name))
        yield left.pop(next_place(len(left), number, chance.randrange))
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


class _Told(NamedTuple):
    """A text on the card, and its look."""

    text: str
    size: float
    weight: Weight
    colour: Colour


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
        if self.design.upright:  # beside the counts
            self.next.box = Box(inside.left, self.skip.box.top, inside.width, high)
            self.skip.label, self.skip.tooltip = "", skip
            self.skip.box = Box(inside.right - high, self.next.box.top, high, high)
        else:
            self.next.box = Box(inside.left, self.skip.box.top - GAP - high, inside.width, high)
        self.again.visible = self.show_move.visible = False
        return [self.skip, *widgets]

    @property
    def besides(self) -> float:
        return 0.0

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

    @property
    def _tone(self) -> Colour:
        return theme.WARNING if self.storm.left <= _HURRY else theme.TEXT_BRIGHT

    @property
    def _counts(self) -> tuple[str, str]:
        """How many puzzles were solved and missed, in words."""
        line, storm = self.texts.line, self.storm
        return line("study.storm.solved", count=storm.solved), line("study.storm.missed", count=len(storm.missed))

    def _came_off(self) -> list[_Told]:
        """Return what is told of a storm that is over, besides the counts."""
        line, storm = self.texts.line, self.storm
        record = "record" if storm.solved > self._record else "best"
        best = line(f"study.storm.{record}", count=max(storm.solved, self._record))
        told = [_Told(best, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT)]
        if storm.hardest:
            hardest = line("study.storm.hardest", rating=storm.hardest)
            told.append(_Told(hardest, theme.BODY, Weight.REGULAR, theme.TEXT_MUTED))
        return told

    def _paint(self, canvas: Canvas) -> None:
        faces.glass_panel(canvas, self._frame)
        task = _Told(self.task, theme.BODY, Weight.REGULAR, theme.TEXT)
        (solved, missed), told = self._counts, self._came_off() if self.storm.over else [task]
        both = _Told(f"{solved} · {missed}", theme.BODY, Weight.SEMIBOLD, theme.GOOD)
        if self.design.upright:
            self._write(canvas, [both, *told] if self.storm.over else told)
            if not self.storm.over:
                self._write_beside(canvas, solved, missed)
            return
        whole = [
            _Told(self._clock, theme.TITLE, Weight.BOLD, self._tone),
            _Told(solved, theme.HEADING, Weight.SEMIBOLD, theme.GOOD),
            _Told(missed, theme.BODY, Weight.REGULAR, theme.TEXT_MUTED),
        ]
        if self._height([*whole, *told]) > self._room.height:
            whole = [_Told(self._clock, theme.HEADING, Weight.BOLD, self._tone), both]
        self._write(canvas, [*whole, *told])

    @property
    def _room(self) -> Box:
        """The card's room above its buttons."""
        box = self._inside
        return Box(box.left, box.top, box.width, self.skip.box.top - GAP - box.top)

    def _height(self, told: Sequence[_Told]) -> float:
        typeface, wide = self.style.typeface, self._inside.width
        return sum(typeface.height_of(one.text, wide, one.size, one.weight) + GAP for one in told)

    def _write(self, canvas: Canvas, told: Sequence[_Told]) -> None:
        """Write texts below each other, on an upright card that is too low in smaller letters."""
        room = self._room
        if self.design.upright and self._height(told) - GAP > room.height:
            told = [one._replace(size=theme.CAPTION) for one in told]
        top = room.top
        for text, size, weight, colour in told:
            place = Box(room.left, top, room.width, self.skip.box.top - top)
            top += self.style.typeface.paragraph(canvas, text, place, size, weight, colour) + GAP

    def _write_beside(self, canvas: Canvas, solved: str, missed: str) -> None:
        """Write the time left and the counts, as many as have room, beside the button at an upright card's foot."""
        typeface, foot = self.style.typeface, self.skip.box
        room = foot.left - GAP - self._inside.left
        wordings = [f"{self._clock} · {solved} · {missed}", f"{self._clock} · {solved}", self._clock]
        bold = partial(typeface.measure, size=theme.BODY, weight=Weight.BOLD)
        words = next((words for words in wordings if bold(words) <= room), wordings[-1])
        typeface.line(canvas, words, self._inside.left, foot.centery, theme.BODY, Weight.BOLD, self._tone)
