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
from game.engine.widgets import Button, Container, Label, ScrollArea, Slider, Style, line_up
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
_THREE_COLUMNS_UP_TO = 115
"""The largest text size, in per cent, at which three columns of cards fit."""


class CrowdPanel(Container):
    """Cards and map. Calls `on_change` with every new seating; its widgets stay while the seating changes, so that a
    slider can be dragged.
    """

    def __init__(
        self,
        style: Style,
        box: Box,
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
        super().__init__(style, box)
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
        head = self._build_head(on_own, on_friend, person)
        map_high = self.map.natural_height(box.width)
        self.map.box = Box(box.left, box.bottom - map_high, box.width, map_high)
        top = head + 8
        area = ScrollArea(
            style,
            Box(box.left - RING_ROOM, top, box.width + 2 * RING_ROOM, self.map.box.top - 8 - top),
        )
        if self._lay_cards(area) > area.box.height:
            self.map.visible = False
            area.box.height = box.bottom - top
            self._lay_cards(area)
        self.widgets = [*self.widgets, area, self.map]
        self.show(seating)

    def _build_head(
        self, on_own: Callable[[], None] | None, on_friend: Callable[[int], None] | None, person: str
    ) -> float:
        """Build the total, the button for the usual mix, and the buttons for own bots and friends; return their lower
        edge.
        """
        style, line, box = self.style, self.style.texts.line, self.box
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
        label.box = Box(box.left, box.top, label.natural_width(), high)
        beside = sum(button.natural_width() + 8 for button in buttons)
        room = box.right - label.box.right - 12
        in_line = room - beside >= _LEAST_SLIDER
        self.total.box = Box(label.box.right + 12, box.top, room - (beside + 8 if in_line else 0), high)
        top = box.top if in_line else box.top + high + 6
        line_up(Box(box.left, top, box.width, high), buttons, 8, "right")
        self.widgets = [label, self.total, *buttons]
        return top + high

    def _lay_cards(self, area: ScrollArea) -> float:
        """Lay the cards out in columns; return the height of one."""
        columns = 3 if self.style.typeface.text_size <= _THREE_COLUMNS_UP_TO else 2
        inside = area.inside
        wide = (inside.width - (columns - 1) * _GAP) / columns
        high = max(card.natural_height(wide) for card in self.cards)
        for number, card in enumerate(self.cards):
            x = inside.left + number % columns * (wide + _GAP)
            card.lay_out(Box(x, inside.top + number // columns * (high + _GAP), wide, high))
        area.widgets = list(self.cards)
        area.laid_out(-(-len(self.cards) // columns) * (high + _GAP) - _GAP)
        return high

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
