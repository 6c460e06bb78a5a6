"""The tree of a binary space partition."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Part:
    """A rectangle of the ground: either cut in two (`halves`) or with a room in it."""

    x: int
    y: int
    width: int
    height: int
    depth: int = 0
    zone: int = 0
    halves: tuple[Part, Part] | None = None
    room: int = -1
    round: bool = False
    """Whether its room loses its corners."""

    def cut_across(self, at: int) -> tuple[Part, Part]:
        """Cut it by an upright line, so many squares from the left."""
        self.halves = (
            Part(self.x, self.y, at, self.height, self.depth + 1),
            Part(self.x + at, self.y, self.width - at, self.height, self.depth + 1),
        )
        return self.halves

    def cut_down(self, at: int) -> tuple[Part, Part]:
        """Cut it by a level line, so many squares from the top."""
        self.halves = (
            Part(self.x, self.y, self.width, at, self.depth + 1),
            Part(self.x, self.y + at, self.width, self.height - at, self.depth + 1),
        )
        return self.halves

    def leaves(self) -> list[Part]:
        """The parts within it that are not cut, from left to right or top to bottom."""
        return [self] if self.halves is None else [leaf for half in self.halves for leaf in half.leaves()]

    def parents(self) -> list[Part]:
        """All parts that are cut, the deepest first."""
        if self.halves is None:
            return []
        below = [parent for half in self.halves for parent in half.parents()]
        return sorted([*below, self], key=lambda part: -part.depth)
