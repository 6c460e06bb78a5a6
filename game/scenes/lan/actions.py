"""What a person in a room does: each a message to its host."""

from __future__ import annotations

from typing import Literal, Protocol

from game.scenes.process.host import HostPlan
from net.errors import LanError
from net.evening import Appoint, Nudge, Queue, React, SetCustoms, Stop, Wish
from net.messages import (
    Choose,
    HandOver,
    HostMessage,
    Kick,
    Pardon,
    Propose,
    Proposed,
    Ready,
    Rematch,
    Resume,
    RoomState,
    Say,
    SetSeat,
    Stand,
    Start,
    Surrender,
    Swap,
    Take,
    Vote,
)
from net.parts import Customs, Matter, Reaction, ToHost
from net.states import ClientState


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


class RoomActions:
    """Says to the host what a person wants."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.muted: set[int] = set()
        """The people whose words and reactions are not shown here, by number."""
        self.proposal: Proposed | None = None

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

    def appoint(self, person: int, *, deputy: bool) -> None:
        """Owner: let somebody arrange the room beside us, or not any more."""
        self.client.send(Appoint(person, deputy))

    def set_customs(self, customs: Customs) -> None:
        """Owner: how the room goes on from match to match."""
        self.client.send(SetCustoms(customs))

    def nudge(self, person: int) -> None:
        """Call somebody who is waited for."""
        self.client.send(Nudge(person))

    def react(self, what: Reaction) -> None:
        """Show something without a word."""
        self.client.send(React(what))

    def queue(self, waits: bool) -> None:
        """Wait for a seat, or not any more."""
        self.client.send(Queue(waits))

    def mute(self, person: int) -> None:
        """Show no more of what somebody says, or show it again."""
        self.muted ^= {person}

    def start(self, *, without: bool = False) -> None:
        """Owner: begin the match, if need be `without` those who are not ready."""
        self.client.send(Start(without=without))

    def stop(self) -> None:
        """Owner: end the match for everybody."""
        self.client.send(Stop())

    def rematch(self) -> None:
        """Owner: back to the waiting room with the same seats."""
        self.client.send(Rematch())

    def choose(self, plan: HostPlan) -> None:
        """Owner: play this next, in this room; its name and password stay."""
        limit = 0 if plan.limit is None else round(plan.limit * 1000)
        self.client.send(Choose(plan.game, dict(plan.options), plan.seats, limit))

    def wish(self, plan: HostPlan | None) -> None:
        """Wish for something to be played next, or for nothing any more."""
        if plan is None:
            self.client.send(Wish(""))
        else:
            limit = 0 if plan.limit is None else round(plan.limit * 1000)
            self.client.send(Wish(plan.game, dict(plan.options), plan.seats, limit))

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
