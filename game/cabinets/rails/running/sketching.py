"""Draws the map in plain characters, one for each tile."""

from __future__ import annotations

from game.cabinets.rails.contract.views import View
from game.cabinets.rails.running.twin import unpacked
from game.cabinets.rails.track.coded import Built, decode
from game.cabinets.rails.world.land import SIGNS
from game.cabinets.rails.world.worldgen import land_of

_TRACK = {1: "|", 2: "-", 4: "`", 8: ",", 16: "'", 32: "/"}


def sketch_of(view: View) -> str:
    """Return the map as text: `@` for vehicles, `=` for parts of stations, `H` for heads of spans, `:` for roads."""
    if view.number < 0:
        return ""
    signs = [SIGNS[kind] for kind in land_of(view.number, view.size).terrain]
    for tile, built in decode(unpacked(view.works)).items():
        signs[tile] = _sign(built)
    for vehicle in view.vehicles:
        if vehicle.tile >= 0:
            signs[vehicle.tile] = "@"
    size = view.size
    return "\n".join("".join(signs[row * size : row * size + size]) for row in range(size))


def _sign(built: Built) -> str:
    if built.platform or built.stop or built.dock:
        return "="
    if built.span[0] >= 0:
        return "H"
    return _TRACK.get(built.pieces, "+") if built.pieces else ":"
