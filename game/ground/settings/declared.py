"""Every setting, declared once with its meaning, default, range and choices."""

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

from game.ground import texts

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

LEAST_WIDTH, LEAST_HEIGHT = 360, 540


class CommandName(StrEnum):
    """The command that a key or a pad's button gives, in any scene."""

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
    """The use of a key in a game in real time, for the first or the second of two people at one keyboard.

    Such games get raw keys, and these meanings replace the commands. In other scenes they mean nothing.
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
        """Which person's key it is: "first" or "second"."""
        return self.partition(".")[0]

    @property
    def button(self) -> str:
        """What the key does: "left", "right", "up", "down", "act", or "extra", a further action."""
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
"""The default keys of each command by pygame's names; a key may have the prefix `shift+`, `ctrl+` or `alt+`."""

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
"""The default keys of play by pygame's names, without modifiers: "left shift" is an ordinary key here."""

EVERYWHERE = frozenset({CommandName.BACK, CommandName.MENU, CommandName.SCREENSHOT, CommandName.FULLSCREEN})
"""Commands whose keys cannot be keys of play: they leave a game in real time, or belong to the window."""


class Display(Struct):
    """Settings of the window and its text."""

    width: Annotated[int, Meta(ge=LEAST_WIDTH, le=7680)] = 1280
    height: Annotated[int, Meta(ge=LEAST_HEIGHT, le=4320)] = 720
    fullscreen: bool = False
    text_size: Annotated[int, Meta(ge=100, le=150)] = 100
    """Size of all text, in per cent."""


class Volume(Struct):
    """Settings of loudness, in per cent."""

    master: Percent = 80
    effects: Percent = 80
    music: Percent = 40


class Motion(Struct):
    """Settings of how fast things move."""

    pace: Pace = "normal"
    reduced: bool = False
    """Whether short fades replace movement."""

    @property
    def speed(self) -> float:
        """The factor by which durations are divided; 0 shows everything at once."""
        return {"instant": 0.0, "fast": 2.0, "normal": 1.0, "slow": 0.5}[self.pace]


THINKING = "computer_thinking"
"""Name of the house's own delay: the least time between a computer's move and the move before it."""


class Settings(Struct):
    """All settings of one person."""

    language: Language = "system"
    names: tuple[PlayerName, ...] = ()
    """Names of the people who played the last match, in seat order."""
    portrait: Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){0,200}\Z")] = ""
    """The sign that the person at this computer drew for rooms on the LAN, in hexadecimal digits."""
    friends: tuple[FriendLine, ...] = ()
    """Friends who play at this screen, each written as the number of their sign and their name
    (game/ground/settings/friends.py).
    """
    seat_colours: tuple[Hex, Hex, Hex, Hex] = ("#F2B134", "#1FA5A0", "#B3244A", "#5B7BE5")
    display: Display = field(default_factory=Display)
    motion: Motion = field(default_factory=Motion)
    curtain: CurtainUse = "hold"
    """How a person at a shared screen looks at their secrets: while a key is held, or from one press to the next."""
    confirm: bool = False
    """Whether an action chosen on a board must be confirmed before it is played."""
    delays: dict[DelayName, Milliseconds] = field(default_factory=lambda: {THINKING: 600})
    """Changed delays in milliseconds at the normal pace, by `<game>.<name>`.

    Old files may have names without a game, from when only one game had delays.
    """
    volume: Volume = field(default_factory=Volume)
    sounds: dict[str, str] = field(default_factory=dict)
    """Name of a sound → path of the person's own file to play instead."""
    played: tuple[str, ...] = ()
    """Ids of the games played, the last one first."""
    guided: tuple[str, ...] = ()
    """Ids of the games whose guide was offered."""
    unfinished: dict[str, str] = field(default_factory=dict)
    """Id of a game → recording of its unfinished match at this screen."""
    folders: tuple[Annotated[str, Meta(max_length=4096)], ...] = ()
    """Folders in which files were chosen, the latest first."""
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Id of a game → players of its last match: "human" or a bot's specification for each seat."""
    options: dict[DelayName, OptionValue] = field(default_factory=dict)
    """`<game>.<option>` → the value chosen last, if it is not the default."""
    folded: tuple[str, ...] = ()
    """Games in which a person folded away log and card beside the board, or unfolded them where they usually are."""
    limits: dict[str, Annotated[int, Meta(ge=0, le=3600)]] = field(default_factory=dict)
    """Id of a game → the time limit chosen last, in seconds, 0 for none; missing for the usual one."""
    engines: dict[str, str] = field(default_factory=dict)
    """Id of a game → command line of the engine that last judged a review of it."""
    keys: Keys = field(default_factory=lambda: dict(DEFAULT_KEYS))
    play_keys: PlayKeys = field(default_factory=lambda: dict(DEFAULT_PLAY_KEYS))
    """Keys of play of two people at one keyboard, for games in real time."""

    def delay(self, game: str, name: str, usual: int) -> int:
        """Return how long a movement of a game takes, in milliseconds."""
        return self.delays.get(f"{game}.{name}", self.delays.get(name, usual))

    @property
    def resolved_language(self) -> str:
        """Language to show: the chosen one, or for "system" that of `system_language`."""
        return system_language() if self.language == "system" else self.language


def system_language() -> str:
    """Return the first of the system's languages in which there are texts, otherwise the default.

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
    """Yield the system's names for its language, the most specific first; systems spell them differently."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        yield os.environ.get(variable, "")
    if sys.platform == "darwin":  # a program started from the Finder is given no LANG
        asked = ["defaults", "read", "-g", "AppleLocale"]
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            yield subprocess.run(asked, capture_output=True, encoding="utf-8", timeout=2).stdout
    yield locale.getlocale()[0] or ""
