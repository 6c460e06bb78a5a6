"""A small Marrakech bot: it walks where least is due, and lays rugs beside its own and on its richest opponents'.

python main.py play marrakech --seats examples/bots/neighbour.py:Neighbour,random --headless
"""

from __future__ import annotations

from random import Random

from game.cabinets.marrakech.rules import Action, Heading, Lay, Turn, View
from game.core.bots import Bot, Request

SIZE = 7
FORWARD = {Heading.NORTH: (0, -1), Heading.EAST: (1, 0), Heading.SOUTH: (0, 1), Heading.WEST: (-1, 0)}
HEADINGS = list(FORWARD)
QUARTERS = {"left": -1, "ahead": 0, "right": 1}
CHANCES = (1, 2, 2, 1)
"""How many of the six faces of the die show one, two, three and four."""


def neighbours(square: int) -> list[int]:
    """Return the squares beside a square."""
    row, column = divmod(square, SIZE)
    around = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
    return [r * SIZE + c for r, c in around if 0 <= r < SIZE and 0 <= c < SIZE]


class Neighbour(Bot[View, Action]):
    """Judges every legal action by a few simple counts, and takes the best."""

    def decide(self, request: Request) -> Action:
        view: View = request.view
        assert request.legal is not None
        actions = list(request.legal)
        Random(request.seed).shuffle(actions)
        best: Action = max(actions, key=lambda action: self.worth(view, action))
        return best

    def worth(self, view: View, action: Action) -> int:
        """Return how good an action is; only the order of these numbers matters."""
        return self.worth_of_way(view, action) if isinstance(action, Turn) else self.worth_of_rug(view, action)

    def worth_of_way(self, view: View, turn: Turn) -> int:
        """Return minus the dirhams due on the squares ahead, each times the faces of the die that lead there."""
        heading = HEADINGS[(HEADINGS.index(view.heading) + QUARTERS[turn.way]) % 4]
        right, down = FORWARD[heading]
        row, column = divmod(view.square, SIZE)
        cost = 0
        for steps, chance in enumerate(CHANCES, start=1):
            r, c = row + down * steps, column + right * steps
            if 0 <= r < SIZE and 0 <= c < SIZE:
                cost += chance * self.due(view, r * SIZE + c)
        return -cost

    def worth_of_rug(self, view: View, rug: Lay) -> int:
        """Return a count of squares won, squares taken from rich opponents, and own squares that the rug touches."""
        mine = view.seats[self.setup.seat].colours
        worth = 0
        for square in rug.squares:
            colour = view.colours[square]
            worth += 0 if colour in mine else 4
            if colour >= 0 and colour not in mine:
                worth += 2 + view.seats[colour % len(view.seats)].squares // 4
            worth += sum(view.colours[beside] in mine for beside in neighbours(square))
        return worth

    def due(self, view: View, square: int) -> int:
        """Return what stopping on a square would cost in dirhams: the size of the region of its colour."""
        colour = view.colours[square]
        if colour < 0 or colour in view.seats[self.setup.seat].colours:
            return 0
        region, open_squares = {square}, [square]
        while open_squares:
            for beside in neighbours(open_squares.pop()):
                if view.colours[beside] == colour and beside not in region:
                    region.add(beside)
                    open_squares.append(beside)
        return len(region)
