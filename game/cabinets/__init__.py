"""The cabinets of the arcade. Listed by hand: a bundle cannot search folders."""

from __future__ import annotations

from game.cabinets.l4g import L4G
from game.cabinets.marrakech import bots as marrakech_bots
from game.cabinets.marrakech.rules import Marrakech
from game.cabinets.nullgame import bots as nullgame_bots
from game.cabinets.nullgame.rules import Nullgame
from game.cabinets.slime import bots as slime_bots
from game.cabinets.slime.rules import Slime
from game.core.cabinet import Cabinet

CABINETS: dict[str, Cabinet] = {
    cabinet.id: cabinet
    for cabinet in (
        L4G,
        Cabinet(Marrakech(), marrakech_bots.BOTS),
        Cabinet(Slime(), slime_bots.BOTS),
        Cabinet(Nullgame(), nullgame_bots.BOTS),
    )
}
"""Every game by its id, in the order of the street."""
