"""Layout of everything around the paper, in the stage's design units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.cabinets.sketch.freehand.points import HEIGHT, WIDTH
from game.cabinets.sketch.stage.freehand.ink import Easel
from game.engine.canvas import Box
from game.kit.keyboard import HIGH

SIZE: Final = (1232.0, 624.0)
BANNER: Final = 44.0
_GAP: Final = 8.0
SIDE_GAP: Final = 20.0
"""Width of the gap between paper and seats, where the brush of the drawing seat stands."""
_LEAST_SIDE: Final = 300.0
_ROW: Final = 46.0
_BUTTONS: Final = 124.0
"""Height of the buttons or text fields below the seats."""


@dataclass(frozen=True)
class Places(Easel):
    """The boxes of everything on a stage of a given size."""

    width: float
    height: float
    seats: int
    keyed: bool = False
    """Whether the seats leave room for the on-screen keyboard below them."""

    @property
    def paper(self) -> Box:
        """Box of the paper; always 4:3."""
        high = min(self.height - BANNER - _GAP, (self.width - _LEAST_SIDE - SIDE_GAP) * HEIGHT / WIDTH)
        return Box(0, BANNER + _GAP, high * WIDTH / HEIGHT, high)

    @property
    def banner(self) -> Box:
        return Box(0, 0, self.paper.width, BANNER)

    @property
    def side(self) -> Box:
        left = self.paper.right + SIDE_GAP
        return Box(left, 0, self.width - left, self.height)

    def row(self, seat: int) -> Box:
        """Return the row with a seat's brush and name."""
        side = self.side
        keys = HIGH + 16 if self.keyed else 0
        high = min(_ROW + 6, (side.height - _BUTTONS - _GAP - keys) / self.seats)
        return Box(side.left, side.top + seat * high, side.width, high - 6)

    @property
    def buttons(self) -> Box:
        side = self.side
        return Box(side.left, side.bottom - _BUTTONS, side.width, _BUTTONS)

    def moment(self, number: int, count: int) -> Box:
        """Return one of `count` cells of the timeline, above the buttons."""
        room = self.buttons
        wide = room.width / count
        return Box(room.left + number * wide, room.top + 20, wide - min(3.0, wide / 6), 26)

    @property
    def line(self) -> Box:
        """Box of the text field in which a guess is written."""
        room = self.buttons
        return Box(room.left, room.top + 12, room.width, 46)

    @property
    def keys(self) -> Box:
        """Box of the on-screen keyboard, below the seats."""
        side, room = self.side, self.buttons
        return Box(side.left + 8, room.top - HIGH - 4, side.width - 16, HIGH)

    def offer(self, number: int) -> Box:
        """Return the box, on the paper, of one of the words dealt to the master."""
        paper = self.paper
        wide, high = (paper.width - 80) / 2, min(96.0, (paper.height - 200) / 3)
        row, column = divmod(number, 2)
        return Box(paper.left + 30 + column * (wide + 20), paper.top + 60 + row * (high + 14), wide, high)

    def field(self, number: int) -> Box:
        """Return the box of one of the master's text fields: 0 for the category, 1 for the word."""
        paper = self.paper
        return Box(paper.left + 90, paper.top + 130 + number * 110, paper.width - 180, 48)

    @property
    def note(self) -> Box:
        """Box of the folded note at the paper's edge."""
        return Box(self.paper.right - 128, self.paper.bottom - 40, 120, 32)

    @property
    def open_note(self) -> Box:
        return Box(self.paper.right - 408, self.paper.bottom - 128, 400, 120)

    @property
    def card(self) -> Box:
        """Box of the note as a card over the paper, when it is dealt."""
        paper = self.paper
        return Box(paper.centerx - 210, paper.centery - 110, 420, 220)

    @property
    def talk(self) -> Box:
        """Box of the free room between the seats and the buttons below them."""
        top = self.row(self.seats - 1).bottom + 14
        return Box(self.side.left, top, self.side.width, max(0.0, self.buttons.top - 8 - top))

    def named(self, name: str) -> Box | None:
        """Return the box of a place that a guide points at, or in which talk is shown; None for an unknown name."""
        first, last = self.row(0), self.row(self.seats - 1)
        seats = Box(first.left, first.top, first.width, last.bottom - first.top)
        return {"paper": self.paper, "banner": self.banner, "note": self.note, "seats": seats, "talk": self.talk}.get(
            name
        )
