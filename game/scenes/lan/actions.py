"""The actions of a person in a room, each a message to its host."""

from __future__ import annotations

from typing import Literal, Protocol

from game.scenes.process.host import HostPlan
from net.address import Address
from net.client.following import Following
from net.errors import LanError
from net.evening import Appoint, Nudge, Queue, React, SetCustoms, Stop, Wish
from net.heirs import Move, Moved
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
from net.mix import Mix, MixStop, Strike
from net.parts import Customs, Matter, Reaction, ToHost
from net.states import ClientState


class Client(Protocol):
    """The connection that RoomActions needs: `net.client.client.LanClient`, or a stand-in of a test."""

    state: ClientState
    owner: bytes
    room: RoomState | None
    person: int
    latency: int | None
    password: str
    following: Following
    address: Address

    @property
    def error(self) -> LanError | None:
        """Why the connection is closed; None while it is open."""

    @property
    def seat(self) -> int | None:
        """The seat that this client's person holds in the room; None for none."""

    def poll(self, now: float) -> list[HostMessage]:
        """Return the messages that arrived, in order."""

    def send(self, message: ToHost) -> None:
        """Send a message to the host."""

    def go_to(self, moved: Moved) -> None:
        """Go on at this computer, where the room of a lost host was opened."""

    def leave(self) -> None:
        """Leave the room on purpose."""

    def give_up(self, error: LanError) -> None:
        """Leave because the host's messages are wrong, with this error."""

    def close(self) -> None:
        """Close the connection."""


class RoomActions:
    """Sends the host what a person wants to do."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.muted: set[int] = set()
        """Numbers of the people whose chat and reactions are hidden at this screen."""
        self.proposal: Proposed | None = None

    def say(self, text: str) -> None:
        """Send a line of chat to everybody."""
        self.client.send(Say(text))

    def take(self, seat: int) -> None:
        """Sit down in an open seat."""
        self.client.send(Take(seat))

    def stand(self) -> None:
        """Leave the seat and watch."""
        self.client.send(Stand())

    def set_ready(self, ready: bool) -> None:
        """Say whether this person is ready for the match."""
        self.client.send(Ready(ready))

    def set_seat(self, seat: int, to: Literal["open", "closed", "bot"], bot: str = "") -> None:
        """As owner, open or close a seat, or seat a computer."""
        self.client.send(SetSeat(seat, to, bot))

    def swap(self, seat: int, other: int) -> None:
        """As owner, exchange two seats."""
        self.client.send(Swap(seat, other))

    def kick(self, person: int, seconds: int) -> None:
        """As owner, send a person away for this many seconds."""
        self.client.send(Kick(person, seconds))

    def hand_over(self, person: int) -> None:
        """As owner, make another person the owner."""
        self.client.send(HandOver(person))

    def move_to(self, person: int) -> None:
        """As owner, let the room go on at an heir's computer."""
        self.client.send(Move(person))

    def pardon(self, person: int) -> None:
        """As owner, let a person who was sent away in again."""
        self.client.send(Pardon(person))

    def appoint(self, person: int, *, deputy: bool) -> None:
        """As owner, make a person deputy, or end that."""
        self.client.send(Appoint(person, deputy))

    def set_customs(self, customs: Customs) -> None:
        """As owner, set how the room goes on from match to match."""
        self.client.send(SetCustoms(customs))

    def nudge(self, person: int) -> None:
        """Nudge a person who is waited for."""
        self.client.send(Nudge(person))

    def react(self, what: Reaction) -> None:
        """Show a reaction."""
        self.client.send(React(what))

    def queue(self, waits: bool) -> None:
        """Join the queue for a seat, or leave it."""
        self.client.send(Queue(waits))

    def mute(self, person: int) -> None:
        """Hide what a person says, or show it again; only at this screen."""
        self.muted ^= {person}

    def start(self, *, without: bool = False) -> None:
        """As owner, begin the match; `without` leaves out those who are not ready."""
        self.client.send(Start(without=without))

    def stop(self) -> None:
        """As owner, end the match for everybody."""
        self.client.send(Stop())

    def rematch(self) -> None:
        """As owner, return to the waiting room with the same seats."""
        self.client.send(Rematch())

    def choose(self, plan: HostPlan) -> None:
        """As owner, set what this room plays next; its name and password stay."""
        limit = 0 if plan.limit is None else round(plan.limit * 1000)
        self.client.send(Choose(plan.game, dict(plan.options), plan.seats, limit))

    def wish(self, plan: HostPlan | None) -> None:
        """Wish for a game to be played next; None withdraws the wish."""
        if plan is None:
            self.client.send(Wish(""))
        else:
            limit = 0 if plan.limit is None else round(plan.limit * 1000)
            self.client.send(Wish(plan.game, dict(plan.options), plan.seats, limit))

    def begin_mix(self, minutes: int) -> None:
        """As owner, let an evening of short matches begin that goes by itself."""
        self.client.send(Mix(minutes))

    def end_mix(self) -> None:
        """As owner, end the mix."""
        self.client.send(MixStop())

    def strike(self, number: int) -> None:
        """Have another game drawn for the round that is announced."""
        self.client.send(Strike(number))

    def propose(self, what: Matter) -> None:
        """Propose something that the others must agree to."""
        self.client.send(Propose(what))

    def vote(self, agree: bool) -> None:
        """Answer the open proposal."""
        if self.proposal:
            self.client.send(Vote(self.proposal.proposal, agree))

    def resume(self) -> None:
        """End a pause of the match."""
        self.client.send(Resume())

    def surrender(self) -> None:
        """Surrender the match for this seat."""
        self.client.send(Surrender())
