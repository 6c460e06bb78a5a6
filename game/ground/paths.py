"""Where files are: the program's own assets, and each person's settings, replays and logs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import platformdirs

APP = "souk"


def assets() -> Path:
    """Return the folder of fonts, icons, sounds and texts, in a source tree or in a bundle."""
    bundle = getattr(sys, "_MEIPASS", None)
    return (Path(bundle) if bundle else Path(__file__).resolve().parents[2]) / "assets"


def _home(name: str, default: str) -> Path:
    """Return a folder of this user, below SOUK_HOME if that is set. Not created here."""
    home = os.environ.get("SOUK_HOME")
    return Path(home) / name if home else Path(default)


def config() -> Path:
    """Return the folder of settings.toml."""
    return _home("config", platformdirs.user_config_dir(APP, appauthor=False))


def replays() -> Path:
    """Return the folder of recorded matches."""
    return _home("replays", str(Path(platformdirs.user_data_dir(APP, appauthor=False)) / "replays"))


def history() -> Path:
    """Return the file of a person's history."""
    return _home("history", str(Path(platformdirs.user_data_dir(APP, appauthor=False)))) / "souk-history.jsonl"


def ledger() -> Path:
    """Return the folder of the evenings' ledgers, and of the secret key with which this computer's hosts sign."""
    return _home("ledger", str(Path(platformdirs.user_data_dir(APP, appauthor=False)) / "ledger"))


def evaluations() -> Path:
    """Return the folder of finished evaluations shown in the window."""
    return _home("evaluations", str(Path(platformdirs.user_data_dir(APP, appauthor=False)) / "evaluations"))


def pictures() -> Path:
    """Return the folder of pictures taken of the window."""
    return _home("pictures", str(Path(platformdirs.user_pictures_dir()) / "Souk"))


def lists() -> Path:
    """Return the folder of a person's own word lists, with a subfolder for each option of a game."""
    return _home("lists", str(Path(platformdirs.user_data_dir(APP, appauthor=False)) / "lists"))


def ghosts() -> Path:
    """Return the folder of the best runs of levels, shown as ghosts to run against."""
    return _home("ghosts", str(Path(platformdirs.user_data_dir(APP, appauthor=False)) / "ghosts"))


def gallery() -> Path:
    """Return the folder of pictures that people drew together."""
    return _home("gallery", str(Path(platformdirs.user_data_dir(APP, appauthor=False)) / "gallery"))


def nights() -> Path:
    """Return the folder of contests' nights that were planned in the window, each a schedule with what was played."""
    return _home("nights", str(Path(platformdirs.user_data_dir(APP, appauthor=False)) / "nights"))


def logs() -> Path:
    """Return the folder of crash logs and of bots' output."""
    return _home("logs", platformdirs.user_log_dir(APP, appauthor=False))


def cache() -> Path:
    """Return a folder that may be deleted at any time."""
    return _home("cache", platformdirs.user_cache_dir(APP, appauthor=False))
