"""The card at the right: it describes the selected thing and offers what can be done with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.cabinets.rails.stage.cards.blueprints import BlueprintPage
from game.cabinets.rails.stage.cards.knobs import KeptCard, Knob
from game.cabinets.rails.stage.cards.orders import OrdersPage
from game.cabinets.rails.stage.cards.page import Page
from game.cabinets.rails.stage.cards.place import IndustryPage, TownPage
from game.cabinets.rails.stage.cards.sheet import Sheet
from game.cabinets.rails.stage.cards.signal import SignalPage
from game.cabinets.rails.stage.cards.station import StationPage
from game.cabinets.rails.stage.cards.train import VehiclePage
from game.cabinets.rails.stage.person.pasting import Pasting
from game.cabinets.rails.stage.person.play import Play, Selected
from game.engine.canvas import Box

_WIDE: Final = 286.0
_PAGES: Final[dict[str, Callable[[Play], Page]]] = {
    "orders": OrdersPage,
    "station": StationPage,
    "vehicle": VehiclePage,
    "industry": IndustryPage,
    "town": TownPage,
    "signal": SignalPage,
}


class SelectedCard(KeptCard):
    """The card of the selected thing, with a `Page` for each kind of thing."""

    paper = True

    def __init__(self, play: Play, pasting: Pasting) -> None:
        """Make a page for each kind of thing."""
        super().__init__(play.surroundings)
        self.play = play
        self._pasting = pasting
        self._pages = {kind: make(play) for kind, make in _PAGES.items()}
        self._pages["blueprint"] = BlueprintPage(play, pasting)

    @property
    def page(self) -> Page | None:
        """The page of the selected thing, of orders or of blueprints; None if there is nothing to show."""
        kind = "orders" if self.play.orders else self.play.selected.kind
        return self._pages.get(kind or ("blueprint" if self._pasting.in_use else ""))

    def fit(self, right: float, top: float, bottom: float) -> None:
        """Place the card at the right, as high as its page; measure the page again only if its content may have
        changed."""
        page, play = self.page, self.play
        if page is None or play.sight is None:
            self.hide()
            self.touched()
            return
        if self.stays(page, play.sight, play.selected, play.plays, right, top, bottom):
            return
        wide = min(420.0, self.typeface.grown(26) / 26 * _WIDE)
        sheet = Sheet(self.style, wide, self.led)
        page.fill(sheet)
        column = sheet.column
        high = min(bottom - top, column.high(sheet.width) + 24)
        close = Knob(self.style, "close", self._put_away, sign="x")
        close.box = Box(right - 36, top + 8, 28, 28)
        self.stand(Box(right - wide, top, wide, high), column, close)

    def touched(self) -> None:
        """Force a new layout after a press or a move of the pointer, since the page may read differently now."""
        self.laid = None

    def _put_away(self) -> None:
        if self.page is self._pages["blueprint"]:
            self._pasting.put_away()
            self.play.builder.tool = "rail"
        self.play.select(Selected())
