"""Evaluating the players of a setup: ask for the number of games and the seed, then show progress, with a button to
stop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from game.core.errors import SpokenError
from game.core.tournament.evaluation import EvaluationDocument
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.widgets import (
    Button,
    Entry,
    Kind,
    Label,
    Option,
    Panel,
    ProgressBar,
    Widget,
    centred,
    choice,
    line_up,
)
from game.ground import paths
from game.ground.texts import Texts
from game.ground.times import clock_time
from game.scenes.page.overlay import OverlayScene
from game.scenes.process.evaluation import EvaluationPlan, EvaluationRun, RunProgress

GAMES = (100, 1_000, 10_000, 100_000)
_WIDTH = 560.0
_PADDING = 28.0
_GAP = 14.0
_LONGEST_SEED = 40
_LEAST_SHARE = 0.02
"""Share of the games that must be played before the remaining time is estimated."""


class Pace:
    """Estimates how fast games finish. Time before the first game is ignored: the program starts, and may compile.

    A tournament's first chunks are short and relatively slow, so only the latest half of the games counts.
    """

    def __init__(self) -> None:
        self._marks: list[tuple[float, int]] = []
        """Pairs of a time in seconds and the games done by then, one for each change."""

    def note(self, now: float, progress: RunProgress) -> None:
        """Note how many games are done at the time `now`, in seconds."""
        before = self._marks[-1][1] if self._marks else progress.kept
        if progress.done > before:
            self._marks.append((now, progress.done))

    def left(self, now: float, games: int) -> float | None:
        """Estimate the seconds until all games are done; None while too few are done, or once the estimate
        has passed.
        """
        if not self._marks:
            return None
        first, (last, done) = self._marks[0][1], self._marks[-1]
        if done == games or done - first < games * _LEAST_SHARE:
            return None
        began, before = next(mark for mark in reversed(self._marks) if 2 * mark[1] <= first + done)
        left = (last - began) / (done - before) * (games - done) - (now - last)
        return max(1.0, left) if left > 0 else None


def progress_line(progress: RunProgress, left: float | None, texts: Texts) -> str:
    """Return how many games are done, and how long the rest will take if that is known, in words."""
    values = {"done": f"{progress.done:,}", "games": f"{progress.games:,}"}
    if not progress.done:
        return texts.line("evaluation.run.starting")
    if left is None:
        return texts.line("evaluation.run.progress", values)
    return texts.line("evaluation.run.progress_left", values, left=clock_time(round(left)))


class EvaluateScene(OverlayScene):
    """Overlay over the setup. `on_done` is called with the finished evaluation and its file; leaving stops a running
    one.
    """

    dim = 0.6

    def __init__(
        self,
        context: Context,
        plan: EvaluationPlan,
        on_done: Callable[[EvaluationDocument, Path], None],
        *,
        begin: Callable[[EvaluationPlan, Path], EvaluationRun] = EvaluationRun,
    ) -> None:
        super().__init__(context)
        self.plan = plan
        self._on_done = on_done
        self._begin = begin
        self.run: EvaluationRun | None = None
        self._now = 0.0
        self._pace = Pace()

    def first(self) -> Widget | None:
        return self._primary

    def leave(self) -> None:
        if self.run:
            self.run.stop()

    def build(self) -> Iterable[Widget]:
        """Build the questions, or the progress once the evaluation runs."""
        style, line = self.style, self.context.texts.line
        key = "evaluation.run.running" if self.run else "evaluation.run.title"
        title = Label(style, line(key), size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT)
        help_key = "evaluation.run.running_help" if self.run else "evaluation.run.help"
        words = Label(style, line(help_key, seats=len(self.plan.seats)), size=theme.CAPTION, colour=theme.TEXT_MUTED)
        width = min(max(_WIDTH, style.typeface.grown(_WIDTH * 0.85)), self.design.width - 2 * theme.GAP)
        inner = width - 2 * _PADDING
        parts = [title, words, *(self._build_progress() if self.run else self._build_questions(inner))]
        buttons = self._build_buttons()
        high = buttons[0].natural_height(0)
        tall = sum(part.natural_height(inner) + _GAP for part in parts)
        box = centred(self.design.box, width, 2 * _PADDING + tall + high)
        y = box.top + _PADDING
        for part in parts:
            part.box = Box(box.left + _PADDING, y, inner, part.natural_height(inner))
            y += part.box.height + _GAP
        line_up(Box(box.left + _PADDING, box.bottom - _PADDING - high, inner, high), buttons, 12, "right")
        return [Panel(style, box), *parts, *buttons]

    def _build_questions(self, width: float) -> list[Widget]:
        style, line = self.style, self.context.texts.line
        options = [Option(games, f"{games:,}") for games in GAMES]
        games = choice(style, options, self.plan.games, width, on_change=lambda games: self._ask(games=games))
        words = line("evaluation.run.seed")
        fits = style.typeface.measure(words, theme.BODY, Weight.SEMIBOLD) <= width
        seed = Entry(
            style,
            self.plan.seed,
            label=words if fits else "",
            limit=_LONGEST_SEED,
            icon="hash",
            on_change=lambda text: self._ask(seed=text.strip()),
        )
        heading = Label(style, line("evaluation.run.games"), weight=Weight.SEMIBOLD)
        above = [] if fits else [Label(style, words, weight=Weight.SEMIBOLD)]
        return [heading, games, *above, seed]

    def _build_progress(self) -> list[Widget]:
        assert self.run is not None
        self._bar = ProgressBar(self.style)
        self._line = Label(self.style, self._progress_line())
        return [self._bar, self._line]

    def _build_buttons(self) -> list[Button]:
        style, line = self.style, self.context.texts.line
        key, icon = ("evaluation.run.stop", "x") if self.run else ("evaluation.run.cancel", "")
        back = Button(style, line(key), icon=icon, on_press=self.stack.pop)
        self._primary = back
        if self.run:
            return [back]
        self._primary = Button(style, line("evaluation.run.start"), icon="play", kind=Kind.PRIMARY, on_press=self.start)
        return [back, self._primary]

    def _ask(self, games: int | None = None, seed: str | None = None) -> None:
        self.plan = replace(
            self.plan,
            games=self.plan.games if games is None else games,
            seed=self.plan.seed if seed is None else seed,
        )

    def start(self) -> None:
        """Start the evaluation."""
        try:
            self.run = self._begin(self.plan, paths.evaluations())
        except SpokenError as error:
            self._tell(error)
            return
        self._now, self._pace = 0.0, Pace()
        self.rebuild()
        self.group.focus(self._primary)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.run is None:
            return
        self._now += seconds
        try:
            document = self.run.poll()
        except SpokenError as error:
            self.run = None
            self._tell(error)
            self.rebuild()
            return
        progress = self.run.progress
        self._pace.note(self._now, progress)
        self._bar.share = progress.done / progress.games
        self._line.text = self._progress_line()
        if document:
            self.style.play_sound(Sound.WIN)
            path, self.run = self.run.path, None
            self._on_done(document, path)

    def _progress_line(self) -> str:
        assert self.run is not None
        progress = self.run.progress
        return progress_line(progress, self._pace.left(self._now, progress.games), self.context.texts)

    def _tell(self, error: SpokenError) -> None:
        self.style.play_sound(Sound.REFUSE)
        self.context.notify(self.context.texts.line(error.key, error.values))
