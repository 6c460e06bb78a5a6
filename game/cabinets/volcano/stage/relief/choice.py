"""Choosing on a plane by the hexagons that actions apply to, with a ring of buttons if several apply to one."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Generic, TypeAlias

from game.cabinets.volcano.stage.relief.layout import Raised, Seen
from game.cabinets.volcano.stage.relief.turning import Turned
from game.core.rules import ActionT
from game.core.space import Hex
from game.engine.tween import Point
from game.kit.camera import Camera
from game.kit.choosing import Chooser, Path
from game.kit.layout import Layout

Key: TypeAlias = Hex | tuple[int, int, int] | str
"""A spot's key: a hexagon, one of the actions that fit on it, or the name of a button."""
DONE: Final = "done"
BUTTON: Final = 44.0
_REACH: Final = 52.0
_MARGIN: Final = 90.0
WhyNot: TypeAlias = Callable[[Path[Key]], str | None]


def turned_choice(
    plane: Raised,
    camera: Camera,
    variants: Sequence[Mapping[Path[Key], ActionT]],
    why_not: WhyNot,
    unlisted: Callable[[Path[Key]], ActionT | None],
    turn: int,
) -> Turned[Key, ActionT]:
    """Return a chooser of where a thing that can be turned is laid; `variants` has the paths for each turn."""
    layout: Layout[Key] = Seen(plane, camera, dict, BUTTON)
    return Turned(layout, variants, why_not, unlisted, turn)


class RingChoice(Chooser[Key, ActionT], Generic[ActionT]):
    """Chooses among actions by the hexagons they apply to (`cells`); pressing one where several fit opens a ring of
    buttons.

    `done` is the action of the button DONE at `done_at`, if there is one.
    """

    def __init__(
        self,
        plane: Raised,
        camera: Camera,
        cells: Mapping[ActionT, Sequence[Hex]],
        why_not: WhyNot,
        done: ActionT | None = None,
        done_at: Point = (0.0, 0.0),
    ) -> None:
        self.cells = cells
        self.fits: dict[Hex, list[ActionT]] = {}
        """For each hexagon the actions that apply to it."""
        self._plane, self._camera = plane, camera
        self._done_at = None if done is None else done_at
        for action, on in cells.items():
            for cell in on:
                self.fits.setdefault(cell, []).append(action)
        paths: dict[Path[Key], ActionT] = {}
        for cell, actions in self.fits.items():
            if len(actions) == 1:
                paths[(cell,)] = actions[0]
            else:
                paths |= {(cell, (*cell, number)): action for number, action in enumerate(actions)}
        if done is not None:
            paths[(DONE,)] = done
        layout: Layout[Key] = Seen(plane, camera, self.buttons, BUTTON)
        super().__init__(layout, paths, why_not)

    def buttons(self) -> Mapping[Key, Point]:
        """Return the visible buttons: DONE, and the ring around the chosen hexagon."""
        found: dict[Key, Point] = {} if self._done_at is None else {DONE: self._done_at}
        if self.chosen and isinstance(self.chosen[0], tuple):
            cell, window = (self.chosen[0][0], self.chosen[0][1]), self._camera.window
            x, y = self._camera.outside(*self._plane.middle(cell))
            x = min(max(x, window.left + _MARGIN), window.right - _MARGIN)
            y = min(max(y, window.top + _MARGIN), window.bottom - _MARGIN)
            count = len(self.fits[cell])
            for number in range(count):
                angle = math.radians(360 / count * number - 90)
                found[(*cell, number)] = x + _REACH * math.cos(angle), y + _REACH * math.sin(angle)
        return found

    @property
    def aimed(self) -> ActionT | None:
        """The action that choosing the spot in focus would take; None if there are several or none."""
        return self.paths.get((*self.chosen, self.focus)) if self.focus is not None else None

    def _press(self, spot: Key | None) -> ActionT | None:
        if self.chosen and spot not in self.targets:
            self.cancel()
        return super()._press(spot)
