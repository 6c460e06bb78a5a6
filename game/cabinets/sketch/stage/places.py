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
_UPRIGHT_ROW, _LEAST_UPRIGHT_ROW, _LEAST_REPLAYED_ROW = 58.0, 16.0, 26.0
_UPRIGHT_BUTTONS, _TIMELINE = 98.0, 50.0
"""Height of the timeline and, below it, the buttons at the foot of an upright stage; and of the timeline alone."""
_REPLAYED: Final = 500.0
"""Upright stages lower than this have a replay's timeline below them, and nothing is pressed on them."""
_UPRIGHT_NOTE: Final = 136.0
_UNDER: Final = 6.0
"""Height of the gap between things on an upright stage."""


@dataclass(frozen=True)
class Places(Easel):
    """The boxes of everything on a stage of a given size.

    An upright stage has the seats at the top, in two columns; below them the category with the note beside it, and the
    paper; at the foot what is pressed.
    """

    width: float
    height: float
    seats: int
    keyed: bool = False
    """Whether the seats leave room for the on-screen keyboard below them."""

    @property
    def upright(self) -> bool:
        """Whether the stage is higher than wide."""
        return self.height > self.width

    @property
    def paper(self) -> Box:
        """Box of the paper; always 4:3."""
        if self.upright:
            least = _LEAST_UPRIGHT_ROW if self.height >= _REPLAYED else _LEAST_REPLAYED_ROW
            rows = -(-self.seats // 2) * (least + _UNDER)
            high = min(self.width * HEIGHT / WIDTH, self.buttons.top - 2 * _UNDER - BANNER - rows)
            wide = high * WIDTH / HEIGHT
            return Box((self.width - wide) / 2, self.buttons.top - _UNDER - high, wide, high)
        high = min(self.height - BANNER - _GAP, (self.width - _LEAST_SIDE - SIDE_GAP) * HEIGHT / WIDTH)
        return Box(0, BANNER + _GAP, high * WIDTH / HEIGHT, high)

    @property
    def banner(self) -> Box:
        if self.upright:
            return Box(0, self.paper.top - _UNDER - BANNER, self.width - _UPRIGHT_NOTE - _GAP, BANNER)
        return Box(0, 0, self.paper.width, BANNER)

    @property
    def side(self) -> Box:
        if self.upright:
            return Box(0, 0, self.width, self.banner.top - _UNDER)
        left = self.paper.right + SIDE_GAP
        return Box(left, 0, self.width - left, self.height)

    def row(self, seat: int) -> Box:
        """Return the row with a seat's brush and name."""
        side = self.side
        if self.upright:
            high = min(_UPRIGHT_ROW + _UNDER, (side.height + _UNDER) / -(-self.seats // 2))
            wide = (side.width - _UNDER) / 2
            return Box(seat % 2 * (wide + _UNDER), seat // 2 * high, wide, high - _UNDER)
        keys = HIGH + 16 if self.keyed else 0
        high = min(_ROW + 6, (side.height - _BUTTONS - _GAP - keys) / self.seats)
        return Box(side.left, side.top + seat * high, side.width, high - 6)

    @property
    def buttons(self) -> Box:
        if self.upright:
            high = _UPRIGHT_BUTTONS if self.height >= _REPLAYED else _TIMELINE
            return Box(0, self.height - high, self.width, high)
        side = self.side
        return Box(side.left, side.bottom - _BUTTONS, side.width, _BUTTONS)

    @property
    def feet(self) -> float:
        """Where the buttons in their room stand."""
        return self.buttons.bottom - (0 if self.upright else 10)

    def moment(self, number: int, count: int) -> Box:
        """Return one of `count` cells of the timeline, above the buttons."""
        room = self.buttons
        wide = room.width / count
        top, high = (0, 44) if self.upright else (20, 26)
        return Box(room.left + number * wide, room.top + top, wide - min(3.0, wide / 6), high)

    @property
    def line(self) -> Box:
        """Box of the text field in which a guess is written."""
        room = self.buttons
        return Box(room.left, room.top + (0 if self.upright else 12), room.width, 46)

    @property
    def keys(self) -> Box:
        """Box of the on-screen keyboard: below the seats, or at the foot of an upright paper."""
        if self.upright:
            return Box(8, self.paper.bottom - HIGH - 10, self.width - 16, HIGH)
        side, room = self.side, self.buttons
        return Box(side.left + 8, room.top - HIGH - 4, side.width - 16, HIGH)

    def offer(self, number: int) -> Box:
        """Return the box, on the paper, of one of the words dealt to the master."""
        paper = self.paper
        row, column = divmod(number, 2)
        if self.upright:
            wide, high = (paper.width - 32) / 2, (paper.height - 40) / 3
            return Box(paper.left + 12 + column * (wide + 8), paper.top + 12 + row * (high + 8), wide, high)
        wide, high = (paper.width - 80) / 2, min(96.0, (paper.height - 200) / 3)
        return Box(paper.left + 30 + column * (wide + 20), paper.top + 60 + row * (high + 14), wide, high)

    def field(self, number: int) -> Box:
        """Return the box of one of the master's text fields: 0 for the category, 1 for the word."""
        paper = self.paper
        if self.upright:
            return Box(paper.left + 16, paper.top + 10 + number * 56, paper.width - 32, 48)
        return Box(paper.left + 90, paper.top + 130 + number * 110, paper.width - 180, 48)

    @property
    def below_fields(self) -> Box:
        """Box at whose foot the buttons of the master's text fields stand."""
        return self.buttons if self.upright else Box(self.paper.left, self.field(1).bottom, self.paper.width, 60)

    @property
    def below_offers(self) -> Box:
        """Box at whose foot the button stands with which the master writes a word instead."""
        return self.buttons if self.upright else Box(0, 0, self.paper.width, self.paper.bottom - 40)

    @property
    def note(self) -> Box:
        """Box of the folded note: at the paper's edge, or beside the category, where no finger draws."""
        if self.upright:
            return Box(self.width - _UPRIGHT_NOTE, self.banner.top, _UPRIGHT_NOTE, BANNER)
        return Box(self.paper.right - 128, self.paper.bottom - 40, 120, 32)

    @property
    def open_note(self) -> Box:
        if self.upright:
            return Box(2, self.paper.top + 2, self.width - 4, 120)
        return Box(self.paper.right - 408, self.paper.bottom - 128, 400, 120)

    @property
    def card(self) -> Box:
        """Box of the note as a card over the paper, when it is dealt."""
        paper = self.paper
        wide, high = (380, 200) if self.upright else (420, 220)
        return Box(paper.centerx - wide / 2, paper.centery - high / 2, wide, high)

    @property
    def talk(self) -> Box:
        """Box of the free room between the seats and the buttons below them, or the category."""
        last = self.row(self.seats - 1).bottom
        if self.upright:
            return Box(0, last + _UNDER, self.width, max(0.0, self.banner.top - last - 2 * _UNDER))
        top = last + 14
        return Box(self.side.left, top, self.side.width, max(0.0, self.buttons.top - 8 - top))

    def named(self, name: str) -> Box | None:
        """Return the box of a place that a guide points at, or in which talk is shown; None for an unknown name."""
        first, last = self.row(0), self.row(self.seats - 1)
        wide = self.width if self.upright else first.width
        seats = Box(first.left, first.top, wide, last.bottom - first.top)
        return {"paper": self.paper, "banner": self.banner, "note": self.note, "seats": seats, "talk": self.talk}.get(
            name
        )
