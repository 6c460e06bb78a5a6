"""Settling a match besides playing it: a draw that is offered along with a move, and giving up.

Rules that take part keep in their state who offers (`draw_by`, -1 is nobody), list neither action among the legal ones,
and give the actions that may offer a draw a field `draw`.
"""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from game.core.rules import Event, Move, Seat


class Accept(msgspec.Struct, frozen=True, tag="accept", tag_field="do"):
    """Take the draw that was offered."""


class GiveUp(msgspec.Struct, frozen=True, tag="give_up", tag_field="do"):
    """Give up: the other seat wins the match, or the round where there are several."""


class Offered(Protocol):
    """A state in which a draw may be offered."""

    draw_by: Seat


def why_not(state: Offered, seat: Seat, action: Any) -> str | None:
    """Why a seat may not settle the match so, as a text key; None where it may, and for every other action."""
    return "settling.nothing_offered" if isinstance(action, Accept) and state.draw_by != 1 - seat else None


def offer(state: Offered, seat: Seat, draw: bool) -> list[Event]:
    """Note that a move offers a draw, if it does."""
    if not draw:
        return []
    state.draw_by = seat
    return [Event("draw_offered", {"seat": seat})]


def decline(state: Offered, move: Move) -> list[Event]:
    """Withdraw an offered draw when the other seat does anything but accept."""
    offered, state.draw_by = state.draw_by, -1
    if offered != 1 - move.seat or isinstance(move.action, Accept | GiveUp):
        return []
    return [Event("draw_declined", {"seat": move.seat})]


def settle(move: Move) -> list[Event]:
    """The events of accepting a draw or giving up; none for other actions."""
    kinds = {Accept: "agreed", GiveUp: "gave_up"}
    kind = kinds.get(type(move.action))
    return [Event(kind, {"seat": move.seat})] if kind else []
