"""The page with a game's rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.cabinets.listed import CABINETS, found
from game.cabinets.stages import PRESENTATIONS, STAGES
from game.core.compiled import interpreting
from game.core.errors import SpokenError
from game.engine.canvas import Box
from game.engine.scene import Context
from game.engine.stage import WordsRules
from game.engine.widgets import Button, Picture, Widget
from game.engine.widgets.parts.style import Style
from game.scenes.feeds.feed import SeatInfo
from game.scenes.page.paper import PaperPage
from game.scenes.staging.stills import still_surroundings

FOOT = 52.0
"""Height of the foot with the button to the guide."""


class RulesPage(PaperPage):
    """Shows the text `<game>.rules`.

    The pictures it names with `![name]` are `Presentation.pictures`; a picture that the game does not have is left out.
    A stage that is `WordsRules` adds paragraphs about the match's options.
    """

    def __init__(
        self, context: Context, game: str, on_guide: Callable[[], None] | None = None, options: Any = None
    ) -> None:
        """`on_guide` begins the game's guide; None where it has none. `options`: those of the match; None for the
        default options.
        """
        super().__init__(context)
        self._game = game
        self._options = CABINETS[game].info.options() if options is None else options
        self._on_guide = on_guide
        self.foot = FOOT if on_guide else 0.0

    def foot_widgets(self, style: Style, foot: Box) -> Sequence[Widget]:
        if self._on_guide is None:
            return ()
        guided = Button(style, style.texts.line("guide.button"), icon="footprints", on_press=self._begin_guide)
        wide, high = guided.natural_width(), guided.natural_height(0)
        guided.box = Box(foot.centerx - wide / 2, foot.bottom - high, wide, high)
        return (guided,)

    def _begin_guide(self) -> None:
        assert self._on_guide is not None
        self.stack.pop()
        self._on_guide()

    def pictures(self) -> Mapping[str, Picture]:
        """Return the game's pictures for the rules, made for its usual number of seats."""
        presentation = PRESENTATIONS.get(self._game)
        if presentation is None or presentation.pictures is None:
            return {}
        seats = [SeatInfo("") for _ in range(CABINETS[self._game].info.usual_seats)]
        surroundings = still_surroundings(self.style, self.context.settings, seats, self._options)
        try:
            with interpreting():
                made: Mapping[str, Picture] = found(presentation.pictures)(STAGES[self._game], surroundings)
        except SpokenError:
            return {}
        return {name: picture._replace(paint=interpreting()(picture.paint)) for name, picture in made.items()}

    def words(self) -> str:
        """Return the rules' text, without pictures that do not exist."""
        pictures = self.pictures()
        texts, stage = self.context.texts, STAGES.get(self._game)
        text = texts.line(f"{self._game}.rules")
        if stage is not None and issubclass(stage, WordsRules):
            text += "\n" + "\n".join(texts.line(key, **values) for key, values in stage.rules_lines(self._options))
        lines = text.split("\n")
        return "\n".join(line for line in lines if not line.startswith("![") or line[2:-1] in pictures)
