"""Computer players of Volcano Isle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.bots import Bot, RandomBot

BOTS: Mapping[str, type[Bot[Any, Any]]] = {"random": RandomBot}
