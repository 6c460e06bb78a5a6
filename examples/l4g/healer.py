"""A player that remembers: it notes where infected were and comes down among them."""

from __future__ import annotations

from game.cabinets.l4g.player import Direction, Player

STEPS = {Direction.UP: (-1, 0), Direction.LEFT: (0, -1), Direction.RIGHT: (0, 1), Direction.DOWN: (1, 0)}


class Healer(Player):
    """Dies among the infected to heal many; accepts direct infection while nobody is infected."""

    name = "healer"
    accept_direct_infection = True

    def soul_stay(self) -> None:
        if self.turn == 0:
            self.visits: dict[tuple[int, int], int] = {}
        for row, cells in enumerate(self.cells):
            for column, cell in enumerate(cells):
                self.visits[row, column] = self.visits.get((row, column), 0) + cell.infected

    def soul_spawn(self) -> tuple[int, int]:
        squares = [(row, column) for row in range(len(self.cells)) for column in range(len(self.cells[0]))]
        return max(squares, key=lambda square: (self.crowd(*square), self.visits.get(square, 0)))

    def survivor_move(self) -> Direction:
        return max(self.ways(), key=lambda way: self.crowd(*self.target(way)))

    def corpse_stay(self) -> None:
        pass

    def infected_move(self) -> Direction:
        return max(self.ways(), key=lambda way: self.corpses(*self.target(way)))

    def target(self, way: Direction) -> tuple[int, int]:
        assert self.me.position is not None
        row, column = self.me.position
        down, right = STEPS[way]
        return row + down, column + right

    def ways(self) -> list[Direction]:
        rows, columns = range(len(self.cells)), range(len(self.cells[0]))
        return [way for way in STEPS if self.target(way)[0] in rows and self.target(way)[1] in columns]

    def crowd(self, row: int, column: int) -> int:
        return self.cells[row][column].infected

    def corpses(self, row: int, column: int) -> int:
        return self.cells[row][column].corpses
