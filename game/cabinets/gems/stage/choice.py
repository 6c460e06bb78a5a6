"""Choosing a turn: gems into a tray, a card's small menu, and cards dragged to the board or the shelf."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from game.cabinets.gems import board as b
from game.cabinets.gems.cards import COLOURS, GOLD, LEVELS
from game.cabinets.gems.stage.market import CardKey
from game.cabinets.gems.stage.menus import Menus, stacked
from game.cabinets.gems.stage.places import CONFIRM, USUAL, Table, bank_key, held_key, market_key
from game.cabinets.gems.state import Action, Buy, Draw, Reserve, SeatView, Take, View
from game.engine.input import InputEvent, KeyPressed, PointerReleased
from game.engine.tween import Point
from game.kit.choosing import Chooser, Path
from game.kit.layout import Layout, Spot, boxed

BUY: Final[CardKey] = ("menu", 0, "buy")
RESERVE: Final[CardKey] = ("menu", 0, "reserve")
GROUND: Final[CardKey] = ("menu", 0, "ground")
"""Key of a menu's background, which is not a button."""
_WIDE, _HIGH = 148.0, 40.0
_STONE: Final = (36.0, 30.0)
_FOR_FINGERS: Final = 46.0
"""Height of a menu's entries, and width of its stones, on an upright table."""
_GEMS: Final = {str(colour + 1): bank_key(colour) for colour in range(COLOURS)}
_CARDS: Final = {
    letter: market_key(b.ROW * (LEVELS - 1 - row) + column)
    for row, letters in enumerate(("qwer", "asdf", "zxvb"))
    for column, letter in enumerate(letters)
}


def gold_key(colour: int) -> CardKey:
    """Return the key of the stone in a payment that gold can replace."""
    return "gold", 0, colour


@dataclass
class Offer:
    """What can be done with a card or a deck."""

    buys: list[Buy] = field(default_factory=list)
    """The purchases of the card, one for each possible payment."""
    reserve: Reserve | Draw | None = None

    @property
    def cheapest(self) -> Buy | None:
        """The purchase with the least gold; None if the card cannot be bought."""
        return min(self.buys, key=lambda buy: sum(buy.gold), default=None)

    @property
    def adjustable(self) -> list[int]:
        """The colours in which different amounts of gold can be paid."""
        return [colour for colour in range(COLOURS) if len({buy.gold[colour] for buy in self.buys}) > 1]


class Trading(Menus[CardKey, Action]):
    """Chooses a turn's action.

    Gems are chosen one by one and sent by the tray's button; a card or a deck opens a menu to buy or reserve it.
    """

    def __init__(
        self,
        layout: Layout[CardKey],
        legal: Sequence[Action],
        key_of: Mapping[int, CardKey],
        deck_of: Callable[[int], CardKey],
        why_not: Callable[[Path[CardKey]], str | None],
        own: SeatView,
        table: Table = USUAL,
    ) -> None:
        self._own, self._places = own, table
        takes = {tuple(bank_key(gem) for gem in take.gems): take for take in legal if isinstance(take, Take)}
        self.offers: dict[CardKey, Offer] = {}
        for action in legal:
            match action:
                case Buy(card) if card in key_of:
                    self._offer(key_of[card]).buys.append(action)
                case Reserve(card) if card in key_of:
                    self._offer(key_of[card]).reserve = action
                case Draw(level):
                    self._offer(deck_of(level)).reserve = action
        self.buy: Buy | None = None
        """The purchase, with its payment, that the open menu shows; None for none."""
        super().__init__(layout, dict(takes), CONFIRM, self.offers, why_not)

    def _offer(self, key: CardKey) -> Offer:
        return self.offers.setdefault(key, Offer())

    @property
    def open(self) -> Offer | None:
        """The offer of the open menu; None if no menu is open."""
        return self.offers[self.opened] if self.opened is not None else None

    def handle(self, event: InputEvent) -> Action | None:
        match event:
            case KeyPressed(key, modifiers, repeated=False) if key in (*_GEMS, *_CARDS, "n", "g", "backspace"):
                return self._key(key, shifted="shift" in modifiers)
            case PointerReleased(x, y, 1) if self.dragging:
                return self._drop(x, y)
        return super().handle(event)

    def _key(self, key: str, *, shifted: bool) -> Action | None:
        self.by_keys = True
        if key == "backspace":
            while self.cancel():
                pass
        elif key == "n":
            return self._pick(RESERVE) if self.open and self.open.reserve else None
        elif key == "g":
            slots = [held_key(slot) for slot in range(3) if held_key(slot) in self.offers]
            if slots:
                here = self.chosen[0] if self.open else None
                self.open_menu(slots[(slots.index(here) + 1) % len(slots) if here in slots else 0])
        elif key in _GEMS:
            if self.open:
                self.close_menu()
            for _ in range(2 if shifted else 1):
                self._pick(_GEMS[key])
            self.focus = CONFIRM if self.pending is not None else _GEMS[key]
        else:
            self.focus = _CARDS[key]
            if self.opened != _CARDS[key]:
                self._pick(_CARDS[key])
        return None

    def _drop(self, x: float, y: float) -> Action | None:
        """Drop a dragged card: buy it on the board, reserve it on the shelf."""
        offer, self.pressed = self.open, None
        zone = self._places.drop_zone(x, y)
        action: Action | None = None
        if offer and zone == "buy":
            action = self.buy
        elif offer and zone == "reserve":
            action = offer.reserve
        if zone and action is None:
            self.refused = self._why_not((*self.chosen, BUY if zone == "buy" else RESERVE))
        if zone:
            self.close_menu()
        return action

    def press_entry(self, entry: CardKey) -> Action | None:
        assert self.open is not None
        if entry[0] == "gold":
            self._lay_gold(self.open, entry[2])
            return None
        return self.buy if entry == BUY else self.open.reserve

    def _lay_gold(self, offer: Offer, colour: int) -> None:
        """Replace one more token of a colour by gold; after the most possible, go back to the least."""
        assert self.buy is not None
        now = self.buy.gold
        same = [buy for buy in offer.buys if all(buy.gold[c] == now[c] for c in range(COLOURS) if c != colour)]
        more = [buy for buy in same if buy.gold[colour] > now[colour]]
        self.buy = min(more or same, key=lambda buy: buy.gold[colour])

    def open_menu(self, spot: CardKey) -> None:
        self.buy = self.offers[spot].cheapest
        super().open_menu(spot)

    def menu(self, spot: CardKey) -> tuple[Mapping[CardKey, Spot], Mapping[CardKey, Spot]]:
        offer, rows = self.offers[spot], list[list[tuple[CardKey, float, float]]]()
        upright = self._places.upright
        high, side = (_FOR_FINGERS, (_FOR_FINGERS, _FOR_FINGERS)) if upright else (_HIGH, _STONE)
        stones = [gold_key(colour) for colour, need in enumerate(self._needs(offer)) if need]
        if offer.buys:
            rows.append([(BUY, _WIDE, high)])
        if stones:
            rows.append([(stone, *side) for stone in stones])
        if offer.reserve:
            rows.append([(RESERVE, _WIDE, high)])
        box, spots = stacked(self.layout.spots[spot].middle, rows, self._places.whole)
        fixed = set(stones) - {gold_key(colour) for colour in offer.adjustable}
        entries = {key: spot for key, spot in spots.items() if key not in fixed}
        return {GROUND: boxed(box), **{key: spots[key] for key in stones if key in fixed}}, entries

    def _needs(self, offer: Offer) -> Sequence[int]:
        return self._own.needs(offer.buys[0].card) if offer.buys else ()

    @property
    def payment(self) -> Sequence[tuple[int, int, int]]:
        """The colours that the open menu's purchase costs, with the tokens and the gold paid for each."""
        if self.buy is None:
            return ()
        paid = zip(range(COLOURS), self._own.needs(self.buy.card), self.buy.gold, strict=True)
        return [(colour, need - gold, gold) for colour, need, gold in paid if need]

    def begin(self, pointer: Point, by_keys: bool, before: Chooser[CardKey, Action] | None = None) -> None:
        super().begin(pointer, by_keys, before)
        if self.open:
            kept = before.buy if isinstance(before, Trading) else None
            self.buy = kept if kept in self.open.buys else self.open.cheapest

    def advise(self, action: Action) -> None:
        self.by_keys, self.pressed = True, None
        for spot, offer in self.offers.items():
            if action in offer.buys or action == offer.reserve:
                self.open_menu(spot)
                self.focus = RESERVE
                if isinstance(action, Buy):
                    self.buy, self.focus = action, BUY
                return
        self.close_menu()
        super().advise(action)


def why_no_gem(view: View, gems: Sequence[int]) -> str | None:
    """Return the text key of why the last of these gems cannot be taken with the others; None if it can."""
    gem = gems[-1]
    if gem == GOLD:
        return "gems.stage.why.gold"
    if view.phase != "act":
        return None
    if not view.bank[gem]:
        return "gems.refuse.none_left"
    if gems.count(gem) == 2 and view.bank[gem] < 4:
        return "gems.refuse.needs_four"
    return "gems.refuse.not_different" if len(gems) <= 3 else None
