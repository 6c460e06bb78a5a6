"""The base of all pages of the card at the right: a page is written from top to bottom and collects its knobs."""

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
    """A page of the card at the right, about one kind of thing, such as a station or a train."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.knobs: list[Knob] = []
        """The knobs of the page as last written."""

    def line(self, key: str, **values: object) -> str:
        """Return the text `rails_stage.<key>` in the language of the screen."""
        return self.play.surroundings.texts.line(f"rails_stage.{key}", **values)

    def write(self, sheet: Sheet, hover: Hover) -> None:
        """Write the page on a sheet, or only measure it if the sheet has no canvas."""
        self.knobs = []
        self.fill(sheet, hover)

    @abstractmethod
    def fill(self, sheet: Sheet, hover: Hover) -> None:
        """Write the page's content on a sheet, and lay its knobs."""

    def knob_row(self, sheet: Sheet, knobs: list[Knob], high: float = 0.0, shares: Sequence[float] = ()) -> None:
        """Lay knobs side by side in one row, equally wide or by `shares` of the row's width."""
        high = high or max(36.0, sheet.typeface.leading(theme.CAPTION) + 12)
        box = sheet.room(high)
        room = box.width - 6 * (len(knobs) - 1)
        left = box.left
        for knob, share in zip(knobs, shares or [1 / len(knobs)] * len(knobs), strict=True):
            knob.box = Box(left, box.top, room * share, high)
            left += room * share + 6
            self.knobs.append(knob)

    def knob(self, name: str, press: Callable[[], None], sign: str = "", text: str = "", tip: str = "") -> Knob:
        """Return a knob without a box; `knob_row` places it."""
        return Knob(name, Box(0, 0, 0, 0), press, text, sign, tip=tip)

    def tell_tip(self, sheet: Sheet, hover: Hover) -> None:
        """Write the tip of the knob under the pointer or in the key focus, below a row of knobs that show only
        signs."""
        tips = (
            knob.tip
            for knob in self.knobs
            if (knob.name == hover.focus if hover.by_keys else knob.box.collidepoint(self.play.pointer))
        )
        if tip := next(tips, ""):
            sheet.text(tip, MUTED)

    def remedy_line(self, call: CallView) -> str:
        """Return the sentence that says how to end the trouble of a stop."""
        order = remedy(Trouble(call.trouble))
        return self.line("mend", order=self.line(f"order.{order}")) if order else self.line("mend_out")

    def refuse(self, key: str) -> None:
        """Tell the person why an action was refused; `key` is a text key, "" says nothing."""
        if key:
            self.play.say(key)
