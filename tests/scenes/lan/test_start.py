"""Nobody misses the start of a match: whatever comes late, one comes to the table, stays, and goes back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from game.cabinets.nullgame.rules import View
from game.core.rules import SPECTATOR, Result, SeatResult, Viewer
from game.scenes.lobby.scene import LobbyScene
from game.scenes.lobby.table import LanTable
from net.messages import Begun, Ended, HostMessage, Past, RoomChanged, SeatLine, raw
from net.parts import PastStep
from tests.net.house import Peer, begin, house, plan_of
from tests.scenes.lobby.lobby_driver import Lobby, at_lobby
from tests.showroom.lan import ME, OWNER, room

SEATS = (SeatLine("Skylark", person=ME), SeatLine("Leila", person=1), SeatLine("expert", bot="expert"))
RESULT = Result((SeatResult(1, 3), SeatResult(2, 1), SeatResult(2, 1)), "nullgame.end.last_stone")
LATEST = 120
"""Frames that a message is late at the most: two seconds."""
ROLES = {"host": (ME, 0), "guest": (OWNER, 0), "spectator": (OWNER, SPECTATOR)}
"""Who owns the room, and whose view of the match is told."""
FADED = 30
"""Frames after which a change of scenes is over."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def phase(name: str, owner: int = OWNER) -> RoomChanged:
    return RoomChanged(msgspec.structs.replace(room("en", "nullgame", name, owner=owner), limit=0))


def begun(viewer: Viewer = 0) -> tuple[HostMessage, ...]:
    view = raw(View(9, 0, (0, 0, 0), 0))
    return Begun(viewer, 1, SEATS, raw(None), view), Past((PastStep(0, (), (), (), 0),))


class Told:
    """What a host tells of one match, in the order in which it sends it: TCP lets each come late, and none before.

    Hosts of an earlier version tell that a match goes on after they tell which.
    """

    def __init__(self, chance: Random, owner: int, viewer: Viewer) -> None:
        old = chance.random() < 0.5
        playing = phase("playing", owner)
        start = [*begun(viewer), playing] if old else [playing, *begun(viewer)]
        end: list[HostMessage] = [Ended("over", 1, "h", RESULT)] if chance.random() < 0.7 else []
        self.messages: list[HostMessage] = [*start, *end]
        if chance.random() < 0.7:
            self.messages.append(phase("after", owner))
        self.gaps = [late(chance) for _ in self.messages]


def late(chance: Random) -> int:
    """Frames after the message before: in one read, in the next, while the window fades, long after."""
    return chance.choice((0, 0, 0, 1, 2, chance.randrange(15), chance.randrange(40), chance.randint(0, LATEST)))


def walked(lobby: Lobby, chance: Random, owner: int, viewer: Viewer) -> None:
    """One match, from its start to the waiting room after it."""
    told = Told(chance, owner, viewer)
    step = lobby.driver.app.step
    seen = False
    for message, gap in zip(told.messages, told.gaps, strict=True):
        for _ in range(gap):
            step([], draw=False)
            seen = seen or isinstance(lobby.driver.top, LanTable)
            assert not seen or not isinstance(lobby.driver.top, LobbyScene), "thrown out of the match"
        lobby.client.messages.append(message)
    for _ in range(FADED):
        step([], draw=False)
    assert not isinstance(lobby.driver.top, LobbyScene), "missed the match"
    lobby.client.messages.append(phase("waiting", owner))
    for _ in range(2 * FADED):
        step([], draw=False)
    assert isinstance(lobby.driver.top, LobbyScene), "stayed at a table that is no more"


def cases(role: str, count: int) -> None:
    owner, viewer = ROLES[role]
    first = count * list(ROLES).index(role)
    with at_lobby() as lobby:
        lobby.come_in(owner=owner)
        lobby.client.messages.append(phase("waiting", owner))
        lobby.driver.step(2)
        for number in range(first, first + count):
            walked(lobby, Random(number), owner, viewer)


@pytest.mark.parametrize("role", ROLES)
def test_the_start_is_not_missed_whatever_comes_late(role: str) -> None:
    cases(role, 9)


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_the_start_is_not_missed_in_many_orders(role: str) -> None:
    cases(role, 60)


def test_who_stayed_in_the_room_is_led_to_the_table_by_its_button() -> None:
    with at_lobby() as lobby:
        line = lobby.driver.context.texts.line
        lobby.come_in()
        lobby.client.messages += [phase("playing"), *begun()]
        lobby.driver.until(lambda: isinstance(lobby.driver.top, LanTable))
        lobby.driver.context.stack.pop()
        lobby.driver.until(lambda: isinstance(lobby.driver.top, LobbyScene))
        lobby.driver.step(FADED)
        button = lobby.button(line("lobby.room.to_table"))
        assert button.enabled
        lobby.press(line("lobby.room.to_table"))
        lobby.driver.until(lambda: isinstance(lobby.driver.top, LanTable))


def test_a_seat_at_another_table_of_the_next_round_shows_no_match_before_it_begins() -> None:
    with at_lobby() as lobby:
        lobby.come_in()
        lobby.client.messages += [phase("playing"), *begun()]
        lobby.driver.until(lambda: isinstance(lobby.driver.top, LanTable))
        lobby.driver.step(FADED)
        card = msgspec.structs.replace(room("en", "volcano"), table=1)
        lobby.client.messages.append(RoomChanged(card))
        lobby.driver.until(lambda: isinstance(lobby.driver.top, LobbyScene))
        for _ in range(2 * FADED):
            lobby.driver.app.step([], draw=False)
            assert isinstance(lobby.driver.top, LobbyScene), "shows the match that is over by the next one's options"


def test_a_match_that_we_were_not_told_of_has_no_way_in() -> None:
    with at_lobby() as lobby:
        line = lobby.driver.context.texts.line
        lobby.come_in()
        lobby.client.messages.append(phase("playing"))
        lobby.driver.step(3)
        assert not lobby.button(line("lobby.room.playing")).enabled


def test_the_host_tells_that_a_match_goes_on_before_it_tells_which(tmp_path: Path) -> None:
    with house(plan_of(tmp_path)) as running:
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia")
        other.enter("Omar")
        begin([one, other], one)
        for peer in (one, other):
            first = next(number for number, message in enumerate(peer.messages) if isinstance(message, Begun))
            rooms = [message.room for message in peer.messages[:first] if isinstance(message, RoomChanged)]
            assert rooms[-1].phase == "playing"
            peer.close()
