"""The lobby, a room and the page to open one are laid out in a narrow frame, too: nothing overlaps or leaves it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest

from game.engine.canvas import Box
from game.engine.scene import Context, Scene
from game.engine.widgets import Panel, WidgetScene
from game.engine.widgets.parts.tree import Laid
from game.ground.texts import LANGUAGES
from game.scenes.lobby.open import OpenScene
from game.scenes.lobby.talk import Signs
from net.limits import NAME
from net.messages import RoomState
from net.parts import Customs
from tests.in_turns import in_turns
from tests.scenes.narrow import HEIGHTS, WIDTH, check
from tests.scenes.scene_driver import driving
from tests.showroom.lan import ME, NAMES, OWNER, join_refused, lobby, lobby_empty, room, waiting_room
from tests.showroom.lan_evening import _with_many, waiting_room_evening
from tests.showroom.moment import Moment

LONG = {"en": "Wolfgang Amadeus Mozart the Second " * 4, "ko": "가나다라마바사아자차카타파하" * 8}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def longest(state: RoomState, language: str, seats: int = 0) -> RoomState:
    """The room with names, a title and customs that are as long as they may be."""
    name, title = LONG[language][:20], LONG[language][:NAME]
    state = _with_many(state, seats) if seats else state
    people = tuple(
        msgspec.structs.replace(one, name=name, wish="marrakech", deputy=one.person == ME) for one in state.people
    )
    named = tuple(msgspec.structs.replace(seat, name=name if seat.person else "") for seat in state.seats)
    customs = Customs(votes=True, best_of=7, rotate=True)
    return msgspec.structs.replace(state, name=title, seats=named, people=people, customs=customs, watching=99)


def in_room(moment: Moment, person: int, seats: int = 0) -> Scene:
    language = moment.context.texts.language
    return waiting_room(moment, person, partial(longest, language=language, seats=seats))


def opening(moment: Moment, *, following: bool = False) -> Scene:
    language = moment.context.texts.language
    state = room(language, moment.game) if following else None
    return OpenScene(moment.context, NAMES[language][0], moment.game, room=state)


PAGES: dict[str, Callable[[Moment], Scene]] = {
    "list": lobby,
    "nobody": lobby_empty,
    "refused": join_refused,
    "guest": partial(in_room, person=ME),
    "owner": partial(in_room, person=OWNER),
    "large": partial(in_room, person=OWNER, seats=12),
    "evening": waiting_room_evening,
    "open": opening,
    "next": partial(opening, following=True),
    "crowd": opening,
}
GAMES = {"evening": "omok", "large": "sketch", "open": "sketch", "next": "rails", "crowd": "l4g"}


@in_turns(page=list(PAGES), language=LANGUAGES)
def test_a_narrow_frame_holds_the_page(page: str, language: str, tmp_path: Path) -> None:
    def make(context: Context) -> Scene:
        return PAGES[page](Moment(context, GAMES.get(page, "marrakech"), 0, 0, tmp_path))

    with driving(make, language=language) as driver:
        driver.step(3)
        scene = driver.top
        assert isinstance(scene, WidgetScene)
        laid = next(widget for widget in scene.group.widgets if isinstance(widget, Laid))
        for high in HEIGHTS:
            check(laid, Box(0, 0, WIDTH, high), (Panel, Signs))
        driver.step(2)
        assert driver.context.typeface.overflows == []
