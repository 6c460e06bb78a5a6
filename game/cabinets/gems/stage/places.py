"""Where things lie on the table: nobles above, the market and its decks, the bank, a seat's board at the foot."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import GEMS, LEVELS
from game.cabinets.gems.stage.market import RATIO, CardKey, Market
from game.cabinets.gems.stage.stones.piles import tray_button
from game.engine.canvas import Box
from game.kit.layout import Layout, Spot, Together, boxed, round_shape, slots

SIDE: Final = 624.0
NOBLES: Final = Box(0, 0, SIDE, 72)
MARKET: Final = Box(0, 80, 436, 352)
BANK: Final = Box(448, 80, 176, 246)
TRAY: Final = Box(448, 334, 176, 98)
BOARD: Final = Box(0, 440, 354, 184)
"""What the seat at the foot has: tokens and cards by colour."""
SHELF: Final = Box(362, 440, 262, 184)
"""Its reserved cards."""
CONFIRM: Final[CardKey] = ("button", 0, "confirm")
PILE: Final = 62.0
_HELD_WIDTH: Final = 76.0
_COLUMN: Final = 59.0


def market_key(place: int) -> CardKey:
    """The spot of a place of the market: level 3 lies on top."""
    return "market", LEVELS - 1 - place // b.ROW, place % b.ROW


def deck_key(level: int) -> CardKey:
    return "deck", LEVELS - level, 0


def bank_key(colour: int) -> CardKey:
    return "bank", 0, colour


def own_key(colour: int) -> CardKey:
    """The tokens of the seat at the foot."""
    return "own", 0, colour


def held_key(slot: int) -> CardKey:
    return "hand", 0, slot


def noble_key(noble: int) -> CardKey:
    return "noble", 0, noble


def column(colour: int) -> Box:
    """The part of the board at the foot that belongs to a colour."""
    return Box(BOARD.left + colour * _COLUMN, BOARD.top + 30, _COLUMN, BOARD.height - 30)


@lru_cache(maxsize=8)
def places(nobles: tuple[int, ...]) -> Layout[CardKey]:
    """All spots, for a match with these nobles."""
    market = Market([[None] * b.ROW] * LEVELS, [0] * LEVELS).layout(MARKET, 8)
    bank = slots([bank_key(colour) for colour in range(GEMS)], 2, BANK, 4)
    own = Layout({own_key(colour): boxed(_token_box(colour)) for colour in range(GEMS)})
    gap = (SHELF.width - 3 * _HELD_WIDTH) / 4
    high = _HELD_WIDTH * RATIO
    held = {
        held_key(slot): boxed(
            Box(SHELF.left + gap + slot * (_HELD_WIDTH + gap), SHELF.bottom - gap - high, _HELD_WIDTH, high)
        )
        for slot in range(b.MOST_RESERVED)
    }
    wide = min(NOBLES.height, (NOBLES.width + 6) / max(1, len(nobles)) - 6)
    left = (NOBLES.width - len(nobles) * (wide + 6) + 6) / 2
    tiles = {
        noble_key(noble): boxed(Box(left + number * (wide + 6), NOBLES.top, wide, wide))
        for number, noble in enumerate(nobles)
    }
    button = Layout[CardKey]({CONFIRM: Spot(*tray_button(TRAY), round_shape(24))})
    return Together[CardKey](market, bank, own, Layout(held), Layout(tiles), button)


def _token_box(colour: int) -> Box:
    box = column(colour)
    return Box(box.left + 1, box.bottom - 88, box.width - 2, 84)


def drop_zone(x: float, y: float) -> str | None:
    """What letting go of a card there means."""
    if BOARD.collidepoint(x, y):
        return "buy"
    return "reserve" if SHELF.collidepoint(x, y) else None
