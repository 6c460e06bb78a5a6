"""A player that looks before it steps."""

from __future__ import annotations

from game.cabinets.l4g.player import Cell, Direction, Player

STEPS = {Direction.UP: (-1, 0), Direction.LEFT: (0, -1), Direction.RIGHT: (0, 1), Direction.DOWN: (1, 0)}


class Coward(Player):
    """Steps where the fewest infected are beside it; as an infected goes where corpses are."""

    name = "coward"

    def survivor_move(self) -> Direction:
        return min(self.ways(), key=lambda way: self.danger(*self.target(way)))

    def corpse_stay(self) -> None:
        pass

    def infected_move(self) -> Direction:
        best = max(self.ways(), key=lambda way: self.cell(*self.target(way)).corpses)
        return best if self.cell(*self.target(best)).corpses else Direction.STAY

    def soul_stay(self) -> None:
        pass

    def soul_spawn(self) -> tuple[int, int]:
        squares = [(row, column) for row in range(len(self.cells)) for column in range(len(self.cells[0]))]
        return min(squares, key=lambda square: self.danger(*square))

    def target(self, way: Direction) -> tuple[int, int]:
        """The square a way leads to."""
        assert self.me.position is not None
        row, column = self.me.position
        down, right = STEPS[way]
        return row + down, column + right

    def ways(self) -> list[Direction]:
        """The ways that stay inside the room."""
        return [way for way in STEPS if self.inside(*self.target(way))]

    def inside(self, row: int, column: int) -> bool:
        return 0 <= row < len(self.cells) and 0 <= column < len(self.cells[0])

    def cell(self, row: int, column: int) -> Cell:
        return self.cells[row][column]

    def danger(self, row: int, column: int) -> int:
        """How many infected are there or may step there."""
        near = [(row, column), *((row + down, column + right) for down, right in STEPS.values())]
        return sum(self.cell(*square).infected for square in near if self.inside(*square))
