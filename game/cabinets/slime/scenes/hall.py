"""Where a contest waits for two clients: who is there, and where to connect to. Readable from the last row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from game.cabinets.slime.cabinet import SLIME
from game.cabinets.slime.net.server import Phase
from game.cabinets.slime.scenes.bar import BarActions, ContestBar
from game.cabinets.slime.scenes.contest import Contest
from game.cabinets.slime.scenes.parts import draw_told
from game.cabinets.slime.scenes.places import TeamPlace, draw_between
from game.cabinets.slime.scenes.table import ContestTable
from game.engine.audio import Sound
from game.engine.canvas import Canvas
from game.engine.input import Command, CommandName, InputEvent, KeyPressed
from game.engine.scene import Context
from game.engine.widgets.parts.base import Widget
from game.scenes.feeds.feed import SeatInfo
from game.scenes.hall import Hall
from game.scenes.page.backdrop import draw_backdrop
from game.scenes.page.contest import Addresses, AddressPanel
from game.scenes.replays.pace import ANIMATION_KEYS, pace_of
from game.scenes.staging.looks import looks_for
from game.scenes.table.menu import MenuChoice
from game.scenes.table.rules import RulesPage


class ContestHall(Hall):
    """Of Slime: with the bar of paces and animations."""

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
        self._now = 0.0
        self._phase = Phase.WAITING
        self._there = (False, False)

    # What goes on, whatever is shown.

    def go_on(self, now: float) -> None:
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
            self._end()

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
        self._addresses.update(seconds)
        contest = self.contest
        feed = contest.feed
        if feed is not None and contest.server.match is feed.match and not self.stack.changing:
            if self.stack.top is not self:
                self._put_away()
            else:
                self.stack.push(ContestTable(self.context, contest, feed, self._end))
        self.bar.show(contest.pace, animated=contest.animated, may_step=False, may_restart=False)
        super().update(seconds)

    def _put_away(self) -> None:
        """Take away what lies over this scene."""
        scenes = self.stack.scenes
        self.stack.drop(scenes[scenes.index(self) + 1])

    # What can be done.

    def build(self) -> Iterable[Widget]:
        actions = BarActions(
            set_pace=self.contest.set_pace,
            switch_animations=self._switch_animations,
            replays=self.show_replays,
            menu=self.open_menu,
        )
        self.bar = ContestBar(self.style, actions, developer=self.contest.plan.developer)
        self.places = [TeamPlace(self.style, seat) for seat in range(len(self.contest.server.teams))]
        self.address = AddressPanel(self.style)
        return [self.bar]

    def _switch_animations(self) -> None:
        self.contest.animated = not self.contest.animated

    @property
    def menu_choices(self) -> Sequence[MenuChoice]:
        replays = [MenuChoice.REPLAYS] if self.contest.plan.developer else []
        return [*replays, MenuChoice.RULES, MenuChoice.SETTINGS, MenuChoice.PICTURE, MenuChoice.LEAVE]

    def rules_page(self) -> RulesPage:
        return RulesPage(self.context, SLIME.id)

    def handle(self, event: InputEvent) -> None:
        developer = self.contest.plan.developer
        match event:
            case KeyPressed(key=key, repeated=False) if developer and (pace := pace_of(key)):
                self.contest.set_pace(pace)
            case KeyPressed(key=key, repeated=False) if developer and key in ANIMATION_KEYS:
                self._switch_animations()
            case Command(name=CommandName.MENU, repeated=False):
                self.open_menu()
            case _ if self.bar.obey(event):
                pass
            case _:
                super().handle(event)

    # How it looks.

    def draw_ground(self, canvas: Canvas) -> None:
        draw_backdrop(canvas)
        title = "slime_server.title_developer" if self.contest.plan.developer else "slime_server.title"
        self.draw_heading(canvas, self.context.texts.line(title))
        contest = self.contest
        teams = contest.server.teams
        seats = [SeatInfo(contest.name_of(seat), banner=contest.banner_of(seat)) for seat in range(len(teams))]
        looks = looks_for(seats, self.context.settings)
        for place, team, look in zip(self.places, teams, looks, strict=True):
            place.draw(canvas, team, look, self._now)
        left = contest.seconds_left(self.context.clock.now()) if contest.server.complete else None
        draw_between(canvas, self.style, left or 0.0)
        line = self.context.texts.line
        told = [(line("contest.address"), self._addresses.shown), (line("contest.port"), str(contest.port))]
        self.address.draw(canvas, line("contest.connect"), told)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        line = self.context.texts.line
        words = line("slime_server.hint_developer" if self.contest.plan.developer else "slime_server.hint")
        if self.contest.watchers:
            words += " " + line("slime_server.watched")
        draw_told(canvas, self.context.typeface, words, self.bar.aside)
        self.take_wanted_picture()
