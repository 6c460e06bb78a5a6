"""The word game as the arcade knows it, without its picture."""

from __future__ import annotations

from game.cabinets.words.bots import BOTS
from game.cabinets.words.rules import Words
from game.core.cabinet import Cabinet, Kind

WORDS = Cabinet(Words(), BOTS, kind=Kind.PARTY)
