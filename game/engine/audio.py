"""Sounds and music. A missing sound device or file is never an error: the program stays silent and says so in a
sentence.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path

import pygame

from game.core.errors import SpokenError
from game.ground import paths
from game.ground.settings import Settings, Volume


class Sound(StrEnum):
    """Sounds of the house: each value is the name of a file in assets/sounds and of a sound in the settings. Games
    declare more.
    """

    HOVER = "hover"
    """Played when the focus comes to something that can be chosen."""
    CLICK = "click"
    """Played when something is chosen."""
    BACK = "back"
    """Played for a step back, or when something closes."""
    TOGGLE = "toggle"
    """Played when a switch, a choice or a slider changes its value."""
    OPEN = "open"
    """Played when a dialog or a panel opens."""
    PAGE = "page"
    """Played when a page is turned: rules, tabs, another stall."""
    NOTICE = "notice"
    """Played when a message arrives."""
    REFUSE = "refuse"
    """Played when something a person tried is not allowed."""
    YOUR_TURN = "your_turn"
    """Played when a person at this screen is asked to choose."""
    DICE_ROLL = "dice_roll"
    """Played while dice rattle and tumble."""
    DICE_LAND = "dice_land"
    """Played when dice come to rest."""
    STEP = "step"
    """Played when a piece hops by one square."""
    TURN = "turn"
    """Played when a piece turns on its square."""
    COIN = "coin"
    """Played when one coin lands."""
    PURSE = "purse"
    """Played when many coins land."""
    ELIMINATED = "eliminated"
    """Played when a seat is eliminated."""
    WIN = "win"
    """Played when a match ends with a winner."""


class Mood(StrEnum):
    """What the music knows of a match: each value is the name of a loop in assets/sounds."""

    WAITING = "music"
    """Nothing is played yet, or any more."""
    PLAYING = "music_playing"
    """A match is played."""
    LAST = "music_last"
    """The last seconds of a decision run; its drum is played over the music of the match."""


_CHANNELS = 24
FADE = 1.5
"""Seconds in which music grows silent or loud."""
_DRUM_FADE = 400  # milliseconds
_BUFFER = 512  # samples: 12 ms between a click and its sound


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Keep messages of ALSA about a missing device off the terminal: the person gets one sentence from Souk instead."""
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
        """Open the sound device, or stay silent if `audible` is False or there is none."""
        self._folder = folder or paths.assets() / "sounds"
        self._problems: list[SpokenError] = []
        self._names = frozenset({*Sound, *(file.stem for file in self._folder.glob("*.ogg"))} - {*Mood})
        self.loaded: dict[str, pygame.mixer.Sound | None] = {}
        self._own: Mapping[str, str] = {}
        self._volume = Volume()
        self._music: Mood | None = None
        """The loop that is played, or could not be."""
        self._level = 0.0
        """How far the music has faded in, 0 to 1."""
        self._drum: pygame.mixer.Sound | None = None
        self._drums = False
        self.silent = not (audible and self._open())
        """Whether there is no device to play on, or none was wanted."""
        self.apply(settings)

    def _open(self) -> bool:
        try:
            with _hushed():
                pygame.mixer.init(buffer=_BUFFER)
            pygame.mixer.set_num_channels(_CHANNELS)
            pygame.mixer.set_reserved(1)
        except pygame.error as error:
            self._problems.append(SpokenError("audio.no_device", reason=str(error)))
            return False
        return True

    def apply(self, settings: Settings) -> None:
        """Apply volumes and a person's own sound files, also to what is playing."""
        if self._own != settings.sounds:
            self._own = dict(settings.sounds)
            self.loaded.clear()
            unknown = sorted(set(self._own) - self._names)
            self._problems += [SpokenError("audio.unknown_sound", name=name) for name in unknown]
        self._volume = settings.volume
        for sound in self.loaded.values():
            if sound:
                sound.set_volume(self._loudness(self._volume.effects))
        self._set_music()

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

    def follow(self, mood: Mood, seconds: float) -> None:
        """Play the music of a mood, `seconds` after the last call: one loop fades out before another fades in."""
        if self.silent:
            return
        loop = Mood.PLAYING if mood is Mood.LAST else mood
        self._beat(mood is Mood.LAST)
        if loop is self._music:
            self._level = min(1.0, self._level + seconds / FADE)
        elif self._music is not None and self._level > 0:
            self._level = max(0.0, self._level - seconds / FADE)
        else:
            self._begin(loop)
        self._set_music()

    def _begin(self, loop: Mood) -> None:
        """Begin a loop, silent; one that cannot be played is told once."""
        self._music = loop
        try:
            pygame.mixer.music.load(self._folder / f"{loop}.ogg")
        except (pygame.error, OSError) as error:
            self._problems.append(SpokenError("audio.broken_sound", name=str(loop), reason=str(error)))
            return
        pygame.mixer.music.set_volume(0)
        pygame.mixer.music.play(-1)

    def _beat(self, beats: bool) -> None:
        """Begin or end the drum of the last seconds."""
        if beats == self._drums:
            return
        self._drums = beats
        channel = pygame.mixer.Channel(0)
        if not beats:
            channel.fadeout(_DRUM_FADE)
            return
        if self._drum is None:
            try:
                self._drum = pygame.mixer.Sound(self._folder / f"{Mood.LAST}.ogg")
            except (pygame.error, OSError) as error:
                self._problems.append(SpokenError("audio.broken_sound", name=str(Mood.LAST), reason=str(error)))
                return
        self._drum.set_volume(self._loudness(self._volume.music))
        channel.play(self._drum, -1, fade_ms=_DRUM_FADE)

    def _set_music(self) -> None:
        if self._music is not None and not self.silent:
            pygame.mixer.music.set_volume(self._loudness(self._volume.music) * self._level)
        if self._drum is not None:
            self._drum.set_volume(self._loudness(self._volume.music))

    def problems(self) -> list[SpokenError]:
        """Return what could not be played since the last call, with reasons, and forget it."""
        found, self._problems = self._problems, []
        return found

    def close(self) -> None:
        """Release the sound device; nothing is played from then on."""
        self.silent = True
        self.loaded.clear()
        self._drum = None
        with contextlib.suppress(pygame.error):
            pygame.mixer.quit()

    def _loudness(self, percent: int) -> float:
        """Return the mixer's volume (0 to 1) for a percentage, which the master volume scales.

        It is squared, because half the amplitude sounds louder than half.
        """
        return (self._volume.master / 100 * percent / 100) ** 2

    def _load(self, sound: str) -> pygame.mixer.Sound | None:
        """Return a sound ready to play: the person's own file if it can be read, else Souk's; None if neither can."""
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
