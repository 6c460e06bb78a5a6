"""Signs that people draw: a few bytes on the wire, kept in the settings, shown at seats; hostile ones cost nothing."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from game.core.errors import SpokenError
from game.engine.input import PointerMoved, PointerPressed, PointerReleased
from game.engine.widgets import Button
from game.ground.portrait import COLOURS, MOST_BYTES, packed, strokes_of, valid_strokes
from game.ground.settings import Settings
from game.scenes.evening.portrait import PortraitPad, PortraitScene
from game.scenes.lobby.room_seat import facts_of
from net.evening import Portray
from net.messages import Rejected, RoomChanged, RoomState, Said, Say
from tests.engine.widgets.page_driver import click, the
from tests.net.house import Peer, house, plan_of
from tests.scenes.scene_driver import driving
from tests.showroom.lan import ME, OWNER, connected, room, welcome

FACE = bytes([2, 3, 10, 10, 50, 90, 90, 10, 0, 1, 50, 50])
HOSTILE = {
    "no colour": bytes([len(COLOURS), 1, 5, 5]),
    "no points": bytes([1, 0]),
    "cut": bytes([1, 4, 5, 5, 6]),
    "outside": bytes([1, 1, 101, 5]),
    "half a head": bytes([1]),
    "garbage": bytes(range(255, 155, -1)),
    "text": b"<svg onload=alert(1)>",
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def test_a_drawing_comes_back_as_it_was() -> None:
    assert packed(strokes_of(FACE)) == FACE and strokes_of(b"") == ()


@pytest.mark.parametrize("why", HOSTILE)
def test_what_is_no_drawing_is_refused_and_shows_the_seats_own_sign(why: str) -> None:
    with pytest.raises(SpokenError):
        strokes_of(HOSTILE[why])
    assert valid_strokes(HOSTILE[why]) == ()


def test_too_long_a_drawing_is_not_even_decoded() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "portray", "portrait": bytes(MOST_BYTES + 1)}, Portray)
    with pytest.raises(SpokenError):
        strokes_of(bytes([1, 1, 5, 5]) * (MOST_BYTES // 4 + 1))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"portrait": "zz"}, Settings)


def test_everybody_sees_a_sign_and_a_hostile_one_changes_nothing(tmp_path: Path) -> None:
    with house(plan_of(tmp_path)) as here, ExitStack() as stack:
        mia, jun = Peer(here.port), Peer(here.port)
        stack.callback(mia.close)
        stack.callback(jun.close)
        me = mia.enter("Mia").person
        jun.enter("Jun")

        def seen(state: RoomState) -> bytes:
            return next(person.portrait for person in state.people if person.person == me)

        mia.send(Portray(FACE))
        jun.until_room(lambda state: seen(state) == FACE)
        mia.send(Portray(HOSTILE["outside"]))
        refused = mia.until(Rejected, lambda told: told.about == "portray")
        assert refused.why == "net.refuse.portrait"
        mia.send(Say("still here"))
        jun.until(Said)
        assert jun.room is not None and seen(jun.room) == FACE
        mia.send(Portray(b""))
        jun.until_room(lambda state: seen(state) == b"")


def test_a_sign_is_shown_in_each_room_that_its_person_comes_into() -> None:
    connection, client = connected([])
    connection.portrait = FACE
    client.messages += welcome("en", room("en", "nullgame"))
    connection.poll(1.0)
    assert [sent.portrait for sent in client.sent if isinstance(sent, Portray)] == [FACE]


def test_a_row_shows_the_sign_of_its_person_alone() -> None:
    state = room("en", "nullgame")
    people = tuple(msgspec.structs.replace(one, portrait=FACE if one.person == OWNER else b"") for one in state.people)
    changed = RoomChanged(msgspec.structs.replace(state, people=people)).room
    with driving(lambda context: PortraitScene(context, lambda _: None)) as driver:
        texts = driver.context.texts
        shown = {place.person: facts_of(changed, seat, ME, texts).portrait for seat, place in enumerate(changed.seats)}
    assert shown[OWNER] == FACE and shown[ME] == b""


def test_a_person_draws_takes_back_and_keeps_what_is_shown() -> None:
    done: list[bytes] = []
    with driving(lambda context: PortraitScene(context, done.append)) as driver:
        pad = the(driver, PortraitPad, lambda _: True)
        x, y = pad.box.center
        for shift in (0, 40):
            driver.send(
                PointerPressed(x + shift, y, 1), PointerMoved(x + shift, y + 60), PointerReleased(x + shift, y, 1)
            )
            driver.step(2)
        assert [len(stroke.points) for stroke in strokes_of(pad.portrait)] == [2, 2]
        click(driver, the(driver, Button, lambda button: button.icon == "undo-2"))
        assert len(pad.strokes) == 1
        click(driver, the(driver, Button, lambda button: button.icon == "check"))
        driver.step(2)
        kept = bytes.fromhex(driver.context.settings.portrait)
        assert len(strokes_of(kept)) == 1


def test_ink_is_used_up_before_the_drawing_is_too_long() -> None:
    with driving(lambda context: PortraitScene(context, lambda _: None)) as driver:
        pad = the(driver, PortraitPad, lambda _: True)
        box = pad.box
        pad.handle(PointerPressed(box.left, box.top, 1))
        for number in range(400):
            pad.handle(PointerMoved(box.left + number * 17 % box.width, box.top + number * 29 % box.height))
        assert pad.ink == 0 and len(strokes_of(pad.portrait)) == 1 and len(pad.portrait) <= MOST_BYTES
        pad.handle(PointerReleased(box.left, box.top, 1))
        pad.handle(PointerPressed(box.left, box.top, 1))
        assert len(pad.strokes) == 1
