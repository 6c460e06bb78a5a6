"""A picture of the sealed game: the viewer's own card, all bids that are told, a row of bids to choose from."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.rules import Event, Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent, KeyPressed, PointerPressed
from game.engine.ornament import SHEET
from game.engine.stage import Stage
from game.engine.text import Weight
from game.engine.widgets.parts import faces
from tests.games.sealed import Bid, View

BIDS_TOP, BID = 440.0, 80.0


class SealedStage(Stage[View, Bid]):
    """Digits bid, and so does a press on a number."""

    def __init__(self, surroundings: object) -> None:
        super().__init__(surroundings)  # type: ignore[arg-type]
        self.view: View | None = None
        self.asked: Seat | None = None
        self.legal: Sequence[Bid] = ()

    def reset(self, view: View) -> None:
        self.view = view

    def show(self, view: View, events: Sequence[Event]) -> None:
        self.view = view

    def update(self, seconds: float) -> None:
        pass

    @property
    def busy(self) -> bool:
        return False

    def hurry(self) -> None:
        pass

    def choose(self, seat: Seat | None, legal: Sequence[Bid] | None) -> None:
        self.asked, self.legal = seat, legal or ()

    def handle(self, event: InputEvent) -> None:
        match event:
            case KeyPressed(key=key) if key.isdigit() and self.asked is not None:
                self.decide(Bid(int(key)))
            case PointerPressed(x=x, y=y) if self.asked is not None and BIDS_TOP <= y <= BIDS_TOP + BID:
                self.decide(Bid(int((x - 72) // BID)))

    def draw(self, canvas: Canvas) -> None:
        assert self.view is not None
        typeface = self.surroundings.typeface
        frame = Box(212, 80, 200, 280)
        faces.draw_face(canvas, frame, SHEET, 14, 2)
        shown = "?" if self.view.own is None else str(self.view.own)
        ink = theme.TEXT_ON_PAPER
        typeface.line(canvas, shown, 312, 220, theme.DISPLAY, Weight.BOLD, ink, "middle")
        for number in range(len(self.legal)):
            place = Box(72 + number * BID, BIDS_TOP, BID - 8, BID - 8)
            faces.draw_face(canvas, place, SHEET, 8, 1.5)
            typeface.line(canvas, str(number), place.centerx, place.centery, theme.HEADING, colour=ink, anchor="middle")
