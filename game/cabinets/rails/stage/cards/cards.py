"""All cards of a stage as one: which knob lies under the pointer, and how keys move the focus from knob to knob."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.rails.stage.cards.knobs import Card, Knob
from game.engine.canvas import Canvas
from game.engine.input import AWAY, PointerMoved
from game.engine.stage import Surroundings
from game.engine.widgets import Container, Group
from game.kit.widgets import StageWidgets


class Cards(StageWidgets):
    """All cards of a stage, in drawing order: the last one is on top."""

    def __init__(self, given: Surroundings, cards: Sequence[Card], chain: tuple[Card, Card]) -> None:
        """Take the cards, and two of them along which the key focus moves as along one."""
        super().__init__(given, cards)
        self.cards = cards
        self.keyed: Card | None = None
        """The card whose knobs have the key focus; None while keys move the cursor on the map."""
        self._chain = chain
        self._by_keys = False

    @property
    def by_keys(self) -> bool:
        """Whether keys were used last, so that nothing lies under the pointer."""
        return self._by_keys

    @by_keys.setter
    def by_keys(self, by_keys: bool) -> None:
        self._by_keys = by_keys
        self._point()

    def point(self, x: float, y: float) -> bool:
        """Move the pointer, and take the focus from the keys unless it left. Return whether it lies on any card."""
        self._pointer = x, y
        if x > AWAY / 2:
            self._by_keys = False
            self.leave()
        return self._point()

    def _point(self) -> bool:
        return Group.handle(self, PointerMoved(AWAY, AWAY) if self._by_keys else PointerMoved(*self._pointer))

    @property
    def knobs(self) -> list[Knob]:
        """The knobs of all visible cards."""
        return [widget for widget in self.walk() if isinstance(widget, Knob)]

    def knob(self, name: str) -> Knob | None:
        """Return the knob of this name among the visible cards, or None."""
        return next((knob for knob in self.knobs if knob.name == name), None)

    @property
    def led(self) -> Knob | None:
        """The enabled knob under the pointer or in the key focus, or None."""
        return next((knob for knob in self.knobs if knob.enabled and (knob.hovered or knob.focused)), None)

    def enter(self, card: Card, name: str = "") -> None:
        """Give the key focus to a card: to the knob of this name, or to its first one."""
        self.leave()
        self.keyed, self.by_keys = card, True
        self.settle(name)

    def leave(self) -> None:
        """Take the key focus off the cards, so that keys move the cursor on the map again."""
        self.keyed = None
        self.focus(None)

    def settle(self, name: str = "") -> None:
        """Pass pointer and key focus on to the knobs of cards laid out anew, the focus to one of this name.

        A lit knob that cannot be pressed for a while gets the focus back after it.
        """
        self._point()
        if self.keyed is None or not self.keyed.visible:
            self.leave()
            return
        before, order = self.focused_widget, self._order()
        if isinstance(before, Knob):
            name = before.name
            if any(knob.name == name and knob.lit and not knob.enabled for knob in self.keyed.knobs):
                return
        first = next((knob for knob in order if knob in self.keyed.widgets), None)
        self.focus(next((knob for knob in order if knob.name == name), first))

    def _order(self) -> list[Knob]:
        """Return the knobs that keys move along."""
        cards = self._chain if self.keyed in self._chain else (self.keyed,)
        return [knob for card in cards if card and card.visible for knob in card.knobs if knob.enabled]

    def step(self, steps: int) -> None:
        """Move the key focus along its card, and past the first or last knob to the neighbouring card."""
        order = self._order()
        if order:
            place = order.index(self.focused_widget) if self.focused_widget in order else -1 if steps > 0 else 0
            led = order[(place + steps) % len(order)]
            self.keyed = next(card for card in self.cards if led in card.widgets)
            self.focus(led)

    def confirm(self) -> None:
        """Press the knob that has the key focus."""
        if isinstance(self.focused_widget, Knob) and self.focused_widget in self._order():
            self.focused_widget.press()

    def draw(self, canvas: Canvas) -> None:
        Container.draw(self, canvas)
