"""All cards of a stage as one: which knob lies under the pointer, and how keys move the focus from knob to knob."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.rails.stage.cards.knobs import Card, Hover, Knob
from game.engine.canvas import Canvas


class Cards:
    """All cards of a stage, in drawing order: the last one is on top."""

    def __init__(self, cards: Sequence[Card], hover: Hover, beside: Sequence[tuple[Card, Card]] = ()) -> None:
        """Take the cards, the place of pointer and keys, and pairs of cards between which the key focus may move."""
        self.cards = cards
        self.hover = hover
        self.keyed: Card | None = None
        """The card whose knobs have the key focus; None while keys move the cursor on the map."""
        self._beside = beside

    def covers(self, x: float, y: float) -> bool:
        """Return whether a point of the window lies on any card."""
        return any(card.covers(x, y) for card in self.cards)

    def knob_at(self, x: float, y: float) -> Knob | None:
        """Return the enabled knob under a point of the window, or None."""
        for card in reversed(self.cards):
            if card.covers(x, y):
                return next((knob for knob in card.knobs() if knob.enabled and knob.box.collidepoint(x, y)), None)
        return None

    def knob(self, name: str) -> Knob | None:
        """Return the knob of this name among the visible cards, or None."""
        return next((knob for card in self.cards if card.visible for knob in card.knobs() if knob.name == name), None)

    def press(self, x: float, y: float) -> bool:
        """Press the knob under a point, if there is one. Return whether the point lies on a card at all."""
        knob = self.knob_at(x, y)
        if knob:
            knob.press()
        return self.covers(x, y)

    def enter(self, card: Card) -> None:
        """Give the key focus to the first knob of a card."""
        self.keyed, self.hover.by_keys = card, True
        self._focus(card, "", 1)

    def leave(self) -> None:
        """Take the key focus off the cards, so that keys move the cursor on the map again."""
        self.keyed = None

    def settle(self) -> None:
        """Take the key focus off a card that is no longer visible, and move it on from a knob that no longer exists."""
        if self.keyed is not None and not self.keyed.visible:
            self.keyed = None
        if self.keyed is not None and self._led() is None:
            self._focus(self.keyed, "", 1)

    def step(self, steps: int) -> None:
        """Move the key focus along its card, and past the first or last knob to the neighbouring card."""
        card = self.keyed
        if card is None:
            return
        names = _names(card)
        beside = next((two[two[0] is card] for two in self._beside if card in two), None)
        if beside is not None and beside.visible and names and self.hover.focus == names[-1 if steps > 0 else 0]:
            self.keyed = card = beside
            self.hover.focus = ""
        self._focus(card, self.hover.focus, steps)

    def _focus(self, card: Card, before: str, steps: int) -> None:
        names = _names(card)
        place = names.index(before) if before in names else -1 if steps > 0 else 0
        self.hover.focus = names[(place + steps) % len(names)] if names else ""

    def _led(self) -> Knob | None:
        knobs = self.keyed.knobs() if self.keyed else ()
        return next((knob for knob in knobs if knob.enabled and knob.name == self.hover.focus), None)

    def confirm(self) -> None:
        """Press the knob that has the key focus."""
        knob = self._led()
        if knob:
            knob.press()

    def draw(self, canvas: Canvas) -> None:
        """Draw all visible cards, and the tip of the knob under the pointer or in the key focus."""
        for card in self.cards:
            if card.visible:
                card.draw(canvas, self.hover)


def _names(card: Card) -> list[str]:
    return [knob.name for knob in card.knobs() if knob.enabled]
