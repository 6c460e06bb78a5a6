"""The drawing game as the arcade knows it, without its picture."""

from __future__ import annotations

from game.cabinets.sketch.bots import RandomBot
from game.cabinets.sketch.rules import Sketch
from game.core.cabinet import Cabinet, Kind

SKETCH = Cabinet(Sketch(), {"random": RandomBot}, kind=Kind.PARTY, commands={"sketch-sheet": "sketch.commands.sheet"})
