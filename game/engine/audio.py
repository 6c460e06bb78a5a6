"""Sounds and music. No sound device, no sound file: never an error, only silence and a sentence."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path

import pygame

from game import paths
from game.core.errors import SpokenError
from game.settings import Settings, Volume


class Sound(StrEnum):
    """The sounds of the house, by the name of their files in assets/sounds and in the settings. Games declare more."""

    HOVER = "hover"
    """The focus came to something that can be chosen."""
    CLICK = "click"
    """Something was chosen."""
    BACK = "back"
    """A step back, something closed."""
    TOGGLE = "toggle"
    """A switch, a choice or a slider took another value."""
    OPEN = "open"
    """A dialog or a panel opened."""
    PAGE = "page"
    """A page was turned: rules, tabs, another stall."""
    NOTICE = "notice"
    """A message came."""
    REFUSE = "refuse"
    """That may not be done."""
    YOUR_TURN = "your_turn"
    """A person at this screen is to choose."""
    DICE_ROLL = "dice_roll"
    """Dice rattle and tumble."""
    DICE_LAND = "dice_land"
    """Dice come to lie."""
    STEP = "step"
    """A piece hops a square."""
    TURN = "turn"
    """A piece turns on its square."""
    COIN = "coin"
    """One coin lands."""
    PURSE = "purse"
    """Many coins land."""
    ELIMINATED = "eliminated"
    """A seat is out of the game."""
    WIN = "win"
    """The match is over and has a winner."""


MUSIC = "music"
"""The file of the music, in assets/sounds like the rest."""

_CHANNELS = 24
_BUFFER = 512  # samples: 12 ms between a click and its sound


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Keep what ALSA tells about a missing device off the terminal: the person gets one sentence of ours."""
    try:
        terminal = os.dup(2)
    except OSError:  # there is no standard error to keep clean
        yield
        return
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    os.close(nothing)
    try:
        yield
    finally:
        os.dup2(terminal, 2)
        os.close(terminal)


class Audio:
    """Plays sounds by name at the volumes of the settings; silent where there is no sound device."""

    def __init__(self, settings: Settings, audible: bool = True, folder: Path | None = None) -> None:
        """`audible`: whether to look for a device at all."""
        self._folder = folder or paths.assets() / "sounds"
        self._problems: list[SpokenError] = []
        self._names = frozenset({*Sound, *(file.stem for file in self._folder.glob("*.ogg"))} - {MUSIC})
        self.loaded: dict[str, pygame.mixer.Sound | None] = {}
        self._own: Mapping[str, str] = {}
        self._volume = Volume()
        self._music = False
        self.silent = not (audible and self._open())
        """Whether there is no device to play on."""
        self.apply(settings)

    def _open(self) -> bool:
        try:
            with _hushed():
                pygame.mixer.init(buffer=_BUFFER)
            pygame.mixer.set_num_channels(_CHANNELS)
        except pygame.error as error:
            self._problems.append(SpokenError("audio.no_device", reason=str(error)))
            return False
        return True

    def apply(self, settings: Settings) -> None:
        """Take over volumes and own sound files, also for what is playing."""
        if self._own != settings.sounds:
            self._own = dict(settings.sounds)
            self.loaded.clear()
            unknown = sorted(set(self._own) - self._names)
            self._problems += [SpokenError("audio.unknown_sound", name=name) for name in unknown]
        self._volume = settings.volume
        for sound in self.loaded.values():
            if sound:
                sound.set_volume(self._loudness(self._volume.effects))
        if self._music:
            pygame.mixer.music.set_volume(self._loudness(self._volume.music))

    def play(self, name: str) -> None:
        """Play a sound of the house or of a game. Raises ValueError for a name without a file."""
        if name not in self._names:
            raise ValueError(f"there is no sound {name!r}")
        if self.silent or not self._volume.master or not self._volume.effects:
            return
        if name not in self.loaded:
            self.loaded[name] = self._load(name)
        loaded = self.loaded[name]
        if loaded:
            loaded.play()

    def play_music(self) -> None:
        """Let the music run in the background, over and over, beginning softly."""
        if self.silent or self._music:
            return
        file = self._folder / f"{MUSIC}.ogg"
        try:
            pygame.mixer.music.load(file)
        except (pygame.error, OSError) as error:
            self._problems.append(SpokenError("audio.broken_sound", name=MUSIC, reason=str(error)))
            return
        self._music = True
        pygame.mixer.music.set_volume(self._loudness(self._volume.music))
        pygame.mixer.music.play(-1, fade_ms=3000)

    def problems(self) -> list[SpokenError]:
        """What could not be played since this was last asked, and why."""
        found, self._problems = self._problems, []
        return found

    def close(self) -> None:
        """Let go of the device."""
        self.silent = True
        self.loaded.clear()
        with contextlib.suppress(pygame.error):
            pygame.mixer.quit()

    def _loudness(self, percent: int) -> float:
        """What the mixer is set to, 0–1. Squared, because half the amplitude does not sound half as loud."""
        return (self._volume.master / 100 * percent / 100) ** 2

    def _load(self, sound: str) -> pygame.mixer.Sound | None:
        """A sound ready to play: a person's own file if it can be read, else Souk's; None if neither can."""
        own = self._own.get(sound)
        files = [Path(own).expanduser()] if own else []
        for file in [*files, self._folder / f"{sound}.ogg"]:
            try:
                loaded = pygame.mixer.Sound(paths.config() / file)
            except (pygame.error, OSError) as error:
                key = "audio.broken_own_sound" if file in files else "audio.broken_sound"
                self._problems.append(SpokenError(key, name=sound, file=str(file), reason=str(error)))
                continue
            loaded.set_volume(self._loudness(self._volume.effects))
            return loaded
        return None
