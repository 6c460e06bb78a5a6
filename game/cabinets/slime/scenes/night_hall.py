"""The hall of a Slime night: the call, who is here, the standings or the tree, and the menu of whoever runs it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any, NamedTuple

from game.cabinets.slime.night.night import Night, places
from game.cabinets.slime.night.ties import Round, Team
from game.cabinets.slime.scenes.contest import ContestFeed
from game.cabinets.slime.scenes.hall import ContestHall
from game.cabinets.slime.scenes.night import Call, NightContest
from game.cabinets.slime.scenes.night_board import NightBoard
from game.cabinets.slime.scenes.night_call import Calling, CallPanel, HerePanel, clock_of
from game.cabinets.slime.scenes.night_words import (
    refusal_line,
    result_lines,
    round_lines,
    standing_lines,
    tables,
    tie_title,
)
from game.cabinets.slime.scenes.parts import draw_told
from game.cabinets.slime.scenes.table import ContestTable
from game.engine.canvas import Box, Canvas
from game.engine.widgets.dialog import Answer, Dialog
from game.engine.widgets.parts.base import Widget
from game.scenes.feeds.feed import SeatInfo
from game.scenes.page.menu import ButtonMenu, MenuItem
from game.scenes.staging.looks import looks_for
from game.scenes.table.menu import MenuChoice

_CALL = Box(24, 84, 460, 276)
_HERE = Box(24, 372, 460, 248)
_BOARD = Box(500, 84, 756, 536)


class NightChoice(Enum):
    """What the person who runs a night may decide: the name of its text, and its icon."""

    NEXT = ("next", "play")
    PAUSE = ("pause", "pause")
    REPLAY = ("replay", "rotate-cw")
    WALKOVER = ("walkover", "flag")
    UNDO = ("undo", "undo-2")


class Decision(NamedTuple):
    """What was decided, after the question."""

    choice: NightChoice
    winner: Team | None = None
    """Who has a walkover; None where both teams lose."""


class NightHall(ContestHall):
    """The hall of a night. Between two matches it comes back into sight, with the standings and the next call."""

    contest: NightContest
    heading_y = 44.0
    ends_by_itself = False
    _told_rounds: tuple[Round, ...] = ()
    """The rounds as spectators were last told of them."""
    _shown: Call | str | None = ""
    """The call for which the hall was last brought into sight; None for the end of the night."""

    def go_on(self, now: float) -> None:
        super().go_on(now)
        refused, self.contest.server.refused = self.contest.server.refused, []
        for refusal in refused:
            self.context.notify(refusal_line(self.context.texts, self.contest.night, refusal))
        self._tell_watchers()

        self._come_back()

    def _tell_watchers(self) -> None:
        """Tell spectators on the LAN each result, the standings, and who meets in a new round."""
        night, watchers = self.contest.night, self.contest.watchers
        if night.rounds is self._told_rounds or watchers is None:
            return
        texts, before = self.context.texts, self._told_rounds
        self._told_rounds = night.rounds
        told = [*result_lines(texts, night), *standing_lines(texts, night)] if night.before else []
        if len(night.rounds) > len(before):
            told += round_lines(texts, night)
        for words in told:
            watchers.say(words)

    def _come_back(self) -> None:
        """Bring the hall into sight when the next teams are called, or all is played."""
        contest, scenes = self.contest, self.stack.scenes
        waits = contest.server.match is None and (contest.call is not None or contest.finished)
        if not waits or contest.call is self._shown or self.stack.changing:
            return
        self._shown = contest.call
        above = scenes[scenes.index(self) + 1 :]
        if above and isinstance(above[0], ContestTable):
            self._put_away()

    def make_table(self, feed: ContestFeed) -> ContestTable:
        return NightTable(self, self.contest, feed, self._end)

    def furnish(self) -> Iterable[Widget]:
        widgets = list(super().furnish())
        self.calling = CallPanel(self.style, _CALL)
        self.here = HerePanel(self.style, _HERE)
        self.board = NightBoard(self.style, _BOARD)
        return widgets

    # What is shown.

    @property
    def title(self) -> str:
        return self.contest.schedule.title or super().title

    def draw_addresses(self, canvas: Canvas) -> None:
        """Draw nothing: the foot tells them."""

    def draw_places(self, canvas: Canvas) -> None:
        contest = self.contest
        self.calling.draw(canvas, self._calling())
        teams = [(team.name, contest.is_here(number)) for number, team in enumerate(contest.schedule.teams)]
        self.here.draw(canvas, teams, self._now)
        self.board.draw(canvas, contest.night, self._now)

    def _calling(self) -> Calling:
        contest, line = self.contest, self.context.texts.line
        night, call = contest.night, contest.call
        following = self._following(night)
        if call is None or night.open is None:
            title, words = "", line("slime_night.hall.soon")
            if contest.finished:
                title, words = line("slime_night.hall.over"), self._winner(night)
            elif night.paused:
                words = line("slime_night.hall.pause")
            return Calling(title, (), (), words, "", following)
        round_, tie, _ = night.at(night.open)
        now = self.context.clock.now()
        left, to_come = contest.seconds_left(now), contest.seconds_to_come(now)
        clock = clock_of(to_come) if to_come is not None else clock_of(left) if left else ""
        seats = [SeatInfo(contest.name_of(side), banner=contest.banner_of(side)) for side in (0, 1)]
        looks = looks_for(seats, self.context.settings)
        here = tuple(contest.is_here(team) for team in call.teams)
        return Calling(tie_title(self.context.texts, night, round_, tie), looks, here, "", clock, following)

    def _following(self, night: Night) -> str:
        """Return who plays after the open tie; empty where that is not known yet."""
        if night.open is None:
            return ""
        number, index = night.open
        names = night.schedule.names
        for later, tie in enumerate(night.rounds[number].ties[index + 1 :], index + 1):
            if night.verdict(number, later) is None:
                return self.context.texts.line(
                    "slime_night.hall.next", first=names(tie.first), second=names(tie.second)
                )
        return ""

    def _winner(self, night: Night) -> str:
        """Return who won the night."""
        names, first = night.schedule.names, places(night)
        if first:
            return ", ".join(map(names, first[0]))
        return ", ".join(names(lines[0].team) for _, lines in tables(night))

    def draw_foot(self, canvas: Canvas) -> None:
        line = self.context.texts.line
        words = line("slime_night.hall.connect", address=self.shown_addresses, port=self.contest.port)
        draw_told(canvas, self.context.typeface, words, self.bar.aside)

    # What the person who runs it decides.

    @property
    def menu_choices(self) -> Sequence[MenuChoice]:
        return [MenuChoice.ARRANGE, *super().menu_choices]

    def open_choices(self) -> None:
        """Open the menu of what may be decided about the night now."""
        contest, line = self.contest, self.context.texts.line
        choices = [NightChoice.NEXT] if contest.night.paused or contest.server.match is None else []
        choices += [] if contest.night.paused else [NightChoice.PAUSE]
        choices += [NightChoice.REPLAY] if contest.may_replay else []
        choices += [NightChoice.WALKOVER] if contest.night.tie is not None else []
        choices += [NightChoice.UNDO] if contest.may_undo else []
        items = [MenuItem(line(f"slime_night.menu.{choice.value[0]}"), choice.value[1], choice) for choice in choices]
        resume = MenuItem(line("table.menu.resume"), "play", None, primary=True)
        self.stack.push(ButtonMenu(self.context, line("slime_night.menu.heading"), [resume, *items]))

    def ask(self, choice: NightChoice) -> None:
        """Ask about a decision before it is made."""
        contest, line = self.contest, self.context.texts.line
        names, tie = contest.schedule.names, contest.night.tie
        name, icon = choice.value
        if choice is NightChoice.WALKOVER and tie is not None:
            items = [
                MenuItem(line("slime_night.ask.to", name=names(team)), icon, Decision(choice, team))
                for team in tie.teams
                if team is not None
            ]
            nobody = MenuItem(line("slime_night.ask.both"), "x", Decision(choice))
            menu = [MenuItem(line("table.leave.stay"), "play", None, primary=True), *items, nobody]
            self.stack.push(ButtonMenu(self.context, line("slime_night.ask.walkover"), menu))
            return
        _, about, _ = (
            contest.night.at(contest.night.last) if choice is NightChoice.UNDO and contest.night.last else (0, tie, 0)
        )
        told = "" if about is None else f"{names(about.first)} – {names(about.second)}"
        answers = [
            Answer(line("table.leave.stay"), None, primary=True),
            Answer(line(f"slime_night.menu.{name}"), Decision(choice), icon=icon),
        ]
        text = line(f"slime_night.ask.{name}", tie=told)
        self.stack.push(Dialog(self.context, line(f"slime_night.menu.{name}"), text, answers))

    def decide(self, decision: Decision) -> None:
        """Carry out what was decided."""
        contest, now = self.contest, self.context.clock.now()
        match decision.choice:
            case NightChoice.NEXT:
                contest.go_on()
            case NightChoice.PAUSE:
                contest.pause(paused=True)
            case NightChoice.REPLAY:
                contest.replay(now)
            case NightChoice.UNDO:
                contest.undo(now)
            case NightChoice.WALKOVER:
                contest.walkover(decision.winner, now)

    def heeds(self, value: Any) -> bool:
        """Go on from what was chosen in a menu. Returns whether it was about the night."""
        match value:
            case MenuChoice.ARRANGE:
                self.open_choices()
            case NightChoice():
                self.ask(value)
            case Decision():
                self.decide(value)
            case _:
                return False
        return True

    def resumed(self, value: Any) -> None:
        if not self.heeds(value):
            super().resumed(value)


class NightTable(ContestTable):
    """The table of a match of a night, with the night's own menu."""

    def __init__(self, hall: NightHall, contest: NightContest, feed: ContestFeed, on_end: Callable[[], None]) -> None:
        self._hall = hall
        self._match_shown = feed.match
        super().__init__(hall.context, contest, feed, on_end)

    @property
    def current(self) -> bool:
        """Whether this match is run, or was the last; one that does not count is neither."""
        return super().current and (self.feed.over or self.contest.server.match is self._match_shown)

    def menu_choices(self) -> list[MenuChoice]:
        return [MenuChoice.ARRANGE, *super().menu_choices()]

    def resumed(self, value: Any) -> None:
        if not self._hall.heeds(value):
            super().resumed(value)
