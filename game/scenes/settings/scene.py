"""The settings page: every setting with its meaning, applied at once and saved in a readable file."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

from game.engine import theme
from game.engine.canvas import Box
from game.engine.scene import Context
from game.engine.text.fitting import fitted_end
from game.engine.widgets import Button, Label, Option, Panel, RichText, ScrollArea, Tabs, Widget, inset
from game.ground.settings import CommandName, PlayKey, Settings, default_path
from game.ground.version import VERSION
from game.scenes.page.page import PageScene
from game.scenes.settings.capture import Captured, KeyCapture
from game.scenes.settings.colours import colour_rows
from game.scenes.settings.general import game_rows, general_rows
from game.scenes.settings.installation import InstallationCheck
from game.scenes.settings.keys import Change, KeyActions, Meaning, clash, give, key_rows, take
from game.scenes.settings.rows import Editing, Row, lay_out_rows
from game.scenes.settings.sound import sound_rows

_REST = 0.3
"""Seconds that a value must rest before it is applied and saved: dragging a slider saves once."""
_SIZE_REST = 1.8
"""Seconds that the text size must rest: longer, so that a button does not move away between two presses."""
_COLOUR_GAP = 12.0
_PAGE_PADDING = 20.0


class Tab(StrEnum):
    """The tabs of the settings."""

    GENERAL = "general"
    SOUND = "sound"
    GAME = "game"
    COLOURS = "colours"
    KEYS = "keys"
    ABOUT = "about"


_ICONS = {
    Tab.GENERAL: "sliders-horizontal",
    Tab.SOUND: "volume-2",
    Tab.GAME: "gauge",
    Tab.COLOURS: "palette",
    Tab.KEYS: "keyboard",
    Tab.ABOUT: "info",
}
_DEFAULTS: dict[Tab, tuple[str, ...]] = {
    Tab.GENERAL: ("language", "display", "motion"),
    Tab.SOUND: ("volume", "sounds"),
    Tab.GAME: ("motion", "confirm", "curtain", "delays"),
    Tab.COLOURS: ("seat_colours",),
    Tab.KEYS: ("keys", "play_keys"),
}
"""The settings that each tab's reset button resets."""


class SettingsScene(PageScene):
    upright = True

    def __init__(self, context: Context, tab: Tab = Tab.GENERAL, file: Path | None = None) -> None:
        super().__init__(context)
        self.tab = tab
        self._file = file or default_path()
        self._seat = 0
        self._resting: float | None = None
        """Seconds since the last change that is not applied yet; None when all are applied."""

    @property
    def heading(self) -> str:
        line = self.context.texts.line
        return line(f"settings.tab.{self.tab}") if self.design.upright else line("settings.title")

    def first_focus(self) -> Widget | None:
        return self._tabs

    def build_body(self, body: Box) -> Sequence[Widget]:
        style, texts = self.style, self.context.texts
        upright = self.design.upright
        words = {tab: texts.line(f"settings.tab.{tab}") for tab in Tab}
        tabs = [Option(tab, "" if upright else words[tab], _ICONS[tab]) for tab in Tab]
        high = foot = style.control_height
        self._tabs = Tabs(style, tabs, self.tab, Box(body.left, body.top, body.width, high), on_change=self._turn_to)
        page = Box(body.left, body.top + high + 10, body.width, body.height - high - foot - 22)
        line = Box(body.left, body.bottom - foot, body.width, foot)
        return [self._tabs, Panel(style, page), self._build_page(page), *self._build_foot(line)]

    def _build_page(self, page: Box) -> Widget:
        """Build the contents of the current tab."""
        if self.tab is Tab.ABOUT:
            text = self.context.texts.line("credits.text", version=VERSION)
            return RichText(self.style, text, inset(page, 28, 20))
        area = ScrollArea(self.style, inset(page, _PAGE_PADDING, 6))
        lay_out_rows(area, self._rows(), _COLOUR_GAP if self.tab is Tab.COLOURS else 0.0)
        return area

    def _check(self) -> None:
        self.stack.push(InstallationCheck(self.context))

    def _build_foot(self, line: Box) -> list[Widget]:
        """Build the line with the file's path, and the reset button."""
        style, texts = self.style, self.context.texts
        widgets: list[Widget] = []
        room = line.width
        if self.tab in _DEFAULTS:
            reset = Button(style, texts.line("settings.reset"), icon="rotate-ccw", on_press=self._reset)
            wide = reset.natural_width()
            reset.box = Box(line.right - wide, line.top, wide, line.height)
            room -= wide + 2 * theme.GRID
            widgets.append(reset)
        if self.tab is Tab.ABOUT:
            check = Button(style, texts.line("installation.button"), icon="circle-check", on_press=self._check)
            wide = check.natural_width()
            check.box = Box(line.right - wide, line.top, wide, line.height)
            room -= wide + 2 * theme.GRID
            widgets.append(check)
        if self.design.upright:  # there is no room to name a file
            return widgets
        words = style.typeface.measure(texts.line("settings.saved", file=""), theme.CAPTION)
        file = fitted_end(style.typeface, str(self._file), room - words - 40, theme.CAPTION)
        saved = texts.line("settings.saved", file=file)
        label = Label(style, saved, size=theme.CAPTION, colour=theme.TEXT, icon="save")
        label.box = Box(line.left, line.top, room, line.height)
        return [*widgets, label]

    def _rows(self) -> list[Row]:
        context = self.context
        editing = Editing(
            self.style,
            context.settings,
            context.audio,
            self._touch,
            self._touch_size,
            self._apply,
            context.notify,
            context.window_size,
            context.largest,
        )
        match self.tab:
            case Tab.GENERAL:
                return general_rows(editing)
            case Tab.SOUND:
                return sound_rows(editing)
            case Tab.GAME:
                return game_rows(editing)
            case Tab.COLOURS:
                return colour_rows(editing, self._seat, self._dye)
            case Tab.KEYS:
                actions = KeyActions(self._ask_key, self._remove_key)
                return key_rows(self.style, context.settings.keys, context.settings.play_keys, actions)
        return []

    def _turn_to(self, tab: Tab) -> None:
        self.tab = tab
        self.rebuild()

    def _dye(self, seat: int) -> None:
        self._seat = seat
        self.rebuild()

    def _touch(self) -> None:
        self._resting = 0.0

    def _touch_size(self) -> None:
        self._resting = _REST - _SIZE_REST

    def _apply(self) -> None:
        self._resting = None
        self.context.apply_settings()

    def _reset(self) -> None:
        """Reset the current tab's settings to their defaults."""
        fresh = Settings()
        for name in _DEFAULTS[self.tab]:
            setattr(self.context.settings, name, getattr(fresh, name))
        if self.tab is Tab.KEYS:
            self.context.notify(self.context.texts.line("settings.keys.reset_done"))
        self._apply()
        self.rebuild()

    def _ask_key(self, meaning: Meaning, old: str | None) -> None:
        self.stack.push(KeyCapture(self.context, meaning, old))

    def _remove_key(self, meaning: Meaning, key: str) -> None:
        settings = self.context.settings
        if isinstance(meaning, PlayKey):
            self._take_over("play_keys", take(settings.play_keys, meaning, key))
        else:
            self._take_over("keys", take(settings.keys, meaning, key))

    def _give_key(self, given: Captured) -> None:
        settings, meaning = self.context.settings, given.meaning
        if refusal := clash(settings.keys, settings.play_keys, meaning, given.key):
            self._take_over("keys", refusal)
        elif isinstance(meaning, PlayKey):
            self._take_over("play_keys", give(settings.play_keys, meaning, given.key, given.old))
        else:
            self._take_over("keys", give(settings.keys, meaning, given.key, given.old))

    def resumed(self, value: Any) -> None:
        if isinstance(value, Captured):
            self._give_key(value)
        super().resumed(value)

    def _take_over(self, setting: str, change: Change[CommandName] | Change[PlayKey]) -> None:
        """Apply new key bindings, and say what changed."""
        self.context.notify(change.sentence(self.context.texts))
        if change.keys is not None:
            setattr(self.context.settings, setting, change.keys)
            self._apply()
            self.rebuild()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._resting is not None:
            self._resting += seconds
            if self._resting >= _REST:
                self._apply()

    def leave(self) -> None:
        if self._resting is not None:
            self._apply()
