"""The stalls of the street, and their order."""

from __future__ import annotations

from functools import partial

from game.cabinets.listed import CABINETS, HIDDEN
from game.cabinets.stages import PRESENTATIONS
from game.core.errors import SpokenError
from game.scenes.title.street.goods import default_stall
from game.scenes.title.street.stand import Sold, Stand


def stands() -> list[Stand]:
    """Return a stand for every game except templates, in the order of the list, so that people learn their places."""
    return [_stand(game) for game in CABINETS.names if game in PRESENTATIONS.names and game not in HIDDEN]


def _stand(game: str) -> Stand:
    look_up = partial(_look_up, game)
    try:
        return Stand(game, PRESENTATIONS[game].stall or default_stall(game), look_up)
    except SpokenError as error:
        return Stand(game, default_stall(game), look_up, error)


def _look_up(game: str) -> Sold:
    cabinet = CABINETS[game]
    return Sold(cabinet.kind, cabinet.info.seats)
