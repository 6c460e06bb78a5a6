"""Sample LAN scenes with an invented network: a lobby, a room and a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

import msgspec

from game.cabinets.listed import CABINETS
from game.core.rules import SPECTATOR
from game.scenes.lan import link
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.heir import HeirDuty
from game.scenes.lan.log import ConnectionLog
from game.scenes.lan.own_room import fresh_room
from net.address import Address
from net.client.following import Following
from net.client.remote_match import StrangeHostError
from net.client.succession import Turn
from net.discovery.discovery import Found
from net.discovery.messages import Offer
from net.errors import (
    FullError,
    LanError,
    PasswordError,
    RefusedError,
    TimedOutError,
    UnknownHostError,
    VersionError,
)
from net.heirs import Moved
from net.host.announcing import mode_of
from net.limits import PROTOCOL
from net.messages import (
    Begun,
    Ended,
    HostMessage,
    Lines,
    Past,
    Proposed,
    RoomChanged,
    RoomState,
    Said,
    SeatLine,
    Told,
    Waiting,
    Welcome,
    raw,
)
from net.parts import PastStep, PersonState, SeatState, ToHost, WireEvent
from net.states import ClientState
from tests.showroom.moment import Moment, played

if TYPE_CHECKING:
    from game.engine.scene import Scene
    from game.scenes.feeds.local import LocalFeed

NAMES = {
    "ko": ("하늘바람", "Leila", "Omar", "민준"),
    "en": ("Skylark", "Leila", "Omar", "Minjun"),
}
_ROOMS = {
    "ko": ("레일라의 양탄자", "점심시간 한 판", "Rug Masters", "대항전 결승", "돌 줍기 연습"),
    "en": ("Leila's rugs", "One match at lunch", "Rug Masters", "The final", "Practice"),
}
_NOBODY = "192.168.0.99"
HOST = "192.168.0.12"
OWNER, LATE, ME = 1, 2, 3
"""Numbers of three people in the sample room: its owner, one with a slow connection, and this screen's person."""
_CHAT = {
    "ko": ((LATE, "one sec, bad wifi"), (ME, "봇 하나 넣을까요?"), (OWNER, "좋아요, 초록은 제가 막을게요")),
    "en": ((LATE, "one sec, bad wifi"), (ME, "Shall we seat a bot?"), (OWNER, "Fine, I will stop the green ones")),
}


class StillFinder:
    """A finder that always finds the same matches."""

    def __init__(self, found: Sequence[Found] = ()) -> None:
        self.found: Sequence[Found] = tuple(found)

    def poll(self, now: float) -> None:
        """Do nothing: no match appears or vanishes."""

    def close(self) -> None:
        """Do nothing: no network was opened."""


class StillClient:
    """A connection that returns given messages, and remembers those sent."""

    def __init__(self, messages: Sequence[HostMessage] = ()) -> None:
        self.state = ClientState.GREETING
        self.owner, self.password = b"", ""
        self.error: LanError | None = None
        self.room: RoomState | None = None
        self.person = 0
        self.latency: int | None = 4
        self.following = Following()
        self.address = Address("127.0.0.1", 25250)
        self.went_to: list[Moved] = []
        self.messages: list[HostMessage] = list(messages)
        """The messages that the next poll returns."""
        self.sent: list[ToHost] = []
        """The messages that a person's actions sent; automatic ledger lines are left out."""

    @property
    def seat(self) -> int | None:
        """This client's seat in the room; None for none."""
        seats = self.room.seats if self.room else ()
        return next((seat for seat, state in enumerate(seats) if state.person == self.person != 0), None)

    def poll(self, now: float) -> list[HostMessage]:
        """Return the given messages, once."""
        told, self.messages = self.messages, []
        for message in told:
            room = getattr(message, "room", None)
            self.room = room or self.room
            if isinstance(message, Welcome):
                self.person, self.state = message.person, ClientState.ROOM
            elif isinstance(message, Begun):
                self.state = ClientState.MATCH
        return told

    def send(self, message: ToHost) -> None:
        if self.state in (ClientState.ROOM, ClientState.MATCH) and not isinstance(message, Lines):
            self.sent.append(message)

    def go_to(self, moved: Moved) -> None:
        self.went_to.append(moved)

    def give_up(self, error: LanError) -> None:
        """Close the connection with this error."""
        self.error, self.state = error, ClientState.CLOSED
        self.messages.append(Told(error.key, error.values))

    def leave(self) -> None:
        self.close()

    def close(self) -> None:
        self.state = ClientState.CLOSED


def still_log() -> ConnectionLog:
    """Make a log whose clock begins at nine in the evening."""
    seconds = count(2)
    return ConnectionLog(lambda: f"21:14:{next(seconds) % 60:02}")


def found(language: str, game: str) -> list[Found]:
    """Return matches of that game and of others, of as many kinds as possible."""
    names, (_, leila, omar, minjun) = _ROOMS[language], NAMES[language]
    info = CABINETS[game].info
    facts = (
        (names[0], leila, game, 1, 2, False, False, 0.004),
        (names[1], minjun, "nullgame", 3, 0, False, False, 0.007),
        (names[2], omar, game, 2, 1, True, False, 0.003),
        (names[3], "", "nullgame", 0, 9, False, True, 0.038),
    )
    offers = []
    for number, (name, owner, kind, free, eyes, locked, playing, latency) in enumerate(facts):
        info = CABINETS[kind].info
        offer = Offer(
            host_id=f"{number:016x}",
            game=kind,
            game_version=info.version,
            protocol=PROTOCOL,
            name=name,
            port=25250,
            seats=max(free, info.usual_seats),
            free=free,
            spectators=eyes,
            password=locked,
            playing=playing,
            owner=owner,
            mode=mode_of(CABINETS[kind], info.options()),
        )
        offers.append(Found(offer, f"192.168.0.{12 + number}", latency))
    return offers


def room(language: str, game: str, phase: Any = "waiting", *, owner: int = OWNER) -> RoomState:
    """Return a room with four seats: its owner's, one of a person with a slow connection, this person's own, and a free
    one.
    """
    names, info = NAMES[language], CABINETS[game].info
    named = {OWNER: names[1], LATE: names[2], ME: names[0]}
    most = info.usual_seats
    order = [ME, OWNER, LATE] if phase != "waiting" else [OWNER, LATE, ME] if most > 2 else [OWNER, ME]
    order = order[:most]
    seats = [SeatState("person", named[number], person=number, ready=number != ME) for number in order]
    if len(seats) < most:
        seats.append(SeatState("open") if phase == "waiting" else SeatState("bot", bot=next(iter(CABINETS[game].bots))))
    seats += [SeatState("bot", bot=bot) for bot in CABINETS[game].filled((), most - len(seats))]

    def person(number: int, latency: int) -> PersonState:
        seat = order.index(number) if number in order else -1
        return PersonState(number, named[number], seat, owner=owner == number, latency=latency)

    people = (
        person(OWNER, 4),
        person(LATE, 900),
        person(ME, 4),
        PersonState(4, names[3], -1, latency=12),
        PersonState(5, "Nora", -1, latency=8),
    )
    return RoomState(
        name=_ROOMS[language][0],
        game=game,
        version=info.version,
        options=msgspec.to_builtins(info.options()),
        phase=phase,
        seats=tuple(seats),
        people=people,
        watching=2,
        bots=tuple(CABINETS[game].bots),
        limit=30_000,
    )


def welcome(language: str, state: RoomState, person: int = ME) -> list[HostMessage]:
    """Return what a host sends to a person who comes in, and the room's chat."""
    names = {person.person: person.name for person in state.people}
    return [
        Told("net.log.connecting", {"address": HOST, "port": 25250}),
        Welcome(PROTOCOL, person, bytes(32), state),
        *(Said(number, names[number], text) for number, text in _CHAT[language] if number in names),
    ]


def match_messages(
    feed: LocalFeed, viewer: int, lines: Sequence[SeatLine] = (), *, seconds: float | None = 30.0
) -> list[HostMessage]:
    """Return what a host tells of a match at the point where `feed` stands. A `viewer` with a seat is asked to move."""
    entries = feed.entries
    seats = tuple(lines) or tuple(SeatLine(seat.name, seat.bot or "") for seat in feed.seats)
    steps = [
        PastStep(
            entry.number,
            entry.movers,
            (),
            tuple(WireEvent(event.kind, event.data) for event in entry.events),
            entry.turn,
            entry.scores if CABINETS[feed.game].info.open_scores else (),
        )
        for entry in entries
    ]
    begun = Begun(viewer, len(entries), seats, raw(feed.brief), raw(feed.view))
    past = [Past(tuple(steps[at : at + 64])) for at in range(0, len(steps), 64)]
    choice = feed.choice
    if choice is None:
        return [begun, *past]
    asked = choice.seat == viewer
    left = None if seconds is None else round(seconds * 700)
    total = None if seconds is None else round(seconds * 1000)
    legal = raw(choice.legal if asked else None)
    return [begun, *past, Waiting(len(entries), (choice.seat,), asked, legal, left, total)]


def connected(messages: Sequence[HostMessage]) -> tuple[RoomConnection, StillClient]:
    client = StillClient(messages)
    connection = RoomConnection(client, still_log())
    connection.poll(0.0)
    return connection, client


def lobby(moment: Moment, *, empty: bool = False, back: bool = False) -> Scene:
    """Show matches on the LAN, without being in a room. `back`: the person was disconnected from one of them, and has
    chosen it.
    """
    from game.scenes.lobby.scene import LobbyScene

    language = moment.context.texts.language
    log = still_log()
    log.say("lobby.log.searching", count=2, addresses="192.168.0.37, 10.8.0.3")
    matches = [] if empty else found(language, moment.game)
    if not back:
        return LobbyScene(moment.context, finder=StillFinder(matches), log=log)

    class Returning(LobbyScene):
        """A lobby that chooses its card by itself."""

        def update(self, seconds: float) -> None:
            super().update(seconds)
            if not self.chosen:
                self._press(matches[1].offer.host_id)

    return Returning(moment.context, finder=StillFinder(matches), seated=lambda found, _: found == matches[1], log=log)


def lobby_empty(moment: Moment) -> Scene:
    """Show the lobby where no match is found."""
    return lobby(moment, empty=True)


def lobby_back(moment: Moment) -> Scene:
    """Show the lobby with a match from which the person was disconnected."""
    return lobby(moment, back=True)


def waiting_room(
    moment: Moment, person: int = ME, change: Callable[[RoomState], RoomState] = lambda state: state
) -> Scene:
    """Show a waiting room as seen by `person`, after `change` was applied."""
    from game.scenes.lobby.scene import LobbyScene

    language = moment.context.texts.language
    messages = welcome(language, change(room(language, moment.game, owner=OWNER)), person)
    log = still_log()
    log.say("lobby.log.searching", count=2, addresses="192.168.0.37, 10.8.0.3")
    moment.context.settings.names = (NAMES[language][0],)

    def connect(address: Address, name: str, *, watch: bool, password: str, owner: bytes, room: str) -> StillClient:
        return StillClient(messages)

    class Joining(LobbyScene):
        """A lobby that joins the room by itself."""

        def enter(self) -> None:
            super().enter()
            self.address_entry.text = HOST
            self.join()

    finder = StillFinder(found(language, moment.game))
    return Joining(moment.context, finder=finder, connector=connect, log=log)


def waiting_room_owner(moment: Moment) -> Scene:
    """Show a waiting room as seen by its owner."""
    return waiting_room(moment, OWNER)


def join_error(moment: Moment, *, error: LanError) -> Scene:
    """Show the lobby after an attempt to join failed."""
    from game.scenes.lobby.scene import LobbyScene

    log = still_log()
    log.say("lobby.log.searching", count=2, addresses="192.168.0.37, 10.8.0.3")

    def connect(address: Address, name: str, *, watch: bool, password: str, owner: bytes, room: str) -> StillClient:
        client = StillClient([Told("net.log.connecting", {"address": address.host, "port": address.port})])
        client.poll(0.0)
        client.give_up(error)
        return client

    class Failing(LobbyScene):
        """A lobby that tries an address where there is no host."""

        def enter(self) -> None:
            super().enter()
            self.log.say("net.log.connecting", address=_NOBODY, port=25250)
            self.address_entry.text = _NOBODY
            self.join()

    finder = StillFinder(found(moment.context.texts.language, moment.game)[:2])
    return Failing(moment.context, finder=finder, connector=connect, log=log)


join_unknown = partial(join_error, error=UnknownHostError("net.error.unknown_host", address=_NOBODY))
join_refused = partial(join_error, error=RefusedError("net.error.refused", address=_NOBODY, port=25250))
join_timed_out = partial(join_error, error=TimedOutError("net.error.timed_out", address=_NOBODY, port=25250))
join_version = partial(join_error, error=VersionError("net.dropped.protocol", here=2, there=1))
join_strange = partial(join_error, error=StrangeHostError("view"))
join_password = partial(join_error, error=PasswordError("net.dropped.password"))
join_full = partial(join_error, error=FullError("net.dropped.full"))


def open_room(moment: Moment) -> Scene:
    from game.scenes.lobby.open import OpenScene

    return OpenScene(moment.context, NAMES[moment.context.texts.language][0], moment.game)


class AskedHeir(HeirDuty):
    """The duty of an heir whose turn it is."""

    may_open = True
    turn = Turn(ME, 4.2)

    def poll(self, now: float) -> None:
        pass


def lan_table(
    moment: Moment,
    *,
    watching: bool = False,
    lost: bool = False,
    heir: bool = False,
    proposal: bool = False,
    talking: bool = False,
    ended: Callable[[RoomState], RoomState] | None = None,
) -> Scene:
    """Show a LAN match: played, with the chat beside it; watched; or with its connection lost.

    `ended`: the match is over, in a room that is as this function makes it.

    `talking`: the chat is closed, and recent lines are shown over the table. `heir`: the host is lost, and this window
    is asked to open the room.
    """
    from game.scenes.feeds.lan import LanFeed
    from game.scenes.lobby.table import LanTable

    language = moment.context.texts.language
    feed = played(moment, whole=ended is not None)
    viewer = SPECTATOR if watching else 0
    state = room(language, moment.game, "playing")
    bot = state.seats[-1].bot
    lines = [SeatLine(seat.name or bot, seat.bot, seat.person) for seat in state.seats][: len(feed.seats)]
    messages = match_messages(feed, viewer, lines)
    if ended is not None:
        over = Ended("over", len(feed.entries), "00", feed.result)
        messages += [over, RoomChanged(ended(room(language, moment.game, "after")))]
    feed.close()
    connection, client = connected([*welcome(language, state), *messages])
    connection.take_asides()
    if proposal:
        client.messages.append(Proposed(1, "undo", OWNER, (OWNER,), (ME,)))
        connection.poll(0.0)
    table = LanTable(moment.context, LanFeed(connection, moment.context.texts))
    table._chatting = not (lost or talking or ended)
    if talking:
        names = {person.person: person.name for person in state.people}
        client.messages += [Said(person, names[person], text) for person, text in _CHAT[language] if person in names]
        moment.context.companions.append(connection.poll)
    if heir:
        connection.duty = AskedHeir(client, link.open_room, fresh_room, lambda: True)
    if lost:
        client.state = ClientState.LOST
    return table


def lan_watch(moment: Moment) -> Scene:
    """Show a spectator's table."""
    return lan_table(moment, watching=True)


def lan_lost(moment: Moment) -> Scene:
    """Show the table while the connection is being restored."""
    return lan_table(moment, lost=True)


def lan_heir(moment: Moment) -> Scene:
    """Show the table of an heir who is asked to open the room of a lost host."""
    return lan_table(moment, lost=True, heir=True)


def lan_proposal(moment: Moment) -> Scene:
    """Show the table with a proposal to vote on."""
    return lan_table(moment, proposal=True)


def lan_talk(moment: Moment) -> Scene:
    """Show the table with recent lines of chat while the chat is closed."""
    return lan_table(moment, talking=True)
