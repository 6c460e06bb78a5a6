"""Which stalls stand in the street, and in which order."""

from __future__ import annotations

from game.cabinets.listed import CABINETS
from game.cabinets.stages import PRESENTATIONS
from game.core.cabinet import Kind
from game.core.errors import SpokenError
from game.scenes.title.street.goods import default_stall
from game.scenes.title.street.stand import Stand


def stands() -> list[Stand]:
    """A stand for every game but templates, always in the order in which they are listed: places are learnt."""
    return [stand for game in CABINETS.names if (stand := _stand(game))]


def _stand(game: str) -> Stand | None:
    """None for a game without a picture, or that is only a template."""
    if game not in PRESENTATIONS.names:
        return None
    try:
        cabinet, stall = CABINETS[game], PRESENTATIONS[game].stall
    except SpokenError as error:
        return Stand(game, default_stall(game), Kind.BOARD, (), error)
    if cabinet.template:
        return None
    return Stand(game, stall or default_stall(game), cabinet.kind, cabinet.info.seats)
