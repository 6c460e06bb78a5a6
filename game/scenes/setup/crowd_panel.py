"""The seats of a game for many: a card for each kind of player, and a map of all seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.core.bot.loading import HUMAN
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box
from game.engine.stage import Tint
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Button, Label, Scrolled, Slider, Style
from game.engine.widgets.parts.grid import Grid
from game.engine.widgets.parts.scroller import BAR_ROOM
from game.engine.widgets.parts.tree import Beside, Column, Fill, Laid, Of, Pad, Part, Row, Worded, may_go
from game.engine.widgets.scrollarea import RING_ROOM
from game.scenes.setup.crowd import (
    counts_of,
    kinds_of,
    mixed,
    person_seat,
    with_count,
    with_person_at,
    with_total,
    without_person_at,
)
from game.scenes.setup.crowd_card import KindCard, KindWords
from game.scenes.setup.crowd_map import SeatMap
from game.scenes.setup.seats import Seating
from game.scenes.staging.kinds import KindMarks

_GAP = 8.0
_LEAST_SLIDER = 150.0
_NAME = 90.0
_COLUMN = 140.0
_THREE_COLUMNS_UP_TO = 115
"""The largest text size, in per cent, at which three columns of cards fit."""


class _Cards(Scrolled):
    """The cards of all kinds, of which a whole row keeps in sight."""

    def __init__(self, style: Style, cards: Grid) -> None:
        super().__init__(style, cards)
        self._cards = cards

    def least_height(self, width: float) -> float:
        return self._cards.row_high(width - 2 * RING_ROOM - BAR_ROOM)


class CrowdPanel(Laid):
    """Cards and map. Calls `on_change` with every new seating; its widgets stay while the seating changes, so that a
    slider can be dragged.
    """

    def __init__(
        self,
        style: Style,
        box: Box | None,
        game: str,
        seating: Seating,
        tints: Sequence[Tint],
        *,
        further: Sequence[str] = (),
        room: bool = False,
        on_change: Callable[[Seating], None],
        on_own: Callable[[], None] | None = None,
        on_friend: Callable[[int], None] | None = None,
        person: str = "",
    ) -> None:
        """`further` are bots of the person's own that may sit here and do not yet; `on_own` asks for another one.

        `on_friend` asks for the name of the person in a seat, who is `person` now. `room`: this is a room on the LAN,
        where the seats of people are the open ones.
        """
        self.seating = seating
        self._on_change = on_change
        words = KindWords(style.texts, game, room=room)
        marks = KindMarks(seating.bots, tints, room=room)
        most = len(seating.seats)
        self.cards = [
            KindCard(style, kind, words, marks, most, partial(self._count, kind)) for kind in kinds_of(seating, further)
        ]
        self.map = SeatMap(style, words, marks, self._take_seat)
        self.map.show(seating)
        self.total = Slider(style, most, seating.counts[0], seating.counts[-1], on_change=self._resize)
        self.total.value_room = style.typeface.measure("00", theme.BODY, Weight.SEMIBOLD)
        columns = 3 if style.typeface.text_size <= _THREE_COLUMNS_UP_TO else 2
        area = _Cards(style, Grid(*self.cards, column=_COLUMN, most=columns, gap=_GAP, tallest=0))
        parts = (
            self._head(style, on_own, on_friend, person),
            Pad(Of(area, grow=1), -RING_ROOM, 0, grow=1),
            may_go(self.map),
        )
        super().__init__(style, Column(*parts, gap=_GAP), box)
        self.show(seating)

    def _head(
        self, style: Style, on_own: Callable[[], None] | None, on_friend: Callable[[int], None] | None, person: str
    ) -> Part:
        """Build the total, the button for the usual mix, and the buttons for own bots and friends."""
        line = style.texts.line
        label = Label(style, line("setup.crowd.players"), weight=Weight.SEMIBOLD, icon="users")
        buttons = [Button(style, line("setup.crowd.mix"), icon="rotate-ccw", on_press=self._mix)]
        if on_own:
            buttons.append(Button(style, line("setup.crowd.add_own"), icon="plus", on_press=on_own))
        if on_friend:
            self.friend = Button(
                style, fitted(style.typeface, person, _NAME, theme.BODY), icon="users", tooltip=line("friends.choose")
            )
            self.friend.on_press = partial(self._ask_friend, on_friend)
            buttons.append(self.friend)
        high = style.typeface.grown(theme.CONTROL_HEIGHT)
        total = Row(label, Of(self.total, wide=_LEAST_SLIDER, high=high, grow=1, least=_LEAST_SLIDER), gap=12, grow=1)
        worded = [Worded(button, rank) for rank, button in enumerate(buttons, 1)]
        return Beside(total, Row(Fill(), *worded, gap=8), gap=6)

    def show(self, seating: Seating) -> None:
        """Show a seating."""
        self.seating = seating
        counts = counts_of(seating)
        for card in self.cards:
            card.show(counts[card.kind], len(seating.seats))
        self.total.value = len(seating.seats)
        self.map.show(seating)

    def _change(self, seating: Seating) -> None:
        self.show(seating)
        self._on_change(seating)

    def _count(self, kind: str, number: int) -> None:
        self._change(with_count(self.seating, kind, number))

    def _resize(self, total: int) -> None:
        self._change(with_total(self.seating, total))

    def _ask_friend(self, on_friend: Callable[[int], None]) -> None:
        """Ask for a friend for the first person's seat, if there is one."""
        seat = person_seat(self.seating)
        if seat is None:
            self.style.play_sound(Sound.REFUSE)
        else:
            on_friend(seat)

    def _mix(self) -> None:
        self._change(mixed(self.seating))

    def _take_seat(self, seat: int) -> None:
        """Seat the person there; pressing the person's own seat makes them a spectator."""
        if self.seating.seats[seat].spec == HUMAN:
            self._change(without_person_at(self.seating, seat))
        else:
            self._change(with_person_at(self.seating, seat))
