"""The rules of a game on one page."""

from __future__ import annotations

from collections.abc import Mapping

from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.engine.scene import Context
from game.engine.stage import Illustrates
from game.engine.widgets import Picture
from game.scenes.feeds.feed import SeatInfo
from game.scenes.page.paper import PaperPage
from game.scenes.staging.stills import still_surroundings


class RulesPage(PaperPage):
    """`<game>.rules` to read.

    The pictures it names with `![name]` come from the game's stage; one that the stage does not have is left out.
    """

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self._game = game

    def pictures(self) -> Mapping[str, Picture]:
        """The game's own pictures, for as many seats as it takes."""
        stage, cabinet = STAGES.get(self._game), CABINETS[self._game]
        if stage is None or not issubclass(stage, Illustrates):
            return {}
        seats = [SeatInfo("") for _ in range(cabinet.info.usual_seats)]
        return stage.rules_pictures(
            still_surroundings(self.style, self.context.settings, seats, cabinet.info.options())
        )

    def words(self) -> str:
        """The text without pictures that are not there."""
        pictures = self.pictures()
        lines = self.context.texts.line(f"{self._game}.rules").split("\n")
        return "\n".join(line for line in lines if not line.startswith("![") or line[2:-1] in pictures)
