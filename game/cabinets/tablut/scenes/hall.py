"""Where the competition waits for its players: who is there, where to connect, how the last matches ended."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.tablut.cabinet import TABLUT
from game.cabinets.tablut.net.wire import SEATS
from game.cabinets.tablut.scenes.contest import Contest, ContestFeed
from game.cabinets.tablut.stage import ground
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import DESIGN_WIDTH, Box, Canvas
from game.engine.colour import SAND
from game.engine.sprites import faded
from game.engine.stage import Look
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.scenes import arcade
from game.scenes.contest.hall import Hall
from game.scenes.contest.parts import draw_place
from game.scenes.contest.table import OverHall
from game.scenes.feeds.feed import SeatInfo
from game.scenes.staging.looks import looks_for
from game.scenes.table.menu import MenuChoice, leave_dialog
from game.scenes.table.rules import RulesPage

_PLACES = (Box(40, 128, 560, 320), Box(680, 128, 560, 320))
_PIECE = 150.0
_FOOT = 662.0


class ContestTable(OverHall):
    """The table of a match of the competition."""

    def results_choices(self) -> list[MenuChoice]:
        return [MenuChoice.NEXT, *self.watch_choices()]

    def ask_to_leave(self) -> None:
        if self.feed.over:
            self.stack.pop()
            return
        line = self.texts.line
        self.stack.push(leave_dialog(self.context, line("table.leave.title"), line("tablut_server.leave")))

    def menu_choices(self) -> list[MenuChoice]:
        ended = [MenuChoice.RESULTS, MenuChoice.NEXT] if self.feed.over else []
        return [*ended, MenuChoice.RULES, MenuChoice.SETTINGS, MenuChoice.PICTURE, MenuChoice.LEAVE]

    def carry_out(self, choice: MenuChoice) -> None:
        if choice is MenuChoice.NEXT:
            self.stack.pop()
        else:
            super().carry_out(choice)


class ContestHall(Hall[Contest]):
    """The hall of the competition, with a log of how its matches ended."""

    log: tuple[str, ...] = ()
    """How the matches ended, the last one first."""
    _shown: ContestFeed | None = None
    _there: tuple[str | None, ...] = (None, None)
    _noted = 0

    def go_on(self, now: float) -> None:
        """Lead the contest, whatever is shown."""
        contest = self.contest
        contest.poll(now)
        there = tuple(map(contest.name_of, range(len(SEATS))))
        if there != self._there and contest.feed is None:
            self.context.audio.play(Sound.NOTICE)
        self._there = there
        feed = contest.feed
        if feed is not None and feed.over and self._noted < contest.played:
            self._noted = contest.played
            black, white = (seat.name for seat in feed.seats)
            key = f"tablut_server.log.{feed.ended}"
            self.log = (self.context.texts.line(key, black=black, white=white), *self.log)

    def update(self, seconds: float) -> None:
        feed = self.contest.feed
        if not self.stack.changing and self.stack.top is self and feed is not None:
            if feed is not self._shown:
                self._shown = feed
                self.stack.push(ContestTable(self.context, feed, arcade.replay))
            else:
                self.contest.go_on(self.context.clock.now())
                if self.contest.done:
                    self._end()
        super().update(seconds)

    @property
    def menu_choices(self) -> Sequence[MenuChoice]:
        return [MenuChoice.REPLAYS, MenuChoice.RULES, MenuChoice.SETTINGS, MenuChoice.PICTURE, MenuChoice.LEAVE]

    def rules_page(self) -> RulesPage:
        return RulesPage(self.context, TABLUT.id, options=self.contest.plan.options)

    @property
    def title(self) -> str:
        return self.context.texts.line("tablut_server.title")

    @property
    def ports(self) -> str:
        return self.contest.ports(self.context.texts.line)

    def draw_foot(self, canvas: Canvas) -> None:
        line, typeface = self.context.texts.line, self.context.typeface
        rules = line(f"tablut.option.preset.{self.contest.plan.rules}")
        words = self.log[0] if self.log else line("tablut_server.hint", rules=rules)
        words = fitted(typeface, words, DESIGN_WIDTH - 80, theme.LABEL)
        typeface.line(
            canvas, words, DESIGN_WIDTH / 2, _FOOT, theme.LABEL, Weight.SEMIBOLD, theme.TEXT, "middle", shadow=1
        )

    def draw_places(self, canvas: Canvas) -> None:
        """Draw the players that are there, or the pieces of seats that still wait for one."""
        looks = looks_for([SeatInfo(colour) for colour in SEATS], self.context.settings)
        for seat, (box, look) in enumerate(zip(_PLACES, looks, strict=True)):
            self._draw_place(canvas, seat, box, look)

    def _draw_place(self, canvas: Canvas, seat: int, box: Box, look: Look) -> None:
        typeface, line = self.style.typeface, self.style.texts.line
        name = self.contest.name_of(seat)
        draw_place(canvas, box, taken=name is not None)
        piece = ground.piece(("attacker", "king")[seat], look.colour, canvas.px(_PIECE))
        canvas.put_middle(piece if name else faded(piece, 0.45), box.centerx, box.top + 112)
        words = name or line("tablut_server.absent")
        words = fitted(typeface, words, box.width - 48, theme.TITLE)
        colour = SAND if name is None else theme.TEXT_BRIGHT
        typeface.line(canvas, words, box.centerx, box.top + 224, theme.TITLE, Weight.BOLD, colour, "middle", shadow=2)
        words = line(f"tablut_server.{SEATS[seat]}_side")
        typeface.line(canvas, words, box.centerx, box.top + 272, theme.LABEL, colour=theme.TEXT, anchor="middle")
