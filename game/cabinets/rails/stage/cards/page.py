"""The base of every page of the card at the right: it is written from the top down, and collects its knobs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from game.cabinets.rails.contract.views import CallView, Trouble
from game.cabinets.rails.stage.cards.knobs import Hover, Knob
from game.cabinets.rails.stage.cards.sheet import MUTED, Sheet
from game.cabinets.rails.stage.hand.orders import remedy
from game.cabinets.rails.stage.person.play import Play
from game.engine import theme
from game.engine.canvas import Box


class Page(ABC):
    """A page about one kind of thing."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.knobs: list[Knob] = []
        """The knobs of the page as last written."""

    def line(self, key: str, **values: object) -> str:
        """A text of the stage."""
        return self.play.surroundings.texts.line(f"rails_stage.{key}", **values)

    def write(self, sheet: Sheet, hover: Hover) -> None:
        """Write the page, or only measure it where the sheet has no canvas."""
        self.knobs = []
        self.fill(sheet, hover)

    @abstractmethod
    def fill(self, sheet: Sheet, hover: Hover) -> None:
        """Write the content, and lay its knobs."""

    def knob_row(self, sheet: Sheet, knobs: list[Knob], high: float = 0.0, shares: Sequence[float] = ()) -> None:
        """Lay knobs side by side, equally wide or by these shares of the row."""
        high = high or max(36.0, sheet.typeface.leading(theme.CAPTION) + 12)
        box = sheet.room(high)
        room = box.width - 6 * (len(knobs) - 1)
        left = box.left
        for knob, share in zip(knobs, shares or [1 / len(knobs)] * len(knobs), strict=True):
            knob.box = Box(left, box.top, room * share, high)
            left += room * share + 6
            self.knobs.append(knob)

    def knob(self, name: str, press: Callable[[], None], sign: str = "", text: str = "", tip: str = "") -> Knob:
        """A knob that a row will place."""
        return Knob(name, Box(0, 0, 0, 0), press, text, sign, tip=tip)

    def tell_tip(self, sheet: Sheet, hover: Hover) -> None:
        """Write below a row of signs what the one that is pointed at or in focus does."""
        tips = (
            knob.tip
            for knob in self.knobs
            if (knob.name == hover.focus if hover.by_keys else knob.box.collidepoint(self.play.pointer))
        )
        if tip := next(tips, ""):
            sheet.text(tip, MUTED)

    def remedy_line(self, call: CallView) -> str:
        """What ends the trouble of a stop."""
        order = remedy(Trouble(call.trouble))
        return self.line("mend", order=self.line(f"order.{order}")) if order else self.line("mend_out")

    def refuse(self, key: str) -> None:
        """Say why something was not done."""
        if key:
            self.play.say(key)
