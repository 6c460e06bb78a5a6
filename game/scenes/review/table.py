"""The table of a review: a recording with its judgements, decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.core.analysis.positions import recorded_match
from game.core.analysis.reasons import Reason
from game.core.analysis.verdicts import RIGHT
from game.core.analyst import Effort, Judgement
from game.core.bot.loading import COMMAND_PREFIX
from game.core.errors import SpokenError
from game.core.work.pieces import Pieces
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent
from game.engine.scene import Context, Scene
from game.engine.stage import StandsUpright
from game.engine.stage.advice import Advice, ShowsAdvice
from game.engine.widgets.choice import DropDown
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.segments import Option
from game.ground import paths
from game.scenes.feeds.feed import RecordedFeed
from game.scenes.feeds.replay import ReplayFeed
from game.scenes.feeds.seen import opening_recording
from game.scenes.files.consent import asking_first
from game.scenes.page.progress import led_to
from game.scenes.replays.table import ReplayTable, replay_table
from game.scenes.review.card import ReviewCard, card_layout, least_card, low_card_layout
from game.scenes.review.chart import ChanceChart, ReviewTimeline, draw_value_bar
from game.scenes.review.drawn import drawn_lines
from game.scenes.review.engines import Chosen, EngineDialog
from game.scenes.review.judging import Judging
from game.scenes.review.learning import Learning, Stand, own_mistakes
from game.scenes.review.lines import LineList, Row, rows_of
from game.scenes.review.places import BAR_ROOM, LEAST_LOG, card_frame, review_places, value_bar
from game.scenes.review.sandbox import sandbox
from game.scenes.review.variation_list import VariationsScene
from game.scenes.review.variations import Variation, read_note, variations_of
from game.scenes.table.menu import MenuChoice
from game.scenes.table.scene import TableScene
from game.scenes.table.widgets.head import Ribbon
from game.scenes.table.widgets.layout import TableLayout
from game.scenes.table.widgets.upright import above_card


class ReviewTable(ReplayTable):
    """Shows chart, value bar, best lines and verdicts; poses mistakes again, to find the better action."""

    def __init__(self, context: Context, feed: RecordedFeed, judging: Judging, *, position: int = 0) -> None:
        self.judging = judging
        self.learning: Learning | None = None
        self._asked: tuple[Any, int] | None = None
        """The stage, and the number of the mistake, for which a better action is being asked; None while none is."""
        self._threatening = False
        super().__init__(context, feed, position=position, playing=False)

    timeline_type = ReviewTimeline

    @property
    def upright(self) -> bool:
        """Whether there is a form of it for tall windows: not where the board needs all the height itself."""
        return super().upright and not issubclass(STAGES[self.feed.game], StandsUpright)

    def lay_out(self) -> TableLayout:
        if self.design.upright:
            ratio = self.stage.width / self.stage.height
            layout, self._low_card = above_card(self.design, ratio, least_card(self.style), BAR_ROOM)
            return layout
        return review_places(len(self.feed.seats), timeline=True)

    def build(self) -> Any:
        widgets = super().build()
        if not self.design.upright:
            self.log.visible = self.layout.log.height >= LEAST_LOG
        self.conductor.chosen = self.answer
        self._asked = None
        return widgets

    def more_widgets(self) -> list[Widget]:
        style = self.style
        self._bar = value_bar(self.layout.board)
        if self.design.upright:
            layout = low_card_layout(self._low_card, style)
        else:
            layout = card_layout(card_frame(self._bar), style, len(self.looks), reasons=self.judging.explains)
        self.card = ReviewCard(style, layout, self.looks, self.texts)
        self.chart = ChanceChart(style, layout.chart, self.looks, self.judging.match.count, self.seek)
        self.chart.visible = layout.chart.height > 0
        self.lines = LineList(style, layout.lines)
        line = self.texts.line
        efforts = [Option(effort, line(f"review.effort.{effort}")) for effort in Effort]
        tooltip = line("review.effort_help")
        self.effort = DropDown(style, efforts, self.judging.effort, on_change=self._judge_with, tooltip=tooltip)
        side = layout.head.height
        wide = self.effort.natural_width()
        self.effort.box = Box(layout.head.right - wide, layout.head.top, wide, side)
        engine_box = Box(self.effort.box.left - 8 - side, layout.head.top, side, side)
        self._engine = Button(style, box=engine_box, icon="bot", on_press=self._ask_engine)
        self._headed = layout.head.height > 0
        self.effort.visible = self._headed
        self._engine.visible = self._headed and self.judging.match.cabinet.engine_analyst is not None
        left = engine_box.left if self._engine.visible else self.effort.box.left
        stop_box = Box(left - 8 - side, layout.head.top, side, side)
        self.stop = Button(style, box=stop_box, icon="pause", on_press=self.judging.toggle)
        name = read_note(self.feed.recording).name if self.feed.recording else ""
        if name:
            self.card.entitle(name, stop_box.left - 8)
        self._foot = [
            Button(style, line("review.learn"), icon="lightbulb", on_press=self.learn),
            Button(style, icon="footprints", on_press=self.try_out, tooltip=line("review.try.help")),
            Button(style, icon="eye", on_press=self._toggle_threat, tooltip=line("review.threat")),
            Button(style, line("review.show"), icon="eye", on_press=self._give_up),
            Button(style, line("review.next"), icon="chevron-right", kind=Kind.PRIMARY, on_press=self.next_question),
            Button(style, icon="x", on_press=self._end_learning, tooltip=line("review.end")),
        ]
        self._known = -1
        self._know()
        self._show_foot()
        return [self.chart, self.lines, self.effort, self._engine, self.stop, *self._foot, *super().more_widgets()]

    def _know(self) -> None:
        """Take over new judgements, once each."""
        if self._known != self.judging.version:
            self._known = self.judging.version
            self._mistakes = own_mistakes(self.judging)
            self._has_threats = any(judgement.threat for judgement in self.judging.judgements.values())

    def _show_foot(self) -> None:
        """Lay out the buttons that apply now, side by side."""
        learn, attempt, threat, show, following, end = self._foot
        learning = self.learning
        over = learning is not None and learning.stand is Stand.OVER
        learn.visible = learning is None or over
        learn.enabled = learn.visible and bool(self._mistakes)
        learn.tooltip = "" if learn.enabled else self.texts.line("review.learn_nothing")
        secret = self.judging.match.cabinet.info.curtain
        attempt.visible = learning is None and isinstance(self.replay, ReplayFeed) and not secret
        attempt.enabled = attempt.visible and self.replay.position < len(self.replay)
        threat.visible = learning is None and self._has_threats
        threat.kind = Kind.PRIMARY if self._threatening else Kind.GLASS
        show.visible = learning is not None and learning.stand.open
        following.visible = learning is not None and learning.stand in (Stand.RIGHT, Stand.SHOWN)
        end.visible = learning is not None
        shown = [button for button in self._foot if button.visible]
        foot = self.card.layout.foot
        small = [button for button in shown if button in (attempt, threat, end)]
        rest = foot.width - len(small) * (foot.height + 8) + 8
        x = foot.left
        for button in shown:
            wide = foot.height if button in small else (rest - 8) / max(1, len(shown) - len(small))
            button.box = Box(x, foot.top, wide, foot.height)
            x += wide + 8
        self._label_learn(learn)
        engine = self.judging.match.engine
        self._engine.kind = Kind.PRIMARY if engine else Kind.GLASS
        self._engine.tooltip = Path(engine[0]).name if engine else self.texts.line("review.engine.choose")
        self.stop.visible = self._headed and not self.judging.done and self.judging.failure is None
        self.stop.icon = "play" if self.judging.stopped else "pause"
        self.stop.tooltip = self.texts.line(f"review.{'go_on' if self.judging.stopped else 'stop'}")

    def _label_learn(self, learn: Button) -> None:
        """Label the button to learn in full where there is room, otherwise in short."""
        learn.label = self.texts.line("review.learn")
        if learn.visible and learn.natural_width() > learn.box.width:
            learn.tooltip = learn.tooltip or learn.label
            learn.label = self.texts.line("review.learn_short")

    def leave(self) -> None:
        self.judging.close()
        self._end_learning()
        super().leave()

    def _judge_with(self, effort: Effort) -> None:
        self._end_learning()
        self.judging.begin(effort)

    def _ask_engine(self) -> None:
        command = self.context.settings.engines.get(self.game, "")
        self.stack.push(EngineDialog(self.context, command, in_use=bool(self.judging.match.engine)))

    def _judge_by(self, chosen: Chosen) -> None:
        """Judge again by the chosen engine, or by the game's own analyst."""
        if chosen.words:
            self.context.settings.engines[self.game] = chosen.command
            self.context.keep_settings()
        self._end_learning()
        self.judging.ask(chosen.words)

    def _toggle_threat(self) -> None:
        self._threatening = not self._threatening

    def learn(self) -> None:
        """Begin the lesson, or the same one again: ask for better moves, mistake by mistake."""
        self._end_learning()
        if self._mistakes:
            self.learning = Learning(self.judging, self._mistakes, paths.logs() / "bots" / "analyst.log")
            self._pose()

    def try_out(self) -> None:
        """Open a table over this one to try out variations from here."""
        plan = self.replay.branch() if isinstance(self.replay, ReplayFeed) else None
        if plan is None or self.feed.recording is None:
            return
        self.pause()
        self.conductor.hurry()
        judging = self.judging
        trial = sandbox(self.context, plan, self.feed.recording, judging.match, judging.effort, review_table)
        self.stack.push(trial)

    def menu_choices(self) -> list[MenuChoice]:
        kept = self.feed.recording is not None and variations_of(self.feed.recording)
        return [*([MenuChoice.VARIATIONS] if kept else []), *super().menu_choices()]

    def carry_out(self, choice: MenuChoice) -> None:
        if choice is MenuChoice.VARIATIONS and self.feed.recording is not None:
            self._list_variations(self.feed.recording)
        else:
            super().carry_out(choice)

    def _list_variations(self, recording: Path) -> None:
        try:
            self.stack.push(VariationsScene(self.context, recording))
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))

    def resumed(self, value: Any) -> None:
        if isinstance(value, Chosen):
            program = (COMMAND_PREFIX + value.command,) if value.words else ()
            asking_first(self.context, program, lambda: self._judge_by(value))
        elif isinstance(value, Variation):
            try:
                self.stack.push(review_table(self.context, value.path, value.begin))
            except SpokenError as error:
                self.context.notify(self.texts.line(error.key, error.values))
        else:
            super().resumed(value)

    def _pose(self) -> None:
        """Go to the position of the mistake that is asked."""
        assert self.learning is not None
        self.pause()
        self.seek(self.learning.decision.position)
        self.group.focus(self.board)

    def next_question(self) -> None:
        """Ask about the next mistake; after the last one, tell how many were answered rightly."""
        if self.learning and self.learning.next():
            self._pose()

    def _give_up(self) -> None:
        if self.learning:
            self.learning.give_up()

    def _end_learning(self) -> None:
        if self.learning:
            self.learning.close()
        self.learning = None

    def seek(self, position: int) -> None:
        """Jump to a step; a question about another step is dropped."""
        super().seek(position)
        if self.learning and position != self.learning.decision.position:
            self._end_learning()

    def answer(self, action: Any) -> None:
        """Try a move in place of the one played."""
        if self.learning:
            seat = self.learning.decision.seat
            refusal = self.replay.refusal(seat, action) if isinstance(self.replay, ReplayFeed) else None
            if refusal is not None:
                self.stage.refuse(refusal)
                return
            self.learning.attempt(action)
            self.stage.choose(None, None)
            self.stage.reset(self.feed.view)
            self._asked = None

    def handle(self, event: InputEvent) -> None:
        if self._asked and self.group.focused_widget in (None, self.board):
            TableScene.handle(self, event)
        else:
            super().handle(event)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        judging = self.judging
        try:
            judging.poll()
            if self.learning:
                self.learning.poll()
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))
        if self.learning and not self.playing and self.replay.position != self.learning.decision.position:
            self._end_learning()
        self.chart.hidden = self.learning.hidden if self.learning else frozenset()
        self.chart.show(judging.judgements, judging.decisions, judging.version)
        self.chart.position = self.replay.position
        if isinstance(self.timeline, ReviewTimeline):
            self.timeline.signs = self.chart.signs
        self.lines.show(self._rows())
        self._know()
        self._show_foot()
        self._ask()
        self._advise()

    @property
    def _told(self) -> bool:
        """Whether the judgements of this position may be shown."""
        return self.learning is None or self.replay.position not in self.learning.hidden

    @property
    def _judgement(self) -> Judgement[Any] | None:
        return self.judging.judgements.get(self.replay.position)

    def _rows(self) -> Sequence[Row]:
        position = self.replay.position
        if not self._told or position >= len(self.judging.positions):
            return []
        return rows_of(self._judgement, self.judging.positions[position].seat, self.judging.decisions.get(position))

    def _ask(self) -> None:
        """Let the person choose on the board while a better action is asked for."""
        learning = self.learning
        wanted = None
        if learning and learning.stand.open and self.conductor.idle:
            wanted = (self.stage, learning.number)
        if wanted != self._asked:
            self.stage.choose(None, None)
            if wanted and learning:
                position = self.judging.positions[learning.decision.position]
                legal = None if position.legal is None else list(position.legal)  # a new one: it is asked anew
                self.stage.choose(position.seat, legal)
            self._asked = wanted
            self.conductor.lit = (learning.decision.seat,) if wanted and learning else self.conductor.last_movers()
        self.board.choosing = self._asked is not None

    def _advise(self) -> None:
        """Draw the best lines on the board while nothing moves."""
        if isinstance(self.stage, ShowsAdvice):
            self.stage.advise(self._advice() if self.conductor.idle and not self.playing else [])

    def _advice(self) -> list[Advice[Any]]:
        rows, shown, judgement = self.lines.rows, self.lines.shown, self._judgement
        if self._threatening and judgement and judgement.threat and not self.learning:
            seat = self.judging.positions[self.replay.position].seat or 0
            return [Advice(judgement.threat.action, (seat + 1) % len(self.looks), "!", bad=True)]
        return drawn_lines(rows, shown, self.lines.depth, len(self.looks))

    def draw_more(self, canvas: Canvas) -> None:
        super().draw_more(canvas)
        judging = self.judging
        self.card.draw(canvas, None if judging.done or judging.failure else judging.share)
        self._draw_said(canvas)
        self.card.draw_figures(canvas, judging.figures, judging.version)
        judgement = self._judgement
        draw_value_bar(canvas, self._bar, judgement.values if judgement else None, self.looks)

    def ribbon(self) -> Ribbon:
        told = self.stage.instruction() if self._asked and self.learning else None
        if told is None or self.learning is None:
            return super().ribbon()
        return Ribbon(self.texts.line(*told), self.looks[self.learning.decision.seat], now=True)

    def _draw_said(self, canvas: Canvas) -> None:
        line, position = self.texts.line, self.replay.position
        if self.judging.failure:
            failure = self.judging.failure
            said = line(failure.key, failure.values)
            self.card.draw_sentence(canvas, said, theme.WARNING, lines=bool(self.lines.rows))
        elif self.learning:
            self._draw_learning(canvas, self.learning)
        elif position in self.judging.decisions:
            decision = self.judging.decisions[position]
            self.card.draw_decision(canvas, decision)
            if self.judging.explains and decision.fall > RIGHT:
                self.card.draw_reason(canvas, self._why(self.judging.reason(position)))
        elif self._judgement is None:
            self.card.draw_sentence(canvas, line("review.waiting"), theme.TEXT_MUTED)
        elif position < len(self.judging.positions) and self.judging.positions[position].seat is None:
            over = self.judging.positions[position].result is not None
            self.card.draw_sentence(canvas, line("review.over" if over else "review.chance"), theme.TEXT_MUTED)
        else:
            self.card.draw_sentence(canvas, line("review.forced"), theme.TEXT_MUTED)

    def _why(self, reason: Reason | None) -> str:
        """Return the sentence on what a better action brings; without a reason the search saw it further on."""
        if reason is None:
            return self.texts.line("review.later")
        return self.texts.line("review.better", {"why": self.texts.line(reason.key, reason.values)})

    def _draw_learning(self, canvas: Canvas, learning: Learning) -> None:
        values = {
            "number": learning.number + 1,
            "count": len(learning.mistakes),
            "seat": learning.decision.seat,
            "percent": f"{100 * learning.chance:.0f}",
            "solved": learning.solved,
        }
        all_found = learning.stand is Stand.OVER and learning.solved == len(learning.mistakes)
        colour = theme.GOOD if all_found or learning.stand is Stand.RIGHT else theme.TEXT_BRIGHT
        text = self.texts.line(f"review.learning.{learning.stand.value}", values)
        if learning.stand in (Stand.WRONG, Stand.SHOWN) and self.judging.explains:
            text += " " + self._why(learning.reason)
        self.card.draw_sentence(canvas, text, colour, lines=bool(self.lines.rows))


def reviewing(context: Context, path: Path, step: int = 0) -> Pieces[ReviewTable]:
    """Make the review of the recording in a file, at `step`; for 0, at the first decision.

    Raises ReplayError where the file cannot be read, AnalysisError where no analyst can judge it.
    """
    feed = yield from opening_recording(path)
    match = recorded_match(path, CABINETS)
    first = next((position.number for position in match.positions() if position.seat is not None), 0)
    return ReviewTable(context, feed, Judging(path, match), position=min(max(step, first), len(feed)))


def review_table(context: Context, path: Path, step: int = 0) -> Scene:
    """Make the review like `reviewing`, behind a progress page where it takes long."""
    return led_to(context, "page.progress.reading", reviewing(context, path, step))


def watched(context: Context, path: Path, step: int = 0) -> Scene:
    """Make the table of the replay in a file, which offers its review if the game has an analyst. Raises
    ReplayError.
    """
    return replay_table(context, path, step, reviewed=review_table)
