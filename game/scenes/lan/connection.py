"""A stay in a room of the LAN: what goes over its connection, what was said in it, and what it tells about a match.

It is polled every frame whatever scene is on top, so that a person who reads the rules stays connected.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, Protocol

from game import paths
from game.cabinets.listed import CABINETS
from game.core.errors import SpokenError, reason
from game.core.rules import SPECTATOR
from game.crash import crashed
from game.files import free_name
from game.recordings import VIEWS_SUFFIX
from game.scenes.lan.ledger import Bookkeeping, keep_recording
from game.scenes.lan.log import ConnectionLog
from game.scenes.process.host import HostPlan
from net.allowance import Allowance
from net.client.remote_match import RemoteMatch, StrangeHostError, UnknownGameError, check_room
from net.client.view_recorder import ViewRecorder
from net.errors import LanError, ProtocolError
from net.messages import (
    Begun,
    Choose,
    Decided,
    Ended,
    Entered,
    HandOver,
    HostMessage,
    Kick,
    Pardon,
    Propose,
    Proposed,
    Ready,
    Recorded,
    Rejected,
    Rematch,
    Resume,
    RoomChanged,
    RoomState,
    Said,
    Say,
    SetSeat,
    Stand,
    Start,
    Surrender,
    Swap,
    Take,
    ToHost,
    Told,
    Vote,
    Welcome,
)
from net.parts import Matter, PersonState
from net.states import ClientState

MOST_CHAT = 200
MOST_ASIDES = 20
_RECORDINGS = (0.05, 8)
"""Recordings a second that a host may leave among our replays for long, and at once: matches take longer."""


class Client(Protocol):
    """What it needs to speak with the host: `net.client.client.LanClient`, or a stand-in of a test."""

    state: ClientState
    owner: bytes
    room: RoomState | None
    person: int
    latency: int | None

    @property
    def error(self) -> LanError | None:
        """Why it is closed."""

    @property
    def seat(self) -> int | None:
        """The seat held in the room."""

    def poll(self, now: float) -> list[HostMessage]:
        """What came, in order."""

    def send(self, message: ToHost) -> None:
        """Say something to the host."""

    def leave(self) -> None:
        """Leave on purpose."""

    def give_up(self, error: LanError) -> None:
        """Leave because of what the host says."""

    def close(self) -> None:
        """Hang up."""


@dataclass(frozen=True)
class ChatLine:
    """Something a person said."""

    person: int
    name: str
    text: str
    seat: int | None
    """Where they sat then."""


def _nothing() -> None:
    """What a hook does where no host is ours."""


class RoomConnection:
    """One connection to one room, from the first attempt to the goodbye."""

    def __init__(self, client: Client, log: ConnectionLog) -> None:
        self.client = client
        self.log = log
        self.now = 0.0
        """When it was polled last."""
        self.chat: list[ChatLine] = []
        self.said = 0
        """How many lines of chat there ever were."""
        self.read = 0
        """How many of them were in sight."""
        self.proposal: Proposed | None = None
        self.match: RemoteMatch | None = None
        """The match that was begun last, as far as it was told."""
        self.unshown = False
        """Whether it was begun since a table showed it."""
        self.under_way = False
        """Whether the room was seen in another phase than waiting since it was begun: that may be told later."""
        self.asides: list[tuple[str, dict[str, str | int]]] = []
        """Sentences for whoever is at the table, by text key; taken with `take_asides`."""
        self.hosting = False
        """Whether this window keeps the room's host running."""
        self.reviving = False
        """Whether that host ended and is being started again."""
        self.stranded: SpokenError | None = None
        """Why it could not be started again."""
        self.start_again: Callable[[], None] = _nothing
        """Tries once more to start it."""
        self._welcomed = False
        self._recorder: ViewRecorder | None = None
        self._books = Bookkeeping(client.send)
        self.replay: Path | None = None
        """The recording of the match that was begun last, once it is over and its host has sent it."""
        self._recorded_end: Ended | None = None
        """The end that a recording came for last."""
        self._recordings = Allowance(*_RECORDINGS)

    # What is known.

    @property
    def room(self) -> RoomState | None:
        """The room as it was told last; None before we are let in."""
        return self.client.room

    @property
    def seat(self) -> int | None:
        """The seat we hold."""
        return self.client.seat

    @property
    def me(self) -> PersonState | None:
        """Ourselves as the room knows us."""
        return self.person(self.client.person)

    @property
    def owner(self) -> bool:
        """Whether the room is ours to arrange."""
        return self.me is not None and self.me.owner

    @property
    def inside(self) -> bool:
        """Whether we were let in; also while the connection is lost and looked for."""
        return self._welcomed and not self.over

    @property
    def trying(self) -> bool:
        """Whether the first attempt is still under way."""
        return not self._welcomed and not self.over

    @property
    def lost(self) -> bool:
        """Whether the connection broke and is being looked for."""
        return self.inside and self.client.state not in (ClientState.ROOM, ClientState.MATCH)

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.client.state is ClientState.CLOSED

    @property
    def playing(self) -> bool:
        """Whether a match is going on in the room."""
        return self.room is not None and self.room.phase in ("playing", "paused")

    @property
    def table_open(self) -> bool:
        """Whether a match of this room goes on that can be gone to."""
        return self.playing and self.match is not None and self.match.caught_up

    def to_table(self) -> None:
        """Show the match that goes on."""
        self.unshown = True

    @property
    def others(self) -> int:
        """How many people besides us are there."""
        people = self.room.people if self.room else ()
        return sum(person.present for person in people if person.person != self.client.person)

    @property
    def missing(self) -> list[PersonState]:
        """The people a resumed match waits for."""
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
        """Lines of chat that were not in sight yet."""
        return self.said - self.read

    @property
    def recorded(self) -> Path | None:
        """The file that holds what we see as spectators; it is gone with the match unless somebody copies it."""
        writer = self._recorder.writer if self._recorder else None
        return writer.path if writer and writer.failure is None else None

    def person(self, number: int) -> PersonState | None:
        people = self.room.people if self.room else ()
        return next((person for person in people if person.person == number), None)

    def take_asides(self) -> list[tuple[str, dict[str, str | int]]]:
        """What was told beside the match since the last call."""
        asides, self.asides = self.asides, []
        return asides

    # What goes on.

    def poll(self, now: float) -> None:
        """Take in what came. Never waits. What does not fit the room or its game ends the connection."""
        self.now = now
        for message in self.client.poll(now):
            try:
                self._take(message)
                self._record(message)
            except ProtocolError as error:
                self.client.give_up(error)
                return
            except Exception as error:  # this is called in every frame, whatever scene is on top
                crashed(error, f"{type(message).__name__} of a host")
                self.client.give_up(StrangeHostError("message"))
                return

    def _take(self, message: HostMessage) -> None:
        match message:
            case Welcome(room=room):
                check_room(room)
                if not self._welcomed:
                    key = "lobby.log.sat" if self.seat is not None else "lobby.log.looks_on"
                    self.log.say(key, "good", name=room.name)
                self._welcomed = True
                self.proposal = None
                self._books.bring()
            case RoomChanged(room=room):
                check_room(room)
                self.under_way = self.under_way or room.phase != "waiting"
                if room.phase in ("waiting", "after"):
                    self.proposal = None
            case Said(person=person, name=name, text=text):
                speaker = self.person(person)
                seat = speaker.seat if speaker and speaker.seat >= 0 else None
                self.chat.append(ChatLine(person, name, text, seat))
                del self.chat[:-MOST_CHAT]
                self.said += 1
            case Told(key=key, values=values):
                self.log.say(key, **values)
                self._aside(key, dict(values))
            case Rejected(about=about, why=why, values=values) if about != "play":
                self.log.say(why, "warning", **values)
                self._aside(why, dict(values))
            case Entered(lines=lines):
                self._books.enter(lines, self.now)
            case Recorded(data=data):
                self._keep_recording(data)
            case Proposed():
                self.proposal = message
            case Decided(what=what, passed=passed):
                self.proposal = None
                self._aside(f"lobby.decided.{what}_{'yes' if passed else 'no'}", {})
            case _:
                self._follow(message)

    def _aside(self, key: str, values: Mapping[str, str | int]) -> None:
        """Say something at the table, of late only the last."""
        self.asides.append((key, dict(values)))
        del self.asides[:-MOST_ASIDES]

    def _follow(self, message: HostMessage) -> None:
        """Take in what is said about the match."""
        room = self.room
        if isinstance(message, Begun) and room is not None:
            cabinet = CABINETS.get(room.game)
            if cabinet is None or cabinet.info.version != room.version:
                raise UnknownGameError(room)
            if self.match is None or self.match.info is not cabinet.info:
                self.match = RemoteMatch(cabinet.info)
            self.unshown = True
            self.under_way = room.phase != "waiting"
            self.replay = self._recorded_end = None
        if self.match is not None:
            self.match.take(message, self.now)
            if isinstance(message, Ended):
                self.under_way = True
                self._books.ended(message)

    def _keep_recording(self, data: bytes) -> None:
        """Put the recording of the match that is over among our replays: one for each end that was told."""
        ended = self.match.ended if self.match is not None else None
        if self.room is None or self.match is None or ended is None or ended == self._recorded_end:
            raise ProtocolError("net.error.host_strange", what="recording")
        self._recorded_end = ended
        if not self._recordings.take(self.now):
            self.log.say("table.lan.too_many_recordings", "warning")
            return
        try:
            self.replay = keep_recording(data, self.match.info, self.room.name, ended)
        except OSError as error:
            self.log.say("table.lan.unsaved", "warning", why=reason(error))

    def _record(self, message: HostMessage) -> None:
        """Keep what a spectator sees."""
        if isinstance(message, Begun) and message.viewer == SPECTATOR and self._recorder is None:
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
                    recorder.writer.path.unlink(missing_ok=True)

    # What a person does.

    def say(self, text: str) -> None:
        """Say something to everybody."""
        self.client.send(Say(text))

    def take(self, seat: int) -> None:
        """Sit down in an open seat."""
        self.client.send(Take(seat))

    def stand(self) -> None:
        """Get up and look on."""
        self.client.send(Stand())

    def set_ready(self, ready: bool) -> None:
        """Be ready for the match, or not after all."""
        self.client.send(Ready(ready))

    def set_seat(self, seat: int, to: Literal["open", "closed", "bot"], bot: str = "") -> None:
        """Owner: open or close a seat, or seat a computer."""
        self.client.send(SetSeat(seat, to, bot))

    def swap(self, seat: int, other: int) -> None:
        """Owner: exchange two seats."""
        self.client.send(Swap(seat, other))

    def kick(self, person: int, seconds: int) -> None:
        """Owner: send somebody away for so many seconds."""
        self.client.send(Kick(person, seconds))

    def hand_over(self, person: int) -> None:
        """Owner: let somebody else own the room."""
        self.client.send(HandOver(person))

    def pardon(self, person: int) -> None:
        """Owner: let somebody in again who was sent away."""
        self.client.send(Pardon(person))

    def start(self) -> None:
        """Owner: begin the match."""
        self.client.send(Start())

    def rematch(self) -> None:
        """Owner: back to the waiting room with the same seats."""
        self.client.send(Rematch())

    def choose(self, plan: HostPlan) -> None:
        """Owner: play this next, in this room; its name and password stay."""
        limit = 0 if plan.limit is None else round(plan.limit * 1000)
        self.client.send(Choose(plan.game, dict(plan.options), plan.seats, limit))

    def propose(self, what: Matter) -> None:
        """Ask the others to agree to something."""
        self.client.send(Propose(what))

    def vote(self, agree: bool) -> None:
        """Answer the proposal that stands."""
        if self.proposal:
            self.client.send(Vote(self.proposal.proposal, agree))

    def resume(self) -> None:
        """End a pause."""
        self.client.send(Resume())

    def surrender(self) -> None:
        """Give up the seat."""
        self.client.send(Surrender())

    def leave(self) -> None:
        """Say goodbye; where the room closes with us, hang up: our seat is kept for when it is opened again."""
        if self.hosting and not self.others:
            self.client.close()
        else:
            self.client.leave()
        self._forget_recording()
