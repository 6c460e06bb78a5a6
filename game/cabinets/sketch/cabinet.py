"""The drawing game as the arcade knows it, without its picture."""

from __future__ import annotations

from msgspec.structs import asdict

from game.cabinets.sketch.bots import RandomBot
from game.cabinets.sketch.rules import Sketch
from game.cabinets.sketch.state import Options
from game.cabinets.sketch.thinkers import ApprenticeBot, ArtistBot, MasterBot
from game.core.cabinet import Cabinet, Kind
from game.core.honours import Honour
from game.core.short import Asks, Form, Mood, Short

SKETCH = Cabinet(
    Sketch(),
    {"random": RandomBot, "apprentice": ApprenticeBot, "artist": ArtistBot, "master": MasterBot},
    mix=("artist",),
    spoken={"en": {"language": "en"}},
    kind=Kind.PARTY,
    shorts=(
        Short(
            "brush",
            {seats: Form(222, 260) for seats in range(5, 11)},
            asdict(
                Options(laps=1, goal=3, rounds=2, master="machine", words="deal", tiebreak="votes", seconds=15, talk=15)
            ),
            spoken={"ko": {"language": "ko"}, "en": {"language": "en"}},
            mood=Mood.PARTY,
            asks=frozenset({Asks.DRAWING}),
            own_window=True,
        ),
    ),
    honours=(Honour("caught", "caught"), Honour("escaped")),
    commands={"sketch-sheet": "sketch.commands.sheet", "sketch-export": "sketch.commands.export"},
)
