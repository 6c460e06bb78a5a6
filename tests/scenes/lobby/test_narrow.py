"""The lobby, a room and the page to open one are laid out in a narrow frame, too: nothing overlaps or leaves it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec
import pytest

from game.engine.canvas import Box
from game.engine.scene import Context, Scene
from game.engine.widgets import Container, Panel, ScrollArea, Widget, WidgetScene
from game.engine.widgets.parts.tree import Laid
from game.ground.texts import LANGUAGES
from game.scenes.lobby.open import OpenScene
from game.scenes.lobby.talk import Signs
from net.limits import NAME
from net.messages import RoomState
from net.parts import Customs
from tests.in_turns import in_turns
from tests.scenes.scene_driver import driving
from tests.showroom.lan import ME, NAMES, OWNER, join_refused, lobby, lobby_empty, room, waiting_room
from tests.showroom.lan_evening import _with_many, waiting_room_evening
from tests.showroom.moment import Moment

WIDTH, HEIGHTS = 412.0, (892.0, 690.0)
EDGE, HEAD = 8.0, 60.0
"""What a narrow page keeps free at its sides and at its foot, and at its head."""
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


def leaves(widget: Widget, window: Box) -> Iterator[tuple[Widget, Box]]:
    """The widgets that hold no others, with what is in sight of their boxes, without grounds below and signs above."""
    if isinstance(widget, ScrollArea):
        window = window.clip(widget.box)
    if isinstance(widget, Container):
        for inner in widget.widgets:
            if inner.visible:
                yield from leaves(inner, window)
    elif not isinstance(widget, (Panel, Signs)):
        seen = widget.box.clip(window)
        if min(seen.width, seen.height) > 0:
            yield widget, seen


def check(page: Laid, frame: Box) -> None:
    page.lay(Box(EDGE, HEAD, frame.width - 2 * EDGE, frame.height - HEAD - EDGE))
    shown = list(leaves(page, Box(-9999, -9999, 99999, 99999)))
    assert len(shown) > 4
    for number, (one, box) in enumerate(shown):
        assert frame.inflate(1, 1).contains(box), f"{type(one).__name__} {box} leaves the frame"
        for other, there in shown[number + 1 :]:
            shared = box.clip(there)
            assert min(shared.width, shared.height) <= 1, (
                f"{type(one).__name__} lies over {type(other).__name__}: {shared}"
            )


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
            check(laid, Box(0, 0, WIDTH, high))
        driver.step(2)
        assert driver.context.typeface.overflows == []
