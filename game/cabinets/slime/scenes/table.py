"""The table of a contest's match: the field between two rosters, the teams' cards above, the keys at the foot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from game.cabinets.slime.field import TEAM
from game.cabinets.slime.net.server import Speed
from game.cabinets.slime.scenes.bar import BarActions, ContestBar
from game.cabinets.slime.scenes.contest import Contest, ContestFeed
from game.cabinets.slime.scenes.parts import Roster, Standing, TeamCard, TurnMedal, draw_told, fits
from game.cabinets.slime.stage.stage import SlimeStage
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent
from game.engine.scene import Context
from game.engine.stage import HasSideCard, Remembers, Stage
from game.engine.stillness import MOVES
from game.engine.widgets.dialog import Answer, Dialog
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.scenes import arcade
from game.scenes.contest.parts import END, end_dialog
from game.scenes.contest.table import OverHall
from game.scenes.feeds.turns import turns_of
from game.scenes.replays.pace import Pace
from game.scenes.replays.paced import PacedTable
from game.scenes.table.log import JOINT, sentence
from game.scenes.table.menu import MenuChoice
from game.scenes.table.widgets.layout import TableLayout

CARDS = (Box(24, 8, 552, 96), Box(704, 8, 552, 96))
BOARD = Box(172, 112, 936, 504)
ROSTERS = (Box(24, 104, 124, 520), Box(1132, 104, 124, 520))
MEDAL = (640.0, 56.0, 100.0)
"""Centre (x, y) and diameter of the turn medal."""
_HASTE = {Speed.FAST: 8.0, Speed.MAX: 12.0}
"""How much faster the stage's time runs at the quick speeds."""
_CHART_SHARE = 0.45
"""Share of the bar that the chart takes in a contest."""
_COMMENTED = 24
"""How many of the last steps are searched for an event to comment on."""


class ContestTable(OverHall, PacedTable):
    """The table of a match between two clients. The match goes on whatever scene lies over it."""

    def __init__(
        self, context: Context, contest: Contest, feed: ContestFeed, on_end: Callable[[], None] | None = None
    ) -> None:
        """`on_end`: called to end the contest, instead of ending the program."""
        self.contest = contest
        self._end_contest = on_end or (lambda: context.quit())
        self.pace_keys = contest.plan.developer
        super().__init__(context, feed)
        self.animated = contest.animated
        self._apply_animated()

    def lay_out(self) -> TableLayout:
        return TableLayout(BOARD, CARDS, Box(0, 0, 0, 0), None, None)

    def furnish(self) -> list[Widget]:
        style = self.style
        self.cards = [TeamCard(style, box, seat, look) for seat, (box, look) in enumerate(self._placed(CARDS))]
        self.rosters = [Roster(style, box, seat, look) for seat, (box, look) in enumerate(self._placed(ROSTERS))]
        self.medal = TurnMedal(style.typeface, *MEDAL)
        actions = BarActions(
            set_pace=self.set_pace,
            step=self.play_turn,
            switch_animations=self.switch_animations,
            restart=self._ask_to_restart,
            replays=self._show_replays,
            menu=self.open_menu,
        )
        self._commented, self._comment = -1, ""
        self.bar = ContestBar(style, actions, developer=self.contest.plan.developer)
        return [self.bar]

    def _placed(self, boxes: tuple[Box, Box]) -> Iterable[tuple[Box, Any]]:
        return zip(boxes, self.looks, strict=True)

    @property
    def slimes(self) -> SlimeStage:
        assert isinstance(self.stage, SlimeStage)
        return self.stage

    @property
    def by_hand(self) -> bool:
        return self.contest.may_step

    def set_pace(self, pace: Pace) -> None:
        self.contest.set_pace(pace)

    def play_turn(self) -> None:
        self.conductor.hurry()
        self.contest.server.step()

    def switch_animations(self) -> None:
        super().switch_animations()
        self.contest.animated = self.animated

    @property
    def pace(self) -> float:
        """How fast the stage's time runs; faster while the picture is behind the match."""
        behind = self.position() - self.conductor.showing
        return _HASTE.get(self.contest.server.speed, 1.0) * (1 + behind)

    @property
    def current(self) -> bool:
        """Whether the server runs this match, or ran it last."""
        return self.contest.feed is self.feed

    @property
    def still_for(self) -> float:
        return MOVES

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if not self.current and not self.stack.changing:
            self.stack.drop(self)
        self.bar.show(
            self.contest.pace,
            animated=self.animated,
            may_step=self.by_hand and not self.feed.over,
            may_restart=not self.feed.over,
        )

    def _conduct(self, before: Stage[Any, Any] | None = None) -> None:
        super()._conduct(before)
        self._remembered = -1

    def _show_log(self) -> None:
        """Update the chart from the log; there is no log panel, the bar comments instead."""
        seen = self.conductor.seen
        if isinstance(self.stage, Remembers) and len(seen) != self._remembered:
            self._remembered = len(seen)
            self.stage.remember([(entry.turn, entry.scores) for entry in seen if entry.scores])

    def handle(self, event: InputEvent) -> None:
        match event:
            case Command(name=CommandName.LOG):
                return
            case _ if self.bar.obey(event):
                return
        super().handle(event)

    def menu_choices(self) -> list[MenuChoice]:
        ended = [MenuChoice.RESULTS, MenuChoice.NEXT] if self.ending.shown and self.feed.over else []
        replays = [MenuChoice.REPLAYS] if self.contest.plan.developer else []
        general = [MenuChoice.RULES, MenuChoice.SETTINGS, MenuChoice.PICTURE]
        return [*ended, *replays, *general, MenuChoice.LEAVE]

    def results_choices(self) -> list[MenuChoice]:
        return [MenuChoice.LEAVE if self.contest.plan.once else MenuChoice.NEXT, *self.watch_choices()]

    def carry_out(self, choice: MenuChoice) -> None:
        match choice:
            case MenuChoice.NEXT:
                self.contest.go_on()
                self.stack.pop()
            case MenuChoice.REPLAYS:
                self._show_replays()
            case _:
                super().carry_out(choice)

    def _show_replays(self) -> None:
        self.stack.push(arcade.replays(self.context))

    def _ask_to_restart(self) -> None:
        line = self.texts.line
        answers = (
            Answer(line("table.leave.stay"), None, primary=True),
            Answer(line("slime_server.restart.restart"), MenuChoice.AGAIN, icon="rotate-cw"),
        )
        title, text = line("slime_server.restart.title"), line("slime_server.restart.text")
        self.stack.push(Dialog(self.context, title, text, answers))

    def _begin_again(self, change: int = 0, *, held: bool = False) -> None:
        self.contest.restart(self.context.clock.now())
        self.stack.drop(self)

    def ask_to_leave(self) -> None:
        self.stack.push(end_dialog(self.context))

    def resumed(self, value: Any) -> None:
        if value == END:
            self._end_contest()
        else:
            super().resumed(value)

    def draw_head(self, canvas: Canvas) -> None:
        picture = self.slimes.picture
        if picture is None:
            return
        for seat in range(len(self.cards)):
            self.cards[seat].draw(canvas, self.standing(seat))
            figures = picture.figures[seat * TEAM : (seat + 1) * TEAM]
            self.rosters[seat].draw(canvas, figures, self.lost(seat))
        self.medal.draw(canvas, picture.turn, picture.turns)

    def standing(self, seat: int) -> Standing:
        picture = self.slimes.picture
        assert picture is not None
        team = picture.teams[seat]
        message = self.contest.server.teams[seat].message if self._running else team.message
        return Standing(team, message, self.lost(seat))

    @property
    def _running(self) -> bool:
        return self.current and not self.feed.over

    def lost(self, seat: int) -> bool:
        return self._running and not self.contest.server.teams[seat].connected

    def draw_more(self, canvas: Canvas) -> None:
        """Draw nothing: everything around the board is drawn by the head."""

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        aside = self.bar.aside
        if not self.contest.plan.developer:
            wide = aside.width * (1 - _CHART_SHARE) - 16
            self._draw_commentary(canvas, Box(aside.left, aside.top, wide, aside.height))
            aside = Box(aside.left + wide + 16, aside.top, aside.width - wide - 16, aside.height)
        if isinstance(self.stage, HasSideCard):
            self.stage.draw_side(canvas, aside)

    def _draw_commentary(self, canvas: Canvas, box: Box) -> None:
        """Draw the last event worth telling, large enough to read from afar."""
        place = Box(box.left + 40, box.top, box.width - 40, box.height)
        if self._commented != self.conductor.shown:
            self._commented = self.conductor.shown
            self._comment = self._comment_for(place)
        faces.draw_icon(canvas, "scroll-text", box.left + 14, box.centery, 24, theme.TEXT_MUTED)
        draw_told(canvas, self.style.typeface, self._comment, place)

    def _comment_for(self, place: Box) -> str:
        """Return a sentence on the latest turn in which something happened, shortened to fit `place`."""
        for turn in reversed(turns_of(self.conductor.seen[-_COMMENTED:])):
            told = sentence(turn, self.game, self.texts)
            if not told:
                continue
            parts = told.split(JOINT)
            when = self.texts.line("table.log.together", turn=turn.entries[0].turn)
            while len(parts) > 1 and not fits(self.style.typeface, self._said(when, parts), place, theme.BODY):
                parts.pop()
            return self._said(when, parts)
        return self.texts.line("slime_server.hint")

    def _said(self, turn: str, parts: Sequence[str]) -> str:
        return f"{turn} · {JOINT.join(parts)}"
