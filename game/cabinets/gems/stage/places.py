"""Places on the table: nobles above, the market with its decks, the bank, and a seat's board.

With the log and the chart open, the board is at the foot; if they are folded away, it is at the right, and the market
gets the full height. On an upright table everything is in one column: the bank and the board are below the market.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import GEMS, LEVELS
from game.cabinets.gems.stage.market import RATIO, CardKey, Market
from game.cabinets.gems.stage.stones.piles import low_tray_button, tray_button
from game.engine.canvas import Box
from game.kit.layout import Layout, Spot, Together, boxed, round_shape, slots

HEIGHT: Final = 624.0


class Upright(NamedTuple):
    """The room of an upright table."""

    width: float
    height: float
    played: bool = True
    """Whether somebody plays here. A low table that is only watched has no board: panels tell what would be on it."""


Shape: TypeAlias = Literal["usual", "wide"] | Upright
"""Which table it is: the usual one, the one without log and chart, or an upright one."""


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
    height: float = HEIGHT
    upright: bool = False
    boarded: bool = True
    """Whether a board of one seat is shown."""

    @property
    def whole(self) -> Box:
        """Box of the whole table."""
        return Box(0, 0, self.width, self.height)

    @property
    def pile(self) -> float:
        """Width of a pile of the bank."""
        return 44.0 if self.upright else PILE * 0.86

    def column(self, colour: int) -> Box:
        """Return the box of a colour's column on the board."""
        wide, head = self.board.width / GEMS, 24 if self.upright else 30
        return Box(self.board.left + colour * wide, self.board.top + head, wide, self.board.height - head)

    def drop_zone(self, x: float, y: float) -> str | None:
        """Return what dropping a card at a point means: "buy", "reserve" or None."""
        if self.board.collidepoint(x, y):
            return "buy"
        return "reserve" if self.shelf.collidepoint(x, y) else None


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
_DECKS: Final = 54.0
"""Width of the room for decks beside an upright market."""
_TRAY: Final = 72.0
_SHELF: Final = 132.0
_GAP: Final = 6.0
"""Room between two parts of an upright table, and between two rows of its market."""
_NOBLES, _BANK, _BOARD = 44.0, 58.0, 94.0
"""The least heights of an upright table's parts."""
_MARKET: Final = LEVELS * 82 * RATIO + (LEVELS - 1) * _GAP
"""The greatest height of an upright market: its cards are at most 82 wide."""


LEAST_WATCHED: Final = 480.0
"""The height up to which an upright table that is only watched has no board."""


def upright_table(room: Upright) -> Table:
    """Return the table in one column: what there is too much of goes to the cards, then to nobles and board."""
    width, height, played = room
    boarded = played or height > LEAST_WATCHED
    least = _NOBLES + _GAP + _GAP + _BANK + (_GAP + _BOARD if boarded else 0.0)
    market = min(_MARKET, height - least)
    spare = (height - least - market) / 3
    nobles, board = _NOBLES + min(16, spare), _BOARD + min(30, spare) if boarded else 0.0
    top, foot = nobles + _GAP, height - board
    below = top + market + _GAP
    bank = foot - below - (_GAP if boarded else 0.0)
    return Table(
        width=width,
        nobles=Box(0, 0, width, nobles),
        market=Box(0, top, width, market),
        bank=Box(0, below, width - _TRAY, bank),
        bank_columns=GEMS,
        tray=Box(width - _TRAY, below, _TRAY, bank),
        board=Box(0, foot, width - _SHELF - 4, board),
        shelf=Box(width - _SHELF, foot, _SHELF, board),
        height=height,
        upright=True,
        boarded=boarded,
    )


def table_of(shape: Shape) -> Table:
    """Return the table of a shape."""
    if isinstance(shape, Upright):
        return upright_table(shape)
    return WIDE if shape == "wide" else USUAL


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
def places(nobles: tuple[int, ...], shape: Shape = "usual") -> Layout[CardKey]:
    """Return the layout of all spots for a match with these nobles."""
    table = table_of(shape)
    row, shelf = table.nobles, table.shelf
    if table.upright:
        market = _upright_market(table.market)
    else:
        market = Market([[None] * b.ROW] * LEVELS, [0] * LEVELS).layout(table.market, 8)
    bank = slots([bank_key(colour) for colour in range(GEMS)], table.bank_columns, table.bank, 4)
    tokens = 42.0 if table.upright else 88.0
    own = Layout({own_key(colour): boxed(_token_box(table.column(colour), tokens)) for colour in range(GEMS)})
    wide = 38.0 if table.upright else _HELD_WIDTH
    gap = (shelf.width - 3 * wide) / 4
    high = wide * RATIO
    top = shelf.bottom - min(gap, (shelf.height - _HEAD - high) / 2) - high
    held = {
        held_key(slot): boxed(Box(shelf.left + gap + slot * (wide + gap), top, wide, high))
        for slot in range(b.MOST_RESERVED)
    }
    side = min(row.height, (row.width + 6) / max(1, len(nobles)) - 6)
    left = (row.width - len(nobles) * (side + 6) + 6) / 2
    tiles = {
        noble_key(noble): boxed(Box(left + number * (side + 6), row.top, side, side))
        for number, noble in enumerate(nobles)
    }
    at = low_tray_button(table.tray) if table.upright else tray_button(table.tray)
    button = Layout[CardKey]({CONFIRM: Spot(*at, round_shape(24))})
    return Together[CardKey](market, bank, own, Layout(held), Layout(tiles), button)


def _upright_market(box: Box) -> Layout[CardKey]:
    """Return rows of four cards as large as fit, with small decks beside them."""
    high = (box.height - _GAP * (LEVELS - 1)) / LEVELS
    step = (box.width - _DECKS) / b.ROW
    wide = min(step - 6, high / RATIO)
    deck = min(44.0, wide)
    spots: dict[CardKey, Spot] = {}
    for row in range(LEVELS):
        y = box.top + row * (high + _GAP) + high / 2
        spots["deck", row, 0] = boxed(Box(box.left + 3, y - deck * RATIO / 2, deck, deck * RATIO))
        for column in range(b.ROW):
            x = box.left + _DECKS + (column + 0.5) * step
            spots["market", row, column] = boxed(Box(x - wide / 2, y - wide * RATIO / 2, wide, wide * RATIO))
    return Layout(spots)


def _token_box(column: Box, high: float) -> Box:
    return Box(column.left + 1, column.bottom - high, column.width - 2, high - 4)
