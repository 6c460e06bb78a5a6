"""Caravan Rails as the arcade knows it."""

from __future__ import annotations

from game.cabinets.rails.rules import RailsRules
from game.core.cabinet import Cabinet, Kind

RAILS = Cabinet(RailsRules(), {}, kind=Kind.WORKSHOP)
