"""Choosing a path for something that can be turned first, such as a tile."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from game.engine.input import Command, CommandName, Device, InputEvent, KeyPressed, Wheel
from game.kit.choosing import ActionT, Chooser, Path, nothing
from game.kit.layout import Key, Layout

TURNS: Final = {"q": -1, "e": 1}
"""Keys that turn the thing in hand."""


class Turned(Chooser[Key, ActionT]):
    """A chooser of paths for something that can be turned first, such as a tile or a piece of track.

    `variants` are the paths for each turn; turns without any path are skipped. The wheel, Q and E, and a pad's shoulder
    buttons turn.
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
        """The paths for each turn."""
        super().__init__(layout, self.variants[turn], why_not, unlisted)
        self.turn = turn
        """Index of the present turn in `variants`."""
        if not self.paths:
            self.turn_by(1)

    def turn_by(self, steps: int) -> None:
        """Turn by so many steps; what is chosen stays chosen if the turned paths allow it."""
        for _ in self.variants:
            self.turn = (self.turn + steps) % len(self.variants)
            self.paths = self.variants[self.turn]
            if self.paths:
                break
        while self.chosen and not any(path[: len(self.chosen)] == self.chosen for path in self.paths):
            self.chosen = self.chosen[:-1]

    def advise(self, action: ActionT) -> None:
        """Turn to an advised action, and show where it goes."""
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
            case Command(CommandName.NEXT, Device("pad")):
                self.turn_by(1)
            case Command(CommandName.PREVIOUS, Device("pad")):
                self.turn_by(-1)
            case _:
                return super().handle(event)
        return None

    def may_cycle(self, command: Command) -> bool:
        return command.device.kind == "pad" or super().may_cycle(command)

    def begin(self, pointer: tuple[float, float], by_keys: bool, before: Chooser[Key, ActionT] | None = None) -> None:
        if isinstance(before, Turned) and before.variants == self.variants:
            self.turn, self.paths = before.turn, self.variants[before.turn]
        super().begin(pointer, by_keys, before)
