"""Where the competition waits for its players: who is there, where to connect, how the last matches ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from game.cabinets.tablut.cabinet import TABLUT
from game.cabinets.tablut.net.wire import SEATS
from game.cabinets.tablut.scenes.contest import Contest, ContestFeed
from game.cabinets.tablut.stage import ground
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import DESIGN_WIDTH, Box, Canvas
from game.engine.colour import LANTERN, SAND
from game.engine.input import Command, CommandName, InputEvent
from game.engine.light import shine
from game.engine.scene import Context
from game.engine.sprites import faded
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button
from game.scenes import arcade
from game.scenes.feeds.feed import SeatInfo
from game.scenes.hall import Hall
from game.scenes.page.backdrop import draw_backdrop
from game.scenes.page.contest import Addresses, AddressPanel, empty_place
from game.scenes.staging.looks import looks_for
from game.scenes.table.menu import MenuChoice, leave_dialog
from game.scenes.table.rules import RulesPage
from game.scenes.table.scene import TableScene

_PLACES = (Box(40, 128, 560, 320), Box(680, 128, 560, 320))
_PIECE = 150.0
_FOOT = 662.0


class ContestTable(TableScene):
    """A match of the competition. It goes on whatever lies over it."""

    def leave(self) -> None:
        """The hall below looks after the match."""

    def results_choices(self) -> list[MenuChoice]:
        return [MenuChoice.NEXT, *([MenuChoice.WATCH] if self.feed.recording else [])]

    def _ask_to_leave(self) -> None:
        if self.feed.over:
            self.stack.pop()
            return
        line = self.texts.line
        self.stack.push(leave_dialog(self.context, line("table.leave.title"), line("tablut_server.leave")))

    def _menu_choices(self) -> list[MenuChoice]:
        ended = [MenuChoice.RESULTS, MenuChoice.NEXT] if self.feed.over else []
        return [*ended, MenuChoice.RULES, MenuChoice.SETTINGS, MenuChoice.PICTURE, MenuChoice.LEAVE]

    def _do(self, choice: MenuChoice) -> None:
        if choice is MenuChoice.NEXT:
            self.stack.pop()
        else:
            super()._do(choice)

    def watch_recording(self, *, review: bool = False) -> None:
        """Show the match that has just ended as a replay, over this table."""
        if self.feed.recording is not None:
            self.stack.push(arcade.replay(self.context, self.feed.recording))


class ContestHall(Hall):
    """The lowest scene of the competition. Its matches are played at tables that lie over it."""

    def __init__(
        self,
        context: Context,
        contest: Contest,
        addresses: Callable[[], Sequence[str]] | None = None,
        on_end: Callable[[], None] | None = None,
    ) -> None:
        """`addresses`: where this machine is reached; looked up if None. `on_end`: in place of ending the program."""
        super().__init__(context, contest, Addresses(contest.plan.address, addresses), on_end)
        self.contest = contest
        self.log: list[str] = []
        """How its matches ended, the last one first."""
        self._shown: ContestFeed | None = None
        self._there: tuple[str | None, ...] = (None, None)
        self._noted = 0

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
            self.log.insert(0, self.context.texts.line(key, black=black, white=white))

    def update(self, seconds: float) -> None:
        self._addresses.update(seconds)
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

    def build(self) -> Iterable[Widget]:
        self.address = AddressPanel(self.style)
        menu = Button(
            self.style, icon="menu", on_press=self.open_menu, tooltip=self.style.texts.line("table.tool.menu")
        )
        menu.box = Box(1200, 24, 44, 44)
        return [menu]

    @property
    def menu_choices(self) -> Sequence[MenuChoice]:
        return [MenuChoice.REPLAYS, MenuChoice.RULES, MenuChoice.SETTINGS, MenuChoice.PICTURE, MenuChoice.LEAVE]

    def rules_page(self) -> RulesPage:
        return RulesPage(self.context, TABLUT.id, options=self.contest.plan.options)

    def handle(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name is CommandName.MENU and not event.repeated:
            self.open_menu()
        else:
            super().handle(event)

    # How it looks.

    def draw_ground(self, canvas: Canvas) -> None:
        draw_backdrop(canvas)
        line, typeface = self.context.texts.line, self.context.typeface
        self.draw_heading(canvas, line("tablut_server.title"))
        for seat, box in enumerate(_PLACES):
            self._draw_place(canvas, seat, box)
        server = self.contest.server
        ports = ", ".join(f"{line(f'tablut_server.{colour}')} {port}" for colour, port in server.ports.items())
        told = [(line("contest.address"), self._addresses.shown), (line("contest.port"), ports)]
        self.address.draw(canvas, line("contest.connect"), told)
        rules = line(f"tablut.option.preset.{self.contest.plan.rules}")
        words = self.log[0] if self.log else line("tablut_server.hint", rules=rules)
        words = fitted(typeface, words, DESIGN_WIDTH - 80, theme.LABEL)
        typeface.line(
            canvas, words, DESIGN_WIDTH / 2, _FOOT, theme.LABEL, Weight.SEMIBOLD, theme.TEXT, "middle", shadow=1
        )

    def _draw_place(self, canvas: Canvas, seat: int, box: Box) -> None:
        """A player that is there, or the piece that waits for one."""
        typeface, line, area = self.style.typeface, self.style.texts.line, canvas.pixels(box)
        name = self.contest.name_of(seat)
        if name is None:
            canvas.put(empty_place(area.width, area.height, canvas.px(theme.CORNER), canvas.px(2)), box.left, box.top)
        else:
            shine(canvas, box.centerx, box.centery, box.width * 0.6, LANTERN, 0.22, 1.5)
            faces.glass_panel(canvas, box)
        look = looks_for([SeatInfo(colour) for colour in SEATS], self.context.settings)[seat]
        piece = ground.piece(("attacker", "king")[seat], look.colour, canvas.px(_PIECE))
        canvas.put_middle(piece if name else faded(piece, 0.45), box.centerx, box.top + 112)
        words = name or line("tablut_server.absent")
        words = fitted(typeface, words, box.width - 48, theme.TITLE)
        colour = SAND if name is None else theme.TEXT_BRIGHT
        typeface.line(canvas, words, box.centerx, box.top + 224, theme.TITLE, Weight.BOLD, colour, "middle", shadow=2)
        words = line(f"tablut_server.{SEATS[seat]}_side")
        typeface.line(canvas, words, box.centerx, box.top + 272, theme.LABEL, colour=theme.TEXT, anchor="middle")

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        self.take_wanted_picture()
