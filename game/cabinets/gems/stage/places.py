"""Places on the table: nobles above, the market with its decks, the bank, and a seat's board.

With the log and the chart open, the board is at the foot; if they are folded away, it is at the right, and the market
gets the full height.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import GEMS, LEVELS
from game.cabinets.gems.stage.market import RATIO, CardKey, Market
from game.cabinets.gems.stage.stones.piles import tray_button
from game.engine.canvas import Box
from game.kit.layout import Layout, Spot, Together, boxed, round_shape, slots


class Table(NamedTuple):
    """The boxes of the table's parts, in logical pixels of the stage."""

    width: float
    nobles: Box
    market: Box
    bank: Box
    bank_columns: int
    tray: Box
    board: Box
    """Box of the shown seat's board, with its tokens and cards by colour."""
    shelf: Box
    """Box of the shown seat's reserved cards."""

    @property
    def whole(self) -> Box:
        """Box of the whole table."""
        return Box(0, 0, self.width, HEIGHT)

    def column(self, colour: int) -> Box:
        """Return the box of a colour's column on the board."""
        wide = self.board.width / GEMS
        return Box(self.board.left + colour * wide, self.board.top + 30, wide, self.board.height - 30)

    def drop_zone(self, x: float, y: float) -> str | None:
        """Return what dropping a card at a point means: "buy", "reserve" or None."""
        if self.board.collidepoint(x, y):
            return "buy"
        return "reserve" if self.shelf.collidepoint(x, y) else None


HEIGHT: Final = 624.0
USUAL: Final = Table(
    width=624,
    nobles=Box(0, 0, 624, 72),
    market=Box(0, 80, 436, 352),
    bank=Box(448, 80, 176, 246),
    bank_columns=2,
    tray=Box(448, 334, 176, 98),
    board=Box(0, 440, 354, 184),
    shelf=Box(362, 440, 262, 184),
)
WIDE: Final = Table(
    width=900,
    nobles=Box(0, 0, 632, 96),
    market=Box(0, 104, 632, 520),
    bank=Box(644, 0, 256, 186),
    bank_columns=3,
    tray=Box(644, 194, 256, 86),
    board=Box(644, 288, 256, 180),
    shelf=Box(644, 476, 256, 148),
)
"""The table while log and chart are folded away, with cards half as large again."""
CONFIRM: Final[CardKey] = ("button", 0, "confirm")
PILE: Final = 62.0
_HEAD: Final = 32.0
"""Height of the line above the reserved cards, in logical pixels."""
_HELD_WIDTH: Final = 76.0


def market_key(place: int) -> CardKey:
    """Return the key of a market place, given its index in the view; level 3 is the top row."""
    return "market", LEVELS - 1 - place // b.ROW, place % b.ROW


def deck_key(level: int) -> CardKey:
    return "deck", LEVELS - level, 0


def bank_key(colour: int) -> CardKey:
    return "bank", 0, colour


def own_key(colour: int) -> CardKey:
    """Return the key of a colour's tokens on the shown seat's board."""
    return "own", 0, colour


def held_key(slot: int) -> CardKey:
    return "hand", 0, slot


def noble_key(noble: int) -> CardKey:
    return "noble", 0, noble


@lru_cache(maxsize=8)
def places(nobles: tuple[int, ...], wide: bool = False) -> Layout[CardKey]:
    """Return the layout of all spots for a match with these nobles; `wide` if log and chart are folded away."""
    table = WIDE if wide else USUAL
    row, shelf = table.nobles, table.shelf
    market = Market([[None] * b.ROW] * LEVELS, [0] * LEVELS).layout(table.market, 8)
    bank = slots([bank_key(colour) for colour in range(GEMS)], table.bank_columns, table.bank, 4)
    own = Layout({own_key(colour): boxed(_token_box(table.column(colour))) for colour in range(GEMS)})
    gap = (shelf.width - 3 * _HELD_WIDTH) / 4
    high = _HELD_WIDTH * RATIO
    top = shelf.bottom - min(gap, (shelf.height - _HEAD - high) / 2) - high
    held = {
        held_key(slot): boxed(Box(shelf.left + gap + slot * (_HELD_WIDTH + gap), top, _HELD_WIDTH, high))
        for slot in range(b.MOST_RESERVED)
    }
    side = min(row.height, (row.width + 6) / max(1, len(nobles)) - 6)
    left = (row.width - len(nobles) * (side + 6) + 6) / 2
    tiles = {
        noble_key(noble): boxed(Box(left + number * (side + 6), row.top, side, side))
        for number, noble in enumerate(nobles)
    }
    button = Layout[CardKey]({CONFIRM: Spot(*tray_button(table.tray), round_shape(24))})
    return Together[CardKey](market, bank, own, Layout(held), Layout(tiles), button)


def _token_box(column: Box) -> Box:
    return Box(column.left + 1, column.bottom - 88, column.width - 2, 84)
