"""Find last turns that win, over every place of the last tile and every building after it.

Nobody moves after such a turn and nothing is drawn in it, so a win found here is proven.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.cabinets.volcano import ground as g
from game.cabinets.volcano.bots import position_of
from game.cabinets.volcano.island import island_of
from game.cabinets.volcano.search import lay, lift
from game.cabinets.volcano.state import Action, Place, View
from game.cabinets.volcano.tiles import KINDS
from game.cabinets.volcano.value import score, won


class LastTurn:
    """Finds what wins the last turn for a view's mover, who builds once and after whom nobody moves."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._seat = view.mover
        self._island = island_of(view)
        self._position = position_of(view, self._island)
        self._ground, self._seats, self._desk = self._position
        self.nodes = 0
        """Number of positions searched so far."""

    def places(self) -> Iterator[tuple[Place, list[Action]]]:
        """Yield each place after which the turn can be won, ascending, with the builds that win it."""
        tile = KINDS[self._view.hand]
        for place in self._island.places:
            self.nodes += 1
            lay(self._position, self._island.code(place), tile.left, tile.right)
            codes = self._winning()
            lift(self._position)
            if codes:
                yield place, [self._island.made(code) for code in codes]

    def builds(self) -> list[Action]:
        """Return the builds that win once the tile is laid."""
        return [self._island.made(code) for code in self._winning()]

    def _winning(self) -> list[int]:
        ground, seats, desk, seat = self._ground, self._seats, self._desk, self._seat
        codes = [int(code) for code in desk.builds[: g.builds(ground, seat, seats.stock, desk.builds)]]
        winning = []
        for code in codes:
            self.nodes += 1
            g.survey(ground, seat)
            built = g.build(ground, seat, code, seats.stock, desk.cells, 0)
            if won(seats.stock, seat) or score(seats.stock, seat) > score(seats.stock, 1 - seat):
                winning.append(code)
            g.raze(ground, seat, code, seats.stock, desk.cells, 0, built)
        return winning
