"""All cards of a stage: finds the one under the pointer, and moves the focus of keys along them."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.rails.stage.cards.knobs import Card, Hover, Knob
from game.engine.canvas import Canvas


class Cards:
    """All cards of a stage, the last on top."""

    def __init__(self, cards: Sequence[Card], hover: Hover, beside: Sequence[tuple[Card, Card]] = ()) -> None:
        """`hover`: where pointer and keys are on them; `beside`: pairs of cards between which keys lead on."""
        self.cards = cards
        self.hover = hover
        self.keyed: Card | None = None
        """The card whose knobs keys move along; None while keys move the cursor on the map."""
        self._beside = beside

    def covers(self, x: float, y: float) -> bool:
        """Whether a point lies on a card."""
        return any(card.covers(x, y) for card in self.cards)

    def knob_at(self, x: float, y: float) -> Knob | None:
        """The knob under a point that may be pressed."""
        for card in reversed(self.cards):
            if card.covers(x, y):
                return next((knob for knob in card.knobs() if knob.enabled and knob.box.collidepoint(x, y)), None)
        return None

    def knob(self, name: str) -> Knob | None:
        """The knob with a name, if it is there."""
        return next((knob for card in self.cards if card.visible for knob in card.knobs() if knob.name == name), None)

    def press(self, x: float, y: float) -> bool:
        """Press what lies under a point. Returns whether a card lies there."""
        knob = self.knob_at(x, y)
        if knob:
            knob.press()
        return self.covers(x, y)

    def enter(self, card: Card) -> None:
        """Move the focus of keys to a card's first knob."""
        self.keyed, self.hover.by_keys = card, True
        self._focus(card, "", 1)

    def leave(self) -> None:
        """Let keys move the cursor on the map again."""
        self.keyed = None

    def settle(self) -> None:
        """Take the focus off cards and knobs that are gone."""
        if self.keyed is not None and not self.keyed.visible:
            self.keyed = None
        if self.keyed is not None and self._led() is None:
            self._focus(self.keyed, "", 1)

    def step(self, steps: int) -> None:
        """Move the focus along the card, and beyond its ends to the card beside it."""
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
        """Press the knob in focus."""
        knob = self._led()
        if knob:
            knob.press()

    def draw(self, canvas: Canvas) -> None:
        """Draw all visible cards, and the tip of the knob that is pointed at."""
        for card in self.cards:
            if card.visible:
                card.draw(canvas, self.hover)


def _names(card: Card) -> list[str]:
    return [knob.name for knob in card.knobs() if knob.enabled]
