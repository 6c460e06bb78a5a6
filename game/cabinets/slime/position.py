"""Conversion of a view into the flat field that bots compute with."""

from __future__ import annotations

from game.cabinets.slime import field as f
from game.cabinets.slime.field import Field
from game.cabinets.slime.rules import View
from game.core.compiled import array


def field_of(view: View) -> Field:
    """Return the flat field of a view; the results of the last turn are left out."""
    field = [0] * f.LENGTH
    for square, owner in enumerate(view.owners):
        if owner >= 0:
            field[f.OWNED + owner * f.WIDTH + square // f.HEIGHT] |= 1 << square % f.HEIGHT
    for number, slime in enumerate(view.slimes):
        field[f.SQUARE + number] = field[f.STOOD + number] = slime.square
        field[f.HEADING + number] = int(slime.heading)
        field[f.DEATHS + number] = slime.deaths
    for team, owned in enumerate(view.teams):
        field[f.PAINTED + team] = owned.painted
    field[f.TURN] = view.turn
    return array(field)
