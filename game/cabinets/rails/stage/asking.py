"""Cards at the foot of the map that ask a person: which way out of a jam, and which station a new part belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.cabinets.rails.stage.cards.choice import Choice, ChoiceCard
from game.cabinets.rails.stage.hand.joining import SEPARATE
from game.cabinets.rails.stage.map import Map
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.sight.names import station_name


def jam_card(play: Play, table: Map) -> ChoiceCard:
    """Return the card that describes the ring of a jam and offers the ways out of it as buttons."""

    def told() -> str:
        return "" if play.builder.question else table.advice.told

    def choices() -> Sequence[Choice]:
        return [
            Choice(f"offer.{place}", one.text, "plus" if one.builds else "minus", partial(table.take_way_out, one))
            for place, one in enumerate(table.advice.offers)
        ]

    return ChoiceCard(play.surroundings, told, choices, "triangle-alert")


def question_card(play: Play, table: Map) -> ChoiceCard:
    """Return the card that asks whether a newly drawn part is a station of its own, or which station it belongs to."""
    texts = play.surroundings.texts

    def told() -> str:
        asked = play.builder.question
        if asked is None:
            return ""
        return texts.line("rails_stage.which_station" if asked.separate else "rails_stage.which_touched")

    def line(station: int) -> str:
        if station == SEPARATE:
            return texts.line("rails_stage.separate")
        if station < 0 or play.sight is None:
            return texts.line("rails_stage.join_drawn", number=-station)
        return texts.line("rails_stage.join_to", station=station_name(texts, play.sight.stations[station]))

    def choices() -> Sequence[Choice]:
        asked = play.builder.question
        answers = [
            Choice(
                f"answer.{one}",
                line(one),
                "plus" if one == SEPARATE else "map-pin",
                partial(table.stations.answer, one),
            )
            for one in (asked.answers if asked else ())
        ]
        return [*answers, Choice("answer.drop", texts.line("rails_stage.drop_part"), "x", play.builder.drop)]

    return ChoiceCard(play.surroundings, told, choices, "map-pin")


def answer_of(name: str) -> int | None:
    """Return the station named by a button of the question card (`answer.<station>`); None for any other button."""
    _, found, station = name.partition("answer.")
    return int(station) if found and station != "drop" else None
