"""The tree of parts in a binary space partition."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Part:
    """A rectangle of the ground, either cut into two `halves` or holding a room."""

    x: int
    y: int
    width: int
    height: int
    depth: int = 0
    zone: int = 0
    halves: tuple[Part, Part] | None = None
    room: int = -1
    round: bool = False
    """Whether the corners of the room are filled."""

    def cut_across(self, at: int) -> tuple[Part, Part]:
        """Cut the part by a vertical line, `at` squares from the left. Returns the halves."""
        self.halves = (
            Part(self.x, self.y, at, self.height, self.depth + 1),
            Part(self.x + at, self.y, self.width - at, self.height, self.depth + 1),
        )
        return self.halves

    def cut_down(self, at: int) -> tuple[Part, Part]:
        """Cut the part by a horizontal line, `at` squares from the top. Returns the halves."""
        self.halves = (
            Part(self.x, self.y, self.width, at, self.depth + 1),
            Part(self.x, self.y + at, self.width, self.height - at, self.depth + 1),
        )
        return self.halves

    def leaves(self) -> list[Part]:
        """Return the uncut parts within this one, from left to right or top to bottom."""
        return [self] if self.halves is None else [leaf for half in self.halves for leaf in half.leaves()]

    def parents(self) -> list[Part]:
        """Return all parts that are cut, from this one down, the deepest first."""
        found: list[Part] = []
        wave = [self]
        while wave:
            cut = [part for part in wave if part.halves is not None]
            found[:0] = cut
            wave = [half for part in cut for half in part.halves or ()]
        return found
