"""The card at the right: it describes the selected thing and offers what can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from game.cabinets.rails.stage.cards.blueprints import BlueprintPage
from game.cabinets.rails.stage.cards.knobs import CORNER, Card, Hover, KeptPicture, Knob, draw_knob, led_to
from game.cabinets.rails.stage.cards.orders import OrdersPage
from game.cabinets.rails.stage.cards.page import Page
from game.cabinets.rails.stage.cards.place import IndustryPage, TownPage
from game.cabinets.rails.stage.cards.sheet import Sheet
from game.cabinets.rails.stage.cards.signal import SignalPage
from game.cabinets.rails.stage.cards.station import StationPage
from game.cabinets.rails.stage.cards.train import VehiclePage
from game.cabinets.rails.stage.person.pasting import Pasting
from game.cabinets.rails.stage.person.play import Play, Selected
from game.engine.canvas import Box, Canvas
from game.engine.light import drop_shadow
from game.engine.ornament import SHEET
from game.kit.drawing.sheet import draw_sheet

_WIDE: Final = 286.0
_PAGES: Final[dict[str, Callable[[Play], Page]]] = {
    "orders": OrdersPage,
    "station": StationPage,
    "vehicle": VehiclePage,
    "industry": IndustryPage,
    "town": TownPage,
    "signal": SignalPage,
}


class SelectedCard(Card):
    """The card of the selected thing, with a `Page` for each kind of thing."""

    def __init__(self, play: Play, pasting: Pasting, hover: Hover) -> None:
        """Make a page for each kind of thing. `hover` says where pointer and keys are on all cards."""
        super().__init__(play.surroundings)
        self._hover = hover
        self._laid: object = None
        """What the card's layout was last computed from; None forces a new layout."""
        self._picture = KeptPicture()
        self.play = play
        self._pasting = pasting
        self._pages = {kind: make(play) for kind, make in _PAGES.items()}
        self._pages["blueprint"] = BlueprintPage(play, pasting)
        self._knobs: list[Knob] = []

    @property
    def page(self) -> Page | None:
        """The page of the selected thing, of orders or of blueprints; None if there is nothing to show."""
        kind = "orders" if self.play.orders else self.play.selected.kind
        return self._pages.get(kind or ("blueprint" if self._pasting.in_use else ""))

    def lay(self, right: float, top: float, bottom: float) -> None:
        """Place the card at the right, as high as its page; measure the page again only if its content may have
        changed."""
        page, play = self.page, self.play
        if page is None or play.sight is None:
            self.box, self._laid = Box(0, 0, 0, 0), None
            return
        laid = page, play.sight, play.selected, play.plays, self.typeface, right, top, bottom
        if laid == self._laid:
            return
        self._laid = laid
        self._picture.forget()
        wide = min(420.0, self.typeface.grown(26) / 26 * _WIDE)
        whole = Box(right - wide, top, wide, bottom - top)
        sheet = Sheet(None, self.typeface, whole)
        page.write(sheet, self._hover)
        self.box = Box(whole.left, top, wide, min(whole.height, sheet.y - top + 10))
        self._knobs = [*page.knobs, self._close()]

    def touched(self) -> None:
        """Force a new layout after a press or a move of the pointer, since the page may read differently now."""
        self._laid = None

    def _close(self) -> Knob:
        box = Box(self.box.right - 36, self.box.top + 8, 28, 28)
        return Knob("close", box, self._put_away, sign="x")

    def _put_away(self) -> None:
        if self.page is self._pages["blueprint"]:
            self._pasting.put_away()
            self.play.builder.tool = "rail"
        self.play.select(Selected())

    def knobs(self) -> Sequence[Knob]:
        return self._knobs

    def draw(self, canvas: Canvas, hover: Hover) -> None:
        page = self.page
        if page is None:
            return
        drop_shadow(canvas, self.box, CORNER, 10, 140, 5)
        self._picture.draw(canvas, self.box, led_to(self._knobs, hover), partial(self._paint, page, hover))

    def _paint(self, page: Page, hover: Hover, canvas: Canvas) -> None:
        draw_sheet(canvas, self.box, CORNER, SHEET)
        page.write(Sheet(canvas, self.typeface, self.box), hover)
        for knob in self._knobs:
            if not knob.quiet:
                draw_knob(canvas, self.typeface, knob, hover)
