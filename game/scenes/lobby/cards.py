"""The lobby's cards: one for each match, kept while the match exists, and one that opens a room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from game.cabinets.listed import CABINETS
from game.cabinets.stages import PRESENTATIONS
from game.core.errors import SpokenError
from game.engine.canvas import Box
from game.engine.scene import Context
from game.engine.stage import Tint
from game.engine.widgets import ScrollArea, Widget
from game.engine.widgets.parts.style import Style
from game.engine.widgets.scrollarea import RING_ROOM
from game.scenes.lobby.card import MatchCard, OpenCard, facts_of
from game.scenes.staging.preview import Preview, stage_preview
from net.discovery.discovery import Found

GAP = 20.0
AIR = 16.0
"""Margin around the cards, for shadows and the focused card's light."""
_LEAST = 240.0
"""The least width of a card beside another."""


class MatchPreviews:
    """Boards of the cards, by game and number of seats, and the cards' places; both are kept when the page is built
    again.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._made: dict[tuple[str, int], Preview | None] = {}
        self.places: list[str] = []
        """The host of the card in each place; empty where a match has vanished and no other has taken its place."""

    def of(self, game: str, seats: int) -> Preview | None:
        """Return the preview of a match; None for a game that is not installed or cannot begin."""
        cabinet = CABINETS.get(game)
        if cabinet is None:
            return None
        count = max((n for n in cabinet.info.seats if n <= seats), default=cabinet.info.seats[0])
        if (game, count) not in self._made:
            self._made[game, count] = None
            with suppress(SpokenError):
                self._made[game, count] = stage_preview(self._context, cabinet, count)
        return self._made[game, count]


class CardArea(ScrollArea):
    def __init__(
        self,
        style: Style,
        tints: Sequence[Tint],
        previews: MatchPreviews,
        on_press: Callable[[str], None],
        on_open: Callable[[], None],
    ) -> None:
        """`on_press` is called with the id of the host whose card was pressed. The box includes AIR on every side."""
        super().__init__(style)
        self.open_card = OpenCard(style, Box(0, 0, 0, 0), on_open)
        self._tints = tints
        self._previews = previews
        self._on_press = on_press
        self._cards: dict[str, MatchCard] = {}
        self._pictured: dict[str, tuple[str, int]] = {}
        """Game and number of seats of each card's picture, by the host's id."""

    def show(
        self,
        matches: Sequence[Found],
        chosen: str,
        here: Callable[[Found], bool],
        seated: Callable[[Found], bool],
    ) -> None:
        """Show a card for each match. `chosen` is the chosen host's id; `here`: whether this person is in the match;
        `seated`: whether they had a seat.
        """
        cards: dict[str, MatchCard] = {}
        for found in matches:
            host = found.offer.host_id
            facts = facts_of(self.style, found, here(found), seated(found))
            card, pictured = self._cards.get(host), (found.offer.game, found.offer.seats)
            if card is None or self._pictured.get(host) != pictured:
                preview = partial(self._previews.of, found.offer.game, found.offer.seats)
                press = partial(self._on_press, host)
                shown = PRESENTATIONS.get(found.offer.game)
                whole = shown is not None and shown.whole
                card = MatchCard(self.style, Box(0, 0, 0, 0), facts, self._tints, preview, press, whole=whole)
            card.show(facts, host == chosen)
            cards[host] = card
        self._cards = cards
        self._pictured = {found.offer.host_id: (found.offer.game, found.offer.seats) for found in matches}
        self._give_places()
        self.lay(self.box)

    def _give_places(self) -> None:
        """Keep each card in its place when others vanish, so that nobody presses another card than they meant."""
        places = [host if host in self._cards else "" for host in self._previews.places]
        for host in self._cards:
            if host not in places:
                free = places.index("") if "" in places else len(places)
                places[free : free + 1] = [host]
        while places and not places[-1]:
            places.pop()
        self._previews.places[:] = places

    def lay(self, box: Box) -> None:
        """Lay the cards out in as many columns as fit."""
        self.box, offset = box, self.scroller.offset
        width = box.width - 2 * AIR
        columns = max(1, int((width + GAP) // (_LEAST + GAP)))
        wide, high = (width - (columns - 1) * GAP) / columns, MatchCard.height(self.style)
        laid = {number: self._cards[host] for number, host in enumerate(self._previews.places) if host}
        spots: dict[int, Widget] = {**laid, len(self._previews.places): self.open_card}
        for number, widget in spots.items():
            x = box.left + AIR + number % columns * (wide + GAP)
            y = box.top + AIR + number // columns * (high + GAP)
            widget.box = Box(x, y, wide, high)
        if not self._cards:
            high = box.height - 2 * AIR
            self.open_card.box = Box(box.left + AIR, box.top + AIR, width, high)
        self.widgets = list(spots.values())
        rows = -(-(len(self._previews.places) + 1) // columns)
        self.laid_out(rows * (high + GAP) - GAP + 2 * (AIR - RING_ROOM))
        self.scroller.scroll_to(offset)
