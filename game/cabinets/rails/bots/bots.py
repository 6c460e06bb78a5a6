"""The bots of Caravan Rails, weakest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.cabinets.rails.bots.expert import ExpertBot
from game.cabinets.rails.bots.simple import GreedyBot, RandomBot
from game.core.bots import Bot

BOTS: Mapping[str, type[Bot[Any, Any]]] = {"random": RandomBot, "greedy": GreedyBot, "expert": ExpertBot}
