"""Choices that are no path of single spots: several spots in any order, and one path in several turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from game.engine.input import Command, CommandName, InputEvent, KeyPressed, Wheel
from game.kit.choosing import ActionT, Chooser, Path, nothing
from game.kit.layout import Key, Layout

TURNS: Final = {"q": -1, "e": 1}
"""Keys that turn what is in hand."""


class Composed(Chooser[Key, ActionT]):
    """Several spots in any order, then a button: three stones, cards to give away.

    `combinations` are all that may be sent; a spot may occur in one more than once. A spot that cannot be added again
    is taken out by pressing it. The button is a spot of the layout, to be chosen once what is chosen can be sent; keys
    come to it by themselves when nothing more can be added.
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


class Turned(Chooser[Key, ActionT]):
    """Paths of something that can be turned first: a tile, a piece of track.

    `variants` are the paths of each turn. The wheel, Q and E and a pad's shoulders turn; turns without any path at all
    are left out.
    """

    def __init__(
        self,
        layout: Layout[Key],
        variants: Sequence[Mapping[Path[Key], ActionT]],
        why_not: Callable[[Path[Key]], str | None] = nothing,
        unlisted: Callable[[Path[Key]], ActionT | None] = nothing,
        turn: int = 0,
    ) -> None:
        self.variants = [dict(variant) for variant in variants]
        """The paths of each turn."""
        super().__init__(layout, self.variants[turn], why_not, unlisted)
        self.turn = turn
        """Which variant is in hand."""
        if not self.paths:
            self.turn_by(1)

    def turn_by(self, steps: int) -> None:
        """Turn what is in hand; what is chosen stays chosen as far as it can."""
        for _ in self.variants:
            self.turn = (self.turn + steps) % len(self.variants)
            self.paths = self.variants[self.turn]
            if self.paths:
                break
        while self.chosen and not any(path[: len(self.chosen)] == self.chosen for path in self.paths):
            self.chosen = self.chosen[:-1]

    def advise(self, action: ActionT) -> None:
        """Turn to what somebody advises, and show where it is to go."""
        for turn, variant in enumerate(self.variants):
            if action in variant.values():
                self.turn_by(turn - self.turn)
        super().advise(action)

    def handle(self, event: InputEvent) -> ActionT | None:
        match event:
            case Wheel(steps=steps):
                self.turn_by(-steps)
            case KeyPressed(key, modifiers, repeated=False) if key in TURNS and not modifiers:
                self.turn_by(TURNS[key])
            case Command(CommandName.NEXT, "pad"):
                self.turn_by(1)
            case Command(CommandName.PREVIOUS, "pad"):
                self.turn_by(-1)
            case _:
                return super().handle(event)
        return None

    def may_cycle(self, command: Command) -> bool:
        return command.device == "pad" or super().may_cycle(command)

    def begin(self, pointer: tuple[float, float], by_keys: bool, before: Chooser[Key, ActionT] | None = None) -> None:
        if isinstance(before, Turned) and before.variants == self.variants:
            self.turn, self.paths = before.turn, self.variants[before.turn]
        super().begin(pointer, by_keys, before)
