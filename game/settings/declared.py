"""Every setting, declared once: its meaning, its default, its range, its choices."""

from __future__ import annotations

import contextlib
import locale
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from game import texts

Language: TypeAlias = Literal["system", "ko", "en"]
CurtainUse: TypeAlias = Literal["hold", "toggle"]
Pace: TypeAlias = Literal["instant", "fast", "normal", "slow"]
Percent: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=5000)]
Hex: TypeAlias = Annotated[str, Meta(pattern="^#[0-9A-Fa-f]{6}$")]
DelayName: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$", max_length=80)]
Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
OptionValue: TypeAlias = bool | int | Annotated[str, Meta(max_length=1024)]
PlayerName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20)]
FriendLine: TypeAlias = Annotated[str, Meta(pattern=r"^[0-7] .{1,20}$")]

LEAST_WIDTH, LEAST_HEIGHT = 960, 540


class CommandName(StrEnum):
    """What a key or a pad's button can mean, whatever scene is shown."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    CONFIRM = "confirm"
    BACK = "back"
    NEXT = "next"
    PREVIOUS = "previous"
    HURRY = "hurry"
    MENU = "menu"
    UNDO = "undo"
    HINT = "hint"
    LOG = "log"
    SCREENSHOT = "screenshot"
    FULLSCREEN = "fullscreen"


class PlayKey(StrEnum):
    """What a key does in a game in real time, for the first or the second of two people at one keyboard.

    Such games get keys as such: there these stand in place of the commands. Elsewhere they mean nothing.
    """

    FIRST_LEFT = "first.left"
    FIRST_RIGHT = "first.right"
    FIRST_UP = "first.up"
    FIRST_DOWN = "first.down"
    FIRST_ACT = "first.act"
    FIRST_EXTRA = "first.extra"
    SECOND_LEFT = "second.left"
    SECOND_RIGHT = "second.right"
    SECOND_UP = "second.up"
    SECOND_DOWN = "second.down"
    SECOND_ACT = "second.act"
    SECOND_EXTRA = "second.extra"

    @property
    def half(self) -> str:
        """Whose it is: "first" or "second"."""
        return self.partition(".")[0]

    @property
    def button(self) -> str:
        """What it does: "left", "right", "up", "down", "act", or "extra", a further action."""
        return self.partition(".")[2]


Keys: TypeAlias = dict[CommandName, tuple[Key, ...]]
PlayKeys: TypeAlias = dict[PlayKey, tuple[Key, ...]]

DEFAULT_KEYS: Mapping[CommandName, tuple[Key, ...]] = {
    CommandName.LEFT: ("left",),
    CommandName.RIGHT: ("right",),
    CommandName.UP: ("up",),
    CommandName.DOWN: ("down",),
    CommandName.CONFIRM: ("return", "enter"),
    CommandName.BACK: ("escape",),
    CommandName.NEXT: ("tab",),
    CommandName.PREVIOUS: ("shift+tab",),
    CommandName.HURRY: ("space",),
    CommandName.MENU: ("f10",),
    CommandName.UNDO: ("u", "ctrl+z"),
    CommandName.HINT: ("h",),
    CommandName.LOG: ("l",),
    CommandName.SCREENSHOT: ("f12",),
    CommandName.FULLSCREEN: ("f11",),
}
"""Keys by pygame's names; a key may carry `shift+`, `ctrl+` or `alt+`."""

DEFAULT_PLAY_KEYS: Mapping[PlayKey, tuple[Key, ...]] = {
    PlayKey.FIRST_LEFT: ("a",),
    PlayKey.FIRST_RIGHT: ("d",),
    PlayKey.FIRST_UP: ("w",),
    PlayKey.FIRST_DOWN: ("s",),
    PlayKey.FIRST_ACT: ("space",),
    PlayKey.FIRST_EXTRA: ("r",),
    PlayKey.SECOND_LEFT: ("left",),
    PlayKey.SECOND_RIGHT: ("right",),
    PlayKey.SECOND_UP: ("up",),
    PlayKey.SECOND_DOWN: ("down",),
    PlayKey.SECOND_ACT: ("right shift", "return"),
    PlayKey.SECOND_EXTRA: ("backspace",),
}
"""Keys by pygame's names, without modifiers: "left shift" and "right shift" are keys like others."""

EVERYWHERE = frozenset({CommandName.BACK, CommandName.MENU, CommandName.SCREENSHOT, CommandName.FULLSCREEN})
"""Commands whose keys cannot be keys of play: the way out of a game in real time, and what belongs to the window."""


class Display(Struct):
    """The window and what is set in it."""

    width: Annotated[int, Meta(ge=LEAST_WIDTH, le=7680)] = 1280
    height: Annotated[int, Meta(ge=LEAST_HEIGHT, le=4320)] = 720
    fullscreen: bool = False
    text_size: Annotated[int, Meta(ge=100, le=150)] = 100
    """Per cent."""


class Volume(Struct):
    """How loud, in per cent."""

    master: Percent = 80
    effects: Percent = 80
    music: Percent = 40


class Motion(Struct):
    """How fast things move."""

    pace: Pace = "normal"
    reduced: bool = False
    """Short fades in place of movement."""

    @property
    def speed(self) -> float:
        """What durations are divided by; 0 shows everything at once."""
        return {"instant": 0.0, "fast": 2.0, "normal": 1.0, "slow": 0.5}[self.pace]


THINKING = "computer_thinking"
"""The delay of the house: a computer player's move is shown no sooner than this after the one before."""


class Settings(Struct):
    """Everything a person may choose."""

    language: Language = "system"
    names: tuple[PlayerName, ...] = ()
    """Names of the people who played last, in seat order."""
    friends: tuple[FriendLine, ...] = ()
    """People who may sit at this screen, each as the number of their sign and their name (game/settings/friends.py)."""
    seat_colours: tuple[Hex, Hex, Hex, Hex] = ("#F2B134", "#1FA5A0", "#B3244A", "#5B7BE5")
    display: Display = field(default_factory=Display)
    motion: Motion = field(default_factory=Motion)
    curtain: CurtainUse = "hold"
    """How one of several people here looks at what is theirs alone: while a key is held, or until the next press."""
    confirm: bool = False
    """Whether what is chosen on a board is asked about once more before it is played."""
    delays: dict[DelayName, Milliseconds] = field(default_factory=lambda: {THINKING: 600})
    """How long things take at the normal pace, in milliseconds: `<game>.<name>`, where it is not as the game declares.

    Of the time when one game alone had delays there may be such without a game.
    """
    volume: Volume = field(default_factory=Volume)
    sounds: dict[str, str] = field(default_factory=dict)
    """Sound name → file of the person's own to play instead."""
    played: tuple[str, ...] = ()
    """Games, the last played first."""
    guided: tuple[str, ...] = ()
    """Games whose guide was offered."""
    unfinished: dict[str, str] = field(default_factory=dict)
    """Game → the recording of the match at this screen that was not played to its end."""
    folders: tuple[Annotated[str, Meta(max_length=4096)], ...] = ()
    """Folders from which files were chosen, the last first."""
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Game → who sat where the last time: "human" or a bot's name for each seat."""
    options: dict[DelayName, OptionValue] = field(default_factory=dict)
    """`<game>.<option>` → what was chosen last, where it is not as usual."""
    folded: tuple[str, ...] = ()
    """Games in which log and card beside the board are folded away."""
    limits: dict[str, Annotated[int, Meta(ge=1, le=3600)]] = field(default_factory=dict)
    """Game → the seconds for a choice that were chosen last, where there were any."""
    engines: dict[str, str] = field(default_factory=dict)
    """Game → the command line of the engine that last judged a review of it."""
    keys: Keys = field(default_factory=lambda: dict(DEFAULT_KEYS))
    play_keys: PlayKeys = field(default_factory=lambda: dict(DEFAULT_PLAY_KEYS))
    """Keys of two people at one keyboard, for games in real time."""

    def delay(self, game: str, name: str, usual: int) -> int:
        """How long a movement of a game takes, in milliseconds."""
        return self.delays.get(f"{game}.{name}", self.delays.get(name, usual))

    @property
    def resolved_language(self) -> str:
        """The language to show: the chosen one, or the system's if there are texts in it."""
        return system_language() if self.language == "system" else self.language


def system_language() -> str:
    """The first language the system names that there are texts in, else the default.

    >>> system_language() in texts.LANGUAGES
    True
    """
    for name in _locale_names():
        first = re.split("[_.@-]", name.strip().lower())[0]
        for language, spelled in (("ko", "korean"), ("en", "english")):
            if first in (language, spelled):
                return language
    return texts.DEFAULT_LANGUAGE


def _locale_names() -> Iterator[str]:
    """What the system says of its language, the most particular first; spelled differently everywhere."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        yield os.environ.get(variable, "")
    if sys.platform == "darwin":  # a program started from the Finder gets no LANG
        asked = ["defaults", "read", "-g", "AppleLocale"]
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            yield subprocess.run(asked, capture_output=True, text=True, timeout=2).stdout
    yield locale.getlocale()[0] or ""
