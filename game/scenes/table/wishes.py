"""Everything a person can ask for at a table besides playing: its menu, its results, and the scenes they open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from game.core.bot.loading import HUMAN
from game.core.errors import SpokenError
from game.engine.ornament.badges import outline_of
from game.engine.scene import Context, Scene
from game.engine.stage import Following, Keeps, LeadsOn, Look, Speaking, Stage, Steers, Summary, SumsUp, Tool
from game.engine.stage.presentation import Opened
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style
from game.engine.widgets.screen import WidgetScene
from game.ground.texts import Texts
from game.scenes.feeds.feed import Feed
from game.scenes.feeds.plan import MatchPlan
from game.scenes.pads.dialog import PhonesDialog
from game.scenes.pads.phones import phones_of
from game.scenes.page.more import account_of, reference_of
from game.scenes.settings.scene import SettingsScene
from game.scenes.staging.preview import last_picture
from game.scenes.table import speech
from game.scenes.table.conductor import Conductor
from game.scenes.table.ending import Ending
from game.scenes.table.finished import FinishedMatch
from game.scenes.table.menu import (
    HEADING,
    HEADING_LIVE,
    HEADING_OVER,
    LEAVE,
    CloseDialog,
    MenuChoice,
    TableMenu,
    leave_dialog,
)
from game.scenes.table.results import ResultsScene
from game.scenes.table.rules import RulesPage
from net.web.phone import Chair

ReplayOpener = Callable[[Context, Path, int], Scene]
"""Function that opens a recording at a step. Raises SpokenError where the file cannot be read."""
Opener = ReplayOpener | None


class TableWishes(WidgetScene):
    """The part of a table that does not concern the board."""

    presses_lit = False
    keeps_recordings: ClassVar[bool] = True
    """Whether the person finds the recordings of their matches where they play."""
    feed: Feed
    conductor: Conductor
    looks: Sequence[Look]
    texts: Texts
    ending: Ending
    replayed: Opener
    reviewed: Opener
    tried: Callable[[Context, Feed, MatchPlan], Scene] | None
    _picture_wanted = False
    _asked_to_close = False

    @property
    def game(self) -> str:
        """The game's id."""
        return self.feed.game

    _results_were_last = False
    """Whether the last choice was made in the results, not in the menu."""
    _looks_up_from_results = False
    """Whether to show the results again once the game's page that they opened is closed."""

    @property
    def stage(self) -> Stage[Any, Any]:
        """The game's stage."""
        return self.conductor.stage

    def table_of(self, feed: Feed) -> Scene:
        """Return a table of the same kind for another match."""
        raise NotImplementedError(f"no match follows another at a {type(self).__name__}")

    @property
    def may_speak(self) -> bool:
        """Whether the game has messages to everybody, and a person at this screen may send one."""
        return speech.speaker(self.conductor) is not None

    def _ask_what_to_say(self) -> None:
        seat, stage = speech.speaker(self.conductor), self.stage
        if seat is not None and isinstance(stage, Speaking):
            self.stack.push(speech.SpeechDialog(self.context, seat, stage.speech))

    def pad_chairs(self) -> Sequence[Chair]:
        """Return the seats of people at this screen, if pads may steer them; people who only watch have none."""
        if not isinstance(self.stage, Steers):
            return ()
        return [
            Chair(seat, look.name, look.colour, outline_of(look.shape))
            for seat, look in enumerate(self.looks)
            if look.person
        ]

    def pad_state(self) -> str:
        """Return what the match does now, as `Gate.show` tells it."""
        top = self.stack.top
        if isinstance(top, PhonesDialog):
            return "ready"
        if self.feed.over:
            return "again" if isinstance(top, ResultsScene) and top.offers(MenuChoice.AGAIN) else "over"
        return "play" if top is self else "wait"

    def pads_agree(self) -> None:
        """Close the dialog of the phones, or begin the next match from the results."""
        if not self.stack.changing:
            self.stack.pop(MenuChoice.AGAIN if isinstance(self.stack.top, ResultsScene) else None)

    def _invite_phones(self) -> None:
        """Open the gate for phones, and show where they join; or say why it cannot be opened."""
        try:
            phones = phones_of(self.context)
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))
        else:
            self.stack.push(PhonesDialog(self.context, phones, self.pad_chairs))

    def _say(self, said: speech.Said) -> None:
        """Take a person's message; it is sent with their next move."""
        refusal = self.stage.say(said.seat, said.text) if isinstance(self.stage, Speaking) else None
        if refusal:
            self.context.notify(self.texts.line(refusal))

    def resumed(self, value: Any) -> None:
        if isinstance(value, MenuChoice):
            self.carry_out(value)
        elif isinstance(value, Tool):
            value.press()
        elif isinstance(value, speech.Said):
            self._say(value)
        elif value == LEAVE:
            self.stack.pop()
        elif self._looks_up_from_results:
            self.show_results()

    def carry_out(self, choice: MenuChoice) -> None:
        """Do what was chosen in the menu, in the results, or by a tool."""
        match choice:
            case MenuChoice.RESULTS:
                self.show_results()
            case MenuChoice.RULES:
                self.stack.push(RulesPage(self.context, self.game, options=self.conductor.feed.options))
            case MenuChoice.LOOK_UP if opened := self.reference():
                self._look_up(opened)
            case MenuChoice.ACCOUNT if opened := self.account():
                self._look_up(opened)
            case MenuChoice.SETTINGS:
                self.stack.push(SettingsScene(self.context))
            case MenuChoice.PICTURE:
                self._picture_wanted = True
            case MenuChoice.SAY:
                self._ask_what_to_say()
            case MenuChoice.PHONES:
                self._invite_phones()
            case MenuChoice.KEEP:
                self._keep()
            case MenuChoice.LEAVE:
                self.ask_to_leave()
            case MenuChoice.TITLE if self.stack.scenes[0] is not self:
                self.stack.home()
            case MenuChoice.TITLE:
                self.stack.pop()
            case MenuChoice.AGAIN:
                self._begin_again()
            case MenuChoice.STRONGER:
                self._begin_again(1)
            case MenuChoice.GENTLER:
                self._begin_again(-1)
            case MenuChoice.HOLD:
                self._begin_again(held=True)
            case MenuChoice.TRY:
                self._try_from_here()
            case MenuChoice.WATCH | MenuChoice.REVIEW:
                self.watch_recording(review=choice is MenuChoice.REVIEW)

    def _look_up(self, opened: Opened) -> None:
        self._looks_up_from_results = self._results_were_last
        self.stack.push(opened(self.context))

    @property
    def _may_be_kept(self) -> bool:
        """Whether the match can be saved to a file and continued from it."""
        return isinstance(self.stage, Keeps) and self.feed.done_alone() is not None

    def _keep(self) -> None:
        """Save the match to a file and say its name, or why it could not be written."""
        done, stage = self.feed.done_alone(), self.stage
        if done is None or not isinstance(stage, Keeps):
            return
        try:
            name = stage.keep(done)
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))
        else:
            self.context.notify(self.texts.line("table.kept", name=name))

    def _try_from_here(self) -> None:
        """Open a table over this one to try out continuations; this match waits meanwhile."""
        plan = self.feed.branch()
        if plan and self.tried:
            self.stack.push(self.tried(self.context, self.feed, plan))

    def ask_to_leave(self) -> None:
        if self.feed.over or not any(seat.person for seat in self.feed.seats):
            self.stack.pop()
            return
        self.stack.push(leave_dialog(self.context, self.texts.line("table.leave.title"), self.what_stays()))

    def what_stays(self) -> str:
        """Return a sentence on what happens to the match if the person leaves now."""
        stays = "goes_on" if self.feed.unfinished else "kept" if self.feed.recording else "lost"
        return self.texts.line(f"table.leave.{'stopped' if self.feed.recording_stopped else stays}")

    def may_close(self) -> bool:
        """Whether the window may be closed now; the first time in an unfinished match, ask instead. Closing twice
        always works.
        """
        asked, self._asked_to_close = self._asked_to_close, True
        if asked or self.feed.over or not any(seat.person for seat in self.feed.seats):
            return True
        title = self.texts.line("table.leave.close")
        self.stack.push(CloseDialog(self.context, title, self.what_stays(), self._stayed))
        return False

    def _stayed(self) -> None:
        self._asked_to_close = False

    def _begin_again(self, change: int = 0, *, held: bool = False) -> None:
        """Begin the next match; `change` moves the computers' level, `held` keeps it from adapting. Both are remembered
        for the next setup.
        """
        try:
            feed = self.feed.again_held() if held else self.feed.again(change)
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))
            return
        if feed:
            if change or held:
                self.context.settings.tables[self.game] = tuple(seat.bot or HUMAN for seat in feed.seats)
                self.context.keep_settings()
            self.stack.replace(self.table_of(feed))

    @property
    def told_on_stage(self) -> bool:
        """Whether the stage shows the end of the match itself."""
        return isinstance(self.stage, LeadsOn) and self.stage.tells_end

    def lead_on(self) -> None:
        """Carry out what the stage asks for: a following match, or text for the clipboard."""
        if not isinstance(self.stage, LeadsOn):
            return
        following, copied = self.stage.take_following(), self.stage.take_copied()
        if copied is not None:
            self.style.clipboard.write(copied)
        if following is not None and not self.stack.changing:
            self._begin_following(following)

    def _begin_following(self, following: Following) -> None:
        """Begin at once the match that the stage leads to; a match that had not ended is not kept."""
        try:
            feed = self.feed.following(following.options, following.further)
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))
            return
        if feed:
            if not self.feed.over:
                self.feed.discard()
            self.stack.replace(self.table_of(feed), cut=True)

    def watch_recording(self, *, review: bool = False) -> None:
        """Open the replay, or the review, of the match that has just ended."""
        opener = self.reviewed if review else self.replayed
        if self.feed.recording is None or opener is None:
            return
        self.feed.close()
        self._looks_up_from_results = self._results_were_last
        try:
            self.stack.push(opener(self.context, self.feed.recording, 0))
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))

    def go_back(self) -> None:
        """Go back: open the menu if a match would be left, otherwise show the scene below."""
        self.open_menu()

    def open_menu(self) -> None:
        """Open the menu; a match at this screen pauses if it can."""
        self._results_were_last = False
        heading, tools = self.menu_heading(), self.spare_tools()
        self.stack.push(TableMenu(self.context, self.menu_choices(), heading, over=self.feed.over, tools=tools))

    def spare_tools(self) -> Sequence[Tool]:
        """Return the stage's tools for which the table has no room; the menu offers them."""
        return ()

    def menu_heading(self) -> str:
        """Return the text key of what happens to the match while the menu is open."""
        return HEADING_OVER if self.feed.over else HEADING_LIVE if self.feed.live else HEADING

    def menu_choices(self) -> list[MenuChoice]:
        """List the entries that the menu offers now."""
        ended = [MenuChoice.RESULTS, MenuChoice.AGAIN] if self.ending.shown else []
        say = [MenuChoice.SAY] if self.may_speak else []
        attempt = [MenuChoice.TRY] if self.tried and self.feed.branch() else []
        keep = [MenuChoice.KEEP] if self._may_be_kept else []
        phones = [MenuChoice.PHONES] if self.pad_chairs() else []
        return [*ended, *say, *phones, *keep, *attempt, *self.general_choices(), MenuChoice.LEAVE]

    @property
    def under_way(self) -> bool:
        """Whether the match is being played, not only shown."""
        return not self.feed.over

    def reference(self) -> Opened | None:
        """Return a function that opens the game's reference book as far as the match allows; None for none."""
        return reference_of(self.game, self.feed.options, self.feed.view, self.under_way)

    def general_choices(self) -> list[MenuChoice]:
        """Return the entries that every menu has."""
        return [MenuChoice.RULES, *self.look_up_choices(), MenuChoice.SETTINGS, MenuChoice.PICTURE]

    def account(self) -> Opened | None:
        """Return a function that opens the game's own page about this match; None for none."""
        return account_of(self.game, self.feed.brief, self.feed.view, self.looks)

    def look_up_choices(self) -> list[MenuChoice]:
        """Return the entries for the reference book and the page about the match, where they may be opened now."""
        pages = {MenuChoice.LOOK_UP: self.reference(), MenuChoice.ACCOUNT: self.account()}
        return [choice for choice, opened in pages.items() if opened]

    def show_results(self) -> None:
        """Open the results over the table."""
        result = self.feed.result
        if result is None:
            return
        first, self.ending.shown = not self.ending.shown, True
        self._results_were_last = True
        if first and isinstance(self.stage, Keeps) and self.stage.keeps_end:
            self._keep()
        self._looks_up_from_results = False
        feed = self.feed
        finished = FinishedMatch(
            self.game,
            self.looks,
            result,
            tuple(feed.entries),
            feed.recording,
            feed.goal,
            feed.hints,
            feed.adapted,
            self.summary(),
            self.keeps_recordings,
        )
        board = last_picture(self.context, feed) if finished.shows_board else None
        self.stack.push(ResultsScene(self.context, finished, self.results_choices(), board, self.below_results))

    @property
    def below_results(self) -> Callable[[Style], Widget] | None:
        """Function that makes what the results show below the ranks; None for nothing."""
        return None

    def summary(self) -> Summary | None:
        """Return the game's own words about the end; None where the ranks tell it."""
        return self.stage.sum_up() if isinstance(self.stage, SumsUp) else None

    def results_choices(self) -> list[MenuChoice]:
        """Return what can be done after the match."""
        level = {1: [MenuChoice.STRONGER], -1: [MenuChoice.GENTLER]}.get(self.feed.next_level, [])
        level = [MenuChoice.HOLD] if self.feed.adapted else level
        return [MenuChoice.AGAIN, *level, *self.recording_choices(), *self.look_up_choices(), MenuChoice.TITLE]

    def recording_choices(self) -> list[MenuChoice]:
        """Return what can be done with the match's recording."""
        ways = {MenuChoice.REVIEW: self.reviewed, MenuChoice.WATCH: self.replayed} if self.feed.recording else {}
        return [choice for choice, opener in ways.items() if opener]
