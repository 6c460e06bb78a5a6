"""Where things lie: the program's own assets, and each person's settings, replays and logs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import platformdirs

APP = "souk"


def assets() -> Path:
    """The folder of fonts, icons, sounds and texts, in a source tree and in a bundle alike."""
    bundle = getattr(sys, "_MEIPASS", None)
    return (Path(bundle) if bundle else Path(__file__).resolve().parent.parent) / "assets"


def _home(name: str, default: str) -> Path:
    """A folder of this user's, below SOUK_HOME if that is set. Not created here."""
    home = os.environ.get("SOUK_HOME")
    return Path(home) / name if home else Path(default)


def config() -> Path:
    """The folder of settings.toml."""
    return _home("config", platformdirs.user_config_dir(APP, appauthor=False))


def replays() -> Path:
    """The folder of recorded matches."""
    return _home("replays", str(Path(platformdirs.user_data_dir(APP, appauthor=False)) / "replays"))


def history() -> Path:
    """The file of a person's own history."""
    return _home("history", str(Path(platformdirs.user_data_dir(APP, appauthor=False)))) / "souk-history.jsonl"


def ledger() -> Path:
    """The folder of the evenings' ledgers, and of the secret that this computer's hosts sign with."""
    return _home("ledger", str(Path(platformdirs.user_data_dir(APP, appauthor=False)) / "ledger"))


def evaluations() -> Path:
    """The folder of finished evaluations that are shown in the window."""
    return _home("evaluations", str(Path(platformdirs.user_data_dir(APP, appauthor=False)) / "evaluations"))


def pictures() -> Path:
    """The folder of pictures taken of the window."""
    return _home("pictures", str(Path(platformdirs.user_pictures_dir()) / "Souk"))


def lists() -> Path:
    """The folder of a person's own lists of words, a folder an option of a game."""
    return _home("lists", str(Path(platformdirs.user_data_dir(APP, appauthor=False)) / "lists"))


def ghosts() -> Path:
    """Where the best runs of levels are kept, to run along."""
    return _home("ghosts", str(Path(platformdirs.user_data_dir(APP, appauthor=False)) / "ghosts"))


def gallery() -> Path:
    """The folder of pictures that people drew together."""
    return _home("gallery", str(Path(platformdirs.user_data_dir(APP, appauthor=False)) / "gallery"))


def logs() -> Path:
    """The folder of crash logs and of what bots print."""
    return _home("logs", platformdirs.user_log_dir(APP, appauthor=False))


def cache() -> Path:
    """A folder that may be deleted at any time."""
    return _home("cache", platformdirs.user_cache_dir(APP, appauthor=False))
