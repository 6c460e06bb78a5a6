"""The base of all pages of the card at the right: a page is written from top to bottom."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from game.cabinets.rails.contract.views import Trouble
from game.cabinets.rails.match.look import CallView
from game.cabinets.rails.stage.cards.knobs import Knob
from game.cabinets.rails.stage.cards.sheet import Sheet
from game.cabinets.rails.stage.hand.orders import remedy
from game.cabinets.rails.stage.person.play import Play
from game.kit.widgets import style_of


class Page(ABC):
    """A page of the card at the right, about one kind of thing, such as a station or a train."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._style = style_of(play.surroundings)

    def line(self, key: str, **values: object) -> str:
        """Return the text `rails_stage.<key>` in the language of the screen."""
        return self.play.surroundings.texts.line(f"rails_stage.{key}", **values)

    @abstractmethod
    def fill(self, sheet: Sheet) -> None:
        """Write the page's content on a sheet, and lay its knobs."""

    def knob(self, name: str, press: Callable[[], None], sign: str = "", text: str = "", tip: str = "") -> Knob:
        return Knob(self._style, name, press, text, sign, tip=tip)

    def remedy_line(self, call: CallView) -> str:
        """Return the sentence that says how to end the trouble of a stop."""
        order = remedy(Trouble(call.trouble))
        return self.line("mend", order=self.line(f"order.{order}")) if order else self.line("mend_out")

    def refuse(self, key: str) -> None:
        """Tell the person why an action was refused; `key` is a text key, "" says nothing."""
        if key:
            self.play.say(key)
