"""Sentences for the person who plays: what to do now, and beside the pointer why something would be refused."""

from __future__ import annotations

from game.cabinets.rails.contract.actions import Dock, Platforms, Stop
from game.cabinets.rails.contract.options import LESSON
from game.cabinets.rails.stage.hand.route import WAYS
from game.cabinets.rails.stage.map import Map
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.sight.offers import nearest_partners
from game.cabinets.rails.world.land import WELL
from game.engine.canvas import Canvas
from game.engine.input import AWAY
from game.kit import marks


def hint_of(play: Play) -> str:
    """Return the text key of the sentence that says what the person can do now."""
    builder = play.builder
    if not play.plays:
        return "rails_stage.watching"
    if play.pace.manner == "rounds" and play.asked is None:
        return "rails_stage.running"
    if builder.question:
        return "rails_stage.hint.question"
    if play.orders:
        return "rails_stage.hint.adding" if play.orders.adding else "rails_stage.hint.orders"
    if play.pace.paused:
        return "rails_stage.paused"
    if builder.tool == "blueprint" and not builder.holds:
        return "rails_stage.hint.copy" if builder.shelf.copying else "rails_stage.hint.blueprints"
    if builder.tool == "line" and builder.drag is not None and builder.drag.moved:
        return f"rails_stage.hint.line_{WAYS[builder.drag.other % len(WAYS)]}"
    if builder.tool == "rail" and play.options.yard.startswith(LESSON):
        return "rails_stage.hint.lesson"
    if builder.tool == "rail" and not play.options.yard and not _has_station(play):
        return _first(play)
    return f"rails_stage.hint.{builder.tool}"


def _first(play: Play) -> str:
    """Return the text key of the first hint, which names the pair of places that the map begins at."""
    pair = nearest_partners(play.sight) if play.sight else []
    if not play.sight or not pair:
        return "rails_stage.hint.first_towns"
    makers = {one.tile: one.kind for one in play.sight.land.industries}
    return "rails_stage.hint.first_oil" if makers[pair[0]] == WELL else "rails_stage.hint.first"


def _has_station(play: Play) -> bool:
    """Return whether the person has a station, built or drawn."""
    stands = play.sight is not None and any(one.company == play.company for one in play.sight.view.stations)
    return stands or any(isinstance(group, Platforms | Stop | Dock) for group in play.builder.draft.groups)


def draw_refusal(canvas: Canvas, table: Map) -> bool:
    """Draw beside the pointer or cursor why the drawn or tried thing is refused. Return whether it is refused."""
    play = table.play
    reason = play.refusal if play.refused_for > 0 else ""
    over_card = play.builder.holds and not table.by_keys and table.hovered is None
    if play.builder.drag is not None and play.sight is not None and not over_card:
        trial = play.builder.trial(play.sight, play.seat)
        reason = f"rails.refuse.{trial.refused[0].reason}" if trial.refused else reason
    if reason:
        surroundings = play.surroundings
        marks.reason(canvas, surroundings.typeface, surroundings.texts.line(reason), *_beside(table))
    return bool(reason)


def _beside(table: Map) -> tuple[float, float]:
    if table.by_keys or table.play.pointer[0] <= AWAY / 2:
        return table.field.camera.outside(*table.at)
    return table.play.pointer
