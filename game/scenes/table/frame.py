"""Everything around a table's board: the head above it, the panels of the seats, the log, the side card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from game.core.rules import Seat
from game.engine.canvas import Box, Canvas
from game.engine.input import AWAY
from game.engine.stage import Flows, Look, Stage
from game.engine.stillness import DRIFTS, STILL
from game.engine.widgets.parts.style import Style
from game.ground.texts import Texts
from game.scenes.feeds.feed import Deadline, Feed
from game.scenes.feeds.turns import LogTurn
from game.scenes.table.conductor import Conductor
from game.scenes.table.log import TableLog
from game.scenes.table.widgets.board import BoardWidget
from game.scenes.table.widgets.head import Ribbon, TableHead
from game.scenes.table.widgets.layout import UPRIGHT_HEAD, Foot, TableLayout
from game.scenes.table.widgets.panels import RING, SeatPanel, seat_lines
from game.scenes.table.widgets.side import SideCard
from game.scenes.table.words import turn_lines

DWELL: Final = 0.3
"""Seconds that the pointer must rest on a panel: a pointer passing by means nothing."""


_BRIEF: Final = 2.0
"""A deadline shorter than this many seconds is not shown in a game in real time."""
_CLOCK_STEP: Final = 0.1
"""Seconds between two pictures of a clock in a window left alone: its ring burns down by less than a pixel."""
_SLACK: Final = 0.5
"""Seconds that clocks of two machines may differ by."""


def begun(deadline: Deadline, now: float) -> bool:
    """Return whether the time for a choice is running. While screens still show how the last one came out, more is left
    than its whole length, a number that means nothing to people.
    """
    return deadline.at - now <= deadline.seconds + _SLACK


class TableFrame:
    """Shows how far the match is and what the seats have; only its log takes input."""

    def __init__(
        self,
        style: Style,
        layout: TableLayout,
        feed: Feed,
        stage: Stage[Any, Any],
        looks: Sequence[Look],
        on_turn: Callable[[LogTurn], None] | None = None,
    ) -> None:
        """`on_turn`: called for a click on a turn of the log."""
        self._style = style
        self._feed = feed
        self._stage = stage
        self._beside_head, self._foot = layout.beside_head, layout.foot
        self._texts: Texts = style.texts.with_seats([look.name for look in looks])
        self.head: TableHead | None = None
        self.log = TableLog(style, layout.low_log or layout.log, feed.game, looks, on_turn)
        self.log.visible = not layout.log_over or layout.low_log is not None
        self.log.brief = layout.foot is not None
        alone = sum(seat.person for seat in feed.seats) == 1
        self.panels = [
            SeatPanel(
                box,
                seat,
                style.typeface,
                looks[seat],
                seat_lines(feed.seats[seat], feed.game, self._texts, alone=alone),
            )
            for seat, box in enumerate(layout.panels)
            if seat != layout.own
        ]
        self._panelled = bool(self.panels) and layout.own is None
        """Whether every seat has a panel, on which its time is shown."""
        self.side = SideCard(style, layout.side, stage, looks, feed.goal) if layout.side else None
        self.pointer = (AWAY, AWAY)
        self._rested_at = self.pointer
        """Position of the pointer when the turn began: while it stays there it points at nothing."""
        self._pointed: tuple[Seat | None, float] = (None, 0.0)
        self.told: Seat | None = None
        """The seat whose sheet is open, about which the stage tells as if its panel were pointed at."""

    def anchor(self, board: BoardWidget) -> None:
        """Tell the stage where the seats' panels are."""
        anchors = {panel.seat: board.inside(*panel.anchor) for panel in self.panels}
        self._stage.surroundings.anchors.update(anchors)

    def place_head(self, left: float, right: float) -> None:
        """Place the head between the button back and the tools; the ribbon of an upright table is at its foot."""
        self.head = TableHead(self._style.typeface, left, right, self._foot.ribbon if self._foot else None)

    def head_room(self, foot: Foot) -> Box:
        """Return the box of the game's name in an upright head, beside the time left."""
        clock = RING + 12 if self.head and self.head.clocked else 0.0
        return Box(foot.name_left, 0, foot.name_right - clock - foot.name_left, UPRIGHT_HEAD)

    def make_room(self, high: float, place: Box | None) -> None:
        """Keep clear of messages that cover `place` from its top down to this height: the log begins below them, and
        the game's name is left out.
        """
        self.log.make_room(high if place == self.log.room else 0.0)
        if self.head:
            self.head.covered = high > 0 and place == self._beside_head

    @property
    def strip(self) -> Box | None:
        """Box above the board, between the game's name and the tools, that the head's ribbon may fill."""
        return self.head.strip if self.head else None

    def show(self, conductor: Conductor) -> None:
        """Update log and side card to the steps shown so far."""
        seen = conductor.seen
        self.log.show(seen, conductor.refusals)
        if self.side and self._feed.scores_told:
            self.side.show(seen)

    @property
    def side_shown(self) -> bool:
        """Whether the side card is shown: there is none for scores that stay secret."""
        awaited = self._feed.scores_told and not self._feed.over
        return self.side is not None and (awaited or not self.side.empty)

    def begin_turn(self) -> None:
        """Show a person's turn: the log at its end, and no more what the pointer happens to rest on."""
        self.log.follow()
        self._rested_at = self.pointer

    def pointed_at(self, seconds: float) -> Seat | None:
        """Return the seat whose panel the pointer rests on; `seconds` have passed since the last call."""
        if self.told is not None:
            return self.told
        moved = self.pointer != self._rested_at
        seat = next((panel.seat for panel in self.panels if moved and panel.box.collidepoint(self.pointer)), None)
        before, rested = self._pointed
        self._pointed = seat, rested + seconds if seat == before else 0.0
        return seat if self._pointed[1] >= DWELL else None

    def draw_head(self, canvas: Canvas, ribbon: Ribbon, now: float) -> None:
        """Draw the head above the board and, at tables without panels, the time left."""
        if self.head is None:
            return
        lines = turn_lines(self._stage, self._feed.number, self._texts)
        deadline = self._deadline if not self._panelled else None
        timed = deadline is not None and begun(deadline, now)
        self.head.clocked = timed and self._foot is not None
        self.head.draw(canvas, self._texts.line(f"{self._feed.game}.name"), lines, ribbon)
        if deadline and timed:
            self.head.draw_deadline(canvas, ribbon, deadline.at - now, deadline.seconds)

    @property
    def _deadline(self) -> Deadline | None:
        """The deadline that is shown; none for the very short ones of a game in real time."""
        deadline = self._feed.deadline
        brief = deadline is not None and deadline.seconds < _BRIEF
        return None if brief and isinstance(self._stage, Flows) else deadline

    @property
    def still_for(self) -> float:
        """Seconds for which everything looks the same: clocks burn down in steps, beads rise while a bot thinks."""
        return min(DRIFTS if self._feed.thinking else STILL, _CLOCK_STEP if self._deadline else STILL)

    def draw(self, canvas: Canvas, conductor: Conductor, now: float) -> None:
        """Draw the seats' panels and the side card over the board."""
        deadline = self._deadline
        self._stage.tell_time(deadline.at - now if deadline else None, deadline.seconds if deadline else 0.0)
        for panel in self.panels:
            self.draw_panel(canvas, panel, conductor, now)
        if self.side and self.side_shown:
            self.side.draw(canvas)

    def draw_panel(self, canvas: Canvas, panel: SeatPanel, conductor: Conductor, now: float) -> None:
        """Draw a seat's panel with what the seat has, and its time."""
        feed, deadline, moving = self._feed, self._deadline, panel.seat in conductor.lit
        panel.draw(canvas, moving, self._texts.line("table.seat.away") if panel.seat in feed.away else "")
        with self._stage.surroundings.written_in(self._style.typeface):
            self._stage.draw_panel(canvas, panel.seat, panel.content)
        waited = panel.seat == conductor.chooser or (feed.live and panel.seat in feed.thinking)
        if deadline and waited:
            if begun(deadline, now):
                panel.draw_ring(canvas, deadline.at - now, deadline.seconds)
        elif panel.seat in feed.thinking and moving:
            panel.draw_thinking(canvas, now)
