"""Trying out continuations of a position: one person plays every seat, and the analyst values the position."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from game.cabinets.listed import CABINETS
from game.core.analysis.positions import Position, RecordedMatch, position_of
from game.core.analysis.run import AnalystProcess
from game.core.analyst import Effort, Judgement, final_values
from game.core.errors import SpokenError
from game.core.match.match import Step
from game.core.recording.replay import ReplayError, SeatRecord
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.stage.advice import ShowsAdvice
from game.engine.widgets.choice import DropDown
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.layout import row
from game.engine.widgets.segments import Option
from game.ground import paths
from game.ground.recordings import begin_free_recording, delete_recording
from game.scenes.feeds.feed import Feed, Notice
from game.scenes.feeds.local import LocalFeed, replay_name
from game.scenes.feeds.plan import MatchPlan
from game.scenes.review.card import ReviewCard, card_layout
from game.scenes.review.chart import draw_value_bar
from game.scenes.review.drawn import drawn_lines
from game.scenes.review.lines import LineList, rows_of
from game.scenes.review.places import LEAST_LOG, card_frame, review_places, value_bar
from game.scenes.review.variation_list import note_of
from game.scenes.review.variations import Note, VariationError, folder_of, write_note
from game.scenes.table.scene import TableScene
from game.scenes.table.widgets.layout import TableLayout
from game.scenes.table.wishes import Opener


class Weighing:
    """Judges one position at a time, always the latest one asked for."""

    def __init__(self, match: RecordedMatch, effort: Effort, log: Path | None = None) -> None:
        self.effort = effort
        self.position: Position | None = None
        self.judgement: Judgement[Any] | None = None
        """The judgement of `position`; None until it arrives."""
        self.failed = False
        self._match = match
        self._log = log
        self._process: AnalystProcess | None = None

    def look_at(self, position: Position) -> None:
        """Ask about a position. Raises AnalysisError for a game without an analyst."""
        self.position, self.judgement = position, None
        if position.result is not None:
            self.judgement = Judgement(final_values(position.result), end_in=0)
        elif not self.failed:
            if self._process is None:
                self._process = AnalystProcess(self._match, compiled=False, log=self._log)
            self._process.ask(position, self.effort, None)

    def look_with(self, effort: Effort) -> None:
        """Ask about the same position again with another effort."""
        self.effort = effort
        if self.position is not None:
            self.look_at(self.position)

    def poll(self, seconds: float = 0.0) -> None:
        """Take the judgement, waiting at most `seconds`. Raises AnalysisError once if the analyst fails."""
        if self.failed or self._process is None or self.judgement is not None:
            return
        try:
            self.judgement = self._process.poll(seconds)
        except SpokenError:
            self.failed = True
            self.close()
            raise

    def close(self) -> None:
        """End the analyst. May be called twice."""
        if self._process:
            self._process.close()
        self._process = None


def begin_variation(plan: MatchPlan, recording: Path) -> LocalFeed:
    """Begin a match to try out a variation, kept beside the recording; a notice says if it cannot be written."""
    return _begin(plan, folder_of(recording), "variation", datetime.now().astimezone())


def begin_study(plan: MatchPlan) -> LocalFeed:
    """Begin a match to try out a position without a recording, kept among the person's replays."""
    when = datetime.now().astimezone()
    return _begin(plan, paths.replays(), replay_name(plan, when), when)


def _begin(plan: MatchPlan, folder: Path, stem: str, when: datetime) -> LocalFeed:
    cabinet = CABINETS[plan.game]
    seats = tuple(SeatRecord(seat.name, None) for seat in plan.seats)
    try:
        writer = begin_free_recording(folder, stem, cabinet.info, plan.seed, plan.options, seats, when, plan.key)
    except ReplayError as error:
        return LocalFeed(cabinet, plan, notices=[Notice(error.key, error.values)])
    return LocalFeed(cabinet, plan, writer=writer)


class SandboxTable(TableScene):
    """Table at which one person plays every seat: a variation of a recording, or a study of its own."""

    may_stand = False
    may_fold = False

    def __init__(
        self,
        context: Context,
        feed: LocalFeed,
        match: RecordedMatch,
        effort: Effort,
        reviewed: Opener = None,
        *,
        over: Literal["review", "editor", "table"] = "review",
    ) -> None:
        self.trial = feed
        self._over = over
        """The table below this one, to which the person returns; None for none."""
        self.weighing = Weighing(match, effort, paths.logs() / "bots" / "analyst.log")
        self._seen: tuple[int, Step | None] | None = None
        """Number of steps and last step when the analyst was last asked; None before."""
        super().__init__(context, feed, reviewed=reviewed)

    def lay_out(self) -> TableLayout:
        return review_places(len(self.feed.seats), timeline=False)

    def more_widgets(self) -> list[Widget]:
        style, line = self.style, self.texts.line
        self.log.visible = self.layout.log.height >= LEAST_LOG
        self._bar = value_bar(self.layout.board)
        layout = card_layout(card_frame(self._bar), style, len(self.looks), whole=False)
        self.card = ReviewCard(style, layout, self.looks, self.texts, "review.try.title")
        self.lines = LineList(style, layout.lines)
        efforts = [Option(effort, line(f"review.effort.{effort}")) for effort in Effort]
        tooltip = line("review.effort_help")
        effort = DropDown(style, efforts, self.weighing.effort, on_change=self.weighing.look_with, tooltip=tooltip)
        wide = effort.natural_width()
        effort.box = Box(layout.head.right - wide, layout.head.top, wide, layout.head.height)
        label = line(f"review.try.back_to_{self._over}")
        back = Button(style, label, icon="undo-2", kind=Kind.PRIMARY, on_press=self.ask_to_leave)
        pencil = Button(style, icon="pencil", on_press=self._ask_note, tooltip=line("review.variations.note_title"))
        self._review = Button(style, icon="chart-line", on_press=self._review_it, tooltip=line("review.try.review"))
        buttons = [back, *([] if self._over == "editor" else [pencil]), *([self._review] if self.reviewed else [])]
        side = layout.foot.height
        for button, place in zip(buttons, row(layout.foot, [None, *[side] * (len(buttons) - 1)], 8), strict=True):
            button.box = place
            button.visible = button is back or self.trial.recording is not None
        return [self.lines, effort, *buttons, *super().more_widgets()]

    @property
    def anything_tried(self) -> bool:
        """Whether anything has been played at this table."""
        return any(entry.movers for entry in self.trial.entries[len(self.trial.plan.begun) :])

    def _review_it(self) -> None:
        """Review the variation instead of trying on."""
        recording = self.trial.recording
        if recording is None or self.reviewed is None:
            return
        self.trial.close()
        try:
            self.stack.replace(self.reviewed(self.context, recording, len(self.trial.plan.begun)))
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))

    def _ask_note(self) -> None:
        if self.trial.recording is not None:
            self.stack.push(note_of(self.context, self.trial.recording))

    def resumed(self, value: Any) -> None:
        if not isinstance(value, Note):
            super().resumed(value)
        elif self.trial.recording is not None:
            try:
                write_note(self.trial.recording, value)
            except VariationError as error:
                self.context.notify(self.texts.line(error.key, error.values))

    def leave(self) -> None:
        self.weighing.close()
        super().leave()
        if self.trial.recording and not self.anything_tried:
            delete_recording(self.trial.recording)

    def may_close(self) -> bool:
        return True

    def ask_to_leave(self) -> None:
        if self._over != "review" and self.trial.recording and self.anything_tried:
            self.context.notify(self.texts.line(f"review.try.kept_from_{self._over}"))
        self.stack.pop()

    def _end(self, seconds: float) -> None:
        """Do nothing at the end: a variation has no results, only its value."""

    def update(self, seconds: float) -> None:
        super().update(seconds)
        try:
            self.weigh()
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))
        judgement, position = self.weighing.judgement, self.weighing.position
        self._review.enabled = self.anything_tried
        self.lines.show(rows_of(judgement, position.seat if position else None, None))
        if isinstance(self.stage, ShowsAdvice):
            rows = self.lines.rows if self.conductor.idle else []
            self.stage.advise(drawn_lines(rows, self.lines.shown, self.lines.depth, len(self.looks)))

    def weigh(self) -> None:
        """Ask for the current position's value, and take answers. Raises AnalysisError."""
        match = self.trial.match
        here = (match.number, match.steps[-1] if match.steps else None)
        if here != self._seen:
            self._seen = here
            self.weighing.look_at(position_of(match))
        self.weighing.poll()

    def draw_more(self, canvas: Canvas) -> None:
        super().draw_more(canvas)
        judgement, position = self.weighing.judgement, self.weighing.position
        self.card.draw(canvas, None)
        draw_value_bar(canvas, self._bar, judgement.values if judgement else None, self.looks)
        key = "review.try.said"
        if self.weighing.failed:
            key = "review.failed"
        elif position is not None and position.result is not None:
            key = "review.over"
        elif judgement is None:
            key = "review.waiting"
        self.card.draw_sentence(canvas, self.texts.line(key), theme.TEXT_MUTED, lines=bool(self.lines.rows))


def sandbox(
    context: Context, plan: MatchPlan, recording: Path, match: RecordedMatch, effort: Effort, reviewed: Opener = None
) -> SandboxTable:
    """Make the table for variations from a position of a recording."""
    return SandboxTable(context, begin_variation(plan, recording), match, effort, reviewed)


def trial_of(context: Context, feed: Feed, plan: MatchPlan) -> SandboxTable:
    """Make the table that tries out continuations of a running match; the match itself is not touched."""
    seats = tuple(SeatRecord(seat.name, None) for seat in plan.seats)
    match = RecordedMatch(CABINETS[plan.game], seats, plan.options, "table", 0, lambda: iter(()))
    begun = begin_variation(plan, feed.recording) if feed.recording else LocalFeed(CABINETS[plan.game], plan)
    return SandboxTable(context, begun, match, Effort.QUICK, over="table")
