"""Which stalls of the street are closed, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from game.core.bot.aside import done_aside
from game.core.errors import SpokenError
from game.scenes.title.street.stand import UNKNOWN, Sold, Stand


class Shutters:
    """The shutters of all stalls. A stall that is closed stays closed."""

    def __init__(self, stands: Sequence[Stand], aside: bool, on_trouble: Callable[[Stand, SpokenError], None]) -> None:
        """`aside`: import games on a worker thread, except one that is needed at once.

        `on_trouble` is called for each stall that closes from now on.
        """
        self._stands = stands
        self._aside = aside
        self._on_trouble = on_trouble
        self._looked_up: set[str] = set()
        self.troubles: dict[str, SpokenError] = {stand.game: stand.trouble for stand in stands if stand.trouble}
        """Id of a game → why its stall is closed."""

    def are_up(self, stand: Stand) -> bool:
        """Whether the stall's game can be played."""
        return stand.game not in self.troubles

    def let_down(self, stand: Stand, trouble: SpokenError) -> None:
        """Close a stall because of an error, and report it."""
        self.troubles[stand.game] = trouble
        self._on_trouble(stand, trouble)

    def sold(self, stand: Stand) -> Sold:
        """Return what the stall's game says of itself; close the stall if the game cannot be imported."""
        self._looked_up.add(stand.game)
        try:
            return stand.look_up()
        except SpokenError as error:
            if self.are_up(stand):
                self.let_down(stand, error)
            return UNKNOWN

    def knows(self, stand: Stand) -> bool:
        """Whether the stall's game has been looked up, so that `sold` takes no time."""
        return stand.game in self._looked_up

    def look_up(self) -> Iterator[None]:
        """Import every game, one at each step of the iterator, so that closed stalls are known before a person reaches
        them.
        """
        for stand in self._stands:
            if stand.game in self._looked_up:
                continue
            if self._aside:
                with suppress(SpokenError):
                    yield from done_aside(stand.look_up, 0.0)
            self.sold(stand)
            yield
