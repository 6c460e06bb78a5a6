"""What every page of the card at the right is: written from the top down, with the knobs that came on the way."""

from __future__ import annotations

from abc import ABC, abstractmethod

from game.cabinets.rails.stage.cards.knobs import Hover, Knob
from game.cabinets.rails.stage.cards.sheet import Sheet
from game.cabinets.rails.stage.person.play import Play
from game.engine import theme


class Page(ABC):
    """A page about one kind of thing."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.knobs: list[Knob] = []
        """Those of what was written last."""

    def line(self, key: str, **values: object) -> str:
        """A text of the stage."""
        return self.play.surroundings.texts.line(f"rails_stage.{key}", **values)

    def write(self, sheet: Sheet, hover: Hover) -> None:
        """Write it, or measure it where the sheet has no canvas."""
        self.knobs = []
        self.fill(sheet, hover)

    @abstractmethod
    def fill(self, sheet: Sheet, hover: Hover) -> None:
        """Write what there is to say, and lay its knobs."""

    def knob_row(self, sheet: Sheet, knobs: list[Knob], high: float = 0.0) -> None:
        """Knobs side by side."""
        high = high or max(36.0, sheet.typeface.leading(theme.CAPTION) + 12)
        box = sheet.room(high)
        wide = (box.width - 6 * (len(knobs) - 1)) / len(knobs)
        for place, knob in enumerate(knobs):
            knob.box = type(box)(box.left + place * (wide + 6), box.top, wide, high)
            self.knobs.append(knob)

    def refuse(self, key: str) -> None:
        """Say why something was not done."""
        if key:
            self.play.say(key)
