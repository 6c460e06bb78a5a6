"""The hall where a contest waits for two clients: who is connected, and where to connect to. Readable from the last
row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from game.cabinets.slime.cabinet import SLIME
from game.cabinets.slime.net.server import Phase
from game.cabinets.slime.scenes.bar import BarActions, ContestBar
from game.cabinets.slime.scenes.contest import Contest, ContestFeed
from game.cabinets.slime.scenes.parts import draw_told
from game.cabinets.slime.scenes.places import TeamPlace, draw_between
from game.cabinets.slime.scenes.table import ContestTable
from game.engine.audio import Sound
from game.engine.canvas import Canvas
from game.engine.input import InputEvent, KeyPressed
from game.engine.widgets.parts.base import Widget
from game.scenes.contest.hall import Hall
from game.scenes.feeds.feed import SeatInfo
from game.scenes.replays.pace import ANIMATION_KEYS, pace_of
from game.scenes.staging.looks import looks_for
from game.scenes.table.menu import MenuChoice
from game.scenes.table.rules import RulesPage


class ContestHall(Hall[Contest]):
    """The hall of the Slime contest, with the bar of paces and animations."""

    ends_by_itself = True
    """Whether the scene leaves once the contest is done."""
    _now = 0.0
    _phase = Phase.WAITING
    _there = (False, False)

    def go_on(self, now: float) -> None:
        """Run the contest, and tell scenes above this one about changes."""
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
        if self.ends_by_itself and contest.done(now):
            self._end()

    def _tell_comings(self) -> None:
        """Show a message about each client that connected, left, or came back."""
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
        contest = self.contest
        feed = contest.feed
        if feed is not None and contest.server.match is feed.match and not self.stack.changing:
            if self.stack.top is not self:
                self._put_away()
            else:
                self.stack.push(self.make_table(feed))
        self.bar.show(contest.pace, animated=contest.animated, may_step=False, may_restart=False)
        super().update(seconds)

    def make_table(self, feed: ContestFeed) -> ContestTable:
        """Return the table of a match that is being played."""
        return ContestTable(self.context, self.contest, feed, self._end)

    def _put_away(self) -> None:
        """Remove the scenes above this one."""
        scenes = self.stack.scenes
        self.stack.drop(scenes[scenes.index(self) + 1])

    def furnish(self) -> Iterable[Widget]:
        actions = BarActions(
            set_pace=self.contest.set_pace,
            switch_animations=self._switch_animations,
            replays=self.show_replays,
            menu=self.open_menu,
        )
        self.bar = ContestBar(self.style, actions, developer=self.contest.plan.developer)
        self.places = [TeamPlace(self.style, seat) for seat in range(len(self.contest.server.teams))]
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
            case _ if self.bar.obey(event):
                pass
            case _:
                super().handle(event)

    @property
    def title(self) -> str:
        developer = self.contest.plan.developer
        return self.context.texts.line("slime_server.title_developer" if developer else "slime_server.title")

    @property
    def ports(self) -> str:
        return str(self.contest.port)

    def draw_places(self, canvas: Canvas) -> None:
        contest = self.contest
        teams = contest.server.teams
        seats = [SeatInfo(contest.name_of(seat), banner=contest.banner_of(seat)) for seat in range(len(teams))]
        looks = looks_for(seats, self.context.settings)
        for place, team, look in zip(self.places, teams, looks, strict=True):
            place.draw(canvas, team, look, self._now)
        left = contest.seconds_left(self.context.clock.now()) if contest.server.complete else None
        draw_between(canvas, self.style, left or 0.0)

    def draw_foot(self, canvas: Canvas) -> None:
        line = self.context.texts.line
        words = line("slime_server.hint_developer" if self.contest.plan.developer else "slime_server.hint")
        if self.contest.watchers:
            words += " " + line("slime_server.watched")
        draw_told(canvas, self.context.typeface, words, self.bar.aside)
