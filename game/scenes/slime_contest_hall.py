"""Where a contest waits for two clients: who is there, and where to connect to. Readable from the last row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pygame

from game.cabinets.slime.rules import Heading
from game.cabinets.slime.stage_banner import draw_banner
from game.cabinets.slime.stage_slime import draw_slime
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, PAPER, SAND
from game.engine.input import Command, CommandName, InputEvent, KeyPressed
from game.engine.layer import Layer
from game.engine.light import shine
from game.engine.ornament import badge, khatam, outline
from game.engine.scene import Context
from game.engine.sprites import sprite
from game.engine.stage import Look
from game.engine.text import Weight
from game.engine.textile import pattern_wash
from game.engine.tween import arc
from game.engine.vector import rect, svg
from game.engine.widgets import faces
from game.engine.widgets.base import Widget
from game.engine.widgets.screen import WidgetScene
from game.scenes.backdrop import draw_backdrop, warm_backdrop
from game.scenes.feed import SeatInfo
from game.scenes.looks import looks_for
from game.scenes.pace import ANIMATION_KEYS, pace_of
from game.scenes.settings import SettingsScene
from game.scenes.slime_contest import TEAM_LETTERS, Contest
from game.scenes.slime_contest_bar import BarActions, ContestBar
from game.scenes.slime_contest_parts import draw_told
from game.scenes.slime_contest_table import END, ContestTable, end_dialog
from game.scenes.table_menu import MenuChoice, TableMenu
from game.scenes.table_panels import fitted
from net.interfaces import LOOPBACK, interfaces
from net.slime_server import Phase, Team

CARDS = (Box(40, 128, 500, 324), Box(740, 128, 500, 324))
ADDRESS = Box(40, 468, 1200, 148)
MIDDLE = (640.0, 290.0)
HEADING_Y = 84.0
BANNER = 156.0
NAME_GAP, VALUE_GAP = 14.0, 56.0
MOST_ADDRESSES = 3
LOOK_SECONDS = 3.0
"""How often the addresses of this machine are looked up."""
_BOUNCE = 1.6


def local_addresses() -> Sequence[str]:
    """This machine's addresses on its networks."""
    return [str(here.ip) for here in interfaces() if here != LOOPBACK]


class ContestHall(WidgetScene):
    """The lowest scene of a contest. Its matches are played at tables that lie over it."""

    def __init__(
        self, context: Context, contest: Contest, addresses: Callable[[], Sequence[str]] | None = None
    ) -> None:
        """`addresses`: where this machine is reached; looked up if None."""
        super().__init__(context)
        self.contest = contest
        given = contest.plan.address
        self._look_up = addresses or ((lambda: [given]) if given else local_addresses)
        self._addresses: Sequence[str] = ()
        self._looked = LOOK_SECONDS
        self._now = 0.0
        self._phase = Phase.WAITING
        self._there = (False, False)
        self._address_layer = Layer(margin=32)

    # What goes on, whatever is shown.

    def enter(self) -> None:
        self._find_addresses(0.0)
        super().enter()
        self.context.companions.append(self._go_on)

    def leave(self) -> None:
        if self._go_on in self.context.companions:
            self.context.companions.remove(self._go_on)
        self.contest.close()

    def _go_on(self, now: float) -> None:
        """Lead the contest, and tell who looks at something else."""
        contest = self.contest
        contest.poll(now)
        self._tell_comings()
        phase = contest.server.phase
        if phase is Phase.PLAYING and self._phase is not Phase.PLAYING and self.stack.top is not self:
            self._notify("slime_server.began", first=contest.name_of(0), second=contest.name_of(1))
        self._phase = phase
        notices, contest.notices = contest.notices, []
        for notice in notices:
            self._notify(notice.key, **notice.values)
        if contest.done(now):
            self.context.quit()

    def _tell_comings(self) -> None:
        """Say who came, who went, and who came back."""
        server = self.contest.server
        there = (server.teams[0].connected, server.teams[1].connected)
        if there == self._there:
            return
        if server.phase is self._phase is Phase.PLAYING:
            for team, (before, after) in enumerate(zip(self._there, there, strict=True)):
                if before != after:
                    key = "slime_server.returned" if after else "slime_server.vanished"
                    self._notify(key, name=self.contest.name_of(team))
        self._there = there
        self.context.audio.play(Sound.NOTICE)

    def _notify(self, key: str, **values: Any) -> None:
        self.context.notify(self.context.texts.line(key, values))

    def update(self, seconds: float) -> None:
        self._now += seconds
        self._find_addresses(seconds)
        contest = self.contest
        feed = contest.feed
        if feed is not None and contest.server.match is feed.match and not self.stack.changing:
            if self.stack.top is not self:
                self.stack.home()
            else:
                self.stack.push(ContestTable(self.context, contest, feed))
        self.bar.show(contest.pace, animated=contest.animated, may_step=False, may_restart=False)
        super().update(seconds)

    def _find_addresses(self, seconds: float) -> None:
        self._looked += seconds
        if self._looked >= LOOK_SECONDS:
            self._looked = 0.0
            self._addresses = self._look_up() or [str(LOOPBACK.ip)]

    # What can be done.

    def build(self) -> Iterable[Widget]:
        actions = BarActions(
            set_pace=self.contest.set_pace,
            switch_animations=self._switch_animations,
            replays=self._show_replays,
            menu=self._open_menu,
        )
        self.bar = ContestBar(self.style, actions, developer=self.contest.plan.developer)
        return [self.bar]

    def _switch_animations(self) -> None:
        self.contest.animated = not self.contest.animated

    def _show_replays(self) -> None:
        from game.scenes import arcade

        self.stack.push(arcade.replays(self.context))

    def _open_menu(self) -> None:
        replays = [MenuChoice.REPLAYS] if self.contest.plan.developer else []
        choices = [*replays, MenuChoice.RULES, MenuChoice.SETTINGS, MenuChoice.PICTURE, MenuChoice.LEAVE]
        self.stack.push(TableMenu(self.context, choices, live=True))

    def resumed(self, value: Any) -> None:
        match value:
            case MenuChoice.REPLAYS:
                self._show_replays()
            case MenuChoice.RULES:
                from game.scenes.rules_page import RulesPage

                self.stack.push(RulesPage(self.context, "slime"))
            case MenuChoice.SETTINGS:
                self.stack.push(SettingsScene(self.context))
            case MenuChoice.PICTURE:
                self.context.take_picture()
            case MenuChoice.LEAVE:
                self.stack.push(end_dialog(self.context))
            case _ if value == END:
                self.context.quit()

    def handle(self, event: InputEvent) -> None:
        developer = self.contest.plan.developer
        match event:
            case KeyPressed(key=key, repeated=False) if developer and (pace := pace_of(key)):
                self.contest.set_pace(pace)
            case KeyPressed(key=key, repeated=False) if developer and key in ANIMATION_KEYS:
                self._switch_animations()
            case Command(name=CommandName.MENU, repeated=False):
                self._open_menu()
            case _ if self.bar.obey(event):
                pass
            case _:
                super().handle(event)

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name is CommandName.BACK and not event.repeated:
            self._open_menu()

    # How it looks.

    def warm(self) -> Iterator[None]:
        yield from warm_backdrop(self.context.canvas)

    def draw_ground(self, canvas: Canvas) -> None:
        draw_backdrop(canvas)
        self._draw_heading(canvas)
        seats = [
            SeatInfo(self.contest.name_of(team), banner=self.contest.banner_of(team)) for team in range(len(CARDS))
        ]
        looks = looks_for(seats, self.context.settings)
        for seat, box in enumerate(CARDS):
            self._draw_team(canvas, seat, looks[seat], box)
        self._draw_middle(canvas)
        context = self.context
        key = (tuple(self._addresses), context.texts.language, context.typeface.text_size)
        self._address_layer.draw(canvas, ADDRESS, key, self._paint_address)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        line = self.context.texts.line
        words = line("slime_server.hint_developer" if self.contest.plan.developer else "slime_server.hint")
        if self.contest.watchers:
            words += " " + line("slime_server.watched")
        draw_told(canvas, self.context.typeface, words, self.bar.aside)

    def _draw_heading(self, canvas: Canvas) -> None:
        line, typeface = self.context.texts.line, self.context.typeface
        title = line("slime_server.title_developer" if self.contest.plan.developer else "slime_server.title")
        wide = typeface.line(
            canvas, title, MIDDLE[0], HEADING_Y, theme.TITLE, Weight.BOLD, theme.TEXT_BRIGHT, "middle", shadow=2
        )
        for side in (-1, 1):
            canvas.put_middle(khatam(canvas.px(20), "#C08A3E"), MIDDLE[0] + side * (wide / 2 + 32), HEADING_Y)

    def _draw_team(self, canvas: Canvas, seat: int, look: Look, box: Box) -> None:
        team = self.contest.server.teams[seat]
        area = canvas.pixels(box)
        corner = canvas.px(theme.CORNER)
        if not team.connected:
            canvas.put(_dashed(area.width, area.height, corner, canvas.px(2)), box.left, box.top)
            self._draw_absent(canvas, seat, look, box)
            return
        shine(canvas, box.centerx, box.centery, box.width * 0.7, LANTERN, 0.22, 1.5)
        faces.glass_panel(canvas, box)
        canvas.put(pattern_wash(look.colour, look.pattern, area.width, area.height, corner), box.left, box.top)
        canvas.put(outline(area.width, area.height, corner, LANTERN, canvas.px(2)), box.left, box.top)
        typeface = self.context.typeface
        used = BANNER + 14 + typeface.leading(theme.TITLE) + typeface.leading(theme.LABEL)
        top = box.centery - used / 2
        draw_banner(canvas, seat, look, Box(box.centerx - BANNER / 2, top, BANNER, BANNER))
        self._draw_name(canvas, team, look, Box(box.left, top + BANNER + 14, box.width, box.bottom - top - BANNER - 14))

    def _draw_name(self, canvas: Canvas, team: Team, look: Look, box: Box) -> None:
        """The name from the top of a box, and below it what the team says, or that it is there."""
        typeface = self.context.typeface
        size = typeface.grown(28)
        y = box.top + typeface.leading(theme.TITLE) / 2
        room = box.width - 2 * 24 - size - 12
        large = typeface.measure(look.name, theme.TITLE, Weight.BOLD) <= room
        letters = theme.TITLE if large else theme.HEADING
        name = fitted(typeface, look.name, room, letters)
        wide = typeface.measure(name, letters, Weight.BOLD)
        x = box.centerx - (wide + size + 12) / 2
        canvas.put_middle(badge(look.shape, look.colour, canvas.px(size)), x + size / 2, y)
        typeface.line(canvas, name, x + size + 12, y, letters, Weight.BOLD, theme.TEXT_BRIGHT, shadow=2)
        y += typeface.leading(theme.TITLE) / 2 + typeface.leading(theme.LABEL) / 2
        words = team.message or self.context.texts.line("slime_server.there")
        words = fitted(typeface, words, box.width - 48, theme.LABEL)
        colour = theme.TEXT if team.message else theme.GOOD
        typeface.line(canvas, words, box.centerx, y, theme.LABEL, Weight.SEMIBOLD, colour, "middle")

    def _draw_absent(self, canvas: Canvas, seat: int, look: Look, box: Box) -> None:
        """A slime of the team hops on the spot until its client comes."""
        typeface = self.context.typeface
        hop = 0.0 if self.style.reduced_motion else arc((self._now / _BOUNCE + 0.5 * seat) % 1.0)
        x, y = box.centerx, box.top + 144
        heading = Heading.RIGHT if seat == 0 else Heading.LEFT
        draw_slime(
            canvas,
            seat,
            heading,
            x,
            y,
            look.colour,
            look.pattern,
            size=3.1,
            stretch=0.12 * (hop - 0.4),
            height=34 * hop,
        )
        letter = TEAM_LETTERS[seat]
        words = self.context.texts.line("slime_server.absent", team=letter)
        y = box.bottom - 40 - typeface.leading(theme.HEADING) / 2
        words = fitted(typeface, words, box.width - 48, theme.HEADING)
        typeface.line(canvas, words, x, y, theme.HEADING, Weight.BOLD, SAND, "middle", shadow=1)

    def _draw_middle(self, canvas: Canvas) -> None:
        """Who against whom, or how soon it begins."""
        x, y = MIDDLE
        left = self.contest.seconds_left(self.context.clock.now())
        lit = bool(left) and self.contest.server.complete
        if lit:
            shine(canvas, x, y, 150, LANTERN, 0.5, 1.5)
        canvas.put_middle(khatam(canvas.px(150), "#7A3E14" if lit else "#2A2350", LANTERN if lit else "#8A74C0"), x, y)
        fixed = 100 / self.context.typeface.text_size
        words = str(int(left or 0) + 1) if lit else self.context.texts.line("slime_server.versus")
        size = (theme.DISPLAY if lit else theme.TITLE) * fixed
        self.context.typeface.line(canvas, words, x, y, size, Weight.BOLD, PAPER, "middle", outline=2, edge=INK)

    def _paint_address(self, canvas: Canvas) -> None:
        """Where clients connect to: a sentence, and below it address and port in large letters."""
        typeface, line, box = self.context.typeface, self.context.texts.line, ADDRESS
        faces.paper_panel(canvas, box)
        words, size, high = line("slime_server.connect"), typeface.grown(28), typeface.leading(theme.LABEL)
        y = box.top + 18 + high / 2
        x = box.centerx - (typeface.measure(words, theme.LABEL, Weight.SEMIBOLD) + size + 12) / 2
        faces.draw_icon(canvas, "radio-tower", x + size / 2, y, size, theme.RUST)
        typeface.line(canvas, words, x + size + 12, y, theme.LABEL, Weight.SEMIBOLD, theme.TEXT_ON_PAPER)
        told = [
            (line("slime_server.address"), ", ".join(self._addresses[:MOST_ADDRESSES])),
            (line("slime_server.port"), str(self.contest.port)),
        ]
        letters, wide = self._letters(told, box.width - 56)
        x = box.centerx - wide / 2
        y = (box.top + 18 + high + box.bottom) / 2 - 2
        for name, value in told:
            x += typeface.line(canvas, name, x, y + 4, theme.LABEL, colour=theme.TEXT_ON_PAPER_MUTED) + NAME_GAP
            x += typeface.line(canvas, value, x, y, letters, Weight.BOLD, theme.TEXT_ON_PAPER) + VALUE_GAP

    def _letters(self, told: Sequence[tuple[str, str]], room: float) -> tuple[float, float]:
        """The largest letters in which names and values stand in one line, and how wide that is."""
        measure = self.context.typeface.measure
        names = sum(measure(name, theme.LABEL) + NAME_GAP for name, _ in told) + VALUE_GAP * (len(told) - 1)
        wide = 0.0
        for size in (theme.TITLE, theme.HEADING, theme.LABEL):
            wide = names + sum(measure(value, size, Weight.BOLD) for _, value in told)
            if wide <= room:
                break
        return size, wide


@sprite(kept=4)
def _dashed(width_px: int, height_px: int, radius_px: int, line_px: int) -> pygame.Surface:
    """An empty place: a dashed line around dusk."""
    half = line_px / 2
    body = rect(
        half,
        half,
        width_px - line_px,
        height_px - line_px,
        radius_px,
        INK,
        SAND,
        line_px,
        fill_opacity=0.42,
        stroke_opacity=0.6,
    )
    return svg(body.replace("/>", f' stroke-dasharray="{line_px * 5} {line_px * 5}"/>'), width_px, height_px)
