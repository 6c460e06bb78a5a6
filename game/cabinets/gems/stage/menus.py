"""Choosers of several spots in any order, and of spots that open a small menu."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from game.engine.canvas import Box
from game.engine.tween import Point
from game.kit.choosing import ActionT, Chooser, Path, nothing
from game.kit.layout import Key, Layout, Spot, Together, boxed

GAP: Final = 6.0
"""Gap between the entries of a menu, in logical pixels."""
_ASIDE: Final = 44.0
"""Distance of a menu from the middle of its spot, in logical pixels."""


class Composed(Chooser[Key, ActionT]):
    """Chooses several spots in any order and sends them by a button: three stones, or cards to give away.

    `combinations` are all sets that can be sent; a spot may occur in one more than once. Pressing a spot that cannot be
    added again removes it. The button is a spot of the layout that can be chosen once the chosen set can be sent; the
    key focus moves to it when nothing more can be added.
    """

    def __init__(
        self,
        layout: Layout[Key],
        combinations: Mapping[Path[Key], ActionT],
        button: Key,
        why_not: Callable[[Path[Key]], str | None] = nothing,
    ) -> None:
        super().__init__(layout, combinations, why_not)
        self.button = button
        self._bags = [Counter(path) for path in combinations]
        self._actions = {_bag(path): action for path, action in combinations.items()}

    @property
    def targets(self) -> tuple[Key, ...]:
        chosen = Counter(self.chosen)
        fitting = [bag for bag in self._bags if chosen <= bag]
        more = dict.fromkeys(key for bag in fitting for key in bag if bag[key] > chosen[key])
        return (*more, self.button) if self.pending is not None else tuple(more)

    @property
    def pending(self) -> ActionT | None:
        return self._actions.get(_bag(self.chosen))

    @property
    def stops(self) -> tuple[Key, ...]:
        return tuple(dict.fromkeys((*self.targets, *self.chosen)))

    def suggest(self, path: Sequence[Key]) -> None:
        self.pressed, self.by_keys = None, True
        self.chosen, self.focus = tuple(path), self.button

    def _press(self, spot: Key | None) -> ActionT | None:
        return None if spot is None else self._pick(spot)

    def _confirm(self) -> ActionT | None:
        self.by_keys = True
        if self.focus is None:
            self.cycle(1)
            return None
        return self._pick(self.focus)

    def _pick(self, spot: Key) -> ActionT | None:
        if spot == self.button and self.pending is not None:
            return self.pending
        if spot in self.targets:
            self.chosen = (*self.chosen, spot)
            if self.by_keys and self.targets == (self.button,):
                self.focus = self.button
        elif spot in self.chosen:
            place = self.chosen.index(spot)
            self.chosen = (*self.chosen[:place], *self.chosen[place + 1 :])
        else:
            self.refused = self._why_not((*self.chosen, spot))
        return None

    def _take(self, spot: Key) -> ActionT | None:
        return self._pick(spot)


def _bag(path: Path[Key]) -> frozenset[tuple[Key, int]]:
    return frozenset(Counter(path).items())


class Menus(Composed[Key, ActionT]):
    """Chooses composed spots, beside others that open a small menu: tokens, and cards with their actions.

    `opens` are the spots that have a menu. A game defines its content (`menu`) and what pressing an entry does
    (`press_entry`). While a menu is open, `chosen` is its spot, which can be dragged too.
    """

    def __init__(
        self,
        layout: Layout[Key],
        combinations: Mapping[Path[Key], ActionT],
        button: Key,
        opens: Collection[Key],
        why_not: Callable[[Path[Key]], str | None] = nothing,
    ) -> None:
        self.opens = opens
        self.entries: tuple[Key, ...] = ()
        """Keys of the open menu's entries; empty if no menu is open."""
        self._table = layout
        super().__init__(layout, combinations, button, why_not)

    def menu(self, spot: Key) -> tuple[Mapping[Key, Spot], Mapping[Key, Spot]]:
        """Return the spots of a menu: its background, which does nothing when pressed, and its entries."""
        raise NotImplementedError

    def press_entry(self, entry: Key) -> ActionT | None:
        """Do what an entry of the open menu says. Return the action if the entry decides one, else None."""
        raise NotImplementedError

    @property
    def opened(self) -> Key | None:
        """The spot whose menu is open; None if none is."""
        return self.chosen[0] if self.chosen and self.chosen[0] in self.opens else None

    @property
    def targets(self) -> tuple[Key, ...]:
        if self.opened is not None:
            return self.entries
        return super().targets if self.chosen else (*super().targets, *self.opens)

    @property
    def pending(self) -> ActionT | None:
        return super().pending if self.opened is None else None

    @property
    def dragging(self) -> bool:
        return self.opened is not None and super().dragging

    def open_menu(self, spot: Key) -> None:
        """Open the menu of a spot."""
        self.chosen = (spot,)
        self._lay_out()
        if self.by_keys:
            self.focus = self.entries[0]

    def close_menu(self) -> None:
        """Close the open menu, and drop whatever else is chosen."""
        if self.focus is not None and self.focus not in self._table.spots:
            self.focus = self.chosen[0] if self.chosen else None
        self.chosen = ()
        self._lay_out()

    def _lay_out(self) -> None:
        """Lay the open menu over the table."""
        self.layout, self.entries = self._table, ()
        if self.opened is not None:
            ground, entries = self.menu(self.opened)
            self.layout, self.entries = Together(self._table, Layout({**ground, **entries})), tuple(entries)

    def _press(self, spot: Key | None) -> ActionT | None:
        """Press a spot, which may begin a drag; a second press on a menu's own spot closes the menu on release."""
        self._again = self.opened is not None and spot == self.opened
        if self.opened is not None and spot is None:
            self.close_menu()
        action = None if self._again else super()._press(spot)
        if self.opened is not None and spot == self.opened:
            self.pressed = self.pointer
        return action

    def _pick(self, spot: Key) -> ActionT | None:
        if self.opened is None and spot in self.opens:
            self.open_menu(spot)
        elif self.opened is None:
            return super()._pick(spot)
        elif spot in self.entries:
            return self.press_entry(spot)
        elif spot in self._table.spots:
            same = spot == self.opened
            self.close_menu()
            return None if same else self._pick(spot)
        return None

    def _confirm(self) -> ActionT | None:
        """Confirm; if the pointer opened a menu, press its first entry, which is drawn lit."""
        if self.opened is None or self.focus in self.entries or not self.entries:
            return super()._confirm()
        self.by_keys, self.focus = True, self.entries[0]
        return self.press_entry(self.entries[0])

    def cancel(self) -> bool:
        if self.opened is None:
            return super().cancel()
        spot, self.pressed = self.opened, None
        self.close_menu()
        if self.by_keys:
            self.focus = spot
        return True

    def begin(self, pointer: Point, by_keys: bool, before: Chooser[Key, ActionT] | None = None) -> None:
        super().begin(pointer, by_keys, before)
        if self.opened is None and not any(set(self.chosen) <= set(path) for path in self.paths):
            self.chosen = ()
        self._lay_out()
        if self.focus is not None and self.focus not in self.layout.spots:
            self.focus = None


def stacked(
    middle: Point, rows: Sequence[Sequence[tuple[Key, float, float]]], room: Box
) -> tuple[Box, Mapping[Key, Spot]]:
    """Return a small menu beside a point and within `room`: its background, and its entries by key.

    `rows` lists the entries row by row as (key, width, height).
    """
    high = sum(_highest(row) + GAP for row in rows) + GAP
    wide = max(sum(width + GAP for _, width, _ in row) for row in rows) + GAP
    left = middle[0] + _ASIDE if middle[0] + _ASIDE + wide < room.right else middle[0] - _ASIDE - wide
    ground = Box(left, min(max(room.top, middle[1] - high / 2), room.bottom - high), wide, high)
    spots: dict[Key, Spot] = {}
    y = ground.top + GAP
    for row in rows:
        x = ground.left + GAP
        for key, width, height in row:
            spots[key] = boxed(Box(x, y, width, height))
            x += width + GAP
        y += _highest(row) + GAP
    return ground, spots


def _highest(row: Sequence[tuple[object, float, float]]) -> float:
    return max(height for _, _, height in row)
