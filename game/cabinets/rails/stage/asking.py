"""What is said and asked at the foot of the map and beside the pointer: hints, refusals, ways out, which station."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from game.cabinets.rails.contract.options import LESSON
from game.cabinets.rails.stage.cards.knobs import Card, Knob
from game.cabinets.rails.stage.cards.sheet import Drawn
from game.cabinets.rails.stage.hand.joining import SEPARATE
from game.cabinets.rails.stage.hand.route import WAYS
from game.cabinets.rails.stage.map import Map
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.sight.offers import nearest_partners
from game.cabinets.rails.world.land import WELL
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import AWAY
from game.engine.ornament import BUTTON, BUTTON_OVER
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.vector import icon
from game.engine.widgets import Label
from game.engine.widgets.parts.tree import Column, Of, Row
from game.kit import marks
from game.kit.drawing.sheet import draw_sheet

_WIDE: Final = 470.0
_PAD: Final = 10.0
_APART: Final = 6.0


class Choice(NamedTuple):
    """One answer of a `ChoiceCard`, shown as a button."""

    name: str
    """The name of the answer's knob, by which guides and tests find it."""
    text: str
    sign: str
    """The name of an icon."""
    press: Callable[[], None]


class ChoiceCard(Card):
    """A card that is visible while its `told` returns a sentence."""

    paper = True

    def __init__(
        self,
        surroundings: Surroundings,
        told: Callable[[], str],
        choices: Callable[[], Sequence[Choice]],
        sign: str,
    ) -> None:
        """Take the functions that return the sentence and its answers, and the name of the icon before the sentence."""
        super().__init__(surroundings)
        self._told, self._choices, self._sign = told, choices, sign

    def fit(self, left: float, right: float, bottom: float) -> None:
        """Place the card at the foot between two edges, no wider than they allow; empty it if there is no sentence."""
        told = self._told()
        if not told:
            self.hide()
            return
        wide = self.wide(_WIDE, right - left)
        words = Label(self.style, told, weight=Weight.BOLD, colour=theme.TEXT_ON_PAPER)
        answers = [_Answer(self.style, one.name, one.press, one.text, one.sign) for one in self._choices()]
        told_by = Row(Of(Drawn(self.style, self._draw_sign), wide=34), Of(words, grow=1), gap=0, fill=True)
        column = Column(told_by, *answers, gap=_APART)
        high = column.high(wide - 2 * _PAD) + 2 * _PAD
        self.stand(Box(left, bottom - high, wide, high), column, pad=_PAD)

    def _draw_sign(self, canvas: Canvas, box: Box) -> None:
        sign = icon(self._sign, canvas.px(self.typeface.grown(22)), theme.RUST, 2.4)
        canvas.put_middle(sign, box.left + 12, box.top + self.typeface.leading(theme.BODY) / 2)


class _Answer(Knob):
    """A knob with a sentence in small letters."""

    corner = 8

    def natural_height(self, width: float) -> float:
        return self.style.typeface.height_of(self.text, width - 44, theme.CAPTION) + 12

    def draw(self, canvas: Canvas) -> None:
        box = self.box
        draw_sheet(canvas, box, self.corner, BUTTON_OVER if self.hovered or self.focused else BUTTON)
        self._put_sign(canvas, box.left + 20, 20, theme.TEXT_BRIGHT)
        inside = Box(box.left + 38, box.top + 6, box.width - 44, box.height - 8)
        self.style.typeface.paragraph(canvas, self.text, inside, theme.CAPTION, colour=theme.TEXT_BRIGHT)


def jam_card(play: Play, table: Map) -> ChoiceCard:
    """Return the card that describes the ring of a jam and offers the ways out of it as buttons."""

    def told() -> str:
        return "" if play.builder.question else table.advice.told

    def choices() -> Sequence[Choice]:
        return [
            Choice(f"offer.{place}", one.text, "plus" if one.builds else "minus", partial(table.take, one.groups))
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
        if station < 0:
            return texts.line("rails_stage.join_drawn", number=-station)
        return texts.line("rails_stage.join_to", station=play.sight.name_of(texts, station))

    def choices() -> Sequence[Choice]:
        asked = play.builder.question
        answers = [
            Choice(f"answer.{one}", line(one), "plus" if one == SEPARATE else "map-pin", partial(table.answer, one))
            for one in (asked.answers if asked else ())
        ]
        return [*answers, Choice("answer.drop", texts.line("rails_stage.drop_part"), "x", play.builder.drop)]

    return ChoiceCard(play.surroundings, told, choices, "map-pin")


def answer_of(name: str) -> int | None:
    """Return the station named by a button of the question card (`answer.<station>`); None for any other button."""
    _, found, station = name.partition("answer.")
    return int(station) if found and station != "drop" else None


def hint_of(play: Play) -> str:
    """Return the text key of the sentence that says what the person can do now."""
    builder = play.builder
    if not play.plays:
        return "rails_stage.watching"
    if play.pace.manner == "rounds" and play.asked is None:
        return "rails_stage.running"
    if builder.question:
        return "rails_stage.hint.question_alone" if play.alone else "rails_stage.hint.question"
    if play.line_copy.active:
        return f"rails_stage.hint.line_copy_{'first' if play.line_copy.first < 0 else 'last'}"
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
    if builder.tool == "rail" and not play.options.yard and play.begun and play.train_to_copy:
        return "rails_stage.hint.rail_more"
    if builder.tool in ("platforms", "line") and not play.options.yard and (step := _step_to_a_train(play)):
        return f"rails_stage.hint.{step}"
    return f"rails_stage.hint.{builder.tool}"


def _first(play: Play) -> str:
    """Return the text key of the first hint, which names the pair of places that the map begins at."""
    pair = nearest_partners(play.sight.land) if play.begun else []
    if not pair:
        return "rails_stage.hint.first_towns"
    makers = {one.tile: one.kind for one in play.sight.land.industries}
    return "rails_stage.hint.first_oil" if makers[pair[0]] == WELL else "rails_stage.hint.first"


def _has_station(play: Play) -> bool:
    """Return whether the person has a station, built or drawn."""
    stations = play.builder.ground.stations.values() if play.begun else ()
    return any(one.company == play.company for one in stations)


def _step_to_a_train(play: Play) -> str:
    """Return what is missing for a person's first train: "join" for a line, "buy" for the train; "" for nothing."""
    if not play.begun or any(play.owns(one.company) for one in play.sight.view.vehicles):
        return ""
    own = {number for number, one in play.sight.stations.items() if one.company == play.company}
    if any(len(play.sight.tracks.reached(number) & own) > 1 for number in own):
        return "buy"
    return "join" if len(own) > 1 and play.builder.tool == "platforms" else ""


def draw_refusal(canvas: Canvas, table: Map) -> bool:
    """Draw beside the pointer or cursor why the drawn or tried thing is refused. Return whether it is refused."""
    play = table.play
    reason = play.refusal if play.refused_for > 0 else ""
    over_card = play.builder.holds and not table.by_keys and table.hovered is None
    drawn = play.builder.drag is not None or play.line_copy.active
    if drawn and not over_card and (refused := play.builder.trial.refused):
        reason = f"rails.refuse.{refused[0].reason}"
    reason = reason or table.copying.refused
    if reason:
        surroundings = play.surroundings
        marks.reason(canvas, surroundings.typeface, surroundings.texts.line(reason), *_beside(table))
    return bool(reason)


def _beside(table: Map) -> tuple[float, float]:
    if table.by_keys or table.play.pointer[0] <= AWAY / 2:
        return table.field.camera.outside(*table.at)
    return table.play.pointer
