"""A player that looks before it steps."""

from __future__ import annotations

from game.cabinets.l4g.player import Direction, Player

Square = tuple[int, int]
STEPS = {Direction.UP: (-1, 0), Direction.LEFT: (0, -1), Direction.RIGHT: (0, 1), Direction.DOWN: (1, 0)}


class Coward(Player):
    """Steps to the square with the fewest infected beside it; as an infected goes where corpses are."""

    name = "coward"

    def soul_stay(self) -> None:
        if self.turn == 0:
            self.ways = {square: self.ways_from(*square) for square in self.squares()}
            self.near = {square: [square, *(beside for _, beside in ways)] for square, ways in self.ways.items()}

    def soul_spawn(self) -> Square:
        return min(self.near, key=self.danger)

    def survivor_move(self) -> Direction:
        assert self.me.position is not None
        way, _ = min(self.ways[self.me.position], key=lambda pair: self.danger(pair[1]))
        return way

    def corpse_stay(self) -> None:
        pass

    def infected_move(self) -> Direction:
        assert self.me.position is not None
        for way, (row, column) in self.ways[self.me.position]:
            if self.cells[row][column].corpses:
                return way
        return Direction.STAY

    def danger(self, square: Square) -> int:
        """Return how many infected are on a square or may step there."""
        cells = self.cells
        return sum(cells[row][column].infected for row, column in self.near[square])

    def squares(self) -> list[Square]:
        """Return every square of the room."""
        return [(row, column) for row in range(len(self.cells)) for column in range(len(self.cells[0]))]

    def ways_from(self, row: int, column: int) -> list[tuple[Direction, Square]]:
        """Return each direction that stays inside the room, and the square it leads to."""
        ways = [(way, (row + down, column + right)) for way, (down, right) in STEPS.items()]
        inside = set(self.squares())
        return [(way, square) for way, square in ways if square in inside]
