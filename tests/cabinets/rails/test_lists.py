"""The lists of the contract: a model, an order or a signal is one row, from which everything else follows."""

from __future__ import annotations

import pytest

from game.cabinets.rails.building.prices import vehicle_price
from game.cabinets.rails.contract.actions import ORDERS, Buy, Call, OrderKind, Signal
from game.cabinets.rails.contract.models import ENGINES, NAMES, VehicleModel, model_named
from game.cabinets.rails.track import trains
from game.cabinets.rails.track.coded import Built, decode, encode
from game.cabinets.rails.track.pieces import KINDS, ONWARD, bend
from game.cabinets.rails.track.signals import NAMES as SIGNALS
from game.cabinets.rails.track.signals import SignalModel, signal_named
from game.cabinets.rails.yards.notation import Reader, write_groups
from game.ground.texts import Texts

LANGUAGES = ("ko", "en")


@pytest.mark.parametrize("model", VehicleModel)
def test_a_model_can_be_written_bought_and_named(model: VehicleModel) -> None:
    assert model_named(model.word) is model
    wagons = 3 if model.is_train else 0
    buy = Buy(model.word, wagons, 0, (Call(1, "full"),))
    line = write_groups((buy,))[0]
    assert line.startswith(model.word)
    assert Reader().read(line, 1, "plan") == (buy,)
    assert vehicle_price(model, 0, 0) == model.price > 0
    assert (model in ENGINES) == model.is_train == (model.goods + model.passengers == 0)
    for language in LANGUAGES:
        texts = Texts(language)
        key = model.word if model.is_train else f"buy_{model.word}"
        assert texts.has(f"rails_stage.{key}")
        assert model.is_train or texts.has(f"rails_stage.vehicle.{model.word}")


def test_models_have_a_name_each() -> None:
    assert tuple(model.word for model in VehicleModel) == NAMES
    assert [model.name.lower() for model in VehicleModel] == list(NAMES)


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_has_the_number_of_its_place_and_a_text(order: OrderKind) -> None:
    assert getattr(trains, order.upper()) == ORDERS.index(order)
    assert all(Texts(language).has(f"rails_stage.order.{order}") for language in LANGUAGES)


@pytest.mark.parametrize("kind", SignalModel)
def test_a_kind_of_signal_can_be_written_and_named(kind: SignalModel) -> None:
    assert signal_named(kind.word) is kind
    signal = Signal(3, 4, "W", "E", kind.word)
    (line,) = write_groups((signal,))
    assert line.startswith(kind.signs[0])
    for sign in kind.signs:
        assert Reader().read(line.replace(kind.signs[0], sign), 1, "plan") == (signal,)
    for language in LANGUAGES:
        texts = Texts(language)
        assert texts.has(f"rails_stage.signal.{kind.word}") and texts.has(f"rails_stage.signal.{kind.word}_help")


@pytest.mark.parametrize("kind", SignalModel)
def test_a_kind_of_signal_is_told_to_who_sees_the_works(kind: SignalModel) -> None:
    tile = Built(7, pieces=2, company=0, signals=((3, kind),))
    assert decode(encode([tile]))[7].signals == ((3, kind),)


def test_kinds_of_signals_have_a_name_each() -> None:
    assert [kind.word for kind in SignalModel] == list(SIGNALS) == [kind.name.lower() for kind in SignalModel]


def test_a_leg_is_followed_by_those_that_turn_least() -> None:
    for leg, after in enumerate(ONWARD):
        assert len(after) == (3 if leg >> 1 < 2 else 2)
        assert all(abs(bend(leg, other)) <= 1 for other in after)
        # what follows in one direction is followed in the other
        assert all(leg ^ 1 in ONWARD[other ^ 1] for other in after)
    assert len(ONWARD) == 2 * len(KINDS)
