"""The computer players of Gem Merchants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.cabinets.gems.expert import ExpertBot
from game.cabinets.gems.greedy import GreedyBot
from game.core.bots import Bot, RandomBot

BOTS: Mapping[str, type[Bot[Any, Any]]] = {"random": RandomBot, "greedy": GreedyBot, "expert": ExpertBot}
