"""A first player: it goes round in circles and lives as long as it is lucky."""

from __future__ import annotations

from game.cabinets.l4g.player import Direction, Player

CIRCLE = (Direction.RIGHT, Direction.DOWN, Direction.LEFT, Direction.UP)


class Wanderer(Player):
    """Walks round a block of four squares; prays as an infected."""

    name = "wanderer"

    def survivor_move(self) -> Direction:
        return CIRCLE[self.turn % 4]

    def corpse_stay(self) -> None:
        pass

    def infected_move(self) -> Direction:
        return Direction.STAY

    def soul_stay(self) -> None:
        pass

    def soul_spawn(self) -> tuple[int, int] | None:
        # From this square, in this turn, the circle stays inside the room.
        if self.turn % 4 == 3:
            return 2, 2
        return None
