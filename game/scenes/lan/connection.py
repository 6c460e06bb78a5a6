"""A stay in a room on the LAN: its connection, its chat, and what it tells of a match.

It is polled every frame whatever scene is on top, so that a person who reads the rules stays connected.
"""

from __future__ import annotations

import contextlib
import math
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from game.cabinets.listed import CABINETS
from game.core.errors import SpokenError, reason
from game.core.moving import remove_file
from game.core.rules import SPECTATOR, Viewer
from game.ground import paths
from game.ground.crash import crashed
from game.ground.files import free_name
from game.ground.recordings import VIEWS_SUFFIX
from game.scenes.lan.actions import Client, RoomActions
from game.scenes.lan.heir import HeirDuty
from game.scenes.lan.ledger import Bookkeeping, differing_step, keep_recording
from game.scenes.lan.log import ConnectionLog
from net.allowance import Allowance
from net.client.remote_match import RemoteMatch, StrangeHostError, check_room
from net.client.succession import Turn
from net.client.view_recorder import ViewRecorder
from net.errors import ProtocolError
from net.evening import Portray, Reacted, Talk
from net.heirs import HeirLine, Heirs, Moved
from net.messages import (
    Begun,
    Decided,
    Ended,
    Entered,
    HostMessage,
    Proposed,
    Recorded,
    Rejected,
    RoomChanged,
    RoomState,
    Said,
    Told,
    Welcome,
)
from net.parts import Customs, PersonState, Reaction
from net.states import ClientState

MOST_CHAT = 200
MOST_ASIDES = 20
FRESH = 3.0
"""Seconds after which a sign that no scene has shown is not shown any more: it would tell of a moment long gone."""
_RECORDINGS = (0.05, 8)
"""Rate limit of recordings a host may add to the replays: per second, and at once. Real matches take longer."""


Sign: TypeAlias = Reaction | Literal["nudge"]
"""What is shown at a person: a reaction of theirs, or that somebody nudged them."""


@dataclass(frozen=True)
class ChatLine:
    """A line of chat, or a reaction, by a person in the room."""

    person: int
    name: str
    text: str
    seat: int | None
    """The person's seat when they said it; None for none."""
    reaction: Sign | None = None
    """The sign shown instead of words; None for a line of chat."""
    at: float = 0.0
    """Time at which a sign arrived, by the clock of `poll`."""


def _nothing() -> None:
    """Do nothing: the default of a hook for rooms that this program does not host."""


def _lacks(room: RoomState) -> bool:
    """Return whether this program lacks a room's game, or has another version of it."""
    cabinet = CABINETS.get(room.game)
    return cabinet is None or cabinet.info.version != room.version


def lack_of(room: RoomState) -> tuple[str, dict[str, str | int]]:
    """Return what to tell a person whose program lacks a room's game, as a text key and its values: with the package to
    install where another package brings the game.
    """
    key = "lobby.log.lacks_package" if room.package and room.game not in CABINETS else "lobby.log.lacks"
    return key, {"game": room.game, "package": room.package}


class RoomConnection(RoomActions):
    """One connection to one room, from the first attempt to the goodbye."""

    def __init__(self, client: Client, log: ConnectionLog) -> None:
        super().__init__(client)
        self.log = log
        self.now = 0.0
        """Time of the last poll, in seconds."""
        self.chat: list[ChatLine] = []
        self.said = 0
        """How many lines of chat have been said in all."""
        self.read = 0
        """How many lines of chat have been shown at this screen."""
        self.spell: Callable[[str], str] = str
        """Function that rewrites others' chat for this screen's font, such as emoji as names."""
        self.portrait = b""
        """The sign that this person drew, shown in each room; empty for none."""
        self.reactions: deque[ChatLine] = deque(maxlen=MOST_ASIDES)
        """Signs that no scene has taken yet, by `take_signs`."""
        self._nudges = 0
        """How many nudges arrived since the last `take_nudges`."""
        self.match: RemoteMatch | None = None
        """The match that began last, as far as the host has told it; None before the first."""
        self.unshown = False
        """Whether `match` began and no table has shown it yet."""
        self.unfollowed = False
        """Whether the match that began last cannot be shown here, as its game is lacking or a table of it broke: its
        person waits in the room.
        """
        self._unshowable: set[str] = set()
        """Games of which a table broke here."""
        self.offered = ""
        """The game that this person was last offered to wish for, too; empty for none."""
        self._played: tuple[str, int] | None = None
        """The room's game and version when this person was last told that this program lacks it, or has it."""
        self.under_way = False
        """Whether the room has left the waiting phase since `match` began; the host may tell that later."""
        self.asides: list[tuple[str, dict[str, str | int]]] = []
        """Messages for the table as text keys with values; `take_asides` removes them."""
        self.hosting = False
        """Whether this window keeps the room's host running."""
        self.reviving = False
        """Whether the room's host ended and this window is starting it again."""
        self.stranded: SpokenError | None = None
        """Why the room's host could not be started again; None if nothing failed."""
        self.start_again: Callable[[], None] = _nothing
        """Function that tries again to start the room's host."""
        self.close_room: Callable[[], None] = _nothing
        """Function that closes the room that this window hosts."""
        self.duty: HeirDuty | None = None
        """What this window does as heir of the room; None where it is none."""
        self._heirs: tuple[HeirLine, ...] = ()
        self.going_home = False
        """Whether this person asked for the room to move, to leave it then."""
        self.moved: Moved | None = None
        """Where the room has moved, until the lobby has taken note of it."""
        self.differs = False
        """Whether the room's new host shows another match than the one before, and nobody has been asked about it."""
        self._welcomed = False
        self._recorder: ViewRecorder | None = None
        self._books = Bookkeeping(client.send)
        self.replay: Path | None = None
        """The recording of the last match, once it is over and the host has sent the file; None before."""
        self._recorded_end: Ended | None = None
        """The match end for which the last recording arrived."""
        self._recordings = Allowance(*_RECORDINGS)

    # State.

    @property
    def room(self) -> RoomState | None:
        """The room as the host last told it; None before this person is let in."""
        return self.client.room

    @property
    def seat(self) -> int | None:
        """This person's seat; None for none."""
        return self.client.seat

    @property
    def me(self) -> PersonState | None:
        """This person as the room knows them; None before they are let in."""
        return self.person(self.client.person)

    @property
    def owner(self) -> bool:
        """Whether this person may arrange the room, as owner or deputy."""
        return self.me is not None and (self.me.owner or self.me.deputy)

    @property
    def first_owner(self) -> bool:
        """Whether this person is the owner, not only a deputy."""
        return self.me is not None and self.me.owner

    @property
    def inside(self) -> bool:
        """Whether this person was let in, even if the connection is lost and being restored."""
        return self._welcomed and not self.over

    @property
    def was_inside(self) -> bool:
        """Whether this person was let in at some time."""
        return self._welcomed

    @property
    def trying(self) -> bool:
        """Whether the first attempt to get in is still under way."""
        return not self._welcomed and not self.over

    @property
    def lost(self) -> bool:
        """Whether the connection broke and is being restored."""
        return self.inside and self.client.state not in (ClientState.ROOM, ClientState.MATCH)

    @property
    def over(self) -> bool:
        """Whether the connection has ended for good."""
        return self.client.state is ClientState.CLOSED

    @property
    def playing(self) -> bool:
        """Whether the room plays a match."""
        return self.room is not None and self.room.phase in ("playing", "paused")

    @property
    def paused(self) -> bool:
        """Whether the clock of the room's match is stopped."""
        return self.room is not None and self.room.phase == "paused"

    @property
    def lacks_game(self) -> bool:
        """Whether this program lacks the room's game, or has another version of it, so that it can only wait."""
        return self.room is not None and _lacks(self.room)

    @property
    def table_open(self) -> bool:
        """Whether the room plays a match whose table can be opened."""
        return self.playing and not self.unfollowed and self.match is not None and self.match.caught_up

    def expect(self, customs: Customs) -> None:
        """Show these customs at once, before the host confirms them."""
        if self.client.room is not None:
            self.client.room = msgspec.structs.replace(self.client.room, customs=customs)

    @property
    def table_waits(self) -> bool:
        """Whether a match began that no table has shown yet, and its view has come."""
        return self.unshown and self.match is not None and self.match.caught_up

    def to_table(self) -> None:
        """Ask for the table of the running match to be opened."""
        self.unshown = True

    @property
    def others(self) -> int:
        """How many people besides this one are in the room."""
        people = self.room.people if self.room else ()
        return sum(person.present for person in people if person.person != self.client.person)

    @property
    def missing(self) -> list[PersonState]:
        """The people that a resumed match waits for."""
        room = self.room
        if room is None or not room.waits:
            return []
        return [
            person
            for person in room.people
            if not person.present and 0 <= person.seat < len(room.seats) and not room.seats[person.seat].bot
        ]

    @property
    def unread(self) -> int:
        """How many lines of chat this screen has not shown yet."""
        return self.said - self.read

    @property
    def recorded(self) -> Path | None:
        """File with the spectator's recording so far; it is deleted with the match unless somebody copies it. None
        without one.
        """
        writer = self._recorder.writer if self._recorder else None
        return writer.path if writer and writer.failure is None else None

    @property
    def heir(self) -> PersonState | None:
        """The person to whose computer the room would move; None where nobody's can be reached."""
        able = (self.person(one.person) for one in self._heirs if one.port and one.person != self.client.person)
        return next((person for person in able if person is not None and person.present), None)

    @property
    def heirs(self) -> list[str]:
        """The names of those at whose computers the room would go on, the first first."""
        able = (self.person(one.person) for one in self._heirs if one.port and one.person != self.client.person)
        return [person.name for person in able if person is not None]

    @property
    def turn(self) -> Turn | None:
        """Whose turn it is to open the room of a host that was lost; None for nobody's."""
        return self.duty.turn if self.duty is not None and self.lost else None

    def succession(self, turn: Turn) -> dict[str, str | int]:
        """Return the names for what is told of a host that was lost, and of the heir who opens its room."""
        people = self.room.people if self.room else ()
        host = next((one.name for one in people if one.owner), "?")
        heir = self.person(turn.person)
        me = self.client.person
        names = ", ".join(one.name for one in people if one.present and not one.owner and one.person != me)
        return {
            "host": host,
            "heir": heir.name if heir else "?",
            "names": names or host,
            "seconds": math.ceil(turn.seconds),
        }

    def portray(self, portrait: bytes) -> None:
        """Show a sign that this person drew, or without bytes that of the seat."""
        self.portrait = portrait
        self.client.send(Portray(portrait))

    def go_home(self) -> None:
        """As owner, move the room to its heir, and leave it once it has moved."""
        heir = self.heir
        if heir is not None and not self.going_home:
            self.going_home = True
            self.move_to(heir.person)

    def person(self, number: int) -> PersonState | None:
        people = self.room.people if self.room else ()
        return next((person for person in people if person.person == number), None)

    def take_signs(self) -> list[ChatLine]:
        """Return the signs that arrived since the last call; those that nobody saw in time are dropped."""
        signs = [line for line in self.reactions if self.now - line.at <= FRESH]
        self.reactions.clear()
        return signs

    def take_nudges(self) -> int:
        """Return how often others nudged this person since the last call."""
        nudges, self._nudges = self._nudges, 0
        return nudges

    def take_asides(self) -> list[tuple[str, dict[str, str | int]]]:
        """Return the messages about the match, as text keys with values, since the last call."""
        asides, self.asides = self.asides, []
        return asides

    # Polling.

    def poll(self, now: float) -> None:
        """Process what has arrived. Never waits. Messages that do not fit the room or its game end the connection."""
        self.now = now
        for message in self.client.poll(now):
            try:
                self._take(message)
                self._record(message)
                if self.duty is not None:
                    self.duty.hear(message)
            except ProtocolError as error:
                self.client.give_up(error)
                return
            except Exception as error:  # called in every frame, whatever scene is on top
                crashed(error, f"{type(message).__name__} of a host")
                self.client.give_up(StrangeHostError("message"))
                return
        if self.duty is not None:
            self.duty.poll(now)

    def _take(self, message: HostMessage) -> None:
        match message:
            case Welcome(room=room):
                check_room(room)
                if not self._welcomed:
                    key = "lobby.log.sat" if self.seat is not None else "lobby.log.looks_on"
                    self.log.say(key, "good", name=room.name)
                self._welcomed = True
                self._heirs = ()
                self.proposal = None
                self._mind_game(room)
                self._books.bring()
                if self.portrait:
                    self.client.send(Portray(self.portrait))
            case RoomChanged(room=room):
                check_room(room)
                self.under_way = self.under_way or room.phase != "waiting"
                if room.phase in ("waiting", "after"):
                    self.proposal = None
                self._mind_game(room)
            case Said(person=person, name=name, text=text) if person not in self.muted:
                self.chat.append(ChatLine(person, name, self.spell(text), self._seat_of(person)))
                del self.chat[:-MOST_CHAT]
                self.said += 1
            case Talk(lines=lines) if not self.chat:
                self.chat = [ChatLine(line.person, line.name, self.spell(line.text), None) for line in lines]
                self.said = self.read = len(lines)
            case Reacted(person=person, what=what) if person not in self.muted:
                known = self.person(person)
                if known is not None:
                    self._show_sign(known, what)
            case Heirs(heirs=heirs):
                self._heirs = heirs
            case Moved():
                self.moved = message
                self._books.moved()
            case Told(key=key, values=values):
                self.differs = self.differs or key == "net.log.differs"
                self.going_home = self.going_home and key != "net.log.not_moved"
                self.log.say(key, **values)
                self._aside(key, dict(values))
                if key == "net.log.nudged":
                    self._nudged(values.get("name"))
            case Rejected(about=about, why=why, values=values) if about != "play":
                self.going_home = self.going_home and about != "move"
                self.log.say(why, "warning", **values)
                self._aside(why, dict(values))
            case Entered(lines=lines):
                self._books.enter(lines, self.now)
            case Recorded(data=data) if not self.unfollowed:
                self._keep_recording(data)
            case Proposed():
                self.proposal = message
            case Decided(what=what, passed=passed):
                self.proposal = None
                self._aside(f"lobby.decided.{what}_{'yes' if passed else 'no'}", {})
            case _:
                self._follow(message)

    def _show_sign(self, person: PersonState, sign: Sign) -> None:
        seat = self._seat_of(person.person)
        self.reactions.append(ChatLine(person.person, person.name, "", seat, sign, self.now))

    def _nudged(self, name: str | int | None) -> None:
        """Show that somebody nudged the person of this name; names are unique in a room."""
        people = self.room.people if self.room else ()
        for person in people:
            if person.name == name:
                self._show_sign(person, "nudge")
                self._nudges += person.person == self.client.person

    def _mind_game(self, room: RoomState) -> None:
        """Tell this person once if their program lacks the game that the room plays now."""
        played = room.game, room.version
        if played != self._played:
            self._played = played
            if _lacks(room):
                key, values = lack_of(room)
                self.log.say(key, "warning", **values)
                self._aside(key, values)

    def _seat_of(self, person: int) -> int | None:
        known = self.person(person)
        return known.seat if known and known.seat >= 0 else None

    def _aside(self, key: str, values: Mapping[str, str | int]) -> None:
        """Add a message for the table; only the last few are kept."""
        self.asides.append((key, dict(values)))
        del self.asides[:-MOST_ASIDES]

    def look_away(self, game: str) -> None:
        """Follow this match and others of its game no longer, as they cannot be shown here; computers play the seat.

        Nothing follows from the table of a game that the room has left already.
        """
        if self.room is not None and self.room.game == game:
            self._unshowable.add(game)
            self.unfollowed = True
            self._let_play(SPECTATOR if self.seat is None or not self.playing else self.seat)

    def _let_play(self, viewer: Viewer) -> None:
        """Show no table of a match that is not followed; a seat of it is given up if its game cannot be shown."""
        self.unshown = False
        if viewer != SPECTATOR and not self.lacks_game:
            self.surrender()

    def _follow(self, message: HostMessage) -> None:
        """Process a message about the match."""
        room = self.room
        if isinstance(message, Begun) and room is not None:
            self.replay = self._recorded_end = None
            self.unfollowed = self.lacks_game or room.game in self._unshowable
            if self.unfollowed:
                self._let_play(message.viewer)
                return
            info = CABINETS[room.game].info
            if self.match is None or self.match.info is not info:
                self.match = RemoteMatch(info)
            self.unshown = True
            self.under_way = room.phase != "waiting"
        if isinstance(message, Ended) and (self.unfollowed or self.match is not None):
            self.under_way = True
            self._books.ended(message)
        if self.match is not None and not self.unfollowed:
            self.match.take(message, self.now)

    def _keep_recording(self, data: bytes) -> None:
        """Add the finished match's recording to the replays: one for each end that the host told."""
        ended = self.match.ended if self.match is not None else None
        if self.room is None or self.match is None or ended is None or ended == self._recorded_end:
            raise ProtocolError("net.error.host_strange", what="recording")
        self._recorded_end = ended
        if not self._recordings.take(self.now):
            self.log.say("table.lan.too_many_recordings", "warning")
            return
        try:
            self.replay = keep_recording(data, self.match.info, self.room.name, ended)
            number = differing_step(self.duty.past, self.replay) if self.duty is not None else None
        except OSError as error:
            self.log.say("table.lan.unsaved", "warning", why=reason(error))
            return
        if number is not None:
            self.log.say("lobby.log.recorded_differs", "warning", number=number)
            self._aside("lobby.log.recorded_differs", {"number": number})

    def _record(self, message: HostMessage) -> None:
        """Record what a spectator sees."""
        begins = isinstance(message, Begun) and message.viewer == SPECTATOR and not self.unfollowed
        if begins and self._recorder is None:
            when = datetime.now().astimezone().isoformat(timespec="seconds")
            self._recorder = ViewRecorder(lambda: free_name(paths.cache() / "lan", "seen", VIEWS_SUFFIX), when)
        if self._recorder is None:
            return
        try:
            self._recorder.hear([message], self.room)
        except SpokenError as error:
            self.log.error(error)
            self._forget_recording()
        if isinstance(message, RoomChanged) and message.room.phase == "waiting":
            self._forget_recording()

    def _forget_recording(self) -> None:
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            recorder.close()
            if recorder.writer is not None:
                with contextlib.suppress(OSError):
                    remove_file(recorder.writer.path)

    # Leaving.

    def leave(self) -> None:
        """Say goodbye. If the room closes with this person, only disconnect: the seat is kept for when the room is
        opened again.
        """
        if self.hosting and not self.others:
            self.client.close()
        else:
            self.client.leave()
        if self.duty is not None:
            self.duty.close()
        self._forget_recording()
