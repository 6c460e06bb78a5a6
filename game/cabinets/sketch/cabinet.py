"""The drawing game as the arcade knows it, without its picture."""

from __future__ import annotations

from game.cabinets.sketch.bots import RandomBot
from game.cabinets.sketch.rules import Sketch
from game.cabinets.sketch.thinkers import ApprenticeBot, ArtistBot, MasterBot
from game.core.cabinet import Cabinet, Kind
from game.core.honours import Honour

SKETCH = Cabinet(
    Sketch(),
    {"random": RandomBot, "apprentice": ApprenticeBot, "artist": ArtistBot, "master": MasterBot},
    mix=("artist",),
    spoken={"en": {"language": "en"}},
    kind=Kind.PARTY,
    honours=(Honour("caught", "caught"), Honour("escaped")),
    commands={"sketch-sheet": "sketch.commands.sheet", "sketch-export": "sketch.commands.export"},
)
