"""A person's settings for the whole program, and the file that keeps them."""

from game.ground.settings.declared import (
    DEFAULT_KEYS,
    DEFAULT_PLAY_KEYS,
    EVERYWHERE,
    LEAST_HEIGHT,
    LEAST_WIDTH,
    THINKING,
    CommandName,
    CurtainUse,
    Display,
    Motion,
    PlayKey,
    Settings,
    Volume,
    system_language,
)
from game.ground.settings.file import SettingsError, allowed, default_path, load, save

__all__ = [
    "DEFAULT_KEYS",
    "DEFAULT_PLAY_KEYS",
    "EVERYWHERE",
    "LEAST_HEIGHT",
    "LEAST_WIDTH",
    "THINKING",
    "CommandName",
    "CurtainUse",
    "Display",
    "Motion",
    "PlayKey",
    "Settings",
    "SettingsError",
    "Volume",
    "allowed",
    "default_path",
    "load",
    "save",
    "system_language",
]
