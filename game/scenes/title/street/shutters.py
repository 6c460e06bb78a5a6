"""Which stalls of the street are closed, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from game.core.bot.aside import done_aside
from game.core.errors import SpokenError
from game.scenes.title.street.stand import UNKNOWN, Sold, Stand


class Shutters:
    """The shutters of all stalls. Once down they stay down."""

    def __init__(self, stands: Sequence[Stand], aside: bool, on_trouble: Callable[[Stand, SpokenError], None]) -> None:
        """`aside`: games are imported by the helper's thread, but the one that is asked for at once.

        `on_trouble` is told of each stall that closes from here on.
        """
        self._stands = stands
        self._aside = aside
        self._on_trouble = on_trouble
        self._looked_up: set[str] = set()
        self.troubles: dict[str, SpokenError] = {stand.game: stand.trouble for stand in stands if stand.trouble}
        """Why the shutters of a game's stall are down."""

    def are_up(self, stand: Stand) -> bool:
        """Whether its game can be played."""
        return stand.game not in self.troubles

    def let_down(self, stand: Stand, trouble: SpokenError) -> None:
        """Close a stall, and say why."""
        self.troubles[stand.game] = trouble
        self._on_trouble(stand, trouble)

    def sold(self, stand: Stand) -> Sold:
        """What the game of a stall says of itself; where that cannot be imported the shutters go down."""
        self._looked_up.add(stand.game)
        try:
            return stand.look_up()
        except SpokenError as error:
            if self.are_up(stand):
                self.let_down(stand, error)
            return UNKNOWN

    def look_up(self) -> Iterator[None]:
        """Import every game, piece by piece: nobody walks to a stall that turns out to be closed."""
        for stand in self._stands:
            if stand.game in self._looked_up:
                continue
            if self._aside:
                with suppress(SpokenError):
                    yield from done_aside(stand.look_up, 0.0)
            self.sold(stand)
            yield
